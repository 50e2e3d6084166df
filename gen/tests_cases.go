package gen

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// cases prints the test of a union by tag. It leaves out cases that are not chosen by their own members alone.
func (t *tests) cases(u *spec.Union) jen.Code {
	root := rootOf(u)
	later := ""
	if n := root.Tree; n.Otherwise == nil && len(n.Tag) > 0 && len(n.Tag[0]) == 1 {
		word := "later"
		for slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == quoteKey(word) }) {
			word += "_"
		}
		later = "{" + quoteKey(n.Tag[0][0]) + ":" + quoteKey(word) + "}"
	}
	test, args := "Cases", []jen.Code{id("t")}
	if t.appendsByUnion(u) {
		test = "CasesOf"
		wrapped := t.ref("Any", u).Values(keyed(u.Name, id("v"))).Dot("MarshalJSON").Call()
		args = append(args, jen.Func().Params(jen.Id("v").Add(t.ref("", u))).Params(jen.Index().Byte(), jen.Error()).Add(oneLine(jen.Return(wrapped))))
	}
	args = append(args, t.refName("Unmarshal"+u.Name, u), t.refName("Clone"+u.Name, u), text(later),
		jen.Op("&").Add(t.refName(root.Unknown, root).Values()))
	for _, r := range u.Cases {
		if tags, ok := t.tagsOf(u, r); ok && !t.isOpaque(r, nil) && !(root == t.Line && t.isScattered(r)) {
			args = append(args, jen.Line().Add(t.pointer(t.zeroIn(root, r, tags))))
		}
	}
	return jen.Qual(fieldtestPath, test).Index(t.ref("", u)).Call(append(args, jen.Line())...)
}

// siblings returns a record for each payload that a sibling tag chooses, also for payloads of records that are always flattened.
func (t *tests) siblings() []jen.Code {
	var list []jen.Code
	for _, r := range t.Records {
		if r.Group || t.isOpaque(r, nil) {
			continue
		}
		for _, f := range r.Fields {
			switch {
			case f.By != "":
				for _, value := range t.payloads(f) {
					o := t.zero(r, withTag(t.paths[r].tags, tag{f.By, value.literal})).with(entry{f.Name, value.text()}, setting{r, f.GoName, t.pointer(value.object)})
					list = append(list, jen.Line().Add(t.pointer(o)))
				}
			case f.Inline == spec.InlineAlways && f.Type.Kind == spec.RecordType && t.form(f) == plain:
				inner := f.Type.Record
				for _, i := range t.record(inner).declaredFields() {
					if i.field.By == "" {
						continue
					}
					for _, value := range t.payloads(i.field) {
						set := t.zero(inner, []tag{{i.field.By, value.literal}}).with(entry{}, setting{i.owner, i.field.GoName, t.pointer(value.object)})
						o := t.zero(r, t.paths[r].tags).with(entry{}, setting{r, f.GoName, t.literal(set)})
						list = append(list, jen.Line().Add(t.pointer(o)))
					}
				}
			}
		}
	}
	if list != nil {
		list = append(list, jen.Line())
	}
	return list
}

// payload is a payload with nothing but the tags that choose it, and the literal of its sibling tag.
type payload struct {
	*object
	literal string
}

// payloads returns the payloads that the sibling tag of f chooses.
func (t *tests) payloads(f *spec.Field) (list []payload) {
	for _, c := range f.Type.Union.Tree.Cases {
		for _, r := range recordsOf(&c.Target) {
			if tags, ok := t.tagsOf(f.Type.Union, r); ok && !t.isOpaque(r, nil) {
				list = append(list, payload{t.zeroIn(f.Type.Union, r, tags), c.Literal})
			}
		}
	}
	return list
}

// payload returns the first record that a literal of the sibling tag of f chooses, with nothing but the tags that choose it; nil if there is
// none. The payload is no record of which it would be a part itself.
func (t *tests) payload(f declaredField, literal string) *object {
	for _, c := range f.field.Type.Union.Tree.Cases {
		if c.Literal != literal {
			continue
		}
		for _, r := range recordsOf(&c.Target) {
			if slices.Contains(t.open, r) || t.isOpaque(r, nil) {
				continue
			}
			if tags, ok := t.tagsOf(f.field.Type.Union, r); ok {
				return t.zeroIn(f.field.Type.Union, r, tags)
			}
		}
	}
	return nil
}

