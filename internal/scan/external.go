package scan

import "github.com/ndwire/ndwire/internal/notes"

// An external union is told by the name of the only member of its object, {"Start":{...}}, or by a string, "Quit"; an adjacent one by a tag
// beside its value, {"t":"start","c":{...}}.

// External is what the value at i says of itself: the text of a string, and no value; or the name of the only member of an object, and the
// offset of its value. The name is nil, and value -1, if it is neither. It is valid until Reset.
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

// Adjacent is External for an object that has a tag and beside it the value: it has no other members. The value can be missing.
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

// OpenAdjacent is the offset of the value in the object at i. CloseAdjacent must follow.
func (c *Cursor) OpenAdjacent(i int, content string) int {
	key, next := c.openMap(i)
	if key != nil && string(key) != content {
		_, next = c.NextKey(c.Valid(next))
	}
	c.beWrapper()
	return next
}

// nameFrame says that the value in hand is that of the key in hand, and no element of a map.
func (c *Cursor) beWrapper() {
	f := &c.frames[c.depth]
	f.flags |= wrapper
	f.number = c.key
}

// leaveNamed closes the object of nameFrame.
func (c *Cursor) leaveWrapper() bool {
	c.frames[c.depth].flags &^= wrapper
	_, ok := c.leave()
	return ok
}

// CloseAdjacent ends the object whose value ends at i, with the tag if that stands behind it.
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

// AdjacentUnit is Unit for a case that is nothing but its tag: there is a note if it has a value, which is null.
func (c *Cursor) AdjacentUnit(i, value int) (notes.Extra, int) {
	end := c.Valid(i)
	if end < 0 || value < 0 || c.noExtra {
		return notes.Extra{}, end
	}
	return notes.ExtraOf(notes.UnitInObject), end
}

// OpenExternal is the offset of the value in the object at i. CloseExternal must follow.
func (c *Cursor) OpenExternal(i int) int {
	_, next := c.openMap(i)
	c.beWrapper()
	return next
}

// CloseExternal ends the object whose value ends at i.
func (c *Cursor) CloseExternal(i int) int {
	_, next := c.NextKey(i)
	if !c.leaveWrapper() {
		return -1
	}
	return next
}

// Unit reads the value at i of a case that is nothing but its name: a string, or an object with null.
func (c *Cursor) Unit(i int) (notes.Extra, int) {
	isObject := c.IsObject(i)
	end := c.Valid(i)
	if end < 0 || !isObject || c.noExtra {
		return notes.Extra{}, end
	}
	return notes.ExtraOf(notes.UnitInObject), end
}

// UnknownExternal reads, as it stands, a value that no case has; name is what External says of it.
func (c *Cursor) UnknownExternal(i int, name []byte) ([]byte, int) {
	raw, end := c.RawElem(i)
	if end >= 0 {
		c.reportCase(i, name, nil)
	}
	return raw, end
}
