package decoder_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

// long is an input of a line of n bytes and a short one.
func long(n int) io.Reader {
	return io.MultiReader(strings.NewReader(`{"type":"note","text":"`), io.LimitReader(fill('x'), int64(n)), strings.NewReader("\"}\n"+`{"type":"note","text":"end"}`))
}

type fill byte

func (f fill) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(f)
	}
	return len(p), nil
}

func TestLongLine(t *testing.T) {
	const n = 20 << 20
	for name, opts := range map[string][]decoder.Option{"one": nil, "workers": {decoder.Workers(2)}} {
		t.Run(name, func(t *testing.T) {
			r := genrt.NewReader(codec, long(n), opts...)
			var got []int
			for l, err := range r.Recycled() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, len(l.(*note).Text))
			}
			if want := []int{n, 3}; !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// TestLargestMaxLine checks that no line is over the largest limit that there is.
func TestLargestMaxLine(t *testing.T) {
	line := `{"type":"note","text":"` + strings.Repeat("x", 2<<20) + `"}`
	in := func() io.Reader { return &chunks{data: []byte(line + "\n" + line), cut: []int{100 << 10}} }
	for _, limit := range []int64{math.MaxInt64, math.MaxInt64 - 1} {
		if got, _ := readAll(t, in, decoder.MaxLine(limit)); len(got) != 2 || got[0].Err != "" || got[1].Err != "" {
			t.Errorf("limit %d: %d lines: %.100s", limit, len(got), fmt.Sprint(got))
		}
	}
}

func TestMaxLineKeepsNothing(t *testing.T) {
	const n = 200 << 20
	for name, opts := range map[string][]decoder.Option{"one": nil, "workers": {decoder.Workers(2)}} {
		t.Run(name, func(t *testing.T) {
			runtime.GC()
			peak := uint64(0)
			in := &measured{Reader: long(n), peak: &peak}
			r := genrt.NewReader(codec, in, append(opts, decoder.MaxLine(1<<20))...)
			var got []string
			for l, err := range r.Recycled() {
				if err != nil {
					bad, _ := errors.AsType[*decoder.Error](err)
					got = append(got, fmt.Sprint(bad.Length, " ", bad.Line, " ", bad.Reason, " ", r.Raw() == nil))
					continue
				}
				got = append(got, show(l))
			}
			want := []string{fmt.Sprint(n+25, " 1 line too long true"), `note "end" 0`}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if peak > 16<<20 {
				t.Errorf("%d MB of heap", peak>>20)
			}
		})
	}
}

// measured is an input that measures the heap while it is read.
type measured struct {
	io.Reader
	peak *uint64
	n    int
}

func (w *measured) Read(p []byte) (int, error) {
	if w.n++; w.n%16 == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		*w.peak = max(*w.peak, m.HeapAlloc)
	}
	return w.Reader.Read(p)
}

func TestBlankLinesDoNotFillTheMemory(t *testing.T) {
	peak := uint64(0)
	runtime.GC()
	in := &measured{Reader: io.LimitReader(fill('\n'), 8<<20), peak: &peak}
	r := genrt.NewReader(codec, in, decoder.Workers(2))
	for range r.All() {
		t.Fatal("a line")
	}
	if s := r.Stats(); s.Blank != 8<<20 || s.Lines != 8<<20 {
		t.Errorf("%+v", s)
	}
	if peak > 32<<20+28<<20 { // the ballast, see ballast.go, counts as heap
		t.Errorf("%d MB of heap", peak>>20)
	}
}
