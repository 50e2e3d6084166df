//go:build !purego

package alloc

import "unsafe"

// block is memory for values of one type, one after another.
type block = unsafe.Pointer

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

// blockOf returns the memory of a list.
func blockOf[T any](list []T) block { return block(unsafe.SliceData(list)) }

// at returns a pointer to the value at an index of a block.
func at[T any](b block, k int) *T {
	var v *T
	return (*T)(unsafe.Add(b, uintptr(k)*unsafe.Sizeof(*v)))
}

// slice returns an empty list that begins at an index of a block, with a capacity.
func slice[T any](b block, from, capacity int) []T {
	return unsafe.Slice(at[T](b, from), capacity)[:0]
}

// sizeOf returns the size of a value.
func sizeOf[T any](of *number) size {
	var v T
	if is64Bit {
		return size{int(unsafe.Sizeof(v)), int(unsafe.Sizeof(v))}
	}
	return size{int(unsafe.Sizeof(v)), sizeOn64Bit[T](of)}
}

// New returns a pointer to a zero value. It calls no generic function: the code for its dictionary would be in hundreds of instantiations,
// and so would be the function.
func (s *Slab[T]) New(m *Memory) *T {
	var v *T
	p := m.ready(int(s.number.n.Load()), m.line)
	if p != nil {
		v = (*T)(unsafe.Add(p.slab, uintptr(p.used)*unsafe.Sizeof(*v)))
		p.used++
		m.Left -= p.valueSize
	} else {
		of := size{int(unsafe.Sizeof(*v)), int(unsafe.Sizeof(*v))}
		if !is64Bit {
			of = sizeOf[T](&s.number)
		}
		b, n := m.newSlow(&s.number, of)
		if b == nil {
			b = block(unsafe.SliceData(make([]T, n)))
			m.addSlab(&s.number, b)
		}
		v = (*T)(b)
	}
	if m.recycled {
		var zero T
		*v = zero
	}
	return v
}

// Begin returns an empty list to append to, and its number, which is not 0. [Lists.End] must be called for it, and for the lists that began
// after it before that.
func (l *Lists[T]) Begin(m *Memory) (list []T, number int) {
	var v *T
	of := size{int(unsafe.Sizeof(*v)), int(unsafe.Sizeof(*v))}
	if !is64Bit {
		of = sizeOf[T](&l.number)
	}
	b, from, capacity, number := m.beginList(&l.number, of)
	if b == nil && number == inChunk {
		list = make([]T, listChunk)
		m.addChunk(&l.number, block(unsafe.SliceData(list)))
		return list[:0], number
	}
	v = (*T)(unsafe.Add(b, uintptr(from)*unsafe.Sizeof(*v)))
	return unsafe.Slice(v, capacity)[:0], number
}

// End ends the list with a number; 0 is a list without elements, which has not begun. It returns the value of the field: the list without
// spare capacity, or nil if the list is not ok. The list of a recycled line is valid until the next line.
func (l *Lists[T]) End(m *Memory, list []T, number int, ok bool) (own []T) {
	n := len(list)
	moves, kept := m.endList(&l.number, n, cap(list), number, ok)
	switch {
	case moves || number == 0 && ok:
		own = make([]T, n)
		copy(own, list)
	case ok:
		own = list[:n:n]
	}
	if kept != nil {
		if cap(list) > kept.capacity {
			*kept = keptList{block(unsafe.SliceData(list)), cap(list)}
		}
		if !m.recycled {
			clear(list)
		}
	}
	return own
}
