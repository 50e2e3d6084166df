package scan

import (
	"time"

	"github.com/ndwire/ndwire/internal/alloc"
)

// Slab is where cursors have values of type T: records, and what pointers point to. Generated code has one for each type, as a variable.
type Slab[T any] struct{ slab alloc.Slab[T] }

// SlabOf is a Slab for values of type T. Call it once for each type, to initialise a package variable.
func SlabOf[T any]() Slab[T] { return Slab[T]{alloc.SlabOf[T]()} }

// New is a zero value.
func (s Slab[T]) New(c *Cursor) *T { return s.slab.New(&c.mem) }

// What pointers to scalars point to.
var (
	stringSlab = alloc.SlabOf[string]()
	intSlab    = alloc.SlabOf[int]()
	int64Slab  = alloc.SlabOf[int64]()
	uint64Slab = alloc.SlabOf[uint64]()
	floatSlab  = alloc.SlabOf[float64]()
	boolSlab   = alloc.SlabOf[bool]()
	timeSlab   = alloc.SlabOf[time.Time]()
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
	stringSlab.Poison(&c.mem, "poison")
	intSlab.Poison(&c.mem, -1<<31)
	int64Slab.Poison(&c.mem, -1<<63)
	uint64Slab.Poison(&c.mem, 1<<64-1)
	floatSlab.Poison(&c.mem, -1e308)
	boolSlab.Poison(&c.mem, true)
	timeSlab.Poison(&c.mem, time.Unix(-1<<40, 0).UTC())
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
