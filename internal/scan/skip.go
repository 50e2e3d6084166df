package scan

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Skip jumps over the value at i. It checks the ends of strings and the balance of brackets only.
func (c *Cursor) Skip(i int) int {
	if i < 0 {
		return -1
	}
	end, f := kernel.Skip(c.data, i, c.limit-c.depth)
	if f != kernel.Fine {
		return c.fault(f, end)
	}
	if c.open {
		// The kernels take a line feed for white space, and leave it in a string.
		if n := bytes.IndexByte(c.data[i:end], '\n'); n >= 0 {
			return c.syntax(i + n)
		}
	}
	return end
}

// Valid jumps over the value at i and checks all of it.
func (c *Cursor) Valid(i int) int {
	if i < 0 {
		return -1
	}
	// Most raw values are objects; most unknown members are short strings. Strict mode looks into them.
	if !c.options.Strict && uint(i) < uint(len(c.data)) && c.data[i] == '"' {
		if end := kernel.PlainShort(c.data, i+1); end >= 0 {
			return end + 1
		}
	}
	if end := c.plainInteger(i); end >= 0 {
		return end
	}
	var end int
	var f kernel.Fault
	if c.open {
		end, f = kernel.ValidLine(c.data, i, c.limit-c.depth)
	} else {
		end, f = kernel.Valid(c.data, i, c.limit-c.depth)
	}
	if f != kernel.Fine {
		return c.fault(f, end)
	}
	if c.options.Strict {
		c.findBadText(i, end)
	}
	return end
}

// plainInteger is the end of a number of digits at i behind which a comma or bracket stands; -1 if there is none.
func (c *Cursor) plainInteger(i int) int {
	rest := c.data[min(i, len(c.data)):]
	if len(rest) == 0 || rest[0]-'1' >= 9 {
		return -1
	}
	for k, b := range rest {
		switch {
		case b-'0' < 10:
		case b == ',' || b == '}' || b == ']':
			return i + k
		default:
			return -1
		}
	}
	return -1
}

// Raw reads any value as it stands. Null is nil.
func (c *Cursor) Raw(i int) ([]byte, int) {
	if c.Type(i) == Null {
		return nil, c.Other(i)
	}
	return c.RawElem(i)
}

// RawElem reads any value as it stands, null too: an element of a list or map.
func (c *Cursor) RawElem(i int) ([]byte, int) {
	end := c.Valid(i)
	if end < 0 {
		return nil, -1
	}
	return c.bytes(i, end), end
}
