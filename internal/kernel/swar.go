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

// Load returns the eight bytes at b[i:], the first one lowest. i+8 must not exceed the length.
//
// The slice expression has len(b) as its capacity, so that the compiler needs one comparison at most, and none where it knows that i is
// within bounds.
func Load(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i : i+8 : len(b)]) }

// special returns the mask of the bytes at which the plain part of a string ends: quotes, backslashes, and the control characters below
// 0x20, which are invalid in a string.
//
// XOR with 2 turns a quote (0x22) into 0x20, keeps the control characters below 0x20, and all others above, so that one comparison finds
// both. Neither XOR changes a top bit, so the top bits of w still mark the bytes that are not ASCII.
func special(w uint64) uint64 {
	return ((w ^ 2*ones - 0x21*ones) | (w ^ slash - ones)) &^ w & tops
}

// block is the number of bytes that specials looks at.
const block = 64

// specials returns a word with a bit for each byte of b, the first one lowest. It is set if special would mark the byte. All bits are
// exact.
func specials(b *[block]byte) uint64 {
	return specials8(b, 0) | specials8(b, 8)<<8 | specials8(b, 16)<<16 | specials8(b, 24)<<24 |
		specials8(b, 32)<<32 | specials8(b, 40)<<40 | specials8(b, 48)<<48 | specials8(b, 56)<<56
}

// specials8 is special without the top bits, so that the additions do not carry from byte to byte: one of them leaves the top bit clear
// if the byte is special. The multiplication gathers the eight top bits in the highest byte.
func specials8(b *[block]byte, i int) uint64 {
	w := Load(b[:], i)
	low := w &^ tops
	plain := (low ^ 2*ones + (0x80-0x21)*ones) & (low ^ slash + 0x7f*ones)
	return ^(plain | w) & tops * (1<<49 | 1<<42 | 1<<35 | 1<<28 | 1<<21 | 1<<14 | 1<<7 | 1) >> 56
}

// firstMarked returns the index of the lowest byte that a mask marks.
func firstMarked(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }

// below returns the bytes of w up to the lowest one that a mask marks, with zeros for the others. The marked byte is ASCII, so the top
// bits say which of the bytes before it are not.
func below(w, mask uint64) uint64 { return w & (mask ^ (mask - 1)) }

// nonASCII returns the mask of the bytes that are not ASCII; all its bits are exact.
func nonASCII(w uint64) uint64 { return w & tops }

// last returns the bytes of b from i on, which are fewer than eight, followed by zeros. b must have eight bytes.
func last(b []byte, i int) uint64 { return Load(b, len(b)-8) >> uint(8*(i+8-len(b))) }

func store(b []byte, i int, w uint64) { binary.LittleEndian.PutUint64(b[i:i+8:len(b)], w) }
