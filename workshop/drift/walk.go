package drift

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/spelling"
	"github.com/ndwire/ndwire/spec"
)

// walker compares lines, which must be valid JSON, with the table of a spec. It cuts an object into its members before it compares them, so that a
// tag is found at any position.
type walker struct {
	table    *table
	data     []byte
	parts    []part // of all open objects
	path     []string
	sibling  struct{ at, end int }                    // the tag next to the value of a member with `by:`; at is -1 if it is absent
	names    map[int]map[string]int                   // of open objects with many members, by the index of their first part: the last part of each name
	within   gapKey                                   // the member that is compared
	around   []byte                                   // the lists and maps of that member around the value: inList, inMap
	holders  []holder                                 // what leads to the records around the value, from the line on
	tag      string                                   // the JSON of the last tag that was read, "" if it was absent
	inOther  bool                                     // a union by JSON type keeps the value in its Other if it is of a wrong type
	stopped  gapKey                                   // the last discriminator without a branch for its value
	onRecord func(w *walker, r *record, from, to int) // called for each object of a record, if not nil
	found    func(w *walker, what decoder.DriftKind, where gapKey, value string, at, end int)
}

// value compares the value at data[i:end] with its type. element reports that the value is an element of a list or map.
func (w *walker) value(v *value, i, end int, element bool) {
	t := typeOf(w.data[i])
	if t == typeNull && !v.comparesNull(element) {
		if element && !v.null {
			w.found(w, decoder.WrongType, w.within, typeNames[t], i, end)
		}
		return
	}
	ok := true
	switch v.form {
	case anything:
	case fixedTag:
		if t != typeString {
			v.seen.add(w.data[i:end])
		}
	case external:
		ok = w.externalValue(v.union, t, i, end, element)
	case object:
		ok = w.recordValue(v.rec, t, i, end)
	case tagged:
		ok = w.unionValue(v, t, i, end, element)
	case byType:
		switch form := v.forms[t]; {
		case form == nil:
			w.inOther, ok = true, t == typeNull
		case t == typeArray || t == typeObject:
			w.value(form, i, end, element)
		default:
			w.inOther = true
			w.value(form, i, end, element)
		}
		defer func() { w.inOther = false }()
	case array:
		if ok = t == typeArray; ok {
			w.list(v.elem, i)
		}
	case mapping:
		if ok = t == typeObject; ok {
			w.mapping(v.elem, i)
		}
	default:
		ok = w.scalar(v, t, i, end)
	}
	if !ok {
		w.found(w, decoder.WrongType, w.within, typeNames[t], i, end)
	}
}

// comparesNull reports whether a null is compared as other values are. Elsewhere a null member is like an absent one, and
// a null element is right or wrong by v.null alone.
func (v *value) comparesNull(element bool) bool {
	switch v.form {
	case anything, byType:
		return true
	case tagged:
		return !v.null
	case external:
		return element && !v.null
	}
	return false
}

// recordValue compares the value at data[i:end] with a record. It reports whether the record can have a value of the JSON type t: an object, the
// text that is its short form, or anything on the path of a field of a view.
func (w *walker) recordValue(r *record, t jsonType, i, end int) bool {
	if t == typeObject {
		w.object(r, r.defaultUnion, i)
		return true
	}
	if r.spec != nil && (t != typeString || r.spec.Shorthand == "" || end-i == len(`""`)) {
		return false
	}
	r.seen = true
	return true
}

// unionValue compares the value at data[i:end] with a union by tag. It returns false for a value without a tag that nothing else explains.
func (w *walker) unionValue(v *value, t jsonType, i, end int, element bool) bool {
	switch {
	case t == typeObject:
		w.union(v, i, end)
	case element:
		w.found(w, decoder.UnknownKind, w.within, "", i, end)
	case t != typeNull && w.siblingHasNoRecord(v.union.tree):
		if _, tag, known := w.decide(v.union.tree, "", 0, 0); !known {
			w.found(w, decoder.UnknownKind, w.stopped, tag, i, end)
		}
	case t != typeNull && v.union.tree.node.Sibling:
		where := w.within
		where.payload, _ = w.branch(v.union.tree, 0, 0)
		w.found(w, decoder.WrongType, where, typeNames[t], i, end)
	default:
		return t == typeNull
	}
	return true
}

