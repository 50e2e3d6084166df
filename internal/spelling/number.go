package spelling

import (
	"bytes"
	"math"
	"strconv"
)

// Number returns a JSON number in the spelling in which numbers are compared, which equal numbers share: an integer as it stands, and another number
// as the float64 that it is read as. So 1.0 and 10e-1 are 1, and -0 is 0. A number that is too large for a float64 is returned as it stands. The
// result may share the memory of text.
func Number(text []byte) []byte {
	if !bytes.ContainsAny(text, ".eE") && string(text) != "-0" {
		return text
	}
	x, err := strconv.ParseFloat(string(text), 64)
	switch {
	case err != nil:
		return text
	case x == 0:
		return []byte("0")
	case math.Abs(x) < 1e21:
		return strconv.AppendFloat(nil, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(nil, x, 'g', -1, 64)
}

// SameNumber reports whether two JSON numbers are equal.
func SameNumber[A, B ~string | ~[]byte](a A, b B) bool {
	return string(Number([]byte(a))) == string(Number([]byte(b)))
}
