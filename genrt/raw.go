package genrt

import (
	"bytes"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/spelling"
)

// The methods of a record that no case is look into its text. What is no value of their type is zero.

// TimeOf is the time that a text says.
func TimeOf(v decoder.Raw) time.Time {
	text, _ := v.Text()
	t, _, ok := spelling.ParseTime([]byte(text))
	if !ok {
		return time.Time{}
	}
	return t
}

// SecondsOf is the time that a number of seconds since 1970 says.
func SecondsOf(v decoder.Raw) time.Time { return epochOf(v, spelling.Seconds) }

// MillisecondsOf is SecondsOf for milliseconds.
func MillisecondsOf(v decoder.Raw) time.Time { return epochOf(v, spelling.Milliseconds) }

func epochOf(v decoder.Raw, unit spelling.Unit) time.Time {
	if v.Type() != decoder.Number {
		return time.Time{}
	}
	t, _, _ := spelling.ParseEpoch(bytes.TrimSpace(v), unit)
	return t
}

// DecimalOf is a number as it is spelled.
func DecimalOf(v decoder.Raw) decoder.ExactNumber {
	if v.Type() != decoder.Number {
		return ""
	}
	return decoder.ExactNumber(bytes.TrimSpace(v))
}

// Base64Of are the bytes that a text is the base64 of.
func Base64Of(v decoder.Raw) []byte {
	text, _ := v.Text()
	b, _, _ := spelling.DecodeBase64([]byte(text), func(n int) []byte { return make([]byte, n) })
	return b
}
