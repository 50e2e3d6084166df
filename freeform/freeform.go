// Package freeform decodes free-form JSON, such as the input and the result of a tool, into your own Go types, and encodes them,
// through sonic. Without it json.Unmarshal(raw, &v) does the same through the standard library: this package is there for
// speed, in a package of its own so that programs which do not import it do not contain sonic.
//
// Struct tags, field matching and conversions are those of encoding/json. So is what becomes of numbers in an any: float64,
// which is not exact beyond 2^53; decoder.Raw has Any for that.
package freeform

import (
	"reflect"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// Into decodes raw into a new T. Nothing of raw is kept. A nil or empty raw, which is what an absent member has, decodes as null
// does: to the zero T. So does any raw after an error.
func Into[T any](raw decoder.Raw) (T, error) {
	if len(raw) == 0 {
		raw = decoder.Raw("null")
	}
	var v, zero T
	if err := unmarshal(raw, &v); err != nil {
		return zero, &failure{"cannot decode into " + reflect.TypeFor[T]().String(), err}
	}
	return v, nil
}

// From encodes v, for use as a tool's input or result: on one line, with map keys in order and without escapes for HTML. What is
// not UTF-8 in a string becomes U+FFFD.
func From(v any) (decoder.Raw, error) {
	raw, err := marshal(v)
	if err != nil {
		return nil, &failure{"cannot encode " + reflect.TypeOf(v).String(), err}
	}
	return slices.Clip(raw), nil
}

// failure is an error of sonic with the Go type that it was about.
type failure struct {
	what string
	err  error
}

// Error is one line. sonic draws the surroundings of an offset below its message, and quotes the whole.
func (f *failure) Error() string {
	why, _, _ := strings.Cut(f.err.Error(), `\n\n`)
	why, _, _ = strings.Cut(why, "\n")
	return "freeform: " + f.what + ": " + strings.ReplaceAll(why, `"`, "")
}

// Unwrap is sonic's error, or encoding/json's on systems for which there is no sonic.
func (f *failure) Unwrap() error { return f.err }
