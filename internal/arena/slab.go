package arena

// slabLen bounds how many neighbours a kept target holds in memory.
const slabLen = 16

// Slab hands out pointers to values, sixteen to an allocation. The zero value is ready, and what it hands out is never used
// again, unless it is recycled: then all is free again after Reset.
type Slab[T any] struct {
	slab    []T // its first used elements are handed out
	used    int // apart from slab, so that handing out writes no pointer
	recycle bool
	slabs   [][]T // recycled: all of them; slab is slabs[next-1]
	next    int
}

// New is a pointer to a copy of v.
func (s *Slab[T]) New(v T) *T {
	if s.used == len(s.slab) {
		s.grow()
	}
	p := &s.slab[s.used]
	s.used++
	*p = v
	return p
}

func (s *Slab[T]) grow() {
	s.used = 0
	if s.recycle && s.next < len(s.slabs) {
		s.slab = s.slabs[s.next]
		s.next++
		return
	}
	s.slab = make([]T, slabLen)
	if s.recycle {
		s.slabs = append(s.slabs, s.slab)
		s.next++
	}
}

// Recycle switches a slab between values that are used again after Reset and values that are not.
func (s *Slab[T]) Recycle(on bool) {
	if on != s.recycle {
		*s = Slab[T]{recycle: on}
	}
}

// maxSlabs bounds what a recycled slab keeps for the next line.
const maxSlabs = 1024

// Reset makes the values of a recycled slab free again.
func (s *Slab[T]) Reset() {
	if s.used > 0 {
		s.reset()
	}
}

func (s *Slab[T]) reset() {
	if !s.recycle || s.next == 0 {
		return
	}
	if len(s.slabs) > maxSlabs {
		s.slabs = s.slabs[:maxSlabs:maxSlabs]
	}
	s.slab, s.used, s.next = s.slabs[0], 0, 1
}

// Wipe clears all values of a recycled slab.
func (s *Slab[T]) Wipe() {
	for _, slab := range s.slabs {
		clear(slab)
	}
}

// Poison overwrites the values that a recycled slab has handed out since the last Reset.
func (s *Slab[T]) Poison(v T) {
	for i := range s.next {
		slab := s.slabs[i]
		if i == s.next-1 {
			slab = slab[:s.used]
		}
		for k := range slab {
			slab[k] = v
		}
	}
}
