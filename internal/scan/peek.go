package scan

import "github.com/ndwire/ndwire/internal/kernel"

// maxSpots bounds the table of members. For the object of a line with more of them, Find walks.
const maxPositions = 256

// Peek begins a line whose object is looked at, and not decoded: it walks over all of it once, and returns its offset. Of the
// values in it, strings and the balance of brackets are checked. From then on, Find takes the last member of a name. A
// line that is no object is passed, too. Nothing but Find, what gives the texts of tags, and Err may follow: of the state that
// Reset sets, only what these need is set.
func (c *Cursor) Peek(data []byte, maxDepth int) int {
	c.begin(data, maxDepth)
	// The usual line: an object and nothing around it.
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

// PeekFirst is Peek of the first line of data, of which nobody knows yet where it ends: it returns the length of the line, which is
// an object and at most blanks behind it, and where the next one begins. -1 says that the line is to be looked for, and then to be peeked
// at: it may be anything.
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

// LineEnd is where the line ends and where the next one begins, if from data[i] on there are only blanks in it; -1, -1 if there is anything
// else, or no line end.
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

func (c *Cursor) begin(data []byte, maxDepth int) {
	if maxDepth <= 0 {
		maxDepth = DefaultDepth
	}
	c.data = data
	if c.spans != nil {
		c.spans = nil
	}
	c.limit, c.depth = maxDepth, 0
	c.code, c.errAt = 0, 0
	c.exact, c.indexed, c.peeked = true, false, -1
	c.lookupCount, c.walked = 0, 0
	c.tags = c.tags[:0]
}

// peek returns the offset behind the line's value, and writes down where its members are.
func (c *Cursor) peek(start int) int {
	data := c.data
	if data[start] != '{' {
		return c.Skip(start)
	}
	// The kernel has no form of this for every object and level, and does not say what is wrong with one.
	if end := c.memberIndex.Look(data, start, c.limit); end >= 0 {
		c.peeked, c.indexed = start, true
		return end
	}
	c.positions = c.positions[:0]
	c.peeked, c.indexed = start, false // memberIndex is of another object, or of another line
	i := c.space(start + 1)
	if i < len(data) && data[i] == '}' {
		return i + 1
	}
	for {
		if i >= len(data) || data[i] != '"' {
			return c.syntax(i)
		}
		end, ok := kernel.StringEnd(data, i+1)
		if !ok {
			return c.syntax(end)
		}
		s := position{key: i, end: end}
		if i = c.space(end + 1); i >= len(data) || data[i] != ':' {
			return c.syntax(i)
		}
		s.value = c.space(i + 1)
		if len(c.positions) < maxPositions {
			c.positions = append(c.positions, s)
		} else {
			c.peeked = -1 // the table is not complete
		}
		end, f := kernel.Skip(data, s.value, c.limit-1)
		if f != kernel.Fine {
			return c.fault(f, end)
		}
		i = c.space(end)
		if i < len(data) && data[i] == '}' {
			return i + 1
		}
		if i >= len(data) || data[i] != ',' {
			return c.syntax(i)
		}
		i = c.space(i + 1)
	}
}
