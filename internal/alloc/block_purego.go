//go:build purego

package alloc

// block is memory for values of one type, one behind the other: a list of them.
type block = any

// blockOf is the memory of a list.
func blockOf[T any](list []T) block { return list[:cap(list)] }

func (*typed[T]) zero(b block, n int) block {
	if b == nil {
		return make([]T, n)
	}
	clear(b.([]T)[:n])
	return b
}

// at is the value at an index of a block.
func at[T any](b block, k int) *T { return &b.([]T)[k] }

// slice is a list of length values from an index on, with a capacity.
func slice[T any](b block, from, length, capacity int) []T {
	if capacity == 0 {
		return nil
	}
	return b.([]T)[from : from+length : from+capacity]
}

// sizeOf is 0: without unsafe, the size of a value is not known.
func sizeOf[T any]() uintptr { return 0 }
