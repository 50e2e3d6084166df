// Package notes holds what the line of a record says and its fields cannot hold: the members that are not in the spec, and how a member of
// the spec stood there if it is not written so without a note. decoder.Extra is the public form of it; package scan makes sets, and package
// writing writes lines by them.
package notes

// Extra points to the set of a record, if it has one. decoder.Extra is the same type under another name: packages of this module convert
// one to the other, and no others can access the set.
type Extra struct{ set *Set }

// ExtraOf returns the Extra over a set, or over nil.
func ExtraOf(s *Set) Extra { return Extra{s} }

// Set returns the set that e points to, nil if there is none. It must not be changed.
func (e Extra) Set() *Set { return e.set }

// Set has the notes and the unknown members of a record. Records with equal notes share one, so it is not changed once a record points to
// it, unless the record is recycled.
type Set struct {
	Notes   []Note
	Unknown []byte // the unknown members as they stood, separated by commas: `"a":1,"b":[2]`

	// Lengths has a bit for each length of a name in Notes, modulo 64, if it is known that none of the record's names is written with
	// escapes. Otherwise it is 0. It saves most searches for the note of a member: most members have none, and a length that no name in
	// Notes has.
	Lengths uint64

	// Writer is of a set that a program has made, and nil in all others. It writes the line: programs that make no sets do not link the encoders
	// to find the kinds of edited lines.
	Writer *Writer

	// Recycled says that the set and its notes lie in recycled memory: a clone must not share them.
	Recycled bool
}

// Edited reports whether a program has made the set: the unknown members may have names of the record's own members.
func (s *Set) Edited() bool { return s.Writer != nil }

// Writer writes lines.
type Writer struct {
	Write func(line Line) ([]byte, error)
}

// Line is a line that can be written.
type Line interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// Note says how a member of the spec stood on the line.
type Note struct {
	Name  string // of the member, as the spec names it
	State State
	Alias string // State Aliased: the name under which the member was read
	Text  []byte // State Odd: the JSON text of the value

	// Respelled goes with State Odd: the field has a value, and Text is another or a more exact spelling of it (1500.0 in an int, a text
	// with a lone surrogate). Without it, the field has the value of an absent member, as after a wrong JSON type. The encoder needs it
	// for fields that a program has cleared: then a respelled text is out of date.
	Respelled bool

	// Made says that a program has made the note. Such a note does not change tags and constants.
	Made bool
}

// State says how a member stood on the line, where the Go field alone does not.
type State uint8

const (
	Usual    State = iota // as the Go field is written: there is no note
	Absent                // a required member was not there
	IsNull                // null, in a field that has its zero value then
	Present               // an optional member with its default value stood there
	Odd                   // a value that the field cannot hold exactly: another JSON type, or another spelling
	Inlined               // the members of the field's object stood beside the record's own
	Aliased               // the member was read under another name; there may be another note with another state of it
	Deleted               // a program has removed the member, whatever its field's value is
	Untagged              // the record was read without a value for its tag, which may lie in the field's object
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

// Lacks reports whether it is certain that there is no note about a member whose name is written with length bytes.
func (s *Set) Lacks(length int) bool { return s.Lengths != 0 && s.Lengths>>(length%64)&1 == 0 }

// About returns what Find and FindAlias return.
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

// FindAlias returns the name under which a member was read, "" if that was its own.
func (s *Set) FindAlias(name string) string {
	for i := range s.Notes {
		if n := &s.Notes[i]; n.Name == name && n.State == Aliased {
			return n.Alias
		}
	}
	return ""
}
