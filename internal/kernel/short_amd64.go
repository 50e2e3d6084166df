//go:build amd64 && !purego

package kernel

// Short reads the string whose text begins at src[i], if it ends within ShortRoom bytes: it copies the text, with short escapes
// undone, to dst, which must have that much room, and may write all of it. next is the offset behind its quote; wide is not 0 if the
// text is not all ASCII. n, the length of the text, is -1 if the string has to be read by another function, whatever the reason.
func Short(dst, src []byte, i int) (n, next int, wide uint64) {
	switch {
	case len(dst) < ShortRoom || uint(i) > uint(len(src)):
	case level == AVX512:
		return shortAVX512(dst, src, i)
	case level == AVX2:
		return shortAVX2(dst, src, i)
	default:
		return shortPortable(dst, src, i)
	}
	return -1, i, 0
}

// PlainShort is the offset of the quote that ends the string whose text begins at b[i], if that is within ShortRoom bytes and the text
// is plain ASCII without escapes; else -1, whatever the reason.
func PlainShort(b []byte, i int) (end int) {
	switch {
	case uint(i) > uint(len(b)):
	case level == AVX512:
		return plainShortAVX512(b, i)
	case level == AVX2:
		return plainShortAVX2(b, i)
	default:
		return plainShortPortable(b, i)
	}
	return -1
}
