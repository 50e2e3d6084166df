package scan

import "sync"

var pool = sync.Pool{New: func() any { return new(Cursor) }}

// Get is a cursor to Reset and use.
func Get() *Cursor { return pool.Get().(*Cursor) }

// A cursor that had a line of unusual size must not hold that much memory for all those that follow.
const (
	keepBytes = 1 << 20 // of scratch memory: less would be allocated anew for every long string
	keepItems = 1 << 10 // of notes and the like
)

// Put gives a cursor back. What it has decoded stays as it is, also in recycled memory. The slices of Drift and
// Findings do not.
func Put(c *Cursor) {
	if c.options.Recycle {
		c.recycle(false)
	}
	c.data, c.spans = nil, nil
	c.marks.Forget()
	c.options = Options{}
	if c.longest > keepItems { // what shorter lines need is no more than may be kept
		c.shrink()
		c.longest = 0
	}
	pool.Put(c)
}

// shrink lets go of what is too large to be kept.
func (c *Cursor) shrink() {
	bound(&c.scratch, keepBytes)
	bound(&c.keyText, keepBytes)
	bound(&c.tags, keepBytes)
	bound(&c.scratchPath, keepBytes)
	bound(&c.notes, keepItems)
	bound(&c.members, keepItems)
	bound(&c.drift, keepItems)
	bound(&c.findings, keepItems)
	if c.kept > keepStock {
		clear(c.stocks)
		c.kept = 0
	}
	if len(c.frames) > keepItems { // else they stay as they are: they point only to the tables of record types
		c.frames = nil
	}
}

// bound is shrink for one slice.
func bound[T any](s *[]T, most int) {
	if cap(*s) > most {
		*s = nil
	}
}
