package conformance_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
)

// The result for a line, good or damaged, is the same at each level of the kernels, with and without workers, for all sizes of reads, and after
// all other lines.

// entry is a way to read lines.
type entry struct {
	name   string
	kinds  bool // peek first, then decode
	owned  bool
	batch  bool
	pieces int // of the input; 0: as it is
	opts   []decoder.Option
}

// entries are ways of reading that must give the same results if the remaining options are the same.
var entries = []entry{
	{name: "Recycled"},
	{name: "All", owned: true},
	{name: "Recycled in pieces", pieces: 7},
	{name: "Recycled with workers", pieces: 1000, opts: []decoder.Option{decoder.Workers(2)}},
	{name: "Batches", batch: true},
	{name: "Batches in pieces, with workers", batch: true, pieces: 1000, opts: []decoder.Option{decoder.Workers(2)}},
	{name: "All with workers", owned: true, opts: []decoder.Option{decoder.Workers(2)}},
}

// verdicts has the result of a Reader for each line, and its statistics.
type verdicts struct {
	lines map[int64][]string
	stats decoder.Stats
}

// entered returns the results of one way of reading.
func (p protocol[L]) entered(data []byte, e entry, opts []decoder.Option) (v verdicts) {
	v.lines = map[int64][]string{}
	in := any(bytes.NewReader(data)).(interface{ Read([]byte) (int, error) })
	if e.pieces > 0 {
		in = pieces{in, e.pieces}
	}
	r := p.reader(in, append(slices.Clone(opts), e.opts...)...)
	sayAt := func(pos decoder.Pos, kind decoder.Kind, l L, err error) {
		v.lines[pos.Line] = append(v.lines[pos.Line], fmt.Sprintf("%d bytes, %s", pos.Length, judge(kind, l, err)))
	}
	say := func(kind decoder.Kind, l L, err error) { sayAt(r.Pos(), kind, l, err) }
	switch {
	case e.kinds:
		for kind, err := range r.Kinds() {
			var l L
			say(kind, l, err)
			if err == nil {
				l, err = r.Decode()
				say(kind, l, err)
			}
		}
	case e.batch:
		for batch, err := range r.Batches() {
			var none L
			if err != nil {
				say("", none, err)
				break
			}
			for l, err := range batch.All() {
				sayAt(batch.Pos(), "", l, err)
			}
			batch.Release()
		}
	case e.owned:
		for l, err := range r.All() {
			say("", l, err)
		}
	default:
		for l, err := range r.Recycled() {
			say("", l, err)
		}
	}
	v.stats = r.Stats()
	v.stats.Predictions = decoder.Predictions{} // a single line has no predictions
	return v
}

// judge returns the line that is written back, or its error, with positions relative to the start of the line.
func judge[L decoder.Line](kind decoder.Kind, l L, err error) string {
	if bad, ok := errors.AsType[*decoder.Error](err); ok {
		return fmt.Sprintf("%s %s at %d of %d, %s, near %s, %v", kind, bad.Reason, bad.Offset-bad.Start, bad.Length, bad.Path, bad.Near, bad.Err)
	}
	if err != nil || any(l) == nil {
		return fmt.Sprint(kind, err)
	}
	text, err := l.AppendJSON(nil)
	return fmt.Sprintf("%s %s %s %v", kind, digest(l.Kind()), digest(text), err)
}

// digest returns the text; of a long one the beginning, the length and a hash.
func digest[T ~string | ~[]byte](text T) string {
	if len(text) <= 8<<10 {
		return string(text)
	}
	return fmt.Sprintf("%s ... %d bytes, %x", text[:100], len(text), sha256.Sum256([]byte(text)))
}

// single returns the results of the functions for one line.
func (p protocol[L]) single(line []byte) (all []string) {
	kind, err := p.peek(line)
	var none L
	all = append(all, "Peek "+judge(kind, none, err))
	l, err := p.unmarshal(line)
	all = append(all, "Unmarshal "+judge("", l, err))
	l, err = p.borrow(line)
	all = append(all, "Borrow "+judge("", l, err))
	if err = p.check(line); err != nil {
		for _, one := range err.(interface{ Unwrap() []error }).Unwrap() {
			all = append(all, "Check "+judge("", none, one))
		}
	}
	return all
}