// enter adds r to the records that are being built, until the function that it returns is called.
func (t *tests) enter(r *spec.Record) (leave func()) {
	t.open = append(t.open, r)
	return func() { t.open = t.open[:len(t.open)-1] }
}

// canBuildPayload reports whether a record with the tags can be built. If one of them is a sibling tag, a payload of it must be a record.
func (t *tests) canBuildPayload(r *spec.Record, tags []tag) bool {
	defer t.enter(r)()
	built := map[string]bool{} // for each sibling tag, whether it has a record
	for _, f := range t.record(r).declaredFields() {
		i := slices.IndexFunc(tags, func(t tag) bool { return f.field.By != "" && t.name == f.field.By })
		if i >= 0 {
			built[f.field.By] = built[f.field.By] || t.payload(f, tags[i].literal) != nil
		}
	}
	return !slices.Contains(slices.Collect(maps.Values(built)), false)
}

// leavesOut reports whether a program cannot build r with the tags: the encoder leaves out one of them. The record without it is read as r, too.
func (t *tests) leavesOut(r *spec.Record, tags []tag) bool {
	return slices.ContainsFunc(t.record(r).declaredFields(), func(f declaredField) bool {
		return slices.ContainsFunc(tags, func(t tag) bool { return t.name == f.field.Name && t.literal != "" && f.field.LeavesOut(t.literal) })
	})
}

// hasRawNull reports whether a tag of r that is null is in an optional field of any type: such a null is read as nil, and noted.
func (t *tests) hasRawNull(r *spec.Record, tags []tag) bool {
	isRawNull := func(f *spec.Field, literal string) bool {
		return literal == "null" && f.Type.Kind == spec.JSON && f.Optional
	}
	return slices.ContainsFunc(t.ownTags(t.record(r), t.root(r)), func(o ownTag) bool { return isRawNull(o.path[len(o.path)-1].field, o.literal) }) ||
		slices.ContainsFunc(t.record(r).declaredFields(), func(f declaredField) bool {
			return f.field.Type != nil && slices.ContainsFunc(tags, func(t tag) bool { return t.name == f.field.Name && isRawNull(f.field, t.literal) })
		})
}

// nameOfCase returns the member whose presence chooses a case.
func nameOfCase(c *spec.Case) string {
	name, _ := stringLiteral(c.Literal)
	return name
}

// withOwnTags returns o with those tags in list that are fields: the tags that always choose the record.
func (t *tests) withOwnTags(o *object, list []ownTag) *object {
	for i, own := range list {
		m := own.path[0]
		if path := m.field.Path; path != nil { // the tag lies in another object
			switch json := spelled(m.field.Type, own.text()); {
			case o.hasPath(path):
			case json == "null" && t.isNilForNull(m.field):
				o = o.withPath(path, json)
			default:
				o = o.withPath(path, json, setting{m.owner, m.goName(), t.holderValue(own, m)})
			}
			continue
		}
		if len(own.path) == 1 {
			json, value := spelled(m.field.Type, own.text()), t.holderValue(own, m)
			if m.field.Type.Kind == spec.UnionType {
				inner := t.zeroIn(m.field.Type.Union, caseOf(m.field.Type.Union, own.literal), nil)
				json, value = inner.text(), t.pointer(inner)
			}
			if json == "null" && t.isNilForNull(m.field) {
				o = o.with(entry{m.key, json})
				continue
			}
			o = o.with(entry{m.key, json}, setting{m.owner, m.goName(), value})
			continue
		}
		goesThrough := func(o ownTag) bool { return len(o.path) > 1 && o.path[0] == m }
		if slices.IndexFunc(list, goesThrough) != i {
			continue // o has the tag already
		}
		var within []ownTag
		for _, own := range list[i:] {
			if goesThrough(own) {
				own.path = own.path[1:]
				within = append(within, own)
			}
		}
		inner := t.withOwnTags(t.zero(m.field.Type.Record, nil), within)
		value := t.literal(inner)
		if m.form == pointer {
			value = t.pointer(inner)
		}
		o = o.with(entry{m.key, inner.text()}, setting{m.owner, m.goName(), value})
	}
	return o
}

