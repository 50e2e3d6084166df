package kernel

import (
	"encoding/binary"
	"math/bits"
)

const (
	ones  = 0x0101010101010101
	tops  = 0x8080808080808080
	quote = '"' * ones
	slash = '\\' * ones
)

// Load is the eight bytes at b[i:], the first one lowest. i+8 must not be beyond the end.
func Load(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// Special is the mask of the bytes at which the plain part of a string ends: quote, backslash, and the control characters
// below 0x20, which must not stand in a string.
//
// XOR with 2 makes 0x20 of a quote (0x22), and leaves the control characters below 0x20 and all others above 0x20, so
// that one comparison finds both.
func Special(w uint64) uint64 {
	q := w ^ 2*ones
	s := w ^ slash
	return ((q-0x21*ones)&^q | (s-ones)&^s) & tops
}

// At is the index of the lowest byte that a mask marks.
func At(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }

// Below are the bytes of w under the lowest one that a mask marks.
func Below(w, mask uint64) uint64 { return w & (mask&-mask>>7 - 1) }

// NonASCII is the mask of the bytes that are not ASCII; all its bits are exact.
func NonASCII(w uint64) uint64 { return w & tops }

func store(b []byte, i int, w uint64) { binary.LittleEndian.PutUint64(b[i:], w) }
