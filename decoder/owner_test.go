package decoder_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

// rounds is the environment variable for the number of rounds of TestOwner. The default takes seconds.
const rounds = "NDWIRE_OWNER_ROUNDS"

// TestOwner checks that a Reader delivers its own input, line by line, and that what it has delivered does not change while others read.
// All released memory is overwritten meanwhile, see watched. Every line names its reader and its number, so that a foreign, lost or
// repeated line is seen.
func TestOwner(t *testing.T) {
	times, inputs := 1, 24
	if raceEnabled {
		inputs = 8
	}
	if text := os.Getenv(rounds); text != "" {
		var err error
		if times, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s: %v", rounds, err)
		}
	}
	for round := range times {
		for _, readers := range []int{2, 5, 32} {
			var all sync.WaitGroup
			for k := range readers {
				o := &ownInput{name: fmt.Sprintf("%d/%d/%d", round, readers, k), dir: t.TempDir(),
					rand: rand.New(rand.NewPCG(uint64(round), uint64(readers<<8|k)))}
				all.Go(func() {
					for try := range max(2, inputs/readers) {
						if err := o.read(try); err != nil {
							t.Errorf("reader %s, input %d: %v", o.name, try, err)
							return
						}
					}
				})
			}
			all.Wait()
		}
	}
}

// ownInput makes inputs, and reads each of them by random loops.
type ownInput struct {
	name  string
	dir   string
	rand  *rand.Rand
	lines []ownLine
	held  []heldLine
}

type ownLine struct {
	raw   string // "" for a blank line
	text  string // of a note
	whole bool
}

// A heldLine was delivered by a loop over owned lines.
type heldLine struct {
	note *note
	text string
}

func (o *ownInput) make(input int) []byte {
	var in bytes.Buffer
	o.lines, o.held = o.lines[:0], o.held[:0]
	long := o.rand.IntN(8) == 0
	for n := range 300 + o.rand.IntN(1200) {
		text := fmt.Sprintf("reader %s input %d line %d %s", o.name, input, n+1, strings.Repeat("pad", o.rand.IntN(200)))
		if long && o.rand.IntN(100) == 0 {
			text += strings.Repeat("long", 150_000)
		}
		l := ownLine{raw: `{"type":"note","text":"` + text + `","n":` + strconv.Itoa(n+1) + `}`, text: text, whole: true}
		switch o.rand.IntN(20) {
		case 0:
			l.raw, l.whole = strings.TrimSuffix(l.raw, "}"), false
		case 1:
			l = ownLine{}
		}
		o.lines = append(o.lines, l)
		in.WriteString(l.raw)
		if n%7 == 0 {
			in.WriteByte('\r')
		}
		in.WriteByte('\n')
	}
	return in.Bytes()
}

// pieces gives its data in pieces of random sizes.
type pieces struct {
	in   io.Reader
	rand *rand.Rand
	most int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.rand.IntN(4) == 0 {
		runtime.Gosched()
	}
	return p.in.Read(b[:min(len(b), 1+p.rand.IntN(p.most))])
}

// open returns an input of one of several types, and a function that closes it.
func (o *ownInput) open(data []byte) (io.Reader, func(), error) {
	most := []int{3 << 10, 3 << 10, 40 << 10, 2 << 20}[o.rand.IntN(4)]
	switch o.rand.IntN(5) {
	case 0:
		return bytes.NewReader(data), func() {}, nil
	case 1:
		name := filepath.Join(o.dir, "lines")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			return nil, nil, err
		}
		f, err := os.Open(name)
		return f, func() { f.Close() }, err
	case 2:
		r, w, err := os.Pipe()
		if err != nil {
			return nil, nil, err
		}
		slices := &pieces{in: bytes.NewReader(data), rand: rand.New(rand.NewPCG(o.rand.Uint64(), 1)), most: most}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.CopyBuffer(struct{ io.Writer }{w}, slices, make([]byte, most)) // fails if the reader has ended
			w.Close()
		}()
		return r, func() { r.Close(); <-ended }, nil
	}
	return &pieces{in: bytes.NewReader(data), rand: rand.New(rand.NewPCG(o.rand.Uint64(), 2)), most: most}, func() {}, nil
}

