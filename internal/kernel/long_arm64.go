//go:build arm64 && !purego

package kernel

import (
	"slices"
	"unsafe"
)

// Functions for long texts, by level. What the assembly leaves over is done in Go.
//
// The assembly checks no offset: none may be outside of its slice when it is called. Most of it needs a text of neonLeast bytes or more.
const neonLeast = 16

func plainEnd(b []byte, i int) (end int, wide bool) {
	if uint(i) >= uint(len(b)) {
		return i, false
	}
	if level == Portable || len(b) < neonLeast {
		return plainEndPortable(b, i)
	}
	end, seen := plainEndNEON(b, i)
	return end, seen != 0
}

// stringEnd has no kernel: the library has one for the search for quotes.
func stringEnd(b []byte, i int) (end int, ok bool) { return stringEndPortable(b, i) }

func validString(b []byte, i int) (end int, ok bool) {
	if level == Portable || len(b) < neonLeast {
		return validStringPortable(b, i)
	}
	for uint(i) < uint(len(b)) {
		i = validStringNEON(b, i)
		if i < len(b) && b[i] != '\\' {
			return i, b[i] == '"'
		}
		// Long escapes come in runs.
		for i < len(b) && b[i] == '\\' {
			n := escapeLen(b, i)
			if n == 0 {
				return badEscape(b, i), false
			}
			i += n
		}
	}
	return len(b), false
}

func unquote(dst, src []byte, i int) (n, next int, r Result) {
	if level == Portable {
		return unquotePortable(dst, src, i)
	}
	for uint(i) < uint(len(src)) {
		k, next, wide := unquoteNEON(dst[n:], src, i)
		n, i = n+k, next
		if wide != 0 {
			r |= Wide
		}
		if i == len(src) {
			break
		}
		switch c := src[i]; {
		case c == '"':
			return n, i + 1, r | Done
		case c < ' ':
			return n, i, r | Bad
		case c != '\\':
			// There are not 16 bytes, of one or the other.
			k, next, rest := unquotePortable(dst[n:], src, i)
			return n + k, next, r | rest
		}
		k, next, rest := unquoteRun(dst[n:], src, i)
		r |= rest
		if n += k; next == i || r&Bad != 0 {
			return n, next, r // dst is full
		}
		i = next
	}
	return n, len(src), r | Bad
}

// skip is the offset behind the bracket that closes the one before i.
func skip(b []byte, i, depth int) (end int, f Fault) {
	if level == Portable || len(b) < neonLeast {
		return skipPortable(b, i, depth)
	}
	end, fault := skipNEON(b, i, depth)
	return end, Fault(fault)
}

func invalidUTF8(b []byte) int {
	if level == Portable || len(b) < neonLeast {
		return invalidUTF8Portable(b)
	}
	k := utf8NEON(b)
	if k < 0 {
		return -1
	}
	return invalidUTF8From(b, k)
}

// appendEscaped appends s as it stands in a JSON string, without the quotes: as JavaScript's JSON.stringify writes it. Without
// ok nothing is appended: s is not UTF-8, or the level has no fast form for this length.
func appendEscaped(dst []byte, s string) (_ []byte, ok bool) {
	if level == Portable || len(s) < neonLeast {
		return dst, false
	}
	start := len(dst)
	var seen uint64
	dst = slices.Grow(dst, len(s)+len(s)/16+roomOfBlock)
	for i := 0; ; {
		n, next, wide := escapeNEON(dst[len(dst):cap(dst)], s, i)
		dst = dst[:len(dst)+n]
		i = next
		seen |= wide
		if i == len(s) {
			break
		}
		if c := s[i]; c < ' ' && shortEscapes[c] == 'u' {
			dst = append(dst, '\\', 'u', '0', '0', '0'+c>>4, hexDigits[c&15])
			i++
		}
		if left := len(s) - i; cap(dst)-len(dst) < left+roomOfBlock {
			dst = slices.Grow(dst, left+left/4+roomOfBlock)
		}
	}
	if seen != 0 && invalidUTF8(unsafe.Slice(unsafe.StringData(s), len(s))) >= 0 {
		return dst[:start], false
	}
	return dst, true
}

// roomOfBlock is how much dst must be longer than the text for a block of it to be escaped at once, whatever it is.
const roomOfBlock = 192
