package diff

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// unions compares two unions at the same place of a line, or with the same name.
func (c *comparer) unions(old, new *spec.Union) {
	c.named("union", old.Name, new.Name, new.Pos, old, new)
	if c.renamed[old.Name] == new.Name {
		c.renamed["Any"+old.Name] = "Any" + new.Name
		if old.Unknown != new.Unknown {
			c.renamed[old.Unknown] = new.Unknown
		}
	}
	say := func(text, why string) {
		c.change(Change{What: "union", Name: new.Name, Text: text, Pos: new.Pos, Data: breaks(why)}, old, new)
	}
	if text := deprecated(old.About, new.About); text != "" {
		say(text, "")
	}
	c.getters(old, new)
	switch {
	case old.Variants != nil && new.Variants != nil:
		c.variants(old, new)
	case old.Of != nil && new.Of != nil:
		c.pair(old.Of, new.Of)
		c.part(old, new)
	case old.Tree != nil && new.Tree != nil:
		c.nodes(tree{old, new, nil}, old.Tree, new.Tree)
	default:
		say("another form of union", "its values are read differently")
	}
}

// getters compares the methods of the unions' interfaces.
func (c *comparer) getters(old, new *spec.Union) {
	find := func(u *spec.Union, name string) *spec.Getter {
		i := slices.IndexFunc(u.Getters, func(g *spec.Getter) bool { return g.GoName == name })
		if i < 0 {
			return nil
		}
		return u.Getters[i]
	}
	for _, g := range old.Getters {
		change := Change{What: "getter", Name: new.Name + "." + g.GoName, Pos: g.Pos}
		switch n := find(new, g.GoName); {
		case n == nil:
			change.Text = "removed"
			c.change(change, g)
		case n.Member != g.Member || n.Type.String() != g.Type.String():
			change.Text, change.Pos = fmt.Sprintf("%s: %s, was %s: %s", n.Member, n.Type, g.Member, g.Type), n.Pos
			c.change(change, g)
		}
	}
	for _, g := range new.Getters {
		if find(old, g.GoName) == nil {
			c.change(Change{What: "getter", Name: new.Name + "." + g.GoName, Text: "added", Pos: g.Pos})
		}
	}
}

// part compares the cases of two parts of unions. A case that the new part does not have is unknown to it.
func (c *comparer) part(old, new *spec.Union) {
	for _, r := range old.Cases {
		if !slices.ContainsFunc(new.Cases, func(n *spec.Record) bool { return n.Name == r.Name || c.seen[[2]any{r, n}] }) {
			c.change(Change{What: "union", Name: new.Name, Text: r.Name + " is no longer a case", Pos: new.Pos,
				Data: breaks("in fields of this type it is unknown")}, caseOf{old.Name, r.Name})
		}
	}
	for _, r := range new.Cases {
		if !slices.ContainsFunc(old.Cases, func(o *spec.Record) bool { return o.Name == r.Name || c.seen[[2]any{o, r}] }) {
			c.change(Change{What: "union", Name: new.Name, Text: r.Name + " is a new case", Pos: new.Pos})
		}
	}
}

// variants compares two unions by JSON type.
func (c *comparer) variants(old, new *spec.Union) {
	find := func(u *spec.Union, json spec.JSONType) *spec.Variant {
		for _, v := range u.Variants {
			if v.JSON == json {
				return v
			}
		}
		return nil
	}
	for _, v := range old.Variants {
		change := Change{What: "variant", Name: old.Name + "." + string(v.JSON), Pos: v.Pos}
		n := find(new, v.JSON)
		if n == nil {
			change.Text, change.Data = "removed", breaks(fmt.Sprintf("a JSON %s is kept in Other, and refused by strict readers", v.JSON))
			c.change(change, v)
			continue
		}
		var texts []string
		if a, b := v.Type.String(), n.Type.String(); a != b {
			texts = append(texts, fmt.Sprintf("%s, was %s", b, a))
		}
		if v.GoName != n.GoName {
			texts = append(texts, fmt.Sprintf("named %s in Go, was %s", n.GoName, v.GoName))
		}
		why := c.reads(v.Type, n.Type)
		if why != "" && len(texts) == 0 {
			texts = append(texts, "changed")
		}
		if len(texts) > 0 {
			change.Text, change.Pos, change.Data = strings.Join(texts, "; "), n.Pos, breaks(why)
			c.change(change, v, n)
		}
	}
	for _, v := range new.Variants {
		if find(old, v.JSON) == nil {
			c.change(Change{What: "variant", Name: new.Name + "." + string(v.JSON), Text: "added", Pos: v.Pos}, v)
		}
	}
}