// read makes one input and reads it, by one loop after the other, until its end, or until it is cancelled or closed.
func (o *ownInput) read(input int) error {
	in, done, err := o.open(o.make(input))
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opts := []decoder.Option{decoder.Context(ctx)}
	if n := o.rand.IntN(6); n > 0 {
		opts = append(opts, decoder.Workers(min(n, 4)))
	}
	r := genrt.NewReader(codec, in, opts...)
	ending := o.rand.IntN(8) // 0: cancel, 1: close, else the end of the input
	at := 0
	for {
		most := 1 + o.rand.IntN(len(o.lines))
		ended, err := o.loop(r, &at, o.rand.IntN(4), most)
		if err != nil {
			return fmt.Errorf("behind line %d: %w", at, err)
		}
		if ended {
			break
		}
		switch ending {
		case 0:
			cancel()
			if _, err := r.Next(); err != context.Canceled {
				return fmt.Errorf("cancelled, and then %v", err)
			}
		case 1:
			if err := r.Close(); err != nil {
				return err
			}
			if l, err := r.Next(); l != nil || err == nil {
				return fmt.Errorf("closed, and then %v, %v", show(l), err)
			}
		default:
			continue
		}
		break
	}
	for _, h := range o.held {
		if h.note.Text != h.text {
			return fmt.Errorf("a line for good has become %q, was %q", h.note.Text, h.text)
		}
	}
	return nil
}

// loop reads most lines, or up to the end, in one of four ways.
func (o *ownInput) loop(r *decoder.Reader[line], at *int, way, most int) (ended bool, err error) {
	switch way {
	case 0:
		for l, err := range r.All() {
			if err := o.check(r, at, l, err, true); err != nil {
				return false, err
			}
			if most--; most == 0 {
				return false, nil
			}
		}
	case 1:
		for l, err := range r.Recycled() {
			if err := o.check(r, at, l, err, false); err != nil {
				return false, err
			}
			if most--; most == 0 {
				return false, nil
			}
		}
	case 2:
		for kind, err := range r.Kinds() {
			var l line
			if err == nil {
				if kind != "note" {
					return false, fmt.Errorf("a line of kind %q", kind)
				}
				l, err = r.Decode()
			} // else the line is cut, and has no kind
			if err := o.check(r, at, l, err, true); err != nil {
				return false, err
			}
			if most--; most == 0 {
				return false, nil
			}
		}
	case 3:
		for range most {
			l, err := r.Next()
			if err == io.EOF {
				ended = true
				break
			}
			if err := o.check(r, at, l, err, true); err != nil {
				return false, err
			}
		}
		if !ended {
			return false, nil
		}
	}
	for ; *at < len(o.lines); *at++ {
		if o.lines[*at].raw != "" {
			return false, errors.New("the end came too early")
		}
	}
	return true, nil
}

// check checks that the current line is the next line of the input.
func (o *ownInput) check(r *decoder.Reader[line], at *int, l line, err error, forGood bool) error {
	for *at < len(o.lines) && o.lines[*at].raw == "" {
		*at++
	}
	if *at == len(o.lines) {
		return fmt.Errorf("a line behind the last one: %s, %v", show(l), err)
	}
	want := &o.lines[*at]
	*at++
	for range 2 {
		if raw := string(r.Raw()); raw != want.raw {
			return fmt.Errorf("line %d is %q, want %q", *at, shorten(raw), shorten(want.raw))
		}
		if r.Pos().Line != int64(*at) {
			return fmt.Errorf("line %d has the number %d", *at, r.Pos().Line)
		}
		if !want.whole {
			if bad, ok := errors.AsType[*decoder.Error](err); !ok || bad.Reason != decoder.ErrTruncated || bad.Line != int64(*at) || !strings.HasSuffix(bad.Near, `":`+strconv.Itoa(*at)+"`") {
				return fmt.Errorf("line %d has no end, and its error is %v", *at, err)
			}
			return nil
		}
		if m, ok := l.(*note); err != nil || !ok || m.Text != want.text || m.N != *at {
			return fmt.Errorf("line %d is %s, %v, want %s", *at, shorten(show(l)), err, shorten(want.text))
		}
		if o.rand.IntN(16) > 0 {
			break
		}
		runtime.Gosched()
	}
	if forGood && o.rand.IntN(4) == 0 {
		o.held = append(o.held, heldLine{l.(*note), want.text})
	}
	return nil
}

func shorten(s string) string { return s[:min(len(s), 100)] }
