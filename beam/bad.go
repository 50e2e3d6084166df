package ndwirebeam

import (
	"errors"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/ndwire/ndwire/decoder"
)

func init() {
	beam.RegisterType(reflect.TypeFor[BadLine]())
	register.Emitter1[BadLine]()
	register.Iter1[BadLine]()
}

// BadLine is a line that could not be decoded, or a file that could not be read.
type BadLine struct {
	File         string
	Part, Offset int64  // of the line, as in Place
	At           int64  // offset of the damage
	Length       int64  // of the line in bytes; 0 if the file or archive is bad as a whole
	Path         string // of the bad value, as jq writes it
	Reason       string // a decoder.Reason, such as "truncated"
	Message      string // what is wrong, in one printable line, with an excerpt and without the file's name
}

// badLine returns the BadLine for an error of a line in a file.
func badLine(path string, part int64, e *decoder.Error) BadLine {
	about := *e
	about.File, about.Line = "", 0 // the number counts from the beginning of the range, not of the file
	return BadLine{File: path, Part: part, Offset: e.Start, At: e.Offset, Length: e.Length, Path: e.Path, Reason: string(e.Reason), Message: about.Error()}
}

// unreadable returns the BadLine for a file that cannot be opened.
func unreadable(path string, offset int64, cause error) BadLine {
	return badLine(path, 0, &decoder.Error{Reason: decoder.ErrUnreadable, Start: offset, Offset: offset, Err: errors.Unwrap(cause)})
}
