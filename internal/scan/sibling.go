package scan

import "github.com/ndwire/ndwire/internal/notes"

// UnknownSibling stands for the literal of a tag that the payload's type does not determine: the payload is not a case of the spec, or the
// case for all other tags.
const UnknownSibling = "?"

// Sibling reads the tag of a payload that is another member of the same record. The tag has chosen the payload's type already.
func (c *Cursor) Sibling(i int) int {
	if i == c.tagAt && i > 0 {
		return c.tagEnd
	}
	return c.Valid(i)
}

// KeepSibling notes the tag at offset at on field n, unless the encoder can write it from the payload's type. literal is the tag of that
// type; "" if there is no payload, or its type has no tag. at is -1 if the line has no tag.
func (c *Cursor) KeepSibling(n, at int, literal string) {
	c.field = n
	if at < 0 {
		if literal == UnknownSibling {
			c.note(notes.Absent, 0, 0)
		}
		return
	}
	if literal != "" && (literal[0] == '"' || c.literalEnd(at, literal) >= 0) {
		return
	}
	end := c.Valid(at)
	switch {
	case end < 0:
	case literal == "" || literal == UnknownSibling:
		c.noteOdd(at, end, false)
	default:
		c.noteSpelling(at, end, literal)
	}
}
