//go:build unix

package source_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/leaktest"
	"github.com/ndwire/ndwire/source"
	"golang.org/x/sys/unix"
)

// mkfifo returns a named pipe in a folder of the test.
func mkfifo(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := unix.Mkfifo(path, 0o666); err != nil {
		t.Skip(err)
	}
	return path
}

// within fails the test if f does not end.
func within[T any](t *testing.T, what string, run func() T) T {
	t.Helper()
	done := make(chan T, 1)
	go func() { done <- run() }()
	select {
	case got := <-done:
		return got
	case <-time.After(leaktest.Patience(t)):
		t.Fatalf("%s hangs", what)
		panic("unreachable")
	}
}

// all reads src to its end, and returns the lines and the last error.
func all(src *source.Source, opts ...decoder.Option) func() outcome {
	return func() outcome {
		got := outcome{bad: map[string]error{}}
		for line, err := range decoder.NewLines(src, opts...).All() {
			if err != nil {
				got.bad["last"] = err
			} else {
				got.lines = append(got.lines, line.String())
			}
		}
		return got
	}
}

// TestNamedPipe checks that a named pipe is read as cat reads it: from the first write until no process has it open for writing.
func TestNamedPipe(t *testing.T) {
	leaktest.Check(t)
	plain := filepath.Join(tree(t, map[string]string{"plain": "4\n"}), "plain")
	for _, text := range []string{"1\n2\n3\n", gzipped("1\n2\n3\n"), zstded("1\n2\n3\n")} {
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
			path := mkfifo(t, "pipe")
			written := make(chan error, 1)
			go func() {
				w, err := os.OpenFile(path, os.O_WRONLY, 0) // waits for the reader
				for i := 0; err == nil && i < len(text); i++ {
					_, err = w.Write([]byte{text[i]})
					runtime.Gosched()
				}
				written <- errors.Join(err, w.Close())
			}()
			src := open(t, path, plain)
			if done, total := src.Progress(); done != 0 || total != 0 {
				t.Errorf("progress %d of %d", done, total)
			}
			got := within(t, "reading a pipe", all(src, opts...))
			if !slices.Equal(got.lines, []string{"1", "2", "3", "4"}) || len(got.bad) > 0 {
				t.Errorf("%q %v", got.lines, got.bad)
			}
			if err := <-written; err != nil {
				t.Error(err)
			}
			src.Close()
		}
	}
}

// TestNamedPipeLineByLine checks that each line of a pipe is delivered when it is written.
func TestNamedPipeLineByLine(t *testing.T) {
	leaktest.Check(t)
	path := mkfifo(t, "pipe")
	src := open(t, path)
	answers := make(chan string)
	go func() {
		defer close(answers)
		for line, err := range decoder.NewLines(src).All() {
			answers <- fmt.Sprint(line, err)
		}
	}()
	w := within(t, "opening", func() *os.File { w, _ := os.OpenFile(path, os.O_WRONLY, 0); return w })
	for i := range 3 {
		fmt.Fprintln(w, i)
		if got, want := within(t, "a line", func() string { return <-answers }), fmt.Sprint(i, nil); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	w.Close()
	if got, more := <-answers; more {
		t.Error(got)
	}
}

// TestEmptyNamedPipe checks that a pipe that a process opens and closes without writing is empty.
func TestEmptyNamedPipe(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "freebsd" {
		t.Skip("this system does not tell")
	}
	leaktest.Check(t)
	path := mkfifo(t, "pipe")
	src := open(t, path)
	go func() {
		if w, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			w.Close()
		}
	}()
	if got := within(t, "reading a pipe", all(src)); len(got.lines) > 0 || len(got.bad) > 0 {
		t.Error(got)
	}
}

// TestNamedPipeWithoutWriter checks that reading a pipe without a writer waits until Close, at any time, also if a context calls Close.
func TestNamedPipeWithoutWriter(t *testing.T) {
	leaktest.Check(t)
	path := mkfifo(t, "pipe")
	for round := range 20 {
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
			src := open(t, path)
			ctx, stop := context.WithCancel(t.Context())
			context.AfterFunc(ctx, func() { src.Close() })
			go func() {
				for range round {
					runtime.Gosched()
				}
				stop()
			}()
			if got := within(t, "reading a pipe", all(src, opts...)); !errors.Is(got.bad["last"], fs.ErrClosed) {
				t.Error(got)
			}
		}
	}
	// With workers, the Reader's own context is enough for the loop.
	src := open(t, path)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got := within(t, "reading a pipe", all(src, decoder.Workers(2), decoder.Context(ctx))); !errors.Is(got.bad["last"], context.Canceled) {
		t.Error(got)
	}
	src.Close()
}

