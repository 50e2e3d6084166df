package scan

import (
	"sync/atomic"
)

// Union is a union whose cases have a tag. Generated code has a package variable for each.
type Union struct {
	tag   string    // the name of the member that is the tag
	word  [2]uint64 // the beginning of an object whose first member is the tag, up to the colon
	mask  [2]uint64 // has 0xff for each byte of word that is compared
	size  int       // length of that beginning in bytes
	index int       // the union's number in predict.Tags
}

// unions counts the program's unions.
var unions atomic.Int32

// UnionOf returns a Union whose tag has this name. Each call makes a new union: it is for initialising a package variable.
func UnionOf(tag string) Union {
	u := Union{tag: tag, word: [2]uint64{1}, index: int(unions.Add(1)) - 1}
	if text := `{"` + tag + `":`; len(text) <= 8*len(u.word) && !needsEscapes(tag) {
		u.word[0], u.size = 0, len(text)
		fillWords(u.word[:], u.mask[:], text)
	}
	return u
}
