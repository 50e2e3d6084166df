package alloc

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// values is what the core must have done by code that knows the type of its values.
type values interface {
	// zero makes zero values of the first n of a block. For nil, it makes a block of n.
	zero(b block, n int) block
}

// typed is values of type T. It is used as a nil pointer, of which an interface value costs nothing.
type typed[T any] struct{}

// number is what a Slab, Lists, Maps or RecordMaps of a program is known by in every Memory: 1 or more, or 0 before it is used.
type number struct {
	_ [0]func() // nobody compares them: no code for that is compiled for each type
	n atomic.Int32
}

// given counts the numbers of slabs, of lists, and of maps.
type given struct{ n atomic.Int32 }

// get is the number, which is given if there is none. If two ask at once, one of their numbers is never used.
func (n *number) get(last *given) int {
	if n.n.Load() == 0 {
		n.n.CompareAndSwap(0, last.n.Add(1))
	}
	return int(n.n.Load())
}

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
