package kernel

import (
	"bytes"
	"math/bits"
	"unicode/utf8"
)

// StringEnd returns the offset of the quote that ends a string whose text begins at i. Escapes are skipped, but not checked. If ok is
// false, end is the offset of a control character, or len(b).
func StringEnd(b []byte, i int) (end int, ok bool) {
	for last := min(len(b), i+inline) - 8; i <= last; i += 8 {
		if m := special(Load(b, i)); m != 0 {
			i += firstMarked(m)
			if b[i] != '\\' {
				return i, b[i] == '"'
			}
			break
		}
	}
	return stringEnd(b, i)
}

// inline is how many bytes of a string are read before the function for long strings is called. Most strings are shorter.
const inline = 32

// stringEndPortable searches the quote with bytes.IndexByte, which is faster than any loop here, and then looks for control characters.
// If there are any, it walks over the text again to find the first one that does not follow a backslash.
func stringEndPortable(b []byte, i int) (end int, ok bool) {
	start := i
	for {
		k := bytes.IndexByte(b[min(i, len(b)):], '"')
		if k < 0 {
			return stringWalk(b, start)
		}
		i += k
		slashes := i
		for slashes > start && b[slashes-1] == '\\' {
			slashes--
		}
		if (i-slashes)&1 == 0 {
			break
		}
		i++
	}
	if hasControl(b[start:i]) {
		return stringWalk(b, start)
	}
	return i, true
}

// hasControl reports whether there is a byte below 0x20.
func hasControl(b []byte) bool {
	var found uint64
	for len(b) >= 16 {
		w0, w1 := Load(b, 0), Load(b, 8)
		found |= (w0-0x20*ones)&^w0 | (w1-0x20*ones)&^w1
		b = b[16:]
	}
	if len(b) >= 8 {
		w := Load(b, 0)
		found |= (w - 0x20*ones) &^ w
		b = b[8:]
	}
	for _, c := range b {
		if c < ' ' {
			return true
		}
	}
	return found&tops != 0
}

// stringWalk is stringEndPortable, one byte at a time.
func stringWalk(b []byte, i int) (end int, ok bool) {
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			return i, true
		case c < ' ':
			return i, false
		case c == '\\':
			i++
		}
	}
	return len(b), false
}

// PlainEnd returns the offset of the first byte from i on that special marks, or len(b): there the plain part of a string ends. wide
// reports whether a byte before it is not ASCII.
func PlainEnd(b []byte, i int) (end int, wide bool) {
	var seen uint64
	for last := min(len(b), i+inline) - 8; i <= last; i += 8 {
		w := Load(b, i)
		if m := special(w); m != 0 {
			return i + firstMarked(m), (seen|below(w, m))&tops != 0
		}
		seen |= w
	}
	end, wide = plainEnd(b, i)
	return end, wide || seen&tops != 0
}

func plainEndPortable(b []byte, i int) (end int, wide bool) {
	var seen uint64
	for i+32 <= len(b) {
		w0, w1, w2, w3 := Load(b, i), Load(b, i+8), Load(b, i+16), Load(b, i+24)
		if special(w0)|special(w1)|special(w2)|special(w3) != 0 {
			break
		}
		seen |= w0 | w1 | w2 | w3
		i += 32
	}
	for i+8 <= len(b) {
		w := Load(b, i)
		if m := special(w); m != 0 {
			seen |= below(w, m)
			return i + firstMarked(m), seen&tops != 0
		}
		seen |= w
		i += 8
	}
	for i < len(b) && b[i] >= ' ' && b[i] != '"' && b[i] != '\\' {
		seen |= uint64(b[i])
		i++
	}
	return i, seen&tops != 0
}

// ValidString is StringEnd, but checks the escapes. If ok is false, end is the offset of the invalid byte, or len(b).
func ValidString(b []byte, i int) (end int, ok bool) {
	for last := min(len(b), i+inline) - 8; i <= last; i += 8 {
		if m := special(Load(b, i)); m != 0 {
			i += firstMarked(m)
			if b[i] != '\\' {
				return i, b[i] == '"'
			}
			break
		}
	}
	return validString(b, i)
}

