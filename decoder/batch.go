package decoder

import (
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync/atomic"
)

// This file hands out lines a group at a time. A Batch owns its group: a feed moves what it has not read of it to another group, or to the
// next block, before it returns the group.

// A Batch is a run of lines, decoded into memory of its own. One goroutine at a time may use it, until Release.
type Batch[T any] struct {
	group     atomic.Pointer[group[T]] // nil after Release
	free      *freeGroups[T]           // takes the group at Release
	poison    bool
	count     int
	current   *entry[T]       // the current line of a loop over All; nil outside of one
	leakCheck runtime.Cleanup // with poison: reports that the Batch is garbage, and was not released
}

// Batches ranges over the lines in batches. A batch is valid until its Release, also when the loop has gone on or is over, and on any
// goroutine: send it over a channel, use its lines, and release it there. Its lines are recycled ones: what Recycled says of them holds
// until Release.
//
//	for batch, err := range r.Batches() {
//		if err != nil {
//			return err // the end, because of a failing disk for example: bad lines come in their batches
//		}
//		for line, err := range batch.All() { ... }
//		batch.Release()
//	}
//
// A batch has the whole lines that one Read has completed: up to 512 KB, or one longer line and what follows it, and at most 4,096 lines
// (a few more where Salvage cuts the last one). It is handed out before the input is asked for more, and has at least one line to
// deliver. Without Workers, the loop's goroutine decodes it when it is asked for; with them, the next batches are decoded meanwhile, and
// come in order, or with Unordered as they are ready.
//
// Any number of batches may be held: the Reader never waits for one. Each holds its text and the memory of its lines, about as much again
// and more, until Release makes both available to other batches. So a program that releases its batches allocates nothing for a line, and
// about 100 bytes for each batch; one that hands batches over through a channel limits the memory by the channel's length. A batch that
// is dropped without Release is collected like other values, and the next one needs new memory: the option Poison reports it.
//
// Stats and Checkpoint include the batches that were handed out, whether they are released or not: in the loop, Checkpoint is the position
// after the current batch, to be stored when that batch has been used. The Reader has no current line: ask the Batch for Raw and Pos. A
// loop that is left goes on with the next batch, and so does a loop of another sort with its first line.
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

// nextBatch returns the next group that has a line to deliver. If it returns nil, r.err says why there is none.
func (r *Reader[T]) nextBatch() *Batch[T] {
	if r.busy || r.cfg.poison {
		r.releaseCurrent()
	}
	for r.err == nil {
		if r.cfg.ctx != nil && r.isCancelled() {
			break
		}
		r.busy = true
		g, free, err := r.lines.batch()
		if err != nil {
			r.endInput(err)
			break
		}
		r.current = nil
		count := 0
		for i := range g.entries {
			if r.count(&g.entries[i]) {
				count++
			}
		}
		r.busy = false
		b := &Batch[T]{free: free, poison: r.cfg.poison, count: count}
		b.group.Store(g)
		if count == 0 {
			b.Release()
			continue
		}
		if b.poison {
			b.leakCheck = runtime.AddCleanup(b, reportUnreleased, unreleased{b.first().pos, count})
		}
		return b
	}
	return nil
}

// unreleased describes a batch that became garbage without Release.
type unreleased struct {
	pos   Pos
	count int
}

// reportUnreleased is called for such batches. Tests of this package replace it.
var reportUnreleased = func(u unreleased) { panic(u.String()) }

// String names the batch by its first line.
func (u unreleased) String() string {
	return fmt.Sprintf("decoder: a Batch is garbage, and was not released: it has %d lines from %s on; call its Release",
		u.count, u.pos)
}

