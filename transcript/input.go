package transcript

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndwire/ndwire/decoder"
)

const (
	// Limits of what is read ahead to detect a file's protocol. A longer line is judged by its beginning.
	maxAhead      = 1 << 20
	maxLinesAhead = 1000

	// patience limits how long lines are held back if the input may wait for a writer, who may wait for an answer to them.
	patience = 100 * time.Millisecond

	chunk = 64 << 10
)

// input passes the files of one input to readers of their protocols; each reader gets io.EOF where a file of another protocol begins.
// NextFile and Read are called by the current reader, perhaps on a goroutine of its own; nextReader is called after that reader has
// reached its end.
type input struct {
	files    decoder.Files
	protocol Protocol // of the current reader; "" for one that reads one file of an unknown protocol
	started  bool     // the current reader has a file

	found atomic.Pointer[Detection] // of the file opened last

	next   *file // the next file, if it was opened but not passed to a reader yet
	failed error // of the next file, which could not be opened, if the current reader reads one file only

	// Of the current file:
	ahead     []byte               // bytes read to detect the protocol
	delivered int                  // bytes of ahead that the reader has got
	err       error                // the error after ahead
	panicked  *decoder.WorkerPanic // comes after ahead: a Read on another goroutine has panicked
	pending   chan readResult      // delivers a Read that detection did not wait for, nil if there is none
}

type file struct {
	decoder.File
	protocol Protocol // "" if it is unknown
	found    Detection
}

// readResult is the result of a Read.
type readResult struct {
	data     []byte
	err      error
	panicked *decoder.WorkerPanic
}

// nextReader prepares for the reader of the next file. It reports false if there is no file.
func (in *input) nextReader() bool {
	switch {
	case in.next != nil:
		in.protocol = in.next.protocol
	case in.failed != nil:
		in.protocol = AgentSDK // of no line
	default:
		return false
	}
	in.started = false
	return true
}

// NextFile opens the next file. It returns io.EOF if that has another protocol.
func (in *input) NextFile() (decoder.File, error) {
	if err := in.failed; err != nil {
		in.failed = nil
		return decoder.File{}, err
	}
	if in.next == nil {
		in.wait()
		in.discard() // the rest is skipped
		in.failAfterPanic()
		in.err = nil
		f, err := in.files.NextFile()
		if _, ofFile := errors.AsType[*decoder.Error](err); ofFile && in.protocol == "" && in.started {
			in.failed, err = err, io.EOF
		}
		if err != nil {
			return f, err
		}
		found := in.detect(f.Complete)
		in.next = &file{f, found.Protocol, found}
		if found.Lines == 0 && found.Hint == "" { // an empty file needs no other reader
			in.next.protocol = cmp.Or(in.protocol, AgentSDK)
		}
	}
	if in.next.protocol != in.protocol || in.protocol == "" && in.started {
		return decoder.File{}, io.EOF
	}
	f := in.next.File
	in.found.Store(&in.next.found)
	in.next, in.started = nil, true
	return f, nil
}

// Read returns what was read ahead, and then reads the file.
func (in *input) Read(p []byte) (int, error) {
	if len(in.ahead) == 0 && in.err == nil && in.panicked == nil {
		if in.pending == nil {
			return in.files.Read(p)
		}
		in.wait()
	}
	if len(in.ahead) == 0 {
		in.failAfterPanic()
	}
	n := copy(p, in.ahead[in.delivered:])
	if in.delivered += n; in.delivered < len(in.ahead) {
		return n, nil
	}
	in.discard()
	err := in.err
	if err != io.EOF { // io.EOF is returned again
		in.err = nil
	}
	return n, err
}

// wait waits for the pending Read.
func (in *input) wait() {
	if in.pending != nil {
		in.take(<-in.pending)
	}
}

// take appends what the pending Read has read to ahead.
func (in *input) take(got readResult) {
	in.pending = nil
	in.ahead, in.err, in.panicked = append(in.ahead, got.data...), got.err, got.panicked
}

