package transcript

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
)

// UnknownError says that ndwire does not know the protocol of a file, and why. A [Reader] returns it once for each such file, and
// skips its lines; they are counted in Stats. The error comes with the first line that the options do not skip, else at the end of
// the file.
type UnknownError struct {
	File      string // "" if the input has no names
	Detection Detection
}

// Error says what the file looks like, and what to do.
func (e *UnknownError) Error() string {
	name := "the input"
	if e.File != "" {
		name = e.File
	}
	d := &e.Detection
	s := fmt.Sprintf("transcript: %s: unknown protocol", name)
	if d.Hint != "" {
		s += ": it looks like " + d.Hint
	} else if len(d.Evidence) > 0 {
		best := d.Evidence[0]
		s += fmt.Sprintf(": %s, the nearest, knows %d of %d lines", best.Protocol, best.Kinds, d.Lines)
		if len(d.Strange) > 0 {
			s += ", no spec knows " + printable.Excerpt(d.Strange[0], 64)
		}
	}
	return printable.Text(s) + "; to read it all the same, name a protocol and call its NewReader"
}

// unknownFile reads one file of an unknown protocol: its lines are counted as lines of unknown kinds, and give no entries. They are decoded, since
// only that finds all lines that are not JSON.
type unknownFile struct {
	*decoder.Reader[ndwire.Line]
	unknown  *UnknownError
	reported bool
}

func newUnknownFile(in *input, opts []decoder.Option) lines {
	return &unknownFile{
		Reader:  ndwire.NewReader(in, opts...),
		unknown: &UnknownError{File: in.next.Name, Detection: in.next.found},
	}
}

func (f *unknownFile) protocol() Protocol { return "" }

// errs yields that the file's protocol is unknown, once, and the errors that end the input.
func (f *unknownFile) errs(yield func(error) bool) {
	for _, err := range f.Reader.Recycled() {
		var stop error
		if bad, ok := errors.AsType[*decoder.Error](err); !ok {
			stop = err
		} else if bad.EndsFile() {
			stop, f.reported = err, true // says more than that the protocol is unknown
		} else if errors.Is(err, decoder.ErrRewritten) { // not of a line
			stop = err
		}
		if !f.reported {
			f.reported = true
			if !yield(f.unknown) {
				return
			}
		}
		if stop != nil && !yield(stop) {
			return
		}
	}
	if !f.reported { // all lines are blank, or skipped by Only or Except
		f.reported = true
		yield(f.unknown)
	}
}

// Pos replaces the decoder's, which is empty if no line was delivered.
func (f *unknownFile) Pos() decoder.Pos {
	pos := f.Reader.Pos()
	pos.File = f.unknown.File
	return pos
}

// Stats replaces the decoder's, which compares lines with the spec of the Agent SDK.
func (f *unknownFile) Stats() decoder.Stats {
	s := f.Reader.Stats()
	s.Unknown, s.Drift, s.Hint = 0, nil, ""
	for _, n := range s.Kinds {
		s.Unknown += n.Lines
	}
	return s
}

func (f *unknownFile) all() iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		f.errs(func(err error) bool { return yield(nil, err) })
	}
}

func (f *unknownFile) count([]*Ledger) iter.Seq[error] { return f.errs }

func (f *unknownFile) recycled() iter.Seq2[*Entry, error] { return f.all() }

// Kinds replaces the decoder's.
func (f *unknownFile) Kinds() iter.Seq2[decoder.Kind, error] {
	return func(yield func(decoder.Kind, error) bool) {
		f.errs(func(err error) bool { return yield("", err) })
	}
}

func (f *unknownFile) next() (*Entry, error) {
	for err := range f.errs {
		return nil, err
	}
	return nil, io.EOF
}

func (f *unknownFile) decode() (*Entry, error) { return nil, f.unknown }
