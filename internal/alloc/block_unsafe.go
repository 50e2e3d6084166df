//go:build !purego

package alloc

import "unsafe"

// block is memory for values of one type, one behind the other.
type block = unsafe.Pointer

// blockOf is the memory of a list.
func blockOf[T any](list []T) block { return block(unsafe.SliceData(list)) }

func (*typed[T]) zero(b block, n int) block {
	if b == nil {
		return block(unsafe.SliceData(make([]T, n)))
	}
	clear(unsafe.Slice((*T)(b), n))
	return b
}

// at is the value at an index of a block.
func at[T any](b block, k int) *T {
	return (*T)(unsafe.Add(b, uintptr(k)*sizeOf[T]()))
}

// slice is a list of length values from an index on, with a capacity.
func slice[T any](b block, from, length, capacity int) []T {
	return unsafe.Slice(at[T](b, from), capacity)[:length]
}

// sizeOf is the size of a value in bytes.
func sizeOf[T any]() uintptr {
	var v T
	return unsafe.Sizeof(v)
}
