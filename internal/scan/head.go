package scan

import (
	"slices"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Programs write the tag of a union first, and write the same tags again and again: `{"type":"text_delta"`. A cursor remembers such
// heads, and compares the line with one of them before it looks for a member of the tag's name. The record that is chosen then
// begins behind the head.

// Union is a union whose cases have a tag, by which cursors remember the heads of its objects. Generated code has one for each, as
// a variable.
type Union struct {
	tag    string // the member's name
	letter int    // offset of the tag's first letter, as programs write an object
	index  int    // of its heads in Cursor.heads
}

// unions counts the unions of the program.
var unions atomic.Int32

// UnionOf is a Union with a tag of this name. Call it once for each, to initialise a package variable.
func UnionOf(tag string) Union {
	return Union{tag: tag, letter: len(tag) + len(`{"":"`), index: int(unions.Add(1)) - 1}
}

// head is how an object began: with a brace, the tag's key, and the tag, as far as its closing quote.
type head struct {
	word    [headSize / 8]uint64
	mask    [headSize / 8]uint64 // which bytes of them are compared
	size    int                  // of all
	value   int                  // offset of the tag
	tag     [headSize]byte
	tagSize int // of tag, which has no quotes

	row    int64 // Record.row of what the last object with this head was; -1 if that is not known
	number int   // of the tag among its members
}

// headSize is the most that a head may have, and what a line must have for one to be looked for.
const headSize = 32

// ways is how many heads of a union a cursor remembers.
const (
	ways    = 1 << wayBits
	wayBits = 4
)

type heads [ways]head

// forget makes all of them equal to nothing.
func (h *heads) forget() {
	for n := range h {
		h[n].word[0], h[n].mask[0] = 1, 0
	}
}

// way is where a head is kept, by letters at which the tags of a union differ: text_delta and thinking_delta, message_start and
// message_stop, content_block_start and content_block_stop. For a shorter tag, what stands behind it counts as well, which is the
// next key; but behind "text" that key's value would be reached. The product's highest bits depend on all of the letters, and the factor
// is one of those, found by trying, for which no two of the usual tags of a union share a way.
func way(rest []byte) int {
	far := uint32(rest[farthest])
	if rest[4] == '"' {
		far = 0
	}
	letters := uint32(rest[0]) | uint32(rest[2])<<8 | far<<16
	return int(letters * 0xd5437975 >> (32 - wayBits))
}

// farthest is the last letter that way looks at.
const farthest = 16

// TagOf is TagText of a union's tag in the object at i, valid until the next call for the union. The record that is chosen by it
// need not look at it again.
func (c *Cursor) TagOf(i int, u *Union) []byte {
	data := c.data
	if uint(u.index) >= uint(len(c.heads)) || i < 0 || i > len(data)-headSize || c.careful {
		return c.tagOfSlow(i, u)
	}
	rest := data[i:]
	all := c.heads[u.index]
	letter := u.letter + c.gap
	if uint(letter) >= headSize-farthest || all == nil || len(rest) < headSize {
		return c.tagOfSlow(i, u)
	}
	n := way(rest[letter:])
	h := &all[n]
	if kernel.Load(rest, 0)&h.mask[0] != h.word[0] || kernel.Load(rest, 8)&h.mask[1] != h.word[1] ||
		kernel.Load(rest, 16)&h.mask[2] != h.word[2] || kernel.Load(rest, 24)&h.mask[3] != h.word[3] {
		return c.tagOfSlow(i, u)
	}
	c.found(i, i+1)
	c.headAt, c.headEnd, c.head = i, i+h.size, uint(u.index*ways+n)
	c.headRow, c.headNumber = h.row, h.number
	return h.tag[:h.tagSize]
}

func (c *Cursor) tagOfSlow(i int, u *Union) []byte {
	c.signed = false
	if i == c.peeked && c.marked && !c.careful {
		return c.TagText(c.findMarked(i, u.tag))
	}
	at, guessed := c.findLate(i, u)
	if guessed != nil {
		return guessed
	}
	text := c.TagText(at)
	switch {
	case text == nil || at != c.tagAt || c.careful:
	case c.signed:
		c.lateAt, c.lateTag, c.lateEnd, c.lateOf, c.lateSign = i, c.tagAt, c.tagEnd, u, c.sign
	case i+headSize <= len(c.data) && c.data[i+1] == '"':
		c.rememberHead(i, u, text)
	}
	return text
}

// rememberHead remembers the head of the object at i, whose tag stands at c.tagAt.
func (c *Cursor) rememberHead(i int, u *Union, text []byte) {
	h := head{size: c.tagEnd - i, value: c.tagAt - i, row: -1}
	letter := h.value + 1
	if gap := letter - u.letter; gap == 0 || gap == 1 {
		c.gap = gap
	}
	if letter != u.letter+c.gap || letter >= headSize-farthest || h.size > headSize {
		return
	}
	for len(c.heads) <= u.index {
		c.heads = append(c.heads, nil)
	}
	if c.heads[u.index] == nil {
		c.heads[u.index] = new(heads)
		c.heads[u.index].forget()
	}
	if !slices.Contains(c.headed, u.index) {
		c.headed = append(c.headed, u.index)
	}
	h.tagSize = copy(h.tag[:], text)
	prepare(h.word[:], h.mask[:], string(c.data[i:c.tagEnd]))
	n := way(c.data[i+letter:])
	c.heads[u.index][n] = h
	c.headAt, c.headEnd, c.head, c.headRow = i, c.tagEnd, uint(u.index*ways+n), -1
}

// expectTag makes Tag know the tag of the head at which the record in hand begins.
func (c *Cursor) expectTag() {
	h := &c.heads[c.head/ways][c.head%ways]
	c.tagAt, c.tagEnd = c.headAt+h.value, c.headEnd
}

// learnHead remembers for all objects that have the same head what the one in hand is, whose tag is the member in hand: it is as it
// should be, and Open can pass it.
func (c *Cursor) learnHead() {
	h := &c.heads[c.head/ways][c.head%ways]
	if c.tagAt == c.headAt+h.value && c.field < 64 {
		h.row, h.number = c.frames[c.depth].rec.row.Load(), c.field
	}
}
