package lawtest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// edited checks the kinds of records whose members a program sets and deletes in Extra: what can be written has the kind of the record.
func (p Protocol[L]) edited(t *testing.T, lines []string) {
	t.Helper()
	names, values := []string{"new"}, []string{"null", "7", `"x"`, "{}"}
	for _, line := range lines {
		collect(jsontest.Parse(line), &names, &values)
	}
	for _, line := range lines {
		h := fnv.New64a()
		_, _ = h.Write([]byte(line))
		r := rand.New(rand.NewPCG(h.Sum64(), 9))
		for range 4 {
			l, err := p.Unmarshal([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			list := extras(reflect.ValueOf(l), nil)
			if len(list) == 0 {
				continue // an unknown line, or one of a view
			}
			var done []string
			for range 1 + r.IntN(2) {
				e := list[0]
				if r.IntN(3) == 0 {
					e = list[r.IntN(len(list))]
				}
				name, value := names[r.IntN(len(names))], values[r.IntN(len(values))]
				switch r.IntN(5) {
				case 0, 1:
					e.Set(name, decoder.Raw(value))
					done = append(done, fmt.Sprintf("Set(%q, %s)", name, value))
				case 2, 3:
					e.Delete(name)
					done = append(done, fmt.Sprintf("Delete(%q)", name))
				default:
					state := decoder.State(r.IntN(9))
					e.Note(name, state)
					done = append(done, fmt.Sprintf("Note(%q, %v)", name, state))
				}
			}
			out, err := l.AppendJSON(nil)
			if err != nil || out[0] != '{' {
				continue // no line: such as a payload without a tag, or a bare string
			}
			if kind, err := p.Peek(out); err != nil || kind != l.Kind() {
				t.Errorf("law: Peek is Kind, also of an edited record\nline: %s\nedited by %s\nwritten: %s\nPeek: %q, %v; Kind of the %T: %q",
					line, strings.Join(done, ", "), out, kind, err, l, l.Kind())
				return
			}
		}
	}
}

// extras returns the Extra of each record in a value, that of the outermost record first.
func extras(v reflect.Value, list []*decoder.Extra) []*decoder.Extra {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			list = extras(v.Elem(), list)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanAddr() && f.Type() == reflect.TypeFor[decoder.Extra]() {
				list = append(list, f.Addr().Interface().(*decoder.Extra))
			}
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && v.Field(i).Type() != reflect.TypeFor[decoder.Extra]() {
				list = extras(v.Field(i), list)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = extras(v.Index(i), list)
		}
	}
	return list
}

// collect adds the names of all members in a value, and its scalars.
func collect(n *jsontest.Tree, names, values *[]string) {
	if n.Open == 0 {
		*values = append(*values, n.Text)
	}
	for _, m := range n.Members {
		var name string
		if n.Open == '{' {
			if text, ok := decoder.Raw(m.Key).Text(); ok {
				name = text
			}
			*names = append(*names, name)
		}
		collect(m.Value, names, values)
	}
}
