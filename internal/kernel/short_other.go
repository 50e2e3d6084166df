//go:build !amd64 || purego

package kernel

// Short reads the string whose text begins at src[i], if it ends within ShortRoom bytes: it copies the text, with short escapes
// undone, to dst, which must have that much room, and may write all of it. next is the offset behind its quote; wide is not 0 if the
// text is not all ASCII. n, the length of the text, is -1 if the string has to be read by another function, whatever the reason.
func Short(dst, src []byte, i int) (n, next int, wide uint64) {
	if len(dst) < ShortRoom || uint(i) > uint(len(src)) {
		return -1, i, 0
	}
	return shortPortable(dst, src, i)
}

// PlainShort is the offset of the quote that ends the string whose text begins at b[i], if that is within ShortRoom bytes and the text
// is plain ASCII without escapes; else -1, whatever the reason.
func PlainShort(b []byte, i int) (end int) {
	if uint(i) > uint(len(b)) {
		return -1
	}
	return plainShortPortable(b, i)
}
