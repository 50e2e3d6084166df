package scan

import "github.com/ndwire/ndwire/internal/kernel"

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
