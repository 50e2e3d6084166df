package encoder

import (
	"bytes"
	"io"
	"slices"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/rawtext"
)

// Appender is what can be written: every generated type, and decoder.Raw.
type Appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// Writer writes lines. It gathers them, and gives them to the underlying writer whenever it has 64 KB, and when Flush is called: at the
// end, and whenever a reader at the other side waits. A Writer is not safe for concurrent use.
//
// # Errors
//
// What is wrong with a value is an *Error. Nothing of the value is written then, and the Writer goes on.
//
// An error of the underlying writer, or io.ErrShortWrite if that took less than it was given without an error, comes from whichever call
// met it: Flush, or a Write or WriteRaw that filled the buffer. It is for good: all later calls return it, do nothing else, and never call
// the underlying writer again. Lines stand in the output in the order in which they were given to the Writer. Of those before the failed
// call the output has whole lines first, possibly the beginning of one line more, and nothing behind it; which ones, only the underlying
// writer knows. Nothing is ever written twice, and what the Writer still held is dropped. To go on with another Writer, cut the output
// behind its last line feed, and write again what follows on that.
type Writer struct {
	w   io.Writer
	buf []byte // whole lines, each with its newline, not yet written
	err error  // of the underlying writer, for good

	trusted bool // see Trusted
	idle    int  // how often in a row the buffer was far larger than what it held
}

// Option changes how a Writer works.
type Option func(*Writer)

// Trusted leaves out the check of raw texts: what Write and WriteRaw are given is written without a look at its grammar, and what is not
// valid JSON makes a line that is none, or says something else. It is for programs that write what they have just read and not changed.
// A line stays one line all the same: line feeds within a record become nothing, and those within a raw line are refused.
//
// Generated lines have AppendTrusted beside AppendJSON for it; of other values, Write calls AppendJSON, which checks them.
func Trusted() Option { return func(w *Writer) { w.trusted = true } }

// trusting is a value that can be written without a check of its raw texts.
type trusting interface {
	AppendTrusted(dst []byte) ([]byte, error)
}

const (
	// flushSize is how much is gathered for one write of the underlying writer. Less costs calls, more only memory.
	flushSize = 64 << 10
	// keepSize is how large a buffer may be without any question. Lines of megabytes are usual in transcripts with images,
	// and one buffer for all of them is cheap, but one 500 MB line is not to hold 500 MB for the rest of the run: after
	// maxIdle writes that needed less than a quarter of a larger buffer, a new one begins.
	keepSize = 4 << 20
	maxIdle  = 64
)

// NewWriter returns a Writer on w.
func NewWriter(w io.Writer, opts ...Option) *Writer {
	out := &Writer{w: w}
	for _, o := range opts {
		o(out)
	}
	return out
}

// Write writes v and a newline. If v cannot be encoded, it returns an *Error, nothing of v is written, and the Writer goes on. A value
// whose text has several lines is brought onto one.
//
// The AppendJSON methods of generated types write valid JSON or fail. One that you wrote must do that, too: what it writes is not checked.
func (w *Writer) Write(v Appender) error {
	if w.err != nil {
		return w.err
	}
	if v == nil {
		return newError(ErrNil, "nil is no record: write only lines that were read without an error")
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
		return newError(ErrInvalid, "the value wrote nothing, and an empty line is no record: write null, or leave the line out")
	case n > 0 && &buf[0] != &w.buf[0] && !bytes.Equal(buf[:n], w.buf): // the same memory, or grown
		return newError(ErrInvalid, "the value did not append to what it was given: its AppendJSON is to return dst with JSON behind it")
	}
	if text := buf[n:]; bytes.IndexByte(text, '\n') >= 0 {
		if end, ok, _ := kernel.ValidText(text); !ok {
			return invalid(text, end)
		}
		buf = rawtext.Compact(buf[:n], text)
	}
	if cap(w.buf) == 0 || &buf[0] != &w.buf[:1][0] {
		buf = append(w.buf, buf[n:]...) // it may be memory of the value's own
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
// within. A line end behind it is taken as the line's own. A byte order mark and NUL bytes around it, which readers leave out, are left out.
// Anything else is an *Error, and nothing is written. Nothing is written for an empty line either.
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
			if record := withoutPadding(line); len(record) < len(line) {
				line = record
				end, ok, _ = kernel.ValidText(line)
			}
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

// withoutPadding is a line without what readers leave out around its record: white space, NUL bytes, byte order marks.
func withoutPadding(line []byte) []byte { return bytes.Trim(line, " \t\r\n\x00\ufeff") }

// Flush gives all lines to the underlying writer. What has been written after an error, see Writer.
func (w *Writer) Flush() error {
	lines := w.buf
	if w.err != nil || len(lines) == 0 {
		return w.err
	}
	n, err := w.w.Write(lines)
	if n < len(lines) && err == nil {
		err = io.ErrShortWrite
	}
	w.err = err
	if w.idle++; cap(w.buf) <= keepSize || len(w.buf) >= cap(w.buf)/4 {
		w.idle = 0
	}
	w.buf = w.buf[:0]
	if w.idle == maxIdle || err != nil {
		w.buf, w.idle = slices.Clone(w.buf), 0
	}
	return err
}

// end ends the line with which buf is longer than what the Writer had.
func (w *Writer) end(buf []byte) error {
	w.buf = append(buf, '\n')
	if len(w.buf) < flushSize {
		return nil
	}
	return w.Flush()
}
