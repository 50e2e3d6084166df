package transcript

import (
	"hash/maphash"
	"strings"
)

// names keeps texts that come again and again, such as the names of models, tools and sessions, in memory that is not the line's, so
// that what an Entry of a Recycled loop returns can be kept without copies of the same text. A nil names keeps nothing: the texts of
// an Entry of All are its own. Its memory is bounded: a text has one place, from which the next one drives it out.
type names struct {
	seed  maphash.Seed
	kept  [256]string
	chunk strings.Builder

	session, id string // of the line before
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

// own has the texts of an entry's fields in memory that stays as it is. The session is mostly that of the line before, and the parent that line.
func (n *names) own(e *Entry) {
	e.names = n
	if e.Session != n.session {
		n.session = n.keep(e.Session)
	}
	e.Session = n.session
	if e.Parent == n.id {
		e.Parent = n.id
	} else {
		e.Parent = n.keep(e.Parent)
	}
	n.id = n.chunked(e.ID)
	e.ID = n.id
}

// chunkSize is the memory that ids share, in bytes: who keeps one of them keeps those beside it.
const chunkSize = 1 << 10

// chunked returns s in memory that it shares with others, for short texts that do not come again.
func (n *names) chunked(s string) string {
	if n == nil || len(s) > longName {
		return n.copied(s)
	}
	if n.chunk.Cap()-n.chunk.Len() < len(s) {
		n.chunk = strings.Builder{}
		n.chunk.Grow(chunkSize)
	}
	from := n.chunk.Len()
	n.chunk.WriteString(s)
	return n.chunk.String()[from:]
}

// copied returns s in memory of its own, for texts that do not come again.
func (n *names) copied(s string) string {
	if n == nil {
		return s
	}
	return strings.Clone(s)
}
