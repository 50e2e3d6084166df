//go:build !purego

package alloc

import "unsafe"

// Block is memory for values of one type, one after another.
type Block = unsafe.Pointer

type block = Block

// zero makes the first n values of a block zero, whose size is given. It needs no code for each type: memory that may have pointers is cleared
// as a list of pointers, and the runtime knows from its tables of the heap which of them are.
func zero(b block, n, bytes int) {
	const word = unsafe.Sizeof(b)
	if uintptr(b)%word != 0 || uintptr(bytes)%word != 0 { // values with pointers are aligned
		clear(unsafe.Slice((*byte)(b), n*bytes))
		return
	}
	clear(unsafe.Slice((*unsafe.Pointer)(b), n*bytes/int(word)))
}

// cleared returns a pool's slab after making its first value zero, if there is a slab.
func cleared(p *slabPool) block {
	if p.slab != nil {
		zero(p.slab, 1, p.bytes)
	}
	return p.slab
}

// BlockOf returns the memory of a list.
func BlockOf[T any](list []T) block { return block(unsafe.SliceData(list)) }

// at returns a pointer to the value at an index of a block.
func at[T any](b block, k int) *T {
	var v *T
	return (*T)(unsafe.Add(b, uintptr(k)*unsafe.Sizeof(*v)))
}

// Slice returns an empty list that begins at an index of a block, with a capacity.
func Slice[T any](b block, from, capacity int) []T {
	var v *T
	return unsafe.Slice((*T)(unsafe.Add(b, uintptr(from)*unsafe.Sizeof(*v))), capacity)[:0]
}

// New returns a pointer to a zero value. It calls only one generic function, and only where that is inlined: others would be compiled for
// each of hundreds of types, too.
func (s *Slab[T]) New(m *Memory) *T {
	var v *T
	p := m.ready(int(s.number.n.Load()), m.line)
	if p == nil {
		b, n := m.newSlow(&s.number, sizeOf[T](&s.number))
		if b == nil {
			b = block(unsafe.SliceData(make([]T, n)))
			m.addSlab(&s.number, b)
		}
		return (*T)(b)
	}
	v = (*T)(unsafe.Add(p.slab, uintptr(p.used)*unsafe.Sizeof(*v)))
	p.used++
	m.Left -= p.valueSize
	if m.line != 0 {
		var zero T
		*v = zero
	}
	return v
}
