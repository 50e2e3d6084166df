package gen

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// linePath is a line that contains a record.
type linePath struct {
	line string // JSON with $ in place of the record
	tags []tag  // the tags that choose the record
}

// findPaths finds the shortest path from a line to each record of the spec. No path leads through members that are decoded on demand, or that may
// stand elsewhere.
func (t *tests) findPaths() {
	if t.Line == nil || t.View {
		return
	}
	var queue []*spec.Record
	add := func(r *spec.Record, w linePath) {
		if _, ok := t.paths[r]; !ok && t.declaredIn[r] == t.Model && !t.isOpaque(r, nil) && !t.isScattered(r) {
			t.paths[r] = w
			queue = append(queue, r)
		}
	}
	t.within(&spec.Type{Kind: spec.UnionType, Union: t.Line}, "$", add)
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		for _, f := range t.record(r).declaredFields() {
			if f.field.Const != "" || f.field.Lazy || f.field.Encoded || f.field.Inline == spec.InlineAlways || isFixed(r, f.field.Name) {
				continue
			}
			tags := t.paths[r].tags
			if len(f.field.When) > 0 {
				if t.makesAnother(r, r.TagField.Name, quoteKey(f.field.When[0])) {
					continue
				}
				tags = withTag(tags, tag{r.TagField.Name, quoteKey(f.field.When[0])})
			}
			o := t.zero(r, tags)
			if f.field.By == "" {
				t.within(f.field.Type, strings.Replace(t.paths[r].line, "$", o.textAround(f.field.Name), 1), add)
				continue
			}
			for _, payload := range f.field.Type.Union.Cases {
				if t.hasOtherTags(f.field.Type.Union, payload) {
					continue
				}
				// Without the sibling tag, the payload would be another record; with some values of it, the record around it would.
				literal := siblingLiteral(f.field.Type.Union, payload)
				if t.makesAnother(r, f.field.By, literal) || t.isMissing(r, f.field.By) {
					continue
				}
				if tags, ok := t.tagsOf(f.field.Type.Union, payload); ok && literal != "" && !slices.ContainsFunc(tags, func(t tag) bool { return t.literal == "" }) {
					line := strings.Replace(t.paths[r].line, "$", o.with(entry{f.field.By, literal}).textAround(f.field.Name), 1)
					add(payload, linePath{line, tags})
				}
			}
		}
	}
}

// makesAnother reports whether a union that chooses r by a tag chooses another record for a value of it.
func (t *tests) makesAnother(r *spec.Record, name, literal string) bool {
	var in func(n *spec.Node) bool
	in = func(n *spec.Node) bool {
		isTag := slices.ContainsFunc(n.Tag, func(tagPath []string) bool { return slices.Equal(tagPath, []string{name}) })
		if isTag && slices.Contains(recordsOf(&spec.Target{Node: n}), r) {
			to := n.Otherwise
			if i := slices.IndexFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == literal }); i >= 0 {
				to = &n.Cases[i].Target
			}
			if to == nil || !slices.Contains(recordsOf(to), r) {
				return true
			}
		}
		return slices.ContainsFunc(slices.Collect(n.Targets()), func(t *spec.Target) bool { return t.Node != nil && in(t.Node) })
	}
	return slices.ContainsFunc(t.Unions, func(u *spec.Union) bool { return u.Tree != nil && in(u.Tree) })
}

// isTagOfOuter reports whether a field has the tag of a record around its own one. With another value, the outer record would be another one.
func (t *tests) isTagOfOuter(f *spec.Field) bool {
	var in func(n *spec.Node) bool
	in = func(n *spec.Node) bool {
		for _, tagPath := range n.Tag {
			if len(tagPath) < 2 {
				continue // the tag is in the record itself: looking at all records for each field would take quadratic time
			}
			leads := func(r *spec.Record) bool { return t.leadsTo(r, tagPath, f, true) }
			if slices.ContainsFunc(recordsOf(&spec.Target{Node: n}), leads) {
				return true
			}
		}
		return slices.ContainsFunc(slices.Collect(n.Targets()), func(t *spec.Target) bool { return t.Node != nil && in(t.Node) })
	}
	return slices.ContainsFunc(t.Unions, func(u *spec.Union) bool { return u.Tree != nil && in(u.Tree) })
}

// leadsTo reports whether the path of a tag leads from r to the value of a field of another record, which is in a member of r. The field may have any
// type: where the tag must be absent, also one that no tag has.
func (t *tests) leadsTo(r *spec.Record, tagPath []string, f *spec.Field, outer bool) bool {
	return slices.ContainsFunc(t.record(r).declaredFields(), func(d declaredField) bool {
		switch {
		case d.field.Name != tagPath[0]:
			return false
		case len(tagPath) > 1 && d.field.Type != nil && d.field.Type.Kind == spec.RecordType:
			return t.leadsTo(d.field.Type.Record, tagPath[1:], f, false)
		}
		return !outer && d.field == f
	})
}

// within calls add with each record that a value of a type can contain, and with the line that has $ in place of the record. open are the
// unions of which the value is a part: a value of a recursive union can contain the same records at any depth.
func (t *tests) within(typ *spec.Type, line string, add func(*spec.Record, linePath), open ...*spec.Union) {
	switch typ.Kind {
	case spec.RecordType:
		add(typ.Record, linePath{line: line})
	case spec.Array:
		t.within(typ.Elem, strings.Replace(line, "$", "[$]", 1), add, open...)
	case spec.Map:
		if key, ok := t.ofType(typ.Key, nil, ""); ok {
			t.within(typ.Elem, strings.Replace(line, "$", "{"+key.json+":$}", 1), add, open...)
		}
	case spec.UnionType:
		if slices.Contains(open, typ.Union) {
			return
		}
		open = append(slices.Clip(open), typ.Union)
		for _, a := range typ.Union.Variants {
			t.within(a.Type, line, add, open...)
		}
		for _, r := range typ.Union.Cases {
			if t.hasOtherTags(typ.Union, r) {
				continue
			}
			// Without a member whose presence chooses it, the record would be another one.
			if tags, ok := t.tagsOf(typ.Union, r); ok && !slices.ContainsFunc(tags, func(t tag) bool { return t.literal == "" }) {
				if text := around(typ.Union, r); strings.Contains(text, "$") {
					add(r, linePath{strings.Replace(line, "$", text, 1), tags})
				}
			}
		}
	}
}

// hasOtherTags reports whether a record has other tags in a union than alone. The table has the record alone.
func (t *tests) hasOtherTags(u *spec.Union, r *spec.Record) bool {
	u, root := rootOf(u), t.root(r)
	return slices.ContainsFunc(r.Tags, func(g *spec.Tag) bool { return slices.Contains(g.Unions, u) != slices.Contains(g.Unions, root) })
}

// around returns the JSON around a case of a union, with $ in place of the case.
func around(u *spec.Union, r *spec.Record) string {
	if u.Tree == nil || !u.Tree.External {
		return "$"
	}
	for _, c := range u.Tree.Cases {
		a := u.Tree.Adjacent
		switch {
		case c.Target.Record != r:
		case a != nil && c.Unit:
			return "{" + quoteKey(a.Tag) + ":" + c.Literal + "}"
		case a != nil:
			return "{" + quoteKey(a.Tag) + ":" + c.Literal + keyText(a.Content) + "$}"
		case c.Unit:
			return c.Literal
		default:
			return "{" + c.Literal + ":$}"
		}
	}
	return ""
}
