//go:build purego

package alloc

import "reflect"

// block is memory for values of one type, one after another: a slice.
type block = any

// zero makes the first n values of a block zero.
func zero(b block, n, _ int) { reflect.ValueOf(b).Slice(0, n).Clear() }

// blockOf returns the memory of a list.
func blockOf[T any](list []T) block { return list[:cap(list)] }

// at returns a pointer to the value at an index of a block.
func at[T any](b block, k int) *T { return &b.([]T)[k] }

// slice returns an empty list that begins at an index of a block, with a capacity.
func slice[T any](b block, from, capacity int) []T {
	if capacity == 0 {
		return nil
	}
	return b.([]T)[from : from : from+capacity]
}

// sizeOf returns the size of a value. Without unsafe, its size here is not known.
func sizeOf[T any](of *number) size { return size{on64Bit: sizeOn64Bit[T](of)} }

// New returns a pointer to a zero value.
func (s *Slab[T]) New(m *Memory) *T {
	var v *T
	p := m.ready(int(s.number.n.Load()), m.line)
	if p != nil {
		v = at[T](p.slab, p.used)
		p.used++
		m.Left -= p.valueSize
	} else {
		b, n := m.newSlow(&s.number, sizeOf[T](&s.number))
		if b == nil {
			b = make([]T, n)
			m.addSlab(&s.number, b)
		}
		v = at[T](b, 0)
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
	b, from, capacity, number := m.beginList(&l.number, sizeOf[T](&l.number))
	if b == nil && number == inChunk {
		list = make([]T, listChunk)
		m.addChunk(&l.number, list)
		return list[:0], number
	}
	return slice[T](b, from, capacity), number
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
			*kept = keptList{blockOf(list), cap(list)}
		}
		if !m.recycled {
			clear(list)
		}
	}
	return own
}
