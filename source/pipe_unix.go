//go:build unix

package source

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// open opens path for reading. It waits neither for a writer of a named pipe nor for a device.
func open(path string) (*os.File, error) {
	in, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ENXIO) {
		if info, bad := os.Stat(path); bad == nil && info.Mode()&fs.ModeSocket != 0 {
			err = &fs.PathError{Op: "open", Path: path, Err: errors.New("it is a socket, which cannot be opened as a file")}
		}
	}
	return in, err
}

// readerOf returns a reader of a file opened by open: the file itself, unless a read may have to wait.
func readerOf(in *os.File, stop <-chan struct{}) io.Reader {
	info, err := in.Stat()
	if err != nil || info.Mode().IsRegular() || in == os.Stdin {
		return in
	}
	return &pipe{in: in, stop: stop, named: info.Mode()&fs.ModeNamedPipe != 0}
}

// pipe reads a file that open has opened, as if open had waited for a writer: a pipe without a writer so far is not at its end. A Read ends when in or
// stop is closed.
type pipe struct {
	in      *os.File
	stop    <-chan struct{}
	named   bool // in is a named pipe, and not a device
	written bool // a process writes, or has written
}

func (p *pipe) Read(b []byte) (n int, err error) {
	if len(b) == 0 {
		return 0, nil
	}
	raw, err := p.in.SyscallConn()
	if err != nil {
		return 0, err
	}
	for pause := shortPause; ; pause = min(2*pause, longPause) {
		bad := raw.Read(func(fd uintptr) (done bool) {
			n, err = p.readNow(int(fd), b)
			return err != syscall.EAGAIN
		})
		switch {
		case bad == nil && err != nil:
			return 0, &fs.PathError{Op: "read", Path: p.in.Name(), Err: err}
		case bad == nil && n == 0:
			return 0, io.EOF
		case bad == nil:
			return n, nil
		case errors.Is(bad, os.ErrClosed):
			return 0, bad
		}
		// The system does not notify of more to read in such a file. (macOS does not for named pipes.)
		timer := time.NewTimer(pause)
		select {
		case <-p.stop:
			timer.Stop()
			return 0, os.ErrClosed
		case <-timer.C:
		}
	}
}

// readNow reads without waiting. The error EAGAIN says that there is nothing to read yet.
func (p *pipe) readNow(fd int, b []byte) (n int, err error) {
	n, err = readOnce(fd, b)
	if n == 0 && err == nil && p.named && !p.written {
		if !hungUp(fd) {
			return 0, syscall.EAGAIN
		}
		// Since the read, somebody may have opened the pipe, written to it, and closed it.
		n, err = readOnce(fd, b)
	}
	if n > 0 || err == syscall.EAGAIN { // of a pipe: somebody has opened it for writing
		p.written = true
	}
	return max(n, 0), err
}

func readOnce(fd int, b []byte) (n int, err error) {
	for {
		if n, err = syscall.Read(fd, b); err != syscall.EINTR {
			return n, err
		}
	}
}

// hungUp reports whether a process has opened the pipe for writing since it was opened for reading, and none has it open any more. Only some systems
// distinguish that from a pipe without a writer so far. On others, a writer that writes nothing is not noticed.
func hungUp(fd int) bool {
	if runtime.GOOS != "linux" && runtime.GOOS != "freebsd" {
		return false
	}
	events := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	n, err := unix.Poll(events, 0)
	return err == nil && n > 0 && events[0].Revents&unix.POLLHUP != 0
}
