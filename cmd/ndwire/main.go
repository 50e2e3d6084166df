// Command ndwire reports what is in the logs of AI coding agents.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"github.com/ndwire/ndwire/cmd/internal/cmdline"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
)

// commands are all verbs and flags; kong makes the help and the error messages from them.
type commands struct {
	Stat  statCommand  `cmd:"" help:"Count what is in files: lines, bytes, kinds, unknown and bad lines, tokens and cost."`
	Drift driftCommand `cmd:"" help:"Print what the lines have and the specs do not: members, cases, enum values, and values of another JSON type. Required members that are absent or null are not printed: 'ndwire-gen drift SPEC FILE...' prints them. Exit with status 1 if there is anything."`
}

func main() {
	if err := errors.Join(kernel.SelectNamed(os.Getenv(kernel.Variable)), predict.SelectNamed(os.Getenv(predict.Variable))); err != nil {
		complain(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(run(os.Args[1:], streams{os.Stdout, os.Stderr}))
}

// run runs one command line and returns the exit status: 0, 1 if the verb returned an error, 2 for a wrong command line.
func run(args []string, std streams) int {
	var cmd commands
	exited := -1
	help := &cmdline.Output{W: std.out}
	parser, err := kong.New(&cmd,
		kong.Name("ndwire"),
		kong.Description("Reads newline-delimited JSON of AI coding agents."),
		kong.Writers(help, std.err),
		kong.Exit(func(code int) { exited = code }),
		cmdline.Verbatim(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		panic(err) // the struct tags above are wrong
	}
	ctx, err := parser.Parse(args)
	if help.Err != nil {
		complain(std.err, help.Err)
		return 1
	}
	if exited >= 0 { // --help has been printed
		return exited
	}
	if err == nil {
		err = ctx.Run(std)
	} else {
		complain(std.err, fmt.Errorf("%w (try %s --help)", err, commandOf(err)))
		return 2
	}
	if err != nil {
		complain(std.err, err)
		return 1
	}
	return 0
}

// commandOf returns the command, with its verb if there is one, to which a wrong command line belongs.
func commandOf(err error) string {
	if wrong, ok := errors.AsType[*kong.ParseError](err); ok && wrong.Context != nil && wrong.Context.Selected() != nil {
		return "ndwire " + wrong.Context.Selected().Name
	}
	return "ndwire"
}
