package contest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/transcript"
)

// The operations of a program in Go are named OPERATION/LIBRARY, like the benchmarks. These are their suffixes.
const (
	decoding     = "Decode"
	peeking      = "Peek"
	readingFiles = "DecodeFile"
	encoding     = "Encode"
	working      = "Workers"

	lineByLine = "-each"  // the answer has a verdict on each line
	intoFile   = "-save " // the encoded lines are written to a file, whose path follows
)

// sonic is the program of package bench/sonic. It makes tables of half a megabyte of pointers when it starts, which every collection would otherwise
// mark while another contender is measured.
var sonic = &Program{Build: sync.OnceValues(func() (string, error) { return buildGo("sonic") })}

// builds is the folder of the programs that BuildGo has built; "" if it has built none.
var builds string

// buildGo builds a contender that is a package in the folder bench, and runs it without arguments to check whether it can take part.
func buildGo(name string) (program string, err error) {
	if program, err = BuildGo("github.com/ndwire/ndwire/bench/" + name); err != nil {
		return "", err
	}
	if out, err := exec.Command(program).CombinedOutput(); err != nil {
		return "", fmt.Errorf("contest: %s", bytes.TrimSpace(out))
	}
	return program, nil
}

// BuildGo builds a command of ndwire's module, with the toolchain that the environment names. [Main] removes the program when it ends.
func BuildGo(pkg string) (program string, err error) {
	if builds == "" {
		if builds, err = os.MkdirTemp("", "ndwire-bench"); err != nil {
			return "", err
		}
	}
	to := builds + string(filepath.Separator) // a folder, in which the go command names the program
	build := exec.Command("go", "build", "-o", to, pkg)
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		build.Dir = filepath.Dir(file) // the working directory of the benchmarks can be any
	}
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("contest: build %s: %w\n%.2000s", path.Base(pkg), err, out)
	}
	if program, err = exec.LookPath(to + path.Base(pkg)); err != nil {
		return "", fmt.Errorf("contest: find what was built: %w", err)
	}
	return program, nil
}

// reading returns a contender of a program in Go.
func (p *Program) reading(library, operation string, g Group) Reading {
	name := operation + "/" + library
	r := p.Reading(library, name)
	r.Group = g
	if operation != readingFiles {
		r.each = func(in *Input) ([]verdict, error) { return p.each(in, name) }
	}
	return r
}

// each returns the verdicts of an operation on each line.
func (p *Program) each(in *Input, operation string) ([]verdict, error) {
	a, err := p.run(in, operation+lineByLine, new(digest.Digest))
	if err == nil && len(a.Each) != in.Len() {
		err = fmt.Errorf("contest: %s has read %d lines of %d", operation, len(a.Each), in.Len())
	}
	for i := range a.Each {
		a.Each[i].Seen.Deep = true // Deep is not a part of the JSON
	}
	return a.Each, err
}

// writing returns a contender of a program in Go.
func (p *Program) writing(library string) Writing {
	return Writing{
		Library: library,
		Load:    func(in *Input) (writer, error) { return remote{p, in, encoding + "/" + library}, nil },
		Skip:    p.skip,
		spent:   func() spent { return p.spent },
	}
}

// remote is a writer in another process.
type remote struct {
	program   *Program
	in        *Input
	operation string
}

func (w remote) write() (int, error) {
	a, err := w.program.run(w.in, w.operation, new(digest.Digest))
	return a.Size, err
}

func (w remote) save(path string) (int, error) {
	a, err := w.program.run(w.in, w.operation+intoFile+path, new(digest.Digest))
	return a.Size, err
}

// Serve is the main function of a program in Go, see [Program]. Without arguments, it returns at once: the program can take part. There is no heap
// profile, as in [Main].
func Serve(version string, readings map[string]Readings, writings Writings) error {
	runtime.MemProfileRate = 0
	if len(os.Args) == 1 {
		return nil
	}
	if len(os.Args) != 3 {
		return fmt.Errorf("usage: %s agentsdk|claudecode FILE", os.Args[0])
	}
	protocol, path := transcript.Protocol(os.Args[1]), os.Args[2]
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	s := server{
		in:    &Input{corpus.Of(filepath.Base(path), protocol, lines), func() (string, error) { return path, nil }},
		read:  map[string]Reading{},
		write: map[string]Writing{},
	}
	for operation, f := range readings {
		for _, r := range f(protocol) {
			s.read[operation+"/"+r.Library] = r
		}
	}
	for _, w := range writings {
		s.write[encoding+"/"+w.Library] = w
	}
	fmt.Println(version)
	answers := json.NewEncoder(os.Stdout)
	for asked := bufio.NewScanner(os.Stdin); asked.Scan(); {
		a, err := s.answer(asked.Text())
		if err != nil {
			return err
		}
		if err := answers.Encode(a); err != nil {
			return err
		}
	}
	return nil
}

type server struct {
	in    *Input
	read  map[string]Reading
	write map[string]Writing

	writer  writer // the latest one: its messages must not be in memory while others are measured
	written string // the operation of writer
}

func (s *server) answer(operation string) (answer, error) {
	a := answer{Digest: new(digest.Digest)}
	operation, path, save := strings.Cut(operation, intoFile)
	operation, a.Deep = strings.CutSuffix(operation, deep)
	operation, each := strings.CutSuffix(operation, lineByLine)
	r, reads := s.read[operation]
	w, writes := s.write[operation]
	switch {
	case reads && each:
		for i := range s.in.Len() {
			a.Each = append(a.Each, r.judge(s.in.Line(i)))
		}
		return a, nil
	case writes && each:
		for i := range s.in.Len() {
			a.Each = append(a.Each, w.judge(s.in.Protocol, s.in.Line(i)))
		}
		return a, nil
	case reads:
		s.writer, s.written = nil, ""
		return a, a.measure(func() error { return r.run(s.in, a.Digest) })
	case !writes:
		return a, fmt.Errorf("unknown operation %s", operation)
	}
	if operation != s.written {
		var err error
		if s.writer, err = w.Load(s.in); err != nil {
			return a, err
		}
		s.written = operation
	}
	return a, a.measure(func() (err error) {
		if save {
			a.Size, err = s.writer.save(path)
		} else {
			a.Size, err = s.writer.write()
		}
		return err
	})
}

// measure runs a pass, and records its cost.
func (a *answer) measure(pass func() error) error {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	started := time.Now()
	err := pass()
	a.Nanos = time.Since(started).Nanoseconds()
	runtime.ReadMemStats(&after)
	a.Allocated, a.Objects = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
	return err
}
