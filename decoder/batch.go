package decoder

import (
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/printable"
)

// A Batch is a run of lines, decoded into memory of its own. It is one goroutine's at a time, on whichever that is, until Release.
type Batch[T any] struct {
	group  atomic.Pointer[group[T]] // nil when it is released
	free   *freeGroups[T]           // where its memory goes
	poison bool
	count  int
	hand   *entry[T]       // the line in hand
	watch  runtime.Cleanup // with poison: sees the Batch become garbage
}

// Batches ranges over the lines in batches. A batch is valid until its Release, also when the loop has gone on or is over, and on any
// goroutine: send it over a channel, use its lines, and release it there. Within it lines are recycled ones, and all that holds for
// Recycled holds for them up to Release.
//
//	for batch, err := range r.Batches() {
//		if err != nil {
//			return err // the end, as of a failing disk: bad lines come in their batches
//		}
//		for line, err := range batch.All() { ... }
//		batch.Release()
//	}
//
// A batch has the whole lines that one Read has completed: up to 512 KB, or one longer line and what follows it, and at most 4,096 lines (a few
// more where Salvage cuts the last one). It is handed out before the input is asked for more, and has at least one line to deliver. Without
// Workers, the loop's goroutine decodes it when it is asked for; with them, the next batches are decoded meanwhile, and come in order, or with
// Unordered as they are ready.
//
// Any number of batches may be held: the Reader never waits for one. Each holds its text and the memory of its lines, about as much
// again and more, until Release gives both back for other batches. So a program that releases its batches allocates nothing for a line, and
// about 100 bytes for each batch; one that hands batches over through a channel limits the memory by the channel's length. A batch that is
// dropped without Release is collected like other values, and the next one needs new memory: the option Poison finds it.
//
// Stats and Checkpoint stand behind the batches that were handed out, whether they are released or not: in the loop, Checkpoint is the place
// behind the batch in hand, to be stored when that batch has been used. The Reader has no line in hand: ask the Batch for Raw and Pos. A loop
// that is left goes on with the next batch, and so does a loop of another sort with its first line.
func (r *Reader[T]) Batches() iter.Seq2[*Batch[T], error] {
	return func(yield func(*Batch[T], error) bool) {
		defer r.pause()
		for {
			b := r.nextBatch()
			if b == nil {
				break
			}
			if !yield(b, nil) {
				return
			}
		}
		if r.err != io.EOF {
			yield(nil, r.err)
		}
	}
}

// nextBatch takes the next group that has a line to deliver. Without one, r.err says why.
func (r *Reader[T]) nextBatch() *Batch[T] {
	if r.between || r.cfg.poison {
		r.leaveHand()
	}
	for r.err == nil {
		if r.cfg.ctx != nil && r.isCancelled() {
			break
		}
		r.between = true
		g, free, err := r.lines.batch()
		if err != nil {
			r.end(err)
			break
		}
		r.hand = nil
		count := 0
		for i := range g.entries {
			if r.count(&g.entries[i]) {
				count++
			}
		}
		r.between = false
		b := &Batch[T]{free: free, poison: r.cfg.poison, count: count}
		b.group.Store(g)
		if count == 0 {
			b.Release()
			continue
		}
		if b.poison {
			b.watch = runtime.AddCleanup(b, reportUnreleased, unreleased{b.first().pos, count})
		}
		return b
	}
	return nil
}

// unreleased is what is known of a batch that nobody has released.
type unreleased struct {
	pos   Pos
	count int
}

// reportUnreleased is called for batches that were dropped. Tests of this package replace it.
var reportUnreleased = func(u unreleased) { panic(u.String()) }

// String names the batch by its first line.
func (u unreleased) String() string {
	return fmt.Sprintf("ndwire: a Batch is garbage, and was not released: it has %d lines from %s on; call its Release", u.count, printable.Text(u.pos.String()))
}

// All ranges over the lines of the batch, in the order of the input, as Recycled does: a bad line yields a nil line and an *Error. It may be
// called again, and begins with the first line.
func (b *Batch[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		b.hand = nil
		for i := 0; ; i++ {
			g := b.held()
			for i < len(g.entries) && !g.entries[i].delivered() {
				i++
			}
			if i >= len(g.entries) {
				b.hand = nil
				return
			}
			e := &g.entries[i]
			b.hand = e
			if e.err != nil {
				var zero T
				if !yield(zero, e.err) {
					return
				}
			} else if !yield(e.value, nil) {
				return
			}
		}
	}
}

// Len is how many lines All yields, good and bad ones.
func (b *Batch[T]) Len() int {
	b.held()
	return b.count
}

// Raw is the line in hand of a loop over All as it stands in the input, as Reader.Raw is. It is valid until Release.
func (b *Batch[T]) Raw() []byte {
	if b.held(); b.hand == nil {
		return nil
	}
	return b.hand.raw
}

// Pos says where the line in hand of a loop over All stands.
func (b *Batch[T]) Pos() Pos {
	if b.held(); b.hand == nil {
		return Pos{}
	}
	return b.hand.pos
}

// Release gives the memory of the batch back. Its lines, and all that Raw has returned, are not valid any more. It panics if the batch has
// been released before, as all methods do.
func (b *Batch[T]) Release() {
	g := b.group.Swap(nil)
	if g == nil {
		panic("ndwire: Release of a Batch that has been released: call it once, when nobody uses the batch any more")
	}
	b.hand = nil
	if b.poison {
		b.watch.Stop()
		runtime.KeepAlive(b) // else it may be garbage just before that
		g.poison()           // and is left to the collector, so that it stays so
		return
	}
	b.free.put(g)
}

