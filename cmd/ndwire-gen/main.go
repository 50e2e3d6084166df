// Command ndwire-gen writes the Go package that a spec describes.
//
//	ndwire-gen [--check] [-o DIR] SPEC...
//	ndwire-gen [--check] --docs DIR SPEC...
//
// The files of each spec are written to DIR, the current folder by default; with --docs these are pages about the specs in
// Markdown, one for each and an index. Generated files there that no spec gives any more are removed, and files that would not
// change are left alone. A file that was not generated is never overwritten. All mistakes of the specs are printed, each with its line,
// and nothing is written if there is one. With --check nothing is written at all: it prints what would change, and exits with 1 if
// anything would.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

type flags struct {
	Out     string           `short:"o" placeholder:"DIR" default:"." help:"Folder to write to."`
	Docs    string           `placeholder:"DIR" help:"Write pages about the specs to this folder, and no Go."`
	Check   bool             `help:"Write nothing; print what would change, and exit with 1 if anything would."`
	Version kong.VersionFlag `help:"Print the version."`
	Specs   []string         `arg:"" name:"spec" help:"Spec files, as paths that generated files are to name."`
}

func main() {
	var f flags
	kong.Parse(&f, kong.Name("ndwire-gen"), kong.Description("Write the Go package that a spec describes."),
		kong.Vars{"version": version()})
	os.Exit(run(f, os.Stdout, os.Stderr))
}

// version is that of the module which the command was built from.
func version() string {
	v := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return "ndwire-gen " + v
}

func run(f flags, stdout, stderr io.Writer) int {
	dir, pattern, generate := f.Out, "*_gen.go", packages
	if f.Docs != "" {
		dir, pattern, generate = f.Docs, "*.md", pages
	}
	files, ok := generate(f.Specs, stderr)
	if !ok {
		return 1
	}
	changes, err := compare(dir, pattern, files)
	switch {
	case err != nil:
	case f.Check:
		for _, c := range changes {
			fmt.Fprintf(stdout, "%s", c.diff())
		}
		if len(changes) > 0 {
			fmt.Fprintf(stderr, "ndwire-gen: %d generated files are stale: run ndwire-gen without --check\n", len(changes))
			return 1
		}
	default:
		err = apply(dir, changes)
	}
	if err != nil {
		fmt.Fprintln(stderr, "ndwire-gen:", err)
		return 1
	}
	return 0
}

// packages returns the Go files of all specs by their names. All specs are tried, to print the mistakes of all of them.
func packages(specs []string, stderr io.Writer) (map[string][]byte, bool) {
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
			explain(stderr, err)
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

// explain prints an error; mistakes of a spec with their lines of the file.
func explain(w io.Writer, err error) {
	mistakes, ok := errors.AsType[spec.Errors](err)
	if !ok {
		fmt.Fprintln(w, "ndwire-gen:", err)
		return
	}
	for _, e := range mistakes {
		fmt.Fprintf(w, "%v\n%s", e, e.Excerpt())
	}
}

// pages returns the pages about all specs by their names.
func pages(specs []string, stderr io.Writer) (map[string][]byte, bool) {
	var models []*spec.Model
	ok := true
	for _, path := range specs {
		m, err := spec.Load(path)
		if err != nil {
			explain(stderr, err)
			ok = false
			continue
		}
		models = append(models, m)
	}
	if !ok {
		return nil, false
	}
	files := map[string][]byte{}
	for _, page := range gen.Docs(models) {
		files[page.Name] = page.Data
	}
	return files, true
}
