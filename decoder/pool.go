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
	// readAhead is how many groups the queue may have for each worker.
	readAhead = 3

	// aheadSize is how many bytes the buffers in the queue may have for each worker. The last buffer may exceed it.
	aheadSize = 32 << 20

	// maxGroup is how many lines a group may have, so that a file of line feeds does not fill the memory.
	maxGroup = 4096

	// readGrace is how long a loop that is left waits for a Read. A Read of a file takes far less time; another one may block until a peer
	// writes, which perhaps waits for us.
	readGrace = 100 * time.Millisecond
)

// A group is a block, and those of its lines that have been read in advance, the first ones.
type group[T any] struct {
	block
	blockPos // after entries
	state    state
	mode     mode // in which entries were read
	entries  []entry[T]
	drift    []*scan.Drift // of all entries
	cur      *scan.Cursor  // has the memory of recycled entries; nil if there have been none
	panic    *WorkerPanic  // comes after entries, and then the group is done
}

// state says how far a group in the queue is. pool.mu guards it.
type state uint8

const (
	waiting state = iota // nobody reads it yet
	working              // a goroutine reads it, and owns it
	ready                // entries are read
)

// pool is the feed with Workers: one goroutine reads blocks, workers decode them, and the loop's goroutine takes the lines out.
//
// All groups between reading and delivery are in one queue, in the order of the input. When a loop is left, the goroutines end and the
// queue stays: the next loop goes on with it.
//
// The loop's goroutine decodes, too, so that it never waits while there is work. The lines of a group that it needs at once, and that no
// worker has begun with, it reads one by one as they are asked for: that is the cheapest way, because their memory stays in the cache.
// The workers leave it the first waiting group as long as there are others.
type pool[T any] struct {
	codec *codec[T]
	cfg   *config

	// Only the loop's goroutine uses these.
	group         *group[T] // the current group
	at            int       // index of the next line in group.entries
	loopDecoder   lineDecoder[T]
	entry         entry[T]  // read by loopDecoder, after the last of group.entries
	lastEntry     *entry[T] // the line of the group that was returned last; nil at its beginning
	from          *File     // the file of the group
	baseLine      int64     // the line number of the file's blocks
	number        int64     // of the next line
	decodingEntry bool      // loopDecoder is reading entry, or has panicked while reading it
	progress      progress
	stopContext   func() bool // stops the wake-up at the end of cfg.ctx

	splitter *splitter // the reading goroutine uses it, while there is one
	free     *freeGroups[T]

	mu          sync.Mutex
	queue       []*group[T]
	queued      int // bytes of all buffers in the queue
	mode        mode
	averageLine int            // average length of the lines of the group that was decoded last
	running     bool           // the goroutines must not end
	asleep      bool           // the loop's goroutine waits for a group
	workers     int            // how many have not ended
	reading     chan struct{}  // closed when the reading goroutine ends; nil if there is none
	atEnd       bool           // the queue has the last group of the input
	counts      predict.Counts // of all groups that have been decoded
	closed      bool

	hasWork   sync.Cond // a group is waiting
	notFull   sync.Cond // the queue takes another group
	hasGroup  sync.Cond // a group was added, or has become ready
	noWorkers sync.Cond // workers is 0
}

func newPool[T any](c *codec[T], cfg *config, in io.Reader) *pool[T] {
	p := &pool[T]{codec: c, cfg: cfg, splitter: newSplitter(in, cfg.maxLine, true)}
	p.loopDecoder.codec, p.loopDecoder.cfg = c, cfg
	p.splitter.copyAll = cfg.poison
	p.free = newFreeGroups(c, &p.splitter.large, readAhead*cfg.workers)
	for _, cond := range []*sync.Cond{&p.hasWork, &p.notFull, &p.hasGroup, &p.noWorkers} {
		cond.L = &p.mu
	}
	return p
}

func (p *pool[T]) next(m mode) (*entry[T], error) {
	if p.mode != m {
		p.setMode(m)
	}
	if p.cfg.poison && p.loopDecoder.cur != nil {
		p.loopDecoder.cur.Poison()
	}
	for {
		if g := p.group; g != nil {
			if e := p.nextLine(g, m); e != nil {
				p.lastEntry = e
				return e, nil
			}
			if g.err != nil {
				if e, err := takeErr[T](&g.block, p.number); e != nil || err != nil {
					return e, err
				}
			}
			p.catchUp()
			p.release(g)
			p.group, p.lastEntry = nil, nil
		}
		g, err := p.nextGroup()
		if err != nil {
			return nil, err
		}
		if m == owned {
			p.loopDecoder.ballast.Add(len(g.data))
		}
	}
}

