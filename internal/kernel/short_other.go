//go:build (!amd64 && !arm64) || purego

package kernel

// TakeShort reads the string whose text begins at src[i], if it ends within ShortRoom bytes: it writes the text, with short escapes undone,
// to memory that it takes from c, and may write to all of ShortRoom. next is the offset behind its quote. wide is not 0 if the text is not
// all ASCII: then its memory is only lent, until Keep takes it. next is -1 if the string has to be read by another function, whatever the
// reason; one is that c has no ShortRoom left. With purego, texts are copies, and c is only where they are made.
func TakeShort(c *Chunk, src []byte, i int) (text string, next int, wide uint64) {
	if uint(i) > uint(len(src)) {
		return "", -1, 0
	}
	return takeShortPortable(c, src, i)
}

// PlainShort is the offset of the quote that ends the string whose text begins at b[i], if that is within ShortRoom bytes and the text
// is plain ASCII without escapes; else -1, whatever the reason.
func PlainShort(b []byte, i int) (end int) {
	if uint(i) > uint(len(b)) {
		return -1
	}
	return plainShortPortable(b, i)
}
