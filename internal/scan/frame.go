package scan

import "github.com/ndwire/ndwire/internal/kernel"

// enter pushes a frame for the value at i, void if it does not begin with the bracket. It returns the offset behind the
// bracket, or behind the value if that is another one.
func (c *Cursor) enter(i int, bracket byte, rec *Record, flags flags) int {
	switch {
	case i < 0:
	case uint(i) >= uint(len(c.data)):
		i = c.syntax(i)
	case c.data[i] == bracket:
		if c.depth >= c.limit {
			i = c.fail(TooDeep, i)
		}
	case c.depth == 0 && rec != nil:
		// Garbage is garbage first, and not the wrong type.
		if i = c.Valid(i); i >= 0 {
			i = c.fail(NotObject, kernel.Space(c.data, 0))
		}
	default:
		i = c.Other(i) // noted on the frame that is the innermost one still
		c.push(i, rec, flags|void)
		return i
	}
	if i < 0 {
		c.push(i, rec, flags|void)
		return -1
	}
	c.push(i, rec, flags)
	return i + 1
}

// push opens a frame. Its field is the current field of the frame below.
func (c *Cursor) push(i int, rec *Record, flags flags) {
	c.depth++
	if c.depth == len(c.frames) {
		c.frames = append(c.frames, make([]frame, len(c.frames))...)
	}
	c.frames[c.depth] = frame{rec: rec, start: i, field: c.field, flags: flags}
}

// pushRecord opens frame d for the record at i.
func (c *Cursor) pushRecord(d, i int, rec *Record) {
	f := &c.frames[d]
	if f.rec != rec { // as on the line before: while the collector marks, writing a pointer is slow
		f.rec = rec
	}
	f.start = i
	f.field = c.field
	f.flags = 0
	c.depth = d
}

// pop closes the innermost frame. The frame is valid until the next push.
func (c *Cursor) pop() *frame {
	f := &c.frames[c.depth]
	c.field = f.field
	c.depth--
	return f
}

// Inline says that the object that is opened next has its members among those of the record in hand: those that it does not
// know are the other one's.
func (c *Cursor) Inline() { c.inline = true }
