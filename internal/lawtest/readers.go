package lawtest

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
)

// readers compares what readers deliver, count and select with the lines alone.
func (p Protocol[L]) readers(t *testing.T, lines []string, all []result) {
	t.Helper()
	if p.View {
		return // its readers deliver only lines of some kinds
	}
	for i := range all {
		all[i].bad = ""
	}
	input := strings.Join(lines, "\n")
	if p.loops(t, input, all) && p.kinds(t, input, all) {
		p.selections(t, input, all)
	}
}

// loops checks what the loops over lines deliver and count.
func (p Protocol[L]) loops(t *testing.T, input string, all []result) bool {
	t.Helper()
	counts := countsOf(all)
	for _, loop := range []struct {
		name string
		opts []decoder.Option
		over func(*decoder.Reader[L]) iter.Seq2[L, error]
	}{
		{"All", nil, (*decoder.Reader[L]).All},
		{"Recycled", []decoder.Option{decoder.Poison()}, (*decoder.Reader[L]).Recycled},
		{"Recycled with workers", []decoder.Option{decoder.Workers(2)}, (*decoder.Reader[L]).Recycled},
	} {
		r := p.NewReader(strings.NewReader(input), loop.opts...)
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
		if !same(t, loop.name+" gives each line as it is alone", all, got, bad) || !same(t, "a clone of a line of "+loop.name+" is kept", all, kept, nil) {
			return false
		}
		for kind, n := range counts {
			if counted := r.Stats().Kinds[kind].Lines; counted != n {
				t.Errorf("law: Stats counts the kinds of %s\n%d lines of %q, want %d", loop.name, counted, kind, n)
				return false
			}
		}
	}
	return true
}

// kinds checks the loop over kinds, with the lines that Decode returns in it.
func (p Protocol[L]) kinds(t *testing.T, input string, all []result) bool {
	t.Helper()
	r := p.NewReader(strings.NewReader(input))
	var got []result
	var bad error
	for kind, err := range r.Kinds() {
		l, errDecode := r.Decode()
		if bad = errors.Join(err, errDecode); bad != nil {
			break
		}
		got = append(got, resultOf(l))
		got[len(got)-1].kind = kind
	}
	return same(t, "Kinds gives each line as it is alone", all, got, bad)
}

// selections checks Only and Except with each kind.
func (p Protocol[L]) selections(t *testing.T, input string, all []result) {
	t.Helper()
	for kind := range countsOf(all) {
		if kind == "" {
			continue // the kind of what has none
		}
		for _, only := range []bool{true, false} {
			opt, law := decoder.Except(kind), fmt.Sprintf("Except(%q) selects by the kind", kind)
			if only {
				opt, law = decoder.Only(kind), fmt.Sprintf("Only(%q) selects by the kind", kind)
			}
			var want, got []result
			for _, r := range all {
				if r.kind.In(kind) == only {
					want = append(want, r)
				}
			}
			var bad error
			for l, err := range p.NewReader(strings.NewReader(input), opt).Recycled() {
				if bad = err; err != nil {
					break
				}
				got = append(got, resultOf(l))
			}
			if !same(t, law, want, got, bad) {
				return
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
