package scan

// Lists says where cursors make lists of elements of type T. Generated code has one for each list type, as a variable.
type Lists[T any] struct{ index int }

// ListsOf is a Lists of elements of type T. Call it once for each type, to initialise a package variable.
func ListsOf[T any]() Lists[T] { return Lists[T]{newMemory()} }

// listMemory is one cursor's memory for lists of one type.
//
// Of a recycled line, lists are those that it has, in the order in which they began, and behind them those that are free. Of
// another, they are those that are open, from the outermost to the innermost: what has been read is copied out of them when
// its number is known.
type listMemory[T any] struct {
	lists [][]T
	used  int
	line  uint64

	// Not recycled only: short lists of short lines are cut off the front of chunk, of which taken elements are gone. One at a time
	// of those that are open may be read into the chunk itself.
	chunk []T
	taken int // apart from chunk, so that to take some writes no pointer; more than there were if append has moved the last list
	open  bool
	last  int // how long the last list was
	swept int // taken, when the cursor swept last
}

const (
	// shortList is how many elements a list has at most that shares memory with others.
	shortList = slabLen / 4
	// inChunk is the number of the list that is read into the chunk.
	inChunk = -1
)

// Open begins the array at i. With more, next is the offset of its first element, and list is what to append the elements to.
// A value that is no array is noted on the field of the record around it. Whatever happens, Close must follow.
func (l Lists[T]) Open(c *Cursor, i int) (list []T, next int, more bool) {
	i, more = c.openList(i)
	if !more {
		return nil, i, false
	}
	list, c.frames[c.depth].number = l.begin(c)
	return list, i, true
}

// begin is an empty list, and its number: that of take, or inChunk. What a short line's lists were like before, they are likely to be.
func (l Lists[T]) begin(c *Cursor) (list []T, number int) {
	if c.line != 0 {
		return l.take(c)
	}
	s := memoryAt[listMemory[T]](c, l.index)
	if s.open || s.last > shortList {
		return l.take(c)
	}
	s.makeRoom(shortList)
	s.open = true
	return s.chunk[s.taken:s.taken], inChunk
}

// makeRoom sees to it that the chunk has so many elements left.
func (s *listMemory[T]) makeRoom(n int) {
	if n > len(s.chunk)-s.taken {
		s.chunk, s.taken, s.swept = make([]T, slabLen), 0, 0
	}
}

// take is an empty list, and its number in the memory.
func (l Lists[T]) take(c *Cursor) (list []T, number int) {
	s := memoryAt[listMemory[T]](c, l.index)
	if s.line != c.line {
		s.line, s.used = c.line, 0
	}
	if s.used == len(s.lists) {
		s.lists = append(s.lists, nil)
		c.kept++
	}
	s.used++
	return s.lists[s.used-1][:0], s.used
}

// keep is what a field gets of the list that begin gave: without spare capacity.
func (l Lists[T]) keep(c *Cursor, list []T, number int) []T {
	own := list[:len(list):len(list)]
	if !c.options.Recycle {
		s := memoryAt[listMemory[T]](c, l.index)
		s.last = len(list)
		if number == inChunk {
			s.taken, s.open = s.taken+len(list), false
			return own
		}
		own = s.copy(list, c.line == 0)
	}
	l.release(c, list, number)
	return own
}

// Close ends the array that Open began, and returns the list that its field gets: nil if there was no array, and also if an
// element had a type that is not the spec's, for then the field's text is noted as a whole.
func (l Lists[T]) Close(c *Cursor, list []T) []T {
	number := c.frames[c.depth].number
	ok := c.leave()
	switch {
	case number == 0 && ok:
		return []T{}
	case number == 0:
		return nil
	case !ok:
		l.release(c, list, number)
		return nil
	}
	return l.keep(c, list, number)
}

