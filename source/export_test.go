package source

import (
	"io"
	"testing/iotest"
	"time"

	"github.com/ndwire/ndwire/decoder"
)

// WithoutNotices makes a Source of Follow use polling only.
func WithoutNotices(s *Source) {
	f := s.in.(*follower)
	if f.watcher != nil {
		f.watcher.close()
		f.watcher = nil
	}
	f.blind = true
}

// Sleep makes a Source of Follow call sleep instead of waiting.
func Sleep(s *Source, sleep func(time.Duration)) {
	WithoutNotices(s)
	s.in.(*follower).sleep = sleep
}

// Ahead sets the size from which archives are decompressed ahead, and the sizes of parts and blocks.
func Ahead(from, part int64, block, blocks int) (restore func()) {
	old := aheadSizes
	aheadSizes = sizes{from, part, block, blocks}
	return func() { aheadSizes = old }
}

// Input is a Source over an input of a test: read is called by Read, and leave when the current file is closed.
func Input(read func(p []byte) (int, error), leave func()) *Source {
	s := newSource()
	s.in = testInput{read, leave}
	return s
}

type testInput struct {
	onRead  func(p []byte) (int, error)
	onLeave func()
}

func (i testInput) next() (decoder.File, error) { return decoder.File{}, nil }
func (i testInput) read(p []byte) (int, error)  { return i.onRead(p) }
func (i testInput) leave()                      { i.onLeave() }

// ResumeOnDisk finds a checkpoint in a file whose disk fails after some bytes.
func ResumeOnDisk(cp decoder.Checkpoint, after int64, failure error) error {
	in, info, err := openPlain(cp.File)
	if err != nil {
		return err
	}
	defer in.Close()
	s := newStream(file{path: cp.File, size: info.Size()}, in, newSource())
	defer s.close()
	s.disk.from = io.MultiReader(io.LimitReader(in, after), iotest.ErrReader(failure))
	_, err = s.seek(cp)
	return err
}
