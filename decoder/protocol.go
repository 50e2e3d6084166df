package decoder

import (
	"cmp"
	"errors"
	"io"
	"strings"

	"github.com/ndwire/ndwire/internal/protocol"
	"github.com/ndwire/ndwire/internal/scan"
)

// codec is what generated code registers for the lines of a protocol.
type codec[T any] = protocol.Lines[T, Kind]

func init() { protocol.Decoder = opener{} }

// opener implements protocol.Decoder: it makes the Readers and errors of this package for package protocol, which cannot import it.
type opener struct{}

func (opener) Open(reader, lines any, in io.Reader, options any) {
	reader.(interface {
		open(lines any, in io.Reader, opts []Option)
	}).open(lines, in, options.([]Option))
}

func (r *Reader[T]) open(lines any, in io.Reader, opts []Option) {
	c := lines.(*codec[T])
	cfg := config{maxDepth: c.Depth(), maxLine: cmp.Or(c.MaxLine, DefaultMaxLine)}
	for _, o := range opts {
		o(&cfg)
	}
	r.start(c, in, cfg)
}

func (opener) Record(line []byte) []byte { return pieceOf(line).record() }

func (opener) Fail(line []byte, code scan.Code, at int) error { return pieceOf(line).fail(code, at) }

func (opener) Finding(line []byte, f scan.Finding) error { return pieceOf(line).finding(f) }

func pieceOf(line []byte) *piece { return &piece{line: line, bounds: boundsOf(line)} }

// reasonOf returns the Reason for a code of the cursor.
func reasonOf(code scan.Code) Reason {
	switch code {
	case scan.Truncated, scan.Empty:
		return ErrTruncated
	case scan.Trailing:
		return ErrTrailing
	case scan.TooDeep:
		return ErrTooDeep
	case scan.TooMany:
		return ErrElements
	case scan.TooLarge:
		return ErrMemory
	case scan.NotObject:
		return ErrNotObject
	case scan.Unknown:
		return ErrUnknown
	case scan.Mistyped:
		return ErrType
	case scan.MissingTag:
		return ErrMissingTag
	case scan.Missing:
		return ErrMissing
	case scan.Duplicate:
		return ErrDuplicate
	case scan.BadUTF8:
		return ErrUTF8
	case scan.BadSurrogate:
		return ErrSurrogate
	case scan.OutOfRange:
		return ErrRange
	}
	return ErrSyntax
}

// A piece is a line, or a segment of a damaged one, with the position that an error needs. For a single line that was given to a
// function, file and number are unknown.
type piece struct {
	file         string
	number       int64 // 0 for a single line
	start        int64
	line         []byte
	bounds       recordBounds
	unterminated bool // the input ends in this line
}

func (p *piece) record() []byte { return p.line[p.bounds.from:p.bounds.to:p.bounds.to] }

var errEmpty = errors.New("there is no record")

// fail makes the error for a code of the cursor at an offset of the record.
func (p *piece) fail(code scan.Code, at int) *Error {
	if code == scan.Empty && p.bounds.nul {
		return p.nothingButNUL()
	}
	e := p.error(reasonOf(code), at)
	if code == scan.Empty {
		e.Err = errEmpty
	}
	// After NUL bytes, nothing more of the record will come.
	if e.Reason == ErrTruncated && p.unterminated && !p.bounds.padded {
		e.Reason, e.Err = ErrIncomplete, io.ErrUnexpectedEOF
	}
	return e
}

// nothingButNUL makes the error for a line of NUL bytes and white space.
func (p *piece) nothingButNUL() *Error {
	return &Error{File: p.file, Line: p.number, Offset: p.start, Start: p.start, Length: int64(len(p.line)), Reason: ErrNUL, Near: near(p.line, 0)}
}

func (p *piece) finding(f scan.Finding) *Error {
	e := p.error(reasonOf(f.Code), f.Offset)
	if f.Value != "" {
		e.Err = errors.New(shortened(f.Value))
	}
	return e
}

// shortened returns the beginning of a value from the input, for the text of an error.
func shortened(value string) string {
	const limit = 128
	if len(value) <= limit {
		return value
	}
	return strings.ToValidUTF8(value[:limit], "") + "…"
}

func (p *piece) error(r Reason, at int) *Error {
	record := p.record()
	at = min(max(at, 0), len(record))
	return &Error{File: p.file, Line: p.number, Start: p.start, Offset: p.start + int64(p.bounds.from+at), Length: int64(len(p.line)),
		Path: scan.PathAt(record, at), Reason: r, Near: near(record, at)}
}
