package conformance_test

import (
	"bytes"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
)

// TestNothingIsAllocated checks that a Recycled loop allocates nothing for lines that it has read before.
func TestNothingIsAllocated(t *testing.T) {
	if uncounted {
		t.Skip("allocations cannot be counted in this build")
	}
	eachProtocol(t, anyProtocol.allocations)
}

// TestWorkers checks that all loops deliver the same lines with workers as without, and that the memory of recycled lines is reused.
func TestWorkers(t *testing.T) {
	eachProtocol(t, anyProtocol.workers)
}

func (p protocol[L]) workers(t *testing.T) {
	var text []byte
	for _, data := range p.files(t) {
		text = append(append(text, data...), '\n')
	}
	text = bytes.Repeat(text, 50)
	read := func(lines iter.Seq2[L, error]) (out []string) {
		for line, err := range lines {
			if err != nil {
				out = append(out, "bad")
				continue
			}
			got, err := line.AppendJSON(nil)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(got))
		}
		return out
	}
	want := read(p.reader(bytes.NewReader(text)).All())
	for _, x := range []struct {
		name string
		opts []decoder.Option
	}{
		{"one", []decoder.Option{decoder.Workers(1)}},
		{"three", []decoder.Option{decoder.Workers(3)}},
		{"poisoned", []decoder.Option{decoder.Workers(2), decoder.Poison()}},
	} {
		for name, got := range map[string][]string{
			"all":      read(p.reader(bytes.NewReader(text), x.opts...).All()),
			"recycled": read(p.reader(bytes.NewReader(text), x.opts...).Recycled()),
		} {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%.2000s", x.name, name, diff)
			}
		}
	}
	var unordered []string
	r := p.reader(bytes.NewReader(text), decoder.Workers(3), decoder.Unordered())
	unordered = read(r.Recycled())
	slices.Sort(unordered)
	slices.Sort(want)
	if !slices.Equal(want, unordered) {
		t.Error("unordered lines are others")
	}
}

// TestPoison checks that the strings of a recycled line that is kept too long are overwritten, with and without workers, and that its clone does not
// change.
func TestPoison(t *testing.T) {
	eachProtocol(t, anyProtocol.poison)
}

func (p protocol[L]) poison(t *testing.T) {
	for name, data := range p.files(t) {
		for workers, opts := range [][]decoder.Option{{decoder.Poison()}, {decoder.Poison(), decoder.Workers(2)}} {
			var kept, clone L
			var text string
			some := false
			for line, err := range p.reader(bytes.NewReader(data), opts...).Recycled() {
				if some {
					// A line without strings has nothing to overwrite. A worker may have written to the memory already.
					if workers == 0 && len(text) > 100 {
						if got, _ := kept.AppendJSON(nil); string(got) == text {
							t.Errorf("%s: a line is as it was after the next one was read:\n%.300s", name, text)
						}
					}
					if got, _ := clone.AppendJSON(nil); string(got) != text {
						t.Errorf("%s: the clone of\n%.300s\nhas become\n%.300s", name, text, got)
					}
				}
				if some = err == nil; some {
					out, err := line.AppendJSON(nil)
					if err != nil {
						t.Fatal(err)
					}
					kept, clone, text = line, p.clone(line), string(out)
				}
			}
		}
	}
}

// TestYours checks that owned values do not change afterwards, and that borrowed ones do: those of BorrowLine, and Raw.
func TestYours(t *testing.T) {
	eachProtocol(t, anyProtocol.yours)
}

