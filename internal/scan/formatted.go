package scan

import (
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// This file reads strings whose text has a format: a time, base64, or the text of a Go type that parses it.

// stringText returns the unescaped text of the string at i. It is valid until the next call. plain reports whether the text is the string's
// text on the line, in ASCII. After an error next is -1.
func (c *Cursor) stringText(i int) (text []byte, next int, plain bool) {
	if end := c.plainTextEnd(i + 1); end >= 0 {
		return c.data[i+1 : end], end + 1, true
	}
	if next = c.Valid(i); next < 0 {
		return nil, -1, false
	}
	c.scratch, _, _ = c.unquote(c.scratch[:0], i+1, i+1)
	return c.scratch, next, false
}

// Spelling returns the unescaped text of the string at i, for a type that parses text itself. U+FFFD replaces what is not UTF-8. The text
// is valid until the next call. ok reports whether there is a string; otherwise the value is noted. After an error next is -1.
func (c *Cursor) Spelling(i int) (text []byte, next int, ok bool) {
	if c.Type(i) != String {
		return nil, c.Mistyped(i), false
	}
	text, next, plain := c.stringText(i)
	if next < 0 {
		return nil, -1, false
	}
	if !plain && !kernel.ValidUTF8(text) {
		text = kernel.AppendText(nil, text)
	}
	return text[:len(text):len(text)], next, true
}

// Misspelled notes the string data[i:next], whose text the current field cannot hold: it counts as a value of another type. It returns next.
func (c *Cursor) Misspelled(i, next int) int {
	c.report(WrongType, String.String(), i)
	c.wrong(i, next)
	return next
}

// Respelled notes the string data[i:next] if it is not the canonical spelling of its value. canonical is the text in that spelling.
func (c *Cursor) Respelled(i, next int, canonical []byte) {
	literal := c.data[i:next]
	if string(canonical) == string(literal[1:len(literal)-1]) && c.plainTextEnd(i+1) >= 0 {
		return
	}
	if string(kernel.AppendQuoted(nil, string(canonical))) != string(literal) {
		c.inexact(i, next)
	}
}

// formatted reads a string whose text has a format: read reports whether it has. Any other value counts as one of another type.
func formatted[T any](c *Cursor, i int, read func(*Cursor, int) (T, int, bool)) (v T, next int) {
	if c.Type(i) != String {
		return v, c.Mistyped(i)
	}
	v, next, ok := read(c, i)
	if !ok && next >= 0 {
		c.Misspelled(i, next)
	}
	return v, next
}

// formattedVariant is formatted for the string variant of a union: a string that has another format is returned raw.
func formattedVariant[T any](c *Cursor, i int, read func(*Cursor, int) (T, int, bool)) (v T, raw []byte, next int) {
	v, next, ok := read(c, i)
	if !ok && next >= 0 {
		raw, next = c.UnknownVariant(i)
	}
	return v, raw, next
}

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
