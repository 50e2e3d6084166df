package kernel

import "unicode/utf8"

// ValidUTF8 is utf8.Valid for text that is mostly ASCII with other characters here and there.
func ValidUTF8(b []byte) bool { return InvalidUTF8(b) < 0 }

// InvalidUTF8 is the offset of the first byte that is no UTF-8, -1 if there is none.
func InvalidUTF8(b []byte) int { return invalidUTF8(b) }

func invalidUTF8Portable(b []byte) int {
	for i := 0; i < len(b); {
		if i+8 <= len(b) {
			m := NonASCII(Load(b, i))
			if m == 0 {
				i += 8
				continue
			}
			i += At(m)
		} else if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		// Characters of other scripts come in runs.
		for i < len(b) && b[i] >= utf8.RuneSelf {
			c := b[i]
			switch {
			case c-0xc2 < 0x1e: // C2..DF
				if i+1 >= len(b) || b[i+1]&0xc0 != 0x80 {
					return i
				}
				i += 2
			case c>>4 == 0xe: // E0..EF
				if i+2 >= len(b) || b[i+1]&0xc0 != 0x80 || b[i+2]&0xc0 != 0x80 || c == 0xe0 && b[i+1] < 0xa0 || c == 0xed && b[i+1] >= 0xa0 {
					return i
				}
				i += 3
				for i+8 <= len(b) && areThree(Load(b, i)) {
					i += 6
				}
			default: // F0..F4 have a second byte of their own
				_, n := utf8.DecodeRune(b[i:])
				if n == 1 {
					return i
				}
				i += n
			}
		}
	}
	return -1
}

// invalidUTF8From is invalidUTF8Portable for a text in which all before k is right, but for a character that may be cut off there.
func invalidUTF8From(b []byte, k int) int {
	// From the beginning of that one, or of the one before k, the place is found.
	for end := k; k > 0 && k > end-utf8.UTFMax; {
		k--
		if utf8.RuneStart(b[k]) {
			break
		}
	}
	return k + invalidUTF8Portable(b[k:])
}

// areThree reports whether w begins with two characters of three bytes, but for those that begin with E0 or ED, which need a closer look.
func areThree(w uint64) bool {
	const bits, want = 0xc0c0f0c0c0f0, 0x8080e08080e0
	return w&bits == want && byte(w) != 0xe0 && byte(w) != 0xed && byte(w>>24) != 0xe0 && byte(w>>24) != 0xed
}

// AppendText appends b with U+FFFD for every byte that is no UTF-8, as encoding/json replaces them. With room for TextLen bytes, dst does
// not move.
func AppendText(dst, b []byte) []byte {
	for {
		n := InvalidUTF8(b)
		if n < 0 {
			return append(dst, b...)
		}
		dst = append(dst, b[:n]...)
		// Such bytes come in runs.
		for b = b[n:]; len(b) > 0 && b[0] >= utf8.RuneSelf; {
			r, size := utf8.DecodeRune(b)
			dst, b = utf8.AppendRune(dst, r), b[size:]
		}
	}
}

// TextLen is how many bytes AppendText makes of b.
func TextLen(b []byte) int {
	size := len(b)
	for {
		n := InvalidUTF8(b)
		if n < 0 {
			return size
		}
		for b = b[n:]; len(b) > 0 && b[0] >= utf8.RuneSelf; {
			r, n := utf8.DecodeRune(b)
			size, b = size+utf8.RuneLen(r)-n, b[n:]
		}
	}
}

// LoneSurrogate is the offset of the first escape in the JSON text b that is half a surrogate pair, -1 if there is none.
// b must be valid JSON, or the inside of one of its strings.
func LoneSurrogate(b []byte) int {
	for i := 0; i < len(b); {
		if b[i] != '\\' {
			i++
			continue
		}
		_, n, lone := escape(b, i)
		if lone {
			return i
		}
		i += max(n, 1)
	}
	return -1
}
