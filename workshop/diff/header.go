package diff

import (
	"fmt"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
)

// header compares the top-level settings of the specs.
func (c *comparer) header() {
	old, new := c.old, c.new
	at := spec.Pos{File: new.File, Line: 1, Column: 1}
	say := func(name, text string, data, callers Effect) {
		c.change(Change{What: "spec", Name: name, Text: text, Pos: at, Data: data, Callers: callers})
	}
	if old.Protocol != new.Protocol {
		say("protocol", fmt.Sprintf("%s, was %s", new.Protocol, old.Protocol), Effect{}, Effect{})
	}
	if old.Package != new.Package {
		say("package", fmt.Sprintf("%s, was %s", new.Package, old.Package), Effect{}, breaks("the package has another name"))
	}
	if old.Import != new.Import && old.Import != "" && new.Import != "" {
		say("import", fmt.Sprintf("%s, was %s", new.Import, old.Import), Effect{}, breaks("the package has another import path"))
	}
	switch {
	case !old.View && new.View:
		say("unknown", "skip, was keep", breaks("members that the spec does not declare are skipped, and lost"), Effect{})
	case old.View && !new.View:
		say("unknown", "keep, was skip", breaks("readers also deliver lines of unknown kinds, and strict readers refuse members that were skipped"), Effect{})
	}
	if old.Line != nil && new.Line == nil {
		say("line", "removed", breaks("lines are not decoded"), Effect{})
	}
	if old.Line == nil && new.Line != nil {
		say("line", "added", Effect{}, Effect{})
	}
	const defaultDepth = 1000 // of decoder.MaxDepth
	limit := func(name string, old, new, usual int64) {
		if old = orDefault(old, usual); old != orDefault(new, usual) {
			why := ""
			if orDefault(new, usual) < old {
				why = "lines beyond the limit were read"
			}
			say(name, fmt.Sprintf("%d, was %d", orDefault(new, usual), old), breaks(why), Effect{})
		}
	}
	limit("limits.depth", int64(old.Limits.Depth), int64(new.Limits.Depth), defaultDepth)
	limit("limits.line", old.Limits.Line, new.Limits.Line, decoder.DefaultMaxLine)
}

func orDefault(n, usual int64) int64 {
	if n == 0 {
		return usual
	}
	return n
}
