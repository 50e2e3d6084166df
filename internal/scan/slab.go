package scan

import "sync"

// Slab says where cursors keep values of type T: records, and what pointers point to. Generated code has one for each
// type, as a variable.
type Slab[T any] struct{ index int }

// SlabOf is a Slab for values of type T. Call it once for each type, to initialise a package variable.
func SlabOf[T any]() Slab[T] { return Slab[T]{newMemory()} }

// fits has how many values the slabs of a memory have, by its index.
var fits sync.Map

// fitting is the most values, up to slabLen, that fill the memory which they are given: the runtime has memory of certain sizes
// only, and would leave a third of it empty behind sixteen values of 128 bytes.
func (s Slab[T]) fitting() int {
	if n, ok := fits.Load(s.index); ok {
		return n.(int)
	}
	n := slabLen
	for n > slabLen/2 && cap(append([]T(nil), make([]T, n)...)) != n {
		n--
	}
	if n == slabLen/2 { // no number fills it
		n = slabLen
	}
	fits.Store(s.index, n)
	return n
}

// valueMemory is one cursor's values of one type.
type valueMemory[T any] struct {
	records []T // the first used ones are handed out
	used    int // apart from records, so that handing out writes no pointer
	swept   int // used, when the cursor swept last
	size    int // of a slab

	// Recycled lines only: all there is, and records is full[next-1]. What was handed out for another line than the one in
	// hand is free.
	full [][]T
	next int
	line uint64
}

const (
	// slabLen is how many values share an allocation: a record that is kept holds its neighbours, and all that they point to.
	slabLen = 16
	// slabLine is the length from which on a line's records have memory of their own: what a neighbour points to is too much.
	slabLine = 1 << 10
	// ownMemory is Cursor.line of such a line, for which no memory has anything.
	ownMemory = ^uint64(0)
)

// New is a zero value.
func (s Slab[T]) New(c *Cursor) *T {
	if s.index < len(c.memories) {
		if t, ok := c.memories[s.index].(*valueMemory[T]); ok {
			if t.line != c.line && t.next == 1 { // the first value of a recycled line, and one slab is all there is
				t.line, t.used = c.line, 0
			}
			if t.line == c.line && uint(t.used) < uint(len(t.records)) {
				r := &t.records[t.used]
				t.used++
				if c.line != 0 {
					var zero T
					*r = zero
				}
				return r
			}
		}
	}
	return s.newSlow(c)
}

func (s Slab[T]) newSlow(c *Cursor) *T {
	if c.line == ownMemory {
		return new(T)
	}
	t := memoryAt[valueMemory[T]](c, s.index)
	if t.size == 0 {
		t.size = s.fitting()
	}
	t.refill(c)
	return s.New(c)
}

// refill makes at least one value free.
func (t *valueMemory[T]) refill(c *Cursor) {
	if t.line != c.line {
		t.line, t.next = c.line, 0
	}
	t.used, t.swept = 0, 0
	if t.next < len(t.full) {
		t.records = t.full[t.next]
		t.next++
		return
	}
	t.records = make([]T, t.size)
	if c.line != 0 {
		t.full = append(t.full, t.records)
		t.next++
		c.kept += t.size
	}
}

func (t *valueMemory[T]) wipe() {
	for _, records := range t.full {
		clear(records)
	}
}

func (t *valueMemory[T]) sweep() {
	if t.used == t.swept {
		t.records, t.used = nil, 0
	}
	t.swept = t.used
}
