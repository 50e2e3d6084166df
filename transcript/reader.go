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
	before decoder.Stats      // sum over the earlier readers
	last   decoder.Checkpoint // of the last one of them
	ledger Ledger
	source *source.Source // nil if the Reader did not open it

	input *input // nil if the protocol was given
	opts  []decoder.Option

	uncounted bool // the ledger has not counted the current line, which a Kinds loop gave
	counted   struct {
		usage  Usage
		counts bool
	} // otherwise, what it counted for the line

	session, file string // of the last SessionHeader of OpenClaw
}

// Open opens files as [source.Open] does, and detects the protocol of each from its lines; see [NewReader]. Close the Reader.
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

// NewReader reads entries from in, with the options of a decoder. If in is a [decoder.Files], the protocol of each of its files is
// detected.
//
// The protocol is detected from the members and kinds of the first lines of a file. These are held back until one protocol leads clearly,
// but no more than 1,000 of them or 1 MB. If the input may wait for a writer, and one protocol is likely, they are held back for at most
// 100 ms; then the likeliest protocol is taken. A plain *os.File, a *bytes.Reader, a *strings.Reader, and a file that is Complete
// (see [decoder.File]) do not wait for a writer. Meanwhile a goroutine calls Read; if Read panics there, the loop panics with a
// [decoder.WorkerPanic] after the lines before.
//
// If the input begins within a file, as that of [source.Resume] and [source.Range] can, the first lines are those from
// there on, and say less: give the protocol that was found at the file's beginning, with [Protocol.NewReader].
//
// A file of an unknown protocol gives an [*UnknownError] in place of its entries, and reading goes on with the next file. To read
// it all the same, name the protocol: see [Protocol.NewReader].
//
// Do not give [decoder.NoExtra] to a Reader whose [Ledger] or [Entry.Usage] is used: it drops the notes about absent members, so
// that a count or cost that no line states is 0 and counts as stated, and AtLeast misses counts that are no numbers.
func NewReader(in io.Reader, opts ...decoder.Option) *Reader {
	files, ok := in.(decoder.Files)
	if !ok {
		files = decoder.OneFile(decoder.File{Complete: isComplete(in)}, in)
	}
	r := &Reader{input: &input{files: files, protocol: AgentSDK}, opts: opts}
	r.lines = AgentSDK.adapter().lines(r.input, opts)
	return r
}

// Protocol returns the protocol of the current line, or of the last one; "" in a file of an unknown protocol.
func (r *Reader) Protocol() Protocol { return r.lines.protocol() }

// Detected returns the detection of the file opened last; with [decoder.Workers] that may be a file after that of the current line. It
// is the zero Detection if the protocol was given, before the first line, and after Close.
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

// Recycled ranges over entries whose memory is reused when the loop goes on: to keep an entry or what Line points to, also as a map key,
// use [Entry.Clone] or strings.Clone. Texts that an Entry has and returns may be kept: see [Entry]. Recycled saves most of the allocations
// of All; start with All.
func (r *Reader) Recycled() iter.Seq2[*Entry, error] { return r.entries(lines.recycled) }

func (r *Reader) entries(loop func(lines) iter.Seq2[*Entry, error]) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for {
			current := r.lines
			for e, err := range loop(current) {
				if err == nil {
					r.charge(e)
				}
				if !yield(e, err) || err != nil && !isLine(err) {
					return
				}
			}
			if !r.goesOn(current) {
				return
			}
		}
	}
}

// Count reads lines without making entries of them, for a program that only wants Stats and the sums of the Ledger. Each line also counts in the
// other ledgers, such as that of all files. The loop is over the errors that Recycled yields.
//
//	for err := range r.Count() { ... }
func (r *Reader) Count(others ...*Ledger) iter.Seq[error] {
	ledgers := append([]*Ledger{&r.ledger}, others...)
	return func(yield func(error) bool) {
		for {
			current := r.lines
			for err := range current.count(ledgers) {
				if !yield(err) || !isLine(err) {
					return
				}
			}
			if !r.goesOn(current) {
				return
			}
		}
	}
}

// isLine reports whether err concerns only a line or a file, so that reading goes on.
func isLine(err error) bool {
	if _, ok := errors.AsType[*UnknownError](err); ok {
		return true
	}
	_, ok := errors.AsType[*decoder.Error](err)
	return ok
}

