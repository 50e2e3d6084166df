// Package contest runs the benchmarks. It has the corpora, the contenders that need no other module, and the runs, in which all contenders must
// come to the same digest. Module bench/compare adds contenders and runs them by the same rules.
package contest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/transcript"
)

const testSize = 1 << 20

// Readings returns the contenders for the lines of a protocol. The first one of each group has the expected digest of that group.
type Readings func(p transcript.Protocol) []Reading

// Main is the TestMain of the benchmarks. NDWIRE_KERNEL names the instructions that ndwire uses: portable, avx2, avx512 or neon. Without it, ndwire
// uses the best ones of the machine.
//
// There is no heap profile unless -memprofile is given, as in all programs that do not read it. A heap profile would cost time in each collection,
// for each place of the program that has ever allocated, also those of other contenders.
//
// The program starts itself a second time for encoding/json: with the variable serves, the process is a contender and does nothing else.
func Main(m *testing.M) {
	if os.Getenv(serves) != "" {
		if err := serveStandard(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	if f := flag.Lookup("test.memprofile"); f == nil || f.Value.String() == "" {
		runtime.MemProfileRate = 0
	}
	if err := errors.Join(kernel.SelectNamed(os.Getenv(kernel.Variable)), predict.SelectNamed(os.Getenv(predict.Variable)), alloc.SelectNamed(os.Getenv(alloc.Variable))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	if builds != "" {
		os.RemoveAll(builds)
	}
	os.Exit(code)
}

func (r *Reading) run(in *Input, d *digest.Digest) error {
	if r.Pass != nil {
		return r.Pass(in, d)
	}
	for i := range in.Len() {
		if err := r.Line(in.Line(i), d); err != nil {
			return err
		}
	}
	return nil
}

// judge returns the first reading of a group.
func judge(readings []Reading, g Group) *Reading {
	return &readings[slices.IndexFunc(readings, func(r Reading) bool { return r.Group == g })]
}

// Benchmark runs the benchmarks OPERATION/CORPUS/LIBRARY of an operation that reads.
func (f Readings) Benchmark(b *testing.B) {
	for _, name := range names() {
		b.Run(name, func(corpus *testing.B) {
			var in *Input
			var readings []Reading
			wants := map[Group]digest.Digest{}
			for _, library := range f.libraries() {
				corpus.Run(library, func(b *testing.B) {
					if in == nil {
						in = open(corpus, name) // the file must outlive this contender
						readings = f(in.Protocol)
					}
					i := slices.IndexFunc(readings, func(r Reading) bool { return r.Library == library })
					if i < 0 {
						skip(b, library, func() string { return fmt.Sprint("it has nothing for lines of ", in.Protocol) })
					}
					r := &readings[i]
					skip(b, library, r.Skip)
					want, ok := wants[r.Group]
					if !ok {
						want = judge(readings, r.Group).pass(b, in, false)
						wants[r.Group] = want
					}
					if ok || r != judge(readings, r.Group) {
						// The first pass, which may start a program or compile code, is not measured.
						r.pass(b, in, false)
					}
					r.measure(b, in, want)
				})
			}
		})
	}
}

func (r *Reading) measure(b *testing.B, in *Input, want digest.Digest) {
	measure(b, in, r.spent, func() {
		if got := r.pass(b, in, false); got != want {
			b.Fatalf("read something else (-want +got):\n%s", diff(want, got))
		}
	})
}

// measure measures passes over an input. If count is not nil, the contender is another process, and count returns the time that it has measured.
func measure(b *testing.B, in *Input, count func() spent, pass func()) {
	runtime.GC()
	b.SetBytes(int64(len(in.Data)))
	var before spent
	if count != nil {
		before = count()
	}
	n := 0
	for b.Loop() {
		pass()
		n++
	}
	if count == nil {
		return
	}
	took := count().minus(before)
	b.ReportMetric(float64(took.time.Nanoseconds())/float64(n), "ns/op")
	b.ReportMetric(float64(len(in.Data))*float64(n)/1e6/took.time.Seconds(), "MB/s")
	if took.objects > 0 {
		b.ReportMetric(float64(took.allocated)/float64(n), "B/op")
		b.ReportMetric(float64(took.objects)/float64(n), "allocs/op")
	}
}

// libraries returns the names of the contenders for any protocol.
func (f Readings) libraries() []string {
	var all []string
	for _, p := range protocols {
		for _, r := range f(p) {
			if !slices.Contains(all, r.Library) {
				all = append(all, r.Library)
			}
		}
	}
	return all
}

var protocols = []transcript.Protocol{transcript.AgentSDK, transcript.ClaudeCode}

// Test runs the code of the benchmarks on small corpora, with digests that depend on every byte.
func (f Readings) Test(t *testing.T) {
	for _, in := range testInputs(t) {
		readings := f(in.Protocol)
		wants := map[Group]digest.Digest{}
		for _, r := range readings {
			t.Run(in.Name+"/"+r.Library, func(t *testing.T) {
				skip(t, r.Library, r.Skip)
				want, ok := wants[r.Group]
				if !ok {
					want = judge(readings, r.Group).pass(t, in, true)
					wants[r.Group] = want
				}
				got := r.pass(t, in, true)
				if got.Lines != in.Len() && r.Group != Counts {
					t.Errorf("%d lines, want %d", got.Lines, in.Len())
				}
				if got != want {
					t.Errorf("read something else than %s (-want +got):\n%s", judge(readings, r.Group).Library, diff(want, got))
				}
			})
		}
	}
}

func diff(want, got digest.Digest) string {
	return cmp.Diff(want, got, cmpopts.IgnoreFields(digest.Digest{}, "Deep"))
}

// Writings has the contenders for encoding.
type Writings []Writing

// Benchmark runs Encode/CORPUS/LIBRARY.
func (f Writings) Benchmark(b *testing.B) {
	for _, name := range names() {
		b.Run(name, func(all *testing.B) {
			var read func() digest.Digest
			for _, w := range f {
				all.Run(w.Library, func(b *testing.B) {
					skip(b, w.Library, w.Skip)
					in := open(all, name)
					if read == nil {
						read = sync.OnceValue(func() digest.Digest { return judged(b, in, false) })
					}
					want := read()
					to, size, got := w.checked(b, in, false)
					if name == corpus.Files {
						got.Raws, want.Raws = 0, 0 // encoding/json removes the white space of raw values
					}
					if got != want {
						b.Fatalf("wrote something else (-want +got):\n%s", diff(want, got))
					}
					measure(b, in, w.spent, func() {
						n, err := to.write()
						if err != nil {
							b.Fatal(err)
						}
						if n != size {
							b.Fatalf("wrote %d bytes, and %d before", n, size)
						}
					})
				})
			}
		})
	}
}

// Test decodes what the contenders write, and compares it with the corpus.
func (f Writings) Test(t *testing.T) {
	for _, in := range testInputs(t) {
		want := judged(t, in, true)
		for _, w := range f {
			t.Run(in.Name+"/"+w.Library, func(t *testing.T) {
				skip(t, w.Library, w.Skip)
				if _, _, got := w.checked(t, in, true); got != want {
					t.Errorf("wrote something else (-want +got):\n%s", diff(want, got))
				}
			})
		}
	}
}

// checked loads a corpus for writing, and returns the digest of what encoding/json reads in the result.
func (w *Writing) checked(tb testing.TB, in *Input, deep bool) (to writer, size int, d digest.Digest) {
	to, err := w.Load(in)
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "written.ndjson")
	if size, err = to.save(path); err != nil {
		tb.Fatalf("%s: %v", w.Library, err)
	}
	written := &Input{&corpus.Corpus{Protocol: in.Protocol}, func() (string, error) { return path, nil }}
	d.Deep = deep
	if err := rereader.decode(written, &d); err != nil {
		tb.Fatalf("what %s has written cannot be read: %v", w.Library, err)
	}
	return to, size, d
}

// judged returns the digest of what encoding/json reads in a corpus.
func judged(tb testing.TB, in *Input, deep bool) digest.Digest {
	d := digest.Digest{Deep: deep}
	if err := standard.decode(in, &d); err != nil {
		tb.Fatal(err)
	}
	return d
}

// TestCorporaHaveAllKinds checks that the corpora have a line of each kind, so that a contender that leaves out a kind fails.
func TestCorporaHaveAllKinds(t *testing.T) {
	var lines [digest.Kinds]int
	for _, in := range testInputs(t) {
		for k, n := range judged(t, in, false).Kinds {
			lines[k] += n
		}
	}
	for k, n := range lines {
		if n == 0 {
			t.Errorf("no corpus has a line of kind %d", k)
		}
	}
}

func (r *Reading) pass(tb testing.TB, in *Input, deep bool) digest.Digest {
	d := digest.Digest{Deep: deep}
	if err := r.run(in, &d); err != nil {
		tb.Fatalf("%s: %v", r.Library, err)
	}
	return d
}
