package schema

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that keeps the order of its members.
type object []pair

type pair struct {
	name  string
	value any
}

// of returns an object; pairs are its names and values, alternating.
func of(pairs ...any) object {
	var o object
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, pair{pairs[i].(string), pairs[i+1]})
	}
	return o
}

// with returns o and one more member.
func (o object) with(name string, value any) object {
	return append(o[:len(o):len(o)], pair{name, value})
}

// MarshalJSON implements [json.Marshaler].
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := plain(m.name)
		if err != nil {
			return nil, err
		}
		value, err := plain(m.value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// plain returns the JSON text of a value, in which <, > and & are not escaped.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}
