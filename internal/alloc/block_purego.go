//go:build purego

package alloc

import "reflect"

// Block is memory for values of one type, one after another: a slice.
type Block = any

type block = Block

// zero makes the first n values of a block zero.
func zero(b block, n, _ int) { reflect.ValueOf(b).Slice(0, n).Clear() }

// cleared returns a pool's slab. New makes its first value zero: zero allocates.
func cleared(p *slabPool) block { return p.slab }

// BlockOf returns the memory of a list.
func BlockOf[T any](list []T) block { return list[:cap(list)] }

// at returns a pointer to the value at an index of a block.
func at[T any](b block, k int) *T { return &b.([]T)[k] }

// Slice returns an empty list that begins at an index of a block, with a capacity.
func Slice[T any](b block, from, capacity int) []T {
	if capacity == 0 {
		return nil
	}
	return b.([]T)[from : from : from+capacity]
}

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
