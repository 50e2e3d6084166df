//go:build arm64 && !purego

package kernel

import (
	"slices"
	"unsafe"
)

// This file has the functions for long texts, which branch on the level. What a kernel does not do is done in Go.
//
// The kernels do not check offsets: each must be within its slice. Most of them need a text of minNEON bytes or more.
const minNEON = 16

func plainEnd(b []byte, i int) (end int, wide bool) {
	if uint(i) >= uint(len(b)) {
		return i, false
	}
	if level == Portable || len(b) < minNEON {
		return plainEndPortable(b, i)
	}
	end, seen := plainEndNEON(b, i)
	return end, seen != 0
}

// stringEnd has no kernel: the runtime has one for bytes.IndexByte, which searches the quotes.
func stringEnd(b []byte, i int) (end int, ok bool) { return stringEndPortable(b, i) }

func validString(b []byte, i int) (end int, ok bool) {
	if level == Portable || len(b) < minNEON {
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
			// src or dst has fewer than 16 bytes left.
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

// skip returns the offset after the bracket that closes the one before i.
func skip(b []byte, i, depth int) (end int, f Fault) {
	if level == Portable || len(b) < minNEON {
		return skipPortable(b, i, depth)
	}
	end, fault := skipNEON(b, i, depth)
	return end, Fault(fault)
}

func invalidUTF8(b []byte) int {
	if level == Portable || len(b) < minNEON {
		return invalidUTF8Portable(b)
	}
	k := utf8NEON(b)
	if k < 0 {
		return -1
	}
	return invalidUTF8From(b, k)
}

// appendEscaped appends s with the escapes of a JSON string, but without quotes, as JavaScript's JSON.stringify writes it. If ok is
// false, nothing is appended: s is not valid UTF-8, or the level has no fast form for this length.
func appendEscaped(dst []byte, s string) (_ []byte, ok bool) {
	if level == Portable || len(s) < minNEON {
		return dst, false
	}
	start := len(dst)
	var seen uint64
	dst = slices.Grow(dst, len(s)+len(s)/16+blockReserve)
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
		if left := len(s) - i; cap(dst)-len(dst) < left+blockReserve {
			dst = slices.Grow(dst, left+left/4+blockReserve)
		}
	}
	if seen != 0 && invalidUTF8(unsafe.Slice(unsafe.StringData(s), len(s))) >= 0 {
		return dst[:start], false
	}
	return dst, true
}

// blockReserve is how many bytes dst must have beyond the length of the text, so that a block can be escaped at once.
const blockReserve = 192
