package decoder_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/leaktest"
)

// linesOf returns the lines of a batch with their positions and errors.
func linesOf(b *decoder.Batch[line]) (all []seen) {
	for l, err := range b.All() {
		s := seen{Text: show(l), Raw: string(b.Raw()), Pos: b.Pos()}
		if err != nil {
			s.Err = err.Error()
		}
		all = append(all, s)
	}
	return all
}

// TestBatchesInTurn checks that batches and the other loops, one after the other and each left anywhere, deliver all lines of the input, with
// workers and without. A batch does not change while others are read, until it is released.
func TestBatchesInTurn(t *testing.T) {
	lines := []string{
		`{"type":"note","text":"a","n":1}`, `{"type":"event","subtype":"start","x":{}}`, `{"type":"no`, `{"type":"note"} {"type":"note","text":"b"}{"ty`, "", " ", "x",
		strings.Repeat("\n", 5000), strings.Repeat(`{"type":"note","n":7}`+"\n", 4100), strings.Repeat("{}{}{}\n", 1500),
		`{"type":"note","text":"` + strings.Repeat("long", 50_000) + `"}`, `{"type":"note","text":"` + strings.Repeat("longer", 100_000) + `"}`,
	}
	type step struct{ way, most int }
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 0, 5).Draw(t, "lines"), "\n")
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
			return step{rapid.IntRange(0, 3).Draw(t, "way"), rapid.SampledFrom([]int{1, 2, 3, 100, 1499, 4096, 4097, 10_000}).Draw(t, "most")}
		}), 0, 8).Draw(t, "steps")
		var opts []decoder.Option
		for _, o := range []decoder.Option{decoder.Salvage(), decoder.MaxLine(400_000), decoder.Except("event"), decoder.Poison()} {
			if rapid.IntRange(0, 2).Draw(t, "option") == 0 {
				opts = append(opts, o)
			}
		}
		r := genrt.NewReader(codec, strings.NewReader(in), opts...)
		want := collect(r, r.All())
		stats := r.Stats()

		if n := rapid.IntRange(0, 3).Draw(t, "workers"); n > 0 {
			opts = append(opts, decoder.Workers(n))
		}
		cut := rapid.SliceOfN(rapid.SampledFrom([]int{1000, 11_000, 1 << 20}), 1, 3).Draw(t, "cut")
		r = genrt.NewReader(codec, &chunks{data: []byte(in), cut: cut}, opts...)
		var got []seen
		type held struct {
			batch *decoder.Batch[line]
			lines []seen
		}
		var all []held
		release := func() {
			k := rapid.IntRange(0, len(all)-1).Draw(t, "release")
			if diff := cmp.Diff(all[k].lines, linesOf(all[k].batch)); diff != "" {
				t.Fatalf("a batch has changed (-was +is): %s", diff)
			}
			all[k].batch.Release()
			all = slices.Delete(all, k, k+1)
		}
		for _, s := range append(steps, step{3, 1 << 30}) {
			n := 0
			add := func(l line, err error) bool {
				p := seen{Text: show(l), Raw: string(r.Raw()), Pos: r.Pos()}
				if err != nil {
					p.Err = err.Error()
				}
				got = append(got, p)
				n++
				return n < s.most
			}
			switch s.way {
			case 0:
				r.All()(add)
			case 1:
				r.Recycled()(add)
			case 2:
				if l, err := r.Next(); r.Pos().Line > 0 {
					add(l, err)
				}
			case 3:
				for batch, err := range r.Batches() {
					if err != nil {
						t.Fatal(err)
					}
					if r.Raw() != nil || r.Pos() != (decoder.Pos{}) {
						t.Fatalf("the Reader has the current line %q", r.Raw())
					}
					b := linesOf(batch)
					if len(b) == 0 || len(b) != batch.Len() || len(b) > 4096+128 {
						t.Fatalf("a batch of %d lines, %d", len(b), batch.Len())
					}
					got, all, n = append(got, b...), append(all, held{batch, b}), n+len(b)
					if len(all) > rapid.IntRange(0, 3).Draw(t, "held") {
						release()
					}
					if n >= s.most {
						break
					}
				}
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		for len(all) > 0 {
			release()
		}
		for n := range min(len(want), len(got)) {
			if diff := cmp.Diff(want[n], got[n]); diff != "" {
				t.Fatalf("line %d (-All +in turn): %s", n, diff)
			}
		}
		if len(want) != len(got) {
			t.Fatalf("%d lines, %d in turn", len(want), len(got))
		}
		if diff := cmp.Diff(stats, r.Stats(), ofLines); diff != "" {
			t.Fatalf("stats (-All +in turn): %s", diff)
		}
	})
}

