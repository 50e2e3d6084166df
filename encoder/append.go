package encoder

import (
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/rawtext"
)

// AppendString appends a string as JavaScript's JSON.stringify writes it: only quotes, backslashes and control characters are escaped, by
// one letter if there is such an escape, else as \u001f. Each byte that is invalid UTF-8 becomes \ufffd.
func AppendString(dst []byte, s string) []byte { return kernel.AppendQuoted(dst, s) }

// AppendFloat appends the shortest number that is read as f, in the form that JavaScript gives it: with an exponent below 1e-6 and from
// 1e21 on, and minus zero as 0. JSON has no NaN and no infinities: they are errors, and dst is returned unchanged.
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

// AppendRaw appends raw as it stands, null if it is empty. If raw is not one JSON value, that is an error, and dst is returned unchanged.
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

// invalid returns the error of a text that is not a JSON value; at is the offset of the first invalid byte.
func invalid(text []byte, at int) error { return newError(ErrInvalid, rawtext.Fault(text, at)) }