func validStringPortable(b []byte, i int) (end int, ok bool) {
	i = validBlocks(b, i)
	for {
		i = validWords(b, i)
		// validWords has stopped at a byte that it leaves to this loop, or before the last bytes.
		for i < len(b) && b[i] >= ' ' && b[i] != '"' && b[i] != '\\' {
			i++
		}
		if i >= len(b) {
			return len(b), false
		}
		if b[i] != '\\' {
			return i, b[i] == '"'
		}
		n := escapeLen(b, i)
		if n == 0 {
			return badEscape(b, i), false
		}
		i += n
	}
}

// validBlocks skips plain bytes and escapes, while there is a block of bytes. All escapes of a block are found at once, except for
// second backslashes, so that the processor can look at one before it is done with the one before.
func validBlocks(b []byte, i int) (next int) {
	for i >= 0 && i <= len(b)-block {
		start := i
		i += block
		m := specials((*[block]byte)(b[start:]))
		for m != 0 {
			k := bits.TrailingZeros64(m)
			at := start + k
			if at >= len(b)-1 || b[at] != '\\' {
				return at
			}
			size := 2
			if short[b[at+1]] == 0 {
				if size = escapeLen(b, at); size == 0 {
					return at
				}
			}
			i = max(i, at+size)
			m &^= 3 << k // the other bytes of a long escape are not marked
		}
	}
	return i
}

// validWords skips plain bytes and short escapes, while there are eight bytes. It calls nothing, so that all its variables stay in
// registers.
func validWords(b []byte, i int) (next int) {
	for i >= 0 && i <= len(b)-8 {
		m := special(Load(b, i))
		if m == 0 {
			i += 8
			continue
		}
		i += firstMarked(m)
		if i >= len(b)-1 || b[i] != '\\' || short[b[i+1]] == 0 {
			break
		}
		i += 2
	}
	return i
}

// escapeLen returns the length of the escape at i, 0 if it is not valid.
func escapeLen(b []byte, i int) int {
	if i+1 >= len(b) {
		return 0
	}
	if short[b[i+1]] != 0 {
		return 2
	}
	if b[i+1] == 'u' {
		if _, ok := hex4(b, i+2); ok {
			return 6
		}
	}
	return 0
}

// badEscape returns the offset of the first invalid byte of the escape at i, which is not valid, or len(b). At least one of four
// hexadecimal digits is wrong, so the loop ends at the fourth or before.
func badEscape(b []byte, i int) int {
	i++
	if i < len(b) && b[i] == 'u' {
		for i++; i < len(b) && unhex[b[i]] != notHex; i++ {
		}
	}
	return min(i, len(b))
}

// Result says how far Unquote came, and what it found.
type Result uint8

const (
	Wide     Result = 1 << iota // the string has bytes that are not ASCII; they may be invalid UTF-8
	Replaced                    // a lone surrogate was replaced by U+FFFD
	Done                        // next is the offset after the closing quote
	Bad                         // next is the offset of the invalid byte, or len(src)
	// neither Done nor Bad: dst is full; call again with more memory from next
)

// Unquote copies the text of the string that begins at src[i] to dst, with escapes undone, up to the closing quote. n is how many bytes
// it has written. It never needs more than the length of the string in src, and seven bytes more.
func Unquote(dst, src []byte, i int) (n, next int, r Result) { return unquote(dst, src, i) }

func unquotePortable(dst, src []byte, i int) (n, next int, r Result) {
	var wide uint64
	for i < len(src) {
		k, next, seen := unquoteWords(dst[n:], src, i)
		n, i, wide = n+k, next, wide|seen
		// unquoteWords has stopped at a byte that it leaves to this loop, or before the last bytes of src or dst.
		for i < len(src) && src[i] >= ' ' && src[i] != '"' && src[i] != '\\' && n+utf8.UTFMax <= len(dst) {
			wide |= uint64(src[i])
			dst[n] = src[i]
			i, n = i+1, n+1
		}
		if wide&tops != 0 {
			r |= Wide
		}
		if i >= len(src) {
			break
		}
		switch c := src[i]; {
		case c == '"':
			return n, i + 1, r | Done
		case c < ' ':
			return n, i, r | Bad
		case n+utf8.UTFMax > len(dst):
			return n, i, r
		}
		k, next, rest := unquoteRun(dst[n:], src, i)
		n, i, r = n+k, next, r|rest
		if r&Bad != 0 {
			return n, i, r
		}
	}
	return n, len(src), r | Bad
}

