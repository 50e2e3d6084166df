package decoder

import (
	"errors"
	"io"
	"iter"

	"github.com/ndwire/ndwire/internal/predict"
)

// This file has the loops over a Reader. The Reader asks a feed for one line after another, counts it, and delivers it or goes on. It owns
// no memory of lines: the feed does.
//
// The path of a line: splitter.go cuts the input into blocks of lines (block.go), or finds that it has none (format.go). line.go decodes the
// lines of a block; prefixes.go saves it most peeks in a loop that filters, and salvage.go cuts damaged lines into records. A feed is a
// sequence (sequence.go), which decodes on the loop's goroutine, or a pool (pool.go), whose goroutines (poolworkers.go) read blocks and
// decode groups of lines (group.go); batch.go hands out groups. memory.go owns the memory that is reused (largebuffers.go, freegroups.go).
// protocol.go makes Readers for the generated code of protocols, lines.go those without a protocol.
//
// What a Reader is given is in options.go and files.go; what it says of its lines is in error.go, pos.go, checkpoint.go, panic.go and
// stats.go, with hint.go. The values in lines have files of their own: raw.go, with jsontype.go, text.go and walk.go, which finds values
// in a text, extra.go, exactnumber.go and kind.go.

// Reader reads lines of type T. Its methods must not be called concurrently.
//
// Input in memory is not copied: the lines of a *bytes.Reader are read where they lie.
type Reader[T any] struct {
	codec     *codec[T]
	cfg       config
	redecoder lineDecoder[T] // decodes the current line for Decode, without using the memory of that line

	lines         feed[T]
	current       *entry[T] // nil before the first line, and after the last
	busy          bool      // current is not valid: a line is being read, or reading it has panicked
	decodeCounted bool      // Stats already has what decoding the current line finds

	stats counter
	err   error      // why reading ended: io.EOF, or the error of the loop's last pair
	final Checkpoint // the checkpoint at the end, once err is set
}

// A feed gives the lines of an input one by one, read in some mode.
type feed[T any] interface {
	// next returns the next line, whatever its outcome, valid until the next call. The error says why the input ended.
	next(m mode) (*entry[T], error)
	// batch returns the next lines as a group that the caller owns, and where to put it when it is released. All lines that next and
	// batch have returned before are done. The error says why the input ended.
	batch() (*group[T], *freeGroups[T], error)
	// checkpoint returns the position after the line that was returned last. It does not catch up with a line without
	// a line end: if Decode finds that this line is bad, the position is before it.
	checkpoint() Checkpoint
	// catchUp moves the position to the end of the line that was returned last, which is not decoded any more.
	catchUp()
	// predictions returns how many predictions have been right and wrong so far.
	predictions() predict.Counts
	// pause stops the goroutines, waits for them, and releases the ballast. A loop that is left calls it.
	pause()
	// close ends the feed, and releases its memory.
	close()
	// abandon ends the feed after a panic, and leaves its memory to the collector.
	abandon()
}

// start makes a new Reader read in.
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
// A bad line yields a nil line and an *Error, and the loop goes on. Any other error is the last pair. Leaving the loop early stops the
// Reader's goroutines and waits for them; a second loop goes on with the next line. (Only a Read that blocks is not waited for. Its
// goroutine ends when that Read returns, and what it has read is not lost.)
func (r *Reader[T]) All() iter.Seq2[T, error] { return r.loop(owned) }

// Recycled ranges over lines whose memory is reused when the loop goes on. No line, and no string, slice or pointer in it, may be kept,
// not even as a map key, without the Clone methods of the line or of its parts, or strings.Clone. Otherwise it is like All, which is the
// loop to start with. A map keeps its keys:
//
//	count[m.Name]++                // wrong in this loop, right in All
//	count[strings.Clone(m.Name)]++ // right
//
// Once the loop has seen similar lines, it allocates nothing, also with Workers. With the option Poison, tests show mistakes at once.
func (r *Reader[T]) Recycled() iter.Seq2[T, error] { return r.loop(recycled) }

