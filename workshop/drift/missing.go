package drift

import (
	"slices"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
)

// missing reports the members of r.mandatory that the open object does not have as a case of a union, and those of records that are flattened into it.
func (w *walker) missing(r *record, in *spec.Union, from, to int) {
	if !slices.Contains(w.table.roots[r.spec], in) {
		in = r.defaultUnion
	}
	for _, m := range r.inline {
		switch {
		case m.always && (m.field.Optional || len(m.field.When) > 0 || m.value.form != object):
		case m.always:
			w.missing(m.value.rec, m.value.rec.defaultUnion, from, to)
		default:
			if inner, in := w.flat(r, m, from, to); inner != nil {
				w.missing(inner, in, from, to)
			}
		}
	}
	for _, m := range r.mandatory {
		if m.fixed != nil && !slices.Contains(m.fixed.Unions, in) {
			continue // the tag of another union
		}
		if w.named(m, from, to) {
			continue
		}
		if m.field != nil && m.field.Inline != spec.InlineNever {
			if inner, _ := w.flat(r, m, from, to); inner != nil {
				continue
			}
		}
		at, end := 0, len(w.data)
		if to > from {
			at, end = int(w.parts[from].key), int(w.parts[to-1].end)
		}
		w.path = append(w.path, m.step)
		lacks := gapKey{member: m, absent: true}
		if m.fixed != nil {
			lacks = gapKey{record: r, tag: m.name, absent: true}
		}
		w.found(w, decoder.WrongType, lacks, Absent, at, end)
		w.path = w.path[:len(w.path)-1]
	}
}
