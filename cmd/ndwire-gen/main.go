// Command ndwire-gen writes the Go package that a spec describes.
//
//	ndwire-gen [-o DIR] SPEC...
//	ndwire-gen --docs DIR SPEC...
//
// The files of each spec are written to DIR, the current folder by default; with --docs these are pages about the specs in
// Markdown, one for each and an index. Generated files there that no spec gives any more are removed, and files that would not
// change are left alone. All mistakes of the specs are printed, and nothing is written if there is one.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

type flags struct {
	Out   string   `short:"o" placeholder:"DIR" default:"." help:"Folder to write to."`
	Docs  string   `placeholder:"DIR" help:"Write pages about the specs to this folder, and no Go."`
	Specs []string `arg:"" name:"spec" help:"Spec files, as paths that generated files are to name."`
}

func main() {
	var f flags
	kong.Parse(&f, kong.Name("ndwire-gen"), kong.Description("Write the Go package that a spec describes."))
	os.Exit(run(f, os.Stderr))
}

func run(f flags, stderr io.Writer) int {
	if f.Docs != "" {
		return document(f, stderr)
	}
	files, ok := generate(f.Specs, stderr)
	if !ok {
		return 1
	}
	if err := write(f.Out, "*_gen.go", files); err != nil {
		fmt.Fprintln(stderr, "ndwire-gen:", err)
		return 1
	}
	return 0
}

// generate returns the files of all specs by their names. All specs are tried, to print the mistakes of all of them.
func generate(specs []string, stderr io.Writer) (map[string][]byte, bool) {
	files := map[string][]byte{}
	from := map[string]string{}
	ok := true
	for _, path := range specs {
		m, err := spec.Load(path)
		var list []gen.File
		if err == nil {
			list, err = gen.Generate(m)
		}
		if err != nil {
			fmt.Fprintln(stderr, err)
			ok = false
			continue
		}
		for _, file := range list {
			if other, twice := from[file.Name]; twice {
				fmt.Fprintf(stderr, "ndwire-gen: %s and %s both give %s: write them to different folders\n", other, path, file.Name)
				return nil, false
			}
			from[file.Name] = path
			files[file.Name] = file.Data
		}
	}
	return files, ok
}

// document writes the pages about all specs.
func document(f flags, stderr io.Writer) int {
	var models []*spec.Model
	failed := false
	for _, path := range f.Specs {
		m, err := spec.Load(path)
		if err != nil {
			fmt.Fprintln(stderr, err)
			failed = true
			continue
		}
		models = append(models, m)
	}
	if failed {
		return 1
	}
	pages := map[string][]byte{}
	for _, page := range gen.Docs(models) {
		pages[page.Name] = page.Data
	}
	if err := write(f.Docs, "*.md", pages); err != nil {
		fmt.Fprintln(stderr, "ndwire-gen:", err)
		return 1
	}
	return 0
}

// write makes the generated files of the folder, whose names match a pattern, be these.
func write(dir, pattern string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, data := range files {
		if err := replace(filepath.Join(dir, name), data); err != nil {
			return err
		}
	}
	return removeStale(dir, pattern, files)
}

// replace makes a file have these bytes. One that has them is left alone.
func replace(path string, data []byte) error {
	old, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(old, data):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// removeStale removes the generated files that are not among these. Their first line tells them from files that people have written.
func removeStale(dir, pattern string, files map[string][]byte) error {
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		return err
	}
	for _, path := range paths {
		if _, ok := files[filepath.Base(path)]; ok {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(string(data), gen.Header) && !strings.HasPrefix(string(data), gen.DocsMark) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}
