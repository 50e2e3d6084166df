package main

import (
	"io"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/schema"
)

// schemaCommand is `ndwire-gen schema`, which prints a JSON Schema of the lines that a spec describes.
type schemaCommand struct {
	Strict bool   `help:"Refuse members, kinds and enum values that the spec does not know, too."`
	Spec   string `arg:"" help:"Spec file."`
}

func (c *schemaCommand) run(stdout, stderr io.Writer) int {
	m, err := spec.Load(c.Spec)
	if err != nil {
		explain(stderr, err)
		return 1
	}
	text, err := schema.Of(m, schema.Options{Strict: c.Strict})
	if err == nil {
		_, err = stdout.Write(text)
	}
	if err != nil {
		complain(stderr, err)
		return 1
	}
	return 0
}