func (p protocol[L]) yours(t *testing.T) {
	text := func(line L) string {
		out, err := line.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for name, data := range p.files(t) {
		for _, opts := range [][]decoder.Option{{decoder.Poison()}, {decoder.Poison(), decoder.Workers(2)}} {
			var lines []L
			var kinds []decoder.Kind
			var before []string
			keep := func(line L, kind decoder.Kind) {
				lines, kinds = append(lines, line), append(kinds, kind)
				before = append(before, text(line), string([]byte(kind)))
			}
			var raw []byte
			r := p.reader(bytes.NewReader(data), opts...)
			for line, err := range r.All() {
				if len(raw) > 0 && bytes.HasPrefix(raw, []byte("{")) {
					t.Errorf("%s: Raw is as it was after the next line was read: %.100s", name, raw)
				}
				if raw = r.Raw(); err == nil {
					keep(line, line.Kind())
				}
			}
			r = p.reader(bytes.NewReader(data), opts...)
			for kind, err := range r.Kinds() {
				if err != nil {
					continue
				}
				if line, err := r.Decode(); err == nil {
					keep(line, kind)
				}
			}
			r = p.reader(bytes.NewReader(data), opts...)
			for {
				line, err := r.Next()
				if err == io.EOF {
					break
				}
				if err == nil {
					keep(line, line.Kind())
				}
			}
			for n, line := range lines {
				if got := []string{text(line), string(kinds[n])}; !slices.Equal(got, before[2*n:2*n+2]) {
					t.Errorf("%s: %q has become %q", name, before[2*n:2*n+2], got)
				}
			}
		}
		for line := range bytes.Lines(data) {
			own, err := p.unmarshal(bytes.Clone(line))
			if err != nil {
				continue
			}
			want := text(own)
			lent := bytes.Clone(line)
			own, err = p.unmarshal(lent)
			borrowed, err2 := p.borrow(lent)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			clone := p.clone(borrowed)
			for i := range lent {
				lent[i] = '#'
			}
			if text(own) != want || text(clone) != want {
				t.Errorf("%s: a line or a clone is not its owner's:\n%.300s", name, want)
			}
			if got, _ := borrowed.AppendJSON(nil); len(want) > 200 && string(got) == want && !uncounted {
				t.Errorf("%s: nothing of a borrowed line is borrowed:\n%.300s", name, want)
			}
		}
	}
}

// files returns the protocol's lines in testdata.
func (p protocol[L]) files(t *testing.T) map[string][]byte {
	files := map[string][]byte{}
	err := filepath.WalkDir(filepath.Join("../../testdata", p.seeds), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".ndjson" {
			return err
		}
		files[d.Name()], err = os.ReadFile(path)
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	return files
}

func (p protocol[L]) allocations(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	for name, data := range p.files(t) {
		t.Run(name, func(t *testing.T) {
			if n := p.always(data, decoder.Except("no such kind")); n > 0 {
				t.Errorf("%d allocations with a filter", n)
			}
			if n := p.always(data); n > 0 {
				for line := range bytes.Lines(data) {
					if n := p.always(line); n > 0 {
						t.Errorf("%d allocations for\n%.300s", n, line)
					}
				}
				t.Errorf("%d allocations", n)
			}
		})
	}
}

// TestWorkersAllocateLittle checks that workers, too, reuse the memory of recycled lines: for lines that were read before, only a block that is used
// for the first time allocates. The best of a few tries counts.
func TestWorkersAllocateLittle(t *testing.T) {
	if uncounted {
		t.Skip("allocations cannot be counted in this build")
	}
	eachProtocol(t, anyProtocol.workerAllocations)
}

func (p protocol[L]) workerAllocations(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	for name, data := range p.files(t) {
		data = bytes.Repeat(append(data, '\n'), 1+(1<<20)/len(data))
		lines := uint64(bytes.Count(data, []byte{'\n'}))
		n := lines
		for try := 0; try < 12 && n > lines/10; try++ {
			time.Sleep(time.Duration(try) * 40 * time.Millisecond) // other programs delay a worker, and the others wait for it
			n = min(n, p.allocated(data, decoder.Workers(2)))
		}
		if n > lines/10 {
			t.Errorf("%s: %d allocations for %d lines", name, n, lines)
		}
	}
}

// always returns the smallest number of allocations of several passes: the runtime's own allocations are counted, but not in every pass.
func (p protocol[L]) always(text []byte, opts ...decoder.Option) uint64 {
	n := p.allocated(text, opts...)
	for try := 0; try < 4 && n > 0; try++ {
		n = min(n, p.allocated(text, opts...))
	}
	return n
}

// allocated returns the number of allocations of a Recycled loop over a text that it has read a few times before.
func (p protocol[L]) allocated(text []byte, opts ...decoder.Option) uint64 {
	const passes = 20
	in := &repeated{text: text, left: passes}
	var before, after runtime.MemStats
	marked := false
	for range p.reader(in, opts...).Recycled() {
		if !marked && in.left < passes/2 {
			runtime.ReadMemStats(&before)
			marked = true
		}
	}
	runtime.ReadMemStats(&after)
	return (after.Mallocs - before.Mallocs) / (passes / 2)
}

// repeated is an input that repeats a text.
type repeated struct {
	text []byte
	at   int
	left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.at == len(r.text) {
		r.at = 0
		r.left--
	}
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.at:])
	r.at += n
	return n, nil
}
