package lawtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// changed checks records of which a program sets a Go field: what is set is what is read back, and all else is written byte for byte as before. Lines
// with few fields are changed in all ways, others in some.
func (p Protocol[L]) changed(t *testing.T, lines []string) {
	t.Helper()
	for _, line := range lines {
		l, err := p.Unmarshal([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(line))
		r := rand.New(rand.NewPCG(h.Sum64(), 10))
		for _, i := range r.Perm(countChanges(&l))[:min(12, countChanges(&l))] {
			if !p.change(t, line, i) {
				return
			}
		}
	}
}

// countChanges returns how many changes of a line there are; none of an unknown line, or of a record without fields.
func countChanges[L decoder.Line](l *L) (n int) {
	for _, f := range settable(reflect.ValueOf(l).Elem(), nil) {
		n += len(valuesOf(f.value))
	}
	return n
}

// changeOf returns the field and the value of a line's change with a number.
func changeOf[L decoder.Line](l *L, number int) (f goField, value reflect.Value) {
	for _, f := range settable(reflect.ValueOf(l).Elem(), nil) {
		values := valuesOf(f.value)
		if number < len(values) {
			return f, values[number]
		}
		number -= len(values)
	}
	panic("no change has this number")
}

// change makes the change of a line with a number. It reports whether the laws hold.
func (p Protocol[L]) change(t *testing.T, line string, number int) bool {
	t.Helper()
	l, err := p.Unmarshal([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	before, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, value := changeOf(&l, number)
	same := reflect.DeepEqual(f.value.Interface(), value.Interface())
	zero := value.IsZero() || value.Kind() == reflect.Pointer && value.Elem().IsZero()
	_, raw := f.value.Interface().(decoder.Raw)
	wasTag := p.isTag(f.value)
	unset := zero && (raw || wasTag) // then the tag can be written, in a raw member or at another place
	f.value.Set(value)
	broken := func(law, format string, args ...any) bool {
		t.Helper()
		t.Errorf("law: %s\nline: %s\nset: %s to %s\n%s", law, line, f, shownValue(value), fmt.Sprintf(format, args...))
		return false
	}
	after, err := l.AppendJSON(nil)
	if err != nil && !hasNoJSON(err) {
		return broken("what a program sets can be written", "%v", err)
	}
	if err != nil || len(after) == 0 || after[0] != '{' {
		return true // a record that stands for a bare string, with or without members
	}
	was, is := jsontest.Parse(string(before)), jsontest.Parse(string(after))
	if n := differences(was, is); n > 1 && !unset && !f.hasOuterName() && !f.isBesideOthers() || n > 0 && same {
		return broken("what was not changed is written as before", "before: %s\nafter:  %s", before, after)
	}
	if kind, err := p.Peek(after); (err != nil || kind != l.Kind()) && !(p.View && zero) { // in a view, a zero tag is that of the line which was read
		return broken("Peek is Kind, also of a changed record", "written: %s\nPeek: %q, %v; Kind of the %T: %q", after, kind, err, l, l.Kind())
	}
	second, err := p.Unmarshal(after)
	if err != nil {
		return broken("what was written can be read", "%v\nwritten: %s", err, after)
	}
	got, ok := f.in(reflect.ValueOf(&second).Elem())
	if ok && !reads(value.Interface(), got.Interface()) && !(zero && p.isTag(got)) {
		return broken("what is set is what is read back", "read: %s\nwritten: %s", shownValue(got), after)
	}
	again, err := second.AppendJSON(nil)
	stable := err == nil && differences(is, jsontest.Parse(string(again))) == 0
	if wasTag { // the value around it may be another case now, which spells what was unknown to the first one
		stable = err == nil && jsontest.Diff(t, after, again) == ""
	}
	if !stable && !p.View && reflect.TypeOf(second) == reflect.TypeOf(l) {
		return broken("writing is stable, also of a changed record", "once:  %s\ntwice: %s, %v", after, again, err)
	}
	return true
}

// hasNoJSON reports whether an encoder's error says that no JSON has the values of all fields: those of a record that stands for a bare string, also
// where only its members stand, or of a raw value in the place of an object.
func hasNoJSON(err error) bool {
	return slices.ContainsFunc([]string{"a plain string has no members", "a record that is not an object cannot have its members beside another's",
		"is not the object that its field is for"}, func(reason string) bool { return strings.Contains(err.Error(), reason) })
}

// isTag reports whether a value can be a tag, or have one in it: a tag that is not set is written as the one of the record.
func (p Protocol[L]) isTag(v reflect.Value) bool {
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	text, err := json.Marshal(v.Interface())
	_, raw := v.Interface().(decoder.Raw)
	return err == nil && slices.ContainsFunc(p.Tags, func(tag string) bool {
		return sameLiteral(string(text), tag) || raw && bytes.Contains(text, []byte(tag))
	})
}

// sameLiteral reports whether two JSON literals are the same value: 1.50 is 1.5.
func sameLiteral(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && x == y
}

// goField is a Go field or an element within a value, and the way to it.
type goField struct {
	value reflect.Value
	path  []step
}

// step leads to a field, an element, or what a pointer or an interface holds (-1).
type step struct {
	index int
	of    reflect.Type
}

func (f goField) String() string {
	var b strings.Builder
	for _, s := range f.path {
		switch {
		case s.index >= 0 && s.of.Kind() == reflect.Struct:
			b.WriteString("." + s.of.Field(s.index).Name)
		case s.index >= 0:
			fmt.Fprintf(&b, "[%d]", s.index)
		}
	}
	return b.String()
}

// hasOuterName reports whether the field has the name of its record's field. Where the record can be flattened, it is written nested then.
func (f goField) hasOuterName() bool {
	var names []string
	for _, s := range f.path {
		if s.index >= 0 && s.of.Kind() == reflect.Struct {
			names = append(names, s.of.Field(s.index).Name)
		}
	}
	return len(names) > 1 && names[len(names)-1] == names[len(names)-2]
}

// isBesideOthers reports whether the field is in a list whose elements can be no records: maps, or values of unions by JSON type. Those are written
// anew with all other elements that are no records.
func (f goField) isBesideOthers() bool {
	return slices.ContainsFunc(f.path, func(s step) bool { return s.of.Kind() == reflect.Slice && isNoRecord(s.of.Elem()) })
}

// isNoRecord reports whether a value of a type with parts can be or contain something else than a record, or a record that is a bare string in JSON.
func isNoRecord(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Map:
		return true
	case reflect.Slice, reflect.Pointer:
		return isNoRecord(t.Elem())
	case reflect.Struct: // a union by JSON type, or a record, which may stand for a bare string
		if f, ok := t.FieldByName("Type"); ok && f.Type == reflect.TypeFor[decoder.JSONType]() {
			return true
		}
		return slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Type.Kind() == reflect.String && f.Tag.Get("json") == "-" })
	}
	return false
}

