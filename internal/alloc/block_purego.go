//go:build purego

package alloc

// block is memory for values of one type, one after another: a slice.
type block = any

// typed is the [values] of type T. It is used as a nil pointer, so that an interface value of it costs no allocation.
type typed[T any] struct{}

func (*typed[T]) zero(b block, n int) (_ block, size int) {
	if b == nil {
		return make([]T, n), sizeOn64Bit[T](n)
	}
	clear(b.([]T)[:n])
	return b, 0
}

// blockOf returns the memory of a list.
func blockOf[T any](list []T) block { return list[:cap(list)] }

// at returns a pointer to the value at an index of a block.
func at[T any](b block, k int) *T { return &b.([]T)[k] }

// slice returns a list of length values that begins at an index of a block, with a capacity.
func slice[T any](b block, from, length, capacity int) []T {
	if capacity == 0 {
		return nil
	}
	return b.([]T)[from : from+length : from+capacity]
}

// sizeOf is 0: without unsafe, the size of a value is not known.
func sizeOf[T any]() uintptr { return 0 }

// New returns a pointer to a zero value.
func (s *Slab[T]) New(m *Memory) *T {
	p := m.ready(int(s.number.n.Load()), m.line)
	if p == nil {
		return at[T](m.newSlow(&s.number, (*typed[T])(nil)), 0)
	}
	v := at[T](p.slab, p.used)
	p.used++
	m.Left -= p.valueSize
	if m.line != 0 {
		var zero T
		*v = zero
	}
	return v
}
