// Command ndwire-gen writes the Go package that a spec describes, and works on specs.
//
//	ndwire-gen [gen] [--check] [-o DIR] [--tests DIR] SPEC...
//	ndwire-gen [gen] [--check] --docs DIR SPEC...
//	ndwire-gen check SPEC...
//	ndwire-gen fmt [-l] [-d] [-w] SPEC...
//	ndwire-gen init [--name NAME] [-o SPEC] SAMPLE...
//	ndwire-gen import [--name NAME] [-o SPEC] SCHEMA
//	ndwire-gen tune [-w] SPEC LOG...
//	ndwire-gen diff [--json] OLD NEW
//	ndwire-gen drift [--unused] [--json | --patch [--keep-types] [--rare]] SPEC FILE...
//	ndwire-gen schema [--strict] SPEC
//
// If a verb and a file have the same name, the verb is meant: ./check is the file.
//
// # gen
//
// The files of each spec are written to DIR, the current folder by default; with --docs these are pages about the specs in
// Markdown, one for each and an index. Generated files there that no spec gives any more are removed, and files that would not
// change are left alone. A file that was not generated is never overwritten. All mistakes of the specs are printed, each with its line,
// and nothing is written if there is one. With --check nothing is written at all: it prints what would change, and exits with 1 if
// anything would.
//
// The verbs init and import write a spec for sample lines and for a JSON Schema, as spec/SPEC.md describes.
//
// With --tests, its DIR gets fields_gen_test.go as well: tests that read and write each member of each record alone. Their package has the
// name of the folder, with the suffix _test if it is that of the code.
//
// # check
//
// Check prints all mistakes of specs, each with its line, and one line about each spec that has none. It exits with 1 if there is one. Records,
// unions and enums that no line has are notes, not mistakes.
//
// # fmt
//
// Fmt lays out specs, and prints their text, or with -l the names of those that have another layout, with -d what would change (and exits
// with 1 if anything would), or writes them with -w. Comments and order stay.
//
// # tune
//
// Tune counts in which order the members of records stand in logs, and prints a diff of the spec, and of the files that it imports, with the
// `order:` and `order_of:` that are worthwhile, or with -w writes the files. Orders that are right are not changed. Records that cannot have an
// order are printed to stderr, with the reason.
//
// # diff
//
// Diff compares two versions of a spec: what changed, whether lines of the old one are still decoded and mean the same, and whether Go programs that
// use the generated package still compile. OLD can be any file, or - for the standard input, so that `git show HEAD:chat.yaml | ndwire-gen
// diff - chat.yaml` compares with what was committed. Diff exits with 1 if a change breaks old lines or callers, and with 2 if a spec
// cannot be read.
//
// # drift
//
// Drift compares logs with a spec, without generated Go code: it prints unknown kinds, members and values, and values of another JSON type, each
// with its path, count, first position and an example. With --unused it also prints declarations that no line had. With --patch it
// prints a diff of the spec, and of the files that it imports, that declares what is new: it applies with patch -p1 and git apply, and keeps
// comments and order. A member with values of another JSON type gets a wider type, unless they are rare, and is printed to stderr with its Go
// types; --keep-types changes no type, --rare widens types for rare values, too. Drift exits with 1 if the lines have something new, and with 2 if they could not be compared.
//
// # schema
//
// Schema prints a JSON Schema (draft 2020-12) of a line, or the definitions of all types for a spec without `line:`. The schema
// accepts what the spec does not know, as decoding does; with --strict it refuses it, as strict readers do.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// flags are the flags of gen.
type flags struct {
	Out   string   `short:"o" placeholder:"DIR" default:"." help:"Folder to write to."`
	Tests string   `placeholder:"DIR" help:"Write tests of all fields to this folder, too."`
	Docs  string   `placeholder:"DIR" help:"Write pages about the specs to this folder, and no Go."`
	Check bool     `help:"Write nothing; print what would change, and exit with 1 if anything would."`
	Specs []string `arg:"" name:"spec" help:"Spec files, as paths that generated files are to name."`
}

func (f *flags) run(stdout, stderr io.Writer) int { return run(*f, stdout, stderr) }

// verbs are the verbs of the command. Each has a file of its name.
type verbs struct {
	Version kong.VersionFlag `help:"Print the version."`
	Gen     flags            `cmd:"" default:"withargs" help:"Write the Go packages that specs describe. The verb can be left out."`
	Init    initVerb         `cmd:"" help:"Write a spec for sample lines."`
	Import  importVerb       `cmd:"" help:"Write a spec for a JSON Schema."`
	Check   checkCommand     `cmd:"" help:"Print all mistakes of specs, or what they have."`
	Fmt     fmtCommand       `cmd:"" help:"Lay out specs in the usual way."`
	Tune    tuneCommand      `cmd:"" help:"Print a diff that gives a spec the orders in which logs have the members of records."`
	Diff    diffCommand      `cmd:"" help:"Print what changed in a spec, and whether it breaks old lines or Go callers. Exits with 1 if it does."`
	Drift   driftCommand     `cmd:"" help:"Print what logs have that a spec has not. Exits with 1 if there is something."`
	Schema  schemaCommand    `cmd:"" help:"Print a JSON Schema of the lines that a spec describes."`
}

