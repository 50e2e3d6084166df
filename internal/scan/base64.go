package scan

import "github.com/ndwire/ndwire/internal/spelling"

// Base64 reads a string as bytes in base64. Any spelling but the canonical one, with the standard alphabet and padding, is noted. A text
// that is not base64 counts as a value of another type. The empty text is an empty slice that is not nil.
func (c *Cursor) Base64(i int) ([]byte, int) { return formatted(c, i, (*Cursor).base64) }

// Base64Variant is Base64 for the string variant of a union: if the text is not base64, the value is returned raw.
func (c *Cursor) Base64Variant(i int) (b, raw []byte, next int) {
	return formattedVariant(c, i, (*Cursor).base64)
}

// base64 reads the string at i. ok reports whether its text is base64. After an error next is -1.
func (c *Cursor) base64(i int) (b []byte, next int, ok bool) {
	text, next, plain := c.stringText(i)
	if next < 0 {
		return nil, -1, false
	}
	b, canonical, ok := spelling.DecodeBase64(text, c.mem.Texts.Space)
	if ok && (!canonical || !plain) {
		c.inexact(i, next)
	}
	return b, next, ok
}
