package scan

import "github.com/ndwire/ndwire/internal/kernel"

// Some strings are the same line after line: a session's id, the model, the name of a tool. A cursor remembers the short string
// that each field had last, and gives it out again: nothing is copied, and whoever keeps it for many lines keeps it once.

// repeat is what a field had. The table of them is bounded by the fields that the program's specs have, and by their length.
type repeat struct {
	text   string // without escapes, in memory of its own
	print  uint32 // fingerprint of the string that came last
	misses uint8  // in a row that were not text
}

// tired is how many strings in a row a field may have that are not the one remembered before it is left alone for good.
const tired = 32

// repeat is what the member in hand had, nil if that is of no use.
func (c *Cursor) repeat() *repeat {
	if uint(c.row) < uint(len(c.repeats)) {
		if r := &c.repeats[c.row]; r.misses < tired {
			return r
		}
	}
	return nil
}

// at reports whether the string whose text begins at data[i] is the one remembered.
func (r *repeat) at(data []byte, i int) bool {
	end := i + len(r.text)
	if uint(end) < uint(len(data)) && data[end] == '"' && string(data[i:end]) == r.text {
		r.misses = 0
		return true
	}
	return false
}

// learn looks at a text without escapes that is not the one remembered, and reports whether it is from now on.
//
// Only what comes twice in a row is remembered: a copy for every new string would cost more than it saves.
func (r *repeat) learn(text []byte) bool {
	r.misses++
	if p := print(text); p != r.print {
		r.print = p
		return false
	}
	r.text = string(text)
	return true
}

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
