package alloc

// Lists makes lists of elements of type T. It is the same for all Memories of a program: a package variable for each type. Its zero value
// is ready.
type Lists[T any] struct{ number number }

var listCounter counter

// Begin returns an empty list to append to, and its number, which is not 0. [Lists.End] must be called for it, and for the lists that began
// after it before that.
func (l *Lists[T]) Begin(m *Memory) (list []T, number int) {
	b, from, capacity, number := m.beginList(&l.number, (*typed[T])(nil))
	return slice[T](b, from, 0, capacity), number
}

// End ends the list with a number; 0 is a list without elements, which has not begun. It returns the value of the field: the list without
// spare capacity, or nil if the list is not ok. The list of a recycled line is valid until the next line.
func (l *Lists[T]) End(m *Memory, list []T, number int, ok bool) (own []T) {
	n := len(list)
	to, from, kept := m.endList(&l.number, n, cap(list), number, ok)
	switch {
	case to != nil:
		own = slice[T](to, from, n, n)
		copy(own, list)
	case number == 0 && ok:
		own = []T{}
	case ok:
		own = list[:n:n]
	}
	if kept != nil {
		if cap(list) > kept.capacity {
			*kept = keptList{blockOf(list), cap(list)}
		}
		if !m.recycled {
			clear(list)
		}
	}
	return own
}

// listPool returns the pool of lists, creating it if needed.
func (m *Memory) listPool(of *number, v values) *listPool {
	if n := int(of.n.Load()); n < len(m.lists) && m.lists[n] != nil {
		return m.lists[n]
	}
	number := of.get(&listCounter, v)
	for len(m.lists) <= number {
		m.lists = append(m.lists, nil)
	}
	p := &listPool{values: v, elementSize: of.sizeOf(&listCounter, v)}
	m.lists[number] = p
	m.pools = append(m.pools, p)
	return p
}

// beginList is Begin: the list begins at an index of the block and has a capacity. It expects the list to be as long as the one before.
func (m *Memory) beginList(number *number, v values) (b block, from, capacity, list int) {
	p := m.listPool(number, v)
	m.ElementSize = p.elementSize
	if m.line == 0 && !p.open && p.last <= shortList && sharedLists {
		if p.len-p.taken < shortList {
			p.chunk, _ = p.zero(nil, listChunk)
			p.len, p.taken, p.swept = listChunk, 0, 0
		}
		p.open = true
		return p.chunk, p.taken, p.len - p.taken, inChunk
	}
	return m.takeList(p)
}

// takeList is beginList for a list with memory of its own.
func (m *Memory) takeList(p *listPool) (b block, from, capacity, list int) {
	if p.line != m.line {
		p.line, p.used = m.line, 0
	}
	if p.used == len(p.lists) {
		m.grow(keptListSize)
		p.lists = append(p.lists, keptList{})
	}
	kept := p.lists[p.used]
	p.used++
	return kept.block, 0, kept.capacity, p.used
}

// endList is End for a list of n elements and a capacity. If to is not nil, the caller copies the elements to it, from an index on. If kept
// is not nil, it describes the memory of the list, which later lists use; the caller updates it if the list has grown.
func (m *Memory) endList(number *number, n, capacity, list int, ok bool) (to block, from int, kept *keptList) {
	if list == 0 {
		return nil, 0, nil
	}
	p := m.lists[number.n.Load()]
	if !m.recycled && ok {
		p.last = n
	}
	if list == inChunk {
		if p.open = false; ok {
			p.taken += n
		}
		return nil, 0, nil
	}
	if !m.recycled && ok {
		to, _ = p.zero(nil, n)
	}
	if more := capacity - p.lists[list-1].capacity; more > 0 {
		m.grow(more * p.elementSize)
	}
	kept = &p.lists[list-1]
	if !m.recycled {
		p.used = list - 1
	}
	return to, from, kept
}
