package genrt

import "sync"

// For encoding/json/v2, which not every Go has: V is jsontext.Value, and encoders and decoders are those of jsontext.

// texts has the memory that records are written to before jsontext checks and copies their text. An Encoder has memory for that, too
// (AvailableBuffer), but that of json.Marshal forgets how much of it was needed.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// longestText is how large a text is at most whose memory is kept, in bytes.
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

// MarshalUnionTo writes to enc what appendJSON appends. Raw texts are checked.
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

// UnmarshalFrom reads a record from dec. The record keeps nothing of dec's memory.
func UnmarshalFrom[V ~[]byte](dec textReader[V], m interface{ UnmarshalJSON(data []byte) error }) error {
	text, err := dec.ReadValue()
	if err != nil {
		return err
	}
	return m.UnmarshalJSON(text)
}