func (r *Reader[T]) loop(m mode) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		defer r.pause()
		for r.advance(m) {
			e := r.current
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

// Kinds ranges over the lines without decoding them; Decode decodes the current one.
func (r *Reader[T]) Kinds() iter.Seq2[Kind, error] {
	return func(yield func(Kind, error) bool) {
		defer r.pause()
		for r.advance(peeked) {
			if e := r.current; e.err != nil {
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
	if r.current.err != nil {
		return zero, r.current.err
	}
	return r.current.value, nil
}

var errNoLine = errors.New("decoder: there is no current line: call Decode in a loop")

// Decode decodes the current line of a Kinds loop. The result is yours, as from All. The error is that of the line, or says that there is no
// current line.
func (r *Reader[T]) Decode() (T, error) {
	var zero T
	switch {
	case r.current == nil || r.busy:
		return zero, errNoLine
	case r.current.err != nil:
		return zero, r.current.err
	}
	pos := r.current.pos
	e := entry[T]{pos: pos}
	r.redecoder.codec, r.redecoder.cfg, r.redecoder.noFilter = r.codec, &r.cfg, true
	r.redecoder.start(owned)
	r.redecoder.ballast.Add(len(r.current.raw))
	p := piece{file: pos.File, number: pos.Line, start: pos.Offset, line: r.current.raw, bounds: boundsOf(r.current.raw),
		unterminated: r.current.unterminated}
	if l := r.current.damaged; l != nil {
		p = l.piece(pos.File, pos.Line, r.current.segment)
	}
	r.busy = true
	r.redecoder.readRecord(&p, owned, &e)
	r.busy = false
	if !r.decodeCounted {
		r.decodeCounted = true
		if e.err != nil { // as in the other loops, the line counts as bad and not for its kind
			r.stats.bad(e.err.Reason)
			if r.codec.Kind != nil {
				r.stats.takeKind(r.current.kind, pos.Length, r.codec.Known)
			}
		}
		r.countDrift(&e)
	}
	if e.err != nil {
		r.current.outcome = bad // for Checkpoint
		return zero, e.err
	}
	return e.value, nil
}

// Raw returns the current line, good or bad, as it stands in the input, without its line end. Its memory is reused for the next line:
// what is kept of it, also as a map key, needs a copy. It is nil for a line over MaxLine, after an error of a whole file, and after an
// error that is not an *Error.
func (r *Reader[T]) Raw() []byte {
	if r.current == nil || r.busy {
		return nil
	}
	return r.current.raw
}

// Pos returns where the current line stands.
func (r *Reader[T]) Pos() Pos {
	if r.current == nil || r.busy {
		return Pos{}
	}
	return r.current.pos
}

// Checkpoint returns the position after the current line; at the end, after the last line. Before the first line it is zero. With Unordered
// it means nothing.
func (r *Reader[T]) Checkpoint() Checkpoint {
	if r.err != nil {
		return r.final
	}
	return r.lines.checkpoint()
}

// Stats returns the counts of all lines up to the current one. The result does not change any more.
func (r *Reader[T]) Stats() Stats {
	s := r.stats.snapshot()
	if r.err == nil {
		s.Predictions = predictionsOf(r.lines.predictions())
	}
	s.Hint = hint(r.codec.Signs, &s)
	return s
}

var errClosed = errors.New("decoder: the Reader is closed: make a new one")

// Close stops the Reader's goroutines and releases its memory. It does not close the input. It is needed only after Next with Workers.
// The error is always nil. Lines from Recycled and Raw are not valid any more.
func (r *Reader[T]) Close() error {
	if r.busy {
		r.abandon()
	}
	if r.err == nil {
		r.end(errClosed)
	}
	return nil
}

// end ends reading with err, and releases all memory.
func (r *Reader[T]) end(err error) {
	r.err, r.final = err, r.lines.checkpoint()
	r.stats.Predictions = predictionsOf(r.lines.predictions())
	r.current, r.busy = nil, false
	r.lines.close()
	r.redecoder.stop()
}

var errPanicked = errors.New("decoder: the Reader has ended with a panic: make a new one")

// abandon ends reading after a panic from which the program has recovered. Memory may be in any state, and may still be used by what
// panicked, so it is not released.
func (r *Reader[T]) abandon() {
	r.err, r.final = errPanicked, r.lines.checkpoint()
	r.current, r.busy = nil, false
	r.lines.abandon()
	r.redecoder.abandon()
}

// advance makes the next line to be delivered the current one. If it returns false, r.err says why there is none.
func (r *Reader[T]) advance(m mode) bool {
	if r.busy || r.cfg.poison {
		r.releaseCurrent()
	}
	for r.err == nil {
		if r.cfg.ctx != nil && r.isCancelled() {
			break
		}
		r.busy = true
		e, err := r.lines.next(m)
		if err != nil {
			r.endInput(err)
			break
		}
		if r.count(e) {
			r.busy = false
			if r.current != e { // this saves a write barrier for most lines
				r.current = e
			}
			r.decodeCounted = m != peeked
			return true
		}
	}
	return false
}

// releaseCurrent ends the use of the current line: with Poison, its bytes are overwritten. After a panic it ends reading.
func (r *Reader[T]) releaseCurrent() {
	if r.busy {
		r.abandon()
	}
	if r.cfg.poison && r.current != nil {
		r.lines.catchUp() // it keeps the last bytes of the line, so it must come first
		for i := range r.current.raw {
			r.current.raw[i] = poison
		}
	}
}

// isCancelled ends reading if the context, which is not nil, has ended.
func (r *Reader[T]) isCancelled() bool {
	err := r.cfg.ctx.Err()
	if err != nil {
		r.end(err)
	}
	return err != nil
}

// endInput ends reading because the input has ended with err, unless the context has: then that may be why Read has
// returned err.
func (r *Reader[T]) endInput(err error) {
	if r.cfg.ctx == nil || !r.isCancelled() {
		r.end(err)
	}
}

// pause stops what a loop has started, when the loop is left.
func (r *Reader[T]) pause() {
	r.lines.pause()
	r.redecoder.ballast.Drop()
}

// poison is the byte that overwrites memory that is not valid any more. It is not JSON, and easy to see.
const poison = '#'

// count adds a line to the statistics, and reports whether it is delivered.
func (r *Reader[T]) count(e *entry[T]) bool {
	if e.outcome != good || e.damaged != nil || len(e.drift) > 0 || e.replaced > 0 {
		return r.countOther(e)
	}
	r.stats.Lines++
	r.stats.Bytes += e.size
	r.countKind(e)
	return true
}

// countOther is count for bad lines, lines with drift or replaced text, and segments of damaged lines.
func (r *Reader[T]) countOther(e *entry[T]) bool {
	s := &r.stats
	if e.outcome == broken {
		s.bad(e.err.Reason)
		return true
	}
	if !e.more() {
		s.Lines++
	}
	s.Bytes += e.padding() + e.size
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
		r.stats.drift.add(d, &e.pos)
	}
}
