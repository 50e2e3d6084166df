package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/leaktest"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
	view "github.com/ndwire/ndwire/transcript"
)

// ways are the ways to read. Each returns the numbers of the lines that it delivers, and the error at the end.
var ways = map[string]func(in io.Reader, opts ...decoder.Option) (lines []int64, last error){
	"ndwire": func(in io.Reader, opts ...decoder.Option) ([]int64, error) {
		return loops(ndwire.NewReader(in, opts...))
	},
	"rustyclaw": func(in io.Reader, opts ...decoder.Option) ([]int64, error) {
		return loops(rustyclaw.NewReader(in, opts...))
	},
	"openclaw": func(in io.Reader, opts ...decoder.Option) ([]int64, error) {
		return loops(openclaw.NewReader(in, opts...))
	},
	"claudecode": func(in io.Reader, opts ...decoder.Option) ([]int64, error) {
		return loops(claudecode.NewReader(in, opts...))
	},
	"transcript": func(in io.Reader, opts ...decoder.Option) (lines []int64, last error) {
		r := view.ClaudeCode.NewReader(in, opts...) // package transcript tests the detection of inputs that end early
		return numbers(r.Recycled(), r.Pos)
	},
}

// loops reads some lines by each loop in turn.
func loops[L decoder.Line](r *decoder.Reader[L]) (lines []int64, last error) {
	defer r.Close()
	next := func(yield func(L, error) bool) {
		for {
			l, err := r.Next()
			_, bad := errors.AsType[*decoder.Error](err)
			if err == io.EOF || !yield(l, err) || err != nil && !bad {
				return
			}
		}
	}
	kinds := func(yield func(L, error) bool) {
		for _, err := range r.Kinds() {
			var l L
			if err == nil {
				l, err = r.Decode()
			}
			if !yield(l, err) {
				return
			}
		}
	}
	for n := 0; ; n++ {
		some, err := numbers([]iter.Seq2[L, error]{r.All(), r.Recycled(), next, kinds}[n%4], r.Pos, 3)
		lines, last = append(lines, some...), err
		if err != nil || len(some) < 3 {
			return lines, last
		}
	}
}

// numbers returns the numbers of the lines of a loop, up to a maximum.
func numbers[L any](loop iter.Seq2[L, error], pos func() decoder.Pos, most ...int) (lines []int64, last error) {
	for _, err := range loop {
		if _, ok := errors.AsType[*decoder.Error](err); err != nil && !ok {
			if last != nil {
				return lines, fmt.Errorf("%v behind the last pair, %v", err, last)
			}
			last = err
			continue
		}
		if last != nil {
			return lines, fmt.Errorf("a line behind the last pair, %v", last)
		}
		if lines = append(lines, pos().Line); len(most) > 0 && len(lines) == most[0] {
			break
		}
	}
	return lines, last
}

var modes = map[string][]decoder.Option{
	"": nil, "one worker": {decoder.Workers(1)}, "workers": {decoder.Workers(3)}, "unordered": {decoder.Workers(3), decoder.Unordered()}, "poison": {decoder.Poison()},
	"salvage": {decoder.Salvage()},
}

var errDisk = errors.New("the disk fails")

// faulty is an input that gives its data in reads of given lengths, which may be 0, and then fails.
type faulty struct {
	data     string
	steps    []int
	n        int
	fail     error // nil: the last read blocks
	withData bool  // the last bytes come with the error
}

func (f *faulty) Read(p []byte) (int, error) {
	n := min(f.steps[f.n%len(f.steps)], len(p), len(f.data))
	f.n++
	copy(p, f.data[:n])
	f.data = f.data[n:]
	if len(f.data) == 0 && (f.withData || n == 0) {
		return n, f.fail
	}
	return n, nil
}

