package kernel

import "unicode/utf8"

// ValidUTF8 reports the same as utf8.Valid. It is made for text that is mostly ASCII.
func ValidUTF8(b []byte) bool { return InvalidUTF8(b) < 0 }

// InvalidUTF8 returns the offset of the first byte that is not valid UTF-8, -1 if there is none.
func InvalidUTF8(b []byte) int { return invalidUTF8(b) }

func invalidUTF8Portable(b []byte) int {
	for i := 0; i < len(b); {
		if i+8 <= len(b) {
			m := nonASCII(Load(b, i))
			if m == 0 {
				i += 8
				continue
			}
			i += firstMarked(m)
		} else if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		// Characters beyond ASCII come in runs.
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
			default: // after F0..F4 the range of the second byte depends on the first
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

// invalidUTF8From is invalidUTF8Portable for a text that is valid before k, except that a character may be cut off at k.
func invalidUTF8From(b []byte, k int) int {
	// Search from the beginning of the character that contains or precedes k.
	for end := k; k > 0 && k > end-utf8.UTFMax; {
		k--
		if utf8.RuneStart(b[k]) {
			break
		}
	}
	return k + invalidUTF8Portable(b[k:])
}

// areThree reports whether w begins with two characters of three bytes. Characters that begin with E0 or ED do not count: the range of
// their second byte is smaller.
func areThree(w uint64) bool {
	const bits, want = 0xc0c0f0c0c0f0, 0x8080e08080e0
	return w&bits == want && byte(w) != 0xe0 && byte(w) != 0xed && byte(w>>24) != 0xe0 && byte(w>>24) != 0xed
}

// AppendText appends b to dst, with U+FFFD for every byte that is not valid UTF-8, as encoding/json does. If dst has a free capacity of
// TextLen(b), it is not reallocated.
func AppendText(dst, b []byte) []byte {
	for {
		n := InvalidUTF8(b)
		if n < 0 {
			return append(dst, b...)
		}
		dst = append(dst, b[:n]...)
		// Invalid bytes come in runs.
		for b = b[n:]; len(b) > 0 && b[0] >= utf8.RuneSelf; {
			r, size := utf8.DecodeRune(b)
			dst, b = utf8.AppendRune(dst, r), b[size:]
		}
	}
}

// TextLen returns how many bytes AppendText appends for b.
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

// LoneSurrogate returns the offset of the first escape in the JSON text b that is half a surrogate pair, -1 if there is none. b must be
// valid JSON, or the inside of one of its strings.
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
