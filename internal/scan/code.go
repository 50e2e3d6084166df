package scan

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
