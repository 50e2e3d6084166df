package drift

import (
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// This file compares the members of records that are flattened into another one.

// flatRecord is a record that can be flattened into an object.
type flatRecord struct {
	rec  *record
	tree *discriminator // if the record is a case of a union: the union's tree
}

// flatRecords appends the records that can be flattened into this object of r.
func (w *walker) flatRecords(list []flatRecord, r *record, from, to int) []flatRecord {
	for _, m := range r.inline {
		if !m.always && w.named(m, from, to) {
			continue // it is nested
		}
		inner := flatRecord{rec: m.value.rec}
		if m.value.form == tagged {
			a, _, known := w.decide(m.value.union.tree, "", from, to)
			if !known || a.rec == nil {
				continue
			}
			inner = flatRecord{a.rec, m.value.union.tree}
		}
		list = w.flatRecords(append(list, inner), inner.rec, from, to)
	}
	return list
}

// flat returns the record that m flattens into the open object of r, and the union whose case it is; nil if there is none.
func (w *walker) flat(r *record, m *member, from, to int) (inner *record, in *spec.Union) {
	keys := r.flatKeys(m)
	switch {
	case w.named(m, from, to): // it is nested
		return nil, nil
	case !slices.ContainsFunc(w.parts[from:to], func(p part) bool { return keys[string(w.name(p))] }):
		return nil, nil
	case m.value.form == object:
		return m.value.rec, m.value.rec.defaultUnion
	case m.value.form == tagged:
		if a, _, known := w.decide(m.value.union.tree, "", from, to); known {
			return a.rec, m.value.union.spec
		}
	}
	return nil, nil
}

// named reports whether the open object has a member with the name of m or one of its aliases.
func (w *walker) named(m *member, from, to int) bool {
	return w.find(from, to, m.name) != nil || slices.ContainsFunc(m.alias, func(a string) bool { return w.find(from, to, a) != nil })
}

// flattened compares a member of the object if it belongs to a flattened record, and reports whether it does.
func (w *walker) flattened(flat []flatRecord, p part, from, to int) bool {
	name := w.name(p)
	for _, f := range flat {
		if f.tree != nil && isTag(f.tree, string(name)) {
			return true
		}
		if list := f.rec.members[string(name)]; list != nil {
			if m := w.choose(f.rec, &namedMembers{string(name), list}, from, to); m != nil {
				w.member(m, p, from, to)
				return true
			}
		}
	}
	return false
}

// isTag reports whether a member is the tag of a discriminator, or begins a path to it.
func isTag(q *discriminator, name string) bool {
	for _, path := range q.tagPaths {
		if path[0] == name {
			return true
		}
	}
	return false
}
