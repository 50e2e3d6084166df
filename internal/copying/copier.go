// Package copying makes copies of records without spare capacity: a copied record refers to two pieces of memory of just the size that is
// needed, one for all texts and one for all raw values.
package copying

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/internal/notes"
)

// Copier copies what records refer to. The records themselves are copied first, by assignment; then String, Raw and Extra are called for
// each text, raw value and Extra in the copies, and Finish points them to the new memory.
type Copier struct {
	strings []*string
	raws    []*[]byte
	texts   int // bytes of all strings
	bytes   int // bytes of all raws
}

var copiers = sync.Pool{New: func() any { return new(Copier) }}

// New returns a Copier. Finish must follow. It is not inlined, because every record calls it.
//
//go:noinline
func New() *Copier { return copiers.Get().(*Copier) }

// String registers a string in a copy. s may be nil.
func (k *Copier) String(s *string) {
	switch {
	case s == nil:
	case *s == "":
		*s = "" // an empty string may point into the line, too
	default:
		k.strings = append(k.strings, s)
		k.texts += len(*s)
	}
}

// Raw registers a raw value in a copy.
func (k *Copier) Raw(b *[]byte) {
	if *b != nil {
		k.raws = append(k.raws, b)
		k.bytes += len(*b)
	}
}

// Extra registers an Extra in a copy. Notes without a text are shared.
func (k *Copier) Extra(e *notes.Extra) {
	old := e.Set()
	if old == nil || !old.Recycled && len(old.Unknown) == 0 && !slices.ContainsFunc(old.Notes, hasText) {
		return
	}
	set := &notes.Set{Unknown: old.Unknown, Notes: append([]notes.Note(nil), old.Notes...), Lengths: old.Lengths, Writer: old.Writer}
	k.Raw(&set.Unknown)
	for i := range set.Notes {
		k.String(&set.Notes[i].Alias)
		k.Raw(&set.Notes[i].Text)
	}
	*e = notes.ExtraOf(set)
}

func hasText(n notes.Note) bool { return n.Alias != "" || n.Text != nil }

// Finish copies everything that was registered. The Copier must not be used any more.
func (k *Copier) Finish() {
	var text strings.Builder
	text.Grow(k.texts)
	for _, s := range k.strings {
		text.WriteString(*s)
	}
	all := text.String()
	for _, s := range k.strings {
		n := len(*s)
		*s, all = all[:n], all[n:]
	}
	raw := make([]byte, 0, k.bytes)
	for _, b := range k.raws {
		from := len(raw)
		raw = append(raw, *b...)
		*b = raw[from:len(raw):len(raw)]
	}
	const maxKept = 1 << 10 // a Copier that is reused must not keep the memory of an unusually large record
	if cap(k.strings) > maxKept || cap(k.raws) > maxKept {
		return
	}
	clear(k.strings)
	clear(k.raws)
	*k = Copier{strings: k.strings[:0], raws: k.raws[:0]}
	copiers.Put(k)
}
