// Package lawtest checks what must be true of every line, for the generated package of any protocol: the laws of a line, of its kind, and of who
// owns its memory. Each failure has the law and the line.
package lawtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/internal/predict"
)

// Protocol has the functions of a generated package.
type Protocol[L decoder.Line] struct {
	Unmarshal, Borrow func([]byte) (L, error)
	Clone             func(L) L
	Check             func([]byte) error
	Peek              func([]byte) (decoder.Kind, error)
	NewReader         func(io.Reader, ...decoder.Option) *decoder.Reader[L]
	View              bool     // does not write back what it does not declare
	Tags              []string // the values of all tags, in JSON
}

// Run checks the lines of a file, which are JSON objects: each one alone, and then all of them with readers.
func (p Protocol[L]) Run(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	var all []result
	for _, line := range lines {
		r, ok := p.line(t, line)
		if !ok {
			return // a reader would say the same again
		}
		all = append(all, r)
	}
	p.unpredicted(t, lines, all)
	p.readers(t, lines, all)
	p.edited(t, lines)
	p.changed(t, lines)
}

// result is what all ways of reading a line must agree on.
type result struct {
	kind decoder.Kind
	text string // as it is written
	bad  string // what a strict reader says
}

func (r result) String() string { return fmt.Sprintf("%q %s %s", r.kind, r.text, r.bad) }

// line checks a line alone.
func (p Protocol[L]) line(t *testing.T, line string) (r result, ok bool) {
	t.Helper()
	broken := func(law, format string, args ...any) (result, bool) {
		t.Helper()
		t.Errorf("law: %s\nline: %s\n%s", law, line, fmt.Sprintf(format, args...))
		return r, false
	}
	data := []byte(line)
	l, err := p.Unmarshal(data)
	if err != nil {
		return broken("an object is a line", "%v", err)
	}
	for i := range data {
		data[i] = '#'
	}
	out, err := l.AppendJSON(nil)
	if err != nil {
		return broken("what was read can be written", "%v", err)
	}
	r = result{l.Kind(), string(out), fmt.Sprint(p.Check([]byte(line)))}
	if !p.View {
		if d := jsontest.Diff(t, line, out); d != "" {
			return broken("a line is written as it was read", "written: %s\n(-read +written):\n%s", out, d)
		}
	}
	if kind, err := p.Peek([]byte(line)); err != nil || kind != r.kind {
		return broken("Peek is Kind", "Peek: %q, %v; Kind of the %T: %q", kind, err, l, r.kind)
	}

	data = []byte(line)
	borrowed, err := p.Borrow(data)
	if err != nil || !reflect.DeepEqual(borrowed, l) {
		return broken("a borrowed line is an owned one", "%v (-owned +borrowed):\n%s", err, shown(l, borrowed))
	}
	clone := p.Clone(borrowed)
	for i := range data {
		data[i] = '#'
	}
	if !reflect.DeepEqual(clone, l) {
		return broken("a clone is equal and shares nothing", "(-line +clone):\n%s", shown(l, clone))
	}
	if again, err := clone.AppendJSON(nil); err != nil || !bytes.Equal(again, out) || clone.Kind() != r.kind {
		return broken("a clone is written as the line", "%s %s, %v; want %s %s", clone.Kind(), again, err, r.kind, out)
	}

	fresh := reflect.New(reflect.TypeOf(l).Elem()).Interface().(json.Unmarshaler)
	if want, got := fresh.UnmarshalJSON([]byte(line)), any(clone).(json.Unmarshaler).UnmarshalJSON([]byte(line)); want != nil || got != nil || !reflect.DeepEqual(any(fresh), any(clone)) {
		return broken("a used record reads as a new one", "%v, %v (-new +used):\n%s", want, got, shown(fresh, clone))
	}

	second, err := p.Unmarshal(out)
	if err != nil {
		return broken("what was written can be read", "%v\nwritten: %s", err, out)
	}
	if p.View { // writes unknown payloads without their tags, and zero fields for tags that were absent
		return r, true
	}
	if reflect.TypeOf(second) != reflect.TypeOf(l) || second.Kind() != r.kind {
		return broken("what was written is the same case", "written: %s\nread: %T of %q; was %T of %q", out, second, second.Kind(), l, r.kind)
	}
	if again, err := second.AppendJSON(nil); err != nil || !bytes.Equal(again, out) {
		return broken("writing is stable", "once:  %s\ntwice: %s, %v", out, again, err)
	}
	if std, err := json.Marshal(l); err != nil || jsontest.Diff(t, out, std) != "" {
		return broken("encoding/json writes the same", "%s, %v; want %s", std, err, out)
	}
	if !repeats(jsontest.Parse(line)) {
		if want, got := reasons(p.Check([]byte(line))), reasons(p.Check(out)); !slices.Equal(want, got) {
			return broken("strict readers say the same of what was written", "written: %s\n(-line +written):\n%s", out, cmp.Diff(want, got))
		}
	}
	return r, true
}

