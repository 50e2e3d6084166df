package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/importer"
)

// importCommand is `ndwire-gen import`, which writes a spec for a JSON Schema.
type importCommand struct {
	Name   string `placeholder:"NAME" help:"Name of the protocol and of the Go package; by default that of the spec file, or of the current folder."`
	Out    string `short:"o" placeholder:"FILE" help:"Spec file to write, which must not be there yet; by default, and for -, standard output."`
	Line   string `placeholder:"DEFINITION" help:"Definition that says what a line is; by default the root of the schema."`
	All    bool   `help:"Declare all definitions, also those that no line has."`
	Schema string `arg:"" help:"JSON Schema (2020-12) of a line; - is standard input."`
}

func (c *importCommand) run(stdout, stderr io.Writer) int {
	if !isName(c.Name, stderr) {
		return 1
	}
	var data []byte
	var err error
	if c.Schema == "-" {
		data, err = io.ReadAll(os.Stdin)
	} else {
		data, err = os.ReadFile(c.Schema)
	}
	if err != nil {
		complain(stderr, err)
		return 1
	}
	d, err := importer.Import(protocolName(c.Name, c.Out), data, importer.Options{Line: c.Line, All: c.All})
	if _, isNoJSON := errors.AsType[*decoder.Error](err); isNoJSON {
		if isSpec(c.Schema) {
			notify(stderr, "%s is a spec, not a JSON Schema", c.Schema)
		} else if isLog(c.Schema) {
			notify(stderr, "%s is a log, not a JSON Schema: `ndwire-gen init` writes a spec for logs", c.Schema)
		} else {
			notify(stderr, "%s: a JSON Schema is JSON, and this is not (yq -o json . converts YAML): %v", c.Schema, err)
		}
		return 1
	}
	if err != nil {
		mistakes, _ := errors.AsType[importer.Errors](err)
		for _, mistake := range mistakes {
			where := c.Schema
			if mistake.Line > 0 {
				where = fmt.Sprintf("%s:%d", where, mistake.Line)
			}
			notify(stderr, "%s: %v", where, mistake)
		}
		return 1
	}
	return writeSpec(d, c.Out, stdout, stderr)
}
