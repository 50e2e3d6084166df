package scan

// Code says what is wrong: with the line (Err), or in the eyes of strict mode (Findings).
type Code uint8

const (
	_         Code = iota
	Syntax         // the byte at the offset is not JSON there
	Truncated      // the line ends within a value; the offset is its length
	Trailing       // something stands behind the value
	TooDeep        // nested deeper than Options.MaxDepth
	NotObject      // a record is asked for and the line is no object
	Empty          // nothing but white space
	TooMany        // more elements than Options.MaxElements

	Unknown      // a finding: a kind, member or enum value that the spec does not know
	Mistyped     // a finding, and an error of a value that stands alone: another JSON type than the spec says
	MissingTag   // a finding: the member that says what a value is, is missing
	Missing      // a finding: a required member is missing
	Duplicate    // a finding: a member stands twice
	BadUTF8      // a finding: a string is not UTF-8
	BadSurrogate // a finding: half a surrogate pair
	OutOfRange   // a finding: a number that its field cannot hold even roughly

	restart // not an error: the first try took a tag for the wrong one
)
