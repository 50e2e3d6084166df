package mirror

import "encoding/json"

// Library is a JSON library. It is a type parameter of the mirrors, since the methods of a message must call the library
// that decodes the message. The zero values of its types are ready to use.
type Library interface {
	Unmarshal(data []byte, v any) error
}

// Standard is encoding/json.
type Standard struct{}

// Unmarshal is json.Unmarshal.
func (Standard) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }
