package decoder

import (
	"io"

	"github.com/ndwire/ndwire/internal/predict"
)

// sequence is the feed without goroutines: next reads one line. It owns the splitter, whose buffer has the current block, or, while
// batches are read, the block itself.
type sequence[T any] struct {
	lineDecoder[T]
	splitter      *splitter
	block         block
	blockPos           // in block
	hasEntry      bool // entry is a line of block
	decodingEntry bool // entry is being read, or reading it has panicked
	entry         entry[T]
	progress      progress

	// For batches.
	free     *freeGroups[T] // nil until the first batch
	panicked *WorkerPanic   // comes before the block's first line
}

func newSequence[T any](c *codec[T], cfg *config, in io.Reader) *sequence[T] {
	s := &sequence[T]{splitter: newSplitter(in, cfg.maxLine, false), blockPos: blockPos{done: true}}
	s.codec, s.cfg = c, cfg
	s.splitter.copyAll = cfg.poison
	return s
}

func (s *sequence[T]) next(m mode) (*entry[T], error) {
	s.start(m)
	if s.splitter.separate { // the last lines were a batch
		s.splitter.separate, s.panicked = false, nil
	}
	if s.cfg.poison {
		s.cur.Poison()
	}
	for {
		b := &s.block
		if !s.done {
			s.decodingEntry = true
			s.step(b, &s.blockPos, s.splitter.line, m, &s.entry)
			s.decodingEntry, s.hasEntry = false, true
			if s.entry.endsLine() {
				s.splitter.line++
			}
			return &s.entry, nil
		}
		if b.err != nil {
			if e, err := takeErr[T](b, s.splitter.line); e != nil || err != nil {
				return e, err
			}
		}
		s.nextBlock()
		if m == owned {
			s.ballast.Add(len(s.block.data))
		}
	}
}

// nextBlock goes on with the next block.
func (s *sequence[T]) nextBlock() {
	s.catchUp()
	s.hasEntry = false
	s.splitter.large.put(s.block.buf, len(s.block.data))
	s.block = block{}
	s.block = s.splitter.next()
	s.blockPos = s.block.first()
	s.progress.startBlock(&s.block)
}

func (s *sequence[T]) catchUp() {
	switch {
	case s.decodingEntry:
		s.progress.moveTo(&s.block, &s.entry.pos)
	case s.hasEntry:
		moveToEnd(&s.progress, &s.block, &s.entry)
	}
}

func (s *sequence[T]) checkpoint() Checkpoint {
	if s.hasEntry && s.entry.unterminated {
		before := s.progress.clone()
		defer func() { s.progress = before }()
	}
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
	s.splitter.close()
	s.block, s.entry = block{}, entry[T]{}
}

func (s *sequence[T]) abandon() {
	s.lineDecoder.abandon()
	if s.free != nil {
		s.free.abandon()
	}
	s.splitter.drop()
	s.block, s.entry = block{}, entry[T]{}
}
