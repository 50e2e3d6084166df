package scan

import (
	"time"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// spelled is the text of the string at i, unescaped, for a value that has a spelling of its own. It is valid until the next call. plain says
// that it stands in the line as it is. After an error next is -1.
func (c *Cursor) spelled(i int) (text []byte, next int, plain bool) {
	if end := c.plainText(i + 1); end >= 0 {
		return c.data[i+1 : end], end + 1, true
	}
	if next = c.Valid(i); next < 0 {
		return nil, -1, false
	}
	c.scratch, _, _ = c.unquote(c.scratch[:0], i+1, i+1)
	return c.scratch, next, false
}

// misspelled notes that the string data[i:next] is none of the values that the current field can have: it is what a wrong JSON type is.
func (c *Cursor) misspelled(i, next int) {
	c.report(WrongType, String.String(), i)
	c.wrong(i, next)
}

// Spelling is the text of the string at i for a type that reads texts itself, with U+FFFD for what is no text. It is valid until the next
// call. It is not ok if there is none: that has been noted. After an error next is -1.
func (c *Cursor) Spelling(i int) (text []byte, next int, ok bool) {
	if c.Type(i) != String {
		return nil, c.Other(i), false
	}
	text, next, plain := c.spelled(i)
	if next < 0 {
		return nil, -1, false
	}
	if !plain && !kernel.ValidUTF8(text) {
		text = kernel.AppendText(nil, text)
	}
	return text[:len(text):len(text)], next, true
}

// Misspelled notes that the text data[i:next] is none of the values of the current field, and returns next.
func (c *Cursor) Misspelled(i, next int) int {
	c.misspelled(i, next)
	return next
}

// Respelled notes that the string data[i:next] is not how its value is written, if it is not: usual is the text that would be.
func (c *Cursor) Respelled(i, next int, usual []byte) {
	literal := c.data[i:next]
	if string(usual) == string(literal[1:len(literal)-1]) && c.plainText(i+1) >= 0 {
		return
	}
	if string(kernel.AppendQuoted(nil, string(usual))) != string(literal) {
		c.inexact(i, next)
	}
}

// Time reads an RFC 3339 time. Any spelling but the usual one is noted, and a text that is no time is of a wrong type.
func (c *Cursor) Time(i int) (time.Time, int) {
	if c.Type(i) != String {
		return time.Time{}, c.Other(i)
	}
	t, next, ok := c.time(i)
	if !ok && next >= 0 {
		c.misspelled(i, next)
	}
	return t, next
}

// time reads the string at i, and is not ok if it is no time.
func (c *Cursor) time(i int) (t time.Time, next int, ok bool) {
	text, next, plain := c.spelled(i)
	if next < 0 {
		return time.Time{}, -1, false
	}
	t, usual, ok := spelling.ParseTime(text)
	if ok && (!usual || !plain) {
		c.inexact(i, next)
	}
	return t, next, ok
}

// TimeVariant is Time for a string variant: a text that is no time is raw.
func (c *Cursor) TimeVariant(i int) (t time.Time, raw []byte, next int) {
	t, next, ok := c.time(i)
	if !ok && next >= 0 {
		raw, next = c.Odd(i)
	}
	return t, raw, next
}

// IsTime reports whether an RFC 3339 time stands at i.
func (c *Cursor) IsTime(i int) bool {
	if c.Type(i) != String {
		return false
	}
	text, next, _ := c.spelled(i)
	_, _, ok := spelling.ParseTime(text)
	return ok || next < 0
}

// Seconds reads a number of seconds since 1970 as a time in UTC. Fractions below a nanosecond are cut off and what is too large saturates;
// both are noted, as is any spelling but the usual one.
func (c *Cursor) Seconds(i int) (time.Time, int) { return c.epoch(i, spelling.Seconds) }

// Milliseconds is Seconds for milliseconds.
func (c *Cursor) Milliseconds(i int) (time.Time, int) { return c.epoch(i, spelling.Milliseconds) }

func (c *Cursor) epoch(i int, unit spelling.Unit) (time.Time, int) {
	num, end := c.number(i)
	if num == nil {
		return time.Time{}, end
	}
	t, usual, exceeds := spelling.ParseEpoch(num, unit)
	if !usual {
		c.inexact(i, end)
		if exceeds {
			c.find(OutOfRange, string(num[:min(len(num), 32)]), i)
		}
	}
	return t, end
}

// TimePtr reads a time or null, as Time does.
func (c *Cursor) TimePtr(i int) (*time.Time, int) {
	if c.Type(i) != String {
		return nil, c.otherPtr(i)
	}
	t, next, ok := c.time(i)
	switch {
	case ok:
		return alloc.Copy(&c.mem, &timeSlab, t), next
	case next >= 0:
		c.misspelled(i, next)
	}
	return nil, next
}

// SecondsPtr reads a number or null, as Seconds does.
func (c *Cursor) SecondsPtr(i int) (*time.Time, int) {
	if c.Type(i) != Number {
		return nil, c.otherPtr(i)
	}
	t, i := c.Seconds(i)
	return c.timePtr(t, i)
}

// MillisecondsPtr reads a number or null, as Milliseconds does.
func (c *Cursor) MillisecondsPtr(i int) (*time.Time, int) {
	if c.Type(i) != Number {
		return nil, c.otherPtr(i)
	}
	t, i := c.Milliseconds(i)
	return c.timePtr(t, i)
}

func (c *Cursor) timePtr(t time.Time, i int) (*time.Time, int) {
	if i < 0 {
		return nil, -1
	}
	return alloc.Copy(&c.mem, &timeSlab, t), i
}

// TimeOrNull is TimePtr for a field of which null says nothing.
func (c *Cursor) TimeOrNull(i int) (*time.Time, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.TimePtr(i)
}

// SecondsOrNull is SecondsPtr for a field of which null says nothing.
func (c *Cursor) SecondsOrNull(i int) (*time.Time, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.SecondsPtr(i)
}

// MillisecondsOrNull is MillisecondsPtr for a field of which null says nothing.
func (c *Cursor) MillisecondsOrNull(i int) (*time.Time, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.MillisecondsPtr(i)
}
