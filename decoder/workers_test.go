package decoder_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/leaktest"
)

// lines is an endless input of short lines.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for {
		l := fmt.Appendf(nil, `{"type":"note","text":"some text","n":%d}`+"\n", e.n)
		if n+len(l) > len(p) || n > 10_000 {
			return n, nil
		}
		n += copy(p[n:], l)
		e.n++
	}
}

func TestWorkersStopAndGoOn(t *testing.T) {
	for name, opts := range map[string][]decoder.Option{"one": nil, "workers": {decoder.Workers(3)}, "unordered": {decoder.Workers(3), decoder.Unordered()}} {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			r := genrt.NewReader(codec, &endless{}, opts...)
			got := map[int]bool{}
			for round := range 20 {
				n := 0
				switch round % 3 {
				case 0:
					for l, err := range r.All() {
						if err != nil {
							t.Fatal(err)
						}
						got[l.(*note).N] = true
						if n++; n == 777 {
							break
						}
					}
				case 1:
					for range r.Kinds() {
						l, err := r.Decode()
						if err != nil {
							t.Fatal(err)
						}
						got[l.(*note).N] = true
						if n++; n == 300 {
							break
						}
					}
				case 2:
					for l := range r.Recycled() {
						got[l.(*note).N] = true
						if r.Pos().Line != int64(l.(*note).N)+1 {
							t.Fatalf("%d at %v", l.(*note).N, r.Pos())
						}
						if n++; n == 1500 {
							break
						}
					}
				}
				leaktest.Wait(t, before)
			}
			if want := 7*777 + 7*300 + 6*1500; len(got) != want || int64(want) != r.Stats().Lines {
				t.Errorf("%d lines, want %d; Stats says %d", len(got), want, r.Stats().Lines)
			}
			if name != "unordered" {
				for i := range len(got) {
					if !got[i] {
						t.Fatalf("line %d was lost", i)
					}
				}
			}
			if _, err := r.Next(); err != nil {
				t.Error(err)
			}
			r.Close()
			leaktest.Wait(t, before)
			if _, err := r.Next(); err == nil || err == io.EOF {
				t.Error("closed:", err)
			}
		})
	}
}

func TestUnorderedLosesNothing(t *testing.T) {
	var in strings.Builder
	const lines = 20_000
	for i := range lines {
		fmt.Fprintf(&in, `{"type":"note","text":"","n":%d}`+"\n", i)
		if i%1000 == 0 {
			fmt.Fprintf(&in, `{"type":"new","v":"%s"}`+"\n", strings.Repeat("v", 100_000))
		}
	}
	r := genrt.NewReader(codec, &chunks{data: []byte(in.String()), cut: []int{5000, 70_000}}, decoder.Workers(4), decoder.Unordered())
	got := make([]int, lines)
	for m, err := range decoder.Of[*note](r.All()) {
		if err != nil {
			t.Fatal(err)
		}
		got[m.N]++
	}
	for i, n := range got {
		if n != 1 {
			t.Fatalf("line %d came %d times", i, n)
		}
	}
}

func TestContext(t *testing.T) {
	for name, opts := range map[string][]decoder.Option{"one": nil, "workers": {decoder.Workers(3)}, "unordered": {decoder.Workers(3), decoder.Unordered()}} {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r := genrt.NewReader(codec, &endless{}, append(opts, decoder.Context(ctx))...)
			n := 0
			var last error
			for _, err := range r.All() {
				if last != nil {
					t.Fatal("a pair behind the last", err)
				}
				last = err
				if n++; n == 5000 {
					cancel()
				}
			}
			if last != context.Canceled || n != 5001 || r.Raw() != nil {
				t.Errorf("%v behind %d", last, n)
			}
			leaktest.Wait(t, before)
		})
	}
}

// TestContextEndsRead checks that a loop ends with the error of its context, also if that has ended the Read first,
// with an error of its own.
func TestContextEndsRead(t *testing.T) {
	for _, end := range []error{errBoom, io.EOF} {
		for workers := range 3 {
			for _, way := range []string{"All", "Kinds", "Batches", "Next"} {
				ctx, cancel := context.WithCancel(t.Context())
				pr, pw := io.Pipe()
				context.AfterFunc(ctx, func() { pw.CloseWithError(end) })
				go func() {
					io.WriteString(pw, `{"type":"note","n":1}`+"\n")
					cancel()
				}()
				opts := []decoder.Option{decoder.Context(ctx)}
				if workers > 0 {
					opts = append(opts, decoder.Workers(workers))
				}
				r := genrt.NewReader(codec, pr, opts...)
				var last error
				switch way {
				case "All":
					for _, last = range r.All() {
					}
				case "Kinds":
					for _, last = range r.Kinds() {
					}
				case "Batches":
					for _, last = range r.Batches() {
					}
				case "Next":
					for last == nil {
						_, last = r.Next()
					}
				}
				if last != context.Canceled {
					t.Errorf("%s, %d workers, Read ends with %v: the last error is %v", way, workers, end, last)
				}
				r.Close()
			}
		}
	}
}

// TestBlockedRead checks that a Read that blocks does not delay leaving a loop or the end of a context, and that what it reads later is not lost.
func TestBlockedRead(t *testing.T) {
	before := runtime.NumGoroutine()
	pr, pw := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := genrt.NewReader(codec, pr, decoder.Workers(2), decoder.Context(ctx))
	go io.WriteString(pw, `{"type":"note","n":1}`+"\n")
	for range r.All() {
		break
	}
	io.WriteString(pw, `{"type":"note","n":2}`+"\n")
	for l, err := range r.All() {
		if err != nil || l.(*note).N != 2 {
			t.Error(show(l), err)
		}
		break
	}
	time.AfterFunc(20*time.Millisecond, cancel)
	for l, err := range r.All() {
		if err != context.Canceled {
			t.Error(show(l), err)
		}
	}
	pw.Close()
	leaktest.Wait(t, before)
}

func TestPanicInALoop(t *testing.T) {
	before := runtime.NumGoroutine()
	func() {
		defer func() { recover() }()
		for range genrt.NewReader(codec, &endless{}, decoder.Workers(2)).All() {
			panic("of the loop's body")
		}
	}()
	leaktest.Wait(t, before)
}
