package scan

import (
	"slices"
	"strings"
	"sync/atomic"
)

// Record is what the cursor knows of a generated record type. Generated code declares one for each, as a variable.
type Record struct {
	Name string

	// Fields are the members that the record's switch knows, tags and constants and those of embedded records included. A
	// field's number is its index. It is called when the first line comes that has such a record: of tables that were always
	// there, the collector would look at all, each time.
	Fields func() []Field

	// Also are names that the record's switch knows although it has no field of its own for them: other spellings, tags of other
	// cases, members of a record that stand among those of this one. Their numbers begin with 128.
	Also []string

	// A bit for each field that the line must have: fields 0 to 63, and 64 to 127.
	Required, Required2 uint64

	Open bool // unknown members are expected: they are kept, but are no drift
	View bool // only declared members are of interest: unknown ones are jumped over, and nothing is noted

	shared sharedSets
	table  atomic.Pointer[keyTable]
	slot   atomic.Int64 // in predict.Keys of what came behind the first member, and what tells the record from others; 0 if there is no table
}

// Field is a member that a record knows.
type Field struct {
	Name string // on the wire
	Path string // how jq gets from the record to the value, or to the values in it: ".content", ".content[]"
	Null bool   // null is usual here, and is not noted

	Optional bool // among Record.Required although the line need not have it: only its absence is noted

	Inline bool // its members stand among those of the record, and none has its name
}

// requires reports whether a line must have the field.
func (r *Record) requires(field int) bool {
	half := r.Required
	if field >= 64 {
		half = r.Required2
	}
	keys := r.keys()
	return field < keys.fields && half>>uint(field&63)&1 != 0 && !keys.isOptional(field)
}

// keyTable are the names of a record's members, ready for comparing. It is made when the record is first met.
//
// Its slices have no pointers: a program has many tables, and the collector need not look at them.
type keyTable struct {
	fields int    // how many of the members are fields; those of Record.Also are behind them
	text   string // all names and paths
	spans  []textSpan
	plain  bool // no name is written with escapes
	names  []keyName
	styles [spaced + 1]atomic.Pointer[[]keyName] // names in the styles that have been met
	length []uint16                              // the numbers of the names of n bytes are sorted[length[n]:length[n+1]]
	sorted []uint16
}

// textSpan is where a member's name and path are in the text of its table. The path stands behind the name.
type textSpan struct {
	from, name, path int32 // the last two are ends
	null             bool  // Field.Null
	optional         bool  // Field.Optional
}

// keyName is a name as it usually stands on the line: behind a comma, with its quotes and a colon, and up to its value. The first one of
// an object has a brace in place of the comma. It has no pointers: a program has many, and the collector need not look at them.
type keyName struct {
	word   [comparedBytes / 8]uint64 // the first bytes, from the comma on
	mask   [comparedBytes / 8]uint64 // which of them are compared
	size   int                       // of all, with the comma
	quote  int                       // offset of the opening quote
	long   bool                      // there are more than minRest bytes
	index  int                       // among those of the record
	number int                       // what the record's switch calls it
}

// others is the first of the numbers of names that are no fields. No Seen has a bit for them.
const others = 128

// style is how a program puts a member behind the one before.
type style int

const (
	compact style = iota // ,"name":
	opened               // {"name": and a space
	spaced               // , "name": and a space, as Python writes
)

// around is what stands between the comma or brace and the key, and behind the colon.
var around = [...][2]string{compact: {"", ""}, opened: {"", " "}, spaced: {" ", " "}}

// noName is what has not been met yet. It is equal to nothing.
var noName = keyName{word: [comparedBytes / 8]uint64{1}}

const (
	// minRest is how many bytes a line must have from the comma or brace on for a key to be compared, and how many of them are compared
	// for any key.
	minRest = 24
	// comparedBytes is how many bytes of a name are compared, in words of 8: longer ones are rare.
	comparedBytes = 32
)

// unknowns is how many unknown members that follow each other have slots of their own.
const unknowns = 4

// slots counts the slots of predict.Keys that the records of the program have taken.
var slots atomic.Int64

// keys is the record's table.
func (r *Record) keys() *keyTable {
	if k := r.table.Load(); k != nil {
		return k
	}
	return r.keysSlow()
}

func (r *Record) keysSlow() *keyTable {
	k := r.makeKeys()
	size := int64(1 + len(k.names) + unknowns) // the beginning counts as a member
	// The slot comes first: whoever has the table may use it. That others may have made it as well costs some slots.
	r.slot.CompareAndSwap(0, slots.Add(size)-size+1)
	r.table.CompareAndSwap(nil, k)
	return r.table.Load()
}

