package main

import (
	"unsafe"

	"github.com/bytedance/sonic"
)

// Sonic is sonic in the fastest configuration with owned results: sonic.ConfigFastest, with case-sensitive keys, and with strings copied one by one.
// ConfigFastest.Unmarshal is slower: it copies the whole text of each call instead, for each of the two passes and for each nested value with an
// UnmarshalJSON.
type Sonic struct{}

var owning = sonic.Config{NoValidateJSONMarshaler: true, NoValidateJSONSkip: true, CaseSensitive: true, CopyString: true}.Froze()

// Unmarshal decodes without a copy of the whole text.
func (Sonic) Unmarshal(data []byte, v any) error { return owning.UnmarshalFromString(alias(data), v) }

// SonicFastest is sonic.ConfigFastest.Unmarshal, which most programs call.
type SonicFastest struct{}

// Unmarshal copies the whole text; the strings of v point into the copy.
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

// alias returns data as a string, without a copy.
func alias(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
