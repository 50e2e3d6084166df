package alloc

// Slab gives values of type T: records, and what pointers point to. It is the same for all Memories of a program: a package variable for
// each type. Its zero value is ready.
//
// It has one method only, New (block_unsafe.go), because all methods of a generic type are compiled for each of hundreds of types, used or not.
type Slab[T any] struct{ number number }

var slabCounter counter

// Copy returns a pointer to a copy of v. Unlike those of [Slab.New], the values of long lines share memory as well: it is for values that
// point to little.
func Copy[T any](m *Memory, s *Slab[T], v T) *T {
	line := m.line
	if line == unshared {
		line = 0
	}
	p := m.ready(int(s.number.n.Load()), line)
	if p == nil {
		if p = m.refill(&s.number, line, sizeOf[T](&s.number)); p.slab == nil {
			p.add(m, BlockOf(make([]T, p.size)))
		}
	}
	to := at[T](p.slab, p.used)
	p.used++
	*to = v
	return to
}

// Poison overwrites the values that Copy has made for the current recycled line.
func Poison[T any](m *Memory, s *Slab[T], v T) {
	number := int(s.number.n.Load())
	if !m.recycled || number >= len(m.slabs) {
		return
	}
	p := m.slabs[number]
	if p.line != m.line {
		return
	}
	for k := range p.next {
		for i := range p.size { // those that are free are overwritten when they are taken
			*at[T](p.all[k], i) = v
		}
	}
}

// ready returns the pool with a number if it has a free value for a line; otherwise nil.
func (m *Memory) ready(number int, line uint64) *slabPool {
	if uint(number) < uint(len(m.slabs)) {
		p := m.slabs[number]
		if p.line != line && p.next == 1 { // the first value of a recycled line, and the pool has one slab
			p.line, p.used = line, 0
		}
		if p.line == line && p.used < p.len {
			return p
		}
	}
	return nil
}

// newSlow returns a block that begins with a value, which cleared makes zero, or nil and how many values the caller is to allocate and hand
// to addSlab.
func (m *Memory) newSlow(slab *number, of Size) (b block, n int) {
	if m.line == unshared {
		m.Left -= of.On64Bit
		return nil, 1
	}
	p := m.refill(slab, m.line, of)
	m.Left -= p.valueSize
	p.used = 1
	return cleared(p), p.size
}

// addSlab gives a pool the slab that newSlow has asked for. Inlined, it would double the code of New, of which there are hundreds.
//
//go:noinline
func (m *Memory) addSlab(slab *number, b block) {
	if m.line != unshared {
		m.slabs[slab.n.Load()].add(m, b)
	}
}

// refill returns the pool of a slab, whose next values are for a line. If its slab is nil, the caller is to allocate one of p.size values,
// and to add it.
func (m *Memory) refill(slab *number, line uint64, of Size) *slabPool {
	number := slab.get(&slabCounter)
	for len(m.slabs) <= number {
		m.slabs = append(m.slabs, noSlabs)
	}
	p := m.slabs[number]
	if p == noSlabs {
		p = &slabPool{size: 1, valueSize: of.On64Bit, bytes: of.Here}
		if sharedSlabs {
			p.size = slabLen
		}
		m.slabs[number] = p
		m.pools = append(m.pools, p)
	}
	if p.line != line {
		p.line, p.next = line, 0
	}
	p.used, p.swept, p.len = 0, 0, p.size
	if p.next < len(p.all) {
		p.slab = p.all[p.next]
		p.next++
		return p
	}
	p.slab = nil
	if m.recycled {
		m.grow(p.size * p.valueSize)
	}
	return p
}