func (r *Record) makeKeys() *keyTable {
	var fields []Field
	if r.Fields != nil {
		fields = r.Fields()
	}
	all := len(fields) + len(r.Also)
	k := &keyTable{fields: len(fields), names: make([]keyName, 0, all), spans: make([]textSpan, 0, all), plain: true}
	longest := 0
	var text strings.Builder
	add := func(f Field) {
		n, from := len(k.names), text.Len()
		name := makeKeyName(f.Name, n, compact)
		name.number = k.label(n)
		k.names = append(k.names, name)
		text.WriteString(f.Name)
		text.WriteString(f.Path)
		k.spans = append(k.spans, textSpan{int32(from), int32(from + len(f.Name)), int32(text.Len()), f.Null, f.Optional})
		k.plain = k.plain && !needsEscapes(f.Name)
		if !f.Inline {
			k.sorted = append(k.sorted, uint16(n))
			longest = max(longest, len(f.Name))
		}
	}
	for _, f := range fields {
		add(f)
	}
	for _, name := range r.Also {
		add(Field{Name: name})
	}
	k.text = text.String()
	// Of two fields with one name it is the first one's.
	slices.SortStableFunc(k.sorted, func(a, b uint16) int { return len(k.name(a)) - len(k.name(b)) })
	k.length = make([]uint16, longest+2)
	for n := range k.length {
		at := 0
		for at < len(k.sorted) && len(k.name(k.sorted[at])) < n {
			at++
		}
		k.length[n] = uint16(at)
	}
	return k
}

func makeKeyName(name string, index int, how style) keyName {
	k := keyName{word: noName.word, index: index}
	if needsEscapes(name) {
		return k
	}
	var buf [64]byte
	text := append(append(buf[:0], ','), around[how][0]...)
	text = append(append(append(text, '"'), name...), `":`...)
	text = append(text, around[how][1]...)
	k.size, k.quote = len(text), 1+len(around[how][0])
	k.word = [comparedBytes / 8]uint64{}
	prepare(k.word[:], k.mask[:], text)
	k.long = len(text) > minRest
	return k
}

// prepare makes the words that the beginning of a line is compared with to find text there, and of them the masks of the bytes that are
// text's own. It returns how much of text the words have.
func prepare[T ~string | ~[]byte](words, masks []uint64, text T) int {
	n := min(len(text), 8*len(words))
	for i := range n {
		words[i/8] |= uint64(text[i]) << (i % 8 * 8)
		masks[i/8] |= 0xff << (i % 8 * 8)
	}
	return n
}

func needsEscapes(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' })
}

// in is the table's names in one style.
func (k *keyTable) in(how style) []keyName {
	if how == compact {
		return k.names
	}
	all := k.styles[how].Load()
	if all == nil {
		made := make([]keyName, len(k.names))
		for n := range made {
			made[n] = makeKeyName(k.name(uint16(n)), n, how)
			made[n].number = k.label(n)
		}
		all = &made
		k.styles[how].Store(all)
	}
	return *all
}

// isNull reports whether null is usual for a field.
func (k *keyTable) isNull(field int) bool { return field < k.fields && k.spans[field].null }

// isOptional reports whether a field may be left out, although its absence is noted.
func (k *keyTable) isOptional(field int) bool { return k.spans[field].optional }

func (k *keyTable) name(number uint16) string {
	s := &k.spans[number]
	return k.text[s.from:s.name]
}

// path is that of a field.
func (k *keyTable) path(field int) string {
	s := &k.spans[field]
	return k.text[s.name:s.path]
}

// label is the number by which the record's switch calls the name with an index; one of its own for a name that it does not know.
func (k *keyTable) label(index int) int {
	if index < k.fields {
		return index
	}
	return others + min(index, len(k.names)) - k.fields
}

// behind is the index of an unknown member that comes behind the member with an index.
func (k *keyTable) behind(index int) int {
	if index < len(k.names) {
		return len(k.names)
	}
	return min(index+1, len(k.names)+unknowns-1)
}

// index is the index of a name, that of no member if the record does not know it.
func (k *keyTable) index(name []byte) int {
	if n := len(name); n+1 < len(k.length) {
		for _, m := range k.sorted[k.length[n]:k.length[n+1]] {
			if s := k.name(m); n == 0 || s[n-1] == name[n-1] && s == string(name) { // most of them differ in the last byte
				return int(m)
			}
		}
	}
	return len(k.names)
}
