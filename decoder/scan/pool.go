package scan

import "sync"

// Cursors whose lines were recycled keep their memory for others that are. For other lines they would have to give it up.
var pool, recycling = sync.Pool{New: func() any { return new(Cursor) }}, sync.Pool{New: func() any { return new(Cursor) }}

// Get is a cursor to Reset and use, for lines that are recycled or for others.
func Get(recycle bool) *Cursor {
	if recycle {
		return recycling.Get().(*Cursor)
	}
	return pool.Get().(*Cursor)
}

// A cursor that had a line of unusual size must not hold that much memory for all those that follow.
const (
	keepBytes = 1 << 20 // of scratch memory: less would be allocated anew for every long string
	keepItems = 1 << 10 // of notes and the like
)

// Put gives a cursor back. What it has decoded stays as it is, but for recycled lines, and for the slices of Drift and Findings.
func Put(c *Cursor) {
	c.data = nil
	if c.spans != nil {
		c.spans = nil
	}
	c.marks.Forget()
	recycles := c.options.Recycle
	c.options = Options{Recycle: recycles}
	if c.longest > keepItems { // what shorter lines need is no more than may be kept
		c.shrink()
		c.longest = 0
	}
	if !recycles {
		pool.Put(c)
		return
	}
	c.Free(0)
	c.mem.Shrink()
	c.wipe()
	recycling.Put(c)
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
		c.dropStocks()
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
