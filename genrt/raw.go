package genrt

import (
	"bytes"
	"time"

	"github.com/ndwire/ndwire/decoder"
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
	if v.Type() != decoder.Number {
		return time.Time{}
	}
	t, _, _ := spelling.ParseEpoch(bytes.TrimSpace(v), unit)
	return t
}

// DecimalOf returns a JSON number as it is spelled.
func DecimalOf(v decoder.Raw) decoder.ExactNumber {
	if v.Type() != decoder.Number {
		return ""
	}
	return decoder.ExactNumber(bytes.TrimSpace(v))
}

// Base64Of returns the bytes that a JSON string has in base64.
func Base64Of(v decoder.Raw) []byte {
	text, _ := v.Text()
	b, _, _ := spelling.DecodeBase64([]byte(text), func(n int) []byte { return make([]byte, n) })
	return b
}
