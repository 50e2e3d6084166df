package predict

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Context is what a tag is predicted by: the key of the first member that is an object or an array, and the first bytes of that, up to a
// digit: ids have digits, and differ from object to object. Of a list that opens within them, the first element counts as well: a message
// that begins {"content":[{"tool_use_id" is a user's.
type Context struct {
	start uint64 // the first 8 bytes of the value
	more  uint64 // the next 4, and a fingerprint of the key and the 4 behind them
}

// ContextSize is how many bytes of a value a context is made of.
const ContextSize = 16

// ContextOf is the context of a value, of which there are ContextSize bytes or more.
func ContextOf(key, value []byte) Context {
	start, more := upToDigit(kernel.Load(value, 0)), uint64(0)
	if start>>56 != 0 {
		more = upToDigit(kernel.Load(value, 8))
	}
	behind := more >> 32
	if bytes.IndexByte(value[8:12], '[') < 0 {
		behind = 0
	}
	return Context{start, more&(1<<32-1) | (uint64(fingerprint(key))^behind)<<32}
}

func (x Context) hash(union int) uint64 { return (x.start ^ x.more*3 ^ uint64(union)) * odd }

// odd spreads the bits of what is multiplied by it.
const odd = 0x9e3779b97f4a7c15

// upToDigit are the bytes of w before the first digit.
func upToDigit(w uint64) uint64 {
	const ones = 0x0101010101010101
	x := w ^ '0'*ones                       // digits are below 10 then
	d := (x - 10*ones) &^ x & (0x80 * ones) // the first one is exact
	return w & (d&-d>>7 - 1)
}

// fingerprint is one of a text: of a long one, of 16 words at even distances. Two texts with one are rare, and cost a wrong prediction or a
// copy.
func fingerprint(text []byte) uint32 {
	const words = 16
	h := uint64(len(text))
	if len(text) > 8*words {
		var some [8 * words]byte
		for k := range words {
			copy(some[8*k:8*k+8], text[k*(len(text)-8)/(words-1):])
		}
		text = some[:]
	}
	for ; len(text) >= 8; text = text[8:] {
		h = (h ^ kernel.Load(text, 0)) * odd
		h ^= h >> 29
	}
	for _, b := range text {
		h = (h ^ uint64(b)) * odd
	}
	return uint32(h >> 32)
}