// held is the group, which nobody has released.
func (b *Batch[T]) held() *group[T] {
	g := b.group.Load()
	if g == nil {
		panic("ndwire: a Batch is used after its Release")
	}
	return g
}

// first is the first line that All yields.
func (b *Batch[T]) first() *entry[T] {
	g := b.held()
	for i := range g.entries {
		if e := &g.entries[i]; e.delivered() {
			return e
		}
	}
	return nil
}

// delivered reports whether a loop gets e, and not only Stats.
func (e *entry[T]) delivered() bool { return e.outcome != blank && e.outcome != skipped }

// poison overwrites all that lines of g are made of.
func (g *group[T]) poison() {
	for i := range g.data {
		g.data[i] = poison
	}
	if g.cur != nil {
		g.cur.Poison()
	}
}

// unfinished takes from g, of which lines are read, what a batch leaves for the next one: the lines that are not read yet, the panic of
// reading them, the end of the input. An error of a whole file becomes the last line of g. It returns nil if nothing is left.
//
// g keeps its buffer, and what it leaves gets one of its own from s.
func (g *group[T]) unfinished(number int64, free *freeGroups[T], s *splitter) *group[T] {
	if g.done && g.panic == nil {
		e, end := takeErr[T](&g.block, number)
		if e != nil {
			g.entries = append(g.entries, *e)
		}
		if end == nil {
			return nil
		}
	}
	rest := free.take()
	rest.block, rest.panic = g.block, g.panic
	rest.buf, rest.tooLong, rest.line = nil, nil, number
	rest.offset += int64(g.at)
	rest.data = g.data[g.at:]
	if g.buf != nil && len(rest.data) > 0 {
		rest.own(s)
	}
	rest.blockPos = rest.first()
	g.data, g.err, g.panic = g.data[:g.at:g.at], nil, nil
	return rest
}

// own moves the text of b to a buffer of its own.
func (b *block) own(s *splitter) {
	b.buf = s.fitting(len(b.data))
	n := copy(b.buf, b.data)
	b.data = b.buf[:n:n]
}

// numbered gives the lines of g their numbers, and returns that of the line behind them.
func (g *group[T]) numbered(from int64) (next int64) {
	for i := range g.entries {
		e := &g.entries[i]
		if e.pos.Line = from; e.err != nil {
			e.err.Line = from
		}
		if !e.more() {
			from++
		}
	}
	return from
}

// batch reads the rest of the group in hand, or the next one.
func (p *pool[T]) batch() (*group[T], *freeGroups[T], error) {
	if p.mode != batched {
		p.change(batched)
	}
	for {
		g := p.group
		if g == nil {
			var err error
			if g, err = p.enter(); err != nil {
				return nil, nil, err
			}
		} else if p.catchUp(); p.hand != nil { // lines of another loop
			p.hand, p.at = nil, 0
			clear(g.entries)
			g.entries = g.entries[:0]
		}
		if g.panic == nil && len(g.entries) == 0 && !g.done {
			p.own.guarded(g, batched)
		}
		if len(g.entries) == 0 && g.panic != nil {
			panic(g.panic)
		}
		p.number = g.numbered(p.number)
		if n := len(g.entries); n > 0 {
			moveBehind(&p.progress, &g.block, &g.entries[n-1])
		}
		p.group = g.unfinished(p.number, p.free, p.split)
		if len(g.entries) > 0 {
			return g, p.free, nil
		}
		ended := p.group != nil && p.group.done && p.group.err != nil
		p.release(g)
		if ended {
			return nil, nil, p.group.err
		}
	}
}

// batch reads the rest of the block in hand, or the next one.
func (s *sequence[T]) batch() (*group[T], *freeGroups[T], error) {
	if s.free == nil {
		s.free = newFreeGroups(s.codec, &s.split.large, 0)
	}
	s.split.apart = true
	s.catchUp()
	s.begun = false
	for {
		switch {
		case s.panicked != nil:
			panic(s.panicked.Value)
		case s.done && s.block.err == nil:
			s.enter()
		case s.block.buf == nil && !s.split.memory && len(s.block.data) > 0: // it lies in the splitter's buffer
			s.block.own(s.split)
			if w := s.damaged; w != nil {
				w.line = s.block.data[w.at:][:len(w.line):len(w.line)]
			}
		}
		g := s.free.take()
		g.block, g.blockPos = s.block, s.blockPos
		s.guarded(g, batched)
		s.split.line = g.numbered(s.split.line)
		if n := len(g.entries); n > 0 {
			moveBehind(&s.progress, &g.block, &g.entries[n-1])
		}
		s.block, s.blockPos = block{}, blockPos{done: true}
		if rest := g.unfinished(s.split.line, s.free, s.split); rest != nil {
			s.block, s.blockPos, s.panicked = rest.block, rest.blockPos, rest.panic
			rest.block = block{}
			s.free.put(rest)
		}
		if len(g.entries) > 0 {
			return g, s.free, nil
		}
		s.free.put(g)
		if s.panicked == nil && s.done && s.block.err != nil {
			return nil, nil, s.block.err
		}
	}
}
