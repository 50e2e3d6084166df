package decoder

import "io"

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
}

func newSequence[T any](c *codec[T], cfg *config, in io.Reader) *sequence[T] {
	s := &sequence[T]{split: newSplitter(in, cfg.maxLine, false), blockPos: blockPos{done: true}}
	s.codec, s.cfg = c, cfg
	s.split.copies = cfg.poison
	return s
}

func (s *sequence[T]) next(m mode) (*entry[T], error) {
	s.start(m)
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
		s.catchUp()
		s.block, s.begun = s.split.next(), false
		s.blockPos = s.block.first()
		s.progress.enter(&s.block)
		if m == owned {
			s.ballast.add(len(s.block.data))
		}
	}
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

func (s *sequence[T]) pause() { s.ballast.drop() }

func (s *sequence[T]) close() {
	s.stop()
	s.split.close()
	s.block, s.entry = block{}, entry[T]{}
}

func (s *sequence[T]) abandon() {
	s.lineDecoder.abandon()
	s.split.drop()
	s.block, s.entry = block{}, entry[T]{}
}
