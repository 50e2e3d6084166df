package kernel

import "encoding/binary"

// shortText is how long a string may be for AppendQuoted to look at it and to copy it at once.
const shortText = 64

// quoteShortPortable writes s in quotes to dst, which must be longer by 2: n bytes, or -1 if s is not ASCII without anything to escape. Then
// dst may have anything.
func quoteShortPortable(dst []byte, s string) (n int) {
	if !copyPlain(dst[1:len(s)+1], s) {
		return -1
	}
	dst[0], dst[len(s)+1] = '"', '"'
	return len(s) + 2
}

// copyPlain copies words and sees at the end whether one of them has something to escape. The last word is the end of s, of
// which the word before may have a part, so that none goes beyond.
func copyPlain(dst []byte, s string) bool {
	dst = dst[:len(s)]
	if len(s) < 8 {
		for i := range len(s) {
			c := s[i]
			if c < ' ' || c >= 0x80 || c == '"' || c == '\\' {
				return false
			}
			dst[i] = c
		}
		return true
	}
	var found uint64
	for i := 0; i+8 < len(s); i += 8 {
		w := word(s, i)
		binary.LittleEndian.PutUint64(dst[i:], w)
		found |= escaped(w)
	}
	w := word(s, len(s)-8)
	binary.LittleEndian.PutUint64(dst[len(s)-8:], w)
	return found|escaped(w) == 0
}

// escaped is the mask of the bytes of a text that cannot just be copied into a string: control characters, quotes, backslashes, and what
// is not ASCII, of which it must be known whether it is UTF-8.
func escaped(w uint64) uint64 {
	low := (w ^ 2*ones) - 0x21*ones // a quote is 0x20 then, and all that was below stays below
	slash := (w ^ slash) - ones
	return (low | slash | w) & tops
}

// word reads the eight bytes at s[i], the first as the lowest; the compiler makes one instruction of it.
func word(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
