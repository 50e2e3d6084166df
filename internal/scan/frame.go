package scan

import "github.com/ndwire/ndwire/internal/kernel"

// enter pushes a frame for the value at i. If the value begins with bracket, it returns the offset after the bracket. If the value is of
// another type, the frame is void, and it returns the offset after the value.
func (c *Cursor) enter(i int, bracket byte, rec *Record, flags flags) int {
	switch {
	case i < 0:
	case i >= len(c.data):
		i = c.syntax(i)
	case c.data[i] != bracket && (c.depth > 0 || rec == nil):
		i = c.Mistyped(i) // before the push: the note belongs to the record around the value
		c.push(i, rec, flags|void)
		return i
	case c.data[i] != bracket:
		// A line that is not valid JSON is a syntax error, whatever its type.
		if i = c.Valid(i); i >= 0 {
			i = c.fail(NotObject, kernel.Space(c.data, 0))
		}
	case c.mem.Left < 0:
		i = c.fail(TooLarge, i)
	case c.depth >= c.limit:
		i = c.fail(TooDeep, i)
	}
	if i < 0 {
		c.push(i, rec, flags|void)
		return -1
	}
	c.push(i, rec, flags)
	return i + 1
}

// push opens a frame. The current field is saved in it.
func (c *Cursor) push(i int, rec *Record, flags flags) {
	c.depth++
	if c.depth == len(c.frames) {
		c.frames = append(c.frames, make([]frame, len(c.frames))...)
	}
	c.frames[c.depth] = frame{rec: rec, start: i, field: c.field, flags: flags}
}

// pushRecord opens frame d for the record at i, or for a list if rec is nil. The frame must exist.
func (c *Cursor) pushRecord(d, i int, rec *Record) {
	f := &c.frames[d]
	if f.rec != rec { // mostly it is the same as on the line before, and writing a pointer is slow while the collector marks
		f.rec = rec
	}
	f.start = i
	f.field = c.field
	f.flags = 0
	c.depth = d
}

// pop closes the innermost frame, and returns it. It is valid until the next push.
func (c *Cursor) pop() *frame {
	f := &c.frames[c.depth]
	c.field = f.field
	c.depth--
	return f
}

// Inline announces that the object that is opened next stands for a field whose members are among those of the record around it. The
// members that it does not know belong to that record.
func (c *Cursor) Inline() {
	c.inline = true
	c.compared, c.comparedAfterOpen = nil, c.compared // no Enter, which does not look at inline
}
