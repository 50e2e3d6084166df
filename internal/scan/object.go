package scan

import (
	"github.com/ndwire/ndwire/internal/kernel"
)

// frame is an open object or array.
type frame struct {
	rec    *Record // nil: a list or a map
	start  int     // offset of the bracket
	field  int     // the current field of the frame below
	number int     // with rec nil: which one of its memory the list or map is, counted from 1; 0 if it is none of it
	flags  flags
	tag    int // of an unchecked record: the number of the member that has its tag

	prediction uint8 // of an unchecked record: the one by which it was chosen
}

type flags uint8

const (
	void      flags = 1 << iota // there was no object or array, or an error
	wrong                       // with rec nil: an element, at whatever depth of lists and maps, has a type that is not the spec's
	inexact                     // with rec nil: an element's Go value is not exactly what stands there
	shares                      // the record's members stand among those of the record around it
	unchecked                   // the record was chosen by a predicted tag, and has not met its tag yet
)

// Open begins the record at i and reads the key of its first member. It returns what [Cursor.Next] returns, and which members there have been.
//
// A value that is no object is noted on the field of the record around it. Whatever happens, a frame is pushed.
func (c *Cursor) Open(i int, rec *Record) (number, next int, seen Seen) {
	data := c.data
	d := c.depth + 1
	if uint(i) >= uint(len(data)) || data[i] != '{' || d >= len(c.frames) || d > c.limit || c.inline {
		number, next = c.openSlow(i, rec)
		return number, next, seen
	}
	c.pushRecord(d, i, rec)
	if i == c.lateAt {
		c.chosen(rec)
	}
	number, next = c.first(i, rec)
	return number, next, seen
}

// pushRecord opens frame d for the record at i.
func (c *Cursor) pushRecord(d, i int, rec *Record) {
	f := &c.frames[d]
	if f.rec != rec { // as on the line before: while the collector marks, writing a pointer is slow
		f.rec = rec
	}
	f.start = i
	f.field = c.field
	f.flags = 0
	c.depth = d
}

// Open128 is Open for a record with more than 64 fields.
func (c *Cursor) Open128(i int, rec *Record) (number, next int, seen Seen128) {
	number, next, first := c.Open(i, rec)
	return number, next, Seen128{[2]uint64{first.bits}}
}

func (c *Cursor) openSlow(i int, rec *Record) (number, next int) {
	flags := flags(0)
	if c.inline {
		flags, c.inline = shares, false
	}
	if i >= 0 && c.isPredicted(i) {
		c.lateAt = -1
		c.restart() // what is no usual object is not what was predicted
	}
	i = c.enter(i, '{', rec, flags)
	if i < 0 || c.frames[c.depth].flags&void != 0 {
		return -1, i
	}
	return c.first(i-1, rec)
}

// enter pushes a frame for the value at i, void if it does not begin with the bracket. It returns the offset behind the
// bracket, or behind the value if that is another one.
func (c *Cursor) enter(i int, bracket byte, rec *Record, flags flags) int {
	switch {
	case i < 0:
	case uint(i) >= uint(len(c.data)):
		i = c.syntax(i)
	case c.data[i] == bracket:
		if c.depth >= c.limit {
			i = c.fail(TooDeep, i)
		}
	case c.depth == 0 && rec != nil:
		// Garbage is garbage first, and not the wrong type.
		if i = c.Valid(i); i >= 0 {
			i = c.fail(NotObject, kernel.Space(c.data, 0))
		}
	default:
		i = c.Other(i) // noted on the frame that is the innermost one still
		c.push(i, rec, flags|void)
		return i
	}
	if i < 0 {
		c.push(i, rec, flags|void)
		return -1
	}
	c.push(i, rec, flags)
	return i + 1
}

// push opens a frame. Its field is the current field of the frame below.
func (c *Cursor) push(i int, rec *Record, flags flags) {
	c.depth++
	if c.depth == len(c.frames) {
		c.frames = append(c.frames, make([]frame, len(c.frames))...)
	}
	c.frames[c.depth] = frame{rec: rec, start: i, field: c.field, flags: flags}
}

// pop closes the innermost frame. The frame is valid until the next push.
func (c *Cursor) pop() *frame {
	f := &c.frames[c.depth]
	c.field = f.field
	c.depth--
	return f
}

// firstKey reads what stands behind the brace of a map.
func (c *Cursor) firstKey(i int) (key []byte, next int) {
	i = c.space(i)
	switch {
	case i >= len(c.data):
	case c.data[i] == '"':
		return c.readKey(i)
	case c.data[i] == '}':
		c.closed = i + 1
		return nil, i + 1
	}
	return nil, c.syntax(i)
}

// NextKey reads what stands behind the value of a map that ends at i: the next key, or the end. key is nil at the end; otherwise
// next is the offset of its value.
//
// The bytes of a key are valid until the next key is read.
func (c *Cursor) NextKey(i int) (key []byte, next int) {
	if i < 0 || c.elementsLeft < 0 {
		return nil, -1
	}
	i = c.space(i)
	switch {
	case i >= len(c.data):
	case c.data[i] == ',':
		i = c.space(i + 1)
		if i < len(c.data) && c.data[i] == '"' {
			return c.readKey(i)
		}
	case c.data[i] == '}':
		c.closed = i + 1
		return nil, i + 1
	}
	return nil, c.syntax(i)
}

// readKey reads the key whose quote is at i, and the colon. After an error key is nil.
func (c *Cursor) readKey(i int) (key []byte, next int) {
	data := c.data
	c.key = i
	for k := i + 1; k+8 <= len(data); k += 8 {
		m := kernel.Special(kernel.Load(data, k))
		if m == 0 {
			continue
		}
		k += kernel.At(m)
		if k+2 < len(data) && data[k] == '"' && data[k+1] == ':' && data[k+2] > ' ' {
			return data[i+1 : k], k + 2
		}
		break
	}
	return c.readKeySlow(i)
}

// readKeySlow reads any key.
func (c *Cursor) readKeySlow(i int) (key []byte, next int) {
	end, ok := kernel.StringEnd(c.data, i+1)
	if !ok {
		return nil, c.syntax(end)
	}
	key = c.data[i+1 : end]
	if hasEscape(key) {
		text, _, r := c.unquote(c.keyText[:0], i+1, i+1)
		c.keyText = text
		if r&kernel.Done == 0 {
			return nil, -1
		}
		if r&kernel.Replaced != 0 {
			c.keyLone = i
		}
		key = text
	}
	if next = c.colon(end + 1); next < 0 {
		return nil, -1
	}
	return key, next
}

// colon is the offset of the value behind the key that ends at i.
func (c *Cursor) colon(i int) int {
	i = c.space(i)
	if i >= len(c.data) || c.data[i] != ':' {
		return c.syntax(i)
	}
	i = c.space(i + 1)
	if i >= len(c.data) {
		return c.syntax(i)
	}
	return i
}

// Inline says that the object that is opened next has its members among those of the record in hand: those that it does not
// know are the other one's.
func (c *Cursor) Inline() { c.inline = true }
