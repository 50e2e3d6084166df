package scan

import (
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/predict"
)

// What a cursor knows of its line while it reads it: plain values, which the methods of Cursor change. They stand below Cursor, and its
// methods above it, so that nothing here needs to know how a line is read.

// progress is how far a line has been read, and what is known of it: what every line begins anew with, which is written by one copy.
type progress struct {
	depth  int
	said   int // depth of the innermost frame of which there may be something to say when it is closed; 0 if there is none
	field  int
	key    int // offset of the opening quote of the key that was read last
	closed int // offset behind the bracket of a list or map that was closed last
	tagAt  int // offset of the tag that a union looked up last; 0 if it is none as programs write it

	lateAt  int // offset of the object whose tag is in lateTag; -1 if there is none, or its record is open
	peeked  int // offset of the object that memberIndex or positions are of; -1 if there is none, or if it has too many members
	again   int // offset of the key of a member that stood there before; -1 if there was none, and in the first try
	keyLone int // offset of the last key in which a lone surrogate was replaced
	token   int // offset of the string that Token read last

	replaced    int
	walked      int // how many bytes Find has passed
	lookupCount uint
	met         metTag
	errAt       int
	code        Code // of the first error
	inline      bool // the next Open is of an object that shares its members with the record around it

	predictions uint32 // a bit for each predicted tag of the line
}

// noProgress is where lines begin. It is a variable since a copy of it is quicker than to write each field.
var noProgress = progress{again: -1, lateAt: -1, peeked: -1, keyLone: -1, met: metTag{object: -1}}

// frame is an open object or array.
type frame struct {
	rec    *Record // nil: a list or a map
	start  int     // offset of the bracket
	field  int     // the current field of the frame below
	number int     // with rec nil: which one of its memory the list or map is, counted from 1; 0 if it is none of it
	flags  flags
	tag    int // of an unchecked record: the number of the member that has its tag

	prediction uint8 // of an unchecked record: the one by which it was chosen
}

type flags uint8

const (
	void      flags = 1 << iota // there was no object or array, or an error
	wrong                       // with rec nil: an element, at whatever depth of lists and maps, has a type that is not the spec's
	inexact                     // with rec nil: an element's Go value is not exactly what stands there
	shares                      // the record's members stand among those of the record around it
	named                       // with rec nil: it is no map, and the member whose key is at offset number has the value
	unchecked                   // the record was chosen by a predicted tag, and has not met its tag yet
)

// note is what there is to say about a field of an open record. It has offsets in place of text, so that making one
// writes no pointer.
type note struct {
	depth    int // of the record's frame
	field    int
	state    notes.State
	near     bool // Odd: the Go value is nearly what stands there, and not the zero value of a wrong type
	from, to int  // Odd: of the value; Aliased: of the inside of the key
}

// member is an unknown member of an open record, or a run of them: the first one's key, and a text from its value to the end of the last
// one, as it is to be written.
type member struct {
	depth       int // of the record's frame
	key, keyEnd int // from the opening quote to behind the closing one
	value, end  int
}

// position is where a member of the line's object stands: key is the offset of its key's quote, end that of the closing one.
type position struct{ key, end, value int }

// lookup is a Find of the first try that found something: the object, and the key's quote. The ring of the last ones is long enough for
// all that one choice takes.
type lookup struct{ object, key int }

const maxLookups = 8

// A metTag is a tag for which the first try had not looked when it chose a record, and which that record has met ([Cursor.Others]). The
// second time, the choice goes by it.
type metTag struct {
	object int // offset of the object that has it; -1 if there is none
	key    int // of the tag's key
	value  int // and value
	used   bool
}

// lateTag is the tag of an object that stands behind other members, from when TagOf has found or predicted it until the record is opened
// that it chooses. It is that of the object at Cursor.lateAt.
type lateTag struct {
	union     *Union
	context   predict.Context
	predicted bool
	number    int // of the prediction
	from, end int // of the tag, if it has been found
}

// unknownPath is an unknown member that came before.
type unknownPath struct {
	location location
	key      string // with its quotes, as it stands on the line
	drift    *Drift
}

// A location is where the record in hand stands in the line: its depth, and of the frames around it the slot of a field, or one of the
// following. It tells apart all that makes different paths of one member.
type location [7]int32

const (
	anElement int32 = -1 // of a list or map
	noStep    int32 = -2 // which the path says nothing of
	elsewhere int32 = -3 // in a member that no record has: no location has it
)