// TestBatchCheckpoints checks that the checkpoint in the loop is that of All after the last line of the batch.
func TestBatchCheckpoints(t *testing.T) {
	lines := []string{`{"type":"note","text":"a"}`, `{"type":"no`, "{}{}{}", strings.Repeat("{}\n", 4200) + "{}"}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 1, 4).Draw(t, "lines"), "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		opts := []decoder.Option{decoder.Salvage()}
		r := genrt.NewReader(codec, strings.NewReader(in), opts...)
		var want []decoder.Checkpoint
		for range r.All() {
			want = append(want, r.Checkpoint())
		}
		if n := rapid.IntRange(0, 3).Draw(t, "workers"); n > 0 {
			opts = append(opts, decoder.Workers(n))
		}
		r = genrt.NewReader(codec, &chunks{data: []byte(in), cut: []int{rapid.SampledFrom([]int{20, 5000, 1 << 20}).Draw(t, "cut")}}, opts...)
		n := 0
		for batch := range r.Batches() {
			n += batch.Len()
			if diff := cmp.Diff(want[n-1], r.Checkpoint()); diff != "" {
				t.Fatalf("behind %d lines (-All +Batches): %s", n, diff)
			}
			batch.Release()
		}
		if n != len(want) {
			t.Errorf("%d lines, %d", len(want), n)
		}
	})
}

// TestBatchesOnGoroutines uses and releases batches on other goroutines, while others are read: each line is delivered once.
func TestBatchesOnGoroutines(t *testing.T) {
	leaktest.Check(t)
	const count = 30_000
	var in strings.Builder
	for n := range count {
		fmt.Fprintf(&in, `{"type":"note","text":"some \"text\" of line %d","n":%d}`+"\n", n, n)
	}
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(3)}, "unordered": {decoder.Workers(3), decoder.Unordered()}, "poison": {decoder.Workers(2), decoder.Poison()}} {
		t.Run(name, func(t *testing.T) {
			r := genrt.NewReader(codec, &chunks{data: []byte(in.String()), cut: []int{10_000, 700_000}}, opts...)
			batches := make(chan *decoder.Batch[line], 2)
			var times [count]atomic.Int32
			var users sync.WaitGroup
			for range 4 {
				users.Go(func() {
					for batch := range batches {
						for l, err := range batch.All() {
							m, ok := l.(*note)
							if !ok || err != nil || m.Text != fmt.Sprintf(`some "text" of line %d`, m.N) || batch.Pos().Line != int64(m.N)+1 {
								t.Errorf("%v, %v at %v", show(l), err, batch.Pos())
								continue
							}
							times[m.N].Add(1)
						}
						batch.Release()
					}
				})
			}
			next := int64(1)
			for batch, err := range r.Batches() {
				if err != nil {
					t.Error(err)
					break
				}
				for range batch.All() {
					if at := batch.Pos().Line; name != "unordered" && at != next {
						t.Errorf("a batch begins with line %d, want %d", at, next)
					}
					break
				}
				next += int64(batch.Len())
				batches <- batch
			}
			close(batches)
			users.Wait()
			for n := range times {
				if times[n].Load() != 1 {
					t.Fatalf("line %d came %d times", n+1, times[n].Load())
				}
			}
			if s := r.Stats(); s.Lines != count || s.Kinds["note"].Lines != count {
				t.Errorf("%d lines, %d notes", s.Lines, s.Kinds["note"].Lines)
			}
		})
	}
}

func TestBatchesDeliverBeforeReading(t *testing.T) {
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}, "unordered": {decoder.Workers(2), decoder.Unordered()}} {
		t.Run(name, func(t *testing.T) {
			leaktest.Check(t)
			pr, pw := io.Pipe()
			answer := make(chan int)
			go func() {
				for i := range 20 {
					fmt.Fprintf(pw, `{"type":"note","n":%d}`+"\n", i)
					if got := <-answer; got != i {
						t.Errorf("answer %d to %d", got, i)
					}
				}
				pw.Close()
			}()
			n := 0
			for batch, err := range genrt.NewReader(codec, pr, opts...).Batches() {
				if err != nil {
					t.Fatal(err)
				}
				for l := range batch.All() {
					answer <- l.(*note).N
					n++
				}
				batch.Release()
			}
			if n != 20 {
				t.Errorf("%d lines", n)
			}
		})
	}
}

// TestBatchesOutliveTheirReader checks that batches stay valid after the end of their Reader.
func TestBatchesOutliveTheirReader(t *testing.T) {
	failed := errors.New("the disk is gone")
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		for _, way := range []string{"an error", "a context", "Close"} {
			t.Run(name+" "+way, func(t *testing.T) {
				leaktest.Check(t)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				in := strings.Repeat(`{"type":"note","text":"a \"text\"","n":1}`+"\n", 3000)
				r := genrt.NewReader(codec, io.MultiReader(strings.NewReader(in), iotest.ErrReader(failed)), append(opts, decoder.Context(ctx))...)
				var held []*decoder.Batch[line]
				var last error
				for batch, err := range r.Batches() {
					if last = err; err != nil {
						if batch != nil {
							t.Errorf("an error with a batch")
						}
						continue
					}
					held = append(held, batch)
					switch way {
					case "a context":
						cancel()
					case "Close":
						r.Close()
					}
				}
				if way == "an error" && last != failed || way == "a context" && last != context.Canceled || way == "Close" && last == nil {
					t.Errorf("the end is %v", last)
				}
				for range genrt.NewReader(codec, strings.NewReader(strings.ReplaceAll(in, "text", "TEXT"))).Recycled() {
				}
				if len(held) == 0 {
					t.Fatal("no batch")
				}
				for _, batch := range held {
					for l, err := range batch.All() {
						if err != nil || show(l) != `note "a \"text\"" 1` {
							t.Fatalf("%s, %v", show(l), err)
						}
					}
					batch.Release()
				}
			})
		}
	}
}

