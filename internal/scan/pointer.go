package scan

import (
	"time"

	"github.com/ndwire/ndwire/internal/alloc"
)

// This file reads fields that can be null, which are pointers.

// pointer reads a value with read if it has the JSON type, and returns a pointer to a copy of it. Any other value is nil, and noted.
func pointer[T any](c *Cursor, i int, t JSONType, slab *alloc.Slab[T], read func(*Cursor, int) (T, int)) (*T, int) {
	if c.Type(i) != t {
		return nil, c.mistypedPtr(i)
	}
	v, i := read(c, i)
	if i < 0 {
		return nil, -1
	}
	return alloc.Copy(&c.mem, slab, v), i
}

// orNull returns nil for a null, and otherwise what read returns.
func orNull[T any](c *Cursor, i int, read func(*Cursor, int) (*T, int)) (*T, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return read(c, i)
}

// IntPtr is Int for a field that can be null, and the same holds for the following methods.
func (c *Cursor) IntPtr(i int) (*int, int) { return pointer(c, i, Number, &intSlab, (*Cursor).Int) }
func (c *Cursor) Int64Ptr(i int) (*int64, int) {
	return pointer(c, i, Number, &int64Slab, (*Cursor).Int64)
}
func (c *Cursor) Uint64Ptr(i int) (*uint64, int) {
	return pointer(c, i, Number, &uint64Slab, (*Cursor).Uint64)
}
func (c *Cursor) FloatPtr(i int) (*float64, int) {
	return pointer(c, i, Number, &floatSlab, (*Cursor).Float)
}
func (c *Cursor) DecimalPtr(i int) (*string, int) {
	return pointer(c, i, Number, &stringSlab, (*Cursor).Decimal)
}
func (c *Cursor) BoolPtr(i int) (*bool, int) { return pointer(c, i, Bool, &boolSlab, (*Cursor).Bool) }
func (c *Cursor) SecondsPtr(i int) (*time.Time, int) {
	return pointer(c, i, Number, &timeSlab, (*Cursor).Seconds)
}
func (c *Cursor) MillisecondsPtr(i int) (*time.Time, int) {
	return pointer(c, i, Number, &timeSlab, (*Cursor).Milliseconds)
}

// IntOrNull is IntPtr for a field whose null is not noted, because the spec expects it; and the same holds for the following methods.
func (c *Cursor) IntOrNull(i int) (*int, int)           { return orNull(c, i, (*Cursor).IntPtr) }
func (c *Cursor) Int64OrNull(i int) (*int64, int)       { return orNull(c, i, (*Cursor).Int64Ptr) }
func (c *Cursor) Uint64OrNull(i int) (*uint64, int)     { return orNull(c, i, (*Cursor).Uint64Ptr) }
func (c *Cursor) FloatOrNull(i int) (*float64, int)     { return orNull(c, i, (*Cursor).FloatPtr) }
func (c *Cursor) DecimalOrNull(i int) (*string, int)    { return orNull(c, i, (*Cursor).DecimalPtr) }
func (c *Cursor) BoolOrNull(i int) (*bool, int)         { return orNull(c, i, (*Cursor).BoolPtr) }
func (c *Cursor) SecondsOrNull(i int) (*time.Time, int) { return orNull(c, i, (*Cursor).SecondsPtr) }
func (c *Cursor) MillisecondsOrNull(i int) (*time.Time, int) {
	return orNull(c, i, (*Cursor).MillisecondsPtr)
}
func (c *Cursor) TimeOrNull(i int) (*time.Time, int) { return orNull(c, i, (*Cursor).TimePtr) }
func (c *Cursor) StringOrNull(i int) (*string, int)  { return orNull(c, i, (*Cursor).StringPtr) }

// TimePtr is Time for a field that can be null. It is nil if the text is not a time.
func (c *Cursor) TimePtr(i int) (*time.Time, int) {
	if c.Type(i) != String {
		return nil, c.mistypedPtr(i)
	}
	t, next, ok := c.time(i)
	switch {
	case ok:
		return alloc.Copy(&c.mem, &timeSlab, t), next
	case next >= 0:
		c.Misspelled(i, next)
	}
	return nil, next
}

// StringPtr is String for a field that can be null.
func (c *Cursor) StringPtr(i int) (*string, int) {
	if c.Type(i) != String {
		return nil, c.mistypedPtr(i)
	}
	s, i := c.String(i)
	if i < 0 {
		return nil, -1
	}
	if len(s) > alloc.Short { // the value shares no memory: a program that keeps the pointer would keep the long texts of its neighbours
		p := stringSlab.New(&c.mem)
		*p = s
		return p, i
	}
	return alloc.Copy(&c.mem, &stringSlab, s), i
}
