package predict

import "github.com/ndwire/ndwire/internal/kernel"

// multiplier is the factor of the hashes: it spreads the bits of a word.
const multiplier = 0x9e3779b97f4a7c15

// fingerprint hashes a text; of a long one, 16 words at even distances. Two texts with the same fingerprint are rare, and cost a wrong
// prediction or a copy.
func fingerprint(text []byte) uint32 {
	const words = 16
	h := uint64(len(text))
	if len(text) > 8*words {
		var sample [8 * words]byte
		for k := range words {
			copy(sample[8*k:8*k+8], text[k*(len(text)-8)/(words-1):])
		}
		text = sample[:]
	}
	for ; len(text) >= 8; text = text[8:] {
		h = (h ^ kernel.Load(text, 0)) * multiplier
		h ^= h >> 29
	}
	for _, b := range text {
		h = (h ^ uint64(b)) * multiplier
	}
	return uint32(h >> 32)
}
