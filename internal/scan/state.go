package scan

import (
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/predict"
)

// The state of a cursor within one line: plain structs without methods. The Cursor has them as fields, and its methods change them.

// progress is the part of a cursor's state that every line begins anew with. It is one struct so that [Cursor.rewind] sets it by one copy.
// Offsets are in bytes from the start of the line.
type progress struct {
	depth      int // number of open objects and arrays
	extraDepth int // depth of the innermost frame that has notes, unknown members or a check to do when it closes; 0 if none has
	field      int // number of the field that is being read, in the record of the innermost frame
	key        int // offset of the opening quote of the key that was read last
	closed     int // offset after the bracket of the list or map that was closed last
	tagAt      int // offset of the last tag that TagText returned, of those without escapes and in ASCII; 0 if there is none

	lateAt       int // offset of the object that lateTag is about; -1 if there is none, or its record is open
	peeked       int // offset of the object that memberIndex or positions are about; -1 if there is none, or if it has more than maxPositions members
	duplicate    int // exact attempt: offset of the key of the last member that came for the second time; -1 if there is none
	surrogateKey int // offset of the last key in which U+FFFD replaced a surrogate without its pair; -1 if there is none
	token        int // offset of the string that Token read last

	replaced    int           // number of strings in which U+FFFD replaced something
	walked      int           // number of bytes that the searches for tags have skipped
	lookupCount uint          // number of lookups so far; see Cursor.lookups
	unsearched  unsearchedTag // see unsearchedTag
	errAt       int           // offset of the first error
	code        Code          // of the first error; 0 if there is none
	inline      bool          // the next Open is of an object whose members stand among those of the record around it

	predictions uint32 // a bit for each predicted tag that the attempt used
}

// noProgress is the progress at the start of a line. It is a variable because copying it is faster than setting each field.
var noProgress = progress{duplicate: -1, lateAt: -1, peeked: -1, surrogateKey: -1, unsearched: unsearchedTag{object: -1}}

// frame is an open object or array.
type frame struct {
	rec    *Record // the record; nil for a list, a map or a wrapper
	start  int     // offset of the opening bracket
	field  int     // the value of progress.field in the frame around this one
	number int     // list, map: the number of its memory in the pool, from 1; 0 if it has none there
	each   int     // list, map: the size of an element or member in bytes
	key    int     // wrapper: the offset of the key before the value
	tag    int     // unchecked record: the number of the member that is its tag
	flags  flags

	prediction uint8 // unchecked record: the number of the prediction that chose it
}

// flags are properties of a frame.
type flags uint8

const (
	void      flags = 1 << iota // the value has another type than the spec's, or there was an error: nothing was opened
	wrong                       // list, map: an element, in it or in a list or map within it, has another type than the spec's
	inexact                     // list, map: an element has another spelling than the canonical one of its Go value
	inlined                     // record: its members stand among those of the record around it
	wrapper                     // the object around a value of an external or adjacent union
	unchecked                   // record: a predicted tag chose it, and the tag has not been read yet
)

// note is a [notes.Note] while its record is open. It has offsets instead of text, so that making one writes no pointer.
type note struct {
	depth     int // of the record's frame
	field     int // the field's number
	state     notes.State
	respelled bool // Odd: the type is the spec's, only the spelling is not the canonical one
	from, to  int  // Odd: the offsets of the value; Aliased: from is the offset of the key's opening quote
}

// hasText reports whether the note has a text of the line: of the value, or of its key.
func (n *note) hasText() bool { return n.state == notes.Odd || n.state == notes.Aliased }

// member is an unknown member of an open record, or a run of them whose text is canonical: key and keyEnd are of the first member, and the
// text from value to end has its value and all further members.
type member struct {
	depth       int // of the record's frame
	key, keyEnd int // offsets of the opening quote, and after the closing one
	value, end  int // offsets of the value, and after it
}

// position is where a member of the peeked object stands: the offsets of the quotes around its key, and of its value.
type position struct{ key, end, value int }

// lookup is a successful Find of the first attempt: the offsets of the object, and of the opening quote of the member's key. A record is
// chosen by at most maxLookups of them.
type lookup struct{ object, key int }

const maxLookups = 8

// unsearchedTag is a tag that an attempt did not search: it chose the record without the tag, and then the record read the tag
// ([Cursor.TagWithoutField]). The attempt starts again, and the tag chooses the record.
type unsearchedTag struct {
	object int  // offset of the object that has the tag; -1 if there is none
	key    int  // offset of the tag's key
	value  int  // offset of the tag
	used   bool // the second attempt has begun
}

// lateTag is a tag that stands behind other members of its object. It is valid from the call of TagOf that finds or predicts the tag to the
// opening of the record that the tag chooses. The object is at Cursor.lateAt.
type lateTag struct {
	union     *Union
	context   predict.Context
	predicted bool // otherwise it was found
	number    int  // predicted: of the prediction
	from, end int  // found: the offsets of the opening quote, and after the closing one
}

// location identifies the path of a record: its depth, and for each frame around it the slot of the current field or one of the following
// constants. Two records with the same location have the same path.
type location [7]int32

const (
	anElement int32 = -1 // an element of a list or map
	noStep    int32 = -2 // a frame that adds nothing to the path
	elsewhere int32 = -3 // a value of an external or adjacent union: no location has it
)
