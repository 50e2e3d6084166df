// Package fieldtest has the functions that generated tests call. They read and write each member of each record alone, and each case of each
// union. `ndwire-gen --tests` generates the tests, which are tables, from a spec. Only generated code should use this package.
package fieldtest

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

type appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// Value has the JSON methods of generated records.
type Value interface {
	appender
	UnmarshalJSON(data []byte) error
}

// Protocol has the functions of the package that is tested.
type Protocol[L appender] struct {
	Unmarshal func(line []byte) (L, error)
	Borrow    func(line []byte) (L, error)
	Clone     func(L) L
	Check     func(line []byte) error
	View      bool // members that the spec does not declare are skipped and not written, and there are no notes
}

// Record is a record with only the members by which it is chosen, in Go and in JSON.
type Record struct {
	Line   string // a line of the protocol with $ in place of the record; "" if none is known, and in views
	Zero   Value
	Text   string // with all members that a record must have
	Clone  func(Value) Value
	Fields []Field
}

// Cloner returns a function for Record.Clone that calls the Clone method of a type.
func Cloner[P Value](clone func(P) P) func(Value) Value {
	return func(v Value) Value { return clone(v.(P)) }
}

// Field is a record in which one member has a value: a row of a table.
type Field struct {
	name  string // of the member; in views, names that lead to it, with slashes between them
	rule  rule
	value string // in JSON
	want  Value  // the whole record in Go
	wrong string // a value of a JSON type that the member cannot have; "" if it can have any
}

// rule is the meaning of absence and null of a member.
type rule int

const (
	required rule = iota
	nullable
	usual
	optional
	alias
)

// Required is a member whose absence and null are noted, and errors for strict readers.
func Required(name, value string, want Value, wrong string) Field {
	return Field{name, required, value, want, wrong}
}

// Nullable is a member whose absence is noted, and an error for strict readers; null is a value without a note.
func Nullable(name, value string, want Value, wrong string) Field {
	return Field{name, nullable, value, want, wrong}
}

// Usual is an optional member that programs usually write: its absence is noted.
func Usual(name, value string, want Value, wrong string) Field {
	return Field{name, usual, value, want, wrong}
}

// Optional is a member that is usually absent.
func Optional(name, value string, want Value, wrong string) Field {
	return Field{name, optional, value, want, wrong}
}

// Alias is another name of the member in the row above.
func Alias(name, value string, want Value) Field { return Field{name, alias, value, want, ""} }

// Run tests every member of every record: with its value, absent, null, and with a value of a wrong type.
func Run[L appender](t *testing.T, p Protocol[L], records []Record) {
	for _, r := range records {
		t.Run(strings.TrimPrefix(fmt.Sprintf("%T", r.Zero), "*"), func(t *testing.T) {
			text := parse(r.Text)
			r.reads(t, "", r.Text, r.Zero, true)
			if !p.View {
				writes(t, "the zero value", r.Zero, r.Text)
			}
			var absent object
			for _, f := range r.Fields {
				path := f.path(p.View)
				if f.rule != alias { // an alias has the absence of the row above
					absent = text.with(path, nil)
				}
				checkValue(t, p, r, f, absent.with(path, []byte(f.value)).String())
				if f.rule != alias {
					checkZero(t, p, r, f, absent.String(), text.with(path, []byte("null")).String(), text.with(path, []byte(f.wrong)).String())
				}
			}
		})
	}
}

// path returns the path of the member: in a view its name is a JSON Pointer without the first slash.
func (f Field) path(view bool) []string {
	if !view {
		return []string{f.name}
	}
	path := strings.Split(f.name, "/")
	for i, step := range path {
		path[i] = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
	}
	return path
}

// checkValue tests a member with its value. text is the record with it.
func checkValue[L appender](t *testing.T, p Protocol[L], r Record, f Field, text string) {
	got := r.reads(t, f.name, text, f.want, f.rule != alias)
	r.clones(t, f.name, f.want)
	if p.View {
		written, err := f.want.AppendJSON(nil)
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		r.reads(t, f.name+" written", string(written), f.want, true)
	} else {
		writes(t, f.name+" written back", got, text)
		if f.rule != alias {
			writes(t, f.name+" written", f.want, text)
		}
	}
	checkLine(t, p, r.Line, f.name, text, "")
}

// checkZero tests a member that the field cannot hold: it is zero, and the text is kept. The texts are those of the record where the member is absent,
// null, and of a wrong type.
func checkZero[L appender](t *testing.T, p Protocol[L], r Record, f Field, absent, null, wrong string) {
	kept := func(what, text string) {
		got := r.reads(t, f.name+" "+what, text, r.Zero, false)
		if !p.View {
			writes(t, f.name+" "+what+", written back", got, text)
		}
	}
	kept("absent", absent)
	if f.rule == required || f.rule == nullable {
		checkAbsent(t, p, r.Line, f.name, absent)
	}
	kept("null", null)
	if f.rule == nullable {
		checkLine(t, p, r.Line, f.name, null, "")
	}
	if f.wrong != "" {
		kept("of a wrong type", wrong)
		checkLine(t, p, r.Line, f.name, wrong, decoder.ErrType)
	}
}

