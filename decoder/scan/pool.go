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
	c.data, c.spans = nil, nil
	if c.options.Recycle {
		c.recycle(false)
	}
	c.options = Options{}
	c.scratch, c.keyText = bounded(c.scratch, keepBytes), bounded(c.keyText, keepBytes)
	c.tags, c.scratchPath = bounded(c.tags, keepBytes), bounded(c.scratchPath, keepBytes)
	c.notes, c.members = bounded(c.notes, keepItems), bounded(c.members, keepItems)
	c.drift, c.findings = bounded(c.drift, keepItems), bounded(c.findings, keepItems)
	c.list, c.intList = bounded(c.list, keepItems), bounded(c.intList, keepItems)
	if len(c.frames) > keepItems { // else they stay as they are: they point only to the tables of record types
		c.frames = nil
	}
	pool.Put(c)
}

// bounded is s, emptied, or nil if it is too large to be kept.
func bounded[T any](s []T, most int) []T {
	if cap(s) > most {
		return nil
	}
	return s[:0]
}
