package spelling

import (
	"bytes"
	"encoding/base64"
)

var (
	strictBase64   = base64.StdEncoding.Strict()
	unpaddedBase64 = base64.RawStdEncoding
)

// DecodeBase64 decodes base64 in the standard alphabet, with or without padding, into memory for n bytes that alloc returns; n may be
// larger than the result. canonical reports whether AppendBase64 would write the same text. Other alphabets are not ok.
func DecodeBase64(text []byte, alloc func(n int) []byte) (b []byte, canonical, ok bool) {
	b = alloc(unpaddedBase64.DecodedLen(len(bytes.TrimRight(text, "="))))
	if n, err := strictBase64.Decode(b, text); err == nil {
		return b[:n:n], strictBase64.EncodedLen(n) == len(text), true
	}
	for _, e := range [...]*base64.Encoding{base64.StdEncoding, unpaddedBase64} {
		if n, err := e.Decode(b, text); err == nil {
			return b[:n:n], false, true
		}
	}
	return nil, false, false
}

// AppendBase64 appends base64 in the standard alphabet, with padding.
func AppendBase64(dst, b []byte) []byte { return base64.StdEncoding.AppendEncode(dst, b) }
