package alloc

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// values is what the core must have done by code that knows the type of its values.
type values interface {
	make(n int) block     // a block of n zero values
	clear(b block, k int) // makes a zero value of that at an index
}

// typed is values of type T. It is used as a nil pointer, of which an interface value costs nothing.
type typed[T any] struct{}

func (*typed[T]) make(n int) block { return blockOf(make([]T, n)) }

func (*typed[T]) clear(b block, k int) {
	var zero T
	*at[T](b, k) = zero
}

// numbers counts the slabs, lists or maps of a program, each of which has a number of its own in every Memory.
type numbers struct{ n atomic.Int32 }

func (n *numbers) next() int { return int(n.n.Add(1)) - 1 }

const (
	// slabLen is how many values share an allocation at most: a record that is kept holds its neighbours, and all that they point to.
	slabLen = 16
	// slabLine is the length from which on a line's values have memory of their own: what a neighbour points to is too much.
	slabLine = 1 << 10
)

// fits has what fitting has found, by the size of a value.
var fits sync.Map

// fitting is the most values of a size, up to slabLen, that fill the memory which they are given: the runtime has memory of certain sizes
// only, and would leave a third of it empty behind sixteen values of 128 bytes. The values are taken to have pointers, as records do.
func fitting(size uintptr) int {
	if size == 0 {
		return slabLen
	}
	if n, ok := fits.Load(size); ok {
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
	fits.Store(size, n)
	return n
}
