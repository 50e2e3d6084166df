//go:build !purego

package scan

import (
	"unsafe"

	"github.com/ndwire/ndwire/internal/alloc"
)

// Open opens the array at i. If more is true, next is the offset of its first element, and the elements are to be appended to list. A value
// that is not an array is noted on the field of the record around it. A frame is pushed in every case: Close must follow.
func (l *Lists[T]) Open(c *Cursor, i int) (list []T, next int, more bool) {
	var v *T
	size := alloc.Size{Here: int(unsafe.Sizeof(*v)), On64Bit: int(unsafe.Sizeof(*v))}
	if !alloc.Is64Bit {
		size = alloc.ListSize[T](&l.of)
	}
	b, from, capacity, i, more := c.beginList(i, &l.of, size)
	if b == nil {
		if more && c.frames[c.depth].number == alloc.InChunk {
			list = make([]T, alloc.ChunkLen)
			l.of.AddChunk(&c.mem, alloc.Block(unsafe.SliceData(list)))
		}
		return list[:0], i, more
	}
	v = (*T)(unsafe.Add(b, uintptr(from)*unsafe.Sizeof(*v)))
	return unsafe.Slice(v, capacity)[:0], i, more
}

// Close closes the array that Open opened, and returns the field's value. It is nil if there was no array, and if an element has another
// type than the spec's: then the note on the field has the text of the whole array.
func (l *Lists[T]) Close(c *Cursor, list []T) (own []T) {
	n := len(list)
	moves, ok, kept := c.endList(&l.of, n, cap(list))
	switch {
	case moves:
		own = make([]T, n)
		copy(own, list)
	case ok:
		own = list[:n:n]
	}
	if kept != nil {
		if cap(list) > kept.Capacity {
			*kept = alloc.KeptList{Block: alloc.Block(unsafe.SliceData(list)), Capacity: cap(list)}
		}
		if !c.options.Recycle {
			clear(list)
		}
	}
	return own
}
