package encoder

import (
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/rawtext"
)

// AppendString writes a string as JavaScript's JSON.stringify does: only quotes, backslashes and control characters are
// escaped, by one letter where there is one, else as \u001f. What is not UTF-8 becomes \ufffd.
func AppendString(dst []byte, s string) []byte { return kernel.AppendQuoted(dst, s) }

// AppendFloat writes the shortest number that reads as f, in the form that JavaScript gives it: with an exponent below 1e-6 and
// from 1e21 on, and minus zero as 0. JSON has no NaN and no infinities: they are errors, and dst comes back as it was.
func AppendFloat(dst []byte, f float64) ([]byte, error) {
	// Most floats of a protocol are whole: percentages, zero costs, milliseconds.
	if n := int64(f); float64(n) == f && -1e15 < f && f < 1e15 {
		return strconv.AppendInt(dst, n, 10), nil
	}
	switch {
	case f != f:
		return dst, newError(ErrNumber, "JSON has no NaN: set the field to a number, or to nil if it is a pointer")
	case math.IsInf(f, 0):
		return dst, newError(ErrNumber, "JSON has no infinite numbers: set the field to a finite one, or to nil if it is a pointer")
	}
	return kernel.AppendFloat(dst, f), nil
}

// AppendRaw writes JSON as it stands, null if there is none. It is an error if it is not one JSON value, and dst comes back as it was.
func AppendRaw(dst, raw []byte) ([]byte, error) {
	if len(raw) == 0 {
		return append(dst, "null"...), nil
	}
	dst, end, ok := rawtext.Append(dst, raw, false)
	if !ok {
		return dst, invalid(raw, end)
	}
	return dst, nil
}

// invalid is the error of a text that is no JSON value, because of the byte at an offset.
func invalid(text []byte, at int) error { return newError(ErrInvalid, rawtext.Fault(text, at)) }
