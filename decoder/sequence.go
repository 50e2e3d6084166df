package decoder

import (
	"io"

	"github.com/ndwire/ndwire/internal/predict"
)

// sequence is the feed without goroutines: next reads one line.
type sequence[T any] struct {
	lineDecoder[T]
	split    *splitter
	block    block
	blockPos      // in block
	begun    bool // entry is of block
	within   bool // entry is being read; after a panic it stays so
	entry    entry[T]
	progress progress

	// Of batches.
	free     *freeGroups[T] // nil until there are some
	panicked *WorkerPanic   // comes before the block's first line
}

func newSequence[T any](c *codec[T], cfg *config, in io.Reader) *sequence[T] {
	s := &sequence[T]{split: newSplitter(in, cfg.maxLine, false), blockPos: blockPos{done: true}}
	s.codec, s.cfg = c, cfg
	s.split.copies = cfg.poison
	return s
}

func (s *sequence[T]) next(m mode) (*entry[T], error) {
	s.start(m)
	if s.split.apart { // the last lines were a batch
		s.split.apart, s.panicked = false, nil
	}
	if s.cfg.poison {
		s.cur.Poison()
	}
	for {
		b := &s.block
		if !s.done {
			s.within = true
			s.step(b, &s.blockPos, s.split.line, m, &s.entry)
			s.within, s.begun = false, true
			if !s.entry.more() {
				s.split.line++
			}
			return &s.entry, nil
		}
		if b.err != nil {
			if e, err := takeErr[T](b, s.split.line); e != nil || err != nil {
				return e, err
			}
		}
		s.enter()
		if m == owned {
			s.ballast.Add(len(s.block.data))
		}
	}
}

// enter goes on with the next block.
func (s *sequence[T]) enter() {
	s.catchUp()
	s.begun = false
	s.split.large.put(s.block.buf)
	s.block = block{}
	s.block = s.split.next()
	s.blockPos = s.block.first()
	s.progress.enter(&s.block)
}

// catchUp moves the progress to the end of the last line.
func (s *sequence[T]) catchUp() {
	switch {
	case s.within:
		s.progress.moveTo(&s.block, &s.entry.pos)
	case s.begun:
		moveBehind(&s.progress, &s.block, &s.entry)
	}
}

func (s *sequence[T]) checkpoint() Checkpoint {
	s.catchUp()
	return s.progress.checkpoint()
}

func (s *sequence[T]) predictions() predict.Counts {
	s.counts = s.takePredictions()
	return s.counts
}

func (s *sequence[T]) pause() { s.ballast.Drop() }

func (s *sequence[T]) close() {
	s.stop()
	putBuffer(s.block.buf)
	if s.free != nil {
		s.free.close()
	}
	s.split.close()
	s.block, s.entry = block{}, entry[T]{}
}

func (s *sequence[T]) abandon() {
	s.lineDecoder.abandon()
	if s.free != nil {
		s.free.abandon()
	}
	s.split.drop()
	s.block, s.entry = block{}, entry[T]{}
}
