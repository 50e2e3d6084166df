package spec

import "slices"

// A case can lead to a union: what that asks is asked next. This file puts a copy of its question in the place of the name, so that nothing
// later knows the difference: the records are cases of both unions, and what is unknown is so for the outer one.

// graftAll goes through all unions, when all of them have been read.
func (f *file) graftAll() {
	for _, u := range f.model.Unions {
		if u.Tree != nil {
			f.graft(u.Tree, []*Union{u})
		}
	}
}

// graft copies what the targets of a question name. open are the unions that lead here.
func (f *file) graft(n *Node, open []*Union) {
	for _, t := range n.targets() {
		inner := t.union
		if inner == nil {
			if t.Node != nil {
				f.graft(t.Node, open)
			}
			continue
		}
		t.union = nil
		switch {
		case slices.Contains(open, inner):
			f.conflict(t.at, inner.Pos, "the union %s leads to itself: a question about the same value has no end", inner.Name)
		case f.isTagless(inner), inner.Tree != nil && !inner.hasTag():
			f.errorf(t.at, "a case leads to a union by a tag of its own; %s is none", inner.Name)
		case len(open) > maxQuestions:
			f.errorf(t.at, "questions nest deeper than %d", maxQuestions)
		case inner.Tree != nil: // otherwise it could not be read
			f.grafted[inner] = true
			t.Node = inner.Tree.copy()
			f.graft(t.Node, append(slices.Clip(open), inner))
		}
	}
}

// copy is a question of its own, with all below it.
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
