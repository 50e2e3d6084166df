package scan

import "github.com/ndwire/ndwire/internal/alloc"

// Lists makes lists of elements of type T. Generated code has a package variable for each type. Its zero value is ready. The generic
// functions that it calls are inlined: others would be compiled for each of the types, too.
type Lists[T any] struct{ of alloc.ListNumber }

// Open opens the array at i. If more is true, next is the offset of its first element, and the elements are to be appended to list. A value
// that is not an array is noted on the field of the record around it. A frame is pushed in every case: Close must follow.
func (l *Lists[T]) Open(c *Cursor, i int) (list []T, next int, more bool) {
	b, from, capacity, i, more := c.beginList(i, &l.of, alloc.ListSize[T](&l.of))
	if b == nil {
		if more && c.frames[c.depth].number == alloc.InChunk {
			list = make([]T, alloc.ChunkLen)
			l.of.AddChunk(&c.mem, alloc.BlockOf(list))
		}
		return list[:0], i, more
	}
	return alloc.Slice[T](b, from, capacity), i, more
}

// Close closes the array that Open opened, and returns the field's value. It is nil if there was no array, and if an element has another
// type than the spec's: then the note on the field has the text of the whole array.
func (l *Lists[T]) Close(c *Cursor, list []T) (own []T) {
	n := len(list)
	moves, ok, kept := c.endList(&l.of, n, cap(list))
	switch {
	case moves:
		own = make([]T, n)
		copy(own, list)
	case ok:
		own = list[:n:n]
	}
	if kept != nil {
		if cap(list) > kept.Capacity {
			*kept = alloc.KeptList{Block: alloc.BlockOf(list), Capacity: cap(list)}
		}
		if !c.options.Recycle {
			clear(list)
		}
	}
	return own
}

// beginList opens the array at i, and begins the list: see Lists.Open and alloc.ListNumber.Begin.
func (c *Cursor) beginList(i int, of *alloc.ListNumber, size alloc.Size) (b alloc.Block, from, capacity, next int, more bool) {
	i, more = c.openList(i)
	if !more {
		return nil, 0, 0, i, false
	}
	b, from, capacity, number := of.Begin(&c.mem, size)
	// The memory of the first element, which openList has counted.
	f := &c.frames[c.depth]
	f.number, f.each = number, c.mem.ElementSize
	c.mem.Left -= f.each
	return b, from, capacity, i, true
}

// endList closes the array, and ends the list of n elements: see Lists.Close and alloc.ListNumber.End. If ok is false, the field has no list.
func (c *Cursor) endList(of *alloc.ListNumber, n, capacity int) (moves, ok bool, kept *alloc.KeptList) {
	number, ok := c.leave()
	moves, kept = of.End(&c.mem, n, capacity, number, ok)
	return moves || ok && number == 0, ok, kept
}

// openList opens the array at i. If more is true, next is the offset of its first element. A frame is pushed in every case: leave must
// follow.
func (c *Cursor) openList(i int) (next int, more bool) {
	if d := c.depth + 1; uint(i) < uint(len(c.data)) && c.data[i] == '[' && d < len(c.frames) && d <= c.limit && c.mem.Left >= 0 {
		c.pushRecord(d, i, nil)
		c.frames[d].number, c.frames[d].each = 0, 0 // the list has no memory yet
		i++
	} else if i = c.enter(i, '[', nil, 0); i < 0 || c.frames[c.depth].flags&void != 0 {
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

// element counts one more element of a list or map, which begins at i.
func (c *Cursor) element(i int) (next int, more bool) {
	c.elementsLeft--
	c.mem.Left -= c.frames[c.depth].each
	if c.elementsLeft|c.mem.Left < 0 {
		return c.exceeded(i), false
	}
	return i, true
}

// exceeded fails at offset at with the limit that is exceeded.
func (c *Cursor) exceeded(at int) int {
	if c.elementsLeft < 0 {
		return c.fail(TooMany, at)
	}
	return c.fail(TooLarge, at)
}

// NextElem reads what follows the element that ends at i: a comma, or the end of the array. If more is true, next is the offset of the next
// element; otherwise it is the offset after the array.
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

// leave pops the frame of a list or map. It returns the frame's number, and reports whether the field gets the list or map: no element has
// another type than the spec's.
func (c *Cursor) leave() (number int, ok bool) {
	f := c.pop()
	if f.flags&void != 0 || c.code != 0 {
		return f.number, false
	}
	if c.options.Strict {
		c.dropKeys()
	}
	if f.flags == 0 {
		return f.number, true
	}
	below := &c.frames[c.depth]
	switch {
	case c.depth == 0:
		if f.flags&wrong != 0 {
			c.fail(Mistyped, f.start) // there is no record that could have a note
		}
	case below.rec == nil:
		below.flags |= f.flags & (wrong | inexact)
	default:
		c.noteOdd(f.start, c.closed, f.flags&wrong == 0)
	}
	return f.number, f.flags&wrong == 0
}

var (
	stringLists Lists[string]
	intLists    Lists[int]
)

// Strings reads a list of strings.
func (c *Cursor) Strings(i int) ([]string, int) {
	return readList(c, i, &stringLists, (*Cursor).String)
}

// Ints reads a list of integers.
func (c *Cursor) Ints(i int) ([]int, int) { return readList(c, i, &intLists, (*Cursor).Int) }

// readList reads a list whose elements are read by read.
func readList[T any](c *Cursor, i int, lists *Lists[T], read func(*Cursor, int) (T, int)) ([]T, int) {
	list, i, more := lists.Open(c, i)
	for more {
		var v T
		v, i = read(c, i)
		list = append(list, v)
		i, more = c.NextElem(i)
	}
	return lists.Close(c, list), i
}
