//go:build (!amd64 && !arm64) || purego

package freeform

import (
	"bytes"
	"encoding/json"
)

func unmarshal(raw []byte, v any) error { return json.Unmarshal(raw, v) }

func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}