// unquoteWords copies plain bytes and undoes short escapes, while src and dst have eight bytes. wide has a top bit set if one of the
// bytes was not ASCII. It calls nothing, so that all its variables stay in registers.
func unquoteWords(dst, src []byte, i int) (n, next int, wide uint64) {
	for i >= 0 && i <= len(src)-8 && n >= 0 && n <= len(dst)-8 {
		w := Load(src, i)
		store(dst, n, w)
		m := special(w)
		if m == 0 {
			wide |= w
			i, n = i+8, n+8
			continue
		}
		wide |= below(w, m)
		k := firstMarked(m)
		i, n = i+k, n+k
		if i >= len(src)-1 || src[i] != '\\' {
			break
		}
		e := short[src[i+1]]
		if e == 0 {
			break
		}
		dst[n] = e
		i, n = i+2, n+1
	}
	return n, i, wide & tops
}

// unquoteRun undoes the escapes that follow one another from i on, as long escapes do, while dst has the bytes for any escape.
func unquoteRun(dst, src []byte, i int) (n, next int, r Result) {
	for i >= 0 && i < len(src) && src[i] == '\\' && n <= len(dst)-utf8.UTFMax {
		if to := dst[n:]; len(src)-i >= 6 && src[i+1] == 'u' && len(to) >= 3 {
			digits := src[i+2 : i+6]
			h0, h1, h2, h3 := unhex[digits[0]], unhex[digits[1]], unhex[digits[2]], unhex[digits[3]]
			// Most are of three bytes, and not surrogates.
			if c := uint(h0)<<12 | uint(h1)<<8 | uint(h2)<<4 | uint(h3); (h0|h1|h2|h3)&notHex == 0 && c >= 0x800 && c&^0x7ff != 0xd800 {
				to[0], to[1], to[2] = byte(c>>12)|0xe0, byte(c>>6)&0x3f|0x80, byte(c)&0x3f|0x80
				i, n = i+6, n+3
				continue
			}
		}
		c, size, lone := escape(src, i)
		if size == 0 {
			return n, badEscape(src, i), r | Bad
		}
		if lone {
			r |= Replaced
		}
		n += utf8.EncodeRune(dst[n:], c)
		i += size
	}
	return n, i, r
}

// escape returns the character of the escape at i, or of a surrogate pair. A lone surrogate is U+FFFD. size is 0 if the escape is not
// valid.
func escape(b []byte, i int) (c rune, size int, lone bool) {
	if i+1 >= len(b) {
		return 0, 0, false
	}
	if e := short[b[i+1]]; e != 0 {
		return rune(e), 2, false
	}
	if b[i+1] != 'u' {
		return 0, 0, false
	}
	c, ok := hex4(b, i+2)
	if !ok {
		return 0, 0, false
	}
	if c&^0x7ff != 0xd800 {
		return c, 6, false
	}
	if c < 0xdc00 && i+7 < len(b) && b[i+6] == '\\' && b[i+7] == 'u' {
		if low, ok := hex4(b, i+8); ok && low&^0x3ff == 0xdc00 {
			return (c-0xd800)<<10 + (low - 0xdc00) + 0x10000, 12, false
		}
	}
	return utf8.RuneError, 6, true
}

// hex4 returns the value of the four hexadecimal digits at i.
func hex4(b []byte, i int) (c rune, ok bool) {
	if i+4 > len(b) {
		return 0, false
	}
	h0, h1, h2, h3 := unhex[b[i]], unhex[b[i+1]], unhex[b[i+2]], unhex[b[i+3]]
	if (h0|h1|h2|h3)&notHex != 0 {
		return 0, false
	}
	return rune(h0)<<12 | rune(h1)<<8 | rune(h2)<<4 | rune(h3), true
}

// short has the byte that a letter after a backslash stands for; 0 for u, and for letters that make no valid escape.
var short = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

const notHex = 0x80

var unhex = func() (t [256]byte) {
	for i := range t {
		switch {
		case '0' <= i && i <= '9':
			t[i] = byte(i - '0')
		case 'a' <= i && i <= 'f':
			t[i] = byte(i - 'a' + 10)
		case 'A' <= i && i <= 'F':
			t[i] = byte(i - 'A' + 10)
		default:
			t[i] = notHex
		}
	}
	return t
}()
