package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// genCommand is `ndwire-gen gen`, which writes the Go packages that specs describe.
type genCommand struct {
	Out   string   `short:"o" placeholder:"DIR" default:"." help:"Folder to write to."`
	Tests string   `placeholder:"DIR" help:"Write tests of all fields to this folder, too."`
	Docs  string   `placeholder:"DIR" help:"Write pages about these specs to this folder, and no Go. Pages of other specs are removed."`
	Check bool     `help:"Write nothing; print what would change, and exit with 1 if anything would."`
	Specs []string `arg:"" name:"spec" help:"Spec files, as paths that generated files are to name."`
}

func (c *genCommand) run(stdout, stderr io.Writer) int {
	targets := []*target{{dir: c.Out, pattern: "*_gen.go", generate: packages}}
	switch {
	case c.Docs != "":
		targets = []*target{{dir: c.Docs, pattern: "*.md", generate: pages}}
	case c.Tests != "":
		targets = append(targets, &target{dir: c.Tests, pattern: "*_gen_test.go", generate: testsFor(c)})
	}
	stale := 0
	for _, t := range targets {
		files, ok := t.generate(c.Specs, stderr)
		if !ok {
			return 1
		}
		var err error
		if t.changes, err = compare(t.dir, t.pattern, files); err != nil {
			complain(stderr, err)
			return 1
		}
		stale += len(t.changes)
	}
	for _, t := range targets {
		if c.Check {
			for _, change := range t.changes {
				fmt.Fprintf(stdout, "%s", change.diff())
			}
		} else if err := apply(t.dir, t.changes); err != nil {
			complain(stderr, err)
			return 1
		}
	}
	if c.Check && stale > 0 {
		notify(stderr, "stale generated files: %d; run ndwire-gen without --check", stale)
		return 1
	}
	return 0
}

// target is a folder to write to, with the pattern of the names of its generated files.
type target struct {
	dir, pattern string
	generate     func(specs []string, stderr io.Writer) (files map[string][]byte, ok bool)
	changes      []change
}

// packages returns the Go files of all specs by their names.
func packages(specs []string, stderr io.Writer) (map[string][]byte, bool) {
	return generate(specs, gen.Generate, stderr)
}

// testsFor returns what makes the tests of all specs. Their package is named after their folder, or after the tested package if that is in the same
// folder. A spec without an import path has that of the folder of the package.
func testsFor(c *genCommand) func([]string, io.Writer) (map[string][]byte, bool) {
	return func(specs []string, stderr io.Writer) (map[string][]byte, bool) {
		out, err := filepath.Abs(c.Out)
		if err != nil {
			complain(stderr, err)
			return nil, false
		}
		tests, err := filepath.Abs(c.Tests)
		if err != nil {
			complain(stderr, err)
			return nil, false
		}
		return generate(specs, func(m *spec.Model) ([]gen.File, error) {
			pkg := filepath.Base(tests)
			if tests == out {
				pkg = m.Package + "_test"
			}
			if m.Import == "" {
				m.Import = importPath(out)
			}
			file, err := gen.Tests(m, pkg)
			return []gen.File{file}, err
		}, stderr)
	}
}

// generate returns the files that are made of all specs by their names. All specs are tried, to print the mistakes of all of them.
func generate(specs []string, list func(*spec.Model) ([]gen.File, error), stderr io.Writer) (map[string][]byte, bool) {
	files := map[string][]byte{}
	from := map[string]string{}
	ok := true
	for _, path := range specs {
		m, err := spec.Load(path)
		var made []gen.File
		if err == nil {
			made, err = list(m)
		}
		if err != nil {
			if isMistypedVerb(path, err) {
				notify(stderr, "%s is neither a file nor a verb; the verbs are %s", path, strings.Join(verbNames(), ", "))
				return nil, false
			}
			explain(stderr, err)
			ok = false
			continue
		}
		for _, file := range made {
			if other, twice := from[file.Name]; twice {
				notify(stderr, "%s and %s both give %s: write them to different folders", other, path, file.Name)
				return nil, false
			}
			from[file.Name] = path
			files[file.Name] = file.Data
		}
	}
	return files, ok
}

// isMistypedVerb reports whether a missing file may be a mistyped verb, by its name.
func isMistypedVerb(path string, err error) bool {
	return errors.Is(err, fs.ErrNotExist) && filepath.Base(path) == path && filepath.Ext(path) == ""
}

// pages returns the pages about all specs by their names.
func pages(specs []string, stderr io.Writer) (map[string][]byte, bool) {
	var models []*spec.Model
	from := map[string]string{}
	ok := true
	for _, path := range specs {
		m, err := spec.Load(path)
		if err != nil {
			explain(stderr, err)
			ok = false
			continue
		}
		if other, twice := from[m.Protocol]; twice {
			notify(stderr, "%s and %s both give %s.md: give their protocols different names", other, path, m.Protocol)
			return nil, false
		}
		from[m.Protocol] = path
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
