package scan

import "github.com/ndwire/ndwire/internal/kernel"

// firstMember returns the offset of the first key of the object whose opening brace ends at i. more is false at the end of the object, and at
// is the offset after it; and after an error.
func (c *Cursor) firstMember(i int) (at int, more bool) {
	i = c.space(i)
	switch {
	case i >= len(c.data):
	case c.data[i] == '"':
		return i, true
	case c.data[i] == '}':
		return i + 1, false
	}
	return c.syntax(i), false
}

// nextMember is firstMember for the key after the value that ends at i.
func (c *Cursor) nextMember(i int) (at int, more bool) {
	if i < 0 {
		return -1, false
	}
	i = c.space(i)
	switch {
	case i >= len(c.data):
	case c.data[i] == ',':
		i = c.space(i + 1)
		if i < len(c.data) && c.data[i] == '"' {
			return i, true
		}
	case c.data[i] == '}':
		return i + 1, false
	}
	return c.syntax(i), false
}

// NextKey reads what follows the value of a map that ends at i: the next key, or the end of the map. At the end, and after an error, key is
// nil; otherwise next is the offset of the key's value. The bytes of a key are valid until the next key is read.
func (c *Cursor) NextKey(i int) (key []byte, next int) {
	if i >= 0 && c.elementsLeft|c.mem.Left < 0 {
		return nil, c.exceeded(i)
	}
	return c.mapKey(c.nextMember(i))
}

// mapKey reads the key of a map that firstMember or nextMember has found, and returns what NextKey does.
func (c *Cursor) mapKey(i int, more bool) (key []byte, next int) {
	if !more {
		c.closed = i
		return nil, i
	}
	return c.readKey(i)
}

// readKey reads the key whose opening quote is at i, and the colon. next is the offset of the value. After an error key is nil.
func (c *Cursor) readKey(i int) (key []byte, next int) {
	c.key = i
	if end := kernel.PlainShort(c.data, i+1); end >= 0 && end+2 < len(c.data) && c.data[end+1] == ':' && c.data[end+2] > ' ' {
		return c.data[i+1 : end], end + 2
	}
	return c.readKeySlow(i)
}

// readKeySlow is readKey for any key.
func (c *Cursor) readKeySlow(i int) (key []byte, next int) {
	end, ok := kernel.StringEnd(c.data, i+1)
	if !ok {
		return nil, c.syntax(end)
	}
	key = c.data[i+1 : end]
	if hasEscape(key) {
		text, _, r := c.unquote(c.keyText[:0], i+1, i+1)
		c.keyText = text
		if r&kernel.Done == 0 {
			return nil, -1
		}
		if r&kernel.Replaced != 0 {
			c.surrogateKey = i
		}
		key = text
	}
	if next = c.colon(end + 1); next < 0 {
		return nil, -1
	}
	return key, next
}

// colon returns the offset of the value after the key that ends at i.
func (c *Cursor) colon(i int) int {
	i = c.space(i)
	if i >= len(c.data) || c.data[i] != ':' {
		return c.syntax(i)
	}
	i = c.space(i + 1)
	if i >= len(c.data) {
		return c.syntax(i)
	}
	return i
}