// All ranges over the lines of the batch, in the order of the input, as Recycled does: a bad line yields a nil line and an *Error. It may
// be called again, and begins with the first line each time.
func (b *Batch[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		b.current = nil
		for i := 0; ; i++ {
			g := b.held()
			for i < len(g.entries) && !g.entries[i].delivered() {
				i++
			}
			if i >= len(g.entries) {
				b.current = nil
				return
			}
			e := &g.entries[i]
			b.current = e
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

// Len returns how many lines All yields, good and bad ones.
func (b *Batch[T]) Len() int {
	b.held()
	return b.count
}

// Raw returns the current line of a loop over All as it stands in the input, as Reader.Raw does. It is valid until Release.
func (b *Batch[T]) Raw() []byte {
	if b.held(); b.current == nil {
		return nil
	}
	return b.current.raw
}

// Pos returns where the current line of a loop over All stands.
func (b *Batch[T]) Pos() Pos {
	if b.held(); b.current == nil {
		return Pos{}
	}
	return b.current.pos
}

// Release makes the memory of the batch available to other batches. Its lines, and all that Raw has returned, are not valid any more. It
// panics if the batch has been released before, as all methods do.
func (b *Batch[T]) Release() {
	g := b.group.Swap(nil)
	if g == nil {
		panic("decoder: Release of a Batch that has been released: call it once, when nobody uses the batch any more")
	}
	b.current = nil
	if b.poison {
		b.leakCheck.Stop()
		runtime.KeepAlive(b) // so that b is not garbage before Stop
		g.poison()           // g is left to the collector: nothing overwrites the poison
		return
	}
	b.free.put(g)
}

// held returns the group. It panics after Release.
func (b *Batch[T]) held() *group[T] {
	g := b.group.Load()
	if g == nil {
		panic("decoder: a Batch is used after its Release: release it after its last use")
	}
	return g
}

// first returns the first line that All yields; nil if there is none.
func (b *Batch[T]) first() *entry[T] {
	g := b.held()
	for i := range g.entries {
		if e := &g.entries[i]; e.delivered() {
			return e
		}
	}
	return nil
}

// delivered reports whether a loop yields e. Other lines are only counted in Stats.
func (e *entry[T]) delivered() bool { return e.outcome != blank && e.outcome != skipped }

// poison overwrites the text of g, and the memory of its lines.
func (g *group[T]) poison() {
	for i := range g.data {
		g.data[i] = poison
	}
	if g.cur != nil {
		g.cur.Poison()
	}
}

// cutRest moves what is not read of g, which becomes a batch, to another group: the other lines, a panic while reading them, the end of
// the input. An error of a whole file becomes the last line of g. It returns nil if nothing is left. number is the number of the first
// line that is left.
//
// g keeps its buffer, and the other group gets one of its own from s.
func (g *group[T]) cutRest(number int64, free *freeGroups[T], s *splitter) *group[T] {
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
		rest.moveToOwnBuffer(s)
	}
	rest.blockPos = rest.first()
	g.data, g.err, g.panic = g.data[:g.at:g.at], nil, nil
	return rest
}

// moveToOwnBuffer copies the text of b to a buffer that b owns.
func (b *block) moveToOwnBuffer(s *splitter) {
	b.buf = s.bufferFor(len(b.data))
	n := copy(b.buf, b.data)
	b.data = b.buf[:n:n]
}

// setNumbers gives the lines of g their numbers, and returns the number of the line after them.
func (g *group[T]) setNumbers(from int64) (next int64) {
	for i := range g.entries {
		e := &g.entries[i]
		if e.pos.Line = from; e.err != nil {
			e.err.Line = from
		}
		if e.endsLine() {
			from++
		}
	}
	return from
}

// batch reads the rest of the current group, or the next one.
func (p *pool[T]) batch() (*group[T], *freeGroups[T], error) {
	if p.mode != batched {
		p.setMode(batched)
	}
	for {
		g := p.group
		if g == nil {
			var err error
			if g, err = p.nextGroup(); err != nil {
				return nil, nil, err
			}
		} else if p.catchUp(); p.lastEntry != nil { // another kind of loop has read the lines before
			p.lastEntry, p.at = nil, 0
			clear(g.entries)
			g.entries = g.entries[:0]
		}
		if g.panic == nil && len(g.entries) == 0 && !g.done {
			p.free.giveCursor(g)
			p.loopDecoder.tryReadGroup(g, batched)
			p.mu.Lock()
			p.values, p.lastValues, p.loopReads = g.values, g.values, false
			p.mu.Unlock()
		}
		if len(g.entries) == 0 && g.panic != nil {
			panic(g.panic)
		}
		p.number = g.setNumbers(p.number)
		if n := len(g.entries); n > 0 {
			moveToEnd(&p.progress, &g.block, &g.entries[n-1])
		}
		p.group = g.cutRest(p.number, p.free, p.splitter)
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

// batch reads the rest of the current block, or the next one.
func (s *sequence[T]) batch() (*group[T], *freeGroups[T], error) {
	if s.free == nil {
		s.free = newFreeGroups(s.codec, &s.splitter.large, 0)
	}
	s.splitter.separate = true
	s.catchUp()
	s.hasEntry = false
	for {
		switch {
		case s.panicked != nil:
			panic(s.panicked.Value)
		case s.done && s.block.err == nil:
			s.nextBlock()
		case s.block.buf == nil && !s.splitter.inMemory && len(s.block.data) > 0: // data lies in the splitter's buffer
			s.block.moveToOwnBuffer(s.splitter)
			if l := s.damaged; l != nil {
				l.line = s.block.data[l.at:][:len(l.line):len(l.line)]
			}
		}
		g := s.free.take()
		s.free.giveCursor(g)
		g.block, g.blockPos = s.block, s.blockPos
		s.tryReadGroup(g, batched)
		s.splitter.line = g.setNumbers(s.splitter.line)
		if n := len(g.entries); n > 0 {
			moveToEnd(&s.progress, &g.block, &g.entries[n-1])
		}
		s.block, s.blockPos = block{}, blockPos{done: true}
		if rest := g.cutRest(s.splitter.line, s.free, s.splitter); rest != nil {
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
