package decoder

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/internal/scan"
)

const (
	// readAhead is how many groups there are for each worker between reading and delivery.
	readAhead = 3

	// aheadSize is how many bytes of buffers there are for each worker between reading and delivery, and at most one buffer more.
	aheadSize = 32 << 20

	// maxGroup is how many lines a group has at most, so that a file of nothing but line feeds does not fill the memory.
	maxGroup = 4096

	// grace is how long a loop that is left waits for a Read. A Read of a file is over long before; one that is not may block
	// until a peer writes, and perhaps the peer waits for us.
	grace = 100 * time.Millisecond
)

// A group is a block, and its lines, or as many of the first ones as somebody has read in advance.
type group[T any] struct {
	block
	blockPos // behind entries
	state    state
	mode     mode // of entries
	entries  []entry[T]
	drift    []*scan.Drift // of all entries
	cur      *scan.Cursor  // has the memory of recycled entries; nil until there are some
	panic    *WorkerPanic  // comes behind entries, and then the group is done
}

type state uint8

const (
	waiting state = iota // for somebody to read it
	working
	ready
)

// pool is the feed with Workers: one goroutine reads blocks, others decode them, and the loop's own takes the lines out.
//
// All groups between reading and delivery stand in one queue, in the order of the input. When a loop is left the goroutines end
// and the queue stays: the next loop goes on with it.
//
// The loop's goroutine decodes, too, so that it does not wait while there is work. Lines that it needs at once, and that nobody has
// begun with, it reads one by one as they are asked for: that costs least, for what they are made of stays in the cache. The other
// goroutines leave it the first group that is waiting as long as there are others.
type pool[T any] struct {
	codec *codec[T]
	cfg   *config

	// Of the goroutine that calls next.
	group    *group[T] // in hand
	at       int       // of the next line, in group.entries
	own      lineDecoder[T]
	entry    entry[T]  // read by own: behind the last of group.entries
	hand     *entry[T] // the line of the group that was given last; nil at its beginning
	from     *File     // the file of the group
	base     int64     // and what its blocks had as number
	number   int64     // of the next line
	within   bool      // own is reading entry; after a panic it stays so
	progress progress
	unhook   func() bool // ends waking up for the context

	split *splitter // of the reading goroutine, while there is one
	free  *freeGroups[T]

	mu      sync.Mutex
	queue   []*group[T]
	queued  int // bytes of all buffers in the queue
	mode    mode
	length  int            // of a line of the group that was decoded last, on average
	running bool           // the goroutines go on
	asleep  bool           // the loop's goroutine waits for a group
	workers int            // that have not ended
	reading chan struct{}  // closed when the reading goroutine ends; nil if there is none
	atEnd   bool           // the queue has the last group of the input
	counts  predict.Counts // of all groups that have been decoded
	closed  bool

	hasWork   sync.Cond // a group is waiting
	notFull   sync.Cond // the queue takes another group
	hasGroup  sync.Cond // a group was added, or is ready
	noWorkers sync.Cond // workers is 0
}

func newPool[T any](c *codec[T], cfg *config, in io.Reader) *pool[T] {
	p := &pool[T]{codec: c, cfg: cfg, split: newSplitter(in, cfg.maxLine, true)}
	p.own.codec, p.own.cfg = c, cfg
	p.split.copies = cfg.poison
	p.free = newFreeGroups(c, &p.split.large, readAhead*cfg.workers)
	for _, cond := range []*sync.Cond{&p.hasWork, &p.notFull, &p.hasGroup, &p.noWorkers} {
		cond.L = &p.mu
	}
	return p
}

func (p *pool[T]) next(m mode) (*entry[T], error) {
	if p.mode != m {
		p.change(m)
	}
	if p.cfg.poison && p.own.cur != nil {
		p.own.cur.Poison()
	}
	for {
		if g := p.group; g != nil {
			if e := p.line(g, m); e != nil {
				p.hand = e
				return e, nil
			}
			if g.err != nil {
				if e, err := takeErr[T](&g.block, p.number); e != nil || err != nil {
					return e, err
				}
			}
			p.catchUp()
			p.release(g)
			p.group, p.hand = nil, nil
		}
		g, err := p.enter()
		if err != nil {
			return nil, err
		}
		if m == owned {
			p.own.ballast.Add(len(g.data))
		}
	}
}

