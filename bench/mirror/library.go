package mirror

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"
)

// Library is a JSON library. It is a type parameter of the mirrors, since the methods of a message must call the library
// that decodes the message. The zero values of its types are ready to use.
type Library interface {
	Unmarshal(data []byte, v any) error
}

// Standard is encoding/json.
type Standard struct{}

// Unmarshal is json.Unmarshal.
func (Standard) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

// Sonic is sonic in the fastest configuration whose results are the program's own: sonic.ConfigFastest, keys as they are
// written, strings copied one by one. Its ConfigFastest.Unmarshal copies the whole text of each call instead, for each of
// the two passes and for each nested value with an UnmarshalJSON, which is slower.
type Sonic struct{}

var owning = sonic.Config{NoValidateJSONMarshaler: true, NoValidateJSONSkip: true, CaseSensitive: true, CopyString: true}.Froze()

// Unmarshal decodes without a copy of the whole.
func (Sonic) Unmarshal(data []byte, v any) error { return owning.UnmarshalFromString(alias(data), v) }

// SonicBorrowed is Sonic without the copies: strings without escapes and raw values point into the line.
type SonicBorrowed struct{}

var borrowing = sonic.Config{NoValidateJSONMarshaler: true, NoValidateJSONSkip: true, CaseSensitive: true}.Froze()

// Unmarshal decodes without a copy.
func (SonicBorrowed) Unmarshal(data []byte, v any) error {
	return borrowing.UnmarshalFromString(alias(data), v)
}

// alias is data as a string, without a copy.
func alias(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// Pretouch compiles sonic's decoders and encoders of values' types, which the first use of each would do otherwise. It says
// whether sonic compiles at all here: on a machine it does not know it is encoding/json under another name.
func Pretouch(values []any) (compiles bool, err error) {
	for _, v := range values {
		if err := sonic.Pretouch(reflect.TypeOf(v)); err != nil {
			return false, err
		}
		if err := encoder.Pretouch(reflect.TypeOf(v)); err != nil {
			return false, err
		}
	}
	return sonic.APIKind == sonic.UseSonicJSON, nil
}

// Messages has one value of each type that is decoded or encoded, for libraries that compile code.
func Messages[L Library]() []any {
	return []any{
		Tags{}, AssistantMessage[L]{}, UserMessage[L]{}, UserMessageReplay[L]{}, ResultMessage{}, SystemInitMessage{},
		StatusMessage{}, CompactBoundaryMessage{}, HookStartedMessage{}, HookResponseMessage{}, PartialAssistantMessage[L]{},
		ToolProgressMessage{}, writtenUser{}, writtenReplay{},
	}
}
