package decoder

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"

	"github.com/ndwire/ndwire/decoder/scan"
)

const (
	// readAhead is how many groups there are for each worker between reading and delivery.
	readAhead = 3

	// maxGroup is how many lines a group has at most, so that a file of nothing but line feeds does not fill the memory.
	maxGroup = 4096

	// grace is how long a loop that is left waits for a Read. A Read of a file is over long before; one that is not may block
	// until a peer writes, and perhaps the peer waits for us.
	grace = 100 * time.Millisecond
)

// A group is a block, and its lines once a worker has read them.
type group[T any] struct {
	block
	state   state
	mode    mode // of entries
	entries []entry[T]
	drift   []scan.Drift // of all entries
	cur     *scan.Cursor // has the memory of recycled entries; nil until there are some
}

type state uint8

const (
	waiting state = iota // for a worker
	working
	ready
)

// pool is the feed with Workers: one goroutine reads blocks, others decode them, and the loop's own takes the lines out.
//
// All groups between reading and delivery stand in one queue, in the order of the input. When a loop is left the goroutines end
// and the queue stays: the next loop goes on with it.
type pool[T any] struct {
	codec *Codec[T]
	cfg   *config

	// Of the goroutine that calls next.
	group  *group[T] // in hand
	at     int       // of the next line, in group.entries
	trail  trail
	own    lineDecoder[T]
	unhook func() bool // ends waking up for the context

	split *splitter // of the reading goroutine, while there is one

	mu      sync.Mutex
	queue   []*group[T]
	free    []*group[T]
	mode    mode
	running bool          // the goroutines go on
	workers int           // that have not ended
	reading chan struct{} // closed when the reading goroutine ends; nil if there is none
	atEnd   bool          // the queue has the last group of the input
	closed  bool

	toDo, room, done, idle sync.Cond // there is a waiting group; the queue is not full; a group is ready; no worker is left
}

func newPool[T any](c *Codec[T], cfg *config, in io.Reader) *pool[T] {
	p := &pool[T]{codec: c, cfg: cfg, split: newSplitter(in, cfg.maxLine, true)}
	p.own.codec, p.own.cfg = c, cfg
	p.split.copies = cfg.poison
	for _, cond := range []*sync.Cond{&p.toDo, &p.room, &p.done, &p.idle} {
		cond.L = &p.mu
	}
	return p
}

func (p *pool[T]) next(m mode) (*entry[T], error) {
	if p.mode != m {
		p.change(m)
	}
	for {
		if g := p.group; g != nil {
			if p.at < len(g.entries) {
				p.at++
				return &g.entries[p.at-1], nil
			}
			if g.err != nil {
				if e, err := takeErr[T](&g.block, g.nextLine(p.at)); e != nil || err != nil {
					return e, err
				}
			}
			p.catchUp()
			p.release(g)
			p.group = nil
		}
		g, err := p.take()
		if err != nil {
			return nil, err
		}
		p.group, p.at = g, 0
		p.trail.enter(&g.block)
	}
}

// catchUp brings the trail to the end of the last line.
func (p *pool[T]) catchUp() {
	if p.group != nil && p.at > 0 {
		move(&p.trail, &p.group.block, &p.group.entries[p.at-1])
	}
}

func (p *pool[T]) checkpoint() Checkpoint {
	p.catchUp()
	return p.trail.checkpoint()
}

// change makes the pool read in another mode.
func (p *pool[T]) change(m mode) {
	p.pause()
	p.mu.Lock()
	p.mode = m // workers are gone; a Read may go on, which does not matter
	for _, g := range p.queue {
		if g.state == ready && g.mode != m {
			g.state = waiting
		}
	}
	p.mu.Unlock()
	if g := p.group; g != nil {
		p.own.start()
		p.own.group(g, p.at, m)
		p.own.stop()
	}
}

// take waits for the next group that is ready.
func (p *pool[T]) take() (*group[T], error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.start()
	for {
		if p.cfg.ctx != nil && p.cfg.ctx.Err() != nil {
			return nil, p.cfg.ctx.Err()
		}
		for i, g := range p.queue {
			last := p.atEnd && i == len(p.queue)-1 // the end of the input must stay the end
			if g.state == ready && (i == 0 || !last) {
				p.queue = append(p.queue[:i], p.queue[i+1:]...)
				p.room.Signal()
				return g, nil
			}
			if !p.cfg.unordered {
				break
			}
		}
		p.done.Wait()
	}
}

// start starts the goroutines that are not there. p.mu is locked.
func (p *pool[T]) start() {
	if p.running {
		return
	}
	p.running = true
	for range p.cfg.workers {
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
			p.done.Broadcast()
			p.mu.Unlock()
		})
	}
}

