//go:build !purego

package alloc

import "unsafe"

// block is memory for values of one type, one after another.
type block = unsafe.Pointer

// typed is the [values] of type T. It is used as a nil pointer, so that an interface value of it costs no allocation. Its method calls none
// of the functions below: inlined into hundreds of instantiations, they would add 130 KB of tables to cmd/ndwire.
type typed[T any] struct{}

func (*typed[T]) zero(b block, n int) (_ block, size int) {
	if b == nil {
		return block(unsafe.SliceData(make([]T, n))), sizeOn64Bit[T](n)
	}
	clear(unsafe.Slice((*T)(b), n))
	return b, 0
}

// blockOf returns the memory of a list.
func blockOf[T any](list []T) block { return block(unsafe.SliceData(list)) }

// at returns a pointer to the value at an index of a block.
func at[T any](b block, k int) *T {
	return (*T)(unsafe.Add(b, uintptr(k)*sizeOf[T]()))
}

// slice returns a list of length values that begins at an index of a block, with a capacity.
func slice[T any](b block, from, length, capacity int) []T {
	return unsafe.Slice(at[T](b, from), capacity)[:length]
}

// sizeOf is the size of a value in bytes.
func sizeOf[T any]() uintptr {
	var v T
	return unsafe.Sizeof(v)
}

// New returns a pointer to a zero value. It calls no generic function: the code for its dictionary would be in hundreds of instantiations.
func (s *Slab[T]) New(m *Memory) *T {
	p := m.ready(int(s.number.n.Load()), m.line)
	if p == nil {
		return (*T)(m.newSlow(&s.number, (*typed[T])(nil)))
	}
	var v *T
	v = (*T)(unsafe.Add(p.slab, uintptr(p.used)*unsafe.Sizeof(*v)))
	p.used++
	m.Left -= p.valueSize
	if m.line != 0 {
		var zero T
		*v = zero
	}
	return v
}
