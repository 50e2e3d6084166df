package alloc

// Lists makes lists of elements of type T. It is the same for all Memories of a program: a package variable for each type. Its zero value
// is ready.
type Lists[T any] struct{ number number }

var listCounter counter

// listPool returns the pool of lists, creating it if needed.
func (m *Memory) listPool(list *number, of size) *listPool {
	if n := int(list.n.Load()); n < len(m.lists) && m.lists[n] != nil {
		return m.lists[n]
	}
	number := list.get(&listCounter)
	for len(m.lists) <= number {
		m.lists = append(m.lists, nil)
	}
	p := &listPool{elementSize: of.on64Bit, bytes: of.here}
	m.lists[number] = p
	m.pools = append(m.pools, p)
	return p
}

// beginList is Begin: the list begins at an index of the block and has a capacity. It expects the list to be as long as the one before. If
// list is inChunk and the block is nil, the caller is to allocate a chunk, and to hand it to addChunk.
func (m *Memory) beginList(number *number, of size) (b block, from, capacity, list int) {
	p := m.listPool(number, of)
	m.ElementSize = p.elementSize
	if m.line == 0 && !p.open && p.last <= shortList && sharedLists {
		p.open = true
		if p.len-p.taken < shortList {
			return nil, 0, 0, inChunk
		}
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

// addChunk gives a pool the chunk that beginList has asked for.
func (m *Memory) addChunk(number *number, b block) {
	p := m.lists[number.n.Load()]
	p.chunk, p.len, p.taken, p.swept = b, listChunk, 0, 0
}

// endList is End for a list of n elements and a capacity. If moves is true, the caller copies the elements to memory of their own. If kept
// is not nil, it describes the memory of the list, which later lists use; the caller updates it if the list has grown.
func (m *Memory) endList(number *number, n, capacity, list int, ok bool) (moves bool, kept *keptList) {
	if list == 0 {
		return false, nil
	}
	p := m.lists[number.n.Load()]
	if !m.recycled && ok {
		p.last = n
	}
	if list == inChunk {
		if p.open = false; ok {
			p.taken += n
		}
		return false, nil
	}
	if more := capacity - p.lists[list-1].capacity; more > 0 {
		m.grow(more * p.elementSize)
	}
	kept = &p.lists[list-1]
	if !m.recycled {
		p.used = list - 1
	}
	return !m.recycled && ok, kept
}
