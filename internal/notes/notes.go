// Package notes holds what a record's line said that the record's fields cannot say: the members that its spec does not
// name, and how a named member stood there if that was not the usual way. decoder.Extra is its public face; package scan makes
// sets, package writing writes them back.
package notes

// Extra points to what there is to say of a record's line, if anything. decoder.Extra is the same type under another name: packages of
// this module convert one to the other, and nobody else reaches what is behind it.
type Extra struct{ set *Set }

// ExtraOf returns the Extra over a set, or over nil.
func ExtraOf(s *Set) Extra { return Extra{s} }

// Set returns what e points to, nil if there is nothing to say. It must not be changed.
func (e Extra) Set() *Set { return e.set }

// Set is never changed once a record points to it, unless the record itself is recycled: records with equal notes share one.
type Set struct {
	Notes   []Note
	Unknown []byte // the unknown members as they stood, joined by commas: `"a":1,"b":[2]`

	// Lengths has a bit for each length of a name in Notes, modulo 64, if it is known that none of the record's names is written with
	// escapes. Otherwise it is 0. Most members have no note, and most of these a length that none of those with a note has.
	Lengths uint64

	// Edited says that a program has made this set: the unknown members may have names that the record itself writes.
	Edited bool

	// Recycled says that the set and its notes lie in memory that is used again: a clone must not share them.
	Recycled bool
}

// Note says how one named member stood on the line.
type Note struct {
	Name  string // of the member, as the spec names it
	State State
	Alias string // State Aliased: the name that was read instead
	Text  []byte // State Odd: the JSON text of the whole member value

	// Near goes with State Odd: the field has a value, and Text is another or a more exact spelling of it (1500.0 in an
	// int, a text with half a surrogate pair). Without it the field reads as if the member were not there, as after a wrong
	// JSON type. The encoder needs it for fields that a program has cleared: then a Near text is out of date.
	Near bool
}

// State is how a member stood on the line, where the Go field alone does not tell.
type State uint8

const (
	Usual   State = iota // as the Go field would be written: there is no note
	Absent               // a required member was not there
	IsNull               // null, in a field that reads as its zero value
	Present              // an optional member stood there with its default value
	Odd                  // a value that the field cannot hold exactly: another JSON type, or another spelling
	Inlined              // the members of the field's object stood beside the record's own
	Aliased              // read under another name; goes with any other state of the same member
	Deleted              // a program wants it left out, whatever its field says
)

// Find returns the note about a member with a state other than Aliased, nil if there is none.
func (s *Set) Find(name string) *Note {
	for i := range s.Notes {
		if n := &s.Notes[i]; n.Name == name && n.State != Aliased {
			return n
		}
	}
	return nil
}

// MakeLengths sets Lengths. None of the record's names may be written with escapes.
func (s *Set) MakeLengths() {
	for i := range s.Notes {
		s.Lengths |= 1 << (len(s.Notes[i].Name) % 64)
	}
}

// Lacks reports whether there is no note about a member for sure, whose name is written with so many bytes.
func (s *Set) Lacks(length int) bool { return s.Lengths != 0 && s.Lengths>>(length%64)&1 == 0 }

// About is Find and FindAlias in one.
func (s *Set) About(name string) (note *Note, alias string) {
	for i := range s.Notes {
		switch n := &s.Notes[i]; {
		case n.Name != name:
		case n.State == Aliased:
			alias = n.Alias
		case note == nil:
			note = n
		}
	}
	return note, alias
}

// FindAlias returns the name that a member was read by, "" for its own.
func (s *Set) FindAlias(name string) string {
	for i := range s.Notes {
		if n := &s.Notes[i]; n.Name == name && n.State == Aliased {
			return n.Alias
		}
	}
	return ""
}
