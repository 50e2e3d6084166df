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

// Null reads a null that says nothing.
func (c *Cursor) Null(i int) int {
	if i < 0 {
		return -1
	}
	if len(c.data)-i >= 4 && string(c.data[i:i+4]) == "null" {
		return i + 4
	}
	end, _ := kernel.Literal(c.data, i)
	return c.syntax(end)
}

// NullVariant reads the null at i, for which a union by JSON type has no variant: where the spec requires another value, strict mode finds it.
func (c *Cursor) NullVariant(i int) int {
	end := c.Null(i)
	if f := &c.frames[c.depth]; end >= 0 && c.options.Strict && f.rec != nil && f.rec.requires(c.field) && !f.rec.keys().isNull(c.field) {
		c.find(Mistyped, Null.String(), i)
	}
	return end
}

// Odd reads, as it stands, a value of a JSON type for which a union has no variant.
func (c *Cursor) Odd(i int) ([]byte, int) {
	raw, end := c.RawElem(i)
	if end >= 0 {
		c.report(WrongType, c.Type(i).String(), i)
	}
	return raw, end
}

// Other reads a value that the current field, or the list or map in hand, cannot hold, and notes it.
func (c *Cursor) Other(i int) int {
	if c.Type(i) == Null {
		if end := c.Null(i); end < 0 || c.noteNull(i) {
			return end
		}
	}
	end := c.Valid(i)
	if end >= 0 {
		c.report(WrongType, c.Type(i).String(), i)
		c.wrong(i, end)
	}
	return end
}

// otherPtr is Other for a pointer: an element of a list or map that is one may be null.
func (c *Cursor) otherPtr(i int) int {
	if c.frames[c.depth].rec == nil && c.Type(i) == Null {
		return c.Null(i)
	}
	return c.Other(i)
}

// isNull reports whether null stands at i.
func (c *Cursor) isNull(i int) bool {
	return i >= 0 && i <= len(c.data)-4 && string(c.data[i:i+4]) == "null"
}
