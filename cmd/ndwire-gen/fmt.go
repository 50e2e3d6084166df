package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/format"
)

// fmtCommand lays out specs, with the flags of gofmt.
type fmtCommand struct {
	List  bool     `short:"l" help:"Print the names of files whose layout would change, instead of their text."`
	Diff  bool     `short:"d" help:"Print what would change as a diff, and exit with 1 if anything would."`
	Write bool     `short:"w" help:"Write the files, and print nothing."`
	Specs []string `arg:"" name:"spec" help:"Spec files; - is the standard input."`
}

func (c *fmtCommand) run(stdout, stderr io.Writer) int {
	status := 0
	var changes []change
	for _, path := range c.Specs {
		var old []byte
		var err error
		switch {
		case path != "-":
			old, err = os.ReadFile(path)
		case c.Write:
			err = errors.New("-w writes files, and - is the standard input: leave one of them out")
		default:
			path = stdin
			old, err = readSpec(os.Stdin)
		}
		if err != nil {
			complain(stderr, err)
			status = 1
			continue
		}
		text, err := format.Source(path, old)
		if !bytes.Contains(old, []byte("ndwire")) { // the first key of a spec: a file of another kind must not be changed
			if _, mistake := spec.Parse(path, old); mistake != nil {
				err = mistake
			}
		}
		if err != nil {
			explain(stderr, err)
			status = 1
			continue
		}
		same := bytes.Equal(old, text)
		if !same {
			changes = append(changes, change{path, old, text})
		}
		if c.List && !same {
			fmt.Fprintln(stdout, path)
		}
		if c.Diff && !same {
			if err := printDiff(stdout, stderr, change{path, old, text}); err != nil {
				complain(stderr, err)
				return 1
			}
			status = 1
		}
		if !c.List && !c.Diff && !c.Write {
			stdout.Write(text)
		}
	}
	if c.Write {
		if err := replace(changes); err != nil {
			complain(stderr, err)
			return 1
		}
	}
	return status
}
