package decoder

import "context"

// This file has the goroutines of a pool: read reads blocks and queues them as groups, work decodes groups. The loop's goroutine starts them, and decodes
// groups, too.

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
		if p.isFull() {
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
			for p.running && p.isFull() {
				p.notFull.Wait()
			}
			p.add(first)
			p.mu.Unlock()
			b = rest
		}
		p.mu.Lock()
	}
}

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

// isFull reports whether enough is read ahead. If lines are so long that few of them fill aheadSize, fewer groups are read, at least one.
func (p *pool[T]) isFull() bool {
	return len(p.queue) >= readAhead*p.cfg.workers || p.queued/aheadSize >= p.cfg.workers
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
		if g == nil || p.holdsMuch() {
			p.heldBack = p.heldBack || g != nil
			p.hasWork.Wait()
			continue
		}
		p.decode(&d, g)
	}
}

// decode reads the lines of a waiting group. p.mu is locked, but not meanwhile.
func (p *pool[T]) decode(d *lineDecoder[T], g *group[T]) {
	g.state = working
	p.free.giveCursor(g)
	p.decodeUnlocked(d, g, p.mode)
	if n := len(g.entries); n > 0 && g.at > 0 { // g has lines, and not only an error
		p.averageLine = g.at / n
	}
	p.lastValues = g.values
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
	d.tryReadGroup(g, m)
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
