package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// This file prints the test of the kinds: a table with a line of each kind.

// kindRows makes the rows of the table from the tree by which a line's record is chosen.
type kindRows struct {
	*tests
	list    []jen.Code
	missing []string     // tags that must be absent: a record that such a tag chooses as well is written with the tag
	rests   []*spec.Node // nodes whose otherwise leads to the current one
}

// kindsOfLine prints the test. It leaves out cases that are not chosen by their own members alone.
func (t *tests) kindsOfLine() jen.Code {
	k := kindRows{tests: t}
	k.node(t.Line.Tree, nil)
	args := []jen.Code{id("t"), t.refName("Peek", t.Line), t.refName("Unmarshal"+t.Line.Name, t.Line)}
	for _, c := range k.list {
		args = append(args, jen.Line().Qual(fieldtestPath, "Kind").Index(t.ref("", t.Line)).Add(c))
	}
	return jen.Qual(fieldtestPath, "Kinds").Index(t.ref("", t.Line)).Call(append(args, jen.Line())...)
}

// node adds the rows of a node to which the tags lead.
func (k *kindRows) node(n *spec.Node, tags []tag) {
	for i, c := range n.Cases {
		to, hasRecord := &c.Target, c.Target.Record != nil
		switch {
		case n.Has && slices.ContainsFunc(n.Cases[:i], func(o *spec.Case) bool { return o.Target.Record != nil && o.Target.Record == to.Record }):
			// If several members must be present, the first one determines the kind.
		case n.Has && hasRecord && requires(to.Record, nameOfCase(c)):
			k.target(to, withTag(tags, tag{name: nameOfCase(c)}))
		case n.Has && to.Node != nil:
			k.node(to.Node, withTag(tags, tag{name: nameOfCase(c)}))
		case !n.Has && len(n.Tag) == 1 && len(n.Tag[0]) == 1:
			k.target(to, withTag(tags, tag{n.Tag[0][0], c.Literal}))
		case !n.Has && hasRecord && slices.ContainsFunc(k.ownTags(k.record(to.Record), k.Line), func(o ownTag) bool { return o.isOf(n, c.Literal) }):
			k.target(to, tags) // the encoder writes the tag, at any path
		}
	}
	if a := n.Absent; a != nil && (a.Record == nil || !slices.ContainsFunc(n.Tag, func(tagPath []string) bool { return requiresTag(a.Record, tagPath) })) {
		k.missing = append(k.missing, n.Tag[0][0])
		k.target(a, tags)
		k.missing = k.missing[:len(k.missing)-1]
	}
	if n.Otherwise != nil {
		k.rests = append(k.rests, n)
		k.target(n.Otherwise, tags)
		k.rests = k.rests[:len(k.rests)-1]
	}
}

// target adds the rows of a target to which the tags lead.
func (k *kindRows) target(to *spec.Target, tags []tag) {
	switch {
	case to.Node != nil:
		k.node(to.Node, tags)
	case slices.ContainsFunc(k.rests, func(n *spec.Node) bool { return k.isAnotherWhenNew(n, to.Record) }):
	case to.Record != nil && !slices.ContainsFunc(k.missing, func(tag string) bool { return isFixed(to.Record, tag) }):
		k.add(to, tags)
	}
}

// add adds the row of a record that is chosen by the tags, if it can be built with them.
func (k *kindRows) add(to *spec.Target, tags []tag) {
	if k.isScattered(to.Record) || k.isOpaque(to.Record, nil) || !k.canBuildPayload(to.Record, tags) || k.leavesOut(to.Record, tags) {
		return
	}
	value := k.zeroIn(k.Line, to.Record, tags)
	for _, own := range k.ownTags(k.record(to.Record), k.Line) { // the encoder writes them also if their fields are not set
		value.sets = slices.DeleteFunc(value.sets, func(s setting) bool { return s.name == own.path[0].goName() })
	}
	k.list = append(k.list, jen.Values(keyed("Kind", k.refName(to.Kind.GoName, k.Line)), keyed("Line", k.pointer(value))))
}

// isScattered reports whether branches of several nodes lead to a line's record. It need not be able to lack the members of one branch if it has them in
// another one, so that the tests cannot know which branch a new one is of.
func (t *tests) isScattered(r *spec.Record) bool {
	return t.Line != nil && t.Line.Tree != nil && t.record(r).isScattered(t.Line.Tree)
}
