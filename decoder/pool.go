package decoder

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/ndwire/ndwire/internal/predict"
)

const (
	// readAhead is how many groups the queue may have for each worker.
	readAhead = 3

	// aheadSize is how many bytes the buffers in the queue may have for each worker. The last buffer may exceed it. No worker begins to decode
	// while the values of the current group and of those that are decoded ahead take as much: the values of hostile lines take many times their
	// length.
	aheadSize = 8 << 20

	// maxGroup is how many lines a group may have, so that a file of line feeds does not fill the memory.
	maxGroup = 4096

	// readGrace is how long a loop that is left waits for a Read. A Read of a file takes far less time; another one may block until a peer
	// writes, which perhaps waits for us.
	readGrace = 100 * time.Millisecond
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

	loopTaken int  // bytes of values that loopDecoder's lines had taken when the current group was begun
	loopReads bool // loopDecoder reads the current group

	splitter *splitter // the reading goroutine uses it, while there is one
	free     *freeGroups[T]

	mu          sync.Mutex
	queue       []*group[T]
	queued      int // bytes of all buffers in the queue
	mode        mode
	values      int            // bytes of the values of the current group, or an estimate
	lastValues  int            // bytes of the values of the group that was decoded last
	heldBack    bool           // a worker waits until fewer values are held
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
	if e.endsLine() {
		p.number++
	}
	return e
}

func (p *pool[T]) catchUp() {
	switch {
	case p.decodingEntry:
		p.progress.moveTo(&p.group.block, &p.entry.pos)
	case p.lastEntry != nil:
		moveToEnd(&p.progress, &p.group.block, p.lastEntry)
	}
}

func (p *pool[T]) checkpoint() Checkpoint {
	if p.lastEntry != nil && p.lastEntry.unterminated {
		before := p.progress.clone()
		defer func() { p.progress = before }()
	}
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

// takeGroup returns the next group for the loop, which may have no entries. It waits for one if there is nothing to decode.
func (p *pool[T]) takeGroup() (*group[T], error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.start()
	if p.loopReads {
		p.lastValues = max(p.loopDecoder.valuesTaken()-p.loopTaken, 0)
	}
	for {
		if p.cfg.ctx != nil && p.cfg.ctx.Err() != nil {
			return nil, p.cfg.ctx.Err()
		}
		if i := p.deliverable(); i >= 0 {
			g := p.queue[i]
			p.queue = slices.Delete(p.queue, i, i+1)
			p.queued -= cap(g.buf)
			p.notFull.Signal()
			p.setCurrentValues(g)
			p.yieldToReading()
			return g, nil
		}
		if g := p.waitingGroup(); g != nil && !p.holdsMuch() {
			p.decode(&p.loopDecoder, g)
			continue
		}
		p.asleep = true
		p.hasGroup.Wait()
		p.asleep = false
	}
}

// setCurrentValues makes values those of g, which becomes the current group. p.mu is locked.
func (p *pool[T]) setCurrentValues(g *group[T]) {
	p.loopTaken, p.loopReads = p.loopDecoder.valuesTaken(), g.state != ready
	if p.values = g.values; p.loopReads {
		p.values = p.lastValues
	}
	if p.heldBack {
		p.heldBack = false
		p.hasWork.Broadcast()
	}
}

// holdsMuch reports whether the values that are held are so large that no further group is to be decoded ahead. There is a current group
// then, or one that is decoded or ready. p.mu is locked.
func (p *pool[T]) holdsMuch() bool {
	held := p.values
	for _, g := range p.queue {
		switch g.state {
		case working:
			held += p.lastValues
		case ready:
			held += g.values
		}
	}
	return held >= aheadSize*p.cfg.workers
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

var errReadExited = errors.New("decoder: the input's Read ended its goroutine")

// release releases a group whose lines have all been delivered.
func (p *pool[T]) release(g *group[T]) {
	if p.cfg.poison && g.cur != nil {
		g.cur.Poison()
	}
	p.free.put(g)
}
