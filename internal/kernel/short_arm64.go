//go:build arm64 && !purego

package kernel

import "unsafe"

// TakeShort reads the string whose text begins at src[i], if it ends within ShortSize bytes. It writes the text, with short escapes
// undone, to the next bytes of c, and may write to ShortSize of them. next is the offset after the closing quote. wide is 0 if the text
// is ASCII: then its memory is taken from c; otherwise Keep has to take it. next is -1 if the string has to be read by another function,
// for example because c has fewer than ShortSize bytes. With purego, the text is a copy, and c only a buffer.
func TakeShort(c *Chunk, src []byte, i int) (text string, next int, wide uint64) {
	switch {
	case uint(i) > uint(len(src)):
	case level == NEON && len(src) >= minNEON:
		return takeShortNEON((*byte)(unsafe.Pointer(c)), src, i)
	default:
		return takeShortPortable(c, src, i)
	}
	return "", -1, 0
}

// PlainShort returns the offset of the quote that ends the string whose text begins at b[i], if that is within ShortSize bytes and the
// text is ASCII without escapes. It returns -1 for other strings.
func PlainShort(b []byte, i int) (end int) {
	switch {
	case uint(i) > uint(len(b)):
	case level == NEON && len(b) >= minNEON:
		return plainShortNEON(b, i)
	default:
		return plainShortPortable(b, i)
	}
	return -1
}

// The kernels have the offsets of these fields.
var (
	_ [0]struct{}  = [unsafe.Offsetof(Chunk{}.Buf)]struct{}{}
	_ [24]struct{} = [unsafe.Offsetof(Chunk{}.Used)]struct{}{}
)
