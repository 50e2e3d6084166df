package writing

import (
	"encoding"
	"time"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// This file writes values as package spelling spells them.

// AppendDecimal writes a number as it is spelled, and 0 for "". A text that is not a number is an error.
func AppendDecimal(dst []byte, v string) ([]byte, error) {
	if v == "" {
		return append(dst, '0'), nil
	}
	from := len(dst)
	dst = append(dst, v...)
	if end, ok := kernel.NumberEnd(dst, from); !ok || end != len(dst) {
		return dst[:from], newError(encoder.ErrInvalid, "a decimal is not a JSON number: set it to one such as 1.10")
	}
	return dst, nil
}

// AppendTime writes a time in RFC 3339. A time that RFC 3339 cannot express is an error.
func AppendTime(dst []byte, v time.Time) ([]byte, error) {
	text, ok := spelling.AppendTime(append(dst, '"'), v)
	if !ok {
		return dst, newError(encoder.ErrRange,
			"RFC 3339 has no text for the time: its year must be from 0 to 9999, and its zone whole minutes, less than a day, from UTC")
	}
	return append(text, '"'), nil
}

// AppendSeconds writes a time as a number of seconds since 1970, 0 for the zero time.
func AppendSeconds(dst []byte, v time.Time) []byte {
	return spelling.AppendEpoch(dst, v, spelling.Seconds)
}

// AppendMilliseconds writes a time as a number of milliseconds since 1970, 0 for the zero time.
func AppendMilliseconds(dst []byte, v time.Time) []byte {
	return spelling.AppendEpoch(dst, v, spelling.Milliseconds)
}

// AppendBase64 writes bytes in base64, "" for nil.
func AppendBase64(dst, v []byte) []byte {
	return append(spelling.AppendBase64(append(dst, '"'), v), '"')
}

// AppendMarshaled writes the text that v.MarshalText returns.
func AppendMarshaled(dst []byte, v encoding.TextMarshaler) ([]byte, error) {
	text, err := v.MarshalText()
	if err != nil {
		return dst, &encoder.Error{Path: ".", Reason: encoder.ErrText, Err: err}
	}
	return kernel.AppendQuoted(dst, string(text)), nil
}

// Quote replaces the JSON text in dst[from:] by a JSON string of it.
func Quote(dst []byte, from int) []byte {
	end := len(dst)
	dst = kernel.AppendQuoted(dst, alloc.Alias(dst[from:end]))
	return append(dst[:from], dst[end:]...)
}

// Unquoted returns the text of a JSON string that was written.
func Unquoted(quoted []byte, err error) (text string, ok bool) {
	if err != nil {
		return "", false
	}
	return unquote(quoted)
}

func respellTime(text string) (canonical string, ok bool) {
	t, _, ok := spelling.ParseTime([]byte(text))
	if !ok {
		return "", false
	}
	b, ok := spelling.AppendTime(nil, t)
	return string(b), ok
}

func respellBase64(text string) (canonical string, ok bool) {
	b, _, ok := spelling.DecodeBase64([]byte(text), func(n int) []byte { return make([]byte, n) })
	return string(spelling.AppendBase64(nil, b)), ok
}
