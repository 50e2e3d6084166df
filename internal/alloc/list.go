package alloc

// Lists is where a Memory makes lists of elements of type T. It is the same for all Memories of a program: a package variable for each type.
// Its zero value is ready.
type Lists[T any] struct{ number number }

var lists given

// listStock is what one Memory has of lists of one type.
//
// Of a recycled line, lists are those that it has, in the order in which they began, and behind them those that are free. Of
// another, they are those that are open, from the outermost to the innermost: what has been read is copied out of them when
// its number is known.
type listStock struct {
	lists []keptList
	used  int
	line  uint64

	// Not recycled only: short lists of short lines are cut off the front of chunk, of which taken elements are gone. One at a time
	// of those that are open may be read into the chunk itself.
	chunk block
	len   int // of chunk
	taken int // more than len if append has moved the last list
	open  bool
	last  int // how long the last list was
	swept int // taken, when the Memory swept last
	values
}

// keptList is the memory of a list: where it is, and for how many elements.
type keptList struct {
	block    block
	capacity int
}

const (
	// shortList is how many elements a list has at most that shares memory with others.
	shortList = slabLen / 4
	// inChunk is the number of a list that is read into the chunk.
	inChunk = -1
)

// Begin is an empty list to append to, and its number: not 0. End must follow: lists that
// began later end earlier.
func (l *Lists[T]) Begin(m *Memory) (list []T, number int) {
	b, from, capacity, number := m.beginList(&l.number, (*typed[T])(nil))
	return slice[T](b, from, 0, capacity), number
}

// End ends list, which is the one of a number, 0 for one that has no elements and so has not begun. It returns what a field gets of it, without
// spare capacity, and nil if the list is not ok. Of a recycled line, the list stays as it is until the next one.
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

// listStock is the stock of lists, which is made if there is none.
func (m *Memory) listStock(of *number, v values) *listStock {
	number := of.get(&lists)
	for len(m.lists) <= number {
		m.lists = append(m.lists, nil)
	}
	s := m.lists[number]
	if s == nil {
		s = &listStock{values: v}
		m.lists[number] = s
		m.holders = append(m.holders, s)
	}
	return s
}

// beginList is Begin: the list has a capacity, from an index of the block on. What a short line's lists were like before, they
// are likely to be.
func (m *Memory) beginList(number *number, v values) (b block, from, capacity, list int) {
	s := m.listStock(number, v)
	if m.line == 0 && !s.open && s.last <= shortList && sharedLists {
		s.makeRoom(shortList)
		s.open = true
		return s.chunk, s.taken, s.len - s.taken, inChunk
	}
	return m.takeList(number, v)
}

// takeList is beginList for a list with memory of its own.
func (m *Memory) takeList(number *number, v values) (b block, from, capacity, list int) {
	s := m.listStock(number, v)
	if s.line != m.line {
		s.line, s.used = m.line, 0
	}
	if s.used == len(s.lists) {
		s.lists = append(s.lists, keptList{})
		m.kept++
	}
	kept := s.lists[s.used]
	s.used++
	return kept.block, 0, kept.capacity, s.used
}

// makeRoom sees to it that the chunk has so many elements left.
func (s *listStock) makeRoom(n int) {
	if n > s.len-s.taken {
		s.chunk, s.len, s.taken, s.swept = s.zero(nil, slabLen), slabLen, 0, 0
	}
}

// endList is End for a list of n elements and a capacity. Where to is not nil, they are to be copied to it, from an index on. Where kept is
// not nil, it is the memory of the list, which others get from now on, and which may have grown.
func (m *Memory) endList(number *number, n, capacity, list int, ok bool) (to block, from int, kept *keptList) {
	if list == 0 {
		return nil, 0, nil
	}
	s := m.lists[number.n.Load()]
	if !m.recycled && ok {
		s.last = n
	}
	if list == inChunk {
		if s.open = false; ok {
			s.taken += n
		}
		return nil, 0, nil
	}
	if !m.recycled && ok {
		to, from = s.place(n, m.line == 0)
	}
	kept = &s.lists[list-1]
	m.kept += max(capacity-kept.capacity, 0)
	if !m.recycled {
		s.used = list - 1
	}
	return to, from, kept
}

// place is memory for n elements of an owned list, from an index on. Short lists of short lines share it with others.
func (s *listStock) place(n int, short bool) (to block, from int) {
	if !short || n > shortList || s.open || !sharedLists {
		return s.zero(nil, n), 0
	}
	s.makeRoom(n)
	from = s.taken
	s.taken += n
	return s.chunk, from
}

func (s *listStock) wipe() {
	for _, kept := range s.lists {
		if kept.capacity > 0 {
			s.zero(kept.block, kept.capacity)
		}
	}
}

func (s *listStock) sweep() {
	if s.taken == s.swept {
		s.chunk, s.len, s.taken = nil, 0, 0
	}
	s.swept = s.taken
}
