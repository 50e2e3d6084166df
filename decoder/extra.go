package decoder

import (
	"bytes"
	"iter"

	"github.com/ndwire/ndwire/internal/copying"
	"github.com/ndwire/ndwire/internal/notes"
)

// Extra is the last field of every generated record. It has what the line says and the other fields cannot hold: the members that are not
// in the spec, and notes about the members that are: that a required one was absent, that an optional one was null, that a number was
// written as 1500.0. With it, a record is written back as the same JSON value that was read. A note counts only while its field is
// unchanged: a value that you set is what is written.
//
// The zero Extra is empty, as that of most records, and takes one word. What it points to is never changed in place: records with the
// same notes share them, and changing a copied record does not change the other.
type Extra notes.Extra

func (e Extra) set() *notes.Set { return notes.Extra(e).Set() }

// Len returns the number of unknown members, as All yields them.
func (e Extra) Len() int {
	n := 0
	for range e.All() {
		n++
	}
	return n
}

// Get returns the value of an unknown member; the last one, if the record has several with this name. The value is valid as long as the
// record is, and must not be changed: copies of the record share it.
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

// Set sets the value of an unknown member, in its old place if there is one with this name, else after the others. The value is copied.
// An empty value is taken as null, and a text that is not JSON as a JSON string of that text, so that a record can always be written. A
// name that the spec knows belongs to its field: a member that is set here under such a name is left out when the field is written.
func (e *Extra) Set(name string, v Raw) {
	switch v = Raw(bytes.TrimSpace(v)); {
	case len(v) == 0:
		v = Raw("null")
	case !v.valid():
		v = appendQuoted(nil, string(v))
	}
	e.replace(name, v)
}

// Delete removes a member: the unknown one with this name or, if there is none, that of a field of the record, which is then not written
// whatever the field's value is. So a program that removes a member goes on removing it when a newer spec knows it. Tags and constants,
// which the spec fixes, are written all the same. Note with Usual undoes the deletion of a field.
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

// replace makes a new set in which v, if it is not nil, is the only member with that name.
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

// setNotes makes e refer to set, or to nothing if that is empty.
func (e *Extra) setNotes(set notes.Set) {
	if len(set.Notes) == 0 && len(set.Unknown) == 0 {
		*e = Extra{}
		return
	}
	set.Writer = &lineWriter
	*e = Extra(notes.ExtraOf(&set))
}

// lineWriter is the [notes.Writer] of a record that a program has edited.
var lineWriter = notes.Writer{Write: func(line notes.Line) ([]byte, error) { return line.AppendJSON(nil) }}

// Clone copies those parts of e that may point into a line that was borrowed or into recycled memory. Notes without a text do not, and
// stay shared.
func (e Extra) Clone() Extra {
	k := copying.New()
	k.Extra((*notes.Extra)(&e))
	k.Finish()
	return e
}

// State says how a field stood on the line, where the Go field alone does not.
type State uint8

// The following numbers are those of package notes.

// The states of a field.
const (
	Usual   State = iota // as the Go field is written: there is no note
	Absent               // a required field was not there
	IsNull               // null, in a field that has its zero value then, or its default
	Present              // an optional field with its default value stood there
	Odd                  // a value that the field cannot hold as it is spelled: another JSON type, a number or a time in another form
	Inlined              // the members of the field's object stood beside the record's own

	Deleted  State = 7 // Extra.Delete has removed the member, whatever the field says
	Untagged State = 8 // the record was read without a value for its tag, which may lie in the field's object
)

var stateNames = [...]string{"usual", "absent", "null", "present", "odd", "inlined", Deleted: "deleted", Untagged: "untagged"}

// String returns the name of the state.
func (s State) String() string {
	if !s.valid() {
		s = Usual
	}
	return stateNames[s]
}

func (s State) valid() bool { return int(s) < len(stateNames) && stateNames[s] != "" }

// State returns the state of a field by its JSON name. If it is Odd, OddValue returns the value.
func (e Extra) State(name string) State {
	if s := e.set(); s != nil {
		if n := s.Find(name); n != nil {
			return State(n.State)
		}
	}
	return Usual
}

// OddValue returns the text of a field whose state is Odd, nil for others.
func (e Extra) OddValue(name string) Raw {
	if s := e.set(); s != nil {
		if n := s.Find(name); n != nil && n.State == notes.Odd {
			return n.Text
		}
	}
	return nil
}

// Note sets how a field that has its zero value, or its default, is written: m.Extra.Note("effort", decoder.IsNull). Usual removes a
// note. So does Odd: odd values can be read, but not made; give the field a value instead. Tags and constants, which the spec fixes, are
// written all the same.
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
		set.Notes = append(set.Notes, notes.Note{Name: name, State: notes.State(s), Made: true})
	}
	e.setNotes(set)
}

// Equal reports whether e and o have the same unknown members, in any order; go-cmp calls it. Notes do not count.
func (e Extra) Equal(o Extra) bool {
	if e == o {
		return true
	}
	if e.set() != nil && o.set() != nil && bytes.Equal(e.set().Unknown, o.set().Unknown) {
		return true
	}
	return e.isSubset(o) && o.isSubset(e)
}

// isSubset reports whether o has all unknown members of e, with the same text.
func (e Extra) isSubset(o Extra) bool {
	for name := range e.All() {
		v, _ := e.Get(name)
		if w, ok := o.Get(name); !ok || !bytes.Equal(v, w) {
			return false
		}
	}
	return true
}
