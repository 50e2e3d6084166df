package encoder

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/rawtext"
)

// Appender is a value that can be written: every generated type, and decoder.Raw.
type Appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// Writer writes lines. It buffers them, and writes them to the underlying writer whenever it has 64 KB, and when Flush is called. Call Flush
// at the end, and whenever a reader at the other side waits. A Writer is not safe for concurrent use.
//
// # Errors
//
// If a value cannot be written, the error is an *Error. Then nothing of the value is written, and the Writer goes on.
//
// An error of the underlying writer, or io.ErrShortWrite if it wrote less than it was given without an error, is
// returned by the call during which it occurs: Flush, or a Write or WriteRaw that fills the buffer. It is permanent: all
// later calls return it, do nothing else, and never call the underlying writer again; after a panic of the underlying
// writer, they return an error, too. Lines stand in the output in the order in which they were given to the Writer. Of
// the lines before the failed call, the output has some whole lines, possibly the beginning of one more line, and nothing
// after it; how many, only the underlying writer knows. Nothing is ever written twice, and what the Writer still had is
// dropped. To go on with another Writer, cut the output after its last line feed, and write all lines that follow again.
type Writer struct {
	w   io.Writer
	buf []byte // whole lines, each with its newline, not yet written
	err error  // of the underlying writer; permanent

	trusted bool // see Trusted
	idle    int  // how many times in a row the buffer was far larger than needed
}

// Option configures a Writer.
type Option func(*Writer)

// Trusted omits the check of raw texts: Write and WriteRaw do not check their grammar. A text that is not valid JSON makes a line that is not
// valid JSON either, or that means something else. It is for programs that write what they have just read and not changed. A record still
// stays on one line: line feeds within a record are removed, and line feeds within a raw line are an error.
// Byte order marks and NUL bytes around a raw line are written, too; readers skip them.
//
// Generated lines have the method AppendTrusted for it, beside AppendJSON; of other values, Write calls AppendJSON, which checks them.
func Trusted() Option { return func(w *Writer) { w.trusted = true } }

// trusting is a value that can be written without a check of its raw texts.
type trusting interface {
	AppendTrusted(dst []byte) ([]byte, error)
}

const (
	// flushSize is how many bytes are buffered for one write of the underlying writer. Fewer cost calls, more cost memory and save nothing.
	flushSize = 64 << 10
	// keepSize is the size up to which a buffer is always kept: transcripts with images often have lines of megabytes. A larger buffer is
	// replaced after maxIdle writes that needed less than a quarter of it, so that one line of 500 MB does not occupy its memory for the
	// rest of the run.
	keepSize = 4 << 20
	maxIdle  = 64
)

// NewWriter returns a Writer that writes to w.
func NewWriter(w io.Writer, opts ...Option) *Writer {
	out := &Writer{w: w}
	for _, o := range opts {
		o(out)
	}
	return out
}

// Write writes v and a newline. If v cannot be encoded, it returns an *Error, nothing of v is written, and the Writer goes on. A value
// whose text has several lines is written on one line.
//
// The AppendJSON methods of generated types append valid JSON or fail. One that you write must do so, too: its text is not checked.
// It must not use w.
func (w *Writer) Write(v Appender) error {
	if w.err != nil {
		return w.err
	}
	if v == nil {
		return newError(ErrNil, "nil is not a record: write only lines that were read without an error")
	}
	n := len(w.buf)
	var buf []byte
	var err error
	if t, ok := w.trusts(v); ok {
		buf, err = t.AppendTrusted(w.buf)
	} else {
		buf, err = v.AppendJSON(w.buf)
	}
	switch {
	case err != nil:
		if _, ok := err.(*Error); !ok {
			err = &Error{Path: ".", Err: err}
		}
		return err
	case len(buf) <= n:
		return newError(ErrInvalid, "the value wrote nothing, and an empty line is not a record: write null, or leave the line out")
	case n > 0 && &buf[0] != &w.buf[0] && !bytes.Equal(buf[:n], w.buf): // unless it is the same memory, or has grown
		return newError(ErrInvalid, "the value did not append to what it was given: its AppendJSON is to return dst with JSON behind it")
	}
	if text := buf[n:]; bytes.IndexByte(text, '\n') >= 0 {
		if end, ok, _ := kernel.ValidText(text); !ok {
			return invalid(text, end)
		}
		buf = rawtext.Compact(buf[:n], text)
	}
	if cap(w.buf) == 0 || &buf[0] != &w.buf[:1][0] {
		buf = append(w.buf, buf[n:]...) // the memory may belong to the value
	}
	return w.end(buf)
}

func (w *Writer) trusts(v Appender) (t trusting, ok bool) {
	if w.trusted {
		t, ok = v.(trusting)
	}
	return t, ok
}

// WriteRaw writes a line that is JSON already, byte for byte: one JSON value, with nothing but white space around it, and no line feed
// within. A line end after it is taken as its own. A byte order mark and NUL bytes around it, which readers skip, are left out. Any other
// line is an *Error, and nothing is written. For an empty line nothing is written, and there is no error.
func (w *Writer) WriteRaw(line []byte) error {
	if w.err != nil || len(line) == 0 {
		return w.err
	}
	if n := len(line); line[n-1] == '\n' {
		if line = bytes.TrimSuffix(line[:n-1], []byte{'\r'}); len(line) == 0 {
			return nil
		}
	}
	if !w.trusted {
		end, ok, _ := kernel.ValidText(line)
		if !ok {
			line = withoutPadding(line)
			end, ok, _ = kernel.ValidText(line)
		}
		if !ok {
			return invalid(line, end)
		}
	}
	if bytes.IndexByte(line, '\n') >= 0 {
		return newError(ErrInvalid, "the line has a line feed inside: write its lines one by one")
	}
	return w.end(append(w.buf, line...))
}

// withoutPadding returns a line without what readers skip around its record: white space, NUL bytes, byte order marks.
func withoutPadding(line []byte) []byte { return bytes.Trim(line, " \t\r\n\x00\ufeff") }

// errWriting is the error of a Writer during a write of the underlying writer, and after one that has panicked: how much
// of the lines is written is unknown then, so they must not be written again, nor lines after them.
var errWriting = errors.New(prefix + "the underlying writer has not returned: it has panicked, or it uses the Writer that writes to it")

// Flush writes all buffered lines to the underlying writer. Writer says what the output has after an error.
func (w *Writer) Flush() error {
	lines := w.buf
	if w.err != nil || len(lines) == 0 {
		return w.err
	}
	w.buf, w.err = w.buf[:0], errWriting
	n, err := w.w.Write(lines)
	if n < len(lines) && err == nil {
		err = io.ErrShortWrite
	}
	w.err = err
	if w.idle++; cap(lines) <= keepSize || len(lines) >= cap(lines)/4 {
		w.idle = 0
	}
	if w.idle == maxIdle || err != nil {
		w.buf, w.idle = slices.Clone(w.buf), 0
	}
	return err
}

// end ends the line that was appended to the Writer's buffer; buf is the buffer with it.
func (w *Writer) end(buf []byte) error {
	w.buf = append(buf, '\n')
	if len(w.buf) < flushSize {
		return nil
	}
	return w.Flush()
}
