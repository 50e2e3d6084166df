package encoder

import (
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
)

// AppendInt writes an integer.
func AppendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// AppendBool writes true or false.
func AppendBool(dst []byte, v bool) []byte { return strconv.AppendBool(dst, v) }

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
