package scan

import (
	"bytes"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/kernel"
)

// This file finds the tag by which a union chooses a record. Where the tag is the first member, which is usual, it is read there. A tag
// that stands behind kilobytes of other members would be walked to first, and passed again by the record. But what stands before it often
// says what the object is: one with a "message" that begins {"role":"user" is a user's. A cursor remembers which record objects were that
// had the same object or array before their tags. After some that were the same, it does not walk to the tag any more: the record checks
// the tag when it meets it, and the line is decoded again from the start if it is another one, or missing ([Cursor.Retry]). What a view
// jumps over has no record: the tag is looked up among the members that the jump has passed.

// Union is a union whose cases have a tag. Generated code has one for each, as a variable.
type Union struct {
	tag   string    // the member's name
	word  [2]uint64 // the beginning of an object that has the tag first, up to the colon
	mask  [2]uint64 // which bytes of it are compared
	size  int       // of that beginning
	index int       // of Cursor.lates
}

// unions counts the unions of the program.
var unions atomic.Int32

// UnionOf is a Union with a tag of this name. Call it once for each, to initialise a package variable.
func UnionOf(tag string) Union {
	u := Union{tag: tag, word: [2]uint64{1}, index: int(unions.Add(1)) - 1}
	if text := `{"` + tag + `":`; len(text) <= 8*len(u.word) && !needsEscapes(tag) {
		u.word[0], u.size = 0, len(text)
		prepare(u.word[:], u.mask[:], text)
	}
	return u
}

// late is how the objects of a union began whose tag is not their first member: with the same first key, any value, and the same text
// again, up to the key of the tag or of the first object or array. In transcripts that text is the folder, and the version of the program:
// hundreds of bytes that are the same on each line.
type late struct {
	first []byte // the brace, the key and the colon
	text  []byte // from the end of the value to the quote of a key
	print uint32 // fingerprint of what should have been in text the last time that it was not
}

func (l *late) forget() { l.first, l.text, l.print = l.first[:0], l.text[:0], 0 }

// maxLate bounds what is remembered of an object.
const maxLate = 1 << 10

// learn takes note of data[from:key], which stands behind the first value of the object at i; that begins at value. Where the text changes
// from line to line, nothing is copied.
func (l *late) learn(data []byte, i, value, from, key int) {
	if key-i > maxLate {
		return
	}
	if p := print(data[from:key]); p != l.print {
		l.print = p
		return
	}
	l.first = append(l.first[:0], data[i:value]...)
	l.text = append(l.text[:0], data[from:key]...)
}

// skip is the end of the first value of the object at i, and the offset of a key behind it, if the object begins as others did; otherwise
// the key is the first one.
func (l *late) skip(c *Cursor, i int) (from, key int) {
	if len(l.first) > 0 && bytes.HasPrefix(c.data[i:], l.first) {
		from = c.pass(i + len(l.first))
		if from >= 0 && bytes.HasPrefix(c.data[from:], l.text) {
			if key = from + len(l.text); key < len(c.data) && c.data[key] == '"' { // and no space
				return from, key
			}
		}
	}
	return 0, c.space(i + 1)
}

// TagOf is TagText of a union's tag in the object at i, valid until the next call for the union. The record that is chosen by it
// need not look at it again.
func (c *Cursor) TagOf(i int, u *Union) []byte {
	data := c.data
	if i < 0 || i > len(data)-enough || c.careful {
		return c.tagOfSlow(i, u)
	}
	rest := data[i:]
	if kernel.Load(rest, 0)&u.mask[0] != u.word[0] || kernel.Load(rest, 8)&u.mask[1] != u.word[1] {
		return c.tagOfSlow(i, u)
	}
	at := i + u.size
	if data[at] == ' ' {
		at++
	}
	text := c.TagText(at)
	if text == nil {
		return c.tagOfSlow(i, u)
	}
	c.found(i, i+1)
	return text
}

func (c *Cursor) tagOfSlow(i int, u *Union) []byte {
	switch {
	case c.careful || uint(i) >= uint(len(c.data)) || c.data[i] != '{':
		return c.TagText(c.Find(i, u.tag))
	case i == c.peeked && c.marked:
		return c.TagText(c.findMarked(i, u.tag))
	}
	return c.lateTagOf(i, u)
}

// lateTagOf is the text of the union's tag in the object at i, or of the one that the object probably has, to which nobody has walked. It
// is for the first try.
func (c *Cursor) lateTagOf(i int, u *Union) []byte {
	data := c.data
	for len(c.lates) <= u.index {
		c.lates = append(c.lates, late{})
	}
	l := &c.lates[u.index]
	from, key := l.skip(c, i)
	first := 0      // offset of the first value, if from is to be learned
	signed := false // a sign has been met
	var s sign
	for uint(key) < uint(len(data)) && data[key] == '"' {
		end, value := c.keyEnd(key)
		if value < 0 {
			return nil
		}
		isTag := c.isKey(key, end, u.tag)
		if isTag || !signed && value < len(data) && (data[value] == '{' || data[value] == '[') {
			if !signed && first > 0 {
				l.learn(data, i, first, from, key)
			}
			if isTag {
				c.found(i, key)
				text := c.TagText(value)
				if signed && text != nil && value == c.tagAt {
					c.lateAt, c.guessed, c.lateTag, c.lateEnd, c.lateOf, c.lateSign = i, 0, c.tagAt, c.tagEnd, u, s
				}
				return text
			}
			if value <= len(data)-signSize {
				signed, s = true, c.signOf(value, data[key:value])
				if guessed := c.guess(i, s, u); guessed != nil {
					return guessed
				}
			}
		}
		next := c.pass(value)
		if next < 0 {
			return nil
		}
		if from == 0 {
			first, from = value, next
		}
		key = c.keyBehind(next)
	}
	return nil
}

// print is a fingerprint of a text: of a long one, of 16 words at even distances. Two texts with one are rare, and cost a copy.
func print(text []byte) uint32 {
	const (
		words = 16
		odd   = 0x9e3779b97f4a7c15
	)
	h := uint64(len(text))
	if len(text) > 8*words {
		var some [8 * words]byte
		for k := range words {
			copy(some[8*k:8*k+8], text[k*(len(text)-8)/(words-1):])
		}
		text = some[:]
	}
	for ; len(text) >= 8; text = text[8:] {
		h = (h ^ kernel.Load(text, 0)) * odd
		h ^= h >> 29
	}
	for _, b := range text {
		h = (h ^ uint64(b)) * odd
	}
	return uint32(h >> 32)
}
