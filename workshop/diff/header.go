package diff

import (
	"cmp"
	"fmt"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
)

// header compares the top-level settings of the specs.
func (c *comparer) header() {
	before, after := c.before, c.after
	at := spec.Pos{File: after.File, Line: 1, Column: 1}
	say := func(name, text string, data, callers Effect) {
		c.change(Change{What: "spec", Name: name, Text: text, Pos: at, Data: data, Callers: callers})
	}
	if before.Protocol != after.Protocol {
		say("protocol", fmt.Sprintf("%s, was %s", after.Protocol, before.Protocol), Effect{}, Effect{})
	}
	if before.Package != after.Package {
		say("package", fmt.Sprintf("%s, was %s", after.Package, before.Package), Effect{}, breaks("the package has another name"))
	}
	if before.Import != after.Import && before.Import != "" && after.Import != "" {
		say("import", fmt.Sprintf("%s, was %s", after.Import, before.Import), Effect{}, breaks("the package has another import path"))
	}
	switch {
	case !before.View && after.View:
		say("unknown", "skip, was keep", breaks("members that the spec does not declare are skipped, and lost"), Effect{})
	case before.View && !after.View:
		say("unknown", "keep, was skip", breaks("readers also deliver lines of unknown kinds, and strict readers refuse members that were skipped, and lines that lack a required one"), Effect{})
	}
	if before.Line != nil && after.Line == nil {
		say("line", "removed", breaks("lines are not decoded"), Effect{})
	}
	if before.Line == nil && after.Line != nil {
		say("line", "added", Effect{}, Effect{})
	}
	const defaultDepth = 1000 // of decoder.MaxDepth
	limit := func(name string, before, after, usual int64) {
		before, after = cmp.Or(before, usual), cmp.Or(after, usual)
		switch {
		case after < before:
			say(name, fmt.Sprintf("%d, was %d", after, before), breaks("lines beyond the limit were read"), Effect{})
		case after > before:
			say(name, fmt.Sprintf("%d, was %d", after, before), Effect{}, Effect{})
		}
	}
	limit("limits.depth", int64(before.Limits.Depth), int64(after.Limits.Depth), defaultDepth)
	limit("limits.line", before.Limits.Line, after.Limits.Line, decoder.DefaultMaxLine)
}