// tree is a position in the trees of two unions.
type tree struct {
	old, new *spec.Union
	path     []string // the branches on the path to it
}

func (t tree) name(part string) string {
	return strings.Join(append([]string{t.new.Name}, append(slices.Clip(t.path), part)...), "/")
}

func (t tree) below(part string) tree {
	t.path = append(slices.Clip(t.path), part)
	return t
}

// word returns the name of a case in reports: its literal, without quotes if it is a text that is not empty.
func word(literal string) string {
	var text string
	if json.Unmarshal([]byte(literal), &text) == nil && text != "" {
		return text
	}
	return literal
}

// nodes compares two discriminators.
func (c *comparer) nodes(t tree, old, new *spec.Node) {
	if text, why := tagChange(old, new); text != "" {
		name := t.new.Name
		if len(t.path) > 0 {
			name = t.name(t.path[len(t.path)-1])
			name = name[:strings.LastIndexByte(name, '/')]
		}
		c.change(Change{What: "tag", Name: name, Text: text, Pos: new.Pos, Data: breaks(why)}, old, new)
	}
	before, now := branches(old), branches(new)
	for _, a := range before {
		if b, ok := branchFor(now, a); ok {
			c.targets(t, a, b)
		} else {
			c.lost(t, a)
		}
	}
	for _, b := range now {
		if _, ok := named(before, b.is); ok {
			continue
		}
		other, ok := branchFor(before, b)
		if !ok {
			c.change(Change{What: "case", Name: t.name(word(b.is)), Text: "added", Pos: b.pos}, b.owns()...)
			continue
		}
		as := other.as(b)
		as.refused = isRefused(old, other, b.is)
		c.targets(t, as, b)
	}
	if new.Has {
		c.presence(t, before, now)
	}
}

// tagChange returns the difference between the tags of two discriminators, and the reason if it breaks old lines.
func tagChange(old, new *spec.Node) (text, why string) {
	const otherwise = "the tag is read from another place"
	adjacent := func(n *spec.Node) spec.Adjacent {
		if n.Adjacent == nil {
			return spec.Adjacent{}
		}
		return *n.Adjacent
	}
	switch {
	case old.Has != new.Has, old.Sibling != new.Sibling, old.External != new.External, old.Results != new.Results, adjacent(old) != adjacent(new):
		return "another form of tag", otherwise
	case slices.EqualFunc(old.Tag, new.Tag, slices.Equal):
		return "", ""
	}
	text = fmt.Sprintf("the tag is %s, was %s", places(new.Tag), places(old.Tag))
	if len(new.Tag) > len(old.Tag) && slices.EqualFunc(old.Tag, new.Tag[:len(old.Tag)], slices.Equal) {
		return text, "" // more places were added
	}
	return text, otherwise
}

func places(tag [][]string) string {
	var list []string
	for _, place := range tag {
		list = append(list, strings.Join(place, "."))
	}
	return strings.Join(list, " or ")
}

// branch is a branch of a discriminator, a case, otherwise or absent, and its target.
type branch struct {
	is     string // a literal, "otherwise" or "absent"
	of     *spec.Case
	target *spec.Target
	pos    spec.Pos
	isOld  bool // an otherwise of the old spec under the name of a case that only the new spec has
	// refused: strict readers of the old spec refused all lines with this branch, so that a change of it breaks none.
	refused bool
}

// as returns the branch under the name of b, a case that only the new spec has.
func (a branch) as(b branch) branch {
	a.is, a.pos, a.isOld = b.is, b.pos, true
	return a
}

// owns returns the declarations that exist only because of the branch.
func (a branch) owns() []any {
	var list []any
	if a.of != nil {
		list = append(list, a.of)
	}
	var walk func(t *spec.Target)
	walk = func(t *spec.Target) {
		if t.Kind != nil {
			list = append(list, t.Kind)
		}
		if t.Node != nil {
			for _, a := range branches(t.Node) {
				walk(a.target)
			}
		}
	}
	walk(a.target)
	return list
}

const (
	otherwise = "otherwise"
	absent    = "absent"
)

// branches returns all branches of a node.
func branches(n *spec.Node) []branch {
	var list []branch
	for _, c := range n.Cases {
		list = append(list, branch{is: c.Literal, of: c, target: &c.Target, pos: c.Pos})
	}
	if n.Otherwise != nil {
		list = append(list, branch{is: otherwise, target: n.Otherwise, pos: n.Pos})
	}
	if n.Absent != nil {
		list = append(list, branch{is: absent, target: n.Absent, pos: n.Pos})
	}
	return list
}