// TestFaults checks that, for every failure of an input and every way of reading, each whole line before the failure is delivered once, and
// then the error once.
func TestFaults(t *testing.T) {
	text, err := os.ReadFile("../../testdata/claudecode/session.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	bad, err := os.ReadFile("../../testdata/damaged/not_json.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	data := string(text[:6000]) + "\n\n" + string(bad) + string(text[:3000])
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.IntRange(0, len(data)).Draw(t, "at")
		fail := rapid.SampledFrom([]error{nil, io.EOF, errDisk, io.ErrUnexpectedEOF}).Draw(t, "fail")
		steps := append(rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 7, 100, 1000}), 0, 5).Draw(t, "steps"), 50)
		withData := rapid.Bool().Draw(t, "with data")
		var want []int64
		line := int64(0)
		for l := range strings.Lines(data[:at]) {
			line++
			if whole := strings.HasSuffix(l, "\n"); strings.TrimSpace(l) != "" && (whole || fail == io.EOF) {
				want = append(want, line)
			}
		}
		for name, way := range ways {
			mode := rapid.SampledFrom([]string{"", "one worker", "workers", "unordered", "poison", "salvage"}).Draw(t, name)
			got, last := way(&faulty{data: data[:at], steps: steps, fail: fail, withData: withData}, modes[mode]...)
			if mode == "unordered" {
				slices.Sort(got)
			}
			if mode == "salvage" {
				got = slices.Compact(got) // some lines have parts
			}
			wantLast := fail
			switch {
			case fail == nil:
				wantLast = io.ErrNoProgress
			case fail == io.EOF:
				wantLast = nil
			}
			if !slices.Equal(got, want) || last != wantLast {
				t.Fatalf("%s, %s: lines %v and %v, want %v and %v", name, mode, got, last, want, wantLast)
			}
		}
	})
}

// endless is an input without end.
type endless struct{ line string }

func (e endless) Read(p []byte) (n int, err error) {
	for n+len(e.line) <= len(p) && n < 20_000 {
		n += copy(p[n:], e.line)
	}
	return n, nil
}

// TestCancelledAnywhere checks that if reading is cancelled, in the loop or from another goroutine, the context's error is the last pair, and
// no goroutine remains.
func TestCancelledAnywhere(t *testing.T) {
	leaktest.Check(t)
	text, err := os.ReadFile("../../testdata/agentsdk/session.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for round := range 24 {
		for name, way := range ways {
			for mode, opts := range modes {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Duration(round*round)*6*time.Microsecond, cancel)
				if round == 0 {
					cancel()
				}
				lines, last := way(endless{line + "\n"}, append(slices.Clone(opts), decoder.Context(ctx))...)
				cancel()
				if last != context.Canceled {
					t.Errorf("%s, %s: %v", name, mode, last)
				}
				if mode == "unordered" {
					continue
				}
				for i, n := range lines {
					if n != int64(i+1) {
						t.Fatalf("%s, %s: line %d comes as number %d", name, mode, n, i+1)
					}
				}
			}
		}
	}
}

// TestConcurrentFirstUse checks that many goroutines can decode at once in a new process, in which nothing is initialized yet.
func TestConcurrentFirstUse(t *testing.T) {
	const inside = "NDWIRE_FIRST_USE"
	if os.Getenv(inside) == "" {
		for range 2 {
			cmd := exec.Command(os.Args[0], "-test.run=^TestConcurrentFirstUse$")
			cmd.Env = append(os.Environ(), inside+"=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		return
	}
	var text strings.Builder
	for _, name := range []string{"agentsdk/session", "claudecode/session", "openclaw/session", "rustyclaw/messages", "damaged/wrong_types"} {
		data, err := os.ReadFile("../../testdata/" + name + ".ndjson")
		if err != nil {
			t.Fatal(err)
		}
		text.Write(data)
	}
	const times = 8
	var all [times]string
	var wait sync.WaitGroup
	begin := make(chan bool)
	for i := range times {
		wait.Go(func() {
			<-begin
			var b strings.Builder
			for name := range slices.Values([]string{"ndwire", "rustyclaw", "openclaw", "claudecode", "transcript"}) {
				lines, err := ways[name](strings.NewReader(text.String()), modes[[]string{"", "workers"}[i%2]]...)
				fmt.Fprintln(&b, name, lines, err)
			}
			for line := range strings.Lines(text.String()) {
				for _, f := range []func([]byte) error{ndwire.CheckLine, rustyclaw.CheckLine, openclaw.CheckLine, claudecode.CheckLine} {
					fmt.Fprintln(&b, f([]byte(line)))
				}
				if l, err := ndwire.UnmarshalLine([]byte(line)); err == nil {
					out, err := l.AppendJSON(nil)
					fmt.Fprintln(&b, string(out), err)
				}
			}
			all[i] = b.String()
		})
	}
	close(begin)
	wait.Wait()
	for i := range all {
		if all[i] != all[0] {
			t.Errorf("goroutine %d sees something else", i)
		}
	}
}
