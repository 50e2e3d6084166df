package encoder

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

// text is an Appender that appends itself.
type text string

func (t text) AppendJSON(dst []byte) ([]byte, error) { return append(dst, t...), nil }

// broken writes something, and then fails.
type broken struct{ err error }

func (b broken) AppendJSON(dst []byte) ([]byte, error) { return append(dst, `{"half":`...), b.err }

// losing is broken, and returns no buffer.
type losing struct{ err error }

func (r losing) AppendJSON([]byte) ([]byte, error) { return nil, r.err }

// number is a float as a line.
type number float64

func (n number) AppendJSON(dst []byte) ([]byte, error) { return AppendFloat(dst, float64(n)) }

func TestWriter(t *testing.T) {
	boom := errors.New("boom")
	tests := []struct {
		name  string
		write func(w *Writer) error
		is    error
		want  string // between the lines before and after it
	}{
		{"a value", func(w *Writer) error { return w.Write(text(`{"a":1}`)) }, nil, "{\"a\":1}\n"},
		{"a value that fails", func(w *Writer) error { return w.Write(broken{boom}) }, boom, ""},
		{"a value that fails and loses the buffer", func(w *Writer) error { return w.Write(losing{boom}) }, boom, ""},
		{"a value that is not a JSON number", func(w *Writer) error { return w.Write(number(math.NaN())) }, ErrNumber, ""},
		{"a value that writes nothing", func(w *Writer) error { return w.Write(text("")) }, ErrInvalid, ""},
		{"a value that loses the buffer", func(w *Writer) error { return w.Write(losing{}) }, ErrInvalid, ""},
		{"nil", func(w *Writer) error { return w.Write(nil) }, ErrNil, ""},
		{"a value of several lines", func(w *Writer) error { return w.Write(text("{\n  \"a b\": [1,\n2]\r\n}\n")) }, nil, "{\"a b\":[1,2]}\n"},
		{"several lines that are not JSON", func(w *Writer) error { return w.Write(text("{}\n{}")) }, ErrInvalid, ""},
		{"a newline in a string", func(w *Writer) error { return w.Write(text("\"a\nb\"")) }, ErrInvalid, ""},
		{"a raw line", func(w *Writer) error { return w.WriteRaw([]byte(" {\"b\" : 1 } ")) }, nil, " {\"b\" : 1 } \n"},
		{"a raw line that is not JSON", func(w *Writer) error { return w.WriteRaw([]byte("{\xff\r")) }, ErrInvalid, ""},
		{"an empty raw line", func(w *Writer) error { return w.WriteRaw(nil) }, nil, ""},
		{"a raw line with a newline inside", func(w *Writer) error { return w.WriteRaw([]byte("1\n2")) }, ErrInvalid, ""},
		{"a raw line with its newline", func(w *Writer) error { return w.WriteRaw([]byte("1\n")) }, nil, "1\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			w := NewWriter(&out)
			for i, write := range []func(w *Writer) error{
				func(w *Writer) error { return w.Write(text("1")) },
				tt.write,
				func(w *Writer) error { return w.WriteRaw([]byte("2")) },
				(*Writer).Flush,
				tt.write, // also with an empty buffer
				(*Writer).Flush,
			} {
				err := write(w)
				if want := tt.is; (i == 1 || i == 4) && want != nil {
					if _, ok := err.(*Error); !ok || !errors.Is(err, want) {
						t.Errorf("error %v, want an *Error with %v", err, want)
					}
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if want := "1\n" + tt.want + "2\n" + tt.want; out.String() != want {
				t.Errorf("wrote %q, want %q", out.String(), want)
			}
		})
	}
}

func TestWriterBuffers(t *testing.T) {
	var calls []int
	var out bytes.Buffer
	w := NewWriter(writerFunc(func(p []byte) (int, error) {
		calls = append(calls, len(p))
		if p[len(p)-1] != '\n' {
			t.Error("a line was cut")
		}
		return out.Write(p)
	}))
	if err := w.Flush(); err != nil || len(calls) != 0 {
		t.Fatalf("Flush without lines: %v, %d calls", err, len(calls))
	}
	line := text(`"` + strings.Repeat("x", 997) + `"`) // 1000 bytes with its newline
	for range 200 {
		if err := w.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	if len(calls) != 200*1000/flushSize {
		t.Errorf("%d calls for 200 KB before Flush: %v", len(calls), calls)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat(string(line)+"\n", 200); out.String() != want {
		t.Errorf("wrote %d bytes, want %d", out.Len(), len(want))
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestWriterFails(t *testing.T) {
	boom := errors.New("boom")
	short := writerFunc(func(p []byte) (int, error) { return len(p) - 1, nil })
	fails := writerFunc(func(p []byte) (int, error) { return 0, boom })
	for _, tt := range []struct {
		name string
		w    io.Writer
		want error
	}{{"fails", fails, boom}, {"short", short, io.ErrShortWrite}} {
		t.Run(tt.name, func(t *testing.T) {
			w := NewWriter(tt.w)
			if err := w.Write(text("1")); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := w.Flush(); !errors.Is(err, tt.want) {
					t.Errorf("Flush: %v, want %v", err, tt.want)
				}
				if err := w.Write(text("1")); !errors.Is(err, tt.want) {
					t.Errorf("Write: %v, want %v", err, tt.want)
				}
				if err := w.WriteRaw([]byte("1")); !errors.Is(err, tt.want) {
					t.Errorf("WriteRaw: %v, want %v", err, tt.want)
				}
				if err := w.WriteRaw(nil); !errors.Is(err, tt.want) {
					t.Errorf("WriteRaw of nothing: %v, want %v", err, tt.want)
				}
			}
		})
	}
	t.Run("in the middle", func(t *testing.T) {
		w := NewWriter(fails)
		big := text(`"` + strings.Repeat("x", flushSize) + `"`)
		if err := w.Write(big); !errors.Is(err, boom) {
			t.Errorf("Write: %v, want %v", err, boom)
		}
	})
}

// TestWriterMemory checks that the buffer of one huge line is not kept forever, but that of lines that are often large is.
func TestWriterMemory(t *testing.T) {
	w := NewWriter(io.Discard, Trusted())
	huge := bytes.Repeat([]byte{'x'}, 2*keepSize)
	half := huge[:len(huge)/2]
	small := huge[:flushSize]
	write := func(line []byte) {
		t.Helper()
		if err := w.WriteRaw(line); err != nil {
			t.Fatal(err)
		}
	}
	write(huge)
	for range maxIdle * 3 {
		write(small)
		write(half)
	}
	if cap(w.buf) < len(huge) {
		t.Errorf("the buffer has %d bytes, though half of it was in use", cap(w.buf))
	}
	for range maxIdle + 1 {
		write(small)
	}
	if cap(w.buf) > keepSize {
		t.Errorf("the buffer still has %d bytes after %d small writes", cap(w.buf), maxIdle)
	}
}

func TestWriterAllocations(t *testing.T) {
	w := NewWriter(io.Discard)
	var v Appender = &counted{N: 12345}
	raw := []byte(`{"type":"user"}`)
	write := func() {
		for range 1000 {
			if w.Write(v) != nil || w.WriteRaw(raw) != nil {
				t.Fatal("cannot write")
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	write()
	if n := testing.AllocsPerRun(10, write); n != 0 {
		t.Errorf("%v allocations for 2000 lines", n)
	}
}

// TestWriteRawChecks checks that a raw line must be exactly one value, and with Trusted only one line.
func TestWriteRawChecks(t *testing.T) {
	for _, tt := range []struct{ in, want, trusted string }{
		{`{"a":1}`, "{\"a\":1}\n", "{\"a\":1}\n"},
		{" {\"a\" :\r1}\t", " {\"a\" :\r1}\t\n", " {\"a\" :\r1}\t\n"},
		{"{}\n", "{}\n", "{}\n"},
		{"{}\r\n", "{}\n", "{}\n"},
		{"\n", "", ""},
		{"\xef\xbb\xbf{}", "{}\n", "\xef\xbb\xbf{}\n"},
		{"\x00\x00{}\x00", "{}\n", "\x00\x00{}\x00\n"},
		{"{\"a\":\"\xff\\ud800\"}", "{\"a\":\"\xff\\ud800\"}\n", "{\"a\":\"\xff\\ud800\"}\n"},
		{"}{", "-", "}{\n"},
		{"{} {}", "-", "{} {}\n"},
		{`{"a":1},"b":2`, "-", "{\"a\":1},\"b\":2\n"},
		{"NaN", "-", "NaN\n"},
		{" ", "-", " \n"},
		{"\xff", "-", "\xff\n"},
		{"\x00", "-", "\x00\n"},
		{"\xef\xbb\xbf", "-", "\xef\xbb\xbf\n"},
		{"{}\n{}", "-", "-"},
		{"{\n}", "-", "-"},
		{"{}\n\n", "-", "-"},
	} {
		for name, opts := range map[string][]Option{"checked": nil, "trusted": {Trusted()}} {
			want := tt.want
			if opts != nil {
				want = tt.trusted
			}
			var out bytes.Buffer
			w := NewWriter(&out, opts...)
			err := w.WriteRaw([]byte(tt.in))
			if want == "-" {
				want = ""
				if !errors.Is(err, ErrInvalid) {
					t.Errorf("%s: %q: %v, want an error", name, tt.in, err)
				}
			} else if err != nil {
				t.Errorf("%s: %q: %v", name, tt.in, err)
			}
			if err := w.Flush(); err != nil || out.String() != want {
				t.Errorf("%s: %q: wrote %q, %v, want %q", name, tt.in, out.String(), err, want)
			}
		}
	}
}

// counted is a record with a number.
type counted struct{ N int64 }

func (m *counted) AppendJSON(dst []byte) ([]byte, error) {
	return append(strconv.AppendInt(append(dst, `{"n":`...), m.N, 10), '}'), nil
}

// replacing is an Appender that returns its own memory.
type replacing []byte

func (r replacing) AppendJSON([]byte) ([]byte, error) { return r, nil }

// TestWriterKeepsItsMemory checks that a Writer does not lose lines if an AppendJSON returns memory of its own, nor writes into that memory.
func TestWriterKeepsItsMemory(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	memory := []byte(`{"own":1}################`)
	for range 2 { // without a buffer, and with one that is empty
		out.Reset()
		if err := w.Write(replacing(memory[:9])); err != nil {
			t.Fatal(err)
		}
		if err := w.Write(replacing(memory)); !errors.Is(err, ErrInvalid) {
			t.Errorf("%v, want an error", err)
		}
		if err := w.Write(text("{}")); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil || out.String() != "{\"own\":1}\n{}\n" || string(memory[9:]) != "################" {
			t.Errorf("wrote %q, %v, and into the value's memory %q", out.String(), err, memory)
		}
	}
}

// TestFlushFailure checks what Writer documents about the output after a failed write: it is a beginning of the lines, with nothing twice.
func TestFlushFailure(t *testing.T) {
	boom := errors.New("boom")
	for _, room := range []int{0, 1, 3, 4, 10, 64} {
		for name, opts := range map[string][]Option{"checked": nil, "trusted": {Trusted()}} {
			var out bytes.Buffer
			calls := 0
			w := NewWriter(writerFunc(func(p []byte) (int, error) {
				calls++
				n := min(len(p), room-out.Len())
				out.Write(p[:n])
				if n < len(p) {
					return n, boom
				}
				return n, nil
			}), opts...)
			var all string
			var err error
			for i := range 40 {
				line := strings.Repeat("1", i%5+1)
				if i%2 == 0 {
					err = w.Write(text(line))
				} else {
					err = w.WriteRaw([]byte(line))
				}
				if err != nil {
					t.Fatal(err)
				}
				all += line + "\n"
				if i%10 == 9 {
					if err = w.Flush(); err != nil {
						break
					}
				}
			}
			if err != boom || out.String() != all[:room] {
				t.Errorf("%s, room for %d bytes: %v, wrote %q, want %q", name, room, err, out.String(), all[:room])
			}
			after := calls
			if err := errors.Join(w.Write(text("2")), w.WriteRaw([]byte("2")), w.Flush()); err == nil || out.Len() != room || calls != after {
				t.Errorf("%s, room for %d bytes: %v, wrote %q in %d calls more", name, room, err, out.String(), calls-after)
			}
		}
	}
}

// TestWriterPanics checks that a panic of the underlying writer counts as its error: nothing is written twice, and the Writer says so.
func TestWriterPanics(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(writerFunc(func(p []byte) (int, error) {
		out.Write(p)
		panic("boom")
	}))
	if err := w.WriteRaw([]byte("1")); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if p := recover(); p != "boom" {
				t.Errorf("the panic is %v", p)
			}
		}()
		w.Flush()
	}()
	if w.Write(text("2")) == nil || w.WriteRaw([]byte("2")) == nil || w.Flush() == nil || out.String() != "1\n" {
		t.Errorf("after the panic there is no error, or more is written: %q", out.String())
	}
}

// TestWriterWithinItsWrite checks that a line which is given to a Writer within its own write is not lost: that is an error.
func TestWriterWithinItsWrite(t *testing.T) {
	var out bytes.Buffer
	var w *Writer
	w = NewWriter(writerFunc(func(p []byte) (int, error) {
		if w.WriteRaw([]byte("2")) == nil || w.Flush() == nil {
			t.Error("there is no error within the write")
		}
		return out.Write(p)
	}))
	for range 2 {
		if err := errors.Join(w.WriteRaw([]byte("1")), w.Flush()); err != nil {
			t.Fatal(err)
		}
	}
	if out.String() != "1\n1\n" {
		t.Errorf("wrote %q", out.String())
	}
}

// TestErrorWithoutDetail checks that an Error has a message without a detail, too.
func TestErrorWithoutDetail(t *testing.T) {
	for e, want := range map[*Error]string{
		{}:                           "encoder: : ",
		{Path: "."}:                  "encoder: ",
		{Path: ".", Reason: ErrNil}:  "encoder: nil record",
		{Path: ".a", Reason: ErrNil}: "encoder: .a: nil record",
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func BenchmarkWriteRaw(b *testing.B) {
	line := []byte(`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"` + strings.Repeat(`some \"text\" in a line `, 30) + `"}]},"n":[1,2.5,null]}`)
	for name, opts := range map[string][]Option{"checked": nil, "trusted": {Trusted()}} {
		b.Run(name, func(b *testing.B) {
			w := NewWriter(io.Discard, opts...)
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				if err := w.WriteRaw(line); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWriter(b *testing.B) {
	w := NewWriter(io.Discard)
	var v Appender = &counted{N: 12345}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(v); err != nil {
			b.Fatal(err)
		}
	}
}