// everywhere compares the results of one Reader at one level with those of all other entries and levels.
func (p protocol[L]) everywhere(t testing.TB, lines [][]byte, only decoder.Kind) {
	t.Helper()
	lines = slices.DeleteFunc(slices.Clone(lines), func(l []byte) bool { return bytes.IndexByte(l, '\n') >= 0 })
	// The first line is blank: the first bytes of a file also determine its encoding.
	data := slices.Concat([]byte("\n"), bytes.Join(lines, []byte("\n")), []byte("\n"))
	for _, o := range []struct {
		name  string
		opts  []decoder.Option
		kinds bool
	}{
		{name: "no options"},
		{name: "Kinds", kinds: true},
		{name: "Only", opts: []decoder.Option{decoder.Only(only)}},
		{name: "Strict", opts: []decoder.Option{decoder.Strict()}},
		{name: "Salvage", opts: []decoder.Option{decoder.Salvage(), decoder.NoExtra()}},
	} {
		var first verdicts
		for _, level := range kernel.Levels() {
			func() {
				defer kernel.Force(level)()
				for k, e := range entries {
					e.kinds = o.kinds
					got := p.entered(data, e, o.opts)
					if k == 0 && level == kernel.Portable {
						first = got
						p.alone(t, lines, e, o.opts, first)
					} else if diff := gocmp.Diff(first, got, gocmp.AllowUnexported(verdicts{})); diff != "" {
						t.Fatalf("%s, only %q, %s at level %s (-%s, portable):\n%s\n%s", o.name, only, e.name, level, entries[0].name, diff, data)
					}
				}
			}()
		}
	}
	for _, line := range lines {
		var first []string
		for _, level := range kernel.Levels() {
			restore := kernel.Force(level)
			got := p.single(line)
			restore()
			if first == nil {
				first = got
			}
			if diff := gocmp.Diff(first, got); diff != "" {
				t.Fatalf("at level %s (-portable):\n%s\n%q", level, diff, line)
			}
		}
	}
}

// alone compares the results of a Reader for all lines with those of a Reader for each line alone.
func (p protocol[L]) alone(t testing.TB, lines [][]byte, e entry, opts []decoder.Option, all verdicts) {
	t.Helper()
	var sum decoder.Stats
	for n, line := range lines {
		got := p.entered(slices.Concat([]byte("\n"), line, []byte("\n")), e, opts)
		if diff := gocmp.Diff(got.lines[2], all.lines[int64(n)+2]); diff != "" {
			t.Fatalf("%s (-alone +behind %d others):\n%s\n%s", e.name, n, diff, bytes.Join(lines[:n+1], []byte("\n")))
		}
		if n > 0 { // the blank line
			got.stats.Lines, got.stats.Blank, got.stats.Bytes = got.stats.Lines-1, got.stats.Blank-1, got.stats.Bytes-1
		}
		sum.Add(got.stats)
	}
	for _, s := range []*decoder.Stats{&sum, &all.stats} {
		s.Hint = "" // it depends on the majority of the lines
		s.Drift = slices.Clone(s.Drift)
		for k := range s.Drift {
			s.Drift[k].First = decoder.Pos{}
		}
		slices.SortFunc(s.Drift, func(a, b decoder.Drift) int {
			return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Value, b.Value))
		})
	}
	if diff := gocmp.Diff(sum, all.stats); diff != "" {
		t.Fatalf("%s (-sum of lines alone +together):\n%s\n%s", e.name, diff, bytes.Join(lines, []byte("\n")))
	}
}

func FuzzEverywhereAgentSDK(f *testing.F)   { agentSDK.fuzzEverywhere(f) }
func FuzzEverywhereRustyClaw(f *testing.F)  { rusty.fuzzEverywhere(f) }
func FuzzEverywhereOpenClaw(f *testing.F)   { claw.fuzzEverywhere(f) }
func FuzzEverywhereClaudeCode(f *testing.F) { transcript.fuzzEverywhere(f) }
func FuzzEverywhereProvider(f *testing.F)   { models.fuzzEverywhere(f) }
func FuzzEverywhereUsage(f *testing.F)      { tokens.fuzzEverywhere(f) }

func (p protocol[L]) fuzzEverywhere(f *testing.F) {
	seeds := p.seedLines(f)
	for n := range uint64(10) {
		f.Add(n, []byte(nil))
	}
	for _, line := range oddLines {
		f.Add(uint64(0), []byte(line))
	}
	f.Fuzz(func(t *testing.T, seed uint64, more []byte) {
		h := historian{rand.New(rand.NewPCG(seed, 2)), seeds}
		p.everywhere(t, h.linesWith(more), h.kind(p.peek))
	})
}

// oddLines are damaged lines that some entries once read differently.
var oddLines = []string{
	`{"a":falsxe,"typ\u0065":"system","subtype":"x"}`,
	`{"a":nullx,"typ\u0065":"assistant"}`,
	`{"type":"assistant","a":"` + "\x01" + `","type":"result"}`,
	`{"type":"result","a":"` + "\x01" + `","type":"assistant","type":"zzz"}`,
	`{"type":"zzz","a":"` + "\x01" + `"}`,
	`{"type":"zzz","a":"\x"}`,
	`{"type":"zzz","a":[1,}}`,
	`{"type":"user","type":"assistant","a":x}`,
	`{"type":"assistant","type":"user","message":{"content":[{]}`,
	`{"type":"system","subtype":"init","subtype":"status","a`,
	`{"type":"assistant","request_id":"a","requestId":{x}}`,
}

// kind returns the kind of one of the seeds.
func (h *historian) kind(peek func([]byte) (decoder.Kind, error)) decoder.Kind {
	for range 10 {
		if kind, err := peek(h.seeds[h.IntN(len(h.seeds))]); err == nil && kind != "" {
			return kind
		}
	}
	return "none"
}
