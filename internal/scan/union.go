package scan

import (
	"sync/atomic"
)

// Union is a union whose cases have a tag. Generated code has one for each, as a variable.
type Union struct {
	tag   string    // the member's name
	word  [2]uint64 // the beginning of an object that has the tag first, up to the colon
	mask  [2]uint64 // which bytes of it are compared
	size  int       // of that beginning
	index int       // its number in predictions
}

// unions counts the unions of the program.
var unions atomic.Int32

// UnionOf is a Union with a tag of this name. Call it once for each, to initialise a package variable.
func UnionOf(tag string) Union {
	u := Union{tag: tag, word: [2]uint64{1}, index: int(unions.Add(1)) - 1}
	if text := `{"` + tag + `":`; len(text) <= 8*len(u.word) && !needsEscapes(tag) {
		u.word[0], u.size = 0, len(text)
		prepare(u.word[:], u.mask[:], text)
	}
	return u
}
