package decoder

import (
	"bytes"
	"iter"

	"github.com/ndwire/ndwire/internal/copying"
	"github.com/ndwire/ndwire/internal/notes"
)

// Extra is the last field of every generated record: what its line said that the other fields cannot say.
//
// It holds the members that the spec does not name, and notes about those that it names: that a required one was absent,
// that an optional one was null, that a number was written as 1500.0. With its notes a record is written back as the same
// JSON value that was read. A note counts only while its field is unchanged: a value that you set is what is written.
//
// The zero Extra has nothing to say. That is so for most records, and costs one word. What is behind it is never changed in
// place: records with the same notes share them, and a copied record has its own.
type Extra notes.Extra

func (e Extra) set() *notes.Set { return notes.Extra(e).Set() }

// Len is the number of unknown members, as All gives them.
func (e Extra) Len() int {
	n := 0
	for range e.All() {
		n++
	}
	return n
}

// Get finds an unknown member by its name; the last one, if it stood there twice.
func (e Extra) Get(name string) (v Raw, ok bool) {
	if e.set() == nil {
		return nil, false
	}
	for m := range members(e.set().Unknown, 0) {
		if m.is(name) {
			v, ok = m.value, true
		}
	}
	return v, ok
}

// All ranges over the unknown members in the order of the line.
func (e Extra) All() iter.Seq2[string, Raw] {
	return func(yield func(string, Raw) bool) {
		if e.set() == nil {
			return
		}
		for m := range members(e.set().Unknown, 0) {
			if !yield(m.name(), m.value) {
				return
			}
		}
	}
}

// Set gives an unknown member a value, in its old place if it has one, else behind the others. The value is copied. An empty
// value is taken as null, and a text that is no JSON as a JSON string of that text, so that a record can always be written.
// A name that the spec knows belongs to its field: a member that is set here under such a name is left out when the field is
// written.
func (e *Extra) Set(name string, v Raw) {
	switch v = Raw(bytes.TrimSpace(v)); {
	case len(v) == 0:
		v = Raw("null")
	case !v.valid():
		v = appendQuoted(nil, string(v))
	}
	e.replace(name, v)
}

// Delete removes a member: an unknown one, or one that a field of the record has, which is then not written whatever the field
// says. So a program that removes a member goes on doing that when a newer spec knows it. What the spec fixes is written all the
// same: a tag, a constant. Note with Usual brings a field back.
func (e *Extra) Delete(name string) {
	if _, ok := e.Get(name); ok {
		e.replace(name, nil)
		return
	}
	if s := e.set(); s != nil {
		for _, n := range s.Notes {
			if n.State == notes.Aliased && n.Alias == name {
				name = n.Name
				break
			}
		}
	}
	e.Note(name, Deleted)
}

// replace makes a new set in which v, if it is not nil, is the only member of that name.
func (e *Extra) replace(name string, v Raw) {
	var set notes.Set
	var old []byte
	if s := e.set(); s != nil {
		set.Notes, set.Recycled, old = s.Notes, s.Recycled, s.Unknown
	}
	text := make([]byte, 0, len(old)+len(name)+len(v)+4)
	put := func(key, value []byte) {
		if len(text) > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, key...), ':'), value...)
	}
	for m := range members(old, 0) {
		switch {
		case !m.is(name):
			put(m.key, m.value)
		case v != nil:
			put(m.key, v)
			v = nil
		}
	}
	if v != nil {
		put(appendQuoted(nil, name), v)
	}
	if len(text) > 0 {
		set.Unknown = text
	}
	e.setNotes(set)
}

func (e *Extra) setNotes(set notes.Set) {
	if len(set.Notes) == 0 && len(set.Unknown) == 0 {
		*e = Extra{}
		return
	}
	set.Edited = true
	*e = Extra(notes.ExtraOf(&set))
}

// Clone copies what is behind e that may point into a line, which was borrowed or whose memory is used again. Notes without a
// text do not, and stay shared.
func (e Extra) Clone() Extra {
	k := copying.New()
	k.Extra((*notes.Extra)(&e))
	k.Finish()
	return e
}

// State is how a named field stood on the line, where the Go field alone does not tell.
type State uint8

// The states of a field. The numbers are those of package notes.
const (
	Usual   State = iota // as the Go field would be written: there is no note
	Absent               // a required field was not there
	IsNull               // null, in a field that reads as its zero value
	Present              // an optional field stood there with its default value
	Odd                  // a value that the field cannot hold: another JSON type, or a number in another form
	Inlined              // the members of the field's object stood beside the record's own

	Deleted State = 7 // Extra.Delete has removed the member, whatever the field says
)

var stateNames = [...]string{"usual", "absent", "null", "present", "odd", "inlined", Deleted: "deleted"}

// String is the state's name.
func (s State) String() string {
	if !s.valid() {
		s = Usual
	}
	return stateNames[s]
}

func (s State) valid() bool { return int(s) < len(stateNames) && stateNames[s] != "" }

// State looks up a named field by its JSON name; OddValue is what stood there if the answer is Odd.
func (e Extra) State(name string) State {
	if s := e.set(); s != nil {
		if n := s.Find(name); n != nil {
			return State(n.State)
		}
	}
	return Usual
}

// OddValue is the text of a field that is noted as Odd, nil for others.
func (e Extra) OddValue(name string) Raw {
	if s := e.set(); s != nil {
		if n := s.Find(name); n != nil && n.State == notes.Odd {
			return n.Text
		}
	}
	return nil
}

// Note sets how a field that has its zero value is to be written: m.Extra.Note("effort", decoder.IsNull). Usual takes a note
// away. Odd does, too: an odd value can be read, but not made; give the field a value instead.
func (e *Extra) Note(name string, s State) {
	if e.State(name) == s && s != Odd {
		return
	}
	var set notes.Set
	if e.set() != nil {
		set.Unknown, set.Recycled = e.set().Unknown, e.set().Recycled
		for _, n := range e.set().Notes {
			if n.Name != name || n.State == notes.Aliased && s != Deleted {
				set.Notes = append(set.Notes, n)
			}
		}
	}
	if s != Usual && s != Odd && s.valid() {
		set.Notes = append(set.Notes, notes.Note{Name: name, State: notes.State(s)})
	}
	e.setNotes(set)
}

// Equal reports whether two have the same unknown members, in any order; go-cmp calls it. Notes do not count.
func (e Extra) Equal(o Extra) bool {
	if e == o {
		return true
	}
	if e.set() != nil && o.set() != nil && bytes.Equal(e.set().Unknown, o.set().Unknown) {
		return true
	}
	return e.isSubset(o) && o.isSubset(e)
}

// within reports whether o has all unknown members of e, with the same text.
func (e Extra) isSubset(o Extra) bool {
	for name := range e.All() {
		v, _ := e.Get(name)
		if w, ok := o.Get(name); !ok || !bytes.Equal(v, w) {
			return false
		}
	}
	return true
}
