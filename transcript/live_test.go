package transcript_test

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/leaktest"
	"github.com/ndwire/ndwire/transcript"
)

const (
	vagueLine   = `{"type":"user","message":{"role":"user","content":"x"}}` + "\n"
	tellingLine = `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-08-16T00:00:00.000Z","sessionId":"s","content":"hi"}` + "\n"
)

// TestLive checks that a line is delivered while its writer waits: at once with a notification, and soon without.
func TestLive(t *testing.T) {
	tests := []struct {
		name  string
		lines []string // the delay and the text of each line
		after []time.Duration
		want  []transcript.Protocol
		soon  []time.Duration // the latest time of delivery
	}{
		{"the first line tells", []string{tellingLine, vagueLine}, []time.Duration{0, time.Hour},
			[]transcript.Protocol{transcript.ClaudeCode, transcript.ClaudeCode}, []time.Duration{0, time.Hour}},
		{"no line tells", []string{vagueLine, vagueLine}, []time.Duration{0, time.Hour},
			[]transcript.Protocol{transcript.AgentSDK, transcript.AgentSDK}, []time.Duration{100 * time.Millisecond, time.Hour}},
		{"the second line tells, in time", []string{vagueLine, tellingLine}, []time.Duration{0, 50 * time.Millisecond},
			[]transcript.Protocol{transcript.ClaudeCode, transcript.ClaudeCode}, []time.Duration{50 * time.Millisecond, 50 * time.Millisecond}},
		{"the second line tells, too late", []string{vagueLine, tellingLine}, []time.Duration{0, time.Hour},
			[]transcript.Protocol{transcript.AgentSDK, transcript.AgentSDK}, []time.Duration{100 * time.Millisecond, time.Hour}},
		{"vague lines go on and on", []string{vagueLine, vagueLine, vagueLine, vagueLine}, []time.Duration{0, 60 * time.Millisecond, 120 * time.Millisecond, 180 * time.Millisecond},
			[]transcript.Protocol{transcript.AgentSDK, transcript.AgentSDK, transcript.AgentSDK, transcript.AgentSDK},
			[]time.Duration{100 * time.Millisecond, 100 * time.Millisecond, 120 * time.Millisecond, 180 * time.Millisecond}},
		{"a line that tells in two pieces", []string{tellingLine[:30], tellingLine[30:]}, []time.Duration{0, time.Hour},
			[]transcript.Protocol{transcript.ClaudeCode}, []time.Duration{time.Hour}},
	}
	for _, test := range tests {
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
			t.Run(test.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					in, out := io.Pipe()
					began := time.Now()
					go func() {
						for i, line := range test.lines {
							time.Sleep(test.after[i] - time.Since(began))
							io.WriteString(out, line)
						}
						time.Sleep(24 * time.Hour) // it stays open
						out.Close()
					}()
					n := 0
					for e, err := range transcript.NewReader(in, opts...).All() {
						if err != nil {
							t.Fatal(err)
						}
						if n >= len(test.want) {
							t.Fatal("a line too many")
						}
						if at := time.Since(began); at > test.soon[n] || e.Protocol != test.want[n] {
							t.Errorf("line %d came after %v, of %s; want %v, %s", n+1, at, e.Protocol, test.soon[n], test.want[n])
						}
						n++
					}
					if n != len(test.want) {
						t.Errorf("%d lines, want %d", n, len(test.want))
					}
				})
			})
		}
	}
}

// slowly gives a file line by line, an hour apart.
type slowly struct {
	lineReader
	decoder.File
}

func (s *slowly) NextFile() (f decoder.File, err error) {
	if len(s.rest) == 0 {
		return f, io.EOF
	}
	return s.File, nil
}

func (s *slowly) Read(p []byte) (int, error) {
	time.Sleep(time.Hour)
	return s.lineReader.Read(p)
}

// TestSlowFile checks that the protocol of a file that is complete does not depend on the time that reading takes: a disk may be slow, or busy.
func TestSlowFile(t *testing.T) {
	text := []byte(strings.Repeat(vagueLine, 50) + tellingLine)
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		for _, complete := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				want, n := transcript.AgentSDK, 0
				if complete {
					want = transcript.ClaudeCode
				}
				for e, err := range transcript.NewReader(&slowly{lineReader{text}, decoder.File{Complete: complete}}, opts...).All() {
					if err != nil || e.Protocol != want {
						t.Fatalf("complete %v, line %d: %s, %v; want %s", complete, n+1, e.Protocol, err, want)
					}
					n++
				}
				if n != 51 {
					t.Errorf("complete %v: %d lines, want 51", complete, n)
				}
			})
		}
	}
}

// TestContextWhileDetecting checks that a context ends the wait for the first line also with workers.
func TestContextWhileDetecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		_, err := transcript.NewReader(in, decoder.Workers(2), decoder.Context(ctx)).Next()
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 2*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		out.Close() // the goroutine that waits for a Read ends with it
	})
}

// TestNoGoroutineIsLeft checks that no goroutine is left behind by loops that are left, once the input does not block.
func TestNoGoroutineIsLeft(t *testing.T) {
	leaktest.Check(t)
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		r := openShipped(t, opts...)
		for range r.All() {
			break
		}
		for range r.All() {
		}

		in, out := io.Pipe()
		go io.WriteString(out, vagueLine) // the detection waits for more
		for e, err := range transcript.NewReader(in, opts...).All() {
			if err != nil || e.Protocol != transcript.AgentSDK {
				t.Fatal(e, err)
			}
			break
		}
		out.Close()
	}
}

// faltering is an input whose first Read returns a line, and whose second one does not return.
type faltering struct {
	reads int
	fail  func()
}

func (f *faltering) Read(p []byte) (int, error) {
	if f.reads++; f.reads > 1 {
		f.fail()
	}
	return copy(p, vagueLine), nil
}

// TestReadFailsWhileDetecting checks that a Read that panics on the goroutine that detection waits for, or ends this goroutine, does not end the
// program: the lines before come first, and then the loop panics or has an error.
func TestReadFailsWhileDetecting(t *testing.T) {
	broken := errors.New("broken")
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		for name, fail := range map[string]func(){"panic": func() { panic(broken) }, "exit": runtime.Goexit} {
			t.Run(name, func(t *testing.T) {
				r := transcript.NewReader(&faltering{fail: fail}, opts...)
				n := 0
				var last error
				func() {
					defer func() {
						if v, ok := recover().(*decoder.WorkerPanic); ok {
							last = v
						}
					}()
					for _, err := range r.All() {
						if last = err; err == nil {
							n++
						}
					}
				}()
				if n != 1 || last == nil {
					t.Errorf("%d lines, and then %v", n, last)
				}
				if got := errors.Is(last, broken); got != (name == "panic") {
					t.Errorf("the loop ends with %v", last)
				}
				if _, err := r.Next(); err == nil || r.Stats().Lines != 1 {
					t.Errorf("and then %v, %d lines", err, r.Stats().Lines)
				}
				if err := r.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestOSPipe reads a pipe of the operating system that has fewer bytes than Read asks for.
func TestOSPipe(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Skip(err)
	}
	defer in.Close()
	go func() {
		for range 5 {
			io.WriteString(out, strings.Repeat(vagueLine, 100))
		}
		io.WriteString(out, tellingLine)
		out.Close()
	}()
	n := 0
	for e, err := range transcript.NewReader(in).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		if n++; e.Protocol != transcript.ClaudeCode {
			t.Fatalf("line %d is of %s", n, e.Protocol)
		}
	}
	if n != 501 {
		t.Errorf("%d lines", n)
	}
}
