package scan

import (
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Union is a union whose cases have a tag. Generated code has one for each, as a variable.
type Union struct {
	tag   string    // the member's name
	word  [2]uint64 // the beginning of an object that has the tag first, up to the colon
	mask  [2]uint64 // which bytes of it are compared
	size  int       // of that beginning
	index int       // its number in predictions
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

// TagOf is TagText of a union's tag in the object at i, valid until the next call for the union. The record that is chosen by it
// need not look at it again.
func (c *Cursor) TagOf(i int, u *Union) []byte {
	data := c.data
	if i < 0 || i > len(data)-minRest || c.exact {
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
	c.addLookup(i, i+1)
	return text
}

func (c *Cursor) tagOfSlow(i int, u *Union) []byte {
	switch {
	case c.exact || uint(i) >= uint(len(c.data)) || c.data[i] != '{':
		return c.TagText(c.Find(i, u.tag))
	case i == c.peeked && c.indexed:
		return c.TagText(c.findIndexed(i, u.tag))
	}
	return c.lateTagOf(i, u)
}