func named(list []branch, is string) (branch, bool) {
	i := slices.IndexFunc(list, func(a branch) bool { return a.is == is })
	if i < 0 {
		return branch{}, false
	}
	return list[i], true
}

// branchFor returns the branch in list for the values of another branch: the branch with the same name, or otherwise.
func branchFor(list []branch, old branch) (branch, bool) {
	if a, ok := named(list, old.is); ok {
		return a, true
	}
	return named(list, otherwise)
}

// lost records that no branch handles the values of an old case any more.
func (c *comparer) lost(t tree, a branch) {
	change := Change{What: "case", Name: t.name(word(a.is)), Text: "removed", Pos: a.pos, Data: breaks(fmt.Sprintf("it is read as *%s, and refused by strict readers", unknownOf(t.new)))}
	if t.new.Tree != nil && t.new.Tree.Results {
		change.Data.Why = "its results are unknown"
	}
	of := a.owns()
	for _, r := range leaves(a.target) {
		of = append(of, caseOf{t.old.Name, r.Name})
	}
	c.change(change, of...)
}

// unknownOf returns the Go name of a union's record for unknown cases.
func unknownOf(u *spec.Union) string {
	for u.Of != nil {
		u = u.Of
	}
	return u.Unknown
}

// leaves returns the records below a target.
func leaves(t *spec.Target) []*spec.Record {
	var list []*spec.Record
	switch {
	case t.Record != nil:
		list = append(list, t.Record)
	case t.Node != nil:
		for _, a := range branches(t.Node) {
			list = append(list, leaves(a.target)...)
		}
	}
	return list
}

// targets compares the targets of two branches.
func (c *comparer) targets(t tree, a, b branch) {
	old, new := a.target, b.target
	switch {
	case a.isOld:
		if !a.refused && !staysInKind(old, b) {
			c.kindOfItsOwn(old.Kind, new.Kind)
		}
	case a.is == b.is:
		c.kinds(old.Kind, new.Kind)
	}
	text, why := c.targetChange(t, a, b)
	if a.of != nil && b.of != nil && a.is == b.is {
		if d := deprecated(a.of.About, b.of.About); d != "" {
			text = strings.TrimPrefix(text+"; "+d, "; ")
		}
	}
	if a.is != b.is { // otherwise handles the values of the removed case
		text = "removed, so that it is " + b.is
		if why == "" && old.Kind != nil && new.Kind != nil && old.Kind.Value != new.Kind.Value && !staysInKind(new, a) {
			why = "Peek, Only and Stats call such lines otherwise"
		}
	}
	if a.isOld && text == "" {
		text = "added"
	}
	if text == "" {
		return
	}
	of := append(a.owns(), b.owns()...)
	for _, r := range leaves(old) {
		of = append(of, caseOf{t.old.Name, r.Name})
	}
	c.change(Change{What: "case", Name: t.name(word(a.is)), Text: text, Pos: b.pos, Data: breaks(why)}, of...)
}

// targetChange compares what the targets of two branches are. It returns the difference, and why old lines break; both are "" if there is none.
func (c *comparer) targetChange(t tree, a, b branch) (text, why string) {
	old, new := a.target, b.target
	switch {
	case old.Node != nil && new.Node != nil:
		c.nodes(t.below(word(a.is)), old.Node, new.Node)
	case old.Node != nil || new.Node != nil:
		text, why = fmt.Sprintf("leads to %s, did to %s", targetText(new), targetText(old)), "its cases are chosen differently"
		c.pairLeaves(old, new)
		if old.Record != nil && isWhole(new.Node) && !slices.ContainsFunc(leaves(new), func(r *spec.Record) bool { return r.Name != old.Record.Name }) {
			why = "" // each of its branches is the same record
		}
	case old.Bare && new.Bare:
	case new.Bare:
		text, why = "json, was "+old.Record.Name, fmt.Sprintf("it is read as *%s", unknownOf(t.new))
	case old.Bare:
		text, why = new.Record.Name+", was json", fmt.Sprintf("it is read as *%s, was *%s", new.Record.Name, unknownOf(t.old))
	case old.Record.Name != new.Record.Name:
		text = fmt.Sprintf("%s, was %s", new.Record.Name, old.Record.Name)
		if a.isOld || a.is != b.is || declared(c.new, old.Record.Name) != nil || declared(c.old, new.Record.Name) != nil {
			why = fmt.Sprintf("it is read as *%s, was *%s", new.Record.Name, old.Record.Name)
			break
		}
		fallthrough
	default:
		c.pair(old.Record, new.Record)
		if a.of != nil && b.of != nil && a.of.Unit != b.of.Unit {
			text, why = "now with a value, was a bare name", "the bare name is unknown"
			if b.of.Unit {
				text, why = "a bare name, was with a value", "one with a value is unknown"
			}
		}
	}
	return text, why
}

