package scan

import "github.com/ndwire/ndwire/internal/notes"

// This file reads external unions, {"Start":{...}} or "Quit", where the case is the name of an object's only member or a string; and
// adjacent unions, {"t":"start","c":{...}}, where the case is a tag beside the value. The object around the value has a wrapper frame.

// External returns the name of the case of the external union at i, and the offset of its value; -1 if the case is a string. name is nil,
// and value -1, if the text is neither form. name is valid until Reset.
func (c *Cursor) External(i int) (name []byte, value int) {
	if c.Type(i) == String {
		return c.tagText(i), -1
	}
	if !c.IsObject(i) {
		return nil, -1
	}
	key := c.space(i + 1)
	if c.Type(key) != String {
		return nil, -1
	}
	if _, value = c.keyEnd(key); value < 0 {
		return nil, -1
	}
	end := c.pass(value)
	if end < 0 {
		return nil, -1
	}
	if end = c.space(end); end >= len(c.data) || c.data[end] != '}' {
		return nil, -1
	}
	return c.tagText(key), value
}

// Adjacent returns the name of the case of the adjacent union at i, and the offset of its value; -1 if there is no value. name is nil if
// the object has other members or no tag. tag and content are the names of the two members.
func (c *Cursor) Adjacent(i int, tag, content string) (name []byte, value int) {
	if !c.IsObject(i) {
		return nil, -1
	}
	value = -1
	key := c.space(i + 1)
	for range 2 {
		if c.Type(key) != String {
			return nil, -1
		}
		end, at := c.keyEnd(key)
		switch {
		case at < 0:
			return nil, -1
		case name == nil && c.isKey(key, end, tag):
			if name = c.tagText(at); name == nil {
				return nil, -1
			}
		case value < 0 && c.isKey(key, end, content):
			value = at
		default:
			return nil, -1
		}
		if end = c.pass(at); end < 0 {
			return nil, -1
		}
		if end = c.space(end); end < len(c.data) && c.data[end] == '}' {
			return name, value
		}
		if key = c.keyAfter(end); key < 0 {
			return nil, -1
		}
	}
	return nil, -1
}

// OpenAdjacent opens the object at i, and returns the offset of its value. CloseAdjacent must follow.
func (c *Cursor) OpenAdjacent(i int, content string) int {
	key, next := c.openMap(i)
	if key != nil && string(key) != content {
		_, next = c.NextKey(c.Valid(next))
	}
	c.beWrapper()
	return next
}

// beWrapper makes the innermost frame, which openMap pushed, a wrapper around the value whose key was read last.
func (c *Cursor) beWrapper() {
	f := &c.frames[c.depth]
	f.flags |= wrapper
	f.key = c.key
}

// leaveWrapper pops a wrapper. It reports whether the field gets the value.
func (c *Cursor) leaveWrapper() bool {
	c.frames[c.depth].flags &^= wrapper
	_, ok := c.leave()
	return ok
}

// CloseAdjacent closes the object whose value ends at i, and skips the tag if it stands after the value. It returns the offset after the
// object.
func (c *Cursor) CloseAdjacent(i int) int {
	key, next := c.NextKey(i)
	if key != nil {
		next = c.Valid(next)
	}
	if key != nil && next >= 0 {
		_, next = c.NextKey(next)
	}
	if !c.leaveWrapper() {
		return -1
	}
	return next
}

// AdjacentUnit reads the adjacent union at i whose case has no value. value is the offset of a value that is there all the same, null,
// which is noted; -1 if there is none.
func (c *Cursor) AdjacentUnit(i, value int) (notes.Extra, int) {
	end := c.Valid(i)
	if end < 0 || value < 0 || c.options.NoExtra {
		return notes.Extra{}, end
	}
	return notes.ExtraOf(notes.UnitInObject), end
}

// OpenExternal opens the object at i, and returns the offset of its value. CloseExternal must follow.
func (c *Cursor) OpenExternal(i int) int {
	_, next := c.openMap(i)
	c.beWrapper()
	return next
}

// CloseExternal closes the object whose value ends at i. It returns the offset after the object.
func (c *Cursor) CloseExternal(i int) int {
	_, next := c.NextKey(i)
	if !c.leaveWrapper() {
		return -1
	}
	return next
}

// Unit reads the external union at i whose case has no value: a string, or an object with null, which is noted.
func (c *Cursor) Unit(i int) (notes.Extra, int) {
	isObject := c.IsObject(i)
	end := c.Valid(i)
	if end < 0 || !isObject || c.options.NoExtra {
		return notes.Extra{}, end
	}
	return notes.ExtraOf(notes.UnitInObject), end
}

// UnknownExternal reads a value whose case the union does not have. It returns the value's text. name is what External returned.
func (c *Cursor) UnknownExternal(i int, name []byte) ([]byte, int) { return c.UnknownCase(i, name) }