func TestBatchIsReleasedOnce(t *testing.T) {
	for name, opts := range map[string][]decoder.Option{"": nil, "poison": {decoder.Poison()}} {
		for batch, err := range genrt.NewReader(codec, strings.NewReader("{}\n{}\n"), opts...).Batches() {
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			within := recovering(func() {
				for range batch.All() {
					n++
					batch.Release()
				}
			})
			if n != 1 || within == nil {
				t.Errorf("%s: %d lines of a batch that is released with the first one", name, n)
			}
			for what, f := range map[string]func(){"Release": batch.Release, "Len": func() { batch.Len() }, "Raw": func() { batch.Raw() }, "Pos": func() { batch.Pos() },
				"All": func() {
					for range batch.All() {
					}
				}} {
				if text := fmt.Sprint(recovering(f)); !strings.HasPrefix(text, "decoder: ") || !strings.Contains(text, "release") && !strings.Contains(text, "Release") {
					t.Errorf("%s: %s of a released batch: %s", name, what, text)
				}
			}
		}
	}
}

// TestBatchPoison checks that Poison overwrites the text of a released batch, and that nothing overwrites it later.
func TestBatchPoison(t *testing.T) {
	skipWithoutUnsafe(t)
	in := strings.Repeat(`{"type":"note","text":"aaaaaaaaaaaa"}`+"\n"+`{"type":"note","text":"b\nbbbbbbbbbbb","name":"x"}`+"\n", 20_000)
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		var kept []string
		for batch, err := range genrt.NewReader(codec, strings.NewReader(in), append(opts, decoder.Poison())...).Batches() {
			if err != nil {
				t.Fatal(err)
			}
			from := len(kept)
			for l := range batch.All() {
				kept = append(kept, l.(*note).Text)
			}
			for n, text := range kept[from:] {
				if want := []string{"aaaaaaaaaaaa", "b\nbbbbbbbbbbb"}[(from+n)%2]; text != want {
					t.Fatalf("%s: line %d reads %q before Release", name, from+n, text)
				}
			}
			batch.Release()
		}
		if len(kept) != 40_000 {
			t.Errorf("%s: %d lines", name, len(kept))
		}
		for n, text := range kept {
			if !strings.HasPrefix(text, "####") {
				t.Fatalf("%s: line %d reads %q after Release", name, n, text)
			}
		}
	}
}

// TestBatchIsDropped checks that Poison reports batches that are dropped without Release, and no others.
func TestBatchIsDropped(t *testing.T) {
	reports := make(chan string, 10)
	defer decoder.ReportUnreleased(func(text string) { reports <- text })()
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		in := decoder.OneFile(decoder.File{Name: "a.ndjson"}, &chunks{data: []byte(strings.Repeat("\n{}\nx\n", 3)), cut: []int{6}})
		n := 0
		for batch, err := range genrt.NewReader(codec, in, append(opts, decoder.Poison())...).Batches() {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 2 {
				continue // dropped
			}
			batch.Release()
		}
		var report string
		for left := leaktest.Patience(t); report == ""; {
			runtime.GC()
			select {
			case report = <-reports:
			default:
				if left--; left <= 0 {
					t.Fatalf("%s: no report", name)
				}
			}
		}
		if want := "decoder: a Batch is garbage, and was not released: it has 2 lines from a.ndjson:5 on; call its Release"; report != want {
			t.Errorf("%s: %q, want %q", name, report, want)
		}
		runtime.GC()
		if len(reports) > 0 {
			t.Errorf("%s: %s", name, <-reports)
		}
	}
}

// repeated is an endless input that repeats a text.
type repeated string

func (r repeated) Read(p []byte) (int, error) { return copy(p, r), nil }

// TestBatchesAllocateLittle checks that released memory is reused: a batch allocates its header, and a line nothing.
func TestBatchesAllocateLittle(t *testing.T) {
	skipWithoutUnsafe(t)
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	const most = 4 // for each batch
	in := repeated(strings.Repeat(`{"type":"note","text":"some \"text\", with escapes","n":12}`+"\n", 200))
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		r := decoder.NewLines(in, opts...)
		lines, batches := 0, 0
		read := func() {
			for batch, err := range r.Batches() {
				if err != nil {
					t.Fatal(err)
				}
				for range batch.All() {
					lines++
				}
				batch.Release()
				if batches++; batches%200 == 0 {
					break
				}
			}
		}
		read()
		if n := testing.AllocsPerRun(3, read); n > 200*most {
			t.Errorf("%s: %v allocations for 200 batches", name, n)
		}
		if lines < 100*batches {
			t.Errorf("%s: %d lines in %d batches", name, lines, batches)
		}
	}
}
