package rawtext

import (
	"encoding/binary"
	"math/rand/v2"
)

// AppendJSON takes a buffer and nothing else, and appends through any number of records and packages. What all of them have in common is
// the beginning of that buffer, which append carries along when it grows. A Writer with encoder.Trusted begins its buffer with a mark, which
// says that what is appended need not be checked. The mark is 128 random bits of this process, which are in no file: no other buffer
// begins with them.

// MarkSize is how many bytes Begin writes. They are no part of the output.
const MarkSize = 16

var mark = [2]uint64{rand.Uint64(), rand.Uint64()}

// Begin appends the mark to dst, which must be empty.
func Begin(dst []byte) []byte {
	return binary.NativeEndian.AppendUint64(binary.NativeEndian.AppendUint64(dst, mark[0]), mark[1])
}

// Trusted reports whether dst is a buffer that Begin began.
func Trusted(dst []byte) bool {
	return len(dst) >= MarkSize && binary.NativeEndian.Uint64(dst) == mark[0] && binary.NativeEndian.Uint64(dst[8:]) == mark[1]
}
