package predict

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Context is what a tag is predicted from: the key of the object's first member whose value is an object or an array, and the first bytes of
// that value, up to a digit, since ids have digits and differ from object to object. If a list opens within these bytes, a few bytes of its
// first element count as well: a message that begins {"content":[{"tool_use_id" is a user's.
type Context struct {
	start uint64 // the first 8 bytes of the value
	more  uint64 // the next 4 bytes, and a fingerprint of the key and of the 4 bytes after them
}

// ContextSize is the number of bytes of a value that a context is made of.
const ContextSize = 16

// ContextOf returns the context of a value. value must have ContextSize bytes or more.
func ContextOf(key, value []byte) Context {
	start, more := upToDigit(kernel.Load(value, 0)), uint64(0)
	if start>>56 != 0 {
		more = upToDigit(kernel.Load(value, 8))
	}
	element := more >> 32
	if bytes.IndexByte(value[8:12], '[') < 0 {
		element = 0
	}
	return Context{start, more&(1<<32-1) | (uint64(fingerprint(key))^element)<<32}
}

func (x Context) hash(union int) uint64 { return (x.start ^ x.more*3 ^ uint64(union)) * multiplier }

// upToDigit returns the bytes of w before its first digit; the others are 0.
func upToDigit(w uint64) uint64 {
	const ones = 0x0101010101010101
	x := w ^ '0'*ones                       // makes digits less than 10
	d := (x - 10*ones) &^ x & (0x80 * ones) // the lowest bit that is set is exact
	return w & (d&-d>>7 - 1)
}
