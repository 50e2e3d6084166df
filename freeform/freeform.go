// Package freeform decodes free-form JSON, such as the input and the result of a tool, into your own Go types, and encodes them,
// through sonic. json.Unmarshal(raw, &v) does the same with the standard library; sonic is faster. This is a package of its own, so that
// programs which do not import it do not contain sonic.
//
// Struct tags, field matching and conversions are those of encoding/json. As there, a number in an any becomes a float64,
// which is not exact beyond 2^53; decoder.Raw.Any keeps such numbers exact. Invalid UTF-8 in a string becomes U+FFFD, in fields
// of type decoder.Raw, too.
package freeform

import (
	"reflect"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
)

// Into decodes raw into a new T. The result does not refer to raw. A nil or empty raw, the value of an absent member, gives the zero T.
// With an error, the result is also the zero T.
func Into[T any](raw decoder.Raw) (T, error) {
	var v, zero T
	if len(raw) == 0 {
		return zero, nil
	}
	if err := unmarshal(raw, &v); err != nil {
		return zero, &failure{"cannot decode into " + reflect.TypeFor[T]().String(), err}
	}
	return v, nil
}

// From encodes v, for use as a tool's input or result: on one line, with sorted map keys and without escapes for HTML.
func From(v any) (decoder.Raw, error) {
	raw, err := marshal(v)
	if err != nil {
		return nil, &failure{"cannot encode " + reflect.TypeOf(v).String(), err}
	}
	return slices.Clip(raw), nil
}

// failure is an error of sonic, with the Go type that it is about.
type failure struct {
	what string
	err  error
}

// maxWhy is the maximum number of characters of a message that are shown: that of an UnmarshalJSON method may have all of its text.
const maxWhy = 300

// Error returns one line: sonic's message without the lines that show the text around the mistake. The message may
// be that of an UnmarshalJSON method, with text from raw: line feeds and characters that could control a terminal are escaped.
func (f *failure) Error() string {
	why, _, _ := strings.Cut(f.err.Error(), `\n\n`)
	return "freeform: " + f.what + ": " + printable.Excerpt(strings.ReplaceAll(why, `"`, ""), maxWhy)
}

// Unwrap returns the error of sonic, or of encoding/json on systems for which there is no sonic.
func (f *failure) Unwrap() error { return f.err }