// isNilForNull reports whether a field of type json is nil for null: a required one is written as null if it is nil, and a view keeps no null.
func (t *tests) isNilForNull(f *spec.Field) bool {
	return f.Type.Kind == spec.JSON && (!f.Optional || t.View)
}

// oneCase returns a value of a union by tag: its first case that tags alone can choose.
func (t *tests) oneCase(u *spec.Union, within []*spec.Record) (sample, bool) {
	for _, r := range u.Cases {
		tags, ok := t.tagsOf(u, r)
		if !ok || slices.Contains(within, r) || rootOf(u).Tree.Sibling && siblingLiteral(rootOf(u), r) == "" {
			continue // no value of its tag chooses it
		}
		if o, ok := t.some(rootOf(u), r, tags, within); ok {
			return sample{json: strings.Replace(around(u, r), "$", o.text(), 1), tag: siblingLiteral(u, r), code: t.pointer(o)}, true
		}
	}
	return sample{}, false
}

// tagsOf returns the members by which a union chooses a case. ok is false if the case is not chosen by its own members alone, or if no payload can
// be built for any tag that is also a sibling tag.
func (t *tests) tagsOf(u *spec.Union, r *spec.Record) ([]tag, bool) {
	u = rootOf(u)
	rests := 0 // nodes whose otherwise leads to the current one, and that choose another record instead of a new r
	var leads func(n *spec.Node, tags []tag) ([]tag, bool)
	follow := func(to *spec.Target, tags []tag) ([]tag, bool) {
		switch {
		case to == nil:
		case to.Record == r:
			return tags, rests == 0 && t.canBuildPayload(r, tags)
		case to.Node != nil:
			return leads(to.Node, tags)
		}
		return nil, false
	}
	leads = func(n *spec.Node, tags []tag) ([]tag, bool) {
		simple := !n.Has && len(n.Tag) == 1 && len(n.Tag[0]) == 1
		for _, c := range n.Cases {
			if n.Sibling || n.External || n.Results { // the tag is not a member of the case
				if list, ok := follow(&c.Target, tags); ok {
					return list, true
				}
			} else if simple {
				if list, ok := follow(&c.Target, withTag(tags, tag{n.Tag[0][0], c.Literal})); ok {
					return list, true
				}
			} else if name, _ := stringLiteral(c.Literal); n.Has && requires(r, name) {
				if list, ok := follow(&c.Target, withTag(tags, tag{name: name})); ok {
					return list, true
				}
			}
		}
		if n.Absent != nil && !t.hasTagWhenNew(n, r) {
			return follow(n.Absent, tags)
		}
		if t.isAnotherWhenNew(n, r) {
			rests++
			defer func() { rests-- }()
		}
		return follow(n.Otherwise, tags)
	}
	return leads(u.Tree, nil)
}

// isMissing reports whether a union chooses a record by the absence of a member: of a tag, or of a member whose presence chooses an earlier case.
func (t *tests) isMissing(r *spec.Record, name string) bool {
	var in func(n *spec.Node) bool
	in = func(n *spec.Node) bool {
		if a := n.Absent; a != nil && slices.Contains(recordsOf(a), r) && (n.Otherwise == nil || !slices.Contains(recordsOf(n.Otherwise), r)) {
			if slices.ContainsFunc(n.Tag, func(tagPath []string) bool { return tagPath[0] == name }) {
				return true
			}
		}
		if i := slices.IndexFunc(n.Cases, func(c *spec.Case) bool { return n.Has && nameOfCase(c) == name }); i >= 0 {
			// If the case leads to the record, too, the member chooses no other one.
			later := slices.ContainsFunc(slices.Collect(n.Targets())[i+1:], func(t *spec.Target) bool { return slices.Contains(recordsOf(t), r) })
			if later && !slices.Contains(recordsOf(&n.Cases[i].Target), r) {
				return true
			}
		}
		return slices.ContainsFunc(slices.Collect(n.Targets()), func(t *spec.Target) bool { return t.Node != nil && in(t.Node) })
	}
	return slices.ContainsFunc(t.Unions, func(u *spec.Union) bool { return u.Tree != nil && in(u.Tree) })
}

