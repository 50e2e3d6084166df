package transcript

import (
	"hash/maphash"
	"strings"
)

// names keeps texts that come again and again, such as the names of models, tools and sessions, in memory that is not the line's, so
// that what an Entry of a Recycled loop returns can be kept without copies of the same text. A nil names keeps nothing: the texts of
// an Entry of All are its own. Its memory is bounded: a text has one place, from which the next one drives it out.
type names struct {
	seed maphash.Seed
	kept [256]string
}

func newNames() *names { return &names{seed: maphash.MakeSeed()} }

const longName = 128 // bytes, from which on a text is no name

// keep returns s in memory that stays as it is.
func (n *names) keep(s string) string {
	if n == nil || s == "" {
		return s
	}
	if len(s) > longName {
		return strings.Clone(s)
	}
	place := &n.kept[maphash.String(n.seed, s)%uint64(len(n.kept))]
	if *place != s {
		*place = strings.Clone(s)
	}
	return *place
}

// copied returns s in memory of its own, for texts that do not come again.
func (n *names) copied(s string) string {
	if n == nil {
		return s
	}
	return strings.Clone(s)
}
