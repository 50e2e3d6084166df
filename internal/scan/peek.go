package scan

import "github.com/ndwire/ndwire/internal/kernel"

// maxPositions is the largest number of members of a peeked object whose positions are kept. If it has more, Find searches the object.
const maxPositions = 256

// Peek begins a line whose object is examined but not decoded, and returns the object's offset; -1 for a line that is not an object, or has an
// error. It reads the whole line once, and checks only that strings end and that brackets match. From then on, Find takes the last member
// with a name. Only Find, the methods that return the texts of tags, Err and ResetPeeked may be called after it, because it resets only the
// state that they use.
func (c *Cursor) Peek(data []byte, maxDepth int) int {
	c.begin(data, maxDepth)
	// Most lines are an object without white space around it.
	if len(data) > 0 && data[0] == '{' && c.memberIndex.Look(data, 0, c.limit) == len(data) {
		c.peeked, c.indexed = 0, true
		return 0
	}
	start := c.Start()
	if start >= 0 && c.End(c.peek(start)) >= 0 {
		return start
	}
	return -1
}

// PeekFirst is Peek for the first line of data, whose end has not been searched. It returns the length of the line without its line end,
// and the offset of the next line. If the line is anything but an object and blanks after it, it returns -1, -1: the caller must search the
// line's end, and call Peek.
func (c *Cursor) PeekFirst(data []byte, maxDepth int) (length, next int) {
	c.begin(data, maxDepth)
	n := c.memberIndex.Look(data, 0, c.limit)
	if length, next = LineEnd(data, n); next < 0 {
		return -1, -1
	}
	c.data = data[:n:n]
	c.peeked, c.indexed = 0, true
	return length, next
}

// LineEnd returns the offset of the line end, and of the next line, if there are only blanks between i and the line end; otherwise -1, -1.
func LineEnd(data []byte, i int) (end, next int) {
	for ; uint(i) < uint(len(data)); i++ {
		switch data[i] {
		case '\n':
			return i, i + 1
		case '\r':
			if i+1 < len(data) && data[i+1] == '\n' {
				return i, i + 2
			}
			return -1, -1
		case ' ', '\t':
		default:
			return -1, -1
		}
	}
	return -1, -1
}

// begin resets the state that peeking needs.
func (c *Cursor) begin(data []byte, maxDepth int) {
	if maxDepth <= 0 {
		maxDepth = DefaultDepth
	}
	c.data = data
	c.spans = nil
	c.limit, c.depth = maxDepth, 0
	c.code, c.errAt = 0, 0
	c.open, c.exact, c.indexed, c.peeked = false, true, false, -1
	c.lookupCount, c.walked = 0, 0
	c.tags = c.tags[:0]
}

// peek returns the offset after the value at start. If the value is an object, memberIndex or positions become those of the object.
func (c *Cursor) peek(start int) int {
	data := c.data
	if data[start] != '{' {
		return c.Skip(start)
	}
	// The kernel does not index every object, and does not report errors.
	if end := c.memberIndex.Look(data, start, c.limit); end >= 0 {
		c.peeked, c.indexed = start, true
		return end
	}
	c.positions = c.positions[:0]
	c.peeked, c.indexed = start, false
	i, more := c.firstMember(start + 1)
	for more {
		end, ok := kernel.StringEnd(data, i+1)
		if !ok {
			return c.syntax(end)
		}
		s := position{key: i, end: end}
		if s.value = c.colon(end + 1); s.value < 0 {
			return -1
		}
		if len(c.positions) < maxPositions {
			c.positions = append(c.positions, s)
		} else {
			c.peeked = -1 // some member has no position
		}
		end, f := kernel.Skip(data, s.value, c.limit-1)
		if f != kernel.NoFault {
			return c.fault(f, end)
		}
		i, more = c.nextMember(end)
	}
	return i
}
