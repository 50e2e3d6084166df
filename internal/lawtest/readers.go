package lawtest

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
)

// readers compares what readers deliver, count and select with the lines alone.
func (p Protocol[L]) readers(t *testing.T, lines []string, all []result) {
	t.Helper()
	in := input{text: strings.Join(lines, "\n"), all: all, counts: countsOf(all)}
	for i, r := range all {
		known := p.isKnown(t, lines[i])
		if !known {
			in.unknown++
		}
		if r.bad = ""; known || !p.View {
			in.delivered = append(in.delivered, r)
		}
		all[i].bad = ""
	}
	if p.loops(t, in) && p.strict(t, in, lines) {
		p.selections(t, in)
	}
}

// input is what readers read.
type input struct {
	text           string
	all, delivered []result // readers of a view deliver only the lines that it names
	counts         map[decoder.Kind]int64
	unknown        int64 // lines that the spec does not name
}

// isKnown reports whether the spec names a line: the line has a record, or strict readers accept its kind.
func (p Protocol[L]) isKnown(t *testing.T, line string) bool {
	t.Helper()
	l, err := p.Unmarshal([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	if v := reflect.ValueOf(l); v.Kind() != reflect.Pointer || !isUnknown(v.Elem()) {
		return true
	}
	return !slices.ContainsFunc(findings(p.Check([]byte(line))), func(e *decoder.Error) bool {
		return e.Reason == decoder.ErrUnknown || e.Reason == decoder.ErrMissingTag || e.Reason == decoder.ErrType // of a tag
	})
}

// loop is a way to read all lines.
type loop[L decoder.Line] struct {
	name string
	opts []decoder.Option
	over func(*decoder.Reader[L]) iter.Seq2[L, error]
}

// loopsOf returns the ways to read.
func loopsOf[L decoder.Line]() []loop[L] {
	return []loop[L]{
		{"All", nil, (*decoder.Reader[L]).All},
		{"Recycled", []decoder.Option{decoder.Poison()}, (*decoder.Reader[L]).Recycled},
		{"Recycled with workers", []decoder.Option{decoder.Workers(2)}, (*decoder.Reader[L]).Recycled},
		{"Batches", []decoder.Option{decoder.Poison()}, overBatches[L]},
		{"Kinds", nil, overKinds[L]},
	}
}

// overBatches returns the lines of all batches. Each batch is released after its last line.
func overBatches[L decoder.Line](r *decoder.Reader[L]) iter.Seq2[L, error] {
	return func(yield func(L, error) bool) {
		for batch, err := range r.Batches() {
			if err != nil {
				var none L
				yield(none, err)
				return
			}
			for l, err := range batch.All() {
				if !yield(l, err) {
					return
				}
			}
			batch.Release()
		}
	}
}

// overKinds returns the lines that Decode returns in a loop over kinds. A line of another kind than the loop says is an error.
func overKinds[L decoder.Line](r *decoder.Reader[L]) iter.Seq2[L, error] {
	return func(yield func(L, error) bool) {
		for kind, err := range r.Kinds() {
			l, errDecode := r.Decode()
			err = errors.Join(err, errDecode)
			if err == nil && l.Kind() != kind {
				err = fmt.Errorf("the loop says %q, the line is %q", kind, l.Kind())
			}
			if !yield(l, err) {
				return
			}
		}
	}
}

// loops checks what the loops over lines deliver and count.
func (p Protocol[L]) loops(t *testing.T, in input) bool {
	t.Helper()
	for _, loop := range loopsOf[L]() {
		r := p.NewReader(strings.NewReader(in.text), loop.opts...)
		var got, kept []result
		var clones []L
		var bad error
		for l, err := range loop.over(r) {
			if bad = err; err != nil {
				break
			}
			got = append(got, resultOf(l))
			clones = append(clones, p.Clone(l))
		}
		for _, l := range clones {
			kept = append(kept, resultOf(l))
		}
		if !same(t, loop.name+" gives each line as it is alone", in.delivered, got, bad) || !same(t, "a clone of a line of "+loop.name+" is kept", in.delivered, kept, nil) {
			return false
		}
		stats := r.Stats()
		for kind, n := range in.counts {
			if counted := stats.Kinds[kind].Lines; counted != n {
				t.Errorf("law: Stats counts the kinds of %s\n%d lines of %q, want %d", loop.name, counted, kind, n)
				return false
			}
		}
		lines := int64(len(in.all))
		want := decoder.Stats{Lines: lines, Skipped: lines - int64(len(in.delivered)), Unknown: in.unknown}
		if stats.Lines != want.Lines || stats.Skipped != want.Skipped || stats.Unknown != want.Unknown || stats.Bad != 0 {
			t.Errorf("law: Stats counts the lines of %s\n%d lines, %d skipped, %d unknown, %d bad; want %d, %d, %d and none",
				loop.name, stats.Lines, stats.Skipped, stats.Unknown, stats.Bad, want.Lines, want.Skipped, want.Unknown)
			return false
		}
	}
	return true
}

// strict checks that a strict reader refuses the lines about which Check says something, with the first finding, and delivers the others.
func (p Protocol[L]) strict(t *testing.T, in input, lines []string) bool {
	t.Helper()
	var want, got []result
	for i, line := range lines {
		r := in.all[i]
		if p.View && !p.isKnown(t, line) {
			continue
		}
		if list := findings(p.Check([]byte(line))); len(list) > 0 {
			r = result{bad: fmt.Sprint(list[0].Reason, " ", list[0].Path)}
		}
		want = append(want, r)
	}
	const law = "a strict reader says what Check says"
	for _, opts := range [][]decoder.Option{{decoder.Strict()}, {decoder.Strict(), decoder.Except("another kind")}} { // the second one peeks at all lines
		got = nil
		for l, err := range p.NewReader(strings.NewReader(in.text), opts...).Recycled() {
			var e *decoder.Error
			switch {
			case errors.As(err, &e):
				got = append(got, result{bad: fmt.Sprint(e.Reason, " ", e.Path)})
			case err != nil:
				return same(t, law, want, got, err)
			default:
				got = append(got, resultOf(l))
			}
		}
		if !same(t, law, want, got, nil) {
			return false
		}
	}
	return true
}

// selections checks Only and Except with each kind.
func (p Protocol[L]) selections(t *testing.T, in input) {
	t.Helper()
	for kind := range in.counts {
		if kind == "" {
			continue // the kind of what has none
		}
		for _, only := range []bool{true, false} {
			opt, law := decoder.Except(kind), fmt.Sprintf("Except(%q) selects by the kind", kind)
			if only {
				opt, law = decoder.Only(kind), fmt.Sprintf("Only(%q) selects by the kind", kind)
			}
			var want []result
			for _, r := range in.delivered {
				if r.kind.In(kind) == only {
					want = append(want, r)
				}
			}
			for _, loop := range loopsOf[L]() {
				var got []result
				var bad error
				r := p.NewReader(strings.NewReader(in.text), append(loop.opts, opt)...)
				for l, err := range loop.over(r) {
					if bad = err; err != nil {
						break
					}
					got = append(got, resultOf(l))
				}
				if !same(t, law+", in "+loop.name, want, got, bad) {
					return
				}
				if skipped := r.Stats().Skipped; skipped != int64(len(in.all)-len(want)) {
					t.Errorf("law: %s, and Stats counts the lines that are skipped, in %s\n%d lines, want %d", law, loop.name, skipped, len(in.all)-len(want))
					return
				}
			}
		}
	}
}

// countsOf returns the number of lines of each kind.
func countsOf(all []result) map[decoder.Kind]int64 {
	counts := map[decoder.Kind]int64{}
	for _, r := range all {
		counts[r.kind]++
	}
	return counts
}

// same reports whether a loop that ended with err has delivered the wanted lines.
func same(t *testing.T, law string, want, got []result, err error) bool {
	t.Helper()
	n := 0
	for n < min(len(want), len(got)) && want[n] == got[n] {
		n++
	}
	switch {
	case err != nil:
		t.Errorf("law: %s\nline: %d\n%v", law, len(got)+1, err)
	case n < min(len(want), len(got)):
		t.Errorf("law: %s\nline: %s\nwant: %v\ngot:  %v", law, want[n].text, want[n], got[n])
	case len(want) != len(got):
		t.Errorf("law: %s\n%d lines, want %d", law, len(got), len(want))
	default:
		return true
	}
	return false
}
