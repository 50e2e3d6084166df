package scan

import (
	"time"

	"github.com/ndwire/ndwire/internal/alloc"
)

// Memory returns the memory of the values of a cursor's lines.
func (c *Cursor) Memory() *alloc.Memory { return &c.mem }

// The memory of scalars that fields point to.
var (
	stringSlab alloc.Slab[string]
	intSlab    alloc.Slab[int]
	int64Slab  alloc.Slab[int64]
	uint64Slab alloc.Slab[uint64]
	floatSlab  alloc.Slab[float64]
	boolSlab   alloc.Slab[bool]
	timeSlab   alloc.Slab[time.Time]
)

// Free makes the recycled memory of all lines so far free for the next ones. Their values must not be used any more. size is the total
// length in bytes of the lines up to the next Free.
func (c *Cursor) Free(size int) {
	if !c.options.Recycle {
		return
	}
	c.mem.Free(size)
	if c.inner != nil {
		c.inner.Free(size)
	}
}

// Forget makes the next Free clear all records and lists of earlier lines, also those that the next lines do not use. Otherwise they would
// keep what they point to from the garbage collector.
func (c *Cursor) Forget() {
	c.mem.Forget()
	if c.inner != nil {
		c.inner.Forget()
	}
}

// Poison overwrites the values of a recycled line, so that tests notice when a program still uses them. Options.Recycle must be set.
func (c *Cursor) Poison() {
	c.mem.Poison()
	alloc.Poison(&c.mem, &stringSlab, "poison")
	alloc.Poison(&c.mem, &intSlab, -1<<31)
	alloc.Poison(&c.mem, &int64Slab, -1<<63)
	alloc.Poison(&c.mem, &uint64Slab, 1<<64-1)
	alloc.Poison(&c.mem, &floatSlab, -1e308)
	alloc.Poison(&c.mem, &boolSlab, true)
	alloc.Poison(&c.mem, &timeSlab, time.Unix(-1<<40, 0).UTC())
	if c.inner != nil && c.inner.options.Recycle {
		c.inner.Poison()
	}
}

// text returns bytes of the line as a string.
func (c *Cursor) text(b []byte) string {
	if c.options.Borrow {
		return alloc.Alias(b)
	}
	return c.mem.Texts.String(b)
}

// bytes returns bytes of the line as a raw value.
func (c *Cursor) bytes(from, to int) []byte {
	if c.options.Borrow {
		return c.data[from:to:to]
	}
	return c.mem.Texts.Bytes(c.data[from:to])
}