// unpredicted checks that predictions change nothing.
func (p Protocol[L]) unpredicted(t *testing.T, lines []string, all []result) {
	t.Helper()
	for _, on := range []*bool{&predict.Compiled, &predict.NextKeys, &predict.LateTags, &predict.Prefixes, &predict.LineEnds} {
		defer func(was bool) { *on = was }(*on)
		*on = false
	}
	for i, line := range lines {
		l, err := p.Unmarshal([]byte(line))
		if err != nil {
			t.Errorf("law: predictions change nothing\nline: %s\nwithout: %v", line, err)
			return
		}
		got := resultOf(l)
		got.bad = fmt.Sprint(p.Check([]byte(line)))
		if got != all[i] {
			t.Errorf("law: predictions change nothing\nline: %s\nwith:    %v\nwithout: %v", line, all[i], got)
			return
		}
	}
}

// readers compares what readers deliver, count and select with the lines alone.
func (p Protocol[L]) readers(t *testing.T, lines []string, all []result) {
	t.Helper()
	if p.View {
		return // its readers deliver only lines of some kinds
	}
	input := strings.Join(lines, "\n")
	kinds := map[decoder.Kind]int64{}
	for i, r := range all {
		kinds[r.kind]++
		all[i].bad = ""
	}
	// same reports whether a loop has delivered the wanted lines.
	same := func(law string, want, got []result, err error) bool {
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
	for _, way := range []struct {
		name string
		opts []decoder.Option
	}{{"All", nil}, {"Recycled", []decoder.Option{decoder.Poison()}}, {"Recycled with workers", []decoder.Option{decoder.Workers(2)}}} {
		r := p.NewReader(strings.NewReader(input), way.opts...)
		loop := r.Recycled()
		if way.name == "All" {
			loop = r.All()
		}
		var got, kept []result
		var clones []L
		var bad error
		for l, err := range loop {
			if bad = err; err != nil {
				break
			}
			got = append(got, resultOf(l))
			clones = append(clones, p.Clone(l))
		}
		for _, l := range clones {
			kept = append(kept, resultOf(l))
		}
		if !same(way.name+" gives each line as it is alone", all, got, bad) || !same("a clone of a line of "+way.name+" is kept", all, kept, nil) {
			return
		}
		for kind, n := range kinds {
			if counted := r.Stats().Kinds[kind].Lines; counted != n {
				t.Errorf("law: Stats counts the kinds of %s\n%d lines of %q, want %d", way.name, counted, kind, n)
				return
			}
		}
	}
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
	if !same("Kinds gives each line as it is alone", all, got, bad) {
		return
	}
	for kind := range kinds {
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
			if kind != "" && !same(law, want, got, bad) { // "" is the kind of what has none
				return
			}
		}
	}
}

// resultOf returns the kind and the text of a line.
func resultOf[L decoder.Line](l L) result {
	text, err := l.AppendJSON(nil)
	if err != nil {
		text = []byte(err.Error())
	}
	return result{kind: l.Kind(), text: string(text)}
}

// shown returns a difference that reflect.DeepEqual sees, also where cmp sees none.
func shown(a, b any) string {
	defer func() { _ = recover() }() // cmp refuses fields that are not exported
	return fmt.Sprintf("%s\n%+v\n%+v", cmp.Diff(a, b, cmp.Exporter(func(reflect.Type) bool { return true })), a, b)
}

// repeats reports whether an object in n has a member twice: only the last one is written, so that strict readers can say less of it.
func repeats(n *jsontest.Tree) bool {
	seen := map[string]bool{}
	for _, m := range n.Members {
		var key string
		if n.Open == '{' && json.Unmarshal([]byte(m.Key), &key) == nil {
			if seen[key] {
				return true
			}
			seen[key] = true
		}
		if repeats(m.Value) {
			return true
		}
	}
	if strings.HasPrefix(n.Text, `"{`) || strings.HasPrefix(n.Text, `"[`) { // JSON in a string
		var text string
		if json.Unmarshal([]byte(n.Text), &text) == nil {
			return repeats(jsontest.Parse(text))
		}
	}
	return false
}

// reasons returns the reasons and paths of all errors in err, sorted: the order of members is not part of what a line says.
func reasons(err error) []string {
	var list []string
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			list = append(list, reasons(e)...)
		}
	} else if e, ok := err.(*decoder.Error); ok {
		list = append(list, fmt.Sprint(e.Reason, " ", e.Path))
	}
	slices.Sort(list)
	return list
}
