package scan

import "github.com/ndwire/ndwire/internal/spelling"

// Base64 reads bytes in base64. Any spelling but the usual one, which has the standard alphabet and padding, is noted, and a text that is no
// base64 is of a wrong type. An empty text is an empty slice, and not nil.
func (c *Cursor) Base64(i int) ([]byte, int) {
	if c.Type(i) != String {
		return nil, c.Other(i)
	}
	b, next, ok := c.base64(i)
	if !ok && next >= 0 {
		c.misspelled(i, next)
	}
	return b, next
}

// base64 reads the string at i, and is not ok if it is no base64.
func (c *Cursor) base64(i int) (b []byte, next int, ok bool) {
	text, next, plain := c.spelled(i)
	if next < 0 {
		return nil, -1, false
	}
	b, usual, ok := spelling.DecodeBase64(text, c.mem.Texts.Space)
	if ok && (!usual || !plain) {
		c.inexact(i, next)
	}
	return b, next, ok
}

// Base64Variant is Base64 for a string variant: a text that is no base64 is raw.
func (c *Cursor) Base64Variant(i int) (b, raw []byte, next int) {
	b, next, ok := c.base64(i)
	if !ok && next >= 0 {
		raw, next = c.Odd(i)
	}
	return b, raw, next
}
