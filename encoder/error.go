package encoder

import (
	"errors"
	"strings"
)

const prefix = "encoder: "

var (
	errSplice  = errors.New("encoder: a record that is not an object cannot have its members beside another's: give it its full form")
	errNaN     = errors.New("encoder: JSON has no NaN: set the field to a number, or to nil if it is a pointer")
	errInf     = errors.New("encoder: JSON has no infinite numbers: set the field to a finite one, or to nil if it is a pointer")
	errRaw     = errors.New("encoder: a raw value of several lines is not JSON, so that it cannot be brought onto one: set it to valid JSON")
	errNil     = errors.New("encoder: nil is no record: write only lines that were read without an error")
	errEmpty   = errors.New("encoder: the value wrote nothing, and an empty line is no record: write null, or leave the line out")
	errLines   = errors.New("encoder: the value wrote several lines that are not one JSON value: its AppendJSON is to write JSON")
	errNewline = errors.New("encoder: the line has a newline inside: write its lines one by one")
)

// Error says which member of a value could not be written.
type Error struct {
	Path string // as jq writes it: .message.usage
	Err  error
}

// Error is the message, which begins with the package's name.
func (e *Error) Error() string {
	return prefix + e.Path + ": " + strings.TrimPrefix(e.Err.Error(), prefix)
}

// Unwrap is the reason without the path.
func (e *Error) Unwrap() error { return e.Err }

// inMember says that err was met in the member that is being written, if there is one: object ends in the middle of it.
func inMember(object []byte, err error) error {
	path := openMember(object)
	if path == "" {
		return err
	}
	if inner, ok := err.(*Error); ok {
		return &Error{Path: path + inner.Path, Err: inner.Err}
	}
	return &Error{Path: path, Err: err}
}

// openMember is the path of the member that has no complete value yet. Members begin with a comma each; the first one may, too.
func openMember(object []byte) string {
	for i := 0; i+1 < len(object) && (object[i] == ',' || i == 0 && object[i] == '{') && object[i+1] == '"'; {
		end := skipString(object, i+1)
		if end < 0 {
			return ""
		}
		key := object[i+1 : end]
		if i = skipValue(object, end+1); i < 0 {
			return pathStep(key)
		}
	}
	return ""
}

// pathStep is how jq goes to a member, whose name is given as a JSON string.
func pathStep(quoted []byte) string {
	name := quoted[1 : len(quoted)-1]
	for i, c := range name {
		letter := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return "[" + string(quoted) + "]"
		}
	}
	if len(name) == 0 {
		return `[""]`
	}
	return "." + string(name)
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
	return errors.New(prefix + union + ": " + strings.Join(both, " and ") + " are set, but only one of them can be written: clear the others")
}
