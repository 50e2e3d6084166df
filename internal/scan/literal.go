package scan

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
)

// A literal is the canonical JSON of a constant: "\"init\"" with its quotes, "true", "7". This file compares values of the line with literals.

// IsLiteral reports whether there is a value at offset at that equals the literal: true, false, null, or a number in any spelling.
func (c *Cursor) IsLiteral(at int, literal string) bool {
	return c.IsOneOf(at, literal)
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
		return isNumber(literal[0]) && sameNumber(value, literal)
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

// sameNumber reports whether a number is equal to a literal. Integers are compared digit by digit, other numbers as float64.
func sameNumber(value []byte, literal string) bool {
	if string(value) == literal {
		return true
	}
	if !bytes.ContainsAny(value, ".eE") && !strings.ContainsAny(literal, ".eE") {
		return string(value) == "-0" && literal == "0" // an integer has no other spelling
	}
	x, err := strconv.ParseFloat(alloc.Alias(value), 64)
	y, _ := strconv.ParseFloat(literal, 64)
	return err == nil && x == y
}
