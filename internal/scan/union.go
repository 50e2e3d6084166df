package scan

import (
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/kernel"
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

// valueAfter returns the offset of the tag's value if the tag's usual key is at offset key of data, and -1 otherwise: the tag may be spelled in
// another way.
func (u *Union) valueAfter(data []byte, key int) int {
	if u.size == 0 || key < 1 || key > len(data)-minRest {
		return -1
	}
	rest := data[key-1:] // from the byte in place of the brace
	if (kernel.Load(rest, 0)^u.word[0])&u.mask[0]&^0xff != 0 || kernel.Load(rest, 8)&u.mask[1] != u.word[1] {
		return -1
	}
	value := key - 1 + u.size
	if data[value] == ' ' {
		value++
	}
	if data[value] <= ' ' {
		return -1
	}
	return value
}
