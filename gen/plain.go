package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// Most lines consist of records for which the spec has an order, and most of these records have no notes. The members of such a record are
// appended without a search for notes. Records of a view never have notes.

// isPlain reports whether a record without notes is written by appendPlain.
func (p *plan) isPlain(r *record) bool {
	if len(r.given()) == 0 && !r.view || p.tagRoots(r.Record) != nil {
		return false
	}
	for _, m := range r.members {
		if m.inner != nil || m.payload != nil || r.sharers(m) != nil || m.isFlatUnion() || m.always() {
			return false
		}
	}
	// The first member, which has no comma before it, must always be written, as null if it is not set.
	return len(r.members) == 0 || r.members[0].isAlwaysWritten() || r.members[0].condition() == "Nullable"
}

// isAlwaysWritten reports whether a record without notes always has the member when it is written, whatever its value is.
func (m *member) isAlwaysWritten() bool {
	return m.fixed != "" || strings.HasPrefix(m.condition(), "Required")
}

// appendPlain returns the code that writes a record without notes.
func (p *plan) appendPlain(r *record) []jen.Code {
	w := plainWriter(p)
	var members []jen.Code
	text := "{" // constant text that is not in code yet
	flush := func() {
		if text != "" {
			members = append(members, appendText(text))
		}
		text = ""
	}
	for i, m := range r.members {
		key := m.keyText()
		if i == 0 {
			key = key[1:]
		}
		switch {
		case m.fixed != "":
			text += key + m.fixed
		case m.isAlwaysWritten():
			text += key
			flush()
			members = append(members, w.field(m)...)
		default:
			flush()
			ask := jen.If(p.isSet(m)).Block(append([]jen.Code{appendText(key)}, w.field(m)...)...)
			if m.condition() == "Nullable" {
				ask.Else().Block(appendText(key + "null"))
			}
			members = append(members, ask)
		}
	}
	return append(append(w.begin(), members...), jen.Return(afterDst(text+"}"), jen.Nil()))
}
