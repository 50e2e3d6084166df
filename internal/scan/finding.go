package scan

// Drift is a difference between a line and the spec. It never changes, and its strings stay valid after the line: lines that differ in the
// same way mostly share one.
type Drift struct {
	What  What
	Path  string // in jq's notation, with [] for every element: ".message.content[].caller"
	Value string // the unknown kind or enum value, or the name of the value's JSON type
}

// What is the sort of a difference. The numbers are those of decoder.DriftKind.
type What uint8

const (
	UnknownKind  What = iota + 1 // the spec's union has no such case
	UnknownField                 // the spec's record has no such member
	UnknownEnum                  // the spec's enum has no such value
	WrongType                    // the value has another JSON type than the spec's
)

// Finding is a difference that is an error in strict mode, and in no other mode.
type Finding struct {
	Code   Code
	Path   string // as in Drift
	Value  string // the kind, name or value that the finding is about
	Offset int    // in the line, in bytes
}

// Code is the reason of an error of the line (see [Cursor.Err]) or of a [Finding].
type Code uint8

const (
	_         Code = iota
	Syntax         // the byte at the offset cannot stand there
	Truncated      // the line ends within a value; the offset is the line's length
	Trailing       // there is text after the line's value
	TooDeep        // nested deeper than Options.MaxDepth
	NotObject      // the line must be a record, and its value is not an object
	Empty          // the line has only white space
	TooMany        // more elements than Options.MaxElements
	TooLarge       // the values take more memory than Options.MaxMemory

	Unknown      // finding: a kind, member or enum value that the spec does not have
	Mistyped     // finding, and the error of a value without a record: another JSON type than the spec's
	MissingTag   // finding: a union's value has no tag
	Missing      // finding: a required member is absent
	Duplicate    // finding: a member comes twice in an object
	BadUTF8      // finding: a string is not valid UTF-8
	BadSurrogate // finding: an escaped surrogate without its pair
	OutOfRange   // finding: a number outside of its Go type's range

	restart // not an error: the attempt chose a wrong record, and Retry starts the next attempt
)
