package transcript

import (
	"hash/maphash"
	"strings"
)

// names interns texts that recur, such as the names of models, tools and sessions, in memory of its own, so that texts of an Entry of a
// Recycled loop may be kept. A nil names copies nothing: the texts of an Entry of All are not reused. Its memory is bounded: a text
// replaces the one in its slot.
type names struct {
	seed  maphash.Seed
	kept  [256]string
	chunk strings.Builder

	session, id string // of the previous line
}

func newNames() *names { return &names{seed: maphash.MakeSeed()} }

const longName = 128 // bytes; longer texts are not interned

// keep returns s in memory that is not reused.
func (n *names) keep(s string) string {
	if n == nil || s == "" {
		return s
	}
	if len(s) > longName {
		return strings.Clone(s)
	}
	slot := &n.kept[maphash.String(n.seed, s)%uint64(len(n.kept))]
	if *slot != s {
		*slot = strings.Clone(s)
	}
	return *slot
}

// detach copies the texts of an entry's fields to memory that is not reused. Most entries have the session of the previous line, and that
// line as their parent.
func (n *names) detach(e *Entry) {
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

// chunkSize is the size in bytes of the memory that ids share: one id that is kept holds all of it.
const chunkSize = 1 << 10

// chunked copies s to memory shared with others, for short texts that do not recur.
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

// copied copies s to memory of its own, for texts that do not recur.
func (n *names) copied(s string) string {
	if n == nil {
		return s
	}
	return strings.Clone(s)
}
