package drift

import (
	"bytes"
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
	"github.com/ndwire/ndwire/spec"
)

// This file finds numbers that do not fit into their Go types: a field has the truncated or the nearest number then, and Extra the text.

// numberLimits are the limits of the Go types of numbers; a decimal has none.
var numberLimits = map[spec.TypeKind]limit{
	spec.Int: signed, spec.Int64: signed, spec.Uint64: unsigned, spec.Number: float, spec.Seconds: seconds, spec.Milliseconds: milliseconds,
}

// limit is a set of numbers that a Go type can hold.
type limit uint8

const (
	unlimited limit = iota
	signed
	unsigned
	float
	seconds
	milliseconds
)

// misfit returns Fraction or OutOfRange for a valid JSON number that does not fit into a Go type, "" for others. It agrees with the readers of package
// scan on numbers out of range.
func (l limit) misfit(num []byte) string {
	if len(num) <= 15 && l != unsigned && bytes.IndexByte(num, 'e') < 0 && bytes.IndexByte(num, 'E') < 0 && (l > unsigned || bytes.IndexByte(num, '.') < 0) {
		return "" // nearly all numbers
	}
	switch l {
	case signed:
		n := kernel.Truncate(num)
		if (n == math.MaxInt64 || n == math.MinInt64) && strconv.FormatInt(n, 10) != string(num) {
			return OutOfRange
		}
	case unsigned:
		if n, exceeds := kernel.TruncateUint(num); exceeds && strconv.FormatUint(n, 10) != string(num) {
			return OutOfRange
		}
	case float:
		if f, _ := strconv.ParseFloat(string(num), 64); math.IsInf(f, 0) {
			return OutOfRange
		}
		return ""
	case seconds:
		return epochMisfit(num, spelling.Seconds)
	case milliseconds:
		return epochMisfit(num, spelling.Milliseconds)
	default:
		return ""
	}
	if isFraction(num) {
		return Fraction
	}
	return ""
}

func epochMisfit(num []byte, unit spelling.Unit) string {
	if _, _, exceeds := spelling.ParseEpoch(num, unit); exceeds {
		return OutOfRange
	}
	return ""
}

// isFraction reports whether a valid JSON number is not an integer. 1.0 and 1.50e1 are integers.
func isFraction(num []byte) bool {
	mantissa, exponent := num, 0
	if at := bytes.IndexAny(num, "eE"); at >= 0 {
		mantissa = num[:at]
		var err error
		if exponent, err = strconv.Atoi(string(num[at+1:])); err != nil { // beyond an int
			exponent = math.MaxInt / 2
			if num[at+1] == '-' {
				exponent = -exponent
			}
		}
	}
	whole, decimals, _ := bytes.Cut(mantissa, []byte("."))
	digits := append(bytes.TrimLeft(bytes.Clone(whole), "-0"), decimals...)
	digits = bytes.TrimLeft(digits, "0")
	if len(digits) == 0 {
		return false // zero
	}
	zeros := len(digits) - len(bytes.TrimRight(digits, "0"))
	return exponent+zeros < len(decimals)
}
