//go:build arm64 && linux && !purego

package kernel

import "unsafe"

// escapeWithin escapes a text that lies at the edge of its memory, writing to no more than dst.
func escapeWithin(dst, text []byte) {
	s := unsafe.String(unsafe.SliceData(text), len(text))
	if n := min(len(text), shortText, len(dst)-2); n >= 0 {
		quoteShort(dst, s[len(s)-n:])
		quoteShort(dst[len(dst)-n-2:], s[len(s)-n:])
	}
	if level == NEON && len(s) >= minNEON {
		escapeNEON(dst, s, 0)
	}
}
