//go:build amd64 && linux && !purego

package kernel

import "unsafe"

// escapeWithin escapes a text that lies at the edge of its memory, writing to no more than dst.
func escapeWithin(dst, text []byte) {
	s := unsafe.String(unsafe.SliceData(text), len(text))
	if n := min(len(text), shortText, len(dst)-2); n >= 0 {
		quoteShort(dst, s[len(s)-n:])
		quoteShort(dst[len(dst)-n-2:], s[len(s)-n:])
	}
	switch level {
	case AVX512:
		escapeAVX512(dst, s, 0)
	case AVX2:
		escapeAVX2(dst, s, 0)
	}
}