// verb is a field of verbs. It returns the exit status.
type verb interface {
	run(stdout, stderr io.Writer) int
}

func main() {
	parser := kong.Must(&verbs{}, kong.Name("ndwire-gen"), kong.Description("Write the Go package that a spec describes, and work on specs."),
		kong.Vars{"version": version()}, kong.ShortUsageOnError())
	args := os.Args[1:]
	if len(args) == 0 { // show all verbs, instead of an error of gen, the default verb
		args = []string{"--help"}
		parser.Stdout, parser.Exit = os.Stderr, func(int) { os.Exit(2) }
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		parser.Stdout = os.Stderr
	}
	parser.FatalIfErrorf(err)
	os.Exit(ctx.Selected().Target.Addr().Interface().(verb).run(os.Stdout, os.Stderr))
}

// version returns the version of the module from which the command was built.
func version() string {
	v := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return "ndwire-gen " + v
}

func run(f flags, stdout, stderr io.Writer) int {
	targets := []*target{{dir: f.Out, pattern: "*_gen.go", generate: packages}}
	switch {
	case f.Docs != "":
		targets = []*target{{dir: f.Docs, pattern: "*.md", generate: pages}}
	case f.Tests != "":
		targets = append(targets, &target{dir: f.Tests, pattern: "*_gen_test.go", generate: testsFor(f)})
	}
	stale := 0
	for _, t := range targets {
		files, ok := t.generate(f.Specs, stderr)
		if !ok {
			return 1
		}
		var err error
		if t.changes, err = compare(t.dir, t.pattern, files); err != nil {
			fmt.Fprintln(stderr, "ndwire-gen:", err)
			return 1
		}
		stale += len(t.changes)
	}
	for _, t := range targets {
		if f.Check {
			for _, c := range t.changes {
				fmt.Fprintf(stdout, "%s", c.diff())
			}
		} else if err := apply(t.dir, t.changes); err != nil {
			fmt.Fprintln(stderr, "ndwire-gen:", err)
			return 1
		}
	}
	if f.Check && stale > 0 {
		fmt.Fprintf(stderr, "ndwire-gen: %d generated files are stale: run ndwire-gen without --check\n", stale)
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

// testsFor returns what makes the tests of all specs, whose package is named after their folder.
func testsFor(f flags) func([]string, io.Writer) (map[string][]byte, bool) {
	return func(specs []string, stderr io.Writer) (map[string][]byte, bool) {
		out, err := filepath.Abs(f.Out)
		if err != nil {
			fmt.Fprintln(stderr, "ndwire-gen:", err)
			return nil, false
		}
		tests, err := filepath.Abs(f.Tests)
		if err != nil {
			fmt.Fprintln(stderr, "ndwire-gen:", err)
			return nil, false
		}
		pkg := filepath.Base(tests)
		if tests == out {
			pkg += "_test"
		}
		return generate(specs, func(m *spec.Model) ([]gen.File, error) {
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
				fmt.Fprintf(stderr, "ndwire-gen: %s is neither a file nor a verb; the verbs are %s\n", printable.Text(path), strings.Join(verbNames(), ", "))
				return nil, false
			}
			explain(stderr, err)
			ok = false
			continue
		}
		for _, file := range made {
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

// isMistypedVerb reports whether a missing file may be a mistyped verb, by its name.
func isMistypedVerb(path string, err error) bool {
	return errors.Is(err, fs.ErrNotExist) && filepath.Base(path) == path && filepath.Ext(path) == ""
}

// verbNames returns all verbs, as the command line has them.
func verbNames() []string {
	var names []string
	for f := range reflect.TypeFor[verbs]().Fields() {
		if _, ok := f.Tag.Lookup("cmd"); ok {
			names = append(names, strings.ToLower(f.Name))
		}
	}
	return names
}

// explain prints an error; mistakes of a spec with their lines of the file. For a log in the place of a spec, it prints one error instead of
// one for each line.
func explain(w io.Writer, err error) {
	mistakes, ok := errors.AsType[spec.Errors](err)
	switch {
	case !ok:
		fmt.Fprintln(w, "ndwire-gen:", err)
		return
	case isLog(mistakes[0].Pos.File):
		fmt.Fprintf(w, "ndwire-gen: %s is a log, not a spec: `ndwire-gen init` writes a spec for logs; the other verbs take the spec first, then logs\n", printable.Text(mistakes[0].Pos.File))
		return
	}
	for _, e := range mistakes {
		fmt.Fprintf(w, "%v\n%s", e, e.Excerpt())
	}
}

// isLog reports whether the first line of a file is a JSON object, and the file is not a spec written in JSON.
func isLog(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	for line, err := range decoder.NewLines(f).Recycled() {
		if err != nil || line[0] != '{' {
			return false
		}
		_, isSpec := line.Get("ndwire")
		return !isSpec
	}
	return false
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
