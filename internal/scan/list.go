package scan

import "github.com/ndwire/ndwire/internal/alloc"

// Lists is where cursors make lists of elements of type T. Generated code has a package variable for each type. Its zero value is ready.
type Lists[T any] struct{ lists alloc.Lists[T] }

// Open begins the array at i. With more, next is the offset of its first element, and list is what to append the elements to.
// A value that is no array is noted on the field of the record around it. Whatever happens, Close must follow.
func (l *Lists[T]) Open(c *Cursor, i int) (list []T, next int, more bool) {
	i, more = c.openList(i)
	if !more {
		return nil, i, false
	}
	list, c.frames[c.depth].number = l.lists.Begin(&c.mem)
	return list, i, true
}

// Close ends the array that Open began, and returns the list that its field gets: nil if there was no array, and also if an
// element had a type that is not the spec's, for then the field's text is noted as a whole.
func (l *Lists[T]) Close(c *Cursor, list []T) []T {
	number, ok := c.leave()
	return l.lists.End(&c.mem, list, number, ok)
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

// leave pops the frame of a list or map, of which it gives the number, and reports whether the Go value stands for what was read.
func (c *Cursor) leave() (number int, ok bool) {
	f := c.pop()
	if f.flags&void != 0 || c.code != 0 {
		return f.number, false
	}
	if f.flags == 0 {
		return f.number, true
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
	return f.number, f.flags&wrong == 0
}

var (
	stringLists Lists[string]
	intLists    Lists[int]
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
