// Package source opens what transcripts are kept in: files, folders, patterns, gzip and zstd archives, the standard input.
//
//	src, err := source.Open("session.jsonl", "logs", "old/**/*.jsonl.zst")
//	if err != nil { ... }
//	defer src.Close()
//	r := ndwire.NewReader(src)
//
// It is a package of its own so that programs that read from elsewhere do not link compression and patterns.
package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"

	"github.com/ndwire/ndwire/decoder"
)

// Source is an input for any NewReader: its positions have file names, and no line runs from one file into the next.
type Source struct {
	done   atomic.Int64
	closed atomic.Bool
	total  int64 // 0: not known

	mu    sync.Mutex // held by Read and NextFile, which may block for long
	files []file     // that are still to come
	cur   *stream    // nil before the first, and behind the last

	handle sync.Mutex // of open
	open   io.Closer  // what Close must close to end a Read that blocks
}

// file is one thing to read. Its size is -1 if only reading it will tell.
type file struct {
	path string // "" is the standard input
	size int64
}

func (f file) name() string {
	if f.path == "" {
		return "stdin"
	}
	return f.path
}

// Open opens files one after another: paths, folders (every .jsonl, .ndjson, .log below, and .gz and .zst of these, in the
// order of their names), patterns with **, and "-" or nothing for the standard input. A path that is there is no pattern.
//
// gzip and zstd are recognised by content. A truncated archive gives every whole line before the cut, then a *decoder.Error,
// and the next file goes on. Files are opened when their turn comes; one that cannot be opened then is an error that ends
// reading, as is a disk that fails.
func Open(paths ...string) (*Source, error) {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	s := &Source{}
	for _, p := range paths {
		found, err := find(p)
		if err != nil {
			return nil, fmt.Errorf("source: %w", err)
		}
		s.files = append(s.files, found...)
	}
	for _, f := range s.files {
		if f.size < 0 {
			s.total = 0
			break
		}
		s.total += f.size
	}
	return s, nil
}

// NextFile opens the next file, for the Reader. The error io.EOF says that there is none.
func (s *Source) NextFile() (decoder.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed.Load() {
		s.leave()
		return decoder.File{}, errClosed
	}
	if s.cur != nil {
		if rest := s.cur.file.size - s.cur.disk.n; rest > 0 {
			s.done.Add(rest) // it is passed over
		}
		s.leave()
	}
	if len(s.files) == 0 {
		return decoder.File{}, io.EOF
	}
	f := s.files[0]
	s.files = s.files[1:]
	in := os.Stdin
	if f.path != "" {
		var err error
		if in, err = os.Open(f.path); err != nil {
			return decoder.File{}, fmt.Errorf("source: %w", err)
		}
		s.hold(in)
	}
	s.cur = &stream{file: f, disk: disk{in: in, done: &s.done}}
	return decoder.File{Name: f.name(), Line: 1}, nil
}

var (
	errClosed = fmt.Errorf("source: %w", fs.ErrClosed)
	errNoFile = errors.New("source: Read before NextFile: give the Source to a NewReader, which calls both")
)

// Read reads from the file that NextFile opened, decompressed, up to its end. It is for the Reader.
func (s *Source) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed.Load() {
		s.leave()
		return 0, errClosed
	}
	if s.cur == nil {
		return 0, errNoFile
	}
	n, err := s.cur.Read(p)
	if s.closed.Load() {
		s.leave()
		if err != nil {
			err = errClosed
		}
	}
	return n, err
}

// Close closes the file that is open. A Read that waits for a pipe ends; one that waits for the standard input does not.
func (s *Source) Close() error {
	s.closed.Store(true)
	s.handle.Lock()
	var err error
	if s.open != nil {
		err = s.open.Close()
		s.open = nil
	}
	s.handle.Unlock()
	if s.mu.TryLock() { // else Read cleans up
		s.leave()
		s.mu.Unlock()
	}
	return err
}

// Progress may be called at any time, from any goroutine: bytes read from disk, and the sum of the files' sizes (0 if unknown).
func (s *Source) Progress() (done, total int64) { return s.done.Load(), s.total }

// hold remembers what Close must close.
func (s *Source) hold(c io.Closer) {
	s.handle.Lock()
	defer s.handle.Unlock()
	if s.open = c; s.closed.Load() { // Close came just before
		c.Close()
		s.open = nil
	}
}

// leave ends the current file. s.mu is locked.
func (s *Source) leave() {
	if s.cur == nil {
		return
	}
	s.cur.close()
	s.cur = nil
	s.handle.Lock()
	if s.open != nil {
		s.open.Close()
		s.open = nil
	}
	s.handle.Unlock()
}
