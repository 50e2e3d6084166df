package diff

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// callers adds the broken uses of Go names to the changes that explain them. A broken use that no change of the spec explains becomes a change of
// its own.
func (c *comparer) callers(list []broken) {
	for _, b := range list {
		of, pos := c.declares(b)
		change := (*Change)(nil)
		for _, d := range of {
			if change = c.by[d]; change != nil {
				break
			}
		}
		if change == nil && b.added != "" { // of a record that has a record that changes
			c.change(Change{What: "record", Name: b.name, Text: strings.TrimPrefix(b.why, b.name+" "), Pos: pos}, of[:min(1, len(of))]...)
			continue
		}
		if change == nil {
			change = c.change(Change{What: "go", Name: b.name, Text: "changed", Pos: pos}, of[:min(1, len(of))]...)
			if b.lost != "" {
				change.Name, change.Text = b.lost, "no "+b.name
			}
		}
		if b.added != "" { // records are rarely compared with ==, which also compares the address in Extra
			change.Text += "; " + b.why
			continue
		}
		if _, isGetter := of[0].(*spec.Getter); isGetter && change.Callers.Breaks {
			continue // reported once, not for each case
		}
		change.Callers.Breaks = true
		change.Callers.Why = strings.TrimPrefix(change.Callers.Why+"; "+b.why, "; ")
	}
}

// importedCallers adds the broken uses of an imported package, as far as programs that use the importing one have its
// types.
func (c *comparer) importedCallers(v versions) {
	before, after := c.before, c.after
	c.before, c.after = v.before, v.after
	defer func() { c.before, c.after = before, after }()
	var list []broken
	for _, b := range v.old.compare(v.new, c.renamed) {
		of, _ := c.declares(b)
		name, _, _ := strings.Cut(b.name, ".")
		of = append(of, declared(v.before, name))
		if slices.ContainsFunc(of, func(d any) bool { return c.paired[d] || c.by[d] != nil }) {
			list = append(list, b)
		}
	}
	c.callers(list)
}

// declares returns the declarations of the old spec from which a Go name is generated, the nearest first, and the position of the first one.
func (c *comparer) declares(b broken) (of []any, pos spec.Pos) {
	add := func(d any, at spec.Pos) {
		if of = append(of, d); pos.Line == 0 {
			pos = at
		}
	}
	name, member, isMember := strings.Cut(b.name, ".")
	if b.added != "" {
		c.declaresAdded(b.added, add)
	}
	if b.lost != "" {
		add(caseOf{b.name, b.lost}, spec.Pos{})
		name = b.lost
	}
	for _, k := range c.before.Kinds {
		if k.GoName == name {
			add(k, k.Pos)
		}
	}
	for _, r := range c.before.Records {
		if r.Name != name {
			continue
		}
		if isMember {
			c.declaresMember(r, member, add)
		}
		if len(of) == 0 || b.lost != "" {
			add(r, r.Pos)
		}
	}
	for _, u := range c.before.Unions {
		switch name {
		case u.Name, "Any" + u.Name, "Clone" + u.Name, "Unmarshal" + u.Name, "Check" + u.Name, "Borrow" + u.Name, u.Unknown:
			declaresUnionMember(u, member, add)
			if len(of) == 0 {
				add(u, u.Pos)
			}
		}
	}
	for _, e := range c.before.Enums {
		for _, v := range e.Values {
			if v.GoName == name {
				add(v, v.Pos)
				add(e, e.Pos)
			}
		}
		if e.Name == name {
			add(e, e.Pos)
		}
	}
	if len(of) == 0 && c.before.Line != nil { // the functions for lines
		add(c.before.Line, c.before.Line.Pos)
	}
	if len(of) == 0 {
		add(c.before, spec.Pos{File: c.before.File, Line: 1, Column: 1})
	}
	return of, pos
}

// declaresAdded adds the declarations of the new spec from which a field, as Type.Field, is generated.
func (c *comparer) declaresAdded(name string, add func(any, spec.Pos)) {
	for _, r := range c.after.Records {
		for _, f := range r.Fields {
			if r.Name+"."+f.GoName == name {
				add(f, f.Pos)
			}
		}
		for _, f := range r.GoFields {
			if r.Name+"."+f.Name == name {
				add(f, f.Pos)
			}
		}
	}
}

// declaresUnionMember adds the declarations from which a field or method of a union is generated.
func declaresUnionMember(u *spec.Union, name string, add func(any, spec.Pos)) {
	for _, v := range u.Variants {
		if v.GoName == name {
			add(v, v.Pos)
		}
	}
	for _, g := range u.Getters {
		if g.GoName == name {
			add(g, g.Pos)
		}
	}
}

// declaresMember adds the declarations from which a field or method of a record is generated.
func (c *comparer) declaresMember(r *spec.Record, name string, add func(any, spec.Pos)) {
	for _, f := range r.Fields {
		if isOf(f, name) {
			add(f, f.Pos)
		}
	}
	for _, f := range r.GoFields {
		if f.Name == name {
			add(f, f.Pos)
		}
	}
	for _, e := range r.Embed {
		if e.Record.Name == name {
			add(e, e.Pos)
		}
	}
	for _, u := range c.before.Unions {
		for _, g := range u.Getters {
			if g.GoName == name && slices.Contains(u.Cases, r) {
				add(g, g.Pos)
			}
		}
	}
}

// isOf reports whether a Go field or method of a record is generated for a member.
func isOf(f *spec.Field, name string) bool {
	switch name {
	case f.GoName:
		return f.Const == ""
	case "Get" + f.GoName:
		return f.Type != nil && f.Type.Kind == spec.UUID
	case "Decode" + f.GoName, "Set" + f.GoName:
		return f.Lazy
	}
	return false
}
