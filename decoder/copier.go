package decoder

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/internal/notes"
)

// Copier is for generated code: it makes tight copies of records. The records are copied as they are first, and then all texts
// in the copies go into one piece of memory of just their length, and all raw values into another one.
//
// The places that it is told of are those of copies: it writes to them in Finish.
type Copier struct {
	strings []*string
	raws    []*[]byte
	texts   int // bytes of all strings
	bytes   int // bytes of all raws
}

var copiers = sync.Pool{New: func() any { return new(Copier) }}

// NewCopier returns a Copier. Finish must follow.
func NewCopier() *Copier { return copiers.Get().(*Copier) }

// String takes note of a string in a copy. nil is none.
func (k *Copier) String(s *string) {
	switch {
	case s == nil:
	case *s == "":
		*s = "" // an empty one may point into the line, too
	default:
		k.strings = append(k.strings, s)
		k.texts += len(*s)
	}
}

// Raw takes note of a raw value in a copy.
func (k *Copier) Raw(r *Raw) { k.raw((*[]byte)(r)) }

func (k *Copier) raw(b *[]byte) {
	if *b != nil {
		k.raws = append(k.raws, b)
		k.bytes += len(*b)
	}
}

// Extra takes note of an Extra in a copy. Notes without a text are shared.
func (k *Copier) Extra(e *Extra) {
	if e.notes == nil || !e.notes.Recycled && len(e.notes.Unknown) == 0 && !slices.ContainsFunc(e.notes.Notes, hasText) {
		return
	}
	set := &notes.Set{Unknown: e.notes.Unknown, Notes: CopyList(e.notes.Notes), Lengths: e.notes.Lengths, Edited: e.notes.Edited}
	k.raw(&set.Unknown)
	for i := range set.Notes {
		k.String(&set.Notes[i].Alias)
		k.raw(&set.Notes[i].Text)
	}
	e.notes = set
}

// Finish makes the copies of all that the Copier was told of, which must not be used any more.
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
	const most = 1 << 10 // a Copier must not hold the memory of an unusual record for all that follow
	if cap(k.strings) > most || cap(k.raws) > most {
		return
	}
	clear(k.strings)
	clear(k.raws)
	*k = Copier{strings: k.strings[:0], raws: k.raws[:0]}
	copiers.Put(k)
}

// Copied is for generated code: a record that a Copier can copy.
type Copied[T any] interface {
	*T
	CopyParts(k *Copier)
}

// CopyRecord is for generated code: a copy of a record with all that it refers to.
func CopyRecord[T any, P Copied[T]](k *Copier, m *T) *T {
	if m == nil {
		return nil
	}
	c := *m
	P(&c).CopyParts(k)
	return &c
}

// Clone is for generated code: it copies one record.
func Clone[T any, P Copied[T]](m *T) *T {
	if m == nil {
		return nil
	}
	k := NewCopier()
	c := CopyRecord[T, P](k, m)
	k.Finish()
	return c
}

// CopyList is for generated code: a copy of a list without spare capacity.
func CopyList[T any](list []T) []T {
	if list == nil {
		return nil
	}
	c := make([]T, len(list))
	copy(c, list)
	return c
}

// CopyTarget is for generated code: a pointer to a copy.
func CopyTarget[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
