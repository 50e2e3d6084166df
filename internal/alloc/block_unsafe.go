//go:build !purego

package alloc

import "unsafe"

// block is memory for values of one type, one after another.
type block = unsafe.Pointer

// typed is the [values] of type T. It is used as a nil pointer, so that an interface value of it costs no allocation. Its method calls none
// of the functions below: inlined into hundreds of instantiations, they would add 130 KB of tables to cmd/ndwire.
type typed[T any] struct{}

func (*typed[T]) zero(b block, n int) block {
	if b == nil {
		return block(unsafe.SliceData(make([]T, n)))
	}
	clear(unsafe.Slice((*T)(b), n))
	return b
}

func (*typed[T]) size() int { return sizeOn64Bit[T]() }

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
