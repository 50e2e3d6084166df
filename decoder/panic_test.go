package decoder_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/leaktest"
	"github.com/ndwire/ndwire/internal/scan"
	"pgregory.net/rapid"
)

var errBoom = errors.New("boom")

// scanBoom panics in the middle of notes whose text is boom.
func scanBoom(c *scan.Cursor, i int) (line, int) {
	l, i := scanLine(c, i)
	if m, ok := l.(*note); ok && m.Text == "boom" {
		panic(errBoom)
	}
	return l, i
}

func boomCodec(f func(c *scan.Cursor, i int) (line, int)) *genrt.Lines[line] {
	return &genrt.Lines[line]{Scan: f, Kind: codec.Kind, KindOf: codec.KindOf, Known: codec.Known}
}

// recovering calls f, and returns the value with which it has panicked.
func recovering(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// ended checks that a Reader has ended after a panic, with its checkpoint after n lines of the given length.
func ended(t interface {
	Helper()
	Errorf(string, ...any)
}, r *decoder.Reader[line], n, length int) {
	t.Helper()
	if cp := r.Checkpoint(); n > 0 && (cp.Line != int64(n)+1 || cp.Offset != int64(n*length)) {
		t.Errorf("a checkpoint at %d, on line %d, behind %d lines of %d", cp.Offset, cp.Line, n, length)
	}
	if r.Raw() != nil || r.Pos() != (decoder.Pos{}) {
		t.Errorf("there is a current line: %q", r.Raw())
	}
	if l, err := r.Decode(); l != nil || err == nil {
		t.Errorf("Decode: %v, %v", show(l), err)
	}
	for range 2 {
		if l, err := r.Next(); l != nil || err == nil || !strings.Contains(err.Error(), "ended with a panic") {
			t.Errorf("Next: %v, %v", show(l), err)
		}
	}
	for l, err := range r.Recycled() {
		if l != nil || err == nil {
			t.Errorf("a loop: %v, %v", show(l), err)
		}
	}
	if err := r.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// TestPanic checks that the loop panics after the lines before if a protocol's code or the input panics, on whatever goroutine and however far
// ahead, and that the Reader and its goroutines end then.
func TestPanic(t *testing.T) {
	c := boomCodec(scanBoom)
	const whole, boom, rest = `{"type":"note","text":"fine"}` + "\n", `{"type":"note","text":"boom"}` + "\n", 5000
	before := runtime.NumGoroutine()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SampledFrom([]int{0, 1, 2, 100, 4095, 4096, 10_000}).Draw(t, "lines before")
		workers := rapid.IntRange(0, 4).Draw(t, "workers")
		inRead := rapid.Bool().Draw(t, "in Read")
		way := rapid.SampledFrom([]string{"All", "Recycled", "Batches"}).Draw(t, "loop")
		var in io.Reader = &chunks{data: []byte(strings.Repeat(whole, lines) + boom + strings.Repeat(whole, rest)), cut: []int{rapid.SampledFrom([]int{70, 5000, 1 << 20}).Draw(t, "cut")}}
		if inRead {
			in = io.MultiReader(&chunks{data: []byte(strings.Repeat(whole, lines)), cut: []int{30, 10_000}}, panicking{})
		}
		var opts []decoder.Option
		if workers > 0 {
			opts = append(opts, decoder.Workers(workers))
		}
		r := genrt.NewReader(c, in, opts...)
		n := 0
		value := recovering(func() {
			check := func(l line, err error, at decoder.Pos) bool {
				if n++; err != nil || show(l) != `note "fine" 0` || at.Line != int64(n) {
					t.Errorf("line %d: %v, %v, at %v", n, show(l), err, at)
				}
				return true
			}
			switch way {
			case "All":
				r.All()(func(l line, err error) bool { return check(l, err, r.Pos()) })
			case "Recycled":
				r.Recycled()(func(l line, err error) bool { return check(l, err, r.Pos()) })
			case "Batches":
				for batch, err := range r.Batches() {
					if err != nil {
						t.Error(err)
						break
					}
					for l, err := range batch.All() {
						check(l, err, batch.Pos())
					}
					batch.Release()
				}
			}
		})
		err, ok := value.(error)
		if !ok || !errors.Is(err, errBoom) || n != lines {
			t.Fatalf("%v behind %d lines, want %v behind %d", value, n, errBoom, lines)
		}
		failed, ok := errors.AsType[*decoder.WorkerPanic](err)
		if ok && (failed.Value != errBoom || !bytes.Contains(failed.Stack, []byte("panic_test.go")) || !strings.Contains(err.Error(), "boom")) {
			t.Fatalf("%v", failed)
		}
		if workers == 0 && ok || workers > 0 && inRead && !ok { // else it depends on which goroutine decodes the line
			t.Fatalf("with %d workers the loop panics with a %T", workers, value)
		}
		ended(t, r, n, len(whole))
	})
	leaktest.Wait(t, before)
}

