package scan

import (
	"reflect"

	"github.com/ndwire/ndwire/internal/alloc"
)

// Walked is how many bytes Find has passed in the line.
func (c *Cursor) Walked() int { return c.walked }

// Held is how many bytes of scratch memory and how many items c keeps for the lines to come.
func (c *Cursor) Held() (bytes, items int) {
	return max(cap(c.scratch), cap(c.keyText), cap(c.tags), cap(c.scratchPath)),
		max(cap(c.notes), cap(c.members), cap(c.drift), cap(c.findings), len(c.frames), len(c.spans), len(c.names.all))
}

// Kept is how many records, elements of lists and members of maps c keeps, and how many it may.
func (c *Cursor) Kept() (kept, most int) { return c.mem.Kept(), alloc.MaxKept }

// HoldsLine reports whether c keeps a line from the garbage collector.
func (c *Cursor) HoldsLine() bool {
	return c.data != nil || !reflect.ValueOf(&c.memberIndex).Elem().FieldByName("text").IsNil()
}

// Learned is how many keys, also of unknown members, prefixes and tags c has learned.
func (c *Cursor) Learned() [3]int {
	keys, prefixes, tags := c.predictor.Learned()
	for _, u := range c.unknownKeys.all {
		if len(u.text) > 0 || u.made {
			keys++
		}
	}
	return [3]int{keys, prefixes, tags}
}
