package drift

import (
	"errors"
	"math"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
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

// misfit is the reason why a number does not fit into a Go type.
type misfit uint8

const (
	noMisfit misfit = iota
	fraction
	outOfRange
)

// String returns the Value of a finding.
func (x misfit) String() string { return [...]string{"", Fraction, OutOfRange}[x] }

// misfit returns the reason why a valid JSON number does not fit into a Go type. It agrees with the readers of package scan on numbers out of range.
func (l limit) misfit(num []byte) misfit {
	if l == unlimited || len(num) <= 18 && isPlain(num, l >= float) && (l != unsigned || num[0] != '-') {
		return noMisfit // nearly all numbers
	}
	switch l {
	case signed:
		if _, exceeds := kernel.Truncate(num); exceeds {
			return outOfRange
		}
	case unsigned:
		if _, exceeds := kernel.TruncateUint(num); exceeds {
			return outOfRange
		}
	case float:
		if f, _ := strconv.ParseFloat(string(num), 64); math.IsInf(f, 0) {
			return outOfRange
		}
		return noMisfit
	case seconds:
		return epochMisfit(num, spelling.Seconds)
	case milliseconds:
		return epochMisfit(num, spelling.Milliseconds)
	}
	if isFraction(num) {
		return fraction
	}
	return noMisfit
}

// isPlain reports whether a valid JSON number has only digits and a sign, and with point set, possibly a point.
func isPlain(num []byte, point bool) bool {
	for _, c := range num {
		if c > '9' || c < '0' && c != '-' && !(c == '.' && point) {
			return false
		}
	}
	return true
}

func epochMisfit(num []byte, unit spelling.Unit) misfit {
	if _, _, exceeds := spelling.ParseEpoch(num, unit); exceeds {
		return outOfRange
	}
	return noMisfit
}

// isFraction reports whether a valid JSON number is not an integer. 1.0 and 1.50e1 are integers.
func isFraction(num []byte) bool {
	_, err := decoder.ExactNumber(num).Int64()
	return errors.Is(err, strconv.ErrSyntax)
}
