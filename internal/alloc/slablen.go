package alloc

import (
	"math/bits"
	"sync"
)

const (
	// slabLen is the largest number of values that share an allocation: a record that a program keeps also keeps its neighbours, and all that
	// they point to.
	slabLen = 16
	// slabLine is the length in bytes from which on a line's values do not share memory: what a neighbour points to would be too much.
	slabLine = 1 << 10
)

// lens caches the results of lenFor, by the size of a value in bytes.
var lens sync.Map

// lenFor returns the number of values of a size, up to slabLen, that a slab should have to fill its allocation: the runtime allocates
// memory of certain sizes only, and would leave a third of it unused after sixteen values of 128 bytes. The values are assumed to have
// pointers, as records do.
func lenFor(size uintptr) int {
	if size == 0 {
		return slabLen
	}
	if n, ok := lens.Load(size); ok {
		return n.(int)
	}
	const word = bits.UintSize / 8
	n := slabLen
	for ; n > slabLen/2; n-- {
		words := (n*int(size) + word - 1) / word
		if given := cap(append([]*byte(nil), make([]*byte, words)...)); given*word < (n+1)*int(size) {
			break
		}
	}
	if n == slabLen/2 { // no number fills it
		n = slabLen
	}
	lens.Store(size, n)
	return n
}