// enter takes the next group in hand.
func (p *pool[T]) enter() (*group[T], error) {
	g, err := p.take()
	if err != nil {
		return nil, err
	}
	p.group, p.at = g, 0
	p.progress.enter(&g.block)
	// In order, the reading goroutine need not count lines: all blocks of a file have the number of its first one.
	if p.cfg.unordered || g.from != p.from || g.line != p.base {
		p.from, p.base, p.number = g.from, g.line, g.line
	}
	return g, nil
}

// line is the next line of the group in hand, nil behind its last one.
func (p *pool[T]) line(g *group[T], m mode) *entry[T] {
	e := &p.entry
	switch {
	case p.at < len(g.entries):
		e = &g.entries[p.at]
		p.at++
		if e.pos.Line = p.number; e.err != nil {
			e.err.Line = p.number
		}
		if p.at == len(g.entries) {
			p.own.continueAfter(e)
		}
	case g.done:
		if g.panic != nil {
			panic(g.panic)
		}
		return nil
	default:
		p.own.start(m)
		p.within = true
		p.own.step(&g.block, &g.blockPos, p.number, m, e)
		p.within = false
	}
	if !e.more() {
		p.number++
	}
	return e
}

// catchUp moves the progress to the end of the last line.
func (p *pool[T]) catchUp() {
	switch {
	case p.within:
		p.progress.moveTo(&p.group.block, &p.entry.pos)
	case p.hand != nil:
		moveBehind(&p.progress, &p.group.block, p.hand)
	}
}

func (p *pool[T]) checkpoint() Checkpoint {
	p.catchUp()
	return p.progress.checkpoint()
}

func (p *pool[T]) predictions() predict.Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts.Add(p.own.takePredictions())
	return p.counts
}

// change makes the pool read in another mode. What was read of the group in hand in advance is forgotten.
func (p *pool[T]) change(m mode) {
	p.pause()
	p.mu.Lock()
	p.mode = m // workers are gone; a Read may go on, which does not matter
	for _, g := range p.queue {
		if g.state == ready && g.mode != m {
			g.state = waiting
			g.forget(0)
		}
	}
	p.mu.Unlock()
	if g := p.group; g != nil && (p.at < len(g.entries) || g.panic != nil) {
		if g.forget(p.at); p.at > 0 {
			p.own.continueAfter(p.hand)
		}
	}
}

// forget goes back to behind the first n entries.
func (g *group[T]) forget(n int) {
	g.blockPos, g.panic = g.first(), nil
	if n > 0 {
		last := &g.entries[n-1]
		g.at = int(last.pos.Offset - g.offset + last.size)
	}
	clear(g.entries[n:])
	g.entries = g.entries[:n]
}

// take is the next group for the loop, which may have no entries. It waits for one if there is nothing to do.
func (p *pool[T]) take() (*group[T], error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.start()
	for {
		if p.cfg.ctx != nil && p.cfg.ctx.Err() != nil {
			return nil, p.cfg.ctx.Err()
		}
		if i := p.deliverable(); i >= 0 {
			g := p.queue[i]
			p.queue = slices.Delete(p.queue, i, i+1)
			p.queued -= cap(g.buf)
			p.notFull.Signal()
			p.yieldToReading()
			return g, nil
		}
		if g := p.waiting(); g != nil {
			p.decode(&p.own, g)
			continue
		}
		p.asleep = true
		p.hasGroup.Wait()
		p.asleep = false
	}
}

// yieldToReading lets the reading goroutine run if few groups are waiting: where every processor decodes, it would run only when all of
// them wait for it. p.mu is locked, and is unlocked meanwhile.
func (p *pool[T]) yieldToReading() {
	left := 0
	for _, g := range p.queue {
		if g.state == waiting {
			left++
		}
	}
	if left < 2 && p.reading != nil {
		p.mu.Unlock()
		runtime.Gosched()
		p.mu.Lock()
	}
}

// deliverable is the number of the group in the queue that is to be delivered now, ready if possible; -1 if there is none.
func (p *pool[T]) deliverable() int {
	best := -1
	for i, g := range p.queue {
		last := p.atEnd && i == len(p.queue)-1 // the end of the input must stay the end
		switch {
		case i > 0 && (last || !p.cfg.unordered):
			return best
		case g.state == ready:
			return i
		case g.state == waiting && best < 0:
			best = i
		}
	}
	return best
}