// Texts returns the record in JSON with each of its members alone, for tests of other forms of the record.
func (r Record) Texts() []string {
	list := []string{r.Text}
	for _, f := range r.Fields {
		if f.rule != alias {
			list = append(list, parse(r.Text).with([]string{f.name}, []byte(f.value)).String())
		}
	}
	return list
}

// Cases tests a union by tag: each case is read as it was written, and a value of no case as the unknown record, if text is not "".
func Cases[U appender](t *testing.T, unmarshal func([]byte) (U, error), clone func(U) U, text string, unknown U, cases ...U) {
	t.Helper()
	CasesOf(t, func(v U) ([]byte, error) { return v.AppendJSON(nil) }, unmarshal, clone, text, unknown, cases...)
}

// CasesOf is Cases for a union whose cases have other tags in another union: marshal writes a value as one of this union.
func CasesOf[U appender](t *testing.T, marshal func(U) ([]byte, error), unmarshal func([]byte) (U, error), clone func(U) U, text string, unknown U, cases ...U) {
	t.Helper()
	read := func(text string, want U) {
		t.Helper()
		got, err := unmarshal([]byte(text))
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			return
		}
		for what, v := range map[string]U{"read": got, "the clone": clone(got)} {
			if reflect.TypeOf(v) != reflect.TypeOf(want) {
				t.Errorf("%s: %s is a %T, want a %T", text, what, v, want)
			}
			written, err := marshal(v)
			if err != nil {
				t.Errorf("%s: %v", what, err)
			} else if d := diff(text, string(written)); d != "" {
				t.Errorf("%s (-want +got):\n%s", what, d)
			}
		}
	}
	for _, c := range cases {
		text, err := marshal(c)
		if err != nil {
			t.Errorf("%T: %v", c, err)
			continue
		}
		read(string(text), c)
	}
	for _, c := range cases {
		nilCase(t, clone, c)
	}
	if text != "" {
		read(text, unknown)
		nilCase(t, clone, unknown)
	}
}

// nilCase tests a nil pointer to a case: it can be cloned, is an error of the encoder, and Kind does not panic.
func nilCase[U appender](t *testing.T, clone func(U) U, c U) {
	t.Helper()
	null := reflect.Zero(reflect.TypeOf(c)).Interface().(U)
	if _, err := clone(null).AppendJSON(nil); !errors.Is(err, encoder.ErrNil) {
		t.Errorf("writing a nil %T: %v, want encoder.ErrNil", c, err)
	}
	if l, isLine := any(null).(decoder.Line); isLine {
		_ = l.Kind()
	}
}

// Kind is a case of a line with only the members by which it is chosen, and its kind.
type Kind[L decoder.Line] struct {
	Kind decoder.Kind
	Line L
}

// Kinds tests the kinds of a protocol: peeking at a line and reading it return the kind that was written, and no other case has it.
func Kinds[L decoder.Line](t *testing.T, peek func([]byte) (decoder.Kind, error), unmarshal func([]byte) (L, error), kinds ...Kind[L]) {
	t.Helper()
	first := map[decoder.Kind]L{}
	for _, k := range kinds {
		text, err := k.Line.AppendJSON(nil)
		if err != nil {
			t.Errorf("%T: %v", k.Line, err)
			continue
		}
		if got := k.Line.Kind(); got != k.Kind {
			t.Errorf("%T: the kind is %q, want %q\n%s", k.Line, got, k.Kind, text)
		}
		if got, err := peek(text); got != k.Kind || err != nil {
			t.Errorf("%T: a peek says %q, %v; want %q\n%s", k.Line, got, err, k.Kind, text)
		}
		got, err := unmarshal(text)
		if err != nil || reflect.TypeOf(got) != reflect.TypeOf(k.Line) || got.Kind() != k.Kind {
			t.Errorf("%T: read back as %T, %v\n%s", k.Line, got, err, text)
		}
		if other, ok := first[k.Kind]; ok && reflect.TypeOf(other) != reflect.TypeOf(k.Line) {
			t.Errorf("%T and %T are of the kind %q", other, k.Line, k.Kind)
		}
		first[k.Kind] = k.Line
	}
}

