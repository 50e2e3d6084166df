package transcript

import (
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/source"
)

// Reader reads entries. Its loops and methods are those of a [decoder.Reader], with the same rules for errors and lifetimes.
type Reader struct {
	lines  lines
	before decoder.Stats      // of the readers before lines
	last   decoder.Checkpoint // of them
	ledger Ledger
	source *source.Source // nil if the Reader did not open it

	input *input // nil if the protocol was given
	opts  []decoder.Option

	fresh         bool   // the ledger has not seen the current line of a Kinds loop
	counted       Entry  // what it has said of it otherwise
	session, file string // of OpenClaw
}

// Open opens files as [source.Open] does, and finds out the protocol of each from its lines; see [NewReader]. Close the Reader.
func Open(paths ...string) (*Reader, error) { return OpenWith(paths) }

// OpenWith is Open with the options of a decoder, such as [decoder.Poison] in tests of a program with a Recycled loop.
func OpenWith(paths []string, opts ...decoder.Option) (*Reader, error) {
	src, err := source.Open(paths...)
	if err != nil {
		return nil, err
	}
	r := NewReader(src, opts...)
	r.source = src
	return r, nil
}

// NewReader is Open for bytes that are at hand already, with all the options of a decoder. If in is a [decoder.Files], each of
// its files is read as the protocol that it speaks.
//
// What tells a protocol are the members and the kinds of all lines at the beginning of a file, and not of the first one alone: it
// is often a note that says little. Lines are held back until they tell, but no more than 1,000 of them or 1 MB. If the input may wait for
// a writer, and a protocol is known already, they are held back for no longer than a tenth of a second; then the most likely protocol is taken.
// No writer is waited for by a plain *os.File, *bytes.Reader or *strings.Reader, and where [decoder.File] says Complete.
//
// A file of which no protocol's spec knows enough gives an [*UnknownError] in place of its entries, and the next file goes on. To read
// it all the same, name the protocol: see [Protocol.NewReader].
func NewReader(in io.Reader, opts ...decoder.Option) *Reader {
	files, ok := in.(decoder.Files)
	if !ok {
		files = decoder.OneFile(decoder.File{Complete: isComplete(in)}, in)
	}
	r := &Reader{input: &input{files: files, speaks: AgentSDK}, opts: opts}
	r.lines = AgentSDK.tongue().lines(r.input, opts)
	return r
}

// Protocol is that of the current line, or of the last one; "" in a file of an unknown protocol.
func (r *Reader) Protocol() Protocol { return r.lines.protocol() }

// Detected says how the protocol was found out of the file that was begun last; with [decoder.Workers] that may be one behind the file of
// the current line. It is the zero Detection if the protocol was given, before the first line, and after Close.
func (r *Reader) Detected() Detection {
	if r.input != nil {
		if found := r.input.found.Load(); found != nil {
			return *found
		}
	}
	return Detection{}
}

// All ranges over the entries in the order of the input; they are yours to keep. A bad line is a nil entry with a
// [*decoder.Error], a file of an unknown protocol one with an [*UnknownError], and the loop goes on; any other error is the last pair.
func (r *Reader) All() iter.Seq2[*Entry, error] { return r.entries(lines.all) }

// Recycled ranges over entries whose memory is used again when the loop goes on: neither they nor what Line points to may be kept, as
// map keys neither, without [Entry.Clone] or strings.Clone; start with All. Texts that an Entry has and returns are yours: see [Entry].
// Most of the allocations of All are left out.
func (r *Reader) Recycled() iter.Seq2[*Entry, error] { return r.entries(lines.recycled) }

func (r *Reader) entries(loop func(lines) iter.Seq2[*Entry, error]) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for {
			for e, err := range loop(r.lines) {
				if err == nil {
					r.charge(e)
				}
				if !yield(e, err) || err != nil && !isLine(err) {
					return
				}
			}
			if !r.turn() {
				return
			}
		}
	}
}

// isLine reports whether err is one of a line or a file, after which the input goes on.
func isLine(err error) bool {
	if _, ok := errors.AsType[*UnknownError](err); ok {
		return true
	}
	_, ok := errors.AsType[*decoder.Error](err)
	return ok
}

// Kinds ranges over the kinds of the lines without decoding them; Decode decodes the current one.
func (r *Reader) Kinds() iter.Seq2[decoder.Kind, error] {
	return func(yield func(decoder.Kind, error) bool) {
		for {
			for kind, err := range r.lines.Kinds() {
				r.fresh = true
				if !yield(kind, err) || err != nil && !isLine(err) {
					return
				}
			}
			if !r.turn() {
				return
			}
		}
	}
}

// Next returns one entry as All does, for code that cannot be a loop; io.EOF at the end.
func (r *Reader) Next() (*Entry, error) {
	for {
		e, err := r.lines.next()
		if err == io.EOF && r.turn() {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.charge(e)
		return e, nil
	}
}

// Decode decodes the current line of a Kinds loop.
func (r *Reader) Decode() (*Entry, error) {
	e, err := r.lines.decode()
	if err != nil {
		return nil, err
	}
	if r.fresh {
		r.fresh = false
		r.charge(e)
		r.counted = Entry{usage: e.usage, counts: e.counts}
	} else { // a line counts once, however often it is decoded
		r.attend(e)
		e.usage, e.counts = r.counted.usage, r.counted.counts
	}
	return e, nil
}

// Raw is the current line as it stands in the input, good or bad; see [decoder.Reader.Raw].
func (r *Reader) Raw() []byte { return r.lines.Raw() }

// Pos says where the current line stands.
func (r *Reader) Pos() decoder.Pos { return r.lines.Pos() }

// Checkpoint is the place after the current line; see [decoder.Reader.Checkpoint].
func (r *Reader) Checkpoint() decoder.Checkpoint {
	if c := r.lines.Checkpoint(); c != (decoder.Checkpoint{}) {
		return c
	}
	return r.last
}

// Stats counts the lines up to the current one, of all protocols together.
func (r *Reader) Stats() decoder.Stats {
	var s decoder.Stats
	s.Add(r.before)
	s.Add(r.lines.Stats())
	return s
}

// Ledger is what the entries have been counted with, up to the current one: its sums are those of what their Usage says. In a Kinds loop it has
// those that were decoded. Adding an entry to it would count twice.
func (r *Reader) Ledger() *Ledger { return &r.ledger }

// Close stops reading, and closes what Open opened.
func (r *Reader) Close() error {
	err := r.lines.Close()
	r.input = nil
	if r.source != nil {
		if e := r.source.Close(); err == nil {
			err = e
		}
	}
	return err
}

// turn goes on with the files of another protocol, behind those of the reader that has come to its end. It reports false at the
// end of all.
func (r *Reader) turn() bool {
	if r.input == nil || !r.input.turn() {
		return false
	}
	r.before.Add(r.lines.Stats())
	r.last = r.Checkpoint()
	_ = r.lines.Close() // it has nothing to say at its end
	if r.input.speaks == "" {
		r.lines = foreignLines(r.input, r.opts)
	} else {
		r.lines = r.input.speaks.tongue().lines(r.input, r.opts)
	}
	return true
}

// charge says what an entry adds to the count. All entries pass here in the order in which they are delivered, since the ledger
// must see each once.
func (r *Reader) charge(e *Entry) {
	r.attend(e)
	e.usage, e.counts = r.ledger.Add(e)
}

// attend gives an entry what lines before it say: the session of a file of OpenClaw, which stands on its first line.
func (r *Reader) attend(e *Entry) {
	if e.Protocol != OpenClaw {
		return
	}
	if file := r.Pos().File; file != r.file {
		r.file, r.session = file, ""
	}
	if _, ok := e.Line.(*openclaw.SessionHeader); ok {
		r.session = strings.Clone(e.Session)
	} else if e.Session == "" {
		e.Session = r.session
	}
}

// lines are the lines of one protocol, as entries without usage.
type lines interface {
	protocol() Protocol
	all() iter.Seq2[*Entry, error]
	recycled() iter.Seq2[*Entry, error]
	next() (*Entry, error)
	decode() (*Entry, error)

	Kinds() iter.Seq2[decoder.Kind, error]
	Raw() []byte
	Pos() decoder.Pos
	Checkpoint() decoder.Checkpoint
	Stats() decoder.Stats
	Close() error
}

type linesOf[L decoder.Line] struct {
	*decoder.Reader[L]
	tongue tongue
	names  *names // of its Recycled loops
}

func (r *linesOf[L]) protocol() Protocol { return r.tongue.protocol() }

func (r *linesOf[L]) entry(e *Entry, line L, err error) (*Entry, error) {
	if err != nil {
		return nil, err
	}
	*e = Entry{Protocol: r.protocol(), Line: line}
	r.tongue.fill(e)
	return e, nil
}

func (r *linesOf[L]) all() iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for line, err := range r.All() {
			if !yield(r.entry(new(Entry), line, err)) {
				return
			}
		}
	}
}

func (r *linesOf[L]) recycled() iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		if r.names == nil {
			r.names = newNames()
		}
		var e Entry
		for line, err := range r.Recycled() {
			got, err := r.entry(&e, line, err)
			if err == nil {
				r.names.own(&e)
			}
			if !yield(got, err) {
				return
			}
		}
	}
}

func (r *linesOf[L]) next() (*Entry, error) {
	line, err := r.Next()
	return r.entry(new(Entry), line, err)
}

func (r *linesOf[L]) decode() (*Entry, error) {
	line, err := r.Decode()
	return r.entry(new(Entry), line, err)
}
