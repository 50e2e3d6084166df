package spec

import "slices"

// A case of a union can lead to another union, the inner one. This file replaces the name of the inner union with a copy of its tree, so that
// later steps see one tree. The records of the inner union become cases of both unions; a value that no case matches is unknown to the outer union.

// graftAll grafts all unions. It needs all of them to be filled.
func (f *file) graftAll() {
	f.cutUnionCycles()
	for _, u := range f.model.Unions {
		if u.Tree != nil {
			f.graft(u.Tree, []*Union{u})
		}
	}
}

// cutUnionCycles reports unions that lead to themselves, and removes the target that closes the cycle, so that all trees have an end.
func (f *file) cutUnionCycles() {
	const walking, done = 1, 2
	state := make(map[*Union]int)
	var walk func(u *Union)
	var node func(n *Node)
	node = func(n *Node) {
		for t := range n.Targets() {
			switch inner := t.union; {
			case t.Node != nil:
				node(t.Node)
			case inner == nil:
			case state[inner] == walking:
				f.conflict(t.at, inner.Pos, "the union %s leads to itself: finding the case of a value would have no end", inner.Name)
				t.union = nil
			case state[inner] == 0:
				walk(inner)
			}
		}
	}
	walk = func(u *Union) {
		state[u] = walking
		if u.Tree != nil {
			node(u.Tree)
		}
		state[u] = done
	}
	for _, u := range f.model.Unions {
		if state[u] == 0 {
			walk(u)
		}
	}
}

// graft copies the trees of the unions that the targets of n name. open are the unions on the path to n.
func (f *file) graft(n *Node, open []*Union) {
	for t := range n.Targets() {
		inner := t.union
		if inner == nil {
			if t.Node != nil {
				f.graft(t.Node, open)
			}
			continue
		}
		t.union = nil
		switch {
		case f.isTagless(inner), inner.Tree != nil && !inner.hasTag():
			f.errorf(t.at, "a case can lead only to a union with a tag of its own; %s is not one: lead to a record that has a member of this type", inner.Name)
		case len(open) > maxDiscriminators:
			f.errorf(t.at, "discriminators nest deeper than %d", maxDiscriminators)
		case inner.Tree != nil: // nil: the union could not be read, which is reported already
			f.grafted[inner] = true
			t.Node, t.inner = inner.Tree.copy(), inner
			f.graft(t.Node, append(slices.Clip(open), inner))
		}
	}
	n.mergeOtherwise()
}

// mergeOtherwise adds the cases of a node below `otherwise:` with the same tag to n, so that the tag is read and compared once. What n has already cannot
// be reached below: it stays there, since a check reports it.
func (n *Node) mergeOtherwise() {
	o := n.Otherwise
	if o == nil || o.Node == nil || n.Has || o.Node.Has || !slices.EqualFunc(n.Tag, o.Node.Tag, slices.Equal[[]string]) {
		return
	}
	isFamily := o.part != "" || o.goName != "" || o.About != (About{Pos: o.About.Pos})
	again := slices.ContainsFunc(o.Node.Cases, func(c *Case) bool { return n.find(c.Literal) != nil })
	if isFamily || again || n.Absent != nil && o.Node.Absent != nil {
		return
	}
	if n.merged = append(n.merged, o.Node.merged...); o.inner != nil {
		n.merged = append(n.merged, o.inner)
	}
	n.Cases = append(n.Cases, o.Node.Cases...)
	if n.Absent == nil {
		n.Absent = o.Node.Absent
	}
	n.Otherwise = o.Node.Otherwise
}

// copy returns a deep copy of the tree below n.
func (n *Node) copy() *Node {
	c := *n
	c.Cases = nil
	for _, from := range n.Cases {
		to := *from
		to.Target = from.Target.copy()
		c.Cases = append(c.Cases, &to)
	}
	for _, t := range []**Target{&c.Otherwise, &c.Absent} {
		if *t != nil {
			to := (*t).copy()
			*t = &to
		}
	}
	return &c
}

func (t Target) copy() Target {
	if t.Node != nil {
		t.Node = t.Node.copy()
	}
	return t
}