// sameText equates values that have the same JSON text: a required list that is nil is written as an empty one, an unset value as the spec
// says, and the type of a union's value need not be set.
var sameText = cmp.Options{
	sameGoText,
	sameEmpty,
	cmp.FilterPath(func(p cmp.Path) bool { return !isRaw(p) }, cmpopts.EquateEmpty()),
	cmp.Comparer(func(a, b decoder.JSONType) bool {
		return a == b || a == decoder.Invalid || b == decoder.Invalid
	}),
	cmp.Comparer(func(a, b decoder.ExactNumber) bool { return zeroNumber(a) == zeroNumber(b) }),
	cmp.Comparer(func(a, b time.Time) bool {
		_, zoneA := a.Zone()
		_, zoneB := b.Zone()
		return a.Equal(b) && zoneA == zoneB || isUnset(a) && isUnset(b)
	}),
	cmp.FilterPath(isRaw, cmp.Comparer(func(a, b decoder.Raw) bool {
		empty := func(v decoder.Raw) bool { return len(v) == 0 || string(v) == "{}" || string(v) == "[]" }
		return string(a) == string(b) || empty(a) && empty(b)
	})),
}

// sameGoText compares types of the user by their texts. They can have fields that are not exported.
var sameGoText = cmp.FilterPath(func(p cmp.Path) bool {
	t := p.Last().Type()
	return t != nil && t.Kind() == reflect.Struct && t != reflect.TypeFor[time.Time]() && reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextMarshaler]())
}, cmp.Comparer(func(a, b any) bool {
	textOf := func(v any) (text string, err error) {
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		data, err := p.Interface().(encoding.TextMarshaler).MarshalText()
		return string(data), err
	}
	textA, errA := textOf(a)
	textB, errB := textOf(b)
	return textA == textB && (errA == nil) == (errB == nil)
}))

// sameEmpty equates an unset union by JSON type, which is written as the spec says in `zero:`, with the value that this text is read as: a record
// without members, or an unknown case.
var sameEmpty = cmp.FilterPath(func(p cmp.Path) bool {
	t := p.Last().Type()
	if t == nil || t.Kind() != reflect.Struct {
		return false
	}
	f, ok := t.FieldByName("Type")
	return ok && f.Type == reflect.TypeFor[decoder.JSONType]()
}, cmp.FilterValues(func(a, b any) bool { return isUnsetUnion(a) && isEmpty(b) || isUnsetUnion(b) && isEmpty(a) }, cmp.Ignore()))

// isUnsetUnion reports whether no variant of a union by JSON type is set.
func isUnsetUnion(v any) bool {
	u := reflect.ValueOf(v)
	for i := range u.NumField() {
		if u.Type().Field(i).Name != "Type" && !u.Field(i).IsZero() {
			return false
		}
	}
	return true
}

// isEmpty reports whether a value is written as an object or a list without anything.
func isEmpty(v any) bool {
	m, ok := v.(json.Marshaler)
	if !ok {
		return false
	}
	text, err := m.MarshalJSON()
	return err == nil && (string(text) == "{}" || string(text) == "[]")
}

// isRaw reports whether a path leads to a raw value. (A comparer for raw values would also compare bytes.)
func isRaw(p cmp.Path) bool { return p.Last().Type() == reflect.TypeFor[decoder.Raw]() }

// zeroNumber returns a decimal as it is written.
func zeroNumber(n decoder.ExactNumber) string {
	if n == "" {
		return "0"
	}
	return string(n)
}

// isUnset reports whether a time is zero, or the time that the number 0 stands for.
func isUnset(t time.Time) bool { return t.IsZero() || t.Equal(time.Unix(0, 0)) }

// reads decodes a text, and compares the record. exact says that it must have no notes.
func (r Record) reads(t *testing.T, name, text string, want Value, exact bool) Value {
	t.Helper()
	got := reflect.New(reflect.TypeOf(r.Zero).Elem()).Interface().(Value)
	if err := got.UnmarshalJSON([]byte(text)); err != nil {
		t.Errorf("%s: %v\n%s", name, err, text)
		return got
	}
	if d := cmp.Diff(want, got, sameText); d != "" {
		t.Errorf("%s: %s\nreads as (-want +got):\n%s", name, text, d)
	}
	if extra := reflect.ValueOf(got).Elem().FieldByName("Extra"); exact && extra.IsValid() && !extra.IsZero() {
		t.Errorf("%s: something is noted about %s", name, text)
	}
	return got
}

