package spec

import (
	"cmp"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"
)

// external reads the cases of an external union: {Start: Start, Quit: null}. A null declares an empty record with the case's name. a is not nil if
// the union is adjacent.
func (f *file) external(u *Union, n *yaml.Node, a *Adjacent) *Node {
	node := &Node{External: true, Adjacent: a, Pos: f.nodePos(n)}
	for _, e := range f.entries(n, "the cases of "+u.Name) {
		literal, ok := f.literal(e.key)
		if !ok {
			continue
		}
		c := &Case{Literal: literal, About: About{Pos: f.nodePos(e.key)}}
		if _, isText := unquoteJSON(literal); !isText {
			f.errorf(c.Pos, "expected a text as the name of the case, found %s; put it in quotes if it is a text; a tag that is not a text is a member of a record, whose payload says `by:`", literal)
			continue
		}
		c.GoName = caseName(c.Literal)
		if literal == `""` {
			f.errorf(c.Pos, "the name of a case of an external union cannot be empty")
			continue
		}
		if first := node.find(c.Literal); first != nil {
			f.conflict(c.Pos, first.Pos, "the case %s appears twice", c.Literal)
			continue
		}
		node.Cases = append(node.Cases, c)
		f.externalCase(node, u, c, e.value)
	}
	if len(n.Content) == 0 && n.Kind == yaml.MappingNode {
		f.errorf(node.Pos, "the union %s has no cases", u.Name)
	}
	return node
}

// adjacent reads a union whose tag is next to the record: {tag: t, content: c, cases: {start: Start}}.
func (f *file) adjacent(u *Union, d discriminator, content *yaml.Node) *Node {
	a := &Adjacent{Content: f.besideName(content, "content", "the member that has the record")}
	if d.tag == nil || d.cases == nil {
		f.errorf(d.at, "an adjacent union needs `tag:`, `content:` and `cases:`")
		return nil
	}
	a.Tag = f.besideName(d.tag, "tag", "the member that is the tag")
	if a.Tag == a.Content && a.Tag != "" {
		f.errorf(f.nodePos(content), "the tag and the content are the same member %q", a.Tag)
	}
	return f.external(u, d.cases, a)
}

// externalCase reads the target of a case: a record, null, or the long form {to: Record, go: Name, doc: ...}.
func (f *file) externalCase(node *Node, u *Union, c *Case, n *yaml.Node) {
	to := n
	if n.Kind == yaml.MappingNode {
		if isDiscriminator(n) {
			name := cmp.Or(c.GoName, "Case")
			f.noRecordCase(node, u, c, "a discriminator", "the union "+name+" and ", name, f.nodePos(n))
			return
		}
		f.read(n, "a case", keys{
			"to": func(n *yaml.Node) { to = n },
			"go": func(n *yaml.Node) { c.GoName = f.goName(n) },
		}.with(f.about(&c.About)))
		if to == n {
			f.errorf(f.nodePos(n), "expected {to: Record, ...} or {to: null, ...}")
			return
		}
	}
	if to.Tag == "!!null" {
		c.Unit = true
		c.Target = Target{Record: f.unit(c), at: f.nodePos(to)}
		return
	}
	t := f.namedTarget(to)
	switch {
	case t == nil:
	case t.Record == nil:
		f.noRecordCase(node, u, c, to.Value, "", to.Value, t.at)
	default:
		c.Target = *t
	}
}

// isDiscriminator reports whether a case has the keys of a discriminator.
func isDiscriminator(n *yaml.Node) bool {
	for i := 0; i < len(n.Content); i += 2 {
		if slices.Contains([]string{"tag", "cases", "has", "otherwise"}, n.Content[i].Value) {
			return true
		}
	}
	return false
}

// noRecordCase reports a case that leads to no record, and says how to write a case with such a value: what it leads to, what must be declared
// first, and its type.
func (f *file) noRecordCase(node *Node, u *Union, c *Case, what, declare, typ string, at Pos) {
	member, _ := unquoteJSON(c.Literal)
	union, wrapper := "an external", u.Name+cmp.Or(c.GoName, "Case")
	instead := fmt.Sprintf("choose it by its presence, {has: {%s: %s, ...}}", c.Literal, wrapper)
	if a := node.Adjacent; a != nil {
		union, member = "an adjacent", a.Content
		instead = fmt.Sprintf("leave out `content:`, {tag: %s, cases: {%s: %s, ...}}", a.Tag, c.Literal, wrapper)
	}
	f.errorf(at, "a case of %s union leads to a record, or is null; for %s, declare %sa record with this member, %s: {fields: {%s: %s}}, and %s",
		union, what, declare, wrapper, member, typ, instead)
}

// unit declares the empty record of a case that has only its name.
func (f *file) unit(c *Case) *Record {
	r := &Record{Name: c.GoName, About: c.About}
	if other, ok := f.scope[r.Name]; ok {
		f.conflict(c.Pos, posOf(other), "the case %s declares an empty record %s, and that name is taken: give another one, {to: null, go: Name}", c.Literal, r.Name)
	} else if !isExported(r.Name) {
		f.errorf(c.Pos, "no Go name can be made of the case %s; give one, {to: null, go: Name}", c.Literal)
	} else {
		f.scope[r.Name] = r
		f.model.Records = append(f.model.Records, r)
	}
	return r
}