// nextGroup makes the next group the current one.
func (p *pool[T]) nextGroup() (*group[T], error) {
	g, err := p.takeGroup()
	if err != nil {
		return nil, err
	}
	p.group, p.at = g, 0
	p.progress.startBlock(&g.block)
	// The reading goroutine counts lines only if the order is free. Otherwise all blocks of a file have the number of its first line.
	if p.cfg.unordered || g.from != p.from || g.line != p.baseLine {
		p.from, p.baseLine, p.number = g.from, g.line, g.line
	}
	return g, nil
}

// nextLine returns the next line of the current group, nil after its last one.
func (p *pool[T]) nextLine(g *group[T], m mode) *entry[T] {
	e := &p.entry
	switch {
	case p.at < len(g.entries):
		e = &g.entries[p.at]
		p.at++
		if e.pos.Line = p.number; e.err != nil {
			e.err.Line = p.number
		}
		if p.at == len(g.entries) {
			p.loopDecoder.continueAfter(e)
		}
	case g.done:
		if g.panic != nil {
			panic(g.panic)
		}
		return nil
	default:
		p.loopDecoder.start(m)
		p.decodingEntry = true
		p.loopDecoder.step(&g.block, &g.blockPos, p.number, m, e)
		p.decodingEntry = false
	}
	if !e.more() {
		p.number++
	}
	return e
}

// catchUp moves p.progress to the end of the line that was returned last.
func (p *pool[T]) catchUp() {
	switch {
	case p.decodingEntry:
		p.progress.moveTo(&p.group.block, &p.entry.pos)
	case p.lastEntry != nil:
		moveToEnd(&p.progress, &p.group.block, p.lastEntry)
	}
}

func (p *pool[T]) checkpoint() Checkpoint {
	p.catchUp()
	return p.progress.checkpoint()
}

func (p *pool[T]) predictions() predict.Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts.Add(p.loopDecoder.takePredictions())
	return p.counts
}

// setMode makes the pool read in another mode. Lines of the current group that were read in advance are read again.
func (p *pool[T]) setMode(m mode) {
	p.pause()
	p.mu.Lock()
	p.mode = m // the workers have ended; the reading goroutine may go on, and does not depend on the mode
	for _, g := range p.queue {
		if g.state == ready && g.mode != m {
			g.state = waiting
			g.truncate(0)
		}
	}
	p.mu.Unlock()
	if g := p.group; g != nil && (p.at < len(g.entries) || g.panic != nil) {
		if g.truncate(p.at); p.at > 0 {
			p.loopDecoder.continueAfter(p.lastEntry)
		}
	}
}

// truncate drops all entries but the first n, and moves the position back to the end of those.
func (g *group[T]) truncate(n int) {
	g.blockPos, g.panic = g.first(), nil
	if n > 0 {
		last := &g.entries[n-1]
		g.at = int(last.pos.Offset - g.offset + last.size)
	}
	clear(g.entries[n:])
	g.entries = g.entries[:n]
}

// takeGroup returns the next group for the loop, which may have no entries. It waits for one if there is nothing to decode.
func (p *pool[T]) takeGroup() (*group[T], error) {
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
		if g := p.waitingGroup(); g != nil {
			p.decode(&p.loopDecoder, g)
			continue
		}
		p.asleep = true
		p.hasGroup.Wait()
		p.asleep = false
	}
}

// yieldToReading lets the reading goroutine run if few groups are waiting: if every processor decodes, it would otherwise run only when
// all of them wait for it. p.mu is locked, and is unlocked meanwhile.
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

// deliverable returns the index in the queue of the group to deliver now, if possible a ready one; -1 if there is none.
func (p *pool[T]) deliverable() int {
	best := -1
	for i, g := range p.queue {
		last := p.atEnd && i == len(p.queue)-1 // the end of the input comes last, also if the order is free
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

// start starts the goroutines that are not running. p.mu is locked.
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
		p.stopContext = context.AfterFunc(p.cfg.ctx, func() {
			p.mu.Lock()
			p.hasGroup.Broadcast()
			p.mu.Unlock()
		})
	}
}

func (p *pool[T]) pause() {
	p.loopDecoder.ballast.Drop()
	p.mu.Lock()
	if !p.running {
		p.mu.Unlock()
		return
	}
	p.running = false
	if p.stopContext != nil {
		p.stopContext()
		p.stopContext = nil
	}
	p.hasWork.Broadcast()
	p.notFull.Broadcast()
	for p.workers > 0 {
		p.noWorkers.Wait()
	}
	reading := p.reading
	p.mu.Unlock()
	if reading != nil {
		timer := time.NewTimer(readGrace)
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
		p.splitter.close()
	}
	p.loopDecoder.stop()
	p.empty()
}

// abandon is close after a panic.
func (p *pool[T]) abandon() {
	p.pause()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.reading == nil {
		p.splitter.drop()
	}
	p.loopDecoder.cur = nil
	p.free.abandon()
	p.empty()
}

