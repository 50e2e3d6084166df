package genrt

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// The getters of an unknown case of a union read its text with these functions. They return zero for a value of another type.

// TimeOf returns the time in a JSON string, as RFC 3339 writes it.
func TimeOf(v decoder.Raw) time.Time {
	text, _ := v.Text()
	t, _, ok := spelling.ParseTime([]byte(text))
	if !ok {
		return time.Time{}
	}
	return t
}

// SecondsOf returns the time for a JSON number of seconds since 1970.
func SecondsOf(v decoder.Raw) time.Time { return epochOf(v, spelling.Seconds) }

// MillisecondsOf returns the time for a JSON number of milliseconds since 1970.
func MillisecondsOf(v decoder.Raw) time.Time { return epochOf(v, spelling.Milliseconds) }

func epochOf(v decoder.Raw, unit spelling.Unit) time.Time {
	num := numberOf(v)
	if num == nil {
		return time.Time{}
	}
	t, _, _ := spelling.ParseEpoch(num, unit)
	return t
}

// DecimalOf returns a JSON number as it is spelled.
func DecimalOf(v decoder.Raw) decoder.ExactNumber { return decoder.ExactNumber(numberOf(v)) }

// IntOf returns a JSON number as an int: as a field of this type, without a fraction and saturated.
func IntOf(v decoder.Raw) int { return int(min(max(Int64Of(v), math.MinInt), math.MaxInt)) }

// Int64Of is IntOf for an int64.
func Int64Of(v decoder.Raw) int64 {
	num := numberOf(v)
	if num == nil {
		return 0
	}
	n, _ := kernel.Truncate(num)
	return n
}

// Uint64Of is IntOf for a uint64.
func Uint64Of(v decoder.Raw) uint64 {
	num := numberOf(v)
	if num == nil {
		return 0
	}
	n, _ := kernel.TruncateUint(num)
	return n
}

// FloatOf returns the float64 nearest to a JSON number. As a field, it is saturated, and never -0.
func FloatOf(v decoder.Raw) float64 {
	f, _ := strconv.ParseFloat(string(numberOf(v)), 64)
	if f == 0 {
		return 0
	}
	return min(max(f, -math.MaxFloat64), math.MaxFloat64)
}

// numberOf returns the text of a JSON number; nil if v is another value, or no JSON, which a program can have set.
func numberOf(v decoder.Raw) []byte {
	num := bytes.TrimSpace(v)
	if end, ok := kernel.NumberEnd(num, 0); !ok || end < len(num) {
		return nil
	}
	return num
}

// Base64Of returns the bytes that a JSON string has in base64.
func Base64Of(v decoder.Raw) []byte {
	text, _ := v.Text()
	b, _, _ := spelling.DecodeBase64([]byte(text), func(n int) []byte { return make([]byte, n) })
	return b
}
