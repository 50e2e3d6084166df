package scan

import (
	"time"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// Time reads a string as an RFC 3339 time. Any spelling but the canonical one is noted. A text that is not a time counts as a value of
// another type.
func (c *Cursor) Time(i int) (time.Time, int) {
	data := c.data
	if uint(i) < uint(len(data)) && data[i] == '"' {
		if end := kernel.PlainShort(data, i+1); end >= 0 {
			if t, canonical, ok := spelling.ParseTime(data[i+1 : end]); ok {
				if !canonical {
					c.inexact(i, end+1)
				}
				return t, end + 1
			}
		}
	}
	return formatted(c, i, (*Cursor).time)
}

// TimeVariant is Time for the string variant of a union: if the text is not a time, the value is returned raw.
func (c *Cursor) TimeVariant(i int) (t time.Time, raw []byte, next int) {
	return formattedVariant(c, i, (*Cursor).time)
}

// time reads the string at i. ok reports whether its text is a time. After an error next is -1.
func (c *Cursor) time(i int) (t time.Time, next int, ok bool) {
	text, next, plain := c.stringText(i)
	if next < 0 {
		return time.Time{}, -1, false
	}
	t, canonical, ok := spelling.ParseTime(text)
	if ok && (!canonical || !plain) {
		c.inexact(i, next)
	}
	return t, next, ok
}

// IsTime reports whether there is an RFC 3339 time at i.
func (c *Cursor) IsTime(i int) bool {
	if c.Type(i) != String {
		return false
	}
	text, next, _ := c.stringText(i)
	_, _, ok := spelling.ParseTime(text)
	return ok || next < 0
}

// Seconds reads a number of seconds since 1970 as a time in UTC. It truncates to nanoseconds, and saturates a number that is too large. Any
// spelling but the canonical one is noted.
func (c *Cursor) Seconds(i int) (time.Time, int) { return c.epoch(i, spelling.Seconds) }

// Milliseconds is Seconds for milliseconds.
func (c *Cursor) Milliseconds(i int) (time.Time, int) { return c.epoch(i, spelling.Milliseconds) }

func (c *Cursor) epoch(i int, unit spelling.Unit) (time.Time, int) {
	// Most times have no sign, and up to 18 digits before the point, which fit into an int64.
	if n, k := c.digits(i, 0); uint(k-i-1) < 18 && n > 0 && c.data[i] != '0' {
		if c.isInteger(i, k) {
			return unit.Time(int64(n), 0, 0), k
		}
		if fraction, end := c.fraction(k); end >= 0 && end-k-1 <= unit.Places() {
			return unit.Time(int64(n), int(fraction), end-k-1), end
		}
	}
	num, end := c.number(i)
	if num == nil {
		return time.Time{}, end
	}
	t, canonical, exceeds := spelling.ParseEpoch(num, unit)
	c.noteNumber(i, num, canonical, exceeds)
	return t, end
}

// fraction reads the point at i and the digits after it, and returns their number. The fraction must be canonical: its last digit is not zero,
// and no exponent follows. Otherwise, or if there is no point, end is -1.
func (c *Cursor) fraction(i int) (n uint64, end int) {
	data := c.data
	if uint(i) >= uint(len(data)) || data[i] != '.' {
		return 0, -1
	}
	n, end = c.digits(i+1, 0)
	if end == i+1 || data[end-1] == '0' || uint(end) >= uint(len(data)) || data[end]|0x20 == 'e' {
		return 0, -1
	}
	return n, end
}
