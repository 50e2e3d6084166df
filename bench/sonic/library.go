package main

import (
	"unsafe"

	"github.com/bytedance/sonic"
)

// Sonic is sonic in the fastest configuration whose results are the program's own: sonic.ConfigFastest, keys as they are
// written, strings copied one by one. Its ConfigFastest.Unmarshal copies the whole text of each call instead, for each of
// the two passes and for each nested value with an UnmarshalJSON, which is slower.
type Sonic struct{}

var owning = sonic.Config{NoValidateJSONMarshaler: true, NoValidateJSONSkip: true, CaseSensitive: true, CopyString: true}.Froze()

// Unmarshal decodes without a copy of the whole.
func (Sonic) Unmarshal(data []byte, v any) error { return owning.UnmarshalFromString(alias(data), v) }

// SonicFastest is sonic.ConfigFastest as most programs call it.
type SonicFastest struct{}

// Unmarshal copies the whole text, in which the strings of v then lie.
func (SonicFastest) Unmarshal(data []byte, v any) error {
	return sonic.ConfigFastest.Unmarshal(data, v)
}

// SonicBorrowed is Sonic without the copies: strings without escapes and raw values point into the line.
type SonicBorrowed struct{}

var borrowing = sonic.Config{NoValidateJSONMarshaler: true, NoValidateJSONSkip: true, CaseSensitive: true}.Froze()

// Unmarshal decodes without a copy.
func (SonicBorrowed) Unmarshal(data []byte, v any) error {
	return borrowing.UnmarshalFromString(alias(data), v)
}

// alias is data as a string, without a copy.
func alias(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
