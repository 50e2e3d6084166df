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
	broken := func(law, format string, args ...any) bool {
		t.Helper()
		t.Errorf("law: %s\nline: %s\n%s", law, line, fmt.Sprintf(format, args...))
		return false
	}
	data := []byte(line)
	l, err := p.Unmarshal(data)
	if err != nil {
		return r, broken("an object is a line", "%v", err)
	}
	overwrite(data)
	if !isInOrder(jsontest.Parse(line), l) {
		return r, broken("Extra has unknown members in the order of the line", "%+v", l)
	}
	out, err := l.AppendJSON(nil)
	if err != nil {
		return r, broken("what was read can be written", "%v", err)
	}
	r = result{l.Kind(), string(out), fmt.Sprint(p.Check([]byte(line)))}
	if !p.View {
		if d := jsontest.Diff(t, line, out); d != "" {
			return r, broken("a line is written as it was read", "written: %s\n(-read +written):\n%s", out, d)
		}
	}
	if kind, err := p.Peek([]byte(line)); err != nil || kind != r.kind {
		return r, broken("Peek is Kind", "Peek: %q, %v; Kind of the %T: %q", kind, err, l, r.kind)
	}
	return r, p.copies(broken, line, l, out) && p.rereads(t, broken, line, l, out)
}

func overwrite(data []byte) {
	for i := range data {
		data[i] = '#'
	}
}

// A reporter reports a law that a line breaks. It returns false.
type reporter func(law, format string, args ...any) bool

// copies checks borrowed lines, clones, and records that are read a second time. l is the owned line, which is written as out.
func (p Protocol[L]) copies(broken reporter, line string, l L, out []byte) bool {
	data := []byte(line)
	borrowed, err := p.Borrow(data)
	if err != nil || !reflect.DeepEqual(borrowed, l) {
		return broken("a borrowed line is an owned one", "%v (-owned +borrowed):\n%s", err, shown(l, borrowed))
	}
	clone := p.Clone(borrowed)
	overwrite(data)
	if !reflect.DeepEqual(clone, l) {
		return broken("a clone is equal and shares nothing", "(-line +clone):\n%s", shown(l, clone))
	}
	if again, err := clone.AppendJSON(nil); err != nil || !bytes.Equal(again, out) || clone.Kind() != l.Kind() {
		return broken("a clone is written as the line", "%s %s, %v; want %s %s", clone.Kind(), again, err, l.Kind(), out)
	}
	fresh := reflect.New(reflect.TypeOf(l).Elem()).Interface().(json.Unmarshaler)
	if want, got := fresh.UnmarshalJSON([]byte(line)), any(clone).(json.Unmarshaler).UnmarshalJSON([]byte(line)); want != nil || got != nil || !reflect.DeepEqual(any(fresh), any(clone)) {
		return broken("a used record reads as a new one", "%v, %v (-new +used):\n%s", want, got, shown(fresh, clone))
	}
	return true
}

// rereads checks what out, the line as l was written, is read as.
func (p Protocol[L]) rereads(t *testing.T, broken reporter, line string, l L, out []byte) bool {
	second, err := p.Unmarshal(out)
	if err != nil {
		return broken("what was written can be read", "%v\nwritten: %s", err, out)
	}
	if p.View { // writes unknown payloads without their tags, and zero fields for tags that were absent
		if kind, err := p.Peek(out); isWhole(reflect.ValueOf(l)) && (err != nil || kind != l.Kind()) {
			return broken("what a view writes is of the same kind", "written: %s\nPeek: %q, %v; Kind of the %T: %q", out, kind, err, l, l.Kind())
		}
		return true
	}
	if reflect.TypeOf(second) != reflect.TypeOf(l) || second.Kind() != l.Kind() {
		return broken("what was written is the same case", "written: %s\nread: %T of %q; was %T of %q", out, second, second.Kind(), l, l.Kind())
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
	return true
}

// isInOrder reports whether the unknown members of a line stand in its Extra as on the line.
func isInOrder(line *jsontest.Tree, l decoder.Line) bool {
	f := reflect.ValueOf(l).Elem().FieldByName("Extra")
	if !f.IsValid() {
		return true
	}
	left := line.Members
	for name := range f.Interface().(decoder.Extra).All() {
		i := slices.IndexFunc(left, func(m jsontest.Member) bool {
			var key string
			return json.Unmarshal([]byte(m.Key), &key) == nil && key == name
		})
		if i < 0 {
			return false
		}
		left = left[i+1:]
	}
	return true
}

// isWhole reports whether no field of a record of a view is zero or unknown.
func isWhole(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && !(v.Kind() == reflect.Pointer && isUnknown(v.Elem())) && isWhole(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && !isWhole(v.Field(i)) {
				return false
			}
		}
		return v.NumField() == 0 || !v.IsZero()
	}
	return !v.IsZero()
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
	for _, e := range findings(err) {
		list = append(list, fmt.Sprint(e.Reason, " ", e.Path))
	}
	slices.Sort(list)
	return list
}

// findings returns all errors of lines in err. An error of a line wraps its reason and its cause, which are none.
func findings(err error) (list []*decoder.Error) {
	if e, ok := err.(*decoder.Error); ok {
		return []*decoder.Error{e}
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			list = append(list, findings(e)...)
		}
	}
	return list
}
