package encoder

import (
	"bytes"
	"io"
)

// Appender is what can be written: every generated type, and decoder.Raw.
type Appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// Writer writes lines. It is buffered: call Flush at the end, and whenever a reader at the other side waits. After a failed
// write of the underlying writer all calls return that error, as in bufio. A Writer is not safe for concurrent use.
type Writer struct {
	w   io.Writer
	buf []byte // whole lines, each with its newline, that the underlying writer has not got yet
	err error  // of the underlying writer, for good

	idle int // how often in a row the buffer was far larger than what it held
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
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes v and a newline. If v cannot be encoded, nothing of it is written, and the Writer goes on. A value whose text
// has several lines is brought onto one.
func (w *Writer) Write(v Appender) error {
	if w.err != nil {
		return w.err
	}
	if v == nil {
		return errNil
	}
	start := len(w.buf)
	buf, err := v.AppendJSON(w.buf)
	if err != nil {
		return err
	}
	if len(buf) <= start {
		return errEmpty
	}
	if text := buf[start:]; bytes.IndexByte(text, '\n') >= 0 {
		if !valid(text) {
			return errLines
		}
		buf = appendCompact(buf[:start], text)
	}
	return w.end(buf)
}

// WriteRaw writes a line that is JSON already, byte for byte; newlines inside are refused. Nothing is written for an empty one.
func (w *Writer) WriteRaw(line []byte) error {
	switch {
	case w.err != nil:
		return w.err
	case len(line) == 0:
		return nil
	case bytes.IndexByte(line, '\n') >= 0:
		return errNewline
	}
	return w.end(append(w.buf, line...))
}

// Flush hands all lines to the underlying writer.
func (w *Writer) Flush() error {
	if w.err != nil || len(w.buf) == 0 {
		return w.err
	}
	n, err := w.w.Write(w.buf)
	if n < len(w.buf) && err == nil {
		err = io.ErrShortWrite
	}
	w.err = err
	if w.idle++; cap(w.buf) <= keepSize || len(w.buf) >= cap(w.buf)/4 {
		w.idle = 0
	}
	w.buf = w.buf[:0]
	if w.idle == maxIdle || err != nil {
		w.buf, w.idle = nil, 0
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
