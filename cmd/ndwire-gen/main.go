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
// If a verb and a file have the same name, the verb is meant: ./check is the file. A wrong command line exits with 2.
//
// # gen
//
// The files of each spec are written to DIR, the current folder by default; with --docs these are pages about the specs in
// Markdown, one for each and an index. Generated files there that no spec gives any more are removed, and files that would not
// change are left alone. A file that was not generated is never overwritten. All mistakes of the specs are printed, each with its line,
// and nothing is written if there is one. With --check nothing is written at all: it prints what would change, and exits with 1 if
// anything would.
//
// With --tests, its DIR gets fields_gen_test.go as well: tests that read and write each member of each record alone. Their package has the
// name of the folder, or of the tested package with the suffix _test if it is in the same folder. If the spec has no import path, they import the
// package by the path that its folder has in the module.
//
// # init, import
//
// Init writes a spec for sample lines, and import one for a JSON Schema, as spec/SPEC.md describes. An existing spec is not overwritten.
//
// # check
//
// Check prints all mistakes of specs, each with its line, and one line about each spec that has none. It exits with 1 if there is one. Records,
// unions and enums that no line has are notes, not mistakes.
//
// # fmt
//
// Fmt lays out specs, and prints their text, or with -l the names of those that have another layout, with -d what would change (and exits
// with 1 if anything would), or writes them with -w. Comments and order stay. For fmt and check, - is the standard input, as editors use them.
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
// types; --keep-types changes no type, --rare widens types for rare values, too. Drift exits with 1 if the lines have something new, and with 2
// if they could not be compared.
//
// # schema
//
// Schema prints a JSON Schema (draft 2020-12) of a line, or the definitions of all types for a spec without `line:`. The schema
// accepts what the spec does not know, as decoding does; with --strict it refuses it, as strict readers do.
package main

import (
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ndwire/ndwire/cmd/internal/cmdline"
)

// verbs are the verbs of the command. Each has a file of its name.
type verbs struct {
	Version kong.VersionFlag `help:"Print the version."`
	Gen     genCommand       `cmd:"" default:"withargs" help:"Write the Go packages that specs describe. The verb can be left out."`
	Init    initCommand      `cmd:"" help:"Write a spec for sample lines."`
	Import  importCommand    `cmd:"" help:"Write a spec for a JSON Schema."`
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
	stdout := &cmdline.Output{W: os.Stdout}
	exit := func(status int) {
		if status == 0 && stdout.Err != nil {
			complain(os.Stderr, stdout.Err)
			status = 1
		}
		os.Exit(status)
	}
	parser := kong.Must(&verbs{}, kong.Name("ndwire-gen"), kong.Description("Write the Go package that a spec describes, and work on specs."),
		kong.Vars{"version": version()}, kong.ShortUsageOnError(), kong.Writers(stdout, os.Stderr),
		kong.Exit(exit), cmdline.Verbatim())
	args := os.Args[1:]
	if len(args) == 0 { // show all verbs, instead of an error of gen, the default verb
		args = []string{"--help"}
		parser.Stdout, parser.Exit = os.Stderr, func(int) { os.Exit(2) }
	}
	ctx, err := parser.Parse(args)
	if stdout.Err != nil { // the help could not be written
		exit(0)
	}
	if err != nil {
		parser.Stdout, parser.Exit = os.Stderr, func(int) { os.Exit(2) }
	}
	parser.FatalIfErrorf(err)
	exit(ctx.Selected().Target.Addr().Interface().(verb).run(stdout, os.Stderr))
}

// version returns the version of the module from which the command was built.
func version() string {
	v := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return "ndwire-gen " + v
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
