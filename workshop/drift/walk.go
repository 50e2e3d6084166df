package drift

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// The walker compares a line, which must be valid JSON, with the table of the spec. It cuts an object into its members before it compares them,
// so that a tag is found at any position.

// jsonType numbers JSON's types.
type jsonType uint8

const (
	typeNull jsonType = iota
	typeBool
	typeNumber
	typeString
	typeArray
	typeObject
	jsonTypes
)

var typeNames = [jsonTypes]string{"null", "boolean", "number", "string", "array", "object"}

var typeByName = map[string]jsonType{"null": typeNull, "boolean": typeBool, "number": typeNumber, "string": typeString, "array": typeArray, "object": typeObject}

func typeOf(b byte) jsonType {
	switch b {
	case '{':
		return typeObject
	case '[':
		return typeArray
	case '"':
		return typeString
	case 't', 'f':
		return typeBool
	case 'n':
		return typeNull
	}
	return typeNumber
}

// part is a member of an object on the line.
type part struct{ key, keyEnd, value, end int32 }

// walker walks through lines.
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
	stopped  gapKey                                   // the last discriminator without a branch for its value
	onRecord func(w *walker, r *record, from, to int) // called for each object of a record, if not nil
	found    func(w *walker, what decoder.DriftKind, where gapKey, value string, at, end int)
}

// space returns the offset of the next byte that is not white space.
func (w *walker) space(i int) int {
	for w.data[i] <= ' ' {
		i++
	}
	return i
}

// stringEnd returns the offset after the string at i.
func (w *walker) stringEnd(i int) int {
	i++
	for {
		n := bytes.IndexByte(w.data[i:], '"')
		end := i + n
		back := end
		for back > i && w.data[back-1] == '\\' {
			back--
		}
		i = end + 1
		if (end-back)%2 == 0 {
			return i
		}
	}
}

