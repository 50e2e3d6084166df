package drift

import (
	"cmp"

	"github.com/ndwire/ndwire/internal/spelling"
	"github.com/ndwire/ndwire/workshop/draft"
)

// This file finds the case of a union for an object or a payload.

// decide returns the branch for the object with the parts w.parts[from:to]. If there is none, known is false, and tag is the text of the tags on the
// path; prefix is that of the outer discriminators.
func (w *walker) decide(q *discriminator, prefix string, from, to int) (a *branch, tag string, known bool) {
	last := ""
	if q.tagPaths == nil && !q.node.Sibling {
		a, tag = q.otherwise, prefix
		for _, name := range q.names {
			p := w.find(from, to, name)
			if p != nil && w.data[p.value] == 'n' && q.branches[name].notNull {
				q.branches[name].nulls++
			} else if p != nil {
				a = q.branches[name]
				break
			}
		}
	} else {
		a, tag = w.branch(q, from, to)
		last = w.tag
		if isLeaf := a != nil && a.next == nil; !isLeaf && prefix != "" && (tag != "" || w.tag == `""`) {
			tag = prefix + "/" + tag
		}
	}
	if a == nil {
		w.stopped = gapKey{discriminator: q, tag: last, named: last != ""}
		return nil, tag, false
	}
	a.count++
	if a.next == nil {
		return a, tag, true
	}
	if a.literal == "" || a.literal[0] != '"' || last == "" {
		tag = prefix // only texts of cases become parts of a kind
	}
	return w.decide(a.next, tag, from, to)
}

// branch returns the branch for the tag of a discriminator, nil if there is none, and the tag's text.
func (w *walker) branch(q *discriminator, from, to int) (a *branch, tag string) {
	at, end := w.sibling.at, w.sibling.end
	if !q.node.Sibling {
		at, end = w.tagValue(q, from, to)
	}
	w.tag = ""
	if at < 0 {
		return cmp.Or(q.absent, q.otherwise), ""
	}
	value := w.data[at:end]
	t := typeOf(value[0])
	if t == typeString {
		name := w.text(at, end)
		if a = q.branches[string(name)]; a != nil { // most tags are known, and these texts need no memory
			w.tag = a.literal
			return a, a.text
		}
		w.tag = string(value)
		return q.otherwise, string(name[:min(len(name), maxName+1)])
	}
	w.tag = string(value)
	if a = q.literal(value); len(q.literals) > 0 && t != typeObject && t != typeArray && len(value) <= maxName {
		tag = w.tag
	}
	return cmp.Or(a, q.otherwise), tag
}

// literal returns the branch for a number, true, false or null, nil if there is none.
func (q *discriminator) literal(value []byte) *branch {
	for _, a := range q.literals {
		if a.literal == string(value) || typeOf(a.literal[0]) == typeNumber && typeOf(value[0]) == typeNumber && spelling.SameNumber(a.literal, value) {
			return a
		}
	}
	return nil
}

// tagValue returns the offsets of the tag of a discriminator, -1 if it is absent.
func (w *walker) tagValue(q *discriminator, from, to int) (at, end int) {
	for _, path := range q.tagPaths {
		p := w.find(from, to, path[0])
		mark := len(w.parts)
		for _, name := range path[1:] {
			if p == nil || w.data[p.value] != '{' {
				p = nil
				break
			}
			inner := len(w.parts)
			w.cut(int(p.value))
			p = w.findPlain(inner, len(w.parts), name)
		}
		if p != nil {
			at, end = int(p.value), int(p.end)
		}
		w.parts = w.parts[:mark]
		if p != nil {
			return at, end
		}
	}
	return -1, -1
}

// newName returns the name of the only member of an object, as JSON, if its presence can choose a new case of a discriminator; otherwise "".
func (w *walker) newName(q *discriminator, p part) string {
	if name := w.name(p); len(name) > maxName || !draft.IsField(string(name)) || q.branches[string(name)] != nil {
		return ""
	}
	return string(w.data[p.key:p.keyEnd])
}

// siblingHasNoRecord reports whether the tag next to a value leads to no record, so that any value is expected.
func (w *walker) siblingHasNoRecord(q *discriminator) bool {
	if !q.node.Sibling {
		return false
	}
	a, _ := w.branch(q, 0, 0)
	return a == nil || a.rec == nil && a.next == nil
}
