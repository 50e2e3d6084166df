package encoder

import (
	"errors"
	"strconv"
	"strings"
)

const prefix = "encoder: "

// Error says which value could not be written, and why.
type Error struct {
	Path   string // of the value, as jq writes it: .message.content[0].text; . is the value as a whole
	Reason Reason // "" if an AppendJSON method that is not generated failed with an error of its own
	Err    error  // what is wrong in detail, and what to do about it
}

// Reason classifies an Error. It is an error itself, so that errors.Is(err, encoder.ErrInvalid) works.
type Reason string

// The reasons for which a value cannot be written.
const (
	ErrInvalid  Reason = "not valid JSON"    // a raw text, or what a Writer was given
	ErrType     Reason = "wrong JSON type"   // a raw text that is no object, or not of its field's type
	ErrNil      Reason = "nil record"        // a nil pointer to a record, as a line or below it, or a nil line
	ErrNumber   Reason = "not finite"        // a float that is NaN or infinite
	ErrConflict Reason = "conflicting value" // fields that exclude each other, or a member that is another's
)

// Error returns r as a string.
func (r Reason) Error() string { return string(r) }

func newError(r Reason, detail string) *Error {
	return &Error{Path: ".", Reason: r, Err: errors.New(detail)}
}

// Conflict is for generated code: the error of fields that cannot be written together.
func Conflict(detail string) error { return newError(ErrConflict, detail) }

// Nil is for generated code: the error of a nil pointer to a record.
func Nil(dst []byte, record string) ([]byte, error) {
	return dst, newError(ErrNil, "a nil *"+record+" is no record: set it to one, or leave it out")
}

// Error is the message, which begins with the package's name.
func (e *Error) Error() string {
	text := strings.TrimPrefix(e.Err.Error(), prefix)
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

// within says that err was met in the value that is being written where text breaks off.
func within(text []byte, err error) error {
	path := openPath(text)
	inner, ok := err.(*Error)
	if !ok {
		inner = &Error{Path: ".", Err: err}
	}
	switch {
	case path == "":
		return inner
	case inner.Path != ".":
		path += inner.Path
	}
	return &Error{Path: path, Reason: inner.Reason, Err: inner.Err}
}

// openPath is the path to where text breaks off, which is before a value: "" if it is the beginning. The members of an object may all have
// a comma before them.
func openPath(text []byte) string {
	var path strings.Builder
	for i := 0; i < len(text); {
		switch text[i] {
		case '{', ',':
			key := ""
			key, i = openMember(text, i)
			path.WriteString(key)
		case '[':
			n := 0
			for i++; ; n++ {
				end := skipValue(text, i)
				if end < 0 {
					break
				}
				i = end + 1 // behind the comma
			}
			path.WriteString("[" + strconv.Itoa(n) + "]")
		default:
			return path.String()
		}
	}
	return path.String()
}

// openMember is the step to the member that has no complete value yet, and where that begins. i is where the object begins.
func openMember(text []byte, i int) (step string, value int) {
	for i+1 < len(text) && text[i+1] == '"' {
		end := skipString(text, i+1)
		if end < 0 {
			break
		}
		key := text[i+1 : end]
		value = end + 1 // behind the colon
		if i = skipValue(text, value); i < 0 {
			return pathStep(key), value
		}
	}
	return "", len(text)
}

// pathStep is how jq goes to a member, whose name is given as a JSON string.
func pathStep(quoted []byte) string {
	name := quoted[1 : len(quoted)-1]
	for i, c := range name {
		letter := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return "[" + safe(quoted) + "]"
		}
	}
	if len(name) == 0 {
		return `[""]`
	}
	return "." + string(name)
}

// safe is a JSON string in ASCII: nothing of it has an effect on a terminal.
func safe(quoted []byte) string {
	if isASCII(quoted) {
		return string(quoted)
	}
	text, _ := unquote(quoted)
	return strconv.QuoteToASCII(text)
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x7f {
			return false
		}
	}
	return true
}

// TwoSet is for generated code: the error of a union by JSON type that has more than one of its fields set. set has a bit for
// each name.
func TwoSet(union string, set uint, names ...string) error {
	var both []string
	for i, name := range names {
		if set&(1<<i) != 0 {
			both = append(both, name)
		}
	}
	return Conflict(union + ": " + strings.Join(both, " and ") + " are set, but only one of them can be written: clear the others")
}
