package contest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/ndwire/ndwire/bench/digest"
)

// A Program has contenders in a process of their own: because they are written in another language, or because the collector would mark their tables
// while other contenders are measured. Its arguments are a protocol and the path of a corpus. Its first line of output is its version. Then each line
// of its standard input names an operation: the program makes one pass over the corpus, and writes an [answer] as a line of JSON.
type Program struct {
	// Build returns the path of the program. It is called several times, and must be fast after the first call.
	Build func() (path string, err error)
	Env   []string // added to the environment of this process

	corpus string // the corpus that the running program has in memory
	procs  int    // the number of processors that it uses
	ask    io.WriteCloser
	answer *bufio.Reader
	failed *bytes.Buffer // its standard error
	wait   func() error
	spent  spent
}

// answer is the result of one pass of a program: its time, and its digest. The other members are for programs in Go, see [Serve].
type answer struct {
	Nanos     int64
	Allocated uint64
	Objects   uint64
	Size      int       // of the encoded text, in bytes
	Each      []verdict // for each line
	*digest.Digest
}

// Reading returns a contender of the program.
func (p *Program) Reading(library, operation string) Reading {
	return Reading{
		Library: library,
		Skip:    p.skip,
		Pass: func(in *Input, d *digest.Digest) error {
			_, err := p.run(in, operation, d)
			return err
		},
		spent: func() spent { return p.spent },
	}
}

func (p *Program) skip() string {
	if _, err := p.Build(); err != nil {
		return err.Error()
	}
	return ""
}

// run makes the program do a pass over a corpus, and fills an empty digest with what it has read.
func (p *Program) run(in *Input, operation string, d *digest.Digest) (answer, error) {
	path, err := in.Path()
	if err != nil {
		return answer{}, err
	}
	if path != p.corpus || p.procs != runtime.GOMAXPROCS(0) {
		if err := p.start(string(in.Protocol), path); err != nil {
			return answer{}, err
		}
	}
	if d.Deep {
		operation += deep
	}
	if _, err := fmt.Fprintln(p.ask, operation); err != nil {
		return answer{}, p.stop(err)
	}
	line, err := p.answer.ReadBytes('\n')
	if err != nil {
		return answer{}, p.stop(err)
	}
	a := answer{Digest: d}
	if err := json.Unmarshal(line, &a); err != nil {
		return answer{}, fmt.Errorf("contest: read the answer %.200s: %w", line, err)
	}
	p.spent.time += time.Duration(a.Nanos)
	p.spent.allocated += a.Allocated
	p.spent.objects += a.Objects
	return a, nil
}

// deep is the suffix of an operation with a digest that depends on every byte.
const deep = "-deep"

func (p *Program) start(protocol, corpus string) error {
	if p.ask != nil {
		if err := p.stop(nil); err != nil {
			return err
		}
	}
	program, err := p.Build()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, protocol, corpus)
	p.procs = runtime.GOMAXPROCS(0)
	cmd.Env = append(append(os.Environ(), p.Env...), fmt.Sprint("GOMAXPROCS=", p.procs))
	p.failed = new(bytes.Buffer)
	cmd.Stderr = p.failed
	if p.ask, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("contest: start %s: %w", program, err)
	}
	p.corpus, p.answer, p.wait = corpus, bufio.NewReader(out), cmd.Wait
	version, err := p.answer.ReadString('\n')
	if err != nil {
		return p.stop(err)
	}
	note(strings.TrimSuffix(version, "\n"))
	return nil
}

// stop ends the program. If err is not nil, it returns an error with what the program has written to its standard error.
func (p *Program) stop(err error) error {
	p.ask.Close()
	if ended := p.wait(); err == nil {
		err = ended
	}
	p.ask, p.corpus = nil, ""
	if err == nil {
		return nil
	}
	if text := bytes.TrimSpace(p.failed.Bytes()); len(text) > 0 {
		err = errors.New(string(text))
	}
	return fmt.Errorf("contest: %w", err)
}