// empty drops all references to lines. p.mu is locked.
func (p *pool[T]) empty() {
	p.queue, p.queued, p.group, p.lastEntry, p.entry = nil, 0, nil, nil, entry[T]{}
}

// read is the reading goroutine. It reads only while the queue is not full, and queues what it has read before it reads again.
func (p *pool[T]) read() {
	p.mu.Lock()
	defer func() { // also if Read ends the goroutine
		close(p.reading)
		p.reading = nil
		if p.closed {
			p.splitter.close()
		}
		p.mu.Unlock()
	}()
	for p.running && !p.atEnd {
		if p.full() {
			p.notFull.Wait()
			continue
		}
		p.splitter.workers, p.splitter.maxBlock = p.cfg.workers, p.maxBlock()
		lineByLine := p.cfg.poison && p.mode != batched // each line is overwritten before the next one is delivered
		p.mu.Unlock()
		b := p.nextBlock()
		for b.data != nil || b.tooLong != nil || b.err != nil {
			first, rest := b, block{}
			if lineByLine {
				first, rest = b.cutFirstLine()
			}
			if p.cfg.unordered {
				first.line = p.splitter.line
				p.splitter.line += first.lines()
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

var errReadExited = errors.New("decoder: the input's Read ended its goroutine")

// nextBlock reads a block, without p.mu; an empty one at the end. If Read panics, a group with that panic is queued. If Read ends the
// goroutine, as a test's Fatal does, that is the end of the input.
func (p *pool[T]) nextBlock() (b block) {
	returned := false
	defer func() {
		if returned {
			return
		}
		failed := recovered(recover())
		p.mu.Lock()
		end := p.splitter.emptyBlock()
		end.err = errReadExited
		p.add(end).panic = failed
		p.splitter.drop() // Read may still be writing to the buffer
		if failed != nil {
			p.mu.Unlock()
		} // else the goroutine ends, and the deferred function of read unlocks it
	}()
	b = p.splitter.next()
	returned = true
	return b
}

// maxBlock returns the maximum size of a block of an input in memory, 0 if there is no other than the splitter's. It is such that a group
// has fewer than maxGroup lines: the loop would have to read the others. Before the first group has been decoded, the length of lines is
// unknown. p.mu is locked.
func (p *pool[T]) maxBlock() int {
	if p.mode != owned {
		return 0
	}
	return min(maxMemoryBlock, p.averageLine*(maxGroup*3/4))
}

// full reports whether enough is read ahead. If lines are so long that few of them fill aheadSize, fewer groups are read, at least one.
func (p *pool[T]) full() bool {
	return len(p.queue) >= readAhead*p.cfg.workers || p.queued >= aheadSize*p.cfg.workers
}

// add appends a block to the queue, as a group. p.mu is locked.
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

// wake wakes the loop's goroutine if it waits for a group. p.mu is locked.
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
	defer func() { // also if a codec ends the goroutine
		if p.workers--; p.workers == 0 {
			p.noWorkers.Signal()
		}
		p.mu.Unlock()
	}()
	for p.running {
		g := p.waitingGroup()
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
	if n := len(g.entries); n > 0 && g.at > 0 { // g has lines, and not only an error
		p.averageLine = g.at / n
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

// guarded is group, but does not panic. After a panic, g has the lines before it, and the loop panics when it comes there. If the codec
// ends the goroutine instead, as a test's Fatal does, the loop reads on there itself.
func (d *lineDecoder[T]) guarded(g *group[T], m mode) {
	whole := false
	defer func() {
		if !whole {
			failed := recovered(recover())
			g.truncate(max(len(g.entries)-1, 0))
			g.panic, g.done, g.mode = failed, failed != nil, m
			d.abandon()
			g.cur = nil // d may have been using it
		}
	}()
	d.group(g, m)
	whole = true
}

// waitingGroup returns a group to decode: the second one that waits, or else the first; nil if none waits. p.mu is locked.
func (p *pool[T]) waitingGroup() *group[T] {
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

// group reads the lines of g, up to maxGroup, without their numbers. It does not stop within a damaged line.
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

// release releases a group whose lines have all been delivered.
func (p *pool[T]) release(g *group[T]) {
	if p.cfg.poison && g.cur != nil {
		g.cur.Poison()
	}
	p.free.put(g)
}

// cutFirstLine cuts b after its first line. What comes after the lines of b stays with the rest.
func (b block) cutFirstLine() (first, rest block) {
	end := bytes.IndexByte(b.data, '\n') + 1
	if end == 0 || end == len(b.data) {
		return b, block{}
	}
	first, rest = b, b
	first.data, first.buf, first.unterminated, first.err = bytes.Clone(b.data[:end]), nil, false, nil
	rest.data = b.data[end:]
	rest.offset += int64(end)
	return first, rest
}