func (p *pool[T]) pause() {
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
	p.toDo.Broadcast()
	p.room.Broadcast()
	for p.workers > 0 {
		p.idle.Wait()
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
	if p.reading == nil {
		p.split.close()
	}
	if p.group != nil {
		p.queue = append(p.queue, p.group)
	}
	for _, g := range append(p.queue, p.free...) {
		putBuffer(g.buf)
		if g.cur != nil {
			scan.Put(g.cur)
		}
	}
	p.queue, p.free, p.group = nil, nil, nil
}

// read is the reading goroutine. It reads only when there is room, and hands on what it has before it reads again.
func (p *pool[T]) read() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.running && !p.atEnd {
		if p.full() {
			p.room.Wait()
			continue
		}
		p.mu.Unlock()
		b := p.split.next()
		var part block
		most := maxGroup
		if p.cfg.poison {
			most = 1 // for a line to be overwritten before the next one is delivered
		}
		for b.data != nil || b.tooLong != nil || b.err != nil {
			part, b = b.split(most)
			part.line = p.split.line
			p.split.line += part.lines()
			p.mu.Lock()
			for p.running && p.full() {
				p.room.Wait()
			}
			p.add(part)
			p.mu.Unlock()
		}
		p.mu.Lock()
	}
	close(p.reading)
	p.reading = nil
	if p.closed {
		p.split.close()
	}
}

func (p *pool[T]) full() bool { return len(p.queue) >= readAhead*p.cfg.workers }

// add puts a block into the queue. p.mu is locked.
func (p *pool[T]) add(b block) {
	var g *group[T]
	if n := len(p.free); n > 0 {
		g, p.free = p.free[n-1], p.free[:n-1]
	} else {
		g = new(group[T])
	}
	g.block, g.state = b, waiting
	if _, ok := b.err.(*Error); b.err != nil && !ok {
		p.atEnd = true
	}
	p.queue = append(p.queue, g)
	p.toDo.Signal()
}

// work is the goroutine of one worker.
func (p *pool[T]) work() {
	d := lineDecoder[T]{codec: p.codec, cfg: p.cfg}
	d.start()
	defer d.stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.running {
		g := p.waiting()
		if g == nil {
			p.toDo.Wait()
			continue
		}
		g.state = working
		m := p.mode
		p.mu.Unlock()
		g.entries, g.drift = g.entries[:0], g.drift[:0]
		d.group(g, 0, m)
		p.mu.Lock()
		g.state = ready
		p.done.Signal()
	}
	if p.workers--; p.workers == 0 {
		p.idle.Signal()
	}
}

// waiting finds the first group that waits for a worker. p.mu is locked.
func (p *pool[T]) waiting() *group[T] {
	for _, g := range p.queue {
		if g.state == waiting {
			return g
		}
	}
	return nil
}

// group reads the lines of g, from the n-th one on.
func (d *lineDecoder[T]) group(g *group[T], n int, m mode) {
	if m == recycled {
		if g.cur == nil {
			g.cur = scan.Get()
		}
		g.cur.Free(len(g.data))
		own := d.cur
		d.cur, d.batch = g.cur, true
		defer func() { d.cur, d.batch = own, false }()
	}
	at, line := 0, g.line
	d.wreck = nil
	if n > 0 {
		last := &g.entries[n-1]
		at, line = int(last.pos.Offset-g.offset+last.size), last.pos.Line
		if last.more() {
			d.wreck, d.part = last.wreck, last.part+1
		} else {
			line++
		}
	}
	g.entries = g.entries[:n]
	for at < len(g.data) || n == 0 && g.tooLong != nil {
		var e entry[T]
		at = d.read(&g.block, at, line, m, &e)
		if !e.more() {
			line++
		}
		from := len(g.drift)
		g.drift = append(g.drift, e.drift...)
		e.drift = g.drift[from:len(g.drift):len(g.drift)]
		g.entries = append(g.entries, e)
		n++
	}
	g.mode = m
}

// nextLine is the number of the line behind the first n entries.
func (g *group[T]) nextLine(n int) int64 {
	if n == 0 {
		return g.line
	}
	return g.entries[n-1].pos.Line + 1
}

// release takes a group back whose lines have all been delivered.
func (p *pool[T]) release(g *group[T]) {
	putBuffer(g.buf)
	if p.cfg.poison && g.cur != nil {
		g.cur.Poison()
	}
	clear(g.entries)
	clear(g.drift)
	*g = group[T]{entries: g.entries[:0], drift: g.drift[:0], cur: g.cur}
	p.mu.Lock()
	if len(p.free) < readAhead*p.cfg.workers {
		p.free = append(p.free, g)
	}
	p.mu.Unlock()
}

// split takes at most n lines from b. Only the last part has what comes behind the lines.
func (b block) split(n int) (part, rest block) {
	if len(b.data) <= n || b.lines() <= int64(n) {
		return b, block{}
	}
	end := 0
	for range n {
		end += bytes.IndexByte(b.data[end:], '\n') + 1
	}
	part, rest = b, b
	part.data, part.buf, part.open, part.err = bytes.Clone(b.data[:end]), nil, false, nil
	rest.data = b.data[end:]
	rest.offset += int64(end)
	return part, rest
}
