package scan

import (
	"sync"

	"github.com/ndwire/ndwire/internal/ballast"
)

// The pools of cursors. Cursors of recycled lines have a pool of their own, because they keep the memory of the lines: for other lines it
// would have to be dropped.
//
// What a cursor has learned belongs to the Reader that it decoded lines for, and ends with that Reader: the cursors in pool and recycling
// have learned nothing. The cursors in single decode lines for functions, not for a Reader. They keep what they have learned, from whatever
// lines the program decodes that way.
var (
	pool      = sync.Pool{New: func() any { return new(Cursor) }}
	recycling = sync.Pool{New: func() any { return new(Cursor) }}
	single    = sync.Pool{New: func() any { return new(Single) }}
)

// Single is a cursor of the pool single. It holds the ballast (package ballast). When no line has been decoded by such a cursor between two
// garbage collections, the pool drops the cursor, and the ballast with it.
type Single struct {
	Cursor
	ballast ballast.Hold
}

// GetSingle returns a cursor for lines that are not recycled and belong to no Reader. Put takes it back.
func GetSingle() *Single { return single.Get().(*Single) }

// Own is called before an owned line of size bytes is decoded.
func (c *Single) Own(size int) { c.ballast.Add(size) }

// Put takes back a cursor of GetSingle. The values that it decoded stay valid; the slices of Drift and Findings do not.
func (c *Single) Put() {
	c.release()
	single.Put(c)
}

// Get returns a cursor that has learned nothing, for lines that are recycled or for others. Put takes it back.
func Get(recycle bool) *Cursor {
	if recycle {
		return recycling.Get().(*Cursor)
	}
	return pool.Get().(*Cursor)
}

// A cursor that decoded an unusually long line drops the memory that is larger than these limits.
const (
	keepBytes = 1 << 20 // for each buffer; a smaller limit would make it grow anew for every long string
	keepItems = 1 << 10 // for each slice of notes and the like
)

// Put takes back a cursor of Get. The values that it decoded stay valid, unless they were recycled; the slices of Drift and Findings do
// not.
func Put(c *Cursor) {
	recycles := c.options.Recycle
	c.release()
	c.forgetLearned()
	if c.inner != nil {
		c.inner.forgetLearned()
	}
	if !recycles {
		pool.Put(c)
		return
	}
	c.mem.Release()
	c.inner = nil // few lines have JSON in strings
	recycling.Put(c)
}

// forgetLearned drops all that the cursor has learned.
func (c *Cursor) forgetLearned() {
	c.predictor.Forget()
	c.unknownKeys.forget()
}

// release drops the line, and memory above the limits.
func (c *Cursor) release() {
	c.data, c.compared, c.comparedAfterOpen = nil, nil, nil
	c.spans = nil
	c.memberIndex.Forget()
	c.options = Options{Recycle: c.options.Recycle}
	if c.inner != nil {
		c.inner.release()
	}
	if c.longestLine > keepItems { // shorter lines cannot exceed the limits
		c.shrink()
		c.longestLine = 0
	}
}

// shrink drops the memory that is above the limits.
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
	if len(c.frames) > keepItems { // otherwise they stay as they are: they point only to Records, which are package variables
		c.frames = nil
	}
}

// bound sets a slice to nil if its capacity is above a limit.
func bound[T any](s *[]T, most int) {
	if cap(*s) > most {
		*s = nil
	}
}
