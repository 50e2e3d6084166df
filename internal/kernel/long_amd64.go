//go:build amd64 && !purego

package kernel

import (
	"slices"
	"unsafe"
)

// This file has the functions for long texts, which branch on the level. What a kernel does not do is done in Go.
//
// The kernels do not check offsets: each must be within its slice.

func plainEnd(b []byte, i int) (end int, wide bool) {
	var seen uint64
	switch {
	case uint(i) >= uint(len(b)):
		return i, false
	case level == AVX512:
		end, seen = plainEndAVX512(b, i)
	case level == AVX2:
		end, seen = plainEndAVX2(b, i)
	default:
		return plainEndPortable(b, i)
	}
	return end, seen != 0
}

func stringEnd(b []byte, i int) (end int, ok bool) {
	switch {
	case uint(i) >= uint(len(b)):
		return len(b), false
	case level == AVX512:
		end = stringEndAVX512(b, i)
	case level == AVX2:
		end = stringEndAVX2(b, i)
	default:
		return stringEndPortable(b, i)
	}
	return end, end < len(b) && b[end] == '"'
}

func validString(b []byte, i int) (end int, ok bool) {
	if level == Portable {
		return validStringPortable(b, i)
	}
	for uint(i) < uint(len(b)) {
		if level == AVX512 {
			i = validStringAVX512(b, i)
		} else {
			i = validStringAVX2(b, i)
		}
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
		var k int
		var wide uint64
		if level == AVX512 {
			k, i, wide = unquoteAVX512(dst[n:], src, i)
		} else {
			k, i, wide = unquoteAVX2(dst[n:], src, i)
		}
		n += k
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
			// src or dst is too short for another block.
			k, next, rest := unquotePortable(dst[n:], src, i)
			return n + k, next, r | rest
		}
		if level == AVX512 && i > 0 {
			k, next, wide := unquoteLongAVX512(dst[n:], src, i)
			if wide != 0 {
				r |= Wide
			}
			if n += k; next > i {
				i = next
				continue
			}
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
	fault := 0
	switch level {
	case AVX512:
		end, fault = skipAVX512(b, i, depth)
	case AVX2:
		end, fault = skipAVX2(b, i, depth)
	default:
		return skipPortable(b, i, depth)
	}
	return end, Fault(fault)
}

// validCompact returns the offset after the valid object or array at i, which has no white space between tokens; -1 if Go has to check
// it.
func validCompact(b []byte, i, depth int) (end int) {
	switch level {
	case AVX512:
		return validAVX512(b, i, depth)
	case AVX2:
		return validAVX2(b, i, depth)
	}
	return -1
}

// validSpaced is validCompact for text with one space after each comma and colon.
func validSpaced(b []byte, i, depth int) (end int) {
	switch level {
	case AVX512:
		return validSpacedAVX512(b, i, depth)
	case AVX2:
		return validSpacedAVX2(b, i, depth)
	}
	return -1
}

func members(b []byte, i, depth int, separators *[separatorsSize]uint32) (end, n int, escapes uint64) {
	switch level {
	case AVX512:
		return membersAVX512(b, i, depth, separators)
	case AVX2:
		return membersAVX2(b, i, depth, separators)
	}
	return -1, 0, 0
}

func membersSpaced(b []byte, i, depth int, separators *[separatorsSize]uint32) (end, n int, escapes uint64) {
	switch level {
	case AVX512:
		return membersSpacedAVX512(b, i, depth, separators)
	case AVX2:
		return membersSpacedAVX2(b, i, depth, separators)
	}
	return -1, 0, 0
}

func invalidUTF8(b []byte) int {
	k := 0
	switch {
	case len(b) < 16 || level == Portable:
		return invalidUTF8Portable(b)
	case level == AVX512:
		k = utf8AVX512(b)
	default:
		k = utf8AVX2(b)
	}
	if k < 0 {
		return -1
	}
	return invalidUTF8From(b, k)
}

// appendEscaped appends s with the escapes of a JSON string, but without quotes, as JavaScript's JSON.stringify writes it. If ok is
// false, nothing is appended: s is not valid UTF-8, or the level has no fast form for this length.
func appendEscaped(dst []byte, s string) (_ []byte, ok bool) {
	if level == Portable || len(s) < shortest[level] {
		return dst, false
	}
	start := len(dst)
	var seen uint64
	dst = slices.Grow(dst, len(s)+len(s)/16+blockReserve)
	for i := 0; ; {
		var n int
		var wide uint64
		if level == AVX512 {
			n, i, wide = escapeAVX512(dst[len(dst):cap(dst)], s, i)
		} else {
			n, i, wide = escapeAVX2(dst[len(dst):cap(dst)], s, i)
		}
		dst = dst[:len(dst)+n]
		seen |= wide
		if i == len(s) {
			break
		}
		if c := s[i]; c < ' ' && (c < '\b' || c > '\r' || c == '\v') {
			dst = append(dst, '\\', 'u', '0', '0', '0'+c>>4, "0123456789abcdef"[c&15])
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

// shortest has the lengths from which on appendEscaped is faster than a loop over words. Loading less than
// a block is expensive with AVX2.
var shortest = [...]int{AVX2: 80, AVX512: 24}

// blockReserve is how many bytes dst must have beyond the length of the text, so that a block can be escaped at once.
const blockReserve = 128
