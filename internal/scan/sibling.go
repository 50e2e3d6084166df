package scan

import "github.com/ndwire/ndwire/internal/notes"

// UnknownSibling stands for the literal of a tag where the payload beside it does not say which: it is no case of the spec, or the case of
// all other tags.
const UnknownSibling = "?"

// Sibling reads the tag of a member beside it. The choice has been made, see TagText.
func (c *Cursor) Sibling(i int) int {
	if i == c.tagAt && i > 0 {
		return c.tagEnd
	}
	return c.Valid(i)
}

// KeepSibling notes on field n, whose value is the tag at offset at, that the payload does not say it: literal is what the payload's case
// has, "" if there is no payload, or it has no tag. at is -1 if the line has no tag.
func (c *Cursor) KeepSibling(n, at int, literal string) {
	c.field = n
	if at < 0 {
		if literal == UnknownSibling {
			c.note(notes.Absent, 0, 0)
		}
		return
	}
	if literal != "" && (literal[0] == '"' || c.plainLiteral(at, literal) >= 0) {
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