// TestPanicOfReadInAnotherLoop checks that a panic of Read is not lost if another kind of loop goes on, which drops what was decoded ahead.
func TestPanicOfReadInAnotherLoop(t *testing.T) {
	const text = `{"type":"note","text":"fine"}` + "\n"
	before := runtime.NumGoroutine()
	for try := range 300 {
		read := make(chan struct{})
		in := io.MultiReader(strings.NewReader(text+text), readerFunc(func([]byte) (int, error) {
			close(read)
			panic(errBoom)
		}))
		r := genrt.NewReader(codec, in, decoder.Workers(3))
		value := recovering(func() {
			for range r.All() {
				<-read
				for range try % 10 {
					runtime.Gosched() // a worker may come to the group with the panic
				}
				break
			}
			var last error
			for _, last = range r.Recycled() {
				if last != nil {
					t.Error(last)
				}
			}
		})
		if err, ok := value.(error); !ok || !errors.Is(err, errBoom) {
			t.Fatalf("loop %d panics with %v, want %v", try, value, errBoom)
		}
		r.Close()
	}
	leaktest.Wait(t, before)
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic(errBoom) }

// TestWorkerPanic checks that the loop panics with a worker's panic and stack. The loop's body waits until the worker has panicked.
func TestWorkerPanic(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, recycled := range []bool{false, true} {
		happened := make(chan struct{})
		c := boomCodec(func(c *scan.Cursor, i int) (line, int) {
			l, i := scanLine(c, i)
			if m, ok := l.(*note); ok && m.Text == "boom" {
				close(happened)
				var none []int
				_ = none[m.N]
			}
			return l, i
		})
		in := strings.Repeat(`{"type":"note","text":"fine"}`+"\n", 3) + `{"type":"note","text":"boom","n":7}` + "\n"
		r := genrt.NewReader(c, &chunks{data: []byte(in), cut: []int{30}}, decoder.Workers(2))
		loop := r.All()
		if recycled {
			loop = r.Recycled()
		}
		n := 0
		value := recovering(func() {
			for range loop {
				n++
				<-happened
			}
		})
		failed, ok := value.(*decoder.WorkerPanic)
		if !ok || n != 3 {
			t.Fatalf("%v behind %d lines", value, n)
		}
		if _, ok := errors.AsType[runtime.Error](error(failed)); !ok || !bytes.Contains(failed.Stack, []byte("TestWorkerPanic")) ||
			!strings.Contains(failed.Error(), "index out of range [7] with length 0") || !strings.Contains(failed.Error(), "panic_test.go") {
			t.Errorf("%v", failed)
		}
		ended(t, r, n, 30)
	}
	leaktest.Wait(t, before)
}

// TestPanicOfNext checks that Next panics as a loop does, and that Close ends the goroutines.
func TestPanicOfNext(t *testing.T) {
	before := runtime.NumGoroutine()
	for workers := range 3 {
		var opts []decoder.Option
		if workers > 0 {
			opts = append(opts, decoder.Workers(workers))
		}
		r := genrt.NewReader(boomCodec(scanBoom), strings.NewReader(strings.Repeat(`{"type":"note","text":"boom"}`+"\n", 100_000)), opts...)
		if err, ok := recovering(func() { r.Next() }).(error); !ok || !errors.Is(err, errBoom) {
			t.Errorf("%d workers: %v", workers, err)
		}
		ended(t, r, 0, 30)
	}
	leaktest.Wait(t, before)
}

