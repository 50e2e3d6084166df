//go:build (!amd64 && !arm64) || purego

package kernel

// TakeShort reads the string whose text begins at src[i], if it ends within ShortSize bytes. It writes the text, with short escapes
// undone, to the next bytes of c, and may write to ShortSize of them. next is the offset after the closing quote. wide is 0 if the text
// is ASCII: then its memory is taken from c; otherwise Keep has to take it. next is -1 if the string has to be read by another function,
// for example because c has fewer than ShortSize bytes. With purego, the text is a copy, and c only a buffer.
func TakeShort(c *Chunk, src []byte, i int) (text string, next int, wide uint64) {
	if uint(i) > uint(len(src)) {
		return "", -1, 0
	}
	return takeShortPortable(c, src, i)
}

// PlainShort returns the offset of the quote that ends the string whose text begins at b[i], if that is within ShortSize bytes and the
// text is ASCII without escapes. It returns -1 for other strings.
func PlainShort(b []byte, i int) (end int) {
	if uint(i) > uint(len(b)) {
		return -1
	}
	return plainShortPortable(b, i)
}
