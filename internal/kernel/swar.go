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
//
// The slice has its length in it so that the compiler needs one comparison at most, and none where i is known to be within.
func Load(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i : i+8 : len(b)]) }

// Special is the mask of the bytes at which the plain part of a string ends: quote, backslash, and the control characters
// below 0x20, which must not stand in a string.
//
// XOR with 2 makes 0x20 of a quote (0x22), and leaves the control characters below 0x20 and all others above 0x20, so
// that one comparison finds both. Neither XOR changes a top bit, so that those of w say what is not ASCII.
func Special(w uint64) uint64 {
	return ((w ^ 2*ones - 0x21*ones) | (w ^ slash - ones)) &^ w & tops
}

// block is how many bytes specials looks at.
const block = 64

// specials has a bit for each byte of b that Special would mark, the first one lowest. All of them are exact.
func specials(b *[block]byte) uint64 {
	return specials8(b, 0) | specials8(b, 8)<<8 | specials8(b, 16)<<16 | specials8(b, 24)<<24 |
		specials8(b, 32)<<32 | specials8(b, 40)<<40 | specials8(b, 48)<<48 | specials8(b, 56)<<56
}

// specials8 is Special without the top bits, so that the additions carry nothing from byte to byte: one leaves the top bit clear if its
// byte is one that is looked for. The multiplication brings the eight top bits together, in the highest byte.
func specials8(b *[block]byte, i int) uint64 {
	w := Load(b[:], i)
	low := w &^ tops
	plain := (low ^ 2*ones + (0x80-0x21)*ones) & (low ^ slash + 0x7f*ones)
	return ^(plain | w) & tops * (1<<49 | 1<<42 | 1<<35 | 1<<28 | 1<<21 | 1<<14 | 1<<7 | 1) >> 56
}

// At is the index of the lowest byte that a mask marks.
func At(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }

// Below are the bytes of w up to the lowest one that a mask marks. That one is ASCII, so that the top bits say which of the bytes
// before it are not.
func Below(w, mask uint64) uint64 { return w & (mask ^ (mask - 1)) }

// NonASCII is the mask of the bytes that are not ASCII; all its bits are exact.
func NonASCII(w uint64) uint64 { return w & tops }

// last are the bytes of b from i on, which are fewer than eight, and zeros behind them. b must have eight bytes.
func last(b []byte, i int) uint64 { return Load(b, len(b)-8) >> uint(8*(i+8-len(b))) }

func store(b []byte, i int, w uint64) { binary.LittleEndian.PutUint64(b[i:i+8:len(b)], w) }
