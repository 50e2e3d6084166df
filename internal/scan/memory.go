package scan

import (
	"time"

	"github.com/ndwire/ndwire/internal/alloc"
)

// Memory is where the values of a line come from.
func (c *Cursor) Memory() *alloc.Memory { return &c.mem }

// What pointers to scalars point to.
var (
	stringSlab alloc.Slab[string]
	intSlab    alloc.Slab[int]
	int64Slab  alloc.Slab[int64]
	uint64Slab alloc.Slab[uint64]
	floatSlab  alloc.Slab[float64]
	boolSlab   alloc.Slab[bool]
	timeSlab   alloc.Slab[time.Time]
)

// Free makes the recycled memory of all lines so far free again. size is the length of the lines that follow until the next
// Free.
func (c *Cursor) Free(size int) {
	if !c.options.Recycle {
		return
	}
	c.mem.Free(size)
	if c.inner != nil {
		c.inner.Free(size)
	}
}

// Forget makes the next Free clear the records and lists that lines have had, also those that the next lines will not need. Until then
// they keep what they point to: memory that is given up now.
func (c *Cursor) Forget() {
	c.mem.Forget()
	if c.inner != nil {
		c.inner.Forget()
	}
}

// Poison overwrites the values of a recycled line. With Options.Recycle only.
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

// text is a string of bytes of the line.
func (c *Cursor) text(b []byte) string {
	if c.borrow {
		return alloc.Alias(b)
	}
	return c.mem.Texts.String(b)
}

// bytes is a raw value of bytes of the line.
func (c *Cursor) bytes(from, to int) []byte {
	if c.borrow {
		return c.data[from:to:to]
	}
	return c.mem.Texts.Bytes(c.data[from:to])
}