// failAfterPanic panics if a Read on another goroutine has, so that the program can recover.
func (in *input) failAfterPanic() {
	if in.panicked != nil {
		panic(in.panicked)
	}
}

// discard drops what was read ahead. The next file reuses the memory, unless it is large.
func (in *input) discard() {
	in.ahead, in.delivered = in.ahead[:0], 0
	if cap(in.ahead) > 4*chunk {
		in.ahead = nil
	}
}

// detect reads ahead until the protocol of the current file is known. While no spec knows the lines it goes on waiting, since a program
// may write other text first. The result for a complete file is that of Examine for its bytes: it does not depend on how long a Read takes, or how
// much it returns.
func (in *input) detect(complete bool) Detection {
	var seen evidence
	var until <-chan time.Time // fires when lines have been held back long enough
	judged := 0                // bytes of ahead that were judged
	const tries = 100          // limits the Reads in a row that return nothing
	whole := 0                 // the offset after the last line feed in ahead
	lead := decisive           // ends detection; a writer who waits is answered with less
	if !complete {
		lead = maxPerLine
	}
	for empty := 0; empty < tries; {
		before := len(in.ahead)
		if until == nil {
			in.ahead = slices.Grow(in.ahead, chunk)
			got := read(in.files, in.ahead[len(in.ahead):cap(in.ahead)])
			in.ahead, in.err = in.ahead[:len(in.ahead)+len(got.data)], got.err
		} else {
			in.pending = make(chan readResult, 1)
			go readTo(in.pending, in.files)
			select {
			case got := <-in.pending:
				in.take(got)
			case <-until:
				return seen.verdict()
			}
		}
		if n := bytes.LastIndexByte(in.ahead[before:], '\n'); n >= 0 {
			whole = before + n + 1
		}
		if empty++; len(in.ahead) > before {
			empty = 0
		}
		rest := in.ahead[judged:min(whole, maxAhead)]
		ended := in.err != nil || in.panicked != nil
		if ended || len(in.ahead) >= maxAhead {
			rest = in.ahead[judged:min(len(in.ahead), maxAhead)] // the incomplete line is judged, too
		}
		seen.judge(rest)
		if seen.leads(lead) || ended || len(in.ahead) >= maxAhead || seen.lines >= maxLinesAhead {
			break
		}
		judged += len(rest)
		if seen.best() >= 0 && until == nil && !complete {
			timer := time.NewTimer(patience)
			defer timer.Stop()
			until = timer.C
		}
	}
	found := seen.verdict()
	if found.Lines == 0 && in.err == nil && len(in.ahead) >= maxAhead {
		found.Hint = "blank lines, at least 1 MB of them"
	}
	return found
}

// isComplete reports whether r is known never to wait for a writer.
func isComplete(r io.Reader) bool {
	switch r := r.(type) {
	case *bytes.Reader, *strings.Reader:
		return true
	case *os.File:
		info, err := r.Stat()
		return err == nil && info.Mode().IsRegular()
	}
	return false
}

func read(r io.Reader, p []byte) readResult {
	n, err := r.Read(p)
	if n < 0 || n > len(p) {
		return readResult{err: fmt.Errorf("transcript: the input's Read returned the count %d for %d bytes", n, len(p))}
	}
	return readResult{data: p[:n], err: err}
}

var errReadExited = errors.New("transcript: the input's Read ended its goroutine")

// readTo is a goroutine that reads once, and sends the result also if Read panics or ends the goroutine.
func readTo(to chan<- readResult, r io.Reader) {
	got := readResult{err: errReadExited}
	defer func() {
		if v := recover(); v != nil {
			got = readResult{panicked: &decoder.WorkerPanic{Value: v, Stack: debug.Stack()}}
		}
		to <- got
	}()
	got = read(r, make([]byte, chunk))
}