// TestNoPlainFiles checks that a file without offsets or an end is refused at once where these are needed.
func TestNoPlainFiles(t *testing.T) {
	leaktest.Check(t)
	dir := t.TempDir()
	socket := filepath.Join(dir, "s")
	if l, err := net.Listen("unix", socket); err == nil {
		defer l.Close()
	}
	for path, want := range map[string]string{mkfifo(t, "pipe"): "a pipe", "/dev/null": "a device", dir: "a folder", socket: "socket"} {
		for name, open := range map[string]func() (*source.Source, error){
			"Resume":     func() (*source.Source, error) { return source.Resume(decoder.Checkpoint{File: path}) },
			"Backward":   func() (*source.Source, error) { return source.Backward(path) },
			"Follow":     func() (*source.Source, error) { return source.Follow(t.Context(), path, source.Wait()) },
			"FollowFrom": func() (*source.Source, error) { return source.FollowFrom(t.Context(), decoder.Checkpoint{File: path}) },
		} {
			err := within(t, name, func() error {
				src, err := open()
				if src != nil {
					t.Errorf("%s opens %s", name, path)
				}
				return err
			})
			if err == nil || !strings.HasPrefix(err.Error(), "source: ") || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s of %s: %v", name, path, err)
			}
		}
	}
	// Open reads them.
	if got := all(open(t, "/dev/null"))(); len(got.lines) > 0 || len(got.bad) > 0 {
		t.Error(got)
	}
	_, err := source.Open(socket)
	if err == nil {
		got := all(open(t, socket))()
		err = got.bad["last"]
	}
	unreadable(t, err, socket, nil)
	if !strings.Contains(err.Error(), "socket") {
		t.Error(err)
	}
}

// TestPipeInPlaceOfFile checks that reading does not hang if a pipe has replaced a plain file that was found or followed.
func TestPipeInPlaceOfFile(t *testing.T) {
	leaktest.Check(t)
	dir := tree(t, map[string]string{"a.jsonl": "1\n", "b.jsonl": "2\n", "c.jsonl": "3\n"})
	pipe := func(name string) string {
		path := filepath.Join(dir, name)
		os.Remove(path)
		if err := unix.Mkfifo(path, 0o666); err != nil {
			t.Skip(err)
		}
		return path
	}
	src := open(t, dir)
	path := pipe("b.jsonl")
	got := within(t, "Open", func() outcome {
		got := outcome{}
		for line, err := range decoder.NewLines(src).All() {
			if err != nil {
				unreadable(t, err, path, nil)
			}
			got.lines = append(got.lines, line.String())
		}
		return got
	})
	if !slices.Equal(got.lines, []string{"1", "", "3"}) {
		t.Error(got)
	}

	path = filepath.Join(dir, "c.jsonl")
	f := followPath(t, path)
	f.wants("3")
	pipe("c.jsonl")
	f.wants("!file rewritten")
	if err := within(t, "Follow", func() error { return <-f.end }); !strings.Contains(err.Error(), "a pipe") {
		t.Error(err)
	}
}

// TestPipeByPolling checks that a pipe is read by pauses if the system does not notify.
func TestPipeByPolling(t *testing.T) {
	leaktest.Check(t)
	path := mkfifo(t, "pipe")
	fd, err := syscall.Open(path, syscall.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	in := os.NewFile(uintptr(fd), path) // a blocking descriptor: the runtime does not poll it
	defer in.Close()
	syscall.SetNonblock(fd, true)
	stop := make(chan struct{})
	r := source.ReaderOf(in, stop)
	p := make([]byte, 10)
	go func() {
		w, _ := os.OpenFile(path, os.O_WRONLY, 0)
		w.Write([]byte("hello"))
		w.Close()
	}()
	if n := within(t, "polling", func() int { n, _ := r.Read(p); return n }); string(p[:n]) != "hello" {
		t.Errorf("%q", p[:n])
	}
	go close(stop)
	if err := within(t, "polling", func() error { _, err := r.Read(p); return err }); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
}

// TestFollowReleasesWhatItCannotRead checks that a file whose beginning cannot be read is neither open nor watched
// after the error.
func TestFollowReleasesWhatItCannotRead(t *testing.T) {
	folder, err := os.Open(t.TempDir()) // it can be opened, and not read
	if err != nil {
		t.Fatal(err)
	}
	watched, err := source.FollowOpened(folder, 10)
	if err == nil || watched {
		t.Errorf("%v, watched: %t", err, watched)
	}
	if _, err := folder.Stat(); !errors.Is(err, os.ErrClosed) {
		t.Error("the file is open:", err)
	}
}
