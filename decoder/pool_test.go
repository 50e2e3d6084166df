package decoder_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

// TestWorkersInTurn checks that workers deliver what a loop without them delivers, wherever a loop is left, and whatever the mode of the next
// one is: lines that were decoded in advance, lines that the loop's goroutine decodes, and the segments of damaged ones.
func TestWorkersInTurn(t *testing.T) {
	lines := []string{
		`{"type":"note","text":"a"}`, `{"type":"event","subtype":"start","x":{}}`, `{"type":"no`, `{"type":"note"} {"type":"note","text":"b"}{"ty`, "", " ", "x",
		strings.Repeat("\n", 5000), strings.Repeat(`{"type":"note","n":7}`+"\n", 4100), strings.Repeat("{}{}{}\n", 1500),
		`{"type":"note","text":"` + strings.Repeat("long", 50_000) + `"}`, `{"type":"note","text":"` + strings.Repeat("longer", 100_000) + `"}`,
	}
	type step struct{ way, most int }
	toTheEnd := step{0, 1 << 30}
	type place struct {
		seen
		decoder.Checkpoint
	}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 0, 8).Draw(t, "lines"), "\n")
		steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
			return step{rapid.IntRange(0, 3).Draw(t, "way"), rapid.SampledFrom([]int{1, 2, 3, 100, 1499, 4096, 4097, 10_000}).Draw(t, "most")}
		}), 0, 8).Draw(t, "steps")
		var opts []decoder.Option
		for _, o := range []decoder.Option{decoder.Salvage(), decoder.MaxLine(400_000), decoder.Except("event"), decoder.Poison()} {
			if rapid.IntRange(0, 2).Draw(t, "option") == 0 {
				opts = append(opts, o)
			}
		}
		asks := rapid.IntRange(1, 300).Draw(t, "asks for a checkpoint each so many lines")
		cut := rapid.SliceOfN(rapid.SampledFrom([]int{1000, 11_000, 1 << 20}), 1, 3).Draw(t, "cut")
		read := func(opts ...decoder.Option) (all []place, stats decoder.Stats) {
			r := genrt.NewReader(codec, &chunks{data: []byte(in), cut: cut}, opts...)
			add := func(text string, err error) {
				p := place{seen: seen{Text: text, Raw: string(r.Raw()), Pos: r.Pos()}}
				if err != nil {
					p.Err = err.Error()
				}
				if len(all)%asks == 0 {
					p.Checkpoint = r.Checkpoint()
				}
				all = append(all, p)
			}
			for _, s := range append(steps, toTheEnd) {
				n := 0
				switch s.way {
				case 0, 1:
					loop := r.All()
					if s.way == 1 {
						loop = r.Recycled()
					}
					for l, err := range loop {
						add(show(l), err)
						if n++; n == s.most {
							break
						}
					}
				case 2:
					for kind, err := range r.Kinds() {
						text := string(kind)
						if n%2 == 0 {
							l, err := r.Decode()
							text += " " + show(l)
							if err != nil {
								text += err.Error()
							}
						}
						add(text, err)
						if n++; n == s.most {
							break
						}
					}
				case 3:
					if l, err := r.Next(); r.Pos().Line > 0 {
						add(show(l), err)
					}
				}
			}
			return all, r.Stats()
		}
		want, stats := read(opts...)
		got, stats2 := read(append(opts, decoder.Workers(rapid.IntRange(1, 3).Draw(t, "workers")))...)
		if !slices.Equal(want, got) {
			for n := range min(len(want), len(got)) {
				if diff := cmp.Diff(want[n], got[n]); diff != "" {
					t.Fatalf("line %d (-without workers +with): %s", n, diff)
				}
			}
			t.Fatalf("%d lines, %d with workers", len(want), len(got))
		}
		if diff := cmp.Diff(stats, stats2, ofLines); diff != "" {
			t.Fatalf("stats (-without workers +with): %s", diff)
		}
	})
}

// TestErrorOfFileInAnotherLoop checks that the error of a file is not lost if a loop over kinds, in which it was the
// error of the file's last line, is left before that line, and the next loop finds another error in the line.
func TestErrorOfFileInAnotherLoop(t *testing.T) {
	const last = `{"type":"note","text":tru,"n":"` // for a peek it is cut, and for a decode it has an error before
	for workers := range 4 {
		ahead := make(chan struct{})
		var peeks atomic.Int64
		c := &genrt.Lines[line]{Scan: codec.Scan, KindOf: codec.KindOf, Known: codec.Known, Kind: func(c *genrt.Cursor, i int) decoder.Kind {
			if peeks.Add(1) == 2 {
				close(ahead) // the last line has been read
			}
			return codec.Kind(c, i)
		}}
		cut := &decoder.Error{Reason: decoder.ErrArchive, Err: errors.New("cut")}
		in := &files{list: []decoder.File{{Name: "a"}, {Name: "b"}}, data: []string{`{"type":"note","text":"a"}` + "\n", last}, errs: []error{nil, cut}}
		opts := []decoder.Option{decoder.Only("note")} // then Kind is called for a damaged line, too
		if workers > 0 {
			opts = append(opts, decoder.Workers(workers))
		}
		r := genrt.NewReader(c, in, opts...)
		for range r.Kinds() {
			if workers > 1 {
				<-ahead
			}
			break
		}
		var got []decoder.Reason
		for _, err := range r.All() {
			if bad, ok := errors.AsType[*decoder.Error](err); ok {
				got = append(got, bad.Reason)
			}
		}
		if want := []decoder.Reason{decoder.ErrSyntax, decoder.ErrArchive}; !slices.Equal(got, want) {
			t.Errorf("%d workers: %q, want %q", workers, got, want)
		}
	}
}

// TestWorkersStopWithinLines checks that a worker that stops near a damaged line begins the next block without it.
func TestWorkersStopWithinLines(t *testing.T) {
	in := strings.Repeat("{}{}{}\n", 200_000)
	r := genrt.NewReader(codec, strings.NewReader(in), decoder.Salvage(), decoder.Workers(2))
	defer r.Close()
	for k := range 600_000 {
		_, err := r.Next()
		want := decoder.Pos{Line: int64(k)/3 + 1, Offset: int64(k)/3*7 + int64(k)%3*2, Length: 2, Salvaged: true}
		if got := r.Pos(); err != nil || got != want {
			t.Fatalf("%d: %v, %+v, want %+v", k, err, got, want)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Error(err)
	}
}

// TestNothingIsHeld checks that memory that goes from Reader to Reader does not refer to lines of the one before.
func TestNothingIsHeld(t *testing.T) {
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(3)}} {
		read := func() weak.Pointer[byte] {
			data := []byte(strings.Repeat(`{"type":"note","text":"a","later":[1]}`+"\n", 30_000))
			for range genrt.NewReader(codec, bytes.NewReader(data), opts...).Recycled() {
			}
			return weak.Make(&data[0])
		}
		if w := read(); held(w) {
			t.Errorf("%s: the input is held", name)
		}
	}
}

// held reports whether what p points to survives a collection that does not empty the pools.
func held(p weak.Pointer[byte]) bool {
	runtime.GC()
	return p.Value() != nil
}
