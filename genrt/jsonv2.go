package genrt

import "sync"

// This file is for encoding/json/v2, which not all toolchains have: V stands for jsontext.Value, and textWriter and textReader for the
// Encoder and Decoder of jsontext.

// texts has the buffers in which records are written before jsontext checks and copies their text. jsontext.Encoder.AvailableBuffer is not
// used, because json.Marshal starts with a small one on every call.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// longestText is the capacity in bytes up to which a buffer is kept.
const longestText = 64 << 10

type (
	textWriter[V ~[]byte] interface{ WriteValue(v V) error }
	textReader[V ~[]byte] interface{ ReadValue() (V, error) }
)

// MarshalTo writes a record to enc.
func MarshalTo[V ~[]byte](enc textWriter[V], m interface {
	AppendJSON(dst []byte) ([]byte, error)
}) error {
	return MarshalUnionTo(enc, func(dst []byte, _ bool) ([]byte, error) { return m.AppendJSON(dst) })
}

// MarshalUnionTo writes to enc the text that appendJSON appends. Raw texts are checked.
func MarshalUnionTo[V ~[]byte](enc textWriter[V], appendJSON func(dst []byte, trusted bool) ([]byte, error)) error {
	memory := texts.Get().(*[]byte)
	text, err := appendJSON((*memory)[:0], false)
	if err == nil {
		err = enc.WriteValue(text)
	}
	if cap(text) <= longestText {
		*memory = text
		texts.Put(memory)
	}
	return err
}

// UnmarshalFrom reads a record from dec. The record does not refer to dec's memory.
func UnmarshalFrom[V ~[]byte](dec textReader[V], m interface{ UnmarshalJSON(data []byte) error }) error {
	text, err := dec.ReadValue()
	if err != nil {
		return err
	}
	return m.UnmarshalJSON(text)
}
