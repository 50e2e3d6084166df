package diff

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// unions compares two unions at the same place of a line, or with the same name.
func (c *comparer) unions(before, after *spec.Union) {
	c.named("union", before.Name, after.Name, after.Pos, before, after)
	if c.renamed[before.Name] == after.Name {
		c.renamed["Any"+before.Name] = "Any" + after.Name
		if before.Unknown != after.Unknown {
			c.renamed[before.Unknown] = after.Unknown
		}
	}
	say := func(text, why string) {
		c.change(Change{What: "union", Name: after.Name, Text: text, Pos: after.Pos, Data: breaks(why)}, before, after)
	}
	if text := deprecated(before.About, after.About); text != "" {
		say(text, "")
	}
	c.getters(before, after)
	switch {
	case before.Variants != nil && after.Variants != nil:
		c.variants(before, after)
	case (before.Of != nil || after.Of != nil) && before.Variants == nil && after.Variants == nil:
		c.pair(whole(before), whole(after))
		if after.Of != nil {
			c.part(before, after)
		}
	case before.Tree != nil && after.Tree != nil:
		c.nodes(tree{before, after, nil}, before.Tree, after.Tree)
	default:
		say("another form of union", "its values are read differently")
	}
}

// getters compares the methods of the unions' interfaces.
func (c *comparer) getters(before, after *spec.Union) {
	named := func(u *spec.Union, name string) *spec.Getter {
		return find(u.Getters, func(g *spec.Getter) bool { return g.GoName == name })
	}
	for _, g := range before.Getters {
		change := Change{What: "getter", Name: after.Name + "." + g.GoName, Pos: g.Pos}
		switch n := named(after, g.GoName); {
		case n == nil:
			change.Text = "removed"
			c.change(change, g)
		case n.Member != g.Member || n.Type.String() != g.Type.String():
			change.Text, change.Pos = fmt.Sprintf("%s: %s, was %s: %s", n.Member, n.Type, g.Member, g.Type), n.Pos
			c.change(change, g)
		}
	}
	for _, g := range after.Getters {
		if named(before, g.GoName) == nil {
			c.change(Change{What: "getter", Name: after.Name + "." + g.GoName, Text: "added", Pos: g.Pos})
		}
	}
}

// whole returns the union that a part has cases of, and any other union itself.
func whole(u *spec.Union) *spec.Union { return cmp.Or(u.Of, u) }

// part compares the cases of two unions, of which the new one is a part. A case that the new part does not have is
// unknown to it.
func (c *comparer) part(before, after *spec.Union) {
	for _, r := range before.Cases {
		if !slices.ContainsFunc(after.Cases, func(n *spec.Record) bool { return n.Name == r.Name || c.seen[[2]any{r, n}] }) {
			c.change(Change{What: "union", Name: after.Name, Text: r.Name + " is no longer a case", Pos: after.Pos,
				Data: breaks("in fields of this type it is unknown")}, caseOf{before.Name, r.Name})
		}
	}
	for _, r := range after.Cases {
		if !slices.ContainsFunc(before.Cases, func(o *spec.Record) bool { return o.Name == r.Name || c.seen[[2]any{o, r}] }) {
			c.change(Change{What: "union", Name: after.Name, Text: r.Name + " is a new case", Pos: after.Pos})
		}
	}
}

