package kernel

import (
	"math"
	"math/bits"
	"strconv"
)

// NumberEnd returns the offset after the number at i. If ok is false, end is the offset of the invalid byte, or len(b). What follows the
// number is not checked.
func NumberEnd(b []byte, i int) (end int, ok bool) {
	if i < len(b) && b[i] == '-' {
		i++
	}
	switch {
	case i >= len(b):
		return len(b), false
	case b[i] == '0':
		i++
	default:
		if i, ok = digits(b, i); !ok {
			return i, false
		}
	}
	if i < len(b) && b[i] == '.' {
		if i, ok = digits(b, i+1); !ok {
			return i, false
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if i, ok = digits(b, i); !ok {
			return i, false
		}
	}
	return i, true
}

// digits skips one digit or more.
func digits(b []byte, i int) (end int, ok bool) {
	start := i
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i, i > start
}

// Digits writes the digits of a valid JSON number that has no sign to digits, as values from 0 to 9, from the first one that is not zero on and
// as many as fit. It returns how many it has written. The number is 0.DIGITS * 10^point; more reports whether a digit that did not fit is not zero. The
// time does not depend on the value of the exponent.
func Digits(num, digits []byte) (n int, point int64, more bool) {
	i, seenPoint := 0, false
	for ; i < len(num) && num[i]|0x20 != 'e'; i++ {
		switch c := num[i]; {
		case c == '.':
			seenPoint = true
		case n == 0 && c == '0':
			if seenPoint {
				point--
			}
		default:
			if !seenPoint {
				point++
			}
			if n < len(digits) {
				digits[n] = c - '0'
				n++
			} else if c != '0' {
				more = true
			}
		}
	}
	if i < len(num) {
		point += exponent(num[i+1:])
	}
	return n, point, more
}

// Truncate returns the integer part of a valid JSON number, saturated. exceeds reports whether the number is outside of the range of an int64, be it
// only by a fraction.
func Truncate(num []byte) (_ int64, exceeds bool) {
	negative := num[0] == '-'
	if negative {
		num = num[1:]
	}
	var digits [19]byte // as many as an int64 can have
	taken, point, more := Digits(num, digits[:])
	var n uint64
	for _, d := range digits[:taken] {
		n = n*10 + uint64(d)
	}
	switch {
	case taken == 0 || point <= 0:
		return 0, false
	case point > int64(len(digits)):
		n = math.MaxUint64
	case point < int64(taken):
		n /= pow10[taken-int(point)]
	default:
		n *= pow10[int(point)-taken] // below 10^19, which fits
	}
	if negative {
		return -int64(min(n, 1<<63-1)) - int64(min(n>>63, 1)), n > 1<<63 || n == 1<<63 && more
	}
	return int64(min(n, math.MaxInt64)), n > math.MaxInt64 || n == math.MaxInt64 && more
}

// TruncateUint returns the integer part of a valid JSON number, saturated: 0 for negative ones. exceeds reports whether the number is larger than a
// uint64, be it only by a fraction, or its integer part is negative.
func TruncateUint(num []byte) (n uint64, exceeds bool) {
	negative := num[0] == '-'
	if negative {
		num = num[1:]
	}
	var digits [20]byte // as many as a uint64 can have
	taken, point, more := Digits(num, digits[:])
	switch {
	case taken == 0 || point <= 0:
		return 0, false
	case negative:
		return 0, true
	case point > int64(len(digits)):
		return math.MaxUint64, true
	}
	for k := range point {
		hi, lo := bits.Mul64(n, 10)
		if n = lo + uint64(digits[k]); hi > 0 || n < lo {
			return math.MaxUint64, true
		}
	}
	return n, n == math.MaxUint64 && more
}

// exponent returns the value of [+-]DIGITS, saturated far beyond the length of any line.
func exponent(b []byte) (e int64) {
	negative := b[0] == '-'
	for _, c := range b {
		if c >= '0' && e < 1<<50 {
			e = e*10 + int64(c-'0')
		}
	}
	if negative {
		return -e
	}
	return e
}

var pow10 = func() (t [20]uint64) {
	t[0] = 1
	for i := 1; i < len(t); i++ {
		t[i] = t[i-1] * 10
	}
	return t
}()

// Pow10 has the powers of ten that a float64 holds exactly.
var Pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// AppendFloat appends f as JavaScript's JSON.stringify writes it: with the fewest digits that identify it, an exponent below 1e-6 and
// from 1e21 on (1e-7, 1e+21), and no minus zero. f must be finite.
func AppendFloat(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	format := byte('f')
	if a := math.Abs(f); a < 1e-6 || a >= 1e21 {
		format = 'e'
	}
	dst = strconv.AppendFloat(dst, f, format, -1, 64)
	if n := len(dst); format == 'e' && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}
