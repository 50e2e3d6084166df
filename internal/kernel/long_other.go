//go:build (!amd64 && !arm64) || purego

package kernel

func plainEnd(b []byte, i int) (end int, wide bool)          { return plainEndPortable(b, i) }
func stringEnd(b []byte, i int) (end int, ok bool)           { return stringEndPortable(b, i) }
func validString(b []byte, i int) (end int, ok bool)         { return validStringPortable(b, i) }
func unquote(dst, src []byte, i int) (n, next int, r Result) { return unquotePortable(dst, src, i) }
func skip(b []byte, i, depth int) (end int, f Fault)         { return skipPortable(b, i, depth) }
func invalidUTF8(b []byte) int                               { return invalidUTF8Portable(b) }

// appendEscaped has no fast form for any length.
func appendEscaped(dst []byte, s string) (_ []byte, ok bool) { return dst, false }