// in returns the field at the same place in another value. ok is false if there is another type on the way.
func (f goField) in(v reflect.Value) (_ reflect.Value, ok bool) {
	for _, s := range f.path {
		switch {
		case v.Type() != s.of:
			return v, false
		case s.index < 0 && v.IsNil(), s.index >= 0 && v.Kind() == reflect.Slice && s.index >= v.Len():
			return v, false
		case s.index < 0:
			v = v.Elem()
		case v.Kind() == reflect.Struct:
			v = v.Field(s.index)
		default:
			v = v.Index(s.index)
		}
	}
	return v, v.Type() == f.value.Type()
}

// settable returns the fields in v whose values are no records, unions, lists or maps.
func settable(v reflect.Value, path []step) (list []goField) {
	with := func(index int) []step { return append(path[:len(path):len(path)], step{index, v.Type()}) }
	switch {
	case v.Type() == reflect.TypeFor[decoder.Extra](), v.Type() == reflect.TypeFor[decoder.JSONType]():
		return nil
	case len(valuesOf(v)) > 0:
		return []goField{{v, path}}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && !isUnknown(v.Elem()) {
			return settable(v.Elem(), with(-1))
		}
	case reflect.Struct:
		byType := v.FieldByName("Type").IsValid() && v.FieldByName("Type").Type() == reflect.TypeFor[decoder.JSONType]()
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !(byType && (v.Field(i).IsZero() || f.Name == "Other")) { // another type than that of the value
				list = append(list, settable(v.Field(i), with(i))...)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = append(list, settable(v.Index(i), with(i))...)
		}
	}
	return list
}

