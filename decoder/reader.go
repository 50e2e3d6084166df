package decoder

import (
	"errors"
	"io"
	"iter"

	"github.com/ndwire/ndwire/internal/predict"
)

// Reader reads lines of type T. Its methods must not be called concurrently.
//
// What is in memory already needs no copy: of a *bytes.Reader the lines are read where they lie.
type Reader[T any] struct {
	codec *codec[T]
	cfg   config
	dec   lineDecoder[T]
	again lineDecoder[T] // for Decode: it must not touch the memory of the line in hand

	lines   feed[T]
	hand    *entry[T] // the line in hand; nil before the first, and behind the last
	between bool      // the memory of hand may be given back: a line is being read. After a panic it stays so
	redone  bool      // Decode has counted what the line in hand has

	stats counter
	err   error      // the end: io.EOF, or the last pair
	last  Checkpoint // there
}

// A feed gives the lines of an input one by one, read in some mode.
type feed[T any] interface {
	// next returns the next line, of any outcome, valid until the next call. The error is the end of the input.
	next(m mode) (*entry[T], error)
	// batch returns the next lines as a group, whose only owner is the caller; it goes back to where it comes from. All that next
	// and batch have returned before is passed. The error is the end of the input.
	batch() (*group[T], *freeGroups[T], error)
	// checkpoint is the position behind the line that was returned last.
	checkpoint() Checkpoint
	// predictions is how the predictions went so far.
	predictions() predict.Counts
	// pause is called when a loop is left.
	pause()
	// close ends the feed, and gives its memory back.
	close()
	// abandon ends the feed after a panic.
	abandon()
}

// start makes a new Reader read lines.
func (r *Reader[T]) start(c *codec[T], in io.Reader, cfg config) {
	r.codec, r.cfg = c, cfg
	if cfg.workers > 0 {
		r.lines = newPool(c, &r.cfg, in)
	} else {
		r.lines = newSequence(c, &r.cfg, in)
	}
}

// All ranges over the lines, in the order of the input. The lines are yours to keep and to change.
//
// A bad line yields a nil line and an *Error, and the loop goes on. Any other error is the last pair. Leaving the loop early
// stops the Reader's goroutines and waits for them; a second loop goes on with the next line. (Only a Read that blocks is not
// waited for. Its goroutine ends when that Read returns, and what it has read is not lost.)
func (r *Reader[T]) All() iter.Seq2[T, error] { return r.loop(owned) }

// Recycled ranges over lines whose memory is used again when the loop goes on: no line, and no string, slice or pointer in it, may be kept,
// as a map key neither, without the Clone methods of the line or of its parts, or strings.Clone. Otherwise it is All, which is the loop to
// start with. A map keeps its keys:
//
//	count[m.Name]++                // wrong in this loop, right in All
//	count[strings.Clone(m.Name)]++ // right
//
// Once the loop has seen such lines before, nothing is allocated, also with Workers. Tests show mistakes at once with the option
// Poison.
func (r *Reader[T]) Recycled() iter.Seq2[T, error] { return r.loop(recycled) }

func (r *Reader[T]) loop(m mode) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		defer r.pause()
		for r.advance(m) {
			e := r.hand
			if e.err != nil {
				var zero T
				if !yield(zero, e.err) {
					return
				}
			} else if !yield(e.value, nil) {
				return
			}
		}
		if r.err != io.EOF {
			var zero T
			yield(zero, r.err)
		}
	}
}

// Kinds ranges over the lines without decoding them; Decode decodes the one in hand.
func (r *Reader[T]) Kinds() iter.Seq2[Kind, error] {
	return func(yield func(Kind, error) bool) {
		defer r.pause()
		for r.advance(peeked) {
			if e := r.hand; e.err != nil {
				if !yield("", e.err) {
					return
				}
			} else if !yield(e.kind, nil) {
				return
			}
		}
		if r.err != io.EOF {
			yield("", r.err)
		}
	}
}

// Next returns one line as All does, for code that cannot be a loop; io.EOF at the end. A Reader with Workers that is not
// read to its end by Next must be closed.
func (r *Reader[T]) Next() (T, error) {
	var zero T
	if !r.advance(owned) {
		return zero, r.err
	}
	if r.hand.err != nil {
		return zero, r.hand.err
	}
	return r.hand.value, nil
}

var errNoLine = errors.New("decoder: Decode needs a line in hand: call it in a loop")

// Decode decodes the line in hand of a Kinds loop. The result is yours, as from All.
func (r *Reader[T]) Decode() (T, error) {
	var zero T
	switch {
	case r.hand == nil || r.between:
		return zero, errNoLine
	case r.hand.err != nil:
		return zero, r.hand.err
	}
	pos := r.hand.pos
	e := entry[T]{pos: pos}
	r.again.codec, r.again.cfg, r.again.chosen = r.codec, &r.cfg, true
	r.again.start(owned)
	r.again.ballast.Add(len(r.hand.raw))
	p := piece{file: pos.File, number: pos.Line, start: pos.Offset, line: r.hand.raw, bounds: boundsOf(r.hand.raw), open: r.hand.open}
	if w := r.hand.damaged; w != nil {
		p = w.piece(pos.File, pos.Line, r.hand.segment)
	}
	r.between = true
	r.again.record(&p, owned, &e)
	r.between = false
	if !r.redone {
		r.redone = true
		if e.err != nil {
			r.stats.bad(e.err.Reason)
		}
		r.countDrift(&e)
	}
	if e.err != nil {
		return zero, e.err
	}
	return e.value, nil
}

