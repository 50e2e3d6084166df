package bench

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/bench/mirror"
)

const testSize = 1 << 20

func BenchmarkDecode(b *testing.B) { runReadings(b, decoders()) }
func BenchmarkPeek(b *testing.B)   { runReadings(b, peekers()) }
func BenchmarkEncode(b *testing.B) { runWritings(b, encoders()) }

// TestDecode and its like run what the benchmarks run, on small corpora, with digests that look at every byte.
func TestDecode(t *testing.T) { checkReadings(t, decoders()) }
func TestPeek(t *testing.T)   { checkReadings(t, peekers()) }
func TestEncode(t *testing.T) { checkWritings(t, encoders()) }

// benchSize is the size of the benchmarks' corpora, in bytes.
func benchSize(tb testing.TB) int {
	text := os.Getenv("NDWIRE_BENCH_MB")
	if text == "" {
		return 64 << 20
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 1024 {
		tb.Fatalf("NDWIRE_BENCH_MB is %q: want a number from 1 to 1024", text)
	}
	return n << 20
}

// generated keeps the corpora: their memory is never given back.
var generated sync.Map // corpus name -> func() *corpus.Corpus

func benchCorpus(tb testing.TB, name string) *corpus.Corpus {
	size := benchSize(tb)
	once, _ := generated.LoadOrStore(name, sync.OnceValue(func() *corpus.Corpus { return corpus.Generate(name, size) }))
	return once.(func() *corpus.Corpus)()
}

// prepare compiles sonic's code. A contender that needs it and cannot have it has nothing to say.
func prepare(tb testing.TB, library string) {
	compiles, err := pretouch()
	if err != nil {
		tb.Fatal(err)
	}
	if !compiles && strings.HasPrefix(library, "sonic") {
		tb.Skip("sonic does not know this machine and would be encoding/json")
	}
}

func runReadings(b *testing.B, readings []reading) {
	for _, name := range corpus.Names() {
		b.Run(name, func(b *testing.B) {
			judged := func(view bool) func() digest {
				return sync.OnceValue(func() digest {
					judge := readings[slices.IndexFunc(readings, func(r reading) bool { return !r.bare && r.view == view })]
					return pass(b, judge, benchCorpus(b, name))
				})
			}
			wants := map[bool]func() digest{false: judged(false), true: judged(true)}
			for _, r := range readings {
				b.Run(r.library, func(b *testing.B) {
					prepare(b, r.library)
					c := benchCorpus(b, name)
					want := wants[r.view]()
					runtime.GC()
					b.SetBytes(int64(len(c.Data)))
					for b.Loop() {
						if got := pass(b, r, c); got != want && !r.bare {
							b.Fatalf("read something else (-want +got):\n%s", diff(want, got))
						}
					}
				})
			}
		})
	}
}

func pass(tb testing.TB, r reading, c *corpus.Corpus) digest {
	var d digest
	if err := r.pass(c, &d); err != nil {
		tb.Fatal(err)
	}
	return d
}

// TestCorporaHaveAllKinds holds that a contender cannot leave out a kind unseen.
func TestCorporaHaveAllKinds(t *testing.T) {
	var d digest
	for _, name := range corpus.Names() {
		if err := decodeMirrors[mirror.Standard](corpus.Generate(name, testSize), &d); err != nil {
			t.Fatal(err)
		}
	}
	for k, n := range d.Kinds {
		if n == 0 {
			t.Errorf("no corpus has a line of kind %d", k)
		}
	}
}

func checkReadings(t *testing.T, readings []reading) {
	for _, name := range corpus.Names() {
		c := corpus.Generate(name, testSize)
		wants := map[bool]digest{}
		for _, r := range readings {
			t.Run(name+"/"+r.library, func(t *testing.T) {
				prepare(t, r.library)
				got := digest{deep: true}
				if err := r.pass(c, &got); err != nil {
					t.Fatal(err)
				}
				switch {
				case got.Lines != c.Len():
					t.Errorf("%d lines, want %d", got.Lines, c.Len())
				case r.bare:
				case wants[r.view].Lines == 0:
					wants[r.view] = got
				case got != wants[r.view]:
					t.Errorf("read something else than the first contender (-want +got):\n%s", diff(wants[r.view], got))
				}
			})
		}
	}
}

func runWritings(b *testing.B, writings []writing) {
	for _, name := range corpus.Names() {
		b.Run(name, func(b *testing.B) {
			for _, w := range writings {
				b.Run(w.library, func(b *testing.B) {
					prepare(b, w.library)
					c := benchCorpus(b, name)
					write, err := w.load(c)
					if err != nil {
						b.Fatal(err)
					}
					want, size := written[mirror.Sonic](b, write)
					if read := pass(b, reading{pass: decodeMirrors[mirror.Sonic]}, c); want != read {
						b.Fatalf("wrote something else (-want +got):\n%s", diff(read, want))
					}
					runtime.GC()
					b.SetBytes(int64(len(c.Data)))
					for b.Loop() {
						n := 0
						if err := write(func(line []byte) { n += len(line) }); err != nil {
							b.Fatal(err)
						}
						if n != size {
							b.Fatalf("wrote %d bytes, and %d before", n, size)
						}
					}
				})
			}
		})
	}
}

func checkWritings(t *testing.T, writings []writing) {
	for _, name := range corpus.Names() {
		c := corpus.Generate(name, testSize)
		want := digest{deep: true}
		if err := decodeMirrors[mirror.Standard](c, &want); err != nil {
			t.Fatal(err)
		}
		for _, w := range writings {
			t.Run(name+"/"+w.library, func(t *testing.T) {
				prepare(t, w.library)
				write, err := w.load(c)
				if err != nil {
					t.Fatal(err)
				}
				got, _ := written[mirror.Standard](t, write)
				if !got.deep || got != want {
					t.Errorf("wrote something else (-want +got):\n%s", diff(want, got))
				}
			})
		}
	}
}

// written gives the digest of what a pass writes, read by a library of the mirrors, and its size.
func written[L mirror.Library](tb testing.TB, write func(func([]byte)) error) (digest, int) {
	_, isTest := tb.(*testing.T)
	d := digest{deep: isTest}
	size := 0
	err := write(func(line []byte) {
		size += len(line)
		m, err := mirror.Unmarshal[L](line)
		if err != nil {
			tb.Fatalf("a line that was written cannot be read: %v\n%.200s", err, line)
		}
		addMirror[L](&d, m)
	})
	if err != nil {
		tb.Fatal(err)
	}
	return d, size
}

func diff(want, got digest) string { return cmp.Diff(want, got, cmpopts.IgnoreUnexported(digest{})) }