// isUnknown reports whether a value is that of an unknown case, which has the whole text.
func isUnknown(v reflect.Value) bool {
	return v.Kind() == reflect.Struct && v.NumField() == 1 && v.FieldByName("Raw").IsValid()
}

// valuesOf returns values for a field; none if its type has parts.
func valuesOf(v reflect.Value) (list []reflect.Value) {
	add := func(values ...any) []reflect.Value {
		for _, value := range values {
			list = append(list, reflect.ValueOf(value).Convert(v.Type()))
		}
		return list
	}
	switch v.Interface().(type) {
	case decoder.Raw:
		return add(decoder.Raw(nil), decoder.Raw(`[[["set"]]]`), decoder.Raw("7"), decoder.Raw(`"set"`))
	case decoder.ExactNumber:
		return add("", "7.50", "1")
	case time.Time:
		return add(time.Time{}, time.Unix(1700000000, 0).UTC())
	case []byte:
		return add([]byte(nil), []byte("set"))
	}
	switch v.Kind() {
	case reflect.String:
		return add("", "set", "é\x01\"")
	case reflect.Bool:
		return add(false, true)
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return add(0, 1, 77)
	case reflect.Float64:
		return add(0, 1, 7.25)
	case reflect.Pointer:
		elem := reflect.New(v.Type().Elem())
		for _, value := range valuesOf(elem.Elem()) {
			p := reflect.New(v.Type().Elem())
			p.Elem().Set(value)
			list = append(list, p)
		}
		if len(list) > 0 {
			list = append(list, reflect.Zero(v.Type()))
		}
	}
	return list
}

// reads reports whether a value that was set can be read back as got: the same one, or what stands for a value that is not set.
func reads(set, got any) bool {
	switch set := set.(type) {
	case decoder.Raw:
		got := got.(decoder.Raw)
		return bytes.Equal(set, got) || set == nil && (string(got) == "{}" || string(got) == "[]" || string(got) == "null")
	case decoder.ExactNumber:
		return set == got || set == "" && got.(decoder.ExactNumber) == "0"
	case []byte:
		return bytes.Equal(set, got.([]byte))
	case time.Time:
		got := got.(time.Time)
		return set.Equal(got) || set.IsZero() && got.Equal(time.Unix(0, 0))
	}
	if v, w := reflect.ValueOf(set), reflect.ValueOf(got); v.Kind() == reflect.Pointer && !v.IsNil() && !w.IsNil() {
		return reads(v.Elem().Interface(), w.Elem().Interface())
	}
	return reflect.DeepEqual(set, got)
}

func shownValue(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		return "&" + shownValue(v.Elem())
	}
	return fmt.Sprintf("%#v", v.Interface())
}

// differences returns how many values differ in two values, in their spelling. What only one of them has counts as one, and so does a list without
// objects, which is one value of a field.
func differences(a, b *jsontest.Tree) (n int) {
	switch {
	case a.Open != b.Open:
		return 1
	case a.Open == 0 && a.Text == b.Text:
		return 0
	case a.Open == 0, len(a.Members)*len(b.Members) == 0 && len(a.Members)+len(b.Members) > 0, a.Open == '[' && len(a.Members) != len(b.Members):
		return 1
	case a.Open == '[' && !slices.ContainsFunc(a.All(), func(v *jsontest.Tree) bool { return v.Open == '{' }):
		for i, m := range a.Members {
			n = max(n, differences(m.Value, b.Members[i].Value))
		}
		return n
	case a.Open == '[':
		for i, m := range a.Members {
			n += differences(m.Value, b.Members[i].Value)
		}
		return n
	}
	rest := slices.Clone(b.Members)
	for _, m := range a.Members {
		i := slices.IndexFunc(rest, func(o jsontest.Member) bool { return o.Key == m.Key })
		if i < 0 {
			n++
			continue
		}
		n += differences(m.Value, rest[i].Value)
		rest = slices.Delete(rest, i, i+1)
	}
	return n + len(rest)
}
