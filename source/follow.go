package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/fingerprint"
)

// A live file is looked at so often: soon after it has grown, then more and more rarely. A notice from the system ends a pause
// early, but none is relied on: there are file systems that give none.
const (
	shortPause = 5 * time.Millisecond
	longPause  = 250 * time.Millisecond

	// A half line is read again each time. Of one that is longer than this, no notices are taken: a line that is written byte by
	// byte should not be read as often.
	longHalf = 16 << 10
)

// Follow reads a plain file and then waits for more, until ctx ends: then ctx's error is the last pair. A line is delivered when
// its line feed is written. A file that does not exist yet is waited for.
//
// If the file is cut, overwritten or replaced, the Reader reports [decoder.ErrRewritten] once and reads the new file from its
// beginning. What was held of a last line is then dropped, unless another file has taken the name: then the old one is complete,
// and is first read to its end. A half line behind the last line feed may be cut off and written again without notice.
func Follow(ctx context.Context, path string) (*Source, error) {
	if path == "" || path == "-" {
		return nil, errors.New("source: the standard input needs no Follow: Open gives its lines as they come")
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("source: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("source: %w", notPlain(path, info.Mode()))
	}
	return newFollower(ctx, path).from(nil, decoder.File{})
}

// follower is the input of a file that grows.
type follower struct {
	src     *Source
	ctx     context.Context
	unhook  func() bool
	path    string
	resumed *decoder.File // in was opened in the middle: the next call of next says so

	in     *os.File    // nil: none is open
	info   os.FileInfo // of in
	offset int64       // of the first byte that was not given
	seen   ends        // of what was given
	held   int         // so many bytes of a half line were seen behind it
	old    bool        // another file has the name: in will not grow any more
	over   bool        // in was rewritten, and Read has said so

	check   []byte // to compare bytes in
	pause   time.Duration
	watcher *fsnotify.Watcher // nil if the system has none, or none is needed yet
	blind   bool              // the system has none
}

func newFollower(ctx context.Context, path string) *follower {
	return &follower{ctx: ctx, path: path, check: make([]byte, fingerprint.Size), pause: shortPause}
}

// from makes the Source of a new follower. If in is not nil, it was opened at a checkpoint.
func (f *follower) from(in *os.File, begin decoder.File) (*Source, error) {
	s := newSource()
	f.src, s.in = s, f
	if in != nil {
		if err := f.enter(in); err != nil {
			return nil, err
		}
		head := make([]byte, min(begin.Offset, fingerprint.Size))
		if _, err := in.ReadAt(head, 0); err != nil && err != io.EOF {
			in.Close()
			return nil, fmt.Errorf("source: %w", err)
		}
		f.resumed, f.offset, f.seen = &begin, begin.Offset, ends{head, bytes.Clone(begin.Before)}
		s.done.Store(f.offset)
	}
	// Nobody may be reading when ctx ends.
	s.mu.Lock()
	defer s.mu.Unlock()
	f.unhook = context.AfterFunc(f.ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		f.leave()
	})
	return s, nil
}

func (f *follower) next() (decoder.File, error) {
	if begin := f.resumed; begin != nil && f.in != nil {
		f.resumed = nil
		return *begin, nil
	}
	if f.in != nil && !f.over {
		if err := f.skip(); err != nil {
			return decoder.File{}, err
		}
	}
	f.drop()
	for {
		if err := f.ended(); err != nil {
			return decoder.File{}, err
		}
		in, _, err := openPlain(f.path)
		if err == nil {
			err = f.enter(in)
		}
		if err == nil {
			return decoder.File{Name: f.path, Line: 1, ID: identity(in)}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return decoder.File{}, fmt.Errorf("source: %w", err)
		}
		f.wait()
	}
}

// enter begins with a file that was opened.
func (f *follower) enter(in *os.File) error {
	info, err := in.Stat()
	if err != nil {
		in.Close()
		return err
	}
	f.in, f.info, f.offset, f.seen, f.held, f.old, f.over = in, info, 0, ends{}, 0, false, false
	f.pause = shortPause
	f.sawSize(info.Size())
	f.watch()
	return nil
}