// TestPanicOfDecode checks that a panic in Decode ends the Reader as well.
func TestPanicOfDecode(t *testing.T) {
	before := runtime.NumGoroutine()
	for workers := range 3 {
		var opts []decoder.Option
		if workers > 0 {
			opts = append(opts, decoder.Workers(workers))
		}
		r := genrt.NewReader(boomCodec(scanBoom), strings.NewReader(strings.Repeat(`{"type":"note","text":"boom"}`+"\n", 10)), opts...)
		n := 0
		for _, err := range r.Kinds() {
			if n++; n > 1 {
				if err == nil || !strings.Contains(err.Error(), "ended with a panic") {
					t.Errorf("%d workers: %v", workers, err)
				}
				continue
			}
			if value := recovering(func() { r.Decode() }); value != errBoom {
				t.Errorf("%d workers: %v", workers, value)
			}
		}
		if n != 2 {
			t.Errorf("%d workers: %d turns", workers, n)
		}
	}
	leaktest.Wait(t, before)
}

// TestCodecEndsItsGoroutine checks that no line is lost if a codec ends a worker's goroutine, as a test's Fatal does. The loop's body waits
// until the worker has ended.
func TestCodecEndsItsGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	gone := make(chan struct{})
	var once atomic.Bool
	c := boomCodec(func(c *scan.Cursor, i int) (line, int) {
		l, i := scanLine(c, i)
		if m, ok := l.(*note); ok && m.Text == "exit" && once.CompareAndSwap(false, true) {
			close(gone)
			runtime.Goexit()
		}
		return l, i
	})
	in := strings.Repeat(`{"type":"note","text":"fine"}`+"\n", 3) + `{"type":"note","text":"exit"}` + "\n" + strings.Repeat(`{"type":"note","text":"fine"}`+"\n", 1000)
	n := 0
	for l, err := range genrt.NewReader(c, &chunks{data: []byte(in), cut: []int{30}}, decoder.Workers(2)).All() {
		n++
		if m, ok := l.(*note); err != nil || !ok || (m.Text == "exit") != (n == 4) {
			t.Errorf("line %d: %v, %v", n, show(l), err)
		}
		<-gone
	}
	if n != 1004 {
		t.Errorf("%d lines", n)
	}
	leaktest.Wait(t, before)
}

// TestPanicKeepsCursor checks that a cursor is not released after a panic: it may be in any state.
func TestPanicKeepsCursor(t *testing.T) {
	const in = `{"type":"note","text":"boom"}`
	for name, read := range map[string]func(c *genrt.Lines[line]){
		"Unmarshal":           func(c *genrt.Lines[line]) { c.Unmarshal([]byte(in)) },
		"Unmarshal, the rest": func(c *genrt.Lines[line]) { c.Unmarshal([]byte(" " + in)) },
		"Borrow":              func(c *genrt.Lines[line]) { c.Borrow([]byte(in)) },
		"Check":               func(c *genrt.Lines[line]) { c.Check([]byte(in)) },
		"Reader":              func(c *genrt.Lines[line]) { genrt.NewReader(c, strings.NewReader(in)).Next() },
		"Reader, recycled": func(c *genrt.Lines[line]) {
			for range genrt.NewReader(c, strings.NewReader(in)).Recycled() {
			}
		},
		"Reader with workers": func(c *genrt.Lines[line]) {
			r := genrt.NewReader(c, strings.NewReader(in), decoder.Workers(2))
			defer r.Close()
			r.Next()
		},
	} {
		var used *scan.Cursor
		c := boomCodec(func(c *scan.Cursor, i int) (line, int) {
			used = c
			panic(errBoom)
		})
		if value := recovering(func() { read(c) }); value == nil {
			t.Errorf("%s: no panic", name)
		}
		for _, recycle := range []bool{false, true} {
			for range 1000 {
				if scan.Get(recycle) == used {
					t.Errorf("%s: the cursor is given back", name)
				}
			}
		}
	}
}
