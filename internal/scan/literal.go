package scan

import (
	"bytes"
	"strings"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// A literal is the canonical JSON of a constant: "\"init\"" with its quotes, "true", "7". This file compares values of the line with literals.

// Literal returns the value at offset at in the spelling in which code compares it, if it is true, false, null or a number; otherwise nil. It is
// valid until Reset.
func (c *Cursor) Literal(at int) []byte {
	literal := c.LiteralText(at)
	switch {
	case len(literal) == 0, isShortInteger(literal), string(literal) == "true", string(literal) == "false", string(literal) == "null":
		return literal
	}
	if _, f := kernel.Valid(c.data, at, c.limit-c.depth); f != kernel.NoFault {
		return nil // the decoder finds the error where it reads the value
	}
	return spelling.Number(literal)
}

// isShortInteger reports whether a text is a number of JSON of at most 18 digits, and without a sign.
func isShortInteger(text []byte) bool {
	if len(text) > 18 || text[0] == '0' && len(text) > 1 {
		return false
	}
	for _, b := range text {
		if b-'0' > 9 {
			return false
		}
	}
	return true
}

// IsOneOf reports whether the value at i is one of the literals, in any spelling.
func (c *Cursor) IsOneOf(i int, literals ...string) bool {
	if i < 0 {
		return false
	}
	end, f := kernel.Valid(c.data, i, c.limit-c.depth)
	if f != kernel.NoFault {
		return false // Extra records the error
	}
	for _, l := range literals {
		if c.isLiteral(i, end, l) {
			return true
		}
	}
	return false
}

// SameLiteral reports whether a JSON value, which is valid, is the literal in any spelling.
func SameLiteral(value []byte, literal string) bool {
	value = bytes.Trim(value, " \t\r\n")
	if len(value) == 0 || string(value) == literal {
		return len(value) > 0
	}
	var c Cursor
	c.data = value
	return c.isLiteral(0, len(value), literal)
}

// literalEnd returns the offset after the literal at i; -1 if there is another value, or another spelling of it.
func (c *Cursor) literalEnd(i int, literal string) int {
	end := i + len(literal)
	if i < 0 || end >= len(c.data) || string(c.data[i:end]) != literal {
		return -1
	}
	// A number may have more digits.
	if c.data[end-1] != '"' && c.data[end] > ' ' && c.data[end] != ',' && c.data[end] != '}' && c.data[end] != ']' {
		return -1
	}
	return end
}

// isLiteral reports whether the valid value data[i:end] has the value of the literal, in any spelling.
func (c *Cursor) isLiteral(i, end int, literal string) bool {
	value := c.data[i:end]
	if string(value) == literal {
		return true
	}
	if isNumber(value[0]) {
		return isNumber(literal[0]) && spelling.SameNumber(value, literal)
	}
	if value[0] != '"' || literal[0] != '"' || !hasEscape(value) {
		return false
	}
	want := literal[1 : len(literal)-1]
	if strings.IndexByte(want, '\\') >= 0 {
		var other Cursor
		other.data = []byte(literal)
		want = string(other.tagText(0))
	}
	return c.textIs(i, want)
}

// noteSpelling notes data[i:end], which has the value of the literal, if it is a number in another spelling.
func (c *Cursor) noteSpelling(i, end int, literal string) {
	if end >= 0 && literal[0] != '"' && string(c.data[i:end]) != literal {
		c.inexact(i, end)
	}
}

// isNumber reports whether a JSON value that begins with b is a number.
func isNumber(b byte) bool { return b == '-' || b-'0' <= 9 }