// requiresTag reports whether a new record is written with a value at the path of a tag.
func requiresTag(r *spec.Record, tagPath []string) bool {
	for _, f := range (&record{Record: r}).declaredFields() {
		switch {
		case f.field.Name != tagPath[0] || f.field.Optional && !f.field.Usual || f.field.Nullable && len(tagPath) > 1 || f.field.Type == nil:
		case len(tagPath) == 1:
			return true
		case f.field.Type.Kind == spec.RecordType && !f.field.Lazy && !f.field.Encoded:
			return requiresTag(f.field.Type.Record, tagPath[1:])
		}
	}
	return false
}

// isAnotherWhenNew reports whether a new record that a node chooses for unknown values of its tag would be read as a known case, because its
// field for the tag is not set.
func (t *tests) isAnotherWhenNew(n *spec.Node, r *spec.Record) bool {
	if r == nil || n.Has || n.Otherwise == nil || !slices.Contains(recordsOf(n.Otherwise), r) {
		return false
	}
	for _, tagPath := range n.Tag {
		if literal := t.newTag(r, tagPath); literal != "" {
			if s, _ := stringLiteral(literal); s != "" && n.Otherwise.Open {
				return true // the kind has the text
			}
			return slices.ContainsFunc(n.Cases, func(c *spec.Case) bool {
				return c.Literal == literal && (c.Target.Record != r || c.Target.Kind != n.Otherwise.Kind)
			})
		}
	}
	return n.Absent != nil && (n.Absent.Record != r || n.Absent.Kind != n.Otherwise.Kind)
}

// hasTagWhenNew reports whether a new record is written with the tag of a node that also leads to it without the tag.
func (t *tests) hasTagWhenNew(n *spec.Node, r *spec.Record) bool {
	return slices.Contains(recordsOf(n.Absent), r) && slices.ContainsFunc(n.Tag, func(tagPath []string) bool { return t.newTag(r, tagPath) != "" })
}

// newTag returns the value that a new record is written with at the path of a tag, in JSON; "" if it has none there.
func (t *tests) newTag(r *spec.Record, tagPath []string) string {
	for _, f := range t.record(r).declaredFields() {
		if f.field.Path != nil && !f.field.Optional && slices.Equal(f.field.Path, tagPath) {
			return t.zeroText(f.field)
		}
	}
	value := json.RawMessage(t.zero(r, nil).text())
	for _, key := range tagPath {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil {
			return "" // not an object
		}
		value = members[key]
	}
	return string(value)
}

// rootOf returns the union that has the tags of u.
func rootOf(u *spec.Union) *spec.Union {
	for u.Of != nil {
		u = u.Of
	}
	return u
}

// requires reports whether a record is always written with a member.
func requires(r *spec.Record, name string) bool {
	return slices.ContainsFunc((&record{Record: r}).declaredFields(), func(f declaredField) bool {
		return f.field.Name == name && !f.field.Optional && len(f.field.When) == 0
	})
}

// results prints the tests of fields that have results: each case of each method.
func (t *tests) results() []jen.Code {
	var list []jen.Code
	for _, r := range t.Records {
		for _, f := range r.Fields {
			if !isResult(f.Type) || r.Group || t.isOpaque(r, nil) {
				continue
			}
			u := f.Type.Union
			typ := t.ref("", r)
			args := []jen.Code{id("t"),
				jen.Func().Params().Params(jen.Op("*").Add(typ)).Add(oneLine(jen.Return(t.pointer(t.zero(r, t.paths[r].tags))))),
				jen.Parens(jen.Op("*").Add(typ)).Dot("Set" + f.GoName), jen.Parens(jen.Op("*").Add(typ)).Dot("Decode" + f.GoName)}
			for _, c := range u.Tree.Cases {
				name, _ := stringLiteral(c.Literal)
				for _, payload := range recordsOf(&c.Target) {
					if tags, ok := t.tagsOf(u, payload); ok && !t.isOpaque(payload, nil) && !t.hasRawNull(payload, tags) {
						args = append(args, jen.Line().Qual(fieldtestPath, "Result").Index(t.ref("", u)).Values(
							keyed("Method", text(name)), keyed("Value", t.pointer(t.zeroIn(u, payload, tags)))))
					}
				}
			}
			list = append(list, jen.Qual(fieldtestPath, "Results").Call(append(args, jen.Line())...))
		}
	}
	return list
}