// pairLeaves compares the records with the same name below two targets.
func (c *comparer) pairLeaves(old, new *spec.Target) {
	for _, a := range leaves(old) {
		for _, b := range leaves(new) {
			if a.Name == b.Name {
				c.pair(a, b)
			}
		}
	}
}

// isWhole reports whether a discriminator has a branch for every value, and leads only to records.
func isWhole(n *spec.Node) bool {
	if n.Otherwise == nil {
		return false
	}
	return !slices.ContainsFunc(branches(n), func(a branch) bool { return a.target.Bare || a.target.Node != nil && !isWhole(a.target.Node) })
}

func targetText(t *spec.Target) string {
	switch {
	case t.Record != nil:
		return t.Record.Name
	case t.Bare:
		return "json"
	case t.Node.Has:
		return "a discriminator by members"
	}
	return "a discriminator by " + places(t.Node.Tag)
}

// kinds compares the kinds of lines.
func (c *comparer) kinds(old, new *spec.Kind) {
	if old == nil || new == nil || c.seen[[2]any{old, new}] {
		return
	}
	c.seen[[2]any{old, new}] = true
	change := Change{What: "kind", Name: old.Value, Pos: new.Pos}
	switch {
	case old.Value != new.Value:
		change.Text, change.Data = "is "+new.Value, breaks("Peek, Only and Stats use another kind for such lines")
	case old.GoName != new.GoName:
		change.Text = fmt.Sprintf("its constant is %s, was %s", new.GoName, old.GoName)
	default:
		return
	}
	c.change(change, old, new)
}

// kindOfItsOwn reports that lines that had the kind of otherwise now have a kind of their own.
func (c *comparer) kindOfItsOwn(old, new *spec.Kind) {
	if old == nil || new == nil || old.Value == new.Value {
		return
	}
	c.change(Change{What: "kind", Name: new.Value, Text: "its lines were of the kind " + old.Value, Pos: new.Pos,
		Data: breaks("Peek, Only and Stats call such lines otherwise")}, new)
}

// isRefused reports whether strict readers refuse the lines with a tag that leads to otherwise: the record requires a payload, and the
// payload's union has no case for the tag either. A null in place of the payload is how nil is written, and is not a line of a protocol.
func isRefused(n *spec.Node, other branch, literal string) bool {
	if other.is != otherwise || other.target.Record == nil {
		return false
	}
	return slices.ContainsFunc(members(other.target.Record), func(m member) bool {
		f := m.field
		if f.By == "" || f.Optional || f.Nullable || f.Type.Null || !slices.ContainsFunc(n.Tag, func(tag []string) bool { return slices.Equal(tag, []string{f.By}) }) {
			return false
		}
		u := f.Type.Union
		for u.Of != nil {
			u = u.Of
		}
		_, known := branchFor(branches(u.Tree), branch{is: literal})
		return !known
	})
}

// staysInKind reports whether lines with a new case keep their kind. Under otherwise, the text of the tag was already a part of the kind.
func staysInKind(otherwise *spec.Target, b branch) bool {
	var text string
	if b.of == nil || b.target.Kind == nil || otherwise.Kind == nil || !otherwise.Open || json.Unmarshal([]byte(b.of.Literal), &text) != nil || text == "" {
		return false
	}
	family := b.target.Kind.Family
	if family != nil && family.Value != otherwise.Kind.Value {
		return false
	}
	return b.target.Kind.Value == family.Below(text)
}

// presence compares the order of the cases of a Has node, where the first member that is present chooses the case.
func (c *comparer) presence(t tree, before, now []branch) {
	var old, new []string
	for _, a := range before {
		if _, ok := named(now, a.is); ok && a.of != nil {
			old = append(old, a.is)
		}
	}
	for _, a := range now {
		if _, ok := named(before, a.is); ok && a.of != nil {
			new = append(new, a.is)
		}
	}
	if !slices.Equal(old, new) {
		c.change(Change{What: "tag", Name: t.new.Name, Text: "looks for members in another order", Pos: t.new.Tree.Pos,
			Data: breaks("if several members are present, another one chooses the case")})
	}
}
