package lawtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

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
