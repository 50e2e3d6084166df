package scan

import (
	"bytes"
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
)

// UnknownEnum returns a copy of a text that Token has read, and reports that it is not a value of its enum.
func (c *Cursor) UnknownEnum(text []byte) string {
	if text == nil {
		return ""
	}
	if c.options.Drift || c.options.Strict {
		c.report(UnknownEnum, c.names.intern(text), c.token)
	}
	return c.mem.Texts.String(text)
}

// UnknownNumber reports that the number n at i, which Int has read, is not a value of its enum. It does nothing for a value of another type
// and for a number outside of int's range, which Int has reported.
func (c *Cursor) UnknownNumber(i, n int) {
	if !(c.options.Drift || c.options.Strict) || c.Type(i) != Number || c.isFraction(i) {
		return
	}
	end, _ := kernel.NumberEnd(c.data, i)
	if whole, exceeds := kernel.Truncate(c.data[i:end]); !exceeds && whole == int64(n) {
		c.report(UnknownEnum, strconv.Itoa(n), i)
	}
}

// KnownNumber is called after Int has read the number at i as a value of its enum. In strict mode, it records a finding if the number has a
// fraction, which Int has dropped: then the number is not a value of the enum.
func (c *Cursor) KnownNumber(i int) {
	if c.options.Strict {
		c.isFraction(i)
	}
}

// isFraction reports whether the number at i, which the spec wants to be an integer, has a fraction. In strict mode, it records a finding if so.
func (c *Cursor) isFraction(i int) bool {
	end, ok := kernel.NumberEnd(c.data, i)
	if !ok || !bytes.ContainsAny(c.data[i:end], ".eE") {
		return false
	}
	f, _ := strconv.ParseFloat(alloc.Alias(c.data[i:end]), 64)
	if f == math.Trunc(f) {
		return false
	}
	if c.options.Strict {
		c.addFinding(Finding{Unknown, c.path(-1), string(c.data[i:min(end, i+32)]), i})
	}
	return true
}