// skip passes over a file of which the Reader wants nothing more, until it is rewritten.
func (f *follower) skip() error {
	p := make([]byte, 64<<10)
	for {
		_, err := f.read(p)
		if _, ok := errors.AsType[*decoder.Error](err); ok {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// ended says why there is nothing more to wait for.
func (f *follower) ended() error {
	err := f.ctx.Err()
	if f.src.closed.Load() {
		err = errClosed
	}
	if err != nil {
		f.leave()
	}
	return err
}

func (f *follower) read(p []byte) (int, error) {
	for {
		if err := f.ended(); err != nil {
			return 0, err
		}
		if f.in == nil {
			return 0, errNoFile
		}
		n, err := f.more(p)
		if n > 0 || err != nil {
			f.pause = shortPause
			return n, err
		}
		f.wait()
	}
}

// more reads whole lines, if there are any; of a line that is longer than p, a part.
func (f *follower) more(p []byte) (int, error) {
	n, err := f.in.ReadAt(p, f.offset)
	if err != nil && err != io.EOF {
		return 0, fmt.Errorf("source: %w", err)
	}
	// Looked at behind the reading: what was read is only what follows if what precedes it is still there.
	if why, err := f.changed(); why != "" || err != nil {
		return 0, f.end(why, err)
	}
	if f.offset == 0 {
		if format := formatOf(p[:n]); format != "" {
			return 0, errNoFollow(f.path, format)
		}
	}
	whole := n
	if !f.old {
		if i := bytes.LastIndexByte(p[:n], '\n'); i >= 0 || n < len(p) {
			whole = i + 1
		}
	}
	if n-whole != f.held {
		f.held, f.pause = n-whole, shortPause
	}
	if whole > 0 {
		f.offset += int64(whole)
		f.seen.Write(p[:whole])
		f.src.done.Add(int64(whole))
		return whole, nil
	}
	switch {
	case f.old:
		return 0, f.end("another file has its name", nil)
	case f.replaced():
		f.old = true
		return f.more(p) // something may have been written before the name changed hands
	}
	return 0, nil
}

// changed says in which way the file is not any more what was read.
func (f *follower) changed() (why string, err error) {
	info, err := f.in.Stat()
	if err != nil {
		return "", fmt.Errorf("source: %w", err)
	}
	f.sawSize(info.Size())
	if info.Size() < f.offset {
		return "it is shorter than what was read", nil
	}
	for _, part := range []struct {
		was []byte
		at  int64
		why string
	}{
		{f.seen.tail, f.offset - int64(len(f.seen.tail)), "something else stands where reading had come to"},
		{f.seen.head, 0, "it begins with something else"},
	} {
		now := f.check[:len(part.was)]
		if n, err := f.in.ReadAt(now, part.at); err == io.EOF && n < len(now) {
			return "it is shorter than what was read", nil
		} else if err != nil && err != io.EOF {
			return "", fmt.Errorf("source: %w", err)
		}
		if !bytes.Equal(now, part.was) {
			return part.why, nil
		}
	}
	return "", nil
}

// end ends the current file, for the Reader. Line and offset are those where it stands.
func (f *follower) end(why string, err error) error {
	if err != nil {
		return err
	}
	f.over = true
	return &decoder.Error{File: f.path, Reason: ErrRewritten, Err: errors.New(why)}
}

// replaced reports whether the path leads to another file. If it leads nowhere, one may still come.
func (f *follower) replaced() bool {
	info, err := os.Stat(f.path)
	return err == nil && !os.SameFile(info, f.info)
}

// sawSize makes the total what was read, and what of the current file was not.
func (f *follower) sawSize(size int64) { f.src.total.Store(f.src.done.Load() + max(size-f.offset, 0)) }

// wait waits until something may have happened.
func (f *follower) wait() {
	timer := time.NewTimer(f.pause)
	defer timer.Stop()
	var events chan fsnotify.Event
	var failures chan error
	if f.watcher != nil && f.held <= longHalf {
		events, failures = f.watcher.Events, f.watcher.Errors
	}
	select {
	case <-f.ctx.Done():
	case <-f.src.stop:
	case <-events:
	case <-failures:
	case <-timer.C:
		f.pause = min(2*f.pause, longPause)
	}
}

// watch asks the system to tell of writes to the file. Where it does not, there are the pauses.
func (f *follower) watch() {
	if f.watcher == nil && !f.blind {
		w, err := fsnotify.NewWatcher()
		f.watcher, f.blind = w, err != nil
	}
	if f.watcher != nil {
		f.watcher.Remove(f.path) // what had this name before
		f.watcher.Add(f.path)
	}
}

// drop closes the file.
func (f *follower) drop() {
	if f.in != nil {
		f.in.Close()
		f.in = nil
	}
}

func (f *follower) leave() {
	f.drop()
	if f.unhook != nil {
		f.unhook()
	}
	if f.watcher != nil {
		f.watcher.Close()
		f.watcher, f.blind = nil, true
	}
}

func errNoFollow(path, format string) error {
	return fmt.Errorf("source: %s is a %s archive, which does not grow line by line: open it with Open or Resume", path, format)
}
