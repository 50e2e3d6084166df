package encoder

import (
	"errors"
	"strings"
)

const prefix = "encoder: "

// Error says which value could not be written, and why.
type Error struct {
	Path   string // of the value, as jq writes it: .message.content[0].text; . is the whole value
	Reason Reason // "" if an AppendJSON method that is not generated has returned an error of its own
	Err    error  // what is wrong in detail, and what to do about it
}

// Reason classifies an Error. It is an error itself, so that errors.Is(err, encoder.ErrInvalid) works.
type Reason string

// The reasons for which a value cannot be written.
const (
	ErrInvalid  Reason = "not valid JSON"    // a raw text, or what a Writer was given
	ErrType     Reason = "wrong JSON type"   // a raw variant of a union by JSON type, or an unknown line, of another type
	ErrNil      Reason = "nil record"        // a nil pointer to a record, as a line or below it, or a nil line
	ErrNumber   Reason = "not finite"        // a float that is NaN or infinite
	ErrRange    Reason = "out of range"      // a time that RFC 3339 cannot express
	ErrText     Reason = "no text"           // a value whose MarshalText has failed
	ErrConflict Reason = "conflicting value" // fields that exclude each other, or a member with the name of another
)

// Error returns r as a string.
func (r Reason) Error() string { return string(r) }

func newError(r Reason, detail string) *Error {
	return &Error{Path: ".", Reason: r, Err: errors.New(detail)}
}

// Error returns the message, which begins with the package's name.
func (e *Error) Error() string {
	text := string(e.Reason)
	if e.Err != nil {
		text = strings.TrimPrefix(e.Err.Error(), prefix)
	}
	if e.Path == "." {
		return prefix + text
	}
	return prefix + e.Path + ": " + text
}

// Unwrap gives both the Reason and the detail to errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	if e.Reason == "" {
		return []error{e.Err}
	}
	return []error{e.Reason, e.Err}
}
