package decoder

import (
	"bytes"
	"iter"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/rawtext"
	"github.com/ndwire/ndwire/internal/scan"
)

// Raw is JSON text that is kept as it stands in the line. It has been checked to be one valid JSON value, unless you made it yourself, and
// is checked again when it is written. Its capacity is its length. Raw is a []byte, so it can be used wherever the standard library takes
// JSON:
//
//	err := json.Unmarshal(block.Input, &in)
//
// The methods are safe on text that is not JSON: they find what can be found before the first error.
type Raw []byte

// Type returns the type of r, which its first byte says.
func (r Raw) Type() JSONType {
	if i := kernel.Space(r, 0); i < len(r) {
		return JSONType(scan.TypeOf(r[i]))
	}
	return Invalid
}

// Any decodes r as encoding/json decodes into an any, but a number that a float64 cannot hold, an integer beyond 2^53 or one out of
// range, becomes an ExactNumber. The error is an *Error if r is not one JSON value.
func (r Raw) Any() (any, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	v, _ := decodeAny(r)
	return v, nil
}

// Map is Any for objects. null gives a nil map, and any other value is an *Error.
func (r Raw) Map() (map[string]any, error) {
	v, err := r.Any()
	if err != nil || v == nil {
		return nil, err
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, r.fail(kernel.Space(r, 0), ErrNotObject)
	}
	return m, nil
}

// Get finds a value by object keys, without decoding what it passes: r.Get("file", "path"). The last member with a name counts, as
// everywhere. Without keys it returns r. The result is a part of r, not a copy: it is valid as long as r is.
func (r Raw) Get(keys ...string) (v Raw, ok bool) {
	v = r
	for _, key := range keys {
		i := kernel.Space(v, 0)
		if i >= len(v) || v[i] != '{' {
			return nil, false
		}
		found := Raw(nil)
		for m := range members(v, i+1) {
			if m.is(key) {
				found = m.value
			}
		}
		if found == nil {
			return nil, false
		}
		v = found
	}
	return v, len(v) > 0
}

// Text returns the value of a JSON string, unescaped. Lone surrogates and invalid UTF-8 in it become U+FFFD.
func (r Raw) Text() (s string, ok bool) {
	i := kernel.Space(r, 0)
	if i >= len(r) || r[i] != '"' {
		return "", false
	}
	end := skipString(r, i)
	if end < 0 {
		return "", false
	}
	return text(r[i:end]), true
}

// Members ranges over the members of an object, in order, including all members with the same name. Other values have none. The values are
// parts of r, as those of Get are; the names are copies.
func (r Raw) Members() iter.Seq2[string, Raw] {
	return func(yield func(string, Raw) bool) {
		i := kernel.Space(r, 0)
		if i >= len(r) || r[i] != '{' {
			return
		}
		for m := range members(r, i+1) {
			if !yield(m.name(), m.value) {
				return
			}
		}
	}
}

// Elements ranges over the elements of an array, which are parts of r. Other values have none.
func (r Raw) Elements() iter.Seq2[int, Raw] {
	return func(yield func(int, Raw) bool) {
		i := kernel.Space(r, 0)
		if i >= len(r) || r[i] != '[' {
			return
		}
		i = kernel.Space(r, i+1)
		for n := 0; i < len(r) && r[i] != ']'; n++ {
			end := skipValue(r, i)
			if end < 0 || !yield(n, r[i:end:end]) {
				return
			}
			if i = kernel.Space(r, end); i >= len(r) || r[i] != ',' {
				return
			}
			i = kernel.Space(r, i+1)
		}
	}
}

// Clone returns a copy of r.
func (r Raw) Clone() Raw {
	if r == nil {
		return nil
	}
	c := make(Raw, len(r))
	copy(c, r)
	return c
}

// String returns r as a string.
func (r Raw) String() string { return string(r) }

// AppendJSON appends r as it stands, or null if r is empty. It returns an *Error if r is not one JSON value. If r has line feeds or
// carriage returns between its tokens, it is written without white space there.
func (r Raw) AppendJSON(dst []byte) ([]byte, error) {
	if len(r) == 0 {
		return append(dst, "null"...), nil
	}
	dst, _, ok := rawtext.Append(dst, r, false)
	if !ok {
		return dst, r.check()
	}
	return dst, nil
}

// MarshalJSON does what AppendJSON does, for encoding/json.
func (r Raw) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil) }

// UnmarshalJSON keeps a copy of data.
func (r *Raw) UnmarshalJSON(data []byte) error {
	*r = Raw(bytes.TrimSpace(data)).Clone()
	return nil
}

// valid reports whether r is one JSON value.
func (r Raw) valid() bool { return r.check() == nil }

// check validates r. A Raw may be nested as deep as the Reader that made it allows, so the only limit for the nesting is its length.
func (r Raw) check() error {
	end, fault := kernel.Valid(r, kernel.Space(r, 0), len(r))
	if fault != kernel.NoFault {
		if end == len(r) {
			return r.fail(end, ErrTruncated)
		}
		return r.fail(end, ErrSyntax)
	}
	if end = kernel.Space(r, end); end < len(r) {
		return r.fail(end, ErrTrailing)
	}
	return nil
}

func (r Raw) fail(at int, reason Reason) error {
	return &Error{Offset: int64(at), Length: int64(len(r)), Path: scan.PathAt(r, at), Reason: reason, Near: near(r, at)}
}
