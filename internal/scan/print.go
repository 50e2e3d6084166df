package scan

import "github.com/ndwire/ndwire/internal/kernel"

// print is a fingerprint of a short text. Two texts with one are rare, and cost a copy.
func print(text []byte) uint32 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(len(text))
	for ; len(text) >= 8; text = text[8:] {
		h = (h ^ kernel.Load(text, 0)) * odd
		h ^= h >> 29
	}
	for _, b := range text {
		h = (h ^ uint64(b)) * odd
	}
	return uint32(h >> 32)
}

// sketch is a fingerprint of some of a text, however long: of 16 words at even distances.
func sketch(text []byte) uint32 {
	const words = 16
	if len(text) <= 8*words {
		return print(text)
	}
	var some [8 * words]byte
	for k := range words {
		copy(some[8*k:8*k+8], text[k*(len(text)-8)/(words-1):])
	}
	return print(some[:]) ^ uint32(len(text))
}