// release frees the list that begin gave. Of a recycled line, it stays as it is until the next one.
func (l Lists[T]) release(c *Cursor, list []T, number int) {
	s := memoryAt[listMemory[T]](c, l.index)
	if number == inChunk {
		s.open = false
		return
	}
	if more := cap(list) - cap(s.lists[number-1]); more > 0 {
		s.lists[number-1] = list
		c.kept += more
	}
	if !c.options.Recycle {
		s.used = number - 1
		clear(list)
	}
}

// copy is a copy of list without spare capacity. Short ones share memory.
func (s *listMemory[T]) copy(list []T, short bool) []T {
	n := len(list)
	if !short || n > shortList || s.open {
		return append(make([]T, 0, n), list...)
	}
	s.makeRoom(n)
	own := s.chunk[s.taken : s.taken+n : s.taken+n]
	s.taken += n
	copy(own, list)
	return own
}

func (s *listMemory[T]) sweep() {
	if s.taken == s.swept {
		s.chunk, s.taken = nil, 0
	}
	s.swept = s.taken
}

func (s *listMemory[T]) wipe() {
	for _, list := range s.lists {
		clear(list[:cap(list)])
	}
}

// openList begins the array at i. With more, next is the offset of its first element. A value that is no array is noted on
// the field of the record around it. Whatever happens, a frame is pushed, which leave pops.
func (c *Cursor) openList(i int) (next int, more bool) {
	i = c.enter(i, '[', nil, 0)
	if i < 0 || c.frames[c.depth].flags&void != 0 {
		return i, false
	}
	i = c.space(i)
	if i < len(c.data) && c.data[i] == ']' {
		c.closed = i + 1
		return i + 1, false
	}
	if i >= len(c.data) {
		return c.syntax(i), false
	}
	return c.element(i)
}

// element takes the place of one more element of a list, which begins at i.
func (c *Cursor) element(i int) (next int, more bool) {
	if c.elementsLeft--; c.elementsLeft < 0 {
		return c.fail(TooMany, i), false
	}
	return i, true
}

// NextElem reads what stands behind the element that ends at i: a comma, or the end of the array. With more, next is the
// offset of the next element.
func (c *Cursor) NextElem(i int) (next int, more bool) {
	if i < 0 {
		return -1, false
	}
	i = c.space(i)
	if i < len(c.data) {
		switch c.data[i] {
		case ',':
			i = c.space(i + 1)
			if i < len(c.data) {
				return c.element(i)
			}
		case ']':
			c.closed = i + 1
			return i + 1, false
		}
	}
	return c.syntax(i), false
}

// leave pops the frame of a list or map. It reports whether the Go value stands for what was read.
func (c *Cursor) leave() bool {
	f := c.pop()
	if f.flags&void != 0 || c.code != 0 {
		return false
	}
	if f.flags == 0 {
		return true
	}
	below := &c.frames[c.depth]
	switch {
	case c.depth == 0:
		if f.flags&wrong != 0 {
			c.fail(Mistyped, f.start) // there is no record to note it on
		}
	case below.rec == nil:
		below.flags |= f.flags & (wrong | inexact)
	default:
		c.noteOdd(f.start, c.closed, f.flags&wrong == 0)
	}
	return f.flags&wrong == 0
}

var (
	stringLists = ListsOf[string]()
	intLists    = ListsOf[int]()
)

// Strings reads a list of strings.
func (c *Cursor) Strings(i int) ([]string, int) {
	list, i, more := stringLists.Open(c, i)
	for more {
		var s string
		s, i = c.String(i)
		list = append(list, s)
		i, more = c.NextElem(i)
	}
	return stringLists.Close(c, list), i
}

// Ints reads a list of integers.
func (c *Cursor) Ints(i int) ([]int, int) {
	list, i, more := intLists.Open(c, i)
	for more {
		var n int
		n, i = c.Int(i)
		list = append(list, n)
		i, more = c.NextElem(i)
	}
	return intLists.Close(c, list), i
}
