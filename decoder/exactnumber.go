package decoder

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/internal/kernel"
)

// ExactNumber is a number as it was written: a decimal member, and what Any returns for numbers that a float64 cannot hold: an integer
// beyond 2^53, or a number beyond the range of float64.
type ExactNumber string

// String returns the number as it was written.
func (n ExactNumber) String() string { return string(n) }

// Int64 returns the number if it is an integer that an int64 can hold, however it is written: 15, 15.0 and 1.5e1 are the same.
func (n ExactNumber) Int64() (int64, error) {
	i, err := strconv.ParseInt(string(n), 10, 64)
	if errors.Is(err, strconv.ErrSyntax) && n.isNumber() {
		if digits, ok := n.integer(); ok {
			return strconv.ParseInt(digits, 10, 64)
		}
	}
	return i, err
}

// integer writes the number, which has a fraction or an exponent, without them. It reports false if the number is no integer.
func (n ExactNumber) integer() (digits string, ok bool) {
	text, e, _ := strings.Cut(strings.ToLower(string(n)), "e")
	exponent, _ := strconv.ParseInt(cmp.Or(e, "0"), 10, 64)
	const far = 1 << 50 // more than there are digits; the sums below do not overflow
	exponent = min(max(exponent, -far), far)
	text, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(text, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	digits = strings.TrimRight(all, "0")
	if digits == "" {
		return "0", true
	}
	zeros := exponent - int64(len(fraction)) + int64(len(all)-len(digits)) // to be written after the digits
	if zeros < 0 {
		return "", false
	}
	const most = 20 // which are too many for any int64
	digits += strings.Repeat("0", int(min(zeros, most)))
	if negative {
		digits = "-" + digits
	}
	return digits, true
}

// Float64 returns the nearest float64; an infinity and an error if the number is out of range.
func (n ExactNumber) Float64() (float64, error) { return strconv.ParseFloat(string(n), 64) }

// isNumber reports whether n is a JSON number.
func (n ExactNumber) isNumber() bool {
	end, ok := kernel.NumberEnd([]byte(n), 0)
	return ok && end == len(n)
}

// MarshalJSON returns the number as it was written.
func (n ExactNumber) MarshalJSON() ([]byte, error) {
	if !n.isNumber() {
		return nil, errors.New("decoder: ExactNumber " + strconv.Quote(string(n)) + " is not a JSON number")
	}
	return []byte(n), nil
}

// UnmarshalJSON keeps a number as it is written. Like encoding/json, it leaves n as it is for null.
func (n *ExactNumber) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if v := ExactNumber(data); v.isNumber() {
		*n = v
		return nil
	}
	return errors.New("decoder: " + strconv.Quote(string(data)) + " is not a JSON number")
}
