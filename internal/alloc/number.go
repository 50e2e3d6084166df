package alloc

import "sync/atomic"

// number is the index of a Slab, Lists, Maps or RecordMaps in every Memory: 1 or more, or 0 before its first use. Each of them is a package
// variable, so a program has as many numbers as it has types of values.
type number struct {
	_    [0]func() // makes the type incomparable, so that no comparison is compiled for each type of values
	n    atomic.Int32
	size atomic.Int32 // see sizeOf; 0 where the compiler says it, and before it is needed
}

// counter is the last number that a Slab, say, has got. Slabs, lists and maps are counted apart.
type counter struct{ n atomic.Int32 }

// get returns the number. At the first use it takes the next one of last; if two goroutines do so at once, one number is never used.
func (n *number) get(last *counter) int {
	if n.n.Load() == 0 {
		n.n.CompareAndSwap(0, last.n.Add(1))
	}
	return int(n.n.Load())
}
