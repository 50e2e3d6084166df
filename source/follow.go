package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
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

	// A file whose name another one has may still be written to, by who has it open: it is at its end when so many looks, a long
	// pause each behind the one before, have found nothing new; or when so many others have had its name meanwhile.
	quietLooks    = 2
	maxSuccessors = 16

	// A half line is read again each time. Of one that is longer than this, no notices are taken: a line that is written byte by
	// byte should not be read as often.
	longHalf = 16 << 10
)

// An Option changes how [Follow] and [FollowFrom] work.
type Option func(*options)

type options struct{ wait bool }

// Wait makes Follow wait for a file that does not exist yet. Without it, that is an error: most often the path is wrong.
func Wait() Option { return func(o *options) { o.wait = true } }

// Follow reads a plain file and then waits for more, until ctx ends: then ctx's error is the last pair. A line is delivered when
// its line feed is written. A file that does not exist is an error, which is fs.ErrNotExist, unless the option [Wait] is given.
//
// When another file takes the name (log rotation by renaming), what is still written to the old one comes first: it is read until
// there is another file of the name, and two looks, a quarter of a second apart, have found nothing new in the old one, whose last line
// is then complete. Then the Reader reports [decoder.ErrRewritten] once and reads the new file from its beginning, and so on with all
// files that Follow has seen of the name meanwhile.
//
// If the file is cut or overwritten (rotation by copying), the Reader reports ErrRewritten once, too, and reads it from its beginning.
// What was held of a last line is then dropped; what was written and cut off between two looks is not seen. A half line behind the last
// line feed may be cut off and written again without notice.
func Follow(ctx context.Context, path string, opts ...Option) (*Source, error) {
	if path == "" || path == "-" {
		return nil, errors.New("source: the standard input needs no Follow: Open gives its lines as they come")
	}
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	f := newFollower(ctx, path)
	in, info, err := openPlain(path)
	switch {
	case err == nil: // whatever its name is when reading begins
		f.successors = []opened{{in, info}}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("source: %w", err)
	case !o.wait:
		return nil, fmt.Errorf("source: %w: give Follow the option Wait if it is still to come", err)
	}
	return f.from(nil, decoder.File{})
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
	over   bool        // Read has said that in is at its end, or rewritten

	written time.Time // when in was last written to, by the clock of its file system

	away       bool     // another file has the name
	quiet      int      // so many looks since then have found nothing new
	old        bool     // in is at its end: its last line needs no line feed
	successors []opened // files that have had the name since, in this order; at the beginning, the first file

	check   []byte // to compare bytes in
	pause   time.Duration
	watcher *fsnotify.Watcher // nil if the system has none, or none is needed yet
	blind   bool              // the system has none

	sleep func(time.Duration) // nil: until the time is over or something has happened
}

// opened is a file whose turn will come. It is held open, so that it may lose its name meanwhile.
type opened struct {
	in   *os.File
	info os.FileInfo
}

func newFollower(ctx context.Context, path string) *follower {
	return &follower{ctx: ctx, path: path, check: make([]byte, fingerprint.Size), pause: shortPause}
}

// from makes the Source of a new follower. If in is not nil, it was opened at a checkpoint.
func (f *follower) from(in *os.File, begin decoder.File) (*Source, error) {
	s := newSource()
	f.src, s.in = s, f
	if in != nil {
		info, err := in.Stat()
		if err != nil {
			in.Close()
			return nil, fmt.Errorf("source: %w", err)
		}
		f.enter(opened{in, info})
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
	if err := f.ended(); err != nil {
		return decoder.File{}, err
	}
	switch {
	case f.in != nil && !f.old: // rewritten where it is
		return f.enter(opened{f.in, f.info}), nil
	case len(f.successors) > 0:
		first := f.successors[0]
		f.successors = f.successors[1:]
		return f.enter(first), nil
	}
	f.drop()
	for {
		in, info, err := openPlain(f.path)
		if err == nil {
			return f.enter(opened{in, info}), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return decoder.File{}, fmt.Errorf("source: %w", err)
		}
		f.wait()
		if err := f.ended(); err != nil {
			return decoder.File{}, err
		}
	}
}

// enter begins to read a file from its beginning.
func (f *follower) enter(o opened) decoder.File {
	if o.in != f.in {
		f.drop()
	}
	f.in, f.info, f.offset, f.seen, f.held, f.over = o.in, o.info, 0, ends{}, 0, false
	f.away, f.quiet, f.old = len(f.successors) > 0, 0, false
	f.written = o.info.ModTime()
	f.pause = shortPause
	f.sawSize(o.info.Size())
	f.watch()
	return decoder.File{Name: f.path, Line: 1, ID: identity(o.in)}
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
		f.old = false // what was written over it has not been read
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
		f.held, f.pause, f.quiet = n-whole, shortPause, 0
	}
	if whole > 0 {
		f.quiet = 0
		f.offset += int64(whole)
		f.seen.Write(p[:whole])
		f.src.done.Add(int64(whole))
		return whole, nil
	}
	if f.old {
		return 0, f.end("another file has its name", nil)
	}
	f.look()
	if f.away && (f.quiet >= quietLooks || len(f.successors) >= maxSuccessors) {
		f.old = true
		return f.more(p) // the half line
	}
	return 0, nil
}

// look looks whether the name leads to another file, and opens it. If it leads nowhere, one may still come.
func (f *follower) look() {
	info, err := os.Stat(f.path)
	if err != nil {
		return
	}
	if os.SameFile(info, f.info) { // still, or again
		f.away = false
		return
	}
	if !f.away {
		f.away, f.quiet = true, 0
	}
	if f.knows(info) {
		return
	}
	in, info, err := openPlain(f.path)
	if err != nil {
		return // there will be the same error, or none, when its turn comes
	}
	if f.knows(info) || os.SameFile(info, f.info) { // the name has changed hands once more
		in.Close()
		return
	}
	f.successors = append(f.successors, opened{in, info})
}

// knows reports whether a file is one of the successors.
func (f *follower) knows(info os.FileInfo) bool {
	return slices.ContainsFunc(f.successors, func(o opened) bool { return os.SameFile(o.info, info) })
}

// changed says in which way the file is not any more what was read.
func (f *follower) changed() (why string, err error) {
	info, err := f.in.Stat()
	if err != nil {
		return "", fmt.Errorf("source: %w", err)
	}
	if !info.ModTime().Equal(f.written) { // also where what was written is as long as what stood there
		f.written, f.quiet = info.ModTime(), 0
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

// sawSize makes the total what was read, and what of the current file was not.
func (f *follower) sawSize(size int64) { f.src.total.Store(f.src.done.Load() + max(size-f.offset, 0)) }

// wait waits until something may have happened.
func (f *follower) wait() {
	pause := f.pause
	var events chan fsnotify.Event
	var failures chan error
	switch {
	case f.away: // until the time is over: it is the time between two looks
		pause = longPause
	case f.watcher != nil && f.held <= longHalf:
		events, failures = f.watcher.Events, f.watcher.Errors
	}
	if f.sleep != nil {
		f.sleep(pause)
		f.passed()
		return
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-f.ctx.Done():
	case <-f.src.stop:
	case <-events:
	case <-failures:
	case <-timer.C:
		f.passed()
	}
}

// passed takes note of a pause without notice.
func (f *follower) passed() {
	f.pause = min(2*f.pause, longPause)
	if f.away {
		f.quiet++
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
	for _, o := range f.successors {
		o.in.Close()
	}
	f.successors = nil
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
