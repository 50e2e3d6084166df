package writing

import (
	"errors"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/rawtext"
)

func newError(r encoder.Reason, detail string) *encoder.Error {
	return &encoder.Error{Path: ".", Reason: r, Err: errors.New(detail)}
}

// invalid returns the error of a text that is not a JSON value; at is the offset of the first invalid byte.
func invalid(text []byte, at int) error {
	return newError(encoder.ErrInvalid, rawtext.Fault(text, at))
}

// Conflict returns the error of fields that cannot be written together.
func Conflict(detail string) error { return newError(encoder.ErrConflict, detail) }

// Nil returns the error of a nil pointer to a record. It is not inlined, because every record calls it.
//
//go:noinline
func Nil(dst []byte, record string) ([]byte, error) {
	return dst, newError(encoder.ErrNil, "a nil *"+record+" is not a record: set it to one, or leave it out")
}

// inMember returns err with the path of the value that was being written when it occurred. text is what was written, up to that value.
func inMember(text []byte, err error) error {
	path := openPath(text)
	inner, ok := err.(*encoder.Error)
	if !ok {
		inner = &encoder.Error{Path: ".", Err: err}
	}
	switch {
	case path == "":
		return inner
	case inner.Path != ".":
		path += inner.Path
	}
	return &encoder.Error{Path: path, Reason: inner.Reason, Err: inner.Err}
}

// openPath returns the path of the value before which text ends, "" if that is the whole value. All members of an object may have a comma
// before them.
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
				i = end + 1 // after the comma
			}
			path.WriteString("[" + strconv.Itoa(n) + "]")
		default:
			return path.String()
		}
	}
	return path.String()
}

// openMember returns the step of the path to the member whose value is not complete, and the offset of the value. i is the offset of the
// object.
func openMember(text []byte, i int) (step string, value int) {
	for i+1 < len(text) && text[i+1] == '"' {
		end := skipString(text, i+1)
		if end < 0 {
			break
		}
		key := text[i+1 : end]
		value = end + 1 // after the colon
		if i = skipValue(text, value); i < 0 {
			return pathStep(key), value
		}
	}
	return "", len(text)
}

// pathStep returns the step of a jq path to a member; quoted is its name as a JSON string.
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

// safe returns a JSON string in ASCII, which cannot control a terminal.
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

// TwoSet returns the error of a union by JSON type that has more than one of its fields set. set has a bit for each name.
func TwoSet(union string, set uint, names ...string) error {
	var both []string
	for i, name := range names {
		if set&(1<<i) != 0 {
			both = append(both, name)
		}
	}
	return Conflict(union + ": " + strings.Join(both, " and ") + " are set, but only one of them can be written: clear the others")
}
