//go:build arm64 && !purego

package kernel

import "unsafe"

// TakeShort reads the string whose text begins at src[i], if it ends within ShortRoom bytes: it writes the text, with short escapes undone,
// to memory that it takes from c, and may write to all of ShortRoom. next is the offset behind its quote. wide is not 0 if the text is not
// all ASCII: then its memory is only lent, until Keep takes it. next is -1 if the string has to be read by another function, whatever the
// reason; one is that c has no ShortRoom left. With purego, texts are copies, and c is only where they are made.
func TakeShort(c *Chunk, src []byte, i int) (text string, next int, wide uint64) {
	switch {
	case uint(i) > uint(len(src)):
	case level == NEON && len(src) >= neonLeast:
		return takeShortNEON((*byte)(unsafe.Pointer(c)), src, i)
	default:
		return takeShortPortable(c, src, i)
	}
	return "", -1, 0
}

// PlainShort is the offset of the quote that ends the string whose text begins at b[i], if that is within ShortRoom bytes and the text
// is plain ASCII without escapes; else -1, whatever the reason.
func PlainShort(b []byte, i int) (end int) {
	switch {
	case uint(i) > uint(len(b)):
	case level == NEON && len(b) >= neonLeast:
		return plainShortNEON(b, i)
	default:
		return plainShortPortable(b, i)
	}
	return -1
}

// The assembly knows where the fields of a Chunk lie.
var (
	_ [0]struct{}  = [unsafe.Offsetof(Chunk{}.Buf)]struct{}{}
	_ [24]struct{} = [unsafe.Offsetof(Chunk{}.Used)]struct{}{}
)