// Kinds ranges over the kinds of the lines without decoding them; Decode decodes the current line.
func (r *Reader) Kinds() iter.Seq2[decoder.Kind, error] {
	return func(yield func(decoder.Kind, error) bool) {
		for {
			current := r.lines
			for kind, err := range current.Kinds() {
				r.uncounted = true
				if kind == openclaw.KindSession && current.protocol() == OpenClaw {
					r.readSession()
				}
				if !yield(kind, err) || err != nil && !isLine(err) {
					return
				}
			}
			if !r.goesOn(current) {
				return
			}
		}
	}
}

// Next returns the next entry of All, for code that cannot be a loop; io.EOF at the end.
func (r *Reader) Next() (*Entry, error) {
	for {
		e, err := r.lines.next()
		if err == io.EOF && r.nextReader() {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.charge(e)
		return e, nil
	}
}

// Decode decodes the current line of a Kinds loop, or once more that of another loop. A line counts once in the Ledger.
func (r *Reader) Decode() (*Entry, error) {
	e, err := r.lines.decode()
	if err != nil {
		return nil, err
	}
	if r.uncounted {
		r.charge(e)
	} else { // a line counts once, however often it is decoded
		r.setSession(e)
		e.usage, e.counts = r.counted.usage, r.counted.counts
	}
	return e, nil
}

// Raw returns the bytes of the current line, good or bad; see [decoder.Reader.Raw].
func (r *Reader) Raw() []byte { return r.lines.Raw() }

// Pos returns the position of the current line.
func (r *Reader) Pos() decoder.Pos { return r.lines.Pos() }

// Checkpoint returns the position after the current line; see [decoder.Reader.Checkpoint].
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

// Ledger returns the ledger of the entries up to the current one: its sums are those of their Usage. In a Kinds loop it has the entries
// that were decoded. Do not add entries to it: they would count twice.
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

// goesOn reports whether a loop goes on whose lines have ended: with those of the reader that Next has begun within the loop, or with the
// next file.
func (r *Reader) goesOn(ended lines) bool { return r.lines != ended || r.nextReader() }

// nextReader replaces a reader that is at its end by one for the protocol of the next file. It reports false if there is no file.
func (r *Reader) nextReader() bool {
	if r.input == nil || !r.input.nextReader() {
		return false
	}
	r.before.Add(r.lines.Stats())
	r.last = r.Checkpoint()
	_ = r.lines.Close() // at its end there is no error to report
	if r.input.protocol == "" {
		r.lines = newUnknownFile(r.input, r.opts)
	} else {
		r.lines = r.input.protocol.adapter().lines(r.input, r.opts)
	}
	return true
}

// charge sets an entry's usage. Every entry passes here once, in the order of the input.
func (r *Reader) charge(e *Entry) {
	r.setSession(e)
	e.usage, e.counts = r.ledger.Add(e)
	r.counted.usage, r.counted.counts, r.uncounted = e.usage, e.counts, false
}

// readSession reads the session from the current line of a Kinds loop, which the program may not decode.
func (r *Reader) readSession() {
	if line, err := openclaw.UnmarshalLine(r.Raw()); err == nil {
		e := Entry{Protocol: OpenClaw, Line: line}
		OpenClaw.adapter().fill(&e)
		r.setSession(&e)
	}
}

// setSession sets the session of an entry of OpenClaw: only the first line of its files names it.
func (r *Reader) setSession(e *Entry) {
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

// lines reads the lines of one protocol, as entries without usage.
type lines interface {
	protocol() Protocol
	all() iter.Seq2[*Entry, error]
	recycled() iter.Seq2[*Entry, error]
	count(ledgers []*Ledger) iter.Seq[error]
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
	adapter adapter
	names   *names // for Recycled loops
}

func (r *linesOf[L]) protocol() Protocol { return r.adapter.protocol() }

func (r *linesOf[L]) entry(e *Entry, line L, err error) (*Entry, error) {
	if err != nil {
		return nil, err
	}
	*e = Entry{Protocol: r.protocol(), Line: line}
	r.adapter.fill(e)
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
				r.names.detach(&e)
			}
			if !yield(got, err) {
				return
			}
		}
	}
}

// count adds the lines to ledgers, and yields errors.
func (r *linesOf[L]) count(ledgers []*Ledger) iter.Seq[error] {
	return func(yield func(error) bool) {
		for line, err := range r.Recycled() {
			if err != nil {
				if !yield(err) {
					return
				}
				continue
			}
			for _, l := range ledgers {
				l.charge(r.adapter, line)
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
