//go:build amd64 && linux && !purego

package kernel

import "unsafe"

// escapeWithin makes escapes in a text that is not copied to where there is room around it, into no more than dst.
func escapeWithin(dst, text []byte) {
	s := unsafe.String(unsafe.SliceData(text), len(text))
	if n := min(len(text), ShortText, len(dst)); n > 0 {
		EscapeShort(dst, s[len(s)-n:])
		EscapeShort(dst[len(dst)-n:], s[len(s)-n:])
	}
	switch level {
	case AVX512:
		escapeAVX512(dst, s, 0)
	case AVX2:
		escapeAVX2(dst, s, 0)
	}
}