// externalValue compares the value at data[i:end] with an external or adjacent union. It returns false for a value
// that cannot be one of it.
func (w *walker) externalValue(u *union, t jsonType, i, end int, element bool) bool {
	switch {
	case t == typeNull:
		w.found(w, decoder.UnknownKind, w.within, "", i, end)
	case element || t == typeObject || t == typeString && u.tree.node.Adjacent == nil:
		w.external(u, i, end)
	default:
		return false
	}
	return true
}

// Steps of walker.around.
const (
	inList = '['
	inMap  = '{'
)

// holder is a declaration that leads to a record: a case, or a member with the record as its type or as that of its elements.
type holder struct {
	branch *branch
	member *member
}

// mapping compares the values of the object at i, which is a map.
func (w *walker) mapping(elem *value, i int) {
	from := len(w.parts)
	w.cut(i)
	w.path, w.around = append(w.path, "[]"), append(w.around, inMap)
	for k := from; k < len(w.parts); k++ {
		w.value(elem, int(w.parts[k].value), int(w.parts[k].end), true)
	}
	w.path, w.around = w.path[:len(w.path)-1], w.around[:len(w.around)-1]
	w.parts = w.parts[:from]
}

// list compares the elements of the array at i.
func (w *walker) list(elem *value, i int) {
	if i = w.space(i + 1); w.data[i] == ']' {
		return
	}
	w.path, w.around = append(w.path, "[]"), append(w.around, inList)
	for {
		end := w.skip(i)
		w.value(elem, i, end, true)
		if i = w.space(end); w.data[i] == ']' {
			break
		}
		i = w.space(i + 1)
	}
	w.path, w.around = w.path[:len(w.path)-1], w.around[:len(w.around)-1]
}

// object compares the object at i with a record, as a case of a union.
func (w *walker) object(r *record, in *spec.Union, i int) {
	from := len(w.parts)
	w.cut(i)
	w.holders = append(w.holders, holder{member: w.within.member})
	w.record(r, in, from, len(w.parts))
	w.holders = w.holders[:len(w.holders)-1]
	w.close(from)
}

// union compares the object at data[i:end] with its case. A case outside v.part is reported, and still compared.
func (w *walker) union(v *value, i, end int) {
	from := len(w.parts)
	w.cut(i)
	to := len(w.parts)
	w.holders = append(w.holders, holder{member: w.within.member})
	if a, tag, known := w.decide(v.union.tree, "", from, to); !known {
		if q := v.union.tree; w.stopped.discriminator == q && q.node.Has && to-from == 1 {
			w.stopped.tag = w.newName(q, w.parts[from])
			w.stopped.named = w.stopped.tag != ""
		}
		w.found(w, decoder.UnknownKind, w.stopped, tag, i, end)
	} else if a.rec != nil {
		w.holders = append(w.holders, holder{branch: a})
		w.record(a.rec, v.union.spec, from, to)
		w.holders = w.holders[:len(w.holders)-1]
		if v.part != nil && !slices.Contains(v.part.Cases, a.rec.spec) {
			if tag = ""; v.union.tree.tagPaths != nil {
				_, tag = w.branch(v.union.tree, from, to)
			}
			w.found(w, decoder.UnknownKind, w.within, tag, i, end)
		}
	}
	w.holders = w.holders[:len(w.holders)-1]
	w.close(from)
}

