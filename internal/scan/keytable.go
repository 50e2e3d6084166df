package scan

import (
	"math/bits"
	"slices"
	"strings"
	"sync/atomic"
)

// keyTable has the names of a record's members in a form made for comparing. It is made when the first line has such a record.
type keyTable struct {
	all    []Field                               // by index: fields, then Record.Also
	fields int                                   // number of fields
	plain  bool                                  // no name needs escapes in JSON
	names  []keyName                             // by index, in the style compact
	styles [spaced + 1]atomic.Pointer[[]keyName] // the same names in other styles; nil until a line has that style
	hashed []uint16                              // a hash table of the names: indexes from 1, at hashName or after it; 0 is an empty place
}

// keyName is a member's key in one style, with all that a line has from the comma before the key to the value. Before the first key of an
// object there is a brace instead of the comma. It has no pointers, so that the garbage collector does not scan names.
type keyName struct {
	word   [comparedBytes / 8]uint64 // the text after the comma
	mask   [comparedBytes / 8]uint64 // has 0xff for each byte of the text
	size   int                       // length in bytes, from the comma to the value
	quote  int                       // offset of the opening quote, from the comma
	index  int                       // of the name in keyTable.names; of an unknown member, see indexAfter
	number int                       // the case of the record's switch, see numberOf

	unknown int  // of an unknown member: its number in unknownKeys.all, from 1; otherwise 0
	special bool // the text is longer than minRest, or the member is unknown
}

// keyStyle is the white space around a key.
type keyStyle int

const (
	compact keyStyle = iota // ,"name":
	opened                  // {"name": and a space: the first key of an object in style spaced
	spaced                  // , "name": and a space, as Python's json writes it
)

// separators are the texts between the comma or brace and the key, and between the colon and the value.
var separators = [...][2]string{compact: {"", ""}, opened: {"", " "}, spaced: {" ", " "}}

// noName is equal to no text of a line. It is the predicted key of slots that have learned nothing.
var noName = keyName{word: [comparedBytes / 8]uint64{1}}

const (
	// minRest is the number of bytes of a line, after the comma or brace, that are compared with any predicted key.
	minRest = 24
	// comparedBytes is the number of bytes that are compared with special keys. Longer keys are not predicted.
	comparedBytes = 32
)

// unknownSlots is the number of unknown members in sequence that have slots of their own. All further ones share the last slot.
const unknownSlots = 4

// firstSlots is the number of slots before those of the first record. Nothing is learned there: they are the slots of the fields of a record that has
// no table, whose first object was entered by [Cursor.Enter].
const firstSlots = firstAlso

// slots counts the slots of predict.Keys that the program's records have.
var slots atomic.Int64

func init() { slots.Store(firstSlots) }

// keys returns the record's table, and makes it if there is none.
func (r *Record) keys() *keyTable {
	if k := r.table.Load(); k != nil {
		return k
	}
	return r.keysSlow()
}

func (r *Record) keysSlow() *keyTable {
	k := r.makeKeys()
	size := int64(1 + len(k.names) + unknownSlots) // the start of the object has a slot as well
	// The slot is set first, because a goroutine that sees the table uses the slot. If two goroutines make the table at once, some slots
	// remain unused.
	r.slot.CompareAndSwap(0, slots.Add(size)-size+1)
	r.table.CompareAndSwap(nil, k)
	return r.table.Load()
}

func (r *Record) makeKeys() *keyTable {
	k := new(keyTable)
	if r.Fields != nil {
		k.all = r.Fields()
	}
	k.fields = len(k.all)
	k.all = slices.Grow(k.all[:k.fields:k.fields], len(r.Also))
	for _, name := range r.Also {
		k.all = append(k.all, Field{Name: name})
	}
	k.names, k.plain = k.makeNames(compact), true
	k.hashed = make([]uint16, 4<<bits.Len(uint(len(k.all))))
	for n, f := range k.all {
		k.plain = k.plain && !needsEscapes(f.Name)
		if !f.Inline {
			k.hash(f.Name, n)
		}
	}
	return k
}

// makeNames returns the names in a style.
func (k *keyTable) makeNames(style keyStyle) []keyName {
	names := make([]keyName, len(k.all))
	for n := range names {
		names[n] = makeKeyName(k.all[n].Name, n, style)
		names[n].number = k.numberOf(n)
	}
	return names
}

// makeKeyName returns a name in a style; one that is equal to no text, of size 0, if it is too long or needs escapes in JSON.
func makeKeyName(name string, index int, style keyStyle) keyName {
	k := keyName{word: noName.word, index: index}
	text := separators[style][0] + `"` + name + `":` + separators[style][1]
	if len(text) > comparedBytes || needsEscapes(name) {
		return k
	}
	k.size, k.quote = 1+len(text), 1+len(separators[style][0])
	k.word = [comparedBytes / 8]uint64{}
	fillWords(k.word[:], k.mask[:], text)
	k.special = len(text) > minRest
	return k
}

// fillWords fills words with the beginning of text, for comparison with the beginning of a line. masks gets 0xff for each byte of text. It
// returns the number of bytes of text that fit into words.
func fillWords[T ~string | ~[]byte](words, masks []uint64, text T) int {
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

// styled returns the names in a style.
func (k *keyTable) styled(style keyStyle) []keyName {
	if style == compact {
		return k.names
	}
	all := k.styles[style].Load()
	if all == nil {
		made := k.makeNames(style)
		all = &made
		k.styles[style].Store(all)
	}
	return *all
}

// allowsNull reports whether the spec allows null for a field.
func (k *keyTable) allowsNull(field int) bool { return field < k.fields && k.all[field].Null }

// numberOf returns the number of the name with an index: the case of the record's switch. An unknown member has a number that no case has.
func (k *keyTable) numberOf(index int) int {
	if index < k.fields {
		return index
	}
	return firstAlso + min(index, len(k.all)) - k.fields
}

// indexAfter returns the index of an unknown member that follows the member with an index. It is the index of no name: up to unknownSlots
// unknown members in sequence have indexes of their own.
func (k *keyTable) indexAfter(index int) int {
	if index < len(k.names) {
		return len(k.names)
	}
	return min(index+1, len(k.names)+unknownSlots-1)
}

// hash adds a name to the hash table.
func (k *keyTable) hash(name string, index int) {
	at := hashName(name) & (len(k.hashed) - 1)
	for k.hashed[at] != 0 {
		at = (at + 1) & (len(k.hashed) - 1)
	}
	k.hashed[at] = uint16(index + 1)
}

// index returns the index of a name, or len(k.all) if the record does not know it. If two fields have the same name, it is the first
// one's.
func (k *keyTable) index(name []byte) int {
	for at := hashName(name); ; at++ {
		m := k.hashed[at&(len(k.hashed)-1)]
		if m == 0 {
			return len(k.all)
		}
		if k.all[m-1].Name == string(name) {
			return int(m - 1)
		}
	}
}

// hashName returns a hash of a name: most names differ in their length, or in one of these letters.
func hashName[T ~string | ~[]byte](name T) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return n + int(name[0])<<1 + int(name[n-1])<<2 + int(name[n/2])<<3
}
