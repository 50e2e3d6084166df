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

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/fingerprint"
)

// The pauses between checks of a live file. A pause is short after the file has grown, and each one after it is longer. A notification from
// the system ends a pause early. The checks do not depend on notifications: some file systems send none.
const (
	shortPause = 5 * time.Millisecond
	longPause  = 250 * time.Millisecond

	// A file may still be written to after another file has taken its name. It is at its end when quietLooks checks, each after a long
	// pause, have found nothing new, or when maxSuccessors others have had its name meanwhile.
	quietLooks    = 2
	maxSuccessors = 16

	// A half line is read again at each check. Notifications are ignored while it is longer than this, so that a line written byte by
	// byte is not read again for each of its bytes.
	longHalf = 16 << 10
)

// An Option changes how [Follow] and [FollowFrom] work.
type Option func(*options)

type options struct{ wait bool }

// Wait makes Follow wait for a file that does not exist yet. Without it, that is an error, since most often the path is wrong.
func Wait() Option { return func(o *options) { o.wait = true } }

// Follow reads a plain file and then waits for more, until ctx ends: then ctx's error is the last pair. A line is delivered when
// its line feed is written. A file that does not exist is an error, which is fs.ErrNotExist, unless the option [Wait] is given.
//
// When another file takes the name (log rotation by renaming), what is still written to the old one comes first: it is read until
// there is another file of the name, and two checks, a quarter of a second apart, have found nothing new in the old one, whose last line
// is then complete. Then the Reader reports [decoder.ErrRewritten] once and reads the new file from its beginning, and so on with all
// files that Follow has seen of the name meanwhile.
//
// If the file is cut or overwritten (rotation by copying), the Reader reports ErrRewritten once, too, and reads it from its beginning.
// What was held of a last line is then dropped; what was written and cut off between two checks is not seen. A half line behind the last
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
	case err == nil: // read this file even if it is renamed before reading begins
		f.successors = []opened{{in, info}}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("source: %w", err)
	case !o.wait:
		return nil, fmt.Errorf("source: %w: give Follow the option Wait if the file is created later", err)
	}
	return f.from(nil, decoder.File{})
}

// follower is the input of a file that grows.
type follower struct {
	src     *Source
	ctx     context.Context
	unhook  func() bool
	path    string
	resumed *decoder.File // in was opened at a checkpoint: next returns this once

	in     *os.File    // nil: none is open
	info   os.FileInfo // of in
	offset int64       // of the first byte not delivered yet
	seen   ends        // of what was delivered
	held   int         // bytes of a half line seen after offset
	over   bool        // Read has reported that in is at its end, or rewritten

	written time.Time // when in was last written to, by the clock of its file system

	away       bool     // another file has the name
	quiet      int      // number of checks since then that found nothing new
	old        bool     // in is at its end: its last line needs no line feed
	successors []opened // files that have had the name since, in this order; at the beginning, the first file

	check   []byte // buffer for comparisons
	pause   time.Duration
	watcher *notifier // nil if the system has none, or none is needed yet
	blind   bool      // the system has none

	sleep func(time.Duration) // replaces waiting in tests; nil: wait for the time or a notification
}

// opened is a file to be read later. It is kept open, since it may lose its name meanwhile.
type opened struct {
	in   *os.File
	info os.FileInfo
}

func newFollower(ctx context.Context, path string) *follower {
	return &follower{ctx: ctx, path: path, check: make([]byte, fingerprint.Size), pause: shortPause}
}

// from returns the Source of a new follower. If in is not nil, it was opened at a checkpoint.
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
			f.leave()
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
	case f.in != nil && !f.old: // rewritten in place
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

// skip reads a file that the Reader has given up, until it ends or is rewritten.
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

// ended returns why reading has ended, nil if it goes on.
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

// more reads whole lines, if there are any, or a part of a line that is longer than p.
func (f *follower) more(p []byte) (int, error) {
	n, err := f.in.ReadAt(p, f.offset)
	if err != nil && err != io.EOF {
		return 0, fmt.Errorf("source: %w", err)
	}
	// Checked after reading: the bytes continue the earlier ones only if those are still there.
	if why, err := f.changed(); why != "" || err != nil {
		f.old = false // the new content has not been read
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

// look checks whether another file has the name, and opens it. If none has, one may still come.
func (f *follower) look() {
	info, err := os.Stat(f.path)
	if err != nil {
		return
	}
	if os.SameFile(info, f.info) { // the same file, still or again
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
		return // opening it later reports the error, if it lasts
	}
	if f.knows(info) || os.SameFile(info, f.info) { // the name was taken again meanwhile
		in.Close()
		return
	}
	f.successors = append(f.successors, opened{in, info})
}

// knows reports whether a file is one of the successors.
func (f *follower) knows(info os.FileInfo) bool {
	return slices.ContainsFunc(f.successors, func(o opened) bool { return os.SameFile(o.info, info) })
}

// changed returns why the file is no longer the one that was read, "" if it still is.
func (f *follower) changed() (why string, err error) {
	info, err := f.in.Stat()
	if err != nil {
		return "", fmt.Errorf("source: %w", err)
	}
	if !info.ModTime().Equal(f.written) { // also if it was overwritten with the same length
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

// end returns the error that ends the current file for the Reader, which fills in line and offset.
func (f *follower) end(why string, err error) error {
	if err != nil {
		return err
	}
	f.over = true
	return &decoder.Error{File: f.path, Reason: ErrRewritten, Err: errors.New(why)}
}

// sawSize updates the total: what was read, and the rest of the current file.
func (f *follower) sawSize(size int64) { f.src.total.Store(f.src.done.Load() + max(size-f.offset, 0)) }

// wait waits for a pause or a notification.
func (f *follower) wait() {
	pause := f.pause
	var changed chan struct{}
	switch {
	case f.away: // notifications do not shorten the time between two checks
		pause = longPause
	case f.watcher != nil && f.held <= longHalf:
		changed = f.watcher.changed
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
	case <-changed:
	case <-timer.C:
		f.passed()
	}
}

// passed makes the next pause longer, after a pause that no notification has ended.
func (f *follower) passed() {
	f.pause = min(2*f.pause, longPause)
	if f.away {
		f.quiet++
	}
}

// watch asks the system for notifications of writes to the file. Without them, only the pauses remain.
func (f *follower) watch() {
	if f.watcher == nil && !f.blind {
		w, err := newNotifier()
		f.watcher, f.blind = w, err != nil
	}
	if f.watcher != nil {
		f.watcher.move(f.path)
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
		f.watcher.close()
		f.watcher, f.blind = nil, true
	}
}

func errNoFollow(path, format string) error {
	return fmt.Errorf("source: %s is a %s archive, which does not grow line by line: open it with Open or Resume", path, format)
}
