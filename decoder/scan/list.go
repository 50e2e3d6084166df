package scan

// OpenList begins the array at i. With more, next is the offset of its first element. A value that is no array is noted on
// the field of the record around it. Whatever happens, a frame is pushed, which [List] pops.
func (c *Cursor) OpenList(i int) (next int, more bool) {
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
	if c.room--; c.room < 0 {
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

// List ends the array that OpenList began, and returns the list that its field gets: nil if there was no array, and also if
// an element had a type that is not the spec's, for then the field's text is noted as a whole.
func List[T any](c *Cursor, list []T) []T {
	if !c.leave() {
		return nil
	}
	if list == nil {
		return []T{}
	}
	return list
}

// OpenMap begins the object at i that is a map, and reads its first key; for the other keys there is NextKey.
func (c *Cursor) OpenMap(i int) (key []byte, next int) {
	i = c.enter(i, '{', nil, 0)
	if i < 0 || c.frames[c.depth].flags&void != 0 {
		return nil, i
	}
	return c.firstKey(i)
}

// Map ends the object that OpenMap began, as List does for arrays.
func Map[M ~map[K]V, K comparable, V any](c *Cursor, m M) M {
	if !c.leave() {
		return nil
	}
	if m == nil {
		return M{}
	}
	return m
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
	case below.rec == nil:
		below.flags |= f.flags & (wrong | inexact)
	default:
		c.noteOdd(f.start, c.closed, f.flags&wrong == 0)
	}
	return f.flags&wrong == 0
}

// Strings reads a list of strings.
func (c *Cursor) Strings(i int) ([]string, int) {
	list := c.list[:0]
	i, more := c.OpenList(i)
	for more {
		var s string
		s, i = c.String(i)
		list = append(list, s)
		i, more = c.NextElem(i)
	}
	c.list = list[:0]
	out := List(c, exact(list))
	clear(list)
	return out, i
}

// Ints reads a list of integers.
func (c *Cursor) Ints(i int) ([]int, int) {
	list := c.intList[:0]
	i, more := c.OpenList(i)
	for more {
		var n int
		n, i = c.Int(i)
		list = append(list, n)
		i, more = c.NextElem(i)
	}
	c.intList = list[:0]
	return List(c, exact(list)), i
}

// exact is a copy without spare capacity, nil for an empty list.
func exact[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, len(list))
	copy(out, list)
	return out
}

// MapKey is a copy of the key of a map that was read last. It takes the place of one more element.
func (c *Cursor) MapKey(key []byte) string {
	if c.room--; c.room < 0 {
		c.fail(TooMany, c.key)
		c.data = c.data[:0] // NextKey does not ask for errors: it must come to an end
	}
	if c.code != 0 {
		return ""
	}
	if !isASCII(key) || c.keyLone == c.key {
		if s, ok := c.mapKeySlow(key); !ok {
			return s
		}
	}
	if c.borrow {
		// The line has the key's bytes, unless there are escapes in it.
		if raw := c.data[c.key+1:]; len(raw) >= len(key) && string(raw[:len(key)]) == string(key) {
			return c.text(raw[:len(key)])
		}
	}
	return c.mem.String(key)
}
