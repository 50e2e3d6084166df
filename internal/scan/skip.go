package scan

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Skip returns the offset after the value at i. It checks only that strings end and that brackets match.
func (c *Cursor) Skip(i int) int {
	if uint(i) < uint(len(c.data)) && c.data[i] == '"' {
		if end := kernel.PlainShort(c.data, i+1); end >= 0 {
			return end + 1
		}
	}
	if i < 0 {
		return -1
	}
	end, f := kernel.Skip(c.data, i, c.limit-c.depth)
	if f != kernel.NoFault {
		return c.fault(f, end)
	}
	if c.open {
		// For the kernel, a line feed is white space, and may stand in a string.
		if n := bytes.IndexByte(c.data[i:end], '\n'); n >= 0 {
			return c.syntax(i + n)
		}
	}
	return end
}

// Valid returns the offset after the value at i. It checks all of the value's syntax.
func (c *Cursor) Valid(i int) int {
	if i < 0 {
		return -1
	}
	// Most raw values are objects, and most unknown members short strings. In strict mode strings are searched for invalid UTF-8.
	if !c.options.Strict && uint(i) < uint(len(c.data)) && c.data[i] == '"' {
		if end := kernel.PlainShort(c.data, i+1); end >= 0 {
			return end + 1
		}
	}
	if _, end := c.digits(i, 0); end > i && c.isInteger(i, end) {
		return end
	}
	var end int
	var f kernel.Fault
	if c.open {
		end, f = kernel.ValidLine(c.data, i, c.limit-c.depth)
	} else {
		end, f = kernel.Valid(c.data, i, c.limit-c.depth)
	}
	if f != kernel.NoFault {
		return c.fault(f, end)
	}
	if c.options.Strict {
		c.recordBadText(i, end)
	}
	return end
}

// Raw reads any value as its text. Null is nil, and is noted unless the spec allows it.
func (c *Cursor) Raw(i int) ([]byte, int) {
	if c.Type(i) == Null {
		return nil, c.Mistyped(i)
	}
	return c.RawElem(i)
}

// RawElem is Raw for an element of a list or map, where null is a text like others.
func (c *Cursor) RawElem(i int) ([]byte, int) {
	end := c.Valid(i)
	if end < 0 {
		return nil, -1
	}
	return c.bytes(i, end), end
}
