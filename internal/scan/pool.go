package scan

import "sync"

// Cursors whose lines were recycled keep their memory for others that are. For other lines they would have to give it up.
//
// What a cursor has learned belongs to the Reader that it has read lines for, and ends with it: in pool and recycling are cursors that have
// learned nothing. Lines that are read one by one, by functions and not by a Reader, have cursors of their own, which go on learning: they
// are of whatever the program reads that way.
var (
	pool      = sync.Pool{New: func() any { return new(Cursor) }}
	recycling = sync.Pool{New: func() any { return new(Cursor) }}
	single    = sync.Pool{New: func() any { return new(Cursor) }}
)

// GetSingle is a cursor to Reset and use for one line that is not recycled. PutSingle takes it back.
func GetSingle() *Cursor { return single.Get().(*Cursor) }

// PutSingle gives a cursor back that GetSingle gave. What it has decoded stays as it is, but for the slices of Drift and Findings.
func PutSingle(c *Cursor) {
	c.rest()
	single.Put(c)
}

// Get is a cursor to Reset and use that has learned nothing, for lines that are recycled or for others.
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

// Put gives a cursor back that Get gave. What it has decoded stays as it is, but for recycled lines, and for the slices of Drift and Findings.
func Put(c *Cursor) {
	recycles := c.options.Recycle
	c.rest()
	c.forgetLearned()
	if c.inner != nil {
		c.inner.forgetLearned()
	}
	if !recycles {
		pool.Put(c)
		return
	}
	c.mem.Release()
	c.inner = nil // few lines have any
	recycling.Put(c)
}

func (c *Cursor) forgetLearned() {
	c.predictor.Forget()
	c.unknownKeys.forget()
}

// rest lets go of the line, and of what is too large to be kept for others.
func (c *Cursor) rest() {
	c.data, c.compared = nil, nil
	if c.spans != nil {
		c.spans = nil
	}
	c.memberIndex.Forget()
	c.options = Options{Recycle: c.options.Recycle}
	if c.inner != nil {
		c.inner.rest()
	}
	if c.longest > keepItems { // what shorter lines need is no more than may be kept
		c.shrink()
		c.longest = 0
	}
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
	c.mem.Shrink()
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