// variants compares two unions by JSON type.
func (c *comparer) variants(before, after *spec.Union) {
	of := func(u *spec.Union, json spec.JSONType) *spec.Variant {
		return find(u.Variants, func(v *spec.Variant) bool { return v.JSON == json })
	}
	for _, v := range before.Variants {
		change := Change{What: "variant", Name: before.Name + "." + string(v.JSON), Pos: v.Pos}
		n := of(after, v.JSON)
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
	for _, v := range after.Variants {
		if of(before, v.JSON) == nil {
			c.change(Change{What: "variant", Name: after.Name + "." + string(v.JSON), Text: "added", Pos: v.Pos}, v)
		}
	}
}

// tree is a position in the trees of two unions.
type tree struct {
	before, after *spec.Union
	path          []string // the branches on the path to it
}

func (t tree) name(part string) string {
	return strings.Join(append([]string{t.after.Name}, append(slices.Clip(t.path), part)...), "/")
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
func (c *comparer) nodes(t tree, before, after *spec.Node) {
	if text, why := c.tagChange(before, after); text != "" {
		name := t.after.Name
		if len(t.path) > 0 {
			name = t.name(t.path[len(t.path)-1])
			name = name[:strings.LastIndexByte(name, '/')]
		}
		c.change(Change{What: "tag", Name: name, Text: text, Pos: after.Pos, Data: breaks(why)}, before, after)
	}
	if before.Has != after.Has { // members are no values of a tag
		c.pairLeaves(&spec.Target{Node: before}, &spec.Target{Node: after})
		return
	}
	oldBranches, newBranches := branches(before), branches(after)
	for _, a := range oldBranches {
		if b, ok := branchFor(newBranches, a); ok {
			c.targets(t, a, b)
		} else {
			c.lost(t, before, a)
		}
	}
	for _, b := range newBranches {
		if _, ok := named(oldBranches, b.is); ok {
			continue
		}
		other, ok := branchFor(oldBranches, b)
		if !ok {
			c.change(Change{What: "case", Name: t.name(word(b.is)), Text: "added", Pos: b.pos}, b.owns()...)
			continue
		}
		as := other.as(b)
		as.refused = other.is == otherwise && (isRefused(before, other.target, b.is) || before.Has && !c.canHave(c.before, other.target, unquoted(b.is)))
		c.targets(t, as, b)
	}
	if after.Has {
		c.presence(t, oldBranches, newBranches)
	}
	if before.Has && after.Has {
		c.nulls(t, oldBranches, newBranches)
	}
}

// nulls compares what null means in the members whose presence chooses cases of two discriminators: whether it counts as present.
func (c *comparer) nulls(t tree, oldBranches, newBranches []branch) {
	for _, a := range oldBranches {
		b, ok := named(newBranches, a.is)
		if !ok || a.of == nil || b.of == nil || a.of.NotNull == b.of.NotNull {
			continue
		}
		name := word(a.is)
		change := Change{What: "case", Name: t.name(name), Text: "null of " + name + " does not choose it any more", Pos: b.pos}
		change.Data = breaks("lines where " + name + " is null have another case")
		if a.of.NotNull {
			change.Text = "null of " + name + " chooses it, too"
			if !slices.ContainsFunc(oldBranches, func(o branch) bool { return o.is != a.is && c.canHave(c.before, o.target, unquoted(a.is)) }) {
				change.Data = breaks("") // strict readers refused such lines
			}
		}
		c.change(change, a.of, b.of)
	}
}

// tagChange returns the difference between the tags of two discriminators, and the reason if it breaks old lines.
func (c *comparer) tagChange(before, after *spec.Node) (text, why string) {
	const otherwise = "the tag is read from another place"
	adjacent := func(n *spec.Node) spec.Adjacent {
		if n.Adjacent == nil {
			return spec.Adjacent{}
		}
		return *n.Adjacent
	}
	switch {
	case before.Has != after.Has, before.Sibling != after.Sibling, before.External != after.External, before.Results != after.Results, adjacent(before) != adjacent(after):
		return "another form of tag", otherwise
	case slices.EqualFunc(before.Tag, after.Tag, slices.Equal):
		return "", ""
	}
	text = fmt.Sprintf("the tag is %s, was %s", tagPaths(after.Tag), tagPaths(before.Tag))
	if len(after.Tag) > len(before.Tag) && slices.EqualFunc(before.Tag, after.Tag[:len(before.Tag)], slices.Equal) {
		// more paths were added: they matter to objects that had no tag
		none := cmp.Or(before.Absent, before.Otherwise)
		for _, tagPath := range after.Tag[len(before.Tag):] {
			if none != nil && c.canHave(c.before, none, tagPath[0]) {
				return text, fmt.Sprintf("objects without the old tag can have the member %q", tagPath[0])
			}
		}
		return text, ""
	}
	return text, otherwise
}

func tagPaths(tag [][]string) string {
	var list []string
	for _, path := range tag {
		list = append(list, strings.Join(path, "."))
	}
	return strings.Join(list, " or ")
}

// branch is a branch of a discriminator, a case, otherwise or absent, and its target.
type branch struct {
	is     string     // a literal, "otherwise" or "absent"
	of     *spec.Case // nil for otherwise and absent
	about  *spec.About
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
		list = append(list, branch{is: c.Literal, of: c, about: &c.About, target: &c.Target, pos: c.Pos})
	}
	if n.Otherwise != nil {
		list = append(list, branch{is: otherwise, about: &n.Otherwise.About, target: n.Otherwise, pos: n.Pos})
	}
	if n.Absent != nil {
		list = append(list, branch{is: absent, about: &n.Absent.About, target: n.Absent, pos: n.Pos})
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
func branchFor(list []branch, before branch) (branch, bool) {
	if a, ok := named(list, before.is); ok {
		return a, true
	}
	return named(list, otherwise)
}

// lost records that no branch handles the values of a case of the old discriminator n any more.
func (c *comparer) lost(t tree, n *spec.Node, a branch) {
	why := fmt.Sprintf("it is read as *%s", unknownOf(t.after))
	switch {
	case t.after.Tree != nil && t.after.Tree.Results:
		why = "its results are unknown"
	case !isRefused(n, a.target, a.is):
		why += ", and refused by strict readers"
	}
	change := Change{What: "case", Name: t.name(word(a.is)), Text: "removed", Pos: a.pos, Data: breaks(why)}
	of := a.owns()
	for _, r := range leaves(a.target) {
		of = append(of, caseOf{t.before.Name, r.Name})
	}
	c.change(change, of...)
}

// unknownOf returns the Go name of a union's record for unknown cases.
func unknownOf(u *spec.Union) string { return whole(u).Unknown }

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
	before, after := a.target, b.target
	switch {
	case a.isOld:
		if !a.refused && !staysInKind(before, b) {
			c.kindOfItsOwn(before.Kind, after.Kind)
		}
	case a.is == b.is:
		c.kinds(before.Kind, after.Kind)
	}
	text, why := c.targetChange(t, a, b)
	if a.isOld && a.refused {
		why = ""
	}
	if a.is == b.is {
		if d := deprecated(*a.about, *b.about); d != "" {
			text = strings.TrimPrefix(text+"; "+d, "; ")
		}
	}
	if a.is != b.is { // otherwise handles the values of the removed case
		text = "removed, so that it is " + b.is
		if why == "" && before.Kind != nil && after.Kind != nil && before.Kind.Value != after.Kind.Value && !staysInKind(after, a) {
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
	for _, r := range leaves(before) {
		of = append(of, caseOf{t.before.Name, r.Name})
	}
	c.change(Change{What: "case", Name: t.name(word(a.is)), Text: text, Pos: b.pos, Data: breaks(why)}, of...)
}

// targetChange compares what the targets of two branches are. It returns the difference, and why old lines break; both are "" if there is none.
func (c *comparer) targetChange(t tree, a, b branch) (text, why string) {
	before, after := a.target, b.target
	switch {
	case before.Node != nil && after.Node != nil:
		c.nodes(t.below(word(a.is)), before.Node, after.Node)
	case before.Node != nil || after.Node != nil:
		text = fmt.Sprintf("leads to %s, did to %s", targetText(after), targetText(before))
		c.pairLeaves(before, after)
		if before.Node != nil || !c.stays(before, after.Node) {
			why = "its cases are chosen differently"
		}
	case before.Bare && after.Bare:
	case after.Bare:
		text, why = "json, was "+before.Record.Name, fmt.Sprintf("it is read as *%s", unknownOf(t.after))
	case before.Bare:
		text, why = after.Record.Name+", was json", fmt.Sprintf("it is read as *%s, was *%s", after.Record.Name, unknownOf(t.before))
	case before.Record.Name != after.Record.Name:
		text = fmt.Sprintf("%s, was %s", after.Record.Name, before.Record.Name)
		if a.isOld || a.is != b.is || declared(c.after, before.Record.Name) != nil || declared(c.before, after.Record.Name) != nil {
			why = fmt.Sprintf("it is read as *%s, was *%s", after.Record.Name, before.Record.Name)
			break
		}
		fallthrough
	default:
		c.pair(before.Record, after.Record)
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
func (c *comparer) pairLeaves(before, after *spec.Target) {
	for _, a := range leaves(before) {
		for _, b := range leaves(after) {
			if a.Name == b.Name {
				c.pair(a, b)
			}
		}
	}
}

// stays reports whether all objects of an old target lead below a new discriminator to the same record, with the same
// kind.
func (c *comparer) stays(before *spec.Target, n *spec.Node) bool {
	canHaveTag := slices.ContainsFunc(n.Tag, func(path []string) bool { return c.canHave(c.before, before, path[0]) })
	if n.Otherwise == nil && (n.Absent == nil || canHaveTag) {
		return false
	}
	for _, a := range branches(n) {
		isPossible := a.is == absent || canHaveTag || a.is == otherwise && n.Absent == nil
		if n.Has && a.of != nil {
			isPossible = c.canHave(c.before, before, unquoted(a.is))
		}
		switch {
		case !isPossible:
		case a.target.Node != nil && c.stays(before, a.target.Node):
		case !isSame(before, a.target) || a.target.Open && canHaveTag:
			return false
		}
	}
	return true
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
	return "a discriminator by " + tagPaths(t.Node.Tag)
}

// kinds compares the kinds of lines.
func (c *comparer) kinds(before, after *spec.Kind) {
	if before == nil || after == nil || c.seen[[2]any{before, after}] {
		return
	}
	c.seen[[2]any{before, after}] = true
	change := Change{What: "kind", Name: before.Value, Pos: after.Pos}
	switch {
	case before.Value != after.Value:
		change.Text, change.Data = "is "+after.Value, breaks("Peek, Only and Stats use another kind for such lines")
	case before.GoName != after.GoName:
		change.Text = fmt.Sprintf("its constant is %s, was %s", after.GoName, before.GoName)
	default:
		return
	}
	c.change(change, before, after)
}

// kindOfItsOwn reports that lines that had the kind of otherwise now have a kind of their own.
func (c *comparer) kindOfItsOwn(before, after *spec.Kind) {
	if before == nil || after == nil || before.Value == after.Value {
		return
	}
	c.change(Change{What: "kind", Name: after.Value, Text: "its lines were of the kind " + before.Value, Pos: after.Pos,
		Data: breaks("Peek, Only and Stats call such lines otherwise")}, after)
}

// isRefused reports whether strict readers refuse all values with a branch of n: it leads to a record with a member that is required and is a
// union by the same tag, and that union has no case for the tag either. A null in place of the member is how nil is written, and is not a
// line of a protocol.
func isRefused(n *spec.Node, target *spec.Target, is string) bool {
	if target.Record == nil {
		return false
	}
	return slices.ContainsFunc(members(target.Record), func(m member) bool {
		f := m.field
		if f.Optional || f.Nullable || f.Encoded || f.Type == nil || f.Type.Null || f.Type.Union == nil {
			return false
		}
		u := whole(f.Type.Union)
		return hasTagOf(f, u, n) && !knows(u.Tree, n, is)
	})
}

// hasTagOf reports whether the union of a member has the same tag as n: by name, or as the rest of the path to n's tag.
func hasTagOf(f *spec.Field, u *spec.Union, n *spec.Node) bool {
	if f.By != "" {
		return slices.ContainsFunc(n.Tag, func(tag []string) bool { return slices.Equal(tag, []string{f.By}) })
	}
	return u.Tree != nil && len(n.Tag) == 1 && len(u.Tree.Tag) == 1 && slices.Equal(n.Tag[0], append([]string{f.Name}, u.Tree.Tag[0]...))
}

// knows reports whether a discriminator has a branch for values with a branch of n, which has the same tag.
func knows(d, n *spec.Node, is string) bool {
	if is != otherwise {
		_, ok := branchFor(branches(d), branch{is: is})
		return ok
	}
	others := branches(n)
	return slices.ContainsFunc(branches(d), func(a branch) bool {
		_, ok := named(others, a.is)
		return a.is == otherwise || !ok
	})
}

// staysInKind reports whether lines with a new case keep their kind. Under otherwise, the text of the tag was already a part of the kind.
func staysInKind(otherwise *spec.Target, b branch) bool {
	var text string
	if b.of == nil || b.target.Kind == nil || otherwise.Kind == nil || !otherwise.Open || json.Unmarshal([]byte(b.of.Literal), &text) != nil || text == "" {
		return false
	}
	return b.target.Kind.Value == b.target.Kind.Family.Below(text)
}

// presence compares in which order the members are looked for whose presence chooses a case. The first one that is
// present chooses: if a new or moved case comes before the old one of an object that can have both members, the object
// has another case.
func (c *comparer) presence(t tree, oldBranches, newBranches []branch) {
	place := func(list []branch, is string) int {
		if i := slices.IndexFunc(list, func(a branch) bool { return a.of != nil && a.is == is }); i >= 0 {
			return i
		}
		return len(list) // otherwise, or no case
	}
	var before, after []string
	why := ""
	for _, a := range oldBranches {
		if a.of == nil {
			continue
		}
		if place(newBranches, a.is) < len(newBranches) {
			before = append(before, a.is)
		}
		for _, b := range newBranches {
			moved := b.of != nil && a.is != b.is && place(newBranches, b.is) < place(newBranches, a.is) && place(oldBranches, b.is) > place(oldBranches, a.is)
			if moved && !isSame(a.target, b.target) && c.canHave(c.before, a.target, unquoted(b.is)) {
				why = cmp.Or(why, fmt.Sprintf("if %s and %s are present, another one chooses the case", word(a.is), word(b.is)))
			}
		}
	}
	for _, b := range newBranches {
		if b.of != nil && place(oldBranches, b.is) < len(oldBranches) {
			after = append(after, b.is)
		}
	}
	if !slices.Equal(before, after) || why != "" {
		c.change(Change{What: "tag", Name: t.after.Name, Text: "looks for members in another order", Pos: t.after.Tree.Pos, Data: breaks(why)})
	}
}

// isSame reports whether two targets are the same record with the same kind.
func isSame(before, after *spec.Target) bool {
	switch {
	case before.Record == nil || after.Record == nil || before.Record.Name != after.Record.Name:
		return false
	case before.Kind == nil || after.Kind == nil:
		return true
	}
	return before.Kind.Value == after.Kind.Value
}

// canHave reports whether strict readers of a spec accept a member in objects with a target.
func (c *comparer) canHave(in *spec.Model, t *spec.Target, name string) bool {
	switch {
	case t.Bare || in.View:
		return true
	case t.Node != nil:
		return slices.ContainsFunc(branches(t.Node), func(a branch) bool { return c.canHave(in, a.target, name) })
	}
	isRead := func(m member) bool { return isReadAt(m.field, name) }
	return t.Record.Open || says(t.Record, name) || slices.ContainsFunc(members(t.Record), isRead) || slices.ContainsFunc(flattened(t.Record), isRead)
}

// unquoted returns the text of a literal.
func unquoted(literal string) (text string) {
	_ = json.Unmarshal([]byte(literal), &text)
	return text
}
