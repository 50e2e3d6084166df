package decoder

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ndwire/ndwire/internal/printable"
)

// Error says what is wrong with one line, and where.
type Error struct {
	File   string // if the input has names
	Line   int64  // 1-based; 0 for a single line given to an Unmarshal function
	Offset int64  // of the offending byte in the (decompressed) file
	Start  int64  // where the line begins: Offset-Start is the offset in the line
	Length int64  // of the whole line, also if it was too long
	Path   string // of the value, as jq writes it: .message.content[0].text
	Reason Reason
	Near   string // a short excerpt around Offset, quoted
	Err    error  // the cause, if there is more to say than Reason
}

// Error returns "FILE:LINE:COLUMN: PATH: REASON: CAUSE near EXCERPT", without the parts that are unknown; what is missing is named, as in
// "missing subtype". Columns count bytes from 1. Where there is no file name, the text begins with "ndwire: ". Nothing in it can control
// a terminal or begin a new line: control characters, bidirectional controls and invalid UTF-8 are escaped as in a Go string, and long
// names are cut.
func (e *Error) Error() string {
	var b strings.Builder
	column := strconv.FormatInt(e.Offset-e.Start+1, 10)
	switch {
	case e.File != "" && e.Line > 0:
		b.WriteString(e.File + ":" + strconv.FormatInt(e.Line, 10) + ":" + column + ": ")
	case e.File != "":
		b.WriteString(e.File + ": ")
	case e.Line > 0:
		b.WriteString("ndwire: " + strconv.FormatInt(e.Line, 10) + ":" + column + ": ")
	default:
		b.WriteString("ndwire: column " + column + ": ")
	}
	if e.Path != "" && e.Path != "." { // "." is the whole line
		b.WriteString(printable.Excerpt(e.Path, maxShown) + ": ")
	}
	switch {
	case e.Err == nil:
		b.WriteString(string(e.Reason))
	case e.Reason == ErrMissing || e.Reason == ErrMissingTag:
		b.WriteString("missing " + printable.Excerpt(e.Err.Error(), maxShown))
	default:
		b.WriteString(string(e.Reason) + ": " + printable.Excerpt(e.Err.Error(), maxShown))
	}
	if e.Near != "" {
		b.WriteString(" near " + printable.Excerpt(e.Near, maxShown))
	}
	return printable.Text(b.String())
}

// maxShown is how many characters of a path, a cause or an excerpt the text of an error has.
const maxShown = 500

// Unwrap gives both the Reason and the cause to errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Err}
}

// EndsFile reports whether e is not about a line but about a file: the rest of it, or all of it, was not read. Reading goes on with the next
// file.
func (e *Error) EndsFile() bool {
	for _, reason := range []Reason{ErrUTF16, ErrCompressed, ErrArchive, ErrUnreadable} {
		if errors.Is(e, reason) { // a cut archive is ErrIncomplete, too
			return true
		}
	}
	return false
}

// Reason classifies an Error. It is an error itself, so that errors.Is(err, decoder.ErrTruncated) works, and the reasons are constants,
// so that they are keys in Stats.Reasons and cannot be assigned to.
type Reason string

// The reasons for which a line is bad.
const (
	ErrSyntax     Reason = "syntax"
	ErrTruncated  Reason = "truncated"                  // the line ends within a value
	ErrIncomplete Reason = "incomplete at end of input" // the input ends within a value, and more may come. Also errors.Is io.ErrUnexpectedEOF
	ErrTrailing   Reason = "trailing data"              // something follows the record on its line
	ErrNUL        Reason = "NUL padding"                // the line has NUL bytes and nothing else
	ErrNotObject  Reason = "not an object"
	ErrUTF16      Reason = "UTF-16 file"     // ends its file: convert it to UTF-8
	ErrCompressed Reason = "compressed file" // ends its file: gzip or zstd, which package source reads
	ErrTooLong    Reason = "line too long"
	ErrTooDeep    Reason = "nested too deep"
	ErrElements   Reason = "too many elements"
	ErrMemory     Reason = "too much memory" // the values of the line would take more than [MaxMemory]
	ErrArchive    Reason = "damaged archive" // ends its file: the rest cannot be decompressed. The ErrIncomplete of a cut archive is also this
	ErrRewritten  Reason = "file rewritten"  // of a live file: it is read again from the beginning
	ErrUnreadable Reason = "unreadable file" // ends its file: opening or reading it failed; Err says why

	// With Strict and Check only:

	ErrRange      Reason = "number out of range"
	ErrUTF8       Reason = "invalid UTF-8"
	ErrSurrogate  Reason = "lone surrogate"
	ErrDuplicate  Reason = "duplicate key"
	ErrUnknown    Reason = "not in the spec"
	ErrType       Reason = "wrong JSON type"
	ErrMissingTag Reason = "missing tag"    // nothing says which case of a union the value is; Err names the member that would
	ErrMissing    Reason = "missing member" // a member that the spec requires; Err is its name, Path that of the object
)

// Error returns r as a string.
func (r Reason) Error() string { return string(r) }

// The number of bytes that an excerpt has before and after the offending one.
const (
	nearBefore = 16
	nearAfter  = 24
)

// near returns a quoted excerpt of line around offset at.
func near(line []byte, at int) string {
	at = min(max(at, 0), len(line))
	from, to := max(at-nearBefore, 0), min(at+nearAfter, len(line))
	// Begin and end with whole characters: at most three continuation bytes are left out at either end.
	for n := 0; n < utf8.UTFMax-1 && from > 0 && from < at && !utf8.RuneStart(line[from]); n++ {
		from++
	}
	for n := 0; n < utf8.UTFMax-1 && to < len(line) && to > at+1 && !utf8.RuneStart(line[to]); n++ {
		to--
	}
	if from >= to {
		return ""
	}
	if s := string(line[from:to]); strconv.CanBackquote(s) {
		return "`" + s + "`"
	} else {
		return strconv.Quote(s)
	}
}
