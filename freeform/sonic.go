//go:build (amd64 || arm64) && !purego

package freeform

import "github.com/bytedance/sonic"

var (
	decode = sonic.ConfigStd
	// encode is ConfigStd without escapes for HTML, which no producer of these protocols writes.
	encode = sonic.Config{
		SortMapKeys:      true,
		CompactMarshaler: true,
		CopyString:       true,
		ValidateString:   true,
	}.Froze()
)

func unmarshal(raw []byte, v any) error { return decode.Unmarshal(raw, v) }

func marshal(v any) ([]byte, error) { return encode.Marshal(v) }
