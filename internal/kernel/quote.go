package kernel

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// shortEscapes has, for each byte below 0x80, the letter after the backslash of its escape: 'u' for the long form, 0 if it needs no
// escape.
var shortEscapes = func() (t [utf8.RuneSelf]byte) {
	for c := range 0x20 {
		t[c] = 'u'
	}
	t['\b'], t['\f'], t['\n'], t['\r'], t['\t'] = 'b', 'f', 'n', 'r', 't'
	t['"'], t['\\'] = '"', '\\'
	return t
}()

const hexDigits = "0123456789abcdef"

// reserve is how many bytes appendQuoted's dst has at least beyond the length of the text that is still to be read: for a word that is
// written whole although only its first bytes count, or for the longest escape, and the closing quote.
const reserve = 16

// minEscaped is the length from which on appendQuoted tries appendEscaped.
const minEscaped = 24

// AppendQuoted appends s as a JSON string: only quotes, backslashes and control characters are escaped, by one letter if there is such an
// escape. A byte that is not valid UTF-8 becomes \ufffd.
//
// A short string is checked and copied in one pass if nothing in it needs an escape, which is the usual case, or if the level can escape it.
func AppendQuoted(dst []byte, s string) []byte {
	if n := len(dst); len(s) <= shortText && len(s)+2 <= cap(dst)-n {
		to, k := dst[n:cap(dst)], 0
		switch {
		case hasNEON && level == NEON && len(s) >= 8:
			k = quoteShortNEON(to, s)
		case level == AVX512:
			k = quoteShortAVX512(to, s)
		case level == AVX2 && len(s) >= 16:
			k = quoteShortAVX2(to, s)
		default:
			k = quoteShortPortable(to, s)
		}
		if k > 0 {
			return dst[:n+k]
		}
	}
	return appendQuoted(dst, s)
}

// appendQuoted is AppendQuoted for all strings.
//
// Most bytes need no escape. They are copied eight at a time, and what is copied after the first byte that does need one is overwritten.
// A copy needs as many bytes of dst as it reads, so the capacity is checked after escapes only.
func appendQuoted(dst []byte, s string) []byte {
	if len(s) >= minEscaped {
		if text, ok := appendEscaped(append(dst, '"'), s); ok {
			return append(text, '"')
		}
	}
	n := len(dst)
	dst = slices.Grow(dst, len(s)+len(s)/16+reserve)
	dst = dst[:cap(dst)]
	dst[n] = '"'
	n++
	for i := 0; ; {
		for i+8 <= len(s) {
			w := word(s, i)
			binary.LittleEndian.PutUint64(dst[n:], w)
			m := escaped(w)
			if m == 0 {
				i, n = i+8, n+8
				continue
			}
			k := firstMarked(m)
			i, n = i+k, n+k
			goto stop
		}
		for i < len(s) && plain(s[i]) {
			dst[n] = s[i]
			i, n = i+1, n+1
		}
		if i == len(s) {
			dst[n] = '"'
			return dst[:n+1]
		}

	stop:
		if c := s[i]; c < utf8.RuneSelf {
			n += writeEscape(dst[n:], c)
			i++
		} else if k := copyNonASCII(dst[n:], s[i:]); k > 0 {
			i, n = i+k, n+k
			continue
		} else {
			n += copy(dst[n:], `\ufffd`)
			i++
		}
		if left := len(s) - i; len(dst)-n < left+reserve {
			dst = slices.Grow(dst[:n], left+left/4+reserve)
			dst = dst[:cap(dst)]
		}
	}
}

// plain reports whether a byte is ASCII and needs no escape.
func plain(c byte) bool { return c < utf8.RuneSelf && shortEscapes[c] == 0 }

// writeEscape writes the escape of c to dst, and returns its length.
func writeEscape(dst []byte, c byte) int {
	e := shortEscapes[c]
	dst[0], dst[1] = '\\', e
	if e != 'u' {
		return 2
	}
	dst[2], dst[3], dst[4], dst[5] = '0', '0', hexDigits[c>>4], hexDigits[c&15]
	return 6
}

// copyNonASCII copies the characters beyond ASCII with which s begins to dst, and returns their length. dst must be as long as s.
func copyNonASCII(dst []byte, s string) int {
	i := 0
	for i < len(s) && s[i] >= utf8.RuneSelf {
		c := s[i]
		switch {
		case c-0xc2 < 0x1e && i+1 < len(s) && s[i+1]&0xc0 == 0x80: // C2..DF
			dst[i], dst[i+1] = c, s[i+1]
			i += 2
		case (c-0xe1 < 0x0c || c-0xee < 2) && i+2 < len(s) && s[i+1]&0xc0 == 0x80 && s[i+2]&0xc0 == 0x80: // E1..EC, EE, EF
			dst[i], dst[i+1], dst[i+2] = c, s[i+1], s[i+2]
			i += 3
		default:
			_, size := utf8.DecodeRuneInString(s[i:])
			if size == 1 {
				return i
			}
			i += copy(dst[i:], s[i:i+size])
		}
	}
	return i
}
