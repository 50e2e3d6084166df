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
	"sync"
	"time"

	"github.com/ndwire/ndwire/bench/digest"
)

// A Program is contenders in a process of their own: because they are written in another language, or because what they keep
// for themselves would be charged to the others, whose collector would walk over it. It is called with a protocol and the path
// of a corpus, says on its first line what it is, and then walks over the corpus whenever a line of its standard input names an
// operation. It answers with a line of JSON: an [answer].
type Program struct {
	// Build says where the program is. It must be quick when it is called again.
	Build func() (path string, err error)
	Env   []string // what it finds in its environment beside ours

	corpus string // that the running program has in memory
	procs  int    // how many processors it uses
	ask    io.WriteCloser
	answer *bufio.Reader
	failed *bytes.Buffer // its standard error
	wait   func() error
	spent  spent
}

// answer is what a program says of a pass: how long it took, and what was seen. The rest is for programs in Go: see [Serve].
type answer struct {
	Nanos     int64
	Allocated uint64
	Objects   uint64
	Size      int       // of what was encoded
	Each      []verdict // one for each line
	*digest.Digest
}

// verdict is what a contender makes of a line that stands alone.
type verdict struct {
	Error string // what it has against the line, or ""
	Seen  digest.Digest
}

// spent is what passes have cost a program by its own count.
type spent struct {
	time               time.Duration
	allocated, objects uint64
}

func (s spent) minus(before spent) spent {
	return spent{s.time - before.time, s.allocated - before.allocated, s.objects - before.objects}
}

// Reading is a contender of the program.
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

// run asks for a pass over a corpus, which fills an empty digest.
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

// deep is what asks for a digest that looks at every byte.
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
	once, _ := announced.LoadOrStore(version, sync.OnceFunc(func() { fmt.Fprint(os.Stderr, version) }))
	once.(func())()
	return nil
}

// announced keeps a version from being written again for each corpus.
var announced sync.Map

// stop ends the program, which is to say on its standard error why it has failed, if it has.
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