// skip returns the offset after the value at i.
func (w *walker) skip(i int) int {
	switch w.data[i] {
	case '"':
		return w.stringEnd(i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch w.data[i] {
			case '"':
				i = w.stringEnd(i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	for i < len(w.data) {
		switch w.data[i] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return i
		}
		i++
	}
	return i
}

// cut appends the members of the object at i to w.parts.
func (w *walker) cut(i int) {
	if i = w.space(i + 1); w.data[i] == '}' {
		return
	}
	for {
		key := i
		keyEnd := w.stringEnd(key)
		value := w.space(w.space(keyEnd) + 1)
		end := w.skip(value)
		w.parts = append(w.parts, part{int32(key), int32(keyEnd), int32(value), int32(end)})
		if i = w.space(end); w.data[i] == '}' {
			return
		}
		i = w.space(i + 1)
	}
}

// text returns the text of the string data[from:to], which includes the quotes.
func (w *walker) text(from, to int) []byte {
	raw := w.data[from+1 : to-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	var s string
	if json.Unmarshal(w.data[from:to], &s) != nil {
		return raw
	}
	return []byte(s)
}

func (w *walker) name(p part) []byte { return w.text(int(p.key), int(p.keyEnd)) }

// manyParts is the number of members from which an object's names are looked up in a map.
const manyParts = 64

// find returns the last member with a name in the open object with the parts w.parts[from:to], nil if there is none.
func (w *walker) find(from, to int, name string) *part {
	if to-from < manyParts {
		return w.findPlain(from, to, name)
	}
	index := w.names[from]
	if index == nil {
		index = make(map[string]int, to-from)
		for k := from; k < to; k++ {
			index[string(w.name(w.parts[k]))] = k
		}
		w.names[from] = index
	}
	if k, ok := index[name]; ok {
		return &w.parts[k]
	}
	return nil
}

// findPlain is find without an index, for an object that is searched once.
func (w *walker) findPlain(from, to int, name string) *part {
	for k := to - 1; k >= from; k-- {
		if p := &w.parts[k]; string(w.name(*p)) == name {
			return p
		}
	}
	return nil
}

// close forgets the open object whose parts begin at from.
func (w *walker) close(from int) {
	if len(w.parts)-from >= manyParts {
		delete(w.names, from)
	}
	w.parts = w.parts[:from]
}

// value compares the value at data[i:end] with its type. element reports that the value is an element of a list or map.
func (w *walker) value(v *value, i, end int, element bool) {
	t := typeOf(w.data[i])
	if t == typeNull && v.form != anything && v.form != byType && (v.form != tagged && v.form != external || v.null || v.form == external && !element) {
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
		if t == typeNull { // of an element
			w.found(w, decoder.UnknownKind, w.within, "", i, end)
		} else if ok = element || t == typeObject || t == typeString && v.union.tree.node.Adjacent == nil; ok {
			w.external(v.union, i, end)
		}
	case object:
		ok = w.recordValue(v.rec, t, i, end)
	case tagged:
		ok = w.unionValue(v, t, i, end, element)
	case byType:
		if form := v.forms[t]; form != nil {
			w.value(form, i, end, element)
		} else {
			ok = t == typeNull
		}
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

// scalar compares the string, number or bool at data[i:end], of JSON type t, with its type. It reports whether the type has such values.
func (w *walker) scalar(v *value, t jsonType, i, end int) (ok bool) {
	switch v.form {
	case text:
		return t == typeString
	case number:
		if ok = t == typeNumber; ok {
			w.number(v.limit, i, end)
		}
	case boolean:
		return t == typeBool
	case enumerated:
		if ok = t == typeString; ok {
			w.enumText(v.enum, i, end)
		}
	case numbered:
		if ok = t == typeNumber; ok {
			w.enumNumber(v.enum, i, end)
		}
	case moment:
		return t == typeString && isTime(w.text(i, end))
	case base64Text:
		return t == typeString && isBase64(w.text(i, end))
	case encoded:
		return t == typeString && w.encoded(v.elem, w.text(i, end))
	}
	return ok
}

// number reports the number at data[i:end] if its Go type cannot hold it.
func (w *walker) number(l limit, i, end int) {
	if x := l.misfit(w.data[i:end]); x != noMisfit {
		w.misfit(x, false, i, end)
	}
}

// enumText counts the text at data[i:end] as a value of an enum, or reports it.
func (w *walker) enumText(e *enum, i, end int) {
	name := w.text(i, end)
	if v := e.values[string(name)]; v != nil {
		v.count++
	} else if !e.spec.Open {
		w.found(w, decoder.UnknownEnum, gapKey{enum: e, tag: string(name)}, string(name), i, end)
	}
}

// enumNumber counts the number at data[i:end] as a value of an enum, or reports it.
func (w *walker) enumNumber(e *enum, i, end int) {
	name := wholeNumber(string(w.data[i:end]))
	if v := e.values[name]; v != nil {
		v.count++
	} else if e.spec.Open {
		if x := signed.misfit(w.data[i:end]); x != noMisfit {
			w.misfit(x, true, i, end)
		}
	} else if signed.misfit(w.data[i:end]) == outOfRange {
		where := w.within // the member needs another type: no value of the enum can be this number
		where.misfit = outOfRange
		w.found(w, decoder.UnknownEnum, where, name, i, end)
	} else if name != "" {
		w.found(w, decoder.UnknownEnum, gapKey{enum: e, tag: name}, name, i, end)
	} else {
		w.misfit(fraction, true, i, end)
	}
}

// recordValue compares the value at data[i:end] with a record. It reports whether the record can have a value of the JSON type t: an object, the
// text that is its short form, or anything on the path of a field of a view.
func (w *walker) recordValue(r *record, t jsonType, i, end int) bool {
	if t == typeObject {
		w.object(r, r.defaultUnion, i)
		return true
	}
	return r.spec == nil || t == typeString && r.spec.Shorthand != "" && end-i > len(`""`)
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

// misfit reports the number at data[i:end], which its Go type cannot hold.
func (w *walker) misfit(x misfit, refused bool, i, end int) {
	where := w.within
	where.misfit, where.refused = x, refused || x == outOfRange
	w.found(w, decoder.WrongType, where, x.String(), i, end)
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

// siblingHasNoRecord reports whether the tag next to a value leads to no record, so that any value is expected.
func (w *walker) siblingHasNoRecord(q *discriminator) bool {
	if !q.node.Sibling {
		return false
	}
	a, _ := w.branch(q, 0, 0)
	return a == nil || a.rec == nil && a.next == nil
}

// decide returns the branch for the object with the parts w.parts[from:to]. tag is the text of the tags on the path; prefix is that of the outer
// discriminators. If there is no branch, known is false.
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
		if prefix != "" && (tag != "" || w.tag == `""`) {
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
	if a.literal != "" && a.literal[0] != '"' || last == "" {
		tag = prefix // only texts become parts of a kind
	}
	return w.decide(a.next, tag, from, to)
}

// newName returns the name of the only member of an object, as JSON, if its presence can choose a new case of a discriminator; otherwise "".
func (w *walker) newName(q *discriminator, p part) string {
	if name := w.name(p); len(name) > maxName || !draft.IsField(string(name)) || q.branches[string(name)] != nil {
		return ""
	}
	return string(w.data[p.key:p.keyEnd])
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
	w.tag = string(w.data[at:end])
	t := typeOf(w.data[at])
	if t == typeString {
		name := w.text(at, end)
		a, tag = q.branches[string(name)], string(name[:min(len(name), maxName+1)])
	} else if a = q.literal(w.data[at:end]); len(q.literals) > 0 && t != typeObject && t != typeArray && end-at <= maxName {
		tag = string(w.data[at:end])
	}
	return cmp.Or(a, q.otherwise), tag
}

// literal returns the branch for a number, true, false or null, nil if there is none.
func (q *discriminator) literal(value []byte) *branch {
	for _, a := range q.literals {
		if a.literal == string(value) || typeOf(a.literal[0]) == typeNumber && typeOf(value[0]) == typeNumber && sameNumber(a.literal, string(value)) {
			return a
		}
	}
	return nil
}

func sameNumber(a, b string) bool {
	if !strings.ContainsAny(a+b, ".eE") {
		return false
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, err := strconv.ParseFloat(b, 64)
	return err == nil && x == y
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

// record compares the members w.parts[from:to] with a record, as a case of a union.
func (w *walker) record(r *record, in *spec.Union, from, to int) {
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
		if w.find(from, to, m.name) != nil || slices.ContainsFunc(m.alias, func(a string) bool { return w.find(from, to, a) != nil }) {
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
		case t != typeNumber || !sameNumber(m.literal, v):
			w.found(w, decoder.UnknownEnum, w.within, v, i, end)
		}
	}
	w.within, w.around = outer, around
	w.path = w.path[:len(w.path)-1]
}

// flatRecord is a record that can be flattened into an object.
type flatRecord struct {
	rec  *record
	tree *discriminator // if the record is a case of a union: the union's tree
}

// flatRecords appends the records that can be flattened into this object of r.
func (w *walker) flatRecords(list []flatRecord, r *record, from, to int) []flatRecord {
	for _, m := range r.inline {
		if !m.always && w.find(from, to, m.name) != nil {
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
	case w.find(from, to, m.name) != nil: // it is nested
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

func (w *walker) unknown(r *record, p part) {
	if r.open {
		return
	}
	w.path = append(w.path, step(string(w.name(p))))
	w.found(w, decoder.UnknownField, gapKey{record: r, tag: string(w.name(p)), at: int(p.value)}, "", int(p.key), int(p.end))
	w.path = w.path[:len(w.path)-1]
}
