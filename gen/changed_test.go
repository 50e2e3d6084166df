package gen_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
)

// TestKindsOfChanged sets each field of the records of lines, and of new records, to each literal of the spec's tags, and checks that Kind is the
// kind that Peek returns for the written line.
func TestKindsOfChanged(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			m, err := spec.Load(filepath.Join("testdata", p.name, "spec.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			values := []string{`"x"`, "5", `""`, "0", "false"}
			for _, u := range m.Unions {
				values = append(values, literals(u.Tree)...)
			}
			seen := map[reflect.Type]bool{}
			held := heldUnions(t, p)
			for _, line := range p.lines(t) {
				l, err := p.unmarshal([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				record := reflect.TypeOf(l).Elem()
				if seen[record] {
					continue
				}
				seen[record] = true
				check := func(l decoder.Line) {
					data, err := l.AppendJSON(nil)
					if err != nil || data[0] != '{' {
						return // no line: a payload without a tag, or a bare string
					}
					if kind, err := p.peek(data); err != nil || kind != l.Kind() {
						t.Errorf("%s: Kind of %T is %q, Peek says %q, %v", data, l, l.Kind(), kind, err)
					}
				}
				if !p.isView() {
					check(reflect.New(record).Interface().(decoder.Line))
				}
				for i := range record.NumField() { // each value of the union in some line
					for _, v := range held[record.Field(i).Type] {
						built := reflect.New(record)
						built.Elem().Field(i).Set(v)
						check(built.Interface().(decoder.Line))
					}
				}
				for _, literal := range values {
					if p.isView() && slices.Contains([]string{`""`, "0", "false"}, literal) {
						continue // in a view, zero can be a value of another type
					}
					eachField(record, nil, func(index []int) {
						built := reflect.New(record)
						if !set(built.Elem(), index, literal) {
							return
						}
						check(built.Interface().(decoder.Line))
					})
				}
			}
		})
	}
}

// heldUnions returns the values of fields of lines that are unions by tag, by the type of the union.
func heldUnions(t *testing.T, p protocol) map[reflect.Type][]reflect.Value {
	held := map[reflect.Type][]reflect.Value{}
	for _, line := range p.lines(t) {
		l, err := p.unmarshal([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		record := reflect.ValueOf(l).Elem()
		for i := range record.NumField() {
			if f := record.Field(i); f.Kind() == reflect.Interface && !f.IsNil() {
				held[f.Type()] = append(held[f.Type()], f)
			}
		}
	}
	return held
}

// literals returns the literals of all cases below a node.
func literals(n *spec.Node) (list []string) {
	if n == nil {
		return nil
	}
	for _, c := range n.Cases {
		if !n.Has {
			list = append(list, c.Literal)
		}
		list = append(list, literals(c.Target.Node)...)
	}
	for _, other := range []*spec.Target{n.Otherwise, n.Absent} {
		if other != nil {
			list = append(list, literals(other.Node)...)
		}
	}
	return list
}

// eachField visits the fields of a record that hold JSON values, and those of the records in it, three levels deep.
func eachField(t reflect.Type, index []int, visit func(index []int)) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[decoder.Extra]() || len(index) > 3 {
		visit(index)
		return
	}
	for i := range t.NumField() {
		if t.Field(i).IsExported() {
			eachField(t.Field(i).Type, append(index[:len(index):len(index)], i), visit)
		}
	}
}

// set gives the field at an index a literal. It reports whether the field can have it.
func set(v reflect.Value, index []int, literal string) bool {
	for _, i := range index {
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.New(v.Type().Elem()))
			v = v.Elem()
		}
		v = v.Field(i)
	}
	switch v.Type() {
	case reflect.TypeFor[decoder.Raw]():
		v.SetBytes([]byte(literal))
		return true
	case reflect.TypeFor[decoder.Extra](), reflect.TypeFor[decoder.JSONType]():
		return false
	}
	kind := v.Type()
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch kind.Kind() {
	case reflect.String, reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64, reflect.Bool:
		return literal != "null" && json.Unmarshal([]byte(literal), v.Addr().Interface()) == nil
	}
	return false
}

// TestKindsOfNew checks the kind of records that a program makes, alone and with an unknown member: it is the one of their JSON.
func TestKindsOfNew(t *testing.T) {
	extra := reflect.TypeFor[decoder.Extra]()
	for _, p := range protocols {
		types := map[reflect.Type]bool{}
		for _, line := range p.lines(t) {
			l, err := p.unmarshal([]byte(line))
			if err != nil {
				continue
			}
			types[reflect.TypeOf(l).Elem()] = true
		}
		for typ := range types {
			field, ok := typ.FieldByName("Extra")
			if !ok || field.Type != extra {
				continue // an unknown case, or a view
			}
			for _, more := range []bool{false, true} {
				v := reflect.New(typ)
				if more {
					v.Elem().FieldByIndex(field.Index).Addr().Interface().(*decoder.Extra).Set("more of it", decoder.Raw("1"))
				}
				l := v.Interface().(decoder.Line)
				data, err := l.AppendJSON(nil)
				if err != nil {
					continue // a required member has no zero value
				}
				if kind, err := p.peek(data); err != nil || kind != l.Kind() {
					t.Errorf("%s: %s: Kind is %q, Peek says %q, %v\n%s", p.name, typ, l.Kind(), kind, err, data)
				}
			}
		}
	}
}