// record compares the members w.parts[from:to] with a record, as a case of a union.
func (w *walker) record(r *record, in *spec.Union, from, to int) {
	r.seen = true
	if w.onRecord != nil {
		w.onRecord(w, r, from, to)
	}
	before := &r.first
	met, required := uint64(0), len(r.mandatory)
	var f *namedMembers
	var flat []flatRecord
	lookedUp := len(r.inline) == 0
	unknown := func(p part) {
		if !lookedUp {
			flat, lookedUp = w.flatRecords(nil, r, from, to), true
		}
		if !w.flattened(flat, p, from, to) {
			w.unknown(r, p)
		}
	}
	for k := from; k < to; k++ {
		p := w.parts[k]
		raw := w.data[p.key+1 : p.keyEnd-1]
		if f = *before; f == nil || f.name != string(raw) {
			name := w.name(p)
			list := r.members[string(name)]
			if list == nil {
				unknown(p)
				continue
			}
			f = &namedMembers{string(name), list}
			if len(name) == len(raw) {
				*before = f
			}
		}
		m := w.choose(r, f, from, to)
		if (len(f.list) > 1 || f.list[0].name != f.name) && w.find(from, to, f.name).key != p.key {
			continue // a later member of this name counts
		}
		if m == nil {
			unknown(p)
			continue
		}
		before = &m.next
		met |= 1 << (m.requiredNumber & 63)
		w.member(m, p, from, to)
	}
	if required > 63 || met>>1 != 1<<required-1 || r.flattens || lookedUp && len(r.inline) > 0 {
		w.missing(r, in, from, to)
	}
}

// choose returns the member of the record that is read under a name, nil if there is none.
func (w *walker) choose(r *record, f *namedMembers, from, to int) *member {
	for _, m := range f.list {
		if len(m.when) > 0 && len(f.list) > 1 { // a single field of other cases is not drift
			tag := w.find(from, to, r.tag)
			if tag == nil || w.data[tag.value] != '"' || !slices.Contains(m.when, string(w.text(int(tag.value), int(tag.end)))) {
				continue
			}
		}
		if m.name != f.name && w.byOtherName(m, f.name, from, to) {
			continue
		}
		return m
	}
	return nil
}

// byOtherName reports whether the object also has the member under a name that takes precedence over this alias.
func (w *walker) byOtherName(m *member, alias string, from, to int) bool {
	if w.find(from, to, m.name) != nil {
		return true
	}
	for _, a := range m.alias {
		if a == alias {
			break
		}
		if w.find(from, to, a) != nil {
			return true
		}
	}
	return false
}

// member compares the value of a member.
func (w *walker) member(m *member, p part, from, to int) {
	if m.field != nil && m.field.By != "" {
		w.sibling.at, w.sibling.end = -1, -1
		if tag := w.find(from, to, m.field.By); tag != nil {
			w.sibling.at, w.sibling.end = int(tag.value), int(tag.end)
		}
	}
	m.count++
	w.path = append(w.path, m.step)
	outer, around := w.within, w.around
	w.within, w.around = gapKey{member: m}, around[len(around):]
	i, end := int(p.value), int(p.end)
	if m.notNull && w.data[i] == 'n' {
		w.found(w, decoder.WrongType, gapKey{member: m, null: true}, typeNames[typeNull], i, end)
	} else if m.literal == "" {
		w.value(m.value, i, end, false)
	} else if v := string(w.data[i:end]); v != m.literal && w.data[i] != 'n' {
		switch t := typeOf(w.data[i]); {
		case t != typeOf(m.literal[0]):
			w.found(w, decoder.WrongType, w.within, typeNames[t], i, end)
		case t == typeString:
			if name := string(w.text(i, end)); name != strings.Trim(m.literal, `"`) {
				w.found(w, decoder.UnknownEnum, w.within, name, i, end)
			}
		case t != typeNumber || !spelling.SameNumber(m.literal, v):
			w.found(w, decoder.UnknownEnum, w.within, v, i, end)
		}
	}
	w.within, w.around = outer, around
	w.path = w.path[:len(w.path)-1]
}

func (w *walker) unknown(r *record, p part) {
	if r.open {
		return
	}
	w.path = append(w.path, step(string(w.name(p))))
	w.found(w, decoder.UnknownField, gapKey{record: r, tag: string(w.name(p)), at: int(p.value)}, "", int(p.key), int(p.end))
	w.path = w.path[:len(w.path)-1]
}
