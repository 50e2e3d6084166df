package transcript

import (
	"io"
	"iter"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// Reader reads entries. Its loops and methods are those of a [decoder.Reader], with the same rules for errors and lifetimes.
type Reader struct {
	lines  *decoder.Reader[ndwire.Line]
	ledger Ledger
	source *source.Source // nil if the Reader did not open it
}

// Open opens files as [source.Open] does. Close the Reader.
func Open(paths ...string) (*Reader, error) {
	src, err := source.Open(paths...)
	if err != nil {
		return nil, err
	}
	r := NewReader(src)
	r.source = src
	return r, nil
}

// NewReader is Open for bytes that are at hand already, with all the options of a decoder.
func NewReader(r io.Reader, opts ...decoder.Option) *Reader { return AgentSDK.NewReader(r, opts...) }

// All ranges over the entries in the order of the input; they are yours to keep. A bad line is a nil entry with a
// [*decoder.Error], and the loop goes on; any other error is the last pair.
func (r *Reader) All() iter.Seq2[*Entry, error] { return r.entries(r.lines.All()) }

// Recycled is All without most of the allocations: an entry, its line and their strings are valid until the loop goes on. Keep
// what you need with [Entry.Clone].
func (r *Reader) Recycled() iter.Seq2[*Entry, error] { return r.entries(r.lines.Recycled()) }

// Kinds ranges over the kinds of the lines without decoding them; Decode decodes the one in hand.
func (r *Reader) Kinds() iter.Seq2[decoder.Kind, error] { return r.lines.Kinds() }

// Next returns one entry as All does, for code that cannot be a loop; io.EOF at the end.
func (r *Reader) Next() (*Entry, error) { return r.entry(r.lines.Next()) }

// Decode decodes the line in hand of a Kinds loop.
func (r *Reader) Decode() (*Entry, error) { return r.entry(r.lines.Decode()) }

// Raw is the line in hand as it stands in the input, good or bad; see [decoder.Reader.Raw].
func (r *Reader) Raw() []byte { return r.lines.Raw() }

// Pos says where the line in hand stands.
func (r *Reader) Pos() decoder.Pos { return r.lines.Pos() }

// Stats counts the lines up to the one in hand.
func (r *Reader) Stats() decoder.Stats { return r.lines.Stats() }

// Close stops reading, and closes what Open opened.
func (r *Reader) Close() error {
	err := r.lines.Close()
	if r.source != nil {
		if e := r.source.Close(); err == nil {
			err = e
		}
	}
	return err
}

func (r *Reader) entries(lines iter.Seq2[ndwire.Line, error]) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for line, err := range lines {
			if !yield(r.entry(line, err)) {
				return
			}
		}
	}
}

// entry is what a line says. All lines pass here in the order of the input, since the ledger must see each once.
func (r *Reader) entry(line ndwire.Line, err error) (*Entry, error) {
	if err != nil {
		return nil, err
	}
	e := newEntry(line)
	e.usage, e.counts = r.ledger.Add(e)
	return e, nil
}