// start starts the goroutines that are not there. p.mu is locked.
func (p *pool[T]) start() {
	if p.running {
		return
	}
	p.running = true
	for range p.cfg.workers - 1 {
		p.workers++
		go p.work()
	}
	if p.reading == nil && !p.atEnd {
		p.reading = make(chan struct{})
		go p.read()
	}
	if p.cfg.ctx != nil {
		p.unhook = context.AfterFunc(p.cfg.ctx, func() {
			p.mu.Lock()
			p.hasGroup.Broadcast()
			p.mu.Unlock()
		})
	}
}

func (p *pool[T]) pause() {
	p.own.ballast.Drop()
	p.mu.Lock()
	if !p.running {
		p.mu.Unlock()
		return
	}
	p.running = false
	if p.unhook != nil {
		p.unhook()
		p.unhook = nil
	}
	p.hasWork.Broadcast()
	p.notFull.Broadcast()
	for p.workers > 0 {
		p.noWorkers.Wait()
	}
	reading := p.reading
	p.mu.Unlock()
	if reading != nil {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-reading:
		case <-timer.C:
		}
	}
}

func (p *pool[T]) close() {
	p.pause()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.group != nil {
		p.queue = append(p.queue, p.group)
	}
	for _, g := range p.queue {
		p.free.put(g)
	}
	p.free.close()
	if p.reading == nil {
		p.split.close()
	}
	p.own.stop()
	p.empty()
}

// abandon is close after a panic.
func (p *pool[T]) abandon() {
	p.pause()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.reading == nil {
		p.split.drop()
	}
	p.own.cur = nil
	p.free.abandon()
	p.empty()
}

// empty leaves nothing that refers to a line. p.mu is locked.
func (p *pool[T]) empty() {
	p.queue, p.queued, p.group, p.hand, p.entry = nil, 0, nil, nil, entry[T]{}
}

// read is the reading goroutine. It reads only while the queue is not full, and queues what it has read before it reads again.
func (p *pool[T]) read() {
	p.mu.Lock()
	defer func() { // also where Read ends the goroutine
		close(p.reading)
		p.reading = nil
		if p.closed {
			p.split.close()
		}
		p.mu.Unlock()
	}()
	for p.running && !p.atEnd {
		if p.full() {
			p.notFull.Wait()
			continue
		}
		p.split.sharers, p.split.most = p.cfg.workers, p.portion()
		apart := p.cfg.poison && p.mode != batched // each line is overwritten before the next one is delivered
		p.mu.Unlock()
		b := p.nextBlock()
		for b.data != nil || b.tooLong != nil || b.err != nil {
			first, rest := b, block{}
			if apart {
				first, rest = b.split()
			}
			if p.cfg.unordered {
				first.line = p.split.line
				p.split.line += first.lines()
			}
			p.mu.Lock()
			for p.running && p.full() {
				p.notFull.Wait()
			}
			p.add(first)
			p.mu.Unlock()
			b = rest
		}
		p.mu.Lock()
	}
}

var errGone = errors.New("decoder: the input's Read ended its goroutine")

// nextBlock reads a block, without p.mu; an empty one behind the end. If Read panics, the loop panics where the block would be. If it
// ends the goroutine instead, as a test's Fatal does, that is the end of the input.
func (p *pool[T]) nextBlock() (b block) {
	back := false
	defer func() {
		if back {
			return
		}
		failed := recovered(recover())
		p.mu.Lock()
		end := p.split.here()
		end.err = errGone
		p.add(end).panic = failed
		p.split.drop() // Read may still be writing to its buffer
		if failed != nil {
			p.mu.Unlock()
		} // else read unlocks it, which is being left
	}()
	b = p.split.next()
	back = true
	return b
}

// portion is how much a block is to have of an input in memory: nothing is known before the first group has been decoded, and a group
// that has too many lines would be left to the loop in part. p.mu is locked.
func (p *pool[T]) portion() int {
	if p.mode != owned {
		return 0
	}
	return min(largestPortion, p.length*(maxGroup*3/4))
}

// full reports whether enough is read ahead. Of lines that are so long that few of them take all the memory that there is for it, fewer
// are read, at least one.
func (p *pool[T]) full() bool {
	return len(p.queue) >= readAhead*p.cfg.workers || p.queued >= aheadSize*p.cfg.workers
}

// add puts a block into the queue, as a group. p.mu is locked.
func (p *pool[T]) add(b block) *group[T] {
	g := p.free.take()
	g.block, g.blockPos, g.state = b, b.first(), waiting
	p.queued += cap(b.buf)
	if _, ok := b.err.(*Error); b.err != nil && !ok {
		p.atEnd = true
	}
	p.queue = append(p.queue, g)
	if !p.wake() {
		p.hasWork.Signal()
	}
	return g
}

