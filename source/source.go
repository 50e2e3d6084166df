// Package source opens the inputs that hold transcripts: files, folders, patterns, gzip and zstd archives, the standard input, and
// files that are still being written.
//
//	src, err := source.Open("session.jsonl", "logs", "old/**/*.jsonl.zst")
//	if err != nil { ... }
//	defer src.Close()
//	r := ndwire.NewReader(src)
//
// There are six ways to open:
//
//	Open(paths...)         all of each file, once
//	Follow(ctx, path)      one file, and what is still written to it, until ctx ends
//	Resume(cp)             one file, from a Checkpoint that an earlier run stored
//	FollowFrom(ctx, cp)    both
//	Backward(path)         one file, newest lines first
//	Range(path, from, to)  the lines that begin in a byte range of one file; RangeOf does the same for any io.ReaderAt
//
// One bad file costs one file: what Open cannot read is an error of that path, a *decoder.Error like that of a bad line, and the next
// file goes on.
//
// # Pipes and devices
//
// Open reads a named pipe or a device that its arguments name; in folders and by patterns, only plain files are found. The other functions
// return an error for anything but a plain file: it has no offset to resume at, and no end to wait at. None of them
// waits for somebody to open a pipe; reading one does, until Close. Sockets cannot be read.
//
// # Live files
//
// Follow delivers a line when its line feed is written; half a line waits for its other half. It looks at the file a few times
// a second, and at once where the system reports writes. When a log is rotated, what is still written to the old file is read first. On
// Windows, too, a file can be renamed and deleted while it is read.
//
// A file that is cut, overwritten or replaced is never taken for the one that was read: Follow reports [ErrRewritten] once and
// reads the new file from its beginning; Resume and FollowFrom return [ErrRewritten] with a Source that does. What is compared
// is the file's identity (device and inode, which a file that takes its name does not have), its size, and the first and the
// last 1 KB of what was read. A change between these that leaves the size as it was is not seen.
//
// A program that stores the Checkpoint of a line when it has processed that line processes each line once, whenever it or the
// writer is killed:
//
//	for line, err := range r.All() {
//		if errors.Is(err, decoder.ErrIncomplete) { break } // still being written: read it next time
//		... // the line, or the error
//		save(r.Checkpoint())
//	}
//
// source is a package of its own so that programs that read from elsewhere do not link compression, patterns and file watching.
package source

// The files: open.go opens the files that find.go finds; stream.go reads one file, also as an archive (gunzip.go), ahead.go decompresses on
// goroutines. follow.go (with notify.go), resume.go, backward.go and range.go (with range_gzip.go and range_zstd.go) are the other ways to
// open. zstdframe.go finds the ends of frames, identity_*.go identifies files, pipe_*.go and open_*.go open files and pipes, unreadable.go has the
// errors of files.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/ndwire/ndwire/decoder"
)

// Source is an input for any NewReader: its positions have file names, and no line runs from one file into the next.
//
// One Reader reads it; Close and Progress may be called at any time, from any goroutine.
type Source struct {
	done, total atomic.Int64 // total is 0 if unknown
	closed      atomic.Bool
	stop        chan struct{} // closed with the Source

	mu sync.Mutex // held by Read and NextFile, which may block for long
	in input

	handle sync.Mutex // guards open
	open   io.Closer  // what Close must close to end a Read that blocks
}

// An input is one way to read: files one after another, one that grows, one from its end. Its methods are called with Source.mu
// locked.
type input interface {
	// next moves to the next file, and read reads it, as decoder.Files says.
	next() (decoder.File, error)
	read(p []byte) (int, error)
	// leave closes the current file, if there is one.
	leave()
}

func newSource() *Source { return &Source{stop: make(chan struct{})} }

// NextFile opens the next file, for the Reader. It returns io.EOF if there is none.
func (s *Source) NextFile() (decoder.File, error) {
	s.mu.Lock()
	defer s.unlock()
	if s.closed.Load() {
		return decoder.File{}, errClosed
	}
	f, err := s.in.next()
	return f, s.check(err)
}

var (
	errClosed = fmt.Errorf("source: %w", fs.ErrClosed)
	errNoFile = errors.New("source: Read before NextFile: give the Source to a NewReader, which calls both")
)

// Read reads from the file that NextFile opened, decompressed, up to its end. It is for the Reader.
func (s *Source) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.unlock()
	if s.closed.Load() {
		return 0, errClosed
	}
	n, err := s.in.read(p)
	return n, s.check(err)
}

// check replaces an error that Close has caused.
func (s *Source) check(err error) error {
	if err != nil && s.closed.Load() {
		return errClosed
	}
	return err
}

// unlock unlocks s.mu. It closes the current file if Close has found s.mu locked.
func (s *Source) unlock() {
	s.mu.Unlock()
	if s.closed.Load() {
		s.tidy()
	}
}

// Close closes the file that is open. A Read that waits for a pipe or a live file ends; one that waits for the standard input
// does not.
func (s *Source) Close() error {
	if !s.closed.Swap(true) {
		close(s.stop)
	}
	s.handle.Lock()
	var err error
	if s.open != nil {
		err = s.open.Close()
		s.open = nil
	}
	s.handle.Unlock()
	s.tidy()
	return err
}

// tidy closes the current file, unless s.mu is locked: then whoever unlocks it does.
func (s *Source) tidy() {
	if s.mu.TryLock() {
		s.in.leave()
		s.mu.Unlock()
	}
}

// Progress returns the bytes read from disk, and the sum of the files' sizes (0 if unknown). The size of a live file is the one last
// seen.
func (s *Source) Progress() (done, total int64) { return s.done.Load(), s.total.Load() }

// hold sets what Close must close.
func (s *Source) hold(c io.Closer) {
	s.handle.Lock()
	defer s.handle.Unlock()
	if s.open = c; s.closed.Load() { // Close was called just before
		c.Close()
		s.open = nil
	}
}

// release closes what hold set.
func (s *Source) release() {
	s.handle.Lock()
	defer s.handle.Unlock()
	if s.open != nil {
		s.open.Close()
		s.open = nil
	}
}
