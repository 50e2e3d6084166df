package alloc

// Lists makes lists of elements of type T. It is the same for all Memories of a program: a package variable for each type. Its zero value
// is ready.
type Lists[T any] struct{ of ListNumber }

// Begin returns an empty list to append to, and its number, which is not 0. [Lists.End] must be called for it, and for the lists that began
// after it before that.
func (l *Lists[T]) Begin(m *Memory) (list []T, number int) {
	b, from, capacity, number := l.of.Begin(m, ListSize[T](&l.of))
	if b == nil && number == InChunk {
		list = make([]T, ChunkLen)
		l.of.AddChunk(m, BlockOf(list))
		return list[:0], number
	}
	return Slice[T](b, from, capacity), number
}

// End ends the list with a number; 0 is a list without elements, which has not begun. It returns the value of the field: the list without
// spare capacity, or nil if the list is not ok. The list of a recycled line is valid until the next line.
func (l *Lists[T]) End(m *Memory, list []T, number int, ok bool) (own []T) {
	n := len(list)
	moves, kept := l.of.End(m, n, cap(list), number, ok)
	switch {
	case moves || number == 0 && ok:
		own = make([]T, n)
		copy(own, list)
	case ok:
		own = list[:n:n]
	}
	if kept != nil {
		if cap(list) > kept.Capacity {
			*kept = KeptList{BlockOf(list), cap(list)}
		}
		if !m.recycled {
			clear(list)
		}
	}
	return own
}

// ListNumber is [Lists] without the type of its elements, for callers that allocate and convert the lists themselves.
type ListNumber struct{ number number }

// ListSize returns the size of an element.
func ListSize[T any](l *ListNumber) Size { return sizeOf[T](&l.number) }

var listCounter counter

// listPool returns the pool of lists, creating it if needed.
func (m *Memory) listPool(list *number, of Size) *listPool {
	if n := int(list.n.Load()); n < len(m.lists) && m.lists[n] != nil {
		return m.lists[n]
	}
	number := list.get(&listCounter)
	for len(m.lists) <= number {
		m.lists = append(m.lists, nil)
	}
	p := &listPool{elementSize: of.On64Bit, bytes: of.Here}
	m.lists[number] = p
	m.pools = append(m.pools, p)
	return p
}

// Begin is [Lists.Begin]: the list begins at an index of the block and has a capacity. It expects the list to be as long as the one before. If
// list is InChunk and the block is nil, the caller is to allocate ChunkLen elements, and to hand them to AddChunk.
func (l *ListNumber) Begin(m *Memory, of Size) (b block, from, capacity, list int) {
	p := m.listPool(&l.number, of)
	m.ElementSize = p.elementSize
	if m.line == 0 && !p.open && p.last <= shortList && sharedLists {
		p.open = true
		if p.len-p.taken < shortList {
			return nil, 0, 0, InChunk
		}
		return p.chunk, p.taken, p.len - p.taken, InChunk
	}
	return m.takeList(p)
}

// takeList is Begin for a list with memory of its own.
func (m *Memory) takeList(p *listPool) (b block, from, capacity, list int) {
	if p.line != m.line {
		p.line, p.used = m.line, 0
	}
	if p.used == len(p.lists) {
		m.grow(keptListSize)
		p.lists = append(p.lists, KeptList{})
	}
	kept := p.lists[p.used]
	p.used++
	return kept.Block, 0, kept.Capacity, p.used
}

// AddChunk gives the lists the memory that Begin has asked for.
func (l *ListNumber) AddChunk(m *Memory, b block) {
	p := m.lists[l.number.n.Load()]
	p.chunk, p.len, p.taken, p.swept = b, ChunkLen, 0, 0
}

// End is [Lists.End] for a list of n elements and a capacity. If moves is true, the caller copies the elements to memory of their own. If kept
// is not nil, it describes the memory of the list, which later lists use: the caller updates it if the list has grown, and clears the
// elements of an owned line.
func (l *ListNumber) End(m *Memory, n, capacity, list int, ok bool) (moves bool, kept *KeptList) {
	if list == 0 {
		return false, nil
	}
	p := m.lists[l.number.n.Load()]
	if !m.recycled && ok {
		p.last = n
	}
	if list == InChunk {
		if p.open = false; ok {
			p.taken += n
		}
		return false, nil
	}
	if more := capacity - p.lists[list-1].Capacity; more > 0 {
		m.grow(more * p.elementSize)
	}
	kept = &p.lists[list-1]
	if !m.recycled {
		p.used = list - 1
	}
	return !m.recycled && ok, kept
}