// Raw is the line in hand in memory that is used again for the next line: what is kept of it, as a map key too, needs a copy. It is the line
// as it stands in the input, good or bad, without its line end. It is nil for a line over MaxLine, after an error of a whole file, and after an error that is not an *Error.
func (r *Reader[T]) Raw() []byte {
	if r.hand == nil || r.between {
		return nil
	}
	return r.hand.raw
}

// Pos says where the line in hand stands.
func (r *Reader[T]) Pos() Pos {
	if r.hand == nil || r.between {
		return Pos{}
	}
	return r.hand.pos
}

// Checkpoint is the place after the line in hand; at the end, after the last line. Before the first line it is zero. With
// Unordered it means nothing.
func (r *Reader[T]) Checkpoint() Checkpoint {
	if r.err != nil {
		return r.last
	}
	return r.lines.checkpoint()
}

// Stats counts the lines up to the one in hand. The result does not change any more.
func (r *Reader[T]) Stats() Stats {
	s := r.stats.snapshot()
	if r.err == nil {
		s.Predictions = predictionsOf(r.lines.predictions())
	}
	s.Hint = hint(r.codec.Signs, &s)
	return s
}

var errClosed = errors.New("decoder: the Reader is closed")

// Close stops the Reader's goroutines and gives its memory back. It does not close the input. It is needed only after Next
// with Workers. Lines from Recycled and Raw are not valid any more.
func (r *Reader[T]) Close() error {
	if r.between {
		r.abandon()
	}
	if r.err == nil {
		r.end(errClosed)
	}
	return nil
}

// end is the end of reading.
func (r *Reader[T]) end(err error) {
	r.err, r.last = err, r.lines.checkpoint()
	r.stats.Predictions = predictionsOf(r.lines.predictions())
	r.hand, r.between = nil, false
	r.lines.close()
	r.again.stop()
}

var errPanicked = errors.New("decoder: the Reader has ended with a panic")

// abandon is the end of reading after a panic, from which somebody has recovered. What the Reader has may be in any state, and whoever
// has panicked may still use it, so it is not given back.
func (r *Reader[T]) abandon() {
	r.err, r.last = errPanicked, r.lines.checkpoint()
	r.hand, r.between = nil, false
	r.lines.abandon()
	r.again.abandon()
}

// advance takes the next line that is to be delivered in hand. Without one, r.err says why.
func (r *Reader[T]) advance(m mode) bool {
	if r.between || r.cfg.poison {
		r.leaveHand()
	}
	for r.err == nil {
		if r.cfg.ctx != nil && r.isCancelled() {
			break
		}
		r.between = true
		e, err := r.lines.next(m)
		if err != nil {
			r.end(err)
			break
		}
		if r.count(e) {
			r.between = false
			if r.hand != e { // seldom
				r.hand = e
			}
			r.redone = m != peeked
			return true
		}
	}
	return false
}

// leaveHand is done with the line in hand.
func (r *Reader[T]) leaveHand() {
	if r.between {
		r.abandon()
	}
	if r.cfg.poison && r.hand != nil {
		r.lines.checkpoint() // the last time that it sees these bytes
		for i := range r.hand.raw {
			r.hand.raw[i] = poison
		}
	}
}

// isCancelled ends reading if the context has ended. There is one.
func (r *Reader[T]) isCancelled() bool {
	err := r.cfg.ctx.Err()
	if err != nil {
		r.end(err)
	}
	return err != nil
}

// pause is called when a loop is left.
func (r *Reader[T]) pause() {
	r.lines.pause()
	r.again.ballast.Drop()
}

// poison overwrites memory that is not valid any more. It is no JSON, and easily seen.
const poison = '#'

// count adds a line to the statistics, and reports whether it is one to deliver.
func (r *Reader[T]) count(e *entry[T]) bool {
	if e.outcome != good || e.damaged != nil || len(e.drift) > 0 || e.replaced > 0 {
		return r.countOther(e)
	}
	r.stats.Lines++
	r.stats.Bytes += e.size
	r.countKind(e)
	return true
}

// countOther is count for lines that are not good, differ from the spec, or are segments.
func (r *Reader[T]) countOther(e *entry[T]) bool {
	s := &r.stats
	if e.outcome == broken {
		s.bad(e.err.Reason)
		return true
	}
	if !e.more() {
		s.Lines++
	}
	s.Bytes += e.lead() + e.size
	switch e.outcome {
	case blank:
		s.Blank++
		return false
	case bad:
		s.bad(e.err.Reason)
		return true
	case skipped:
		s.Skipped++
	}
	r.countKind(e)
	r.countDrift(e)
	return e.outcome == good
}

func (r *Reader[T]) countKind(e *entry[T]) {
	if r.codec.Kind != nil {
		r.stats.kind(e.kind, e.pos.Length, r.codec.Known)
	}
}

func (r *Reader[T]) countDrift(e *entry[T]) {
	r.stats.Replaced += int64(e.replaced)
	for _, d := range e.drift {
		r.stats.drift.counterOf(d, &e.pos).Count++
	}
}
