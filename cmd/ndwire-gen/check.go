package main

import (
	"fmt"
	"io"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// checkCommand loads specs and prints their mistakes, or what they have.
type checkCommand struct {
	Specs []string `arg:"" name:"spec" help:"Spec files; - is the standard input, whose imports are read from the current folder."`
}

func (c *checkCommand) run(stdout, stderr io.Writer) int {
	status := 0
	for _, path := range c.Specs {
		m, err := loadSpec(path)
		if err != nil {
			explain(stderr, err)
			status = 1
			continue
		}
		for _, n := range m.Notes {
			fmt.Fprintf(stderr, "%s: note: %s\n%s", printable.Text(n.Pos.String()), printable.Text(n.Msg), n.Excerpt())
		}
		fields := 0
		for _, r := range m.Records {
			fields += len(r.Fields)
		}
		fmt.Fprintf(stdout, "%s: protocol %s: %s of lines, %s with %s, %s, %s\n", printable.Text(m.File), m.Protocol,
			count(kindsOfLines(m), "kind"), count(len(m.Records), "record"), count(fields, "field"), count(len(m.Unions), "union"), count(len(m.Enums), "enum"))
	}
	return status
}

// kindsOfLines returns the number of kinds of cases. A family of kinds, which has only a discriminator, is none of them.
func kindsOfLines(m *spec.Model) int {
	if m.Line == nil {
		return 0
	}
	kinds := map[*spec.Kind]bool{}
	var walk func(n *spec.Node)
	walk = func(n *spec.Node) {
		for t := range n.Targets() {
			if t.Node != nil {
				walk(t.Node)
			} else {
				kinds[t.Kind] = true
			}
		}
	}
	walk(m.Line.Tree)
	return len(kinds)
}