// wake wakes the loop's goroutine if it waits. p.mu is locked.
func (p *pool[T]) wake() (asleep bool) {
	if asleep = p.asleep; asleep {
		p.asleep = false
		p.hasGroup.Signal()
	}
	return asleep
}

// work is the goroutine of one worker.
func (p *pool[T]) work() {
	d := lineDecoder[T]{codec: p.codec, cfg: p.cfg}
	defer d.stop()
	p.mu.Lock()
	defer func() { // also where a codec ends the goroutine
		if p.workers--; p.workers == 0 {
			p.noWorkers.Signal()
		}
		p.mu.Unlock()
	}()
	for p.running {
		g := p.waiting()
		if g == nil {
			p.hasWork.Wait()
			continue
		}
		p.decode(&d, g)
	}
}

// decode reads the lines of a waiting group. p.mu is locked, but not meanwhile.
func (p *pool[T]) decode(d *lineDecoder[T], g *group[T]) {
	g.state = working
	p.decodeUnlocked(d, g, p.mode)
	if n := len(g.entries); n > 0 && g.at > 0 { // and not only the end
		p.length = g.at / n
	}
}

// decodeUnlocked is decode without p.mu.
func (p *pool[T]) decodeUnlocked(d *lineDecoder[T], g *group[T], m mode) {
	p.mu.Unlock()
	defer func() {
		counts := d.takePredictions()
		p.mu.Lock()
		p.counts.Add(counts)
		g.state = ready
		p.wake()
	}()
	d.guarded(g, m)
}

// guarded is group that does not panic. After a panic g has the lines before, and the panic is the loop's when it comes there. If the codec
// ends the goroutine instead, as a test's Fatal does, the loop reads on there itself.
func (d *lineDecoder[T]) guarded(g *group[T], m mode) {
	whole := false
	defer func() {
		if !whole {
			failed := recovered(recover())
			g.forget(max(len(g.entries)-1, 0))
			g.panic, g.done, g.mode = failed, failed != nil, m
			d.abandon()
			g.cur = nil // this may have been its cursor
		}
	}()
	d.group(g, m)
	whole = true
}

// waiting finds a group for somebody who has nothing else to do: the second one that waits, or else the first. p.mu is locked.
func (p *pool[T]) waiting() *group[T] {
	var first *group[T]
	for _, g := range p.queue {
		switch {
		case g.state != waiting:
		case first != nil:
			return g
		default:
			first = g
		}
	}
	return first
}

// group reads the lines of g, but not too many, and without their numbers. It does not stop within a damaged line.
func (d *lineDecoder[T]) group(g *group[T], m mode) {
	g.mode = m
	if m == batched {
		m = recycled
	}
	if m == recycled {
		if g.cur == nil {
			g.cur = scan.Get(true)
		}
		g.cur.Free(len(g.data))
		own := d.cur
		d.cur, d.batch = g.cur, true
		defer func() {
			d.counts.Add(d.cur.TakePredictions())
			d.cur, d.batch = own, false
		}()
	} else {
		d.start(m)
	}
	g.drift = g.drift[:0]
	for n := 0; !g.done && (n < maxGroup || g.entries[n-1].more()); n++ {
		g.entries = append(g.entries, entry[T]{})
		e := &g.entries[n]
		d.step(&g.block, &g.blockPos, 0, m, e)
		from := len(g.drift)
		g.drift = append(g.drift, e.drift...)
		e.drift = g.drift[from:len(g.drift):len(g.drift)]
	}
	d.damaged = nil // continueAfter takes it from the last entry
}

// release takes a group back whose lines have all been delivered.
func (p *pool[T]) release(g *group[T]) {
	if p.cfg.poison && g.cur != nil {
		g.cur.Poison()
	}
	p.free.put(g)
}

// split takes the first line from b. What comes behind the lines stays with the rest.
func (b block) split() (first, rest block) {
	end := bytes.IndexByte(b.data, '\n') + 1
	if end == 0 || end == len(b.data) {
		return b, block{}
	}
	first, rest = b, b
	first.data, first.buf, first.open, first.err = bytes.Clone(b.data[:end]), nil, false, nil
	rest.data = b.data[end:]
	rest.offset += int64(end)
	return first, rest
}
