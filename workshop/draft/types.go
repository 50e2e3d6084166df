package draft

// The forms for texts and numbers that a spec has no type for yet, with what is said of them: a form that comes is used by changing its line.
var (
	Time    = Form{"string", "RFC 3339 time"}
	Seconds = Form{"number", "seconds since 1970"}
	Millis  = Form{"int64", "milliseconds since 1970"}
	Encoded = Form{"string", "JSON in a string"}
)

// Form is a type, and the comment of a field that has it.
type Form struct{ Type, Comment string }
