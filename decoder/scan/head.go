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
	word0, word1, word2, word3 uint64
	mask0, mask1, mask2, mask3 uint64 // which bytes of them are compared
	size                       int    // of all
	value                      int    // offset of the tag
	tag                        []byte // without its quotes

	rec    *Record // what the last object with this head was, nil if none
	number int     // of the tag among its members
	row    int     // and of that in Cursor.repeats
}

// headSize is the most that a head may have, and what a line must have for one to be looked for.
const headSize = 32

// ways is how many heads of a union a cursor remembers.
const ways = 16

type heads [ways]head

// way is where a head is kept, by letters at which the tags of a union differ: message_start and message_stop, content_block_start
// and content_block_stop. For a shorter tag, what stands behind it counts as well, which is mostly the same key.
func way(rest []byte) int { return int((rest[0] + 5*rest[3] + rest[farthest]) % ways) }

// farthest is the last letter that way looks at.
const farthest = 16

// TagOf is TagText of a union's tag in the object at i. The record that is chosen by it need not look at it again.
func (c *Cursor) TagOf(i int, u *Union) []byte {
	data := c.data
	if uint(u.index) >= uint(len(c.heads)) || i < 0 || i > len(data)-headSize || c.careful {
		return c.tagOfSlow(i, u)
	}
	rest := data[i:]
	all := c.heads[u.index]
	if uint(u.letter) >= headSize-farthest || all == nil || len(rest) < headSize {
		return c.tagOfSlow(i, u)
	}
	n := way(rest[u.letter:])
	h := &all[n]
	if kernel.Load(rest, 0)&h.mask0 != h.word0 || kernel.Load(rest, 8)&h.mask1 != h.word1 ||
		kernel.Load(rest, 16)&h.mask2 != h.word2 || kernel.Load(rest, 24)&h.mask3 != h.word3 {
		return c.tagOfSlow(i, u)
	}
	c.asked[c.asks%latest] = asked{i, i + 1}
	c.asks++
	c.tagAt, c.tagEnd = i+h.value, i+h.size
	c.headAt, c.head = i, uint(u.index*ways+n)
	return h.tag
}

func (c *Cursor) tagOfSlow(i int, u *Union) []byte {
	at := c.Find(i, u.tag)
	text := c.TagText(at)
	if text == nil || c.careful || at != c.tagAt || at != i+u.letter-1 || c.tagEnd-i > headSize || i+headSize > len(c.data) || u.letter >= headSize-farthest {
		return text
	}
	for len(c.heads) <= u.index {
		c.heads = append(c.heads, nil)
	}
	if c.heads[u.index] == nil {
		all := new(heads)
		for n := range all {
			all[n].word0 = 1 // equal to nothing
		}
		c.heads[u.index] = all
	}
	h := head{size: c.tagEnd - i, value: at - i, tag: slices.Clone(text)}
	var all, own [headSize]byte
	for k := range own[:copy(all[:], c.data[i:c.tagEnd])] {
		own[k] = 0xff
	}
	h.word0, h.word1, h.word2, h.word3 = kernel.Load(all[:], 0), kernel.Load(all[:], 8), kernel.Load(all[:], 16), kernel.Load(all[:], 24)
	h.mask0, h.mask1, h.mask2, h.mask3 = kernel.Load(own[:], 0), kernel.Load(own[:], 8), kernel.Load(own[:], 16), kernel.Load(own[:], 24)
	n := way(c.data[i+u.letter:])
	c.heads[u.index][n] = h
	c.headAt, c.head = i, uint(u.index*ways+n)
	return text
}

// learnHead reads what stands behind the brace of a record, and remembers the tag's number for all that have the same head.
func (c *Cursor) learnHead(i int, rec *Record, h *head) (number, next int) {
	number, next = c.first(i, rec)
	if next == i+h.value {
		h.rec, h.number, h.row = rec, number, c.row
	}
	return number, next
}
