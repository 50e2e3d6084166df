package kernel

import "encoding/binary"

// shortText is how long a string may be for AppendQuoted to check and copy it in one pass.
const shortText = 64

// quoteShortPortable writes s in quotes to dst, which must be longer than s by 2, and returns the length. It returns -1 if s has a byte
// that is not ASCII or needs an escape; what it has written to dst is then undefined.
func quoteShortPortable(dst []byte, s string) (n int) {
	if !copyPlain(dst[1:len(s)+1], s) {
		return -1
	}
	dst[0], dst[len(s)+1] = '"', '"'
	return len(s) + 2
}

// copyPlain copies s to dst word by word. It reports whether no byte needs an escape, which it checks at the end. The last word is the
// end of s and overlaps the word before, so that no word exceeds s.
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

// escaped returns the mask of the bytes that cannot be copied into a JSON string without a check: control characters, quotes,
// backslashes, and those that are not ASCII, which may be invalid UTF-8.
func escaped(w uint64) uint64 {
	low := (w ^ 2*ones) - 0x21*ones // a quote becomes 0x20, and what is below 0x20 stays below
	slash := (w ^ slash) - ones
	return (low | slash | w) & tops
}

// word returns the eight bytes at s[i:], the first one lowest; the compiler makes one instruction of it.
func word(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
