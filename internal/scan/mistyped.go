package scan

import "github.com/ndwire/ndwire/internal/kernel"

// Mistyped reads a value of another type than the spec's, and notes it: on the current field, or on the list or map around it. It returns the
// offset after the value.
func (c *Cursor) Mistyped(i int) int {
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

// mistypedPtr is Mistyped for a pointer. An element of a list or map that is a pointer may be null.
func (c *Cursor) mistypedPtr(i int) int {
	if c.frames[c.depth].rec == nil && c.Type(i) == Null {
		return c.Null(i)
	}
	return c.Mistyped(i)
}

// isNull reports whether there is a null at i.
func (c *Cursor) isNull(i int) bool {
	return i >= 0 && i <= len(c.data)-len("null") && string(c.data[i:i+len("null")]) == "null"
}

// Null reads a null that is not noted.
func (c *Cursor) Null(i int) int {
	if i < 0 {
		return -1
	}
	if c.isNull(i) {
		return i + len("null")
	}
	end, _ := kernel.Literal(c.data, i)
	return c.syntax(end)
}

// NullVariant reads a null for a union by JSON type that has no variant for it. It is a finding if the spec requires the field and does not
// allow null.
func (c *Cursor) NullVariant(i int) int {
	end := c.Null(i)
	if f := &c.frames[c.depth]; end >= 0 && c.options.Strict && f.rec != nil && f.rec.requires(c.field) && !f.rec.keys().allowsNull(c.field) {
		c.recordFinding(Mistyped, Null.String(), i)
	}
	return end
}

// UnknownVariant reads a value whose JSON type no variant of a union has, and reports it as drift. It returns the value's text.
func (c *Cursor) UnknownVariant(i int) ([]byte, int) {
	raw, end := c.RawElem(i)
	if end >= 0 {
		c.report(WrongType, c.Type(i).String(), i)
	}
	return raw, end
}