// writes encodes v, and compares the JSON values.
func writes(t *testing.T, what string, v appender, want string) {
	t.Helper()
	got, err := v.AppendJSON(nil)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if d := diff(want, string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// clones compares v with its clone.
func (r Record) clones(t *testing.T, name string, v Value) {
	t.Helper()
	if d := cmp.Diff(v, r.Clone(v), sameGoText); d != "" {
		t.Errorf("%s: the clone (-want +got):\n%s", name, d)
	}
}

// checkLine puts a record into a line, reads it and writes it back, and checks that a strict reader reports the reason for the member: "" for
// none.
func checkLine[L appender](t *testing.T, p Protocol[L], line, name, record string, want decoder.Reason) {
	t.Helper()
	before, after, ok := strings.Cut(line, "$")
	if !ok {
		return
	}
	text := before + record + after
	l, err := p.Unmarshal([]byte(text))
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, text)
		return
	}
	borrowed := []byte(text)
	b, err := p.Borrow(borrowed)
	if err != nil {
		t.Errorf("%s: borrowed: %v\n%s", name, err, text)
		return
	}
	clone := p.Clone(b)
	for i := range borrowed {
		borrowed[i] = '#'
	}
	for what, l := range map[string]L{"the line": l, "the clone of a borrowed line": clone} {
		writes(t, name+": "+what+" is written back", l, text)
	}
	from, to := parse(record).span(name)
	var found []error
	for _, e := range findings(p.Check([]byte(text))) {
		at := int(e.Offset) - len(before)
		if at >= from && at < to {
			found = append(found, e)
		}
	}
	switch {
	case want == "" && len(found) > 0:
		t.Errorf("%s: a strict reader finds %v\n%s", name, found, text)
	case want != "" && !slices.ContainsFunc(found, func(err error) bool { return errors.Is(err, want) }):
		t.Errorf("%s: a strict reader finds %v, want %v\n%s", name, found, want, text)
	}
}

// checkAbsent checks that a strict reader reports the missing member.
func checkAbsent[L appender](t *testing.T, p Protocol[L], line, name, record string) {
	t.Helper()
	before, after, ok := strings.Cut(line, "$")
	if !ok {
		return
	}
	text := before + record + after
	for _, e := range findings(p.Check([]byte(text))) {
		if e.Reason == decoder.ErrMissing && e.Err != nil && strings.Contains(e.Err.Error(), name) {
			return
		}
	}
	t.Errorf("%s: a strict reader does not miss it: %v\n%s", name, p.Check([]byte(text)), text)
}

// findings lists all errors that are joined in err.
func findings(err error) []*decoder.Error {
	if e, ok := err.(*decoder.Error); ok {
		return []*decoder.Error{e}
	}
	var list []*decoder.Error
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			list = append(list, findings(e)...)
		}
	}
	return list
}

// diff compares two JSON texts as values. Numbers keep their spelling.
func diff(want, got string) string {
	w, err := value(want)
	if err != nil {
		return err.Error()
	}
	g, err := value(got)
	if err != nil {
		return err.Error()
	}
	return cmp.Diff(w, g)
}

func value(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&v); err == nil {
		if _, err = d.Token(); err == io.EOF {
			return v, nil
		}
	}
	return nil, fmt.Errorf("not one JSON value: %s", text)
}

// object is a JSON object as it stands.
type object []member

type member struct {
	name  string
	value json.RawMessage
}

// parse parses the text of an object that the generator or String has written.
func parse[T string | json.RawMessage](text T) object {
	d := json.NewDecoder(strings.NewReader(string(text)))
	_, err := d.Token()
	var o object
	for err == nil && d.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err == nil {
			err = d.Decode(&value)
			o = append(o, member{name.(string), value})
		}
	}
	if err != nil {
		panic(fmt.Sprintf("fieldtest: %v in %s", err, text))
	}
	return o
}

// with returns o with a value for the member at a path, or without the member if the value is nil.
func (o object) with(path []string, value []byte) object {
	i := slices.IndexFunc(o, func(m member) bool { return m.name == path[0] })
	if len(path) > 1 {
		var inner object
		if i >= 0 {
			inner = parse(o[i].value)
		}
		value = []byte(inner.with(path[1:], value).String())
	}
	switch {
	case i >= 0 && value == nil:
		return slices.Delete(slices.Clone(o), i, i+1)
	case i >= 0:
		o = slices.Clone(o)
		o[i].value = value
	case value != nil:
		o = append(slices.Clip(o), member{path[0], value})
	}
	return o
}

func (o object) String() string { return string(o.append(nil, nil)) }

// append appends o's text, and calls at, if it is not nil, with the position of each value in it.
func (o object) append(dst []byte, at func(name string, from, to int)) []byte {
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		name, _ := json.Marshal(m.name) // a string can always be written
		dst = append(append(dst, name...), ':')
		from := len(dst)
		dst = append(dst, m.value...)
		if at != nil {
			at(m.name, from, len(dst))
		}
	}
	return append(dst, '}')
}

// span returns the position of a member's value in o's text.
func (o object) span(name string) (from, to int) {
	o.append(nil, func(n string, f, t int) {
		if n == name {
			from, to = f, t
		}
	})
	return from, to
}
