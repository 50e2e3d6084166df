package transcript

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndwire/ndwire/decoder"
)

const (
	// At most so much is read ahead of a file to find out what it speaks. A longer line has told by then what it can.
	maxAhead      = 1 << 20
	maxLinesAhead = 1000

	// patience is how long lines that do not tell are held back if the input may wait for a writer, who may wait for an answer to them.
	patience = 100 * time.Millisecond

	chunk = 64 << 10
)

// input gives the files of one input to readers of their protocols, each of which sees the end of its input where a file of
// another protocol begins. Its methods NextFile and Read are called by the reader at work, perhaps on a goroutine of that;
// turn by nobody but the one who has seen that reader's end.
type input struct {
	files  decoder.Files
	speaks Protocol // what the reader at work reads; "" for one that reads one file of an unknown protocol
	begun  bool     // a file, by the reader at work

	found atomic.Pointer[Detection] // of the file that was begun last

	next *file // begun, but of another protocol

	// Of the current file:
	ahead []byte       // was read to detect
	given int          // so much of ahead the reader has
	err   error        // stands behind ahead
	late  chan portion // a Read behind ahead that detection did not wait for, nil if there is none
}

type file struct {
	decoder.File
	speaks Protocol // "" if it is unknown
	found  Detection
}

// portion is what a Read gave.
type portion struct {
	data []byte
	err  error
}

// turn makes the next reader be one for the file that is to come. It reports false if there is none.
func (in *input) turn() bool {
	if in.next == nil {
		return false
	}
	in.speaks, in.begun = in.next.speaks, false
	return true
}

// NextFile begins the next file. It says io.EOF if that is not for the reader at work.
func (in *input) NextFile() (decoder.File, error) {
	if in.next == nil {
		in.wait()
		in.forget() // the rest is passed over
		in.err = nil
		f, err := in.files.NextFile()
		if err != nil {
			return f, err
		}
		found := in.detect(f.Complete)
		in.next = &file{f, found.Protocol, found}
		if found.Lines == 0 { // nothing needs a reader of its own
			in.next.speaks = cmp.Or(in.speaks, AgentSDK)
		}
	}
	if in.next.speaks != in.speaks || in.speaks == "" && in.begun {
		return decoder.File{}, io.EOF
	}
	f := in.next.File
	in.found.Store(&in.next.found)
	in.next, in.begun = nil, true
	return f, nil
}

// Read gives what was read ahead, and then what the file gives.
func (in *input) Read(p []byte) (int, error) {
	if len(in.ahead) == 0 && in.err == nil {
		if in.late == nil {
			return in.files.Read(p)
		}
		in.wait()
	}
	n := copy(p, in.ahead[in.given:])
	if in.given += n; in.given < len(in.ahead) {
		return n, nil
	}
	in.forget()
	err := in.err
	if err != io.EOF { // the end stays the end
		in.err = nil
	}
	return n, err
}

// wait takes what a late Read gave.
func (in *input) wait() {
	if in.late != nil {
		got := <-in.late
		in.late = nil
		in.ahead, in.err = append(in.ahead, got.data...), got.err
	}
}

// forget drops what was read ahead. The memory serves the next file, unless it is much.
func (in *input) forget() {
	in.ahead, in.given = in.ahead[:0], 0
	if cap(in.ahead) > 4*chunk {
		in.ahead = nil
	}
}

// detect reads ahead as far as is needed to know what the current file speaks. As long as no spec knows its lines it goes on waiting: a
// program may write other things first. Of a complete file, the result does not depend on how long a Read takes.
func (in *input) detect(complete bool) Detection {
	var seen evidence
	var until <-chan time.Time // for how long lines are held back
	judged := 0                // bytes of ahead
	const tries = 100          // how often a Read may give nothing
	for empty := 0; empty < tries; {
		if until == nil {
			in.ahead = slices.Grow(in.ahead, chunk)
			got := read(in.files, in.ahead[len(in.ahead):cap(in.ahead)])
			in.ahead, in.err = in.ahead[:len(in.ahead)+len(got.data)], got.err
		} else {
			in.late = make(chan portion, 1)
			go func(to chan portion) { to <- read(in.files, make([]byte, chunk)) }(in.late)
			select {
			case got := <-in.late:
				in.late = nil
				in.ahead, in.err = append(in.ahead, got.data...), got.err
			case <-until:
				return seen.verdict()
			}
		}
		rest := in.ahead[judged:]
		if in.err == nil && len(in.ahead) < maxAhead {
			rest = rest[:bytes.LastIndexByte(rest, '\n')+1]
		} // else the line that goes on says as much as it will
		seen.judge(rest)
		if seen.leads(enough) || in.err != nil || len(in.ahead) >= maxAhead || seen.lines >= maxLinesAhead {
			break
		}
		if len(rest) == 0 {
			empty++
		}
		judged += len(rest)
		if seen.best() >= 0 && until == nil && !complete {
			timer := time.NewTimer(patience)
			defer timer.Stop()
			until = timer.C
		}
	}
	return seen.verdict()
}

// isComplete reports whether no Read of r waits for a writer.
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

func read(r io.Reader, p []byte) portion {
	n, err := r.Read(p)
	if n < 0 || n > len(p) {
		return portion{nil, fmt.Errorf("transcript: the input's Read returned the count %d for %d bytes", n, len(p))}
	}
	return portion{p[:n], err}
}
