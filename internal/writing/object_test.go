package writing

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/notes"
)

func with(n ...notes.Note) *notes.Set { return &notes.Set{Notes: n} }

func note(s notes.State) *notes.Set { return with(notes.Note{Name: "f", State: s}) }

// odd is a note about a value that the field cannot hold, respelled a note about another spelling of the field's value.
func odd(text string) *notes.Set {
	return with(notes.Note{Name: "f", State: notes.Odd, Text: []byte(text)})
}

func respelled(text string) *notes.Set {
	return with(notes.Note{Name: "f", State: notes.Odd, Text: []byte(text), Respelled: true})
}

func alias(more ...notes.Note) *notes.Set {
	return with(append(more, notes.Note{Name: "f", State: notes.Aliased, Alias: "theF"})...)
}

// The records of the tests have one field of some type between two others, and are written as generated code writes them. The value of the
// field is a Go value of the test.
type ask func(o *Object, set bool) bool

var (
	askRequired ask = func(o *Object, set bool) bool { return o.Required(`,"f":`, set) }
	askOptional ask = func(o *Object, set bool) bool { return o.Optional(`,"f":`, set) }
	askDefault  ask = func(o *Object, set bool) bool { return o.Default(`,"f":`, set) }
	askNullable ask = func(o *Object, set bool) bool { return o.Nullable(`,"f":`, set) }
)

func encode(x *notes.Set, question ask, v any) (string, error) {
	var o Object
	o.Begin([]byte("#"), notes.ExtraOf(x), false)
	o.Fixed(`,"a":1`)
	put(&o, question, v)
	if o.Required(`,"z":`, true) {
		o.Bool(true)
	}
	b, err := o.End()
	return string(b), err
}

func put(o *Object, question ask, v any) {
	switch v := v.(type) {
	case string:
		if question(o, v != "") {
			o.String(v)
		}
	case *string:
		if question(o, v != nil) {
			o.String(*v)
		}
	case int:
		if question(o, v != 0) {
			o.Int(int64(v))
		}
	case *int:
		if question(o, v != nil) {
			o.Int(int64(*v))
		}
	case float64:
		if question(o, v != 0) {
			o.Float(v)
		}
	case bool:
		if question(o, v) {
			o.Bool(v)
		}
	case []string:
		if question(o, v != nil) {
			o.Strings(v)
		}
	case []int:
		if question(o, v != nil) {
			o.Ints(v)
		}
	case []float64:
		if question(o, v != nil) {
			o.BeginList()
			for _, f := range v {
				o.Elem()
				o.Float(f)
			}
			o.EndList()
		}
	case map[string]int:
		if question(o, v != nil) {
			o.BeginMap()
			for _, k := range SortedKeys(v) {
				o.Key(k)
				o.Int(int64(v[k]))
			}
			o.EndMap()
		}
	case json.RawMessage:
		if question(o, v != nil) {
			o.Raw(v)
		}
	case *inner:
		if question(o, v.N != 0) {
			o.Value(v.AppendJSON(o.Bytes()))
		}
	default:
		panic("no such field in the tests")
	}
}

// inner is a record as a field: a tag, an int.
type inner struct {
	N int
	x *notes.Set
}

func (m *inner) AppendJSON(dst []byte) ([]byte, error) {
	var o Object
	o.Begin(dst, notes.ExtraOf(m.x), false)
	o.Fixed(`,"type":"inner"`)
	if o.Required(`,"n":`, m.N != 0) {
		o.Int(int64(m.N))
	}
	return o.End()
}

func TestObjectStates(t *testing.T) {
	empty, text, zero, three := "", "x", 0, 3
	const omitted = ""
	tests := []struct {
		name     string
		x        *notes.Set
		question ask
		v        any
		want     string // the member
	}{
		{"required, no notes", nil, askRequired, "x", `"f":"x"`},
		{"required zero, no notes", nil, askRequired, "", `"f":""`},
		{"required nil list, no notes", nil, askRequired, []string(nil), `"f":[]`},
		{"required nil ints, no notes", nil, askRequired, []int(nil), `"f":[]`},
		{"required nil map, no notes", nil, askRequired, map[string]int(nil), `"f":{}`},
		{"required nil raw, no notes", nil, askRequired, json.RawMessage(nil), `"f":null`},
		{"required, note about another", with(notes.Note{Name: "ff", State: notes.Absent}), askRequired, "", `"f":""`},
		{"required absent", note(notes.Absent), askRequired, "", omitted},
		{"required absent, then set", note(notes.Absent), askRequired, "x", `"f":"x"`},
		{"required null", note(notes.IsNull), askRequired, 0, `"f":null`},
		{"required null, then set", note(notes.IsNull), askRequired, 1, `"f":1`},
		{"required present", note(notes.Present), askRequired, 0, `"f":0`},
		{"required inlined, but not asked", note(notes.Inlined), askRequired, 0, `"f":0`},

		{"required wrong scalar", odd(`"12"`), askRequired, 0, `"f":"12"`},
		{"required wrong object", odd(`{"a":[1]}`), askRequired, "", `"f":{"a":[1]}`},
		{"required wrong, then set", odd(`"12"`), askRequired, 12, `"f":12`},
		{"required wrong, list", odd(`["a",5]`), askRequired, []string(nil), `"f":["a",5]`},
		{"required wrong, list then set", odd(`["a",5]`), askRequired, []string{"a"}, `"f":["a"]`},
		{"required wrong, map", odd(`{"a":"x"}`), askRequired, map[string]int(nil), `"f":{"a":"x"}`},
		{"required wrong record", odd(`"none"`), askRequired, &inner{}, `"f":"none"`},
		{"required wrong record, then set", odd(`"none"`), askRequired, &inner{N: 1}, `"f":{"type":"inner","n":1}`},
		{"required wrong bool", odd(`"no"`), askRequired, false, `"f":"no"`},
		{"required wrong bool, then set", odd(`"no"`), askRequired, true, `"f":true`},
		{"required odd without a text", odd(""), askRequired, 0, `"f":0`},
		{"wrong text on several lines", odd("{\n \"a b\": 1 }"), askRequired, 0, `"f":{"a b":1}`},

		{"required respelled", respelled("1500.0"), askRequired, 1500, `"f":1500.0`},
		{"required respelled, then another", respelled("1500.0"), askRequired, 1501, `"f":1501`},
		{"required respelled, then zero", respelled("1500.0"), askRequired, 0, `"f":0`},
		{"required respelled zero", respelled("0.3"), askRequired, 0, `"f":0.3`},
		{"required minus zero", respelled("-0"), askRequired, 0.0, `"f":-0`},
		{"required float", respelled("1E-7"), askRequired, 1e-7, `"f":1E-7`},
		{"required float, then its whole part", respelled("3.50"), askRequired, 3.0, `"f":3`},
		{"required float out of range", respelled("1e400"), askRequired, math.MaxFloat64, `"f":1e400`},
		{"required text", respelled(`"cut \ud83c"`), askRequired, "cut \ufffd", `"f":"cut \ud83c"`},
		{"required text, then another", respelled(`"cut \ud83c"`), askRequired, "cut", `"f":"cut"`},
		{"required text, then none", respelled(`"cut \ud83c"`), askRequired, "", `"f":""`},
		{"required ints", respelled("[1.0,2]"), askRequired, []int{1, 2}, `"f":[1.0,2]`},
		{"required ints, then others", respelled("[1.0,2]"), askRequired, []int{1, 3}, `"f":[1,3]`},
		{"required ints, then none", respelled("[1.0,2]"), askRequired, []int(nil), `"f":[]`},
		{"required ints, then empty", respelled("[1.0,2]"), askRequired, []int{}, `"f":[]`},
		{"required floats", respelled("[1.50,2]"), askRequired, []float64{1.5, 2}, `"f":[1.50,2]`},
		{"required floats, then whole", respelled("[1.50,2]"), askRequired, []float64{1, 2}, `"f":[1,2]`},
		{"required map", respelled(`{"b":1e0,"a":2}`), askRequired, map[string]int{"a": 2, "b": 1}, `"f":{"b":1e0,"a":2}`},
		{"required map, then others", respelled(`{"b":1e0,"a":2}`), askRequired, map[string]int{"a": 2}, `"f":{"a":2}`},

		{"required respelled record, then empty", respelled(`"cut \ud83c"`), askRequired, &inner{}, `"f":{"type":"inner","n":0}`},
		{"required wrong, list then set to zeros", odd(`[1.0,"x"]`), askRequired, []int{1, 0}, `"f":[1,0]`},
		{"required wrong, map then set to zeros", odd(`{"a":1.0,"b":"x"}`), askRequired, map[string]int{"a": 1, "b": 0}, `"f":{"a":1,"b":0}`},
		{"optional wrong, list then set to none", odd(`["x"]`), askOptional, []int{}, `"f":[]`},

		{"optional, no notes", nil, askOptional, &text, `"f":"x"`},
		{"optional nil, no notes", nil, askOptional, (*string)(nil), omitted},
		{"optional empty, no notes", nil, askOptional, &empty, `"f":""`},
		{"optional null", note(notes.IsNull), askOptional, (*string)(nil), `"f":null`},
		{"optional null, then set", note(notes.IsNull), askOptional, &empty, `"f":""`},
		{"optional wrong", odd("5"), askOptional, (*string)(nil), `"f":5`},
		{"optional wrong, then set", odd("5"), askOptional, &text, `"f":"x"`},
		{"optional wrong, then set to zero", odd("5"), askOptional, &empty, `"f":""`},
		{"optional respelled", respelled("3e0"), askOptional, &three, `"f":3e0`},
		{"optional respelled, then zero", respelled("3e0"), askOptional, &zero, `"f":0`},
		{"optional respelled, then nil", respelled("3e0"), askOptional, (*int)(nil), omitted},
		{"optional absent says nothing", note(notes.Absent), askOptional, (*int)(nil), omitted},

		{"deleted", note(notes.Deleted), askRequired, "x", omitted},
		{"deleted, optional", note(notes.Deleted), askOptional, &text, omitted},
		{"deleted, nullable", note(notes.Deleted), askNullable, &text, omitted},
		{"deleted, nullable nil", note(notes.Deleted), askNullable, (*string)(nil), omitted},
		{"deleted, default", note(notes.Deleted), askDefault, 1, omitted},

		{"default, no notes", nil, askDefault, 1, `"f":1`},
		{"default not set, no notes", nil, askDefault, 0, omitted},
		{"default spelled out", note(notes.Present), askDefault, 0, `"f":0`},
		{"a present member of a pointer that is nil", note(notes.Present), askOptional, 0, omitted},
		{"default spelled out, then set", note(notes.Present), askDefault, 7, `"f":7`},
		{"default null", note(notes.IsNull), askDefault, 0, `"f":null`},
		{"default wrong", odd(`"0"`), askDefault, 0, `"f":"0"`},
		{"default respelled", respelled("0.0"), askDefault, 0, `"f":0.0`},
		{"default respelled, then set", respelled("0.0"), askDefault, 2, `"f":2`},
		{"default from near", respelled("7.0"), askDefault, 0, omitted},

		{"nullable, no notes", nil, askNullable, &text, `"f":"x"`},
		{"nullable nil, no notes", nil, askNullable, (*string)(nil), `"f":null`},
		{"nullable absent", note(notes.Absent), askNullable, (*string)(nil), omitted},
		{"nullable absent, then set", note(notes.Absent), askNullable, &text, `"f":"x"`},
		{"nullable wrong", odd("[5]"), askNullable, (*string)(nil), `"f":[5]`},
		{"nullable wrong, then set", odd("[5]"), askNullable, &text, `"f":"x"`},
		{"nullable respelled", respelled("3e0"), askNullable, &three, `"f":3e0`},
		{"nullable respelled, then nil", respelled("3e0"), askNullable, (*int)(nil), `"f":null`},
		{"nullable present says nothing", note(notes.Present), askNullable, (*int)(nil), `"f":null`},
		{"nullable null, note about another", with(notes.Note{Name: "ff", State: notes.Absent}), askNullable, (*int)(nil), `"f":null`},

		{"aliased", alias(), askRequired, "x", `"theF":"x"`},
		{"aliased, zero", alias(), askRequired, "", `"theF":""`},
		{"aliased optional", alias(), askOptional, &text, `"theF":"x"`},
		{"aliased, then nil", alias(), askOptional, (*string)(nil), omitted},
		{"aliased null", alias(notes.Note{Name: "f", State: notes.IsNull}), askRequired, "", `"theF":null`},
		{"aliased wrong", alias(notes.Note{Name: "f", State: notes.Odd, Text: []byte("5")}), askRequired, "", `"theF":5`},
		{"aliased respelled", alias(notes.Note{Name: "f", State: notes.Odd, Text: []byte("5.0"), Respelled: true}), askOptional, 5, `"theF":5.0`},
		{"aliased nullable", alias(), askNullable, (*int)(nil), `"theF":null`},
		{"alias with a quote", with(notes.Note{Name: "f", State: notes.Aliased, Alias: `q"`}), askRequired, "x", `"q\"":"x"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := `#{"a":1,` + tt.want + `,"z":true}`
			if tt.want == omitted {
				want = `#{"a":1,"z":true}`
			}
			got, err := encode(tt.x, tt.question, tt.v)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if !json.Valid([]byte(got[1:])) {
				t.Errorf("%s is not JSON", got)
			}
		})
	}
}

func TestObjectFixed(t *testing.T) {
	tests := []struct {
		name   string
		x      *notes.Set
		member string
		want   string
	}{
		{"no notes", nil, `,"type":"system"`, `{"type":"system"}`},
		{"note about another", note(notes.Absent), `,"type":"system"`, `{"type":"system"}`},
		{"absent", with(notes.Note{Name: "type", State: notes.Absent}), `,"type":"system"`, `{}`},
		{"null", with(notes.Note{Name: "type", State: notes.IsNull}), `,"type":"system"`, `{"type":null}`},
		{"odd", with(notes.Note{Name: "type", State: notes.Odd, Text: []byte(`"s\u0079stem"`)}), `,"type":"system"`, `{"type":"s\u0079stem"}`},
		{"aliased", with(notes.Note{Name: "type", State: notes.Aliased, Alias: "kind"}), `,"type":"system"`, `{"kind":"system"}`},
		{"deleted", with(notes.Note{Name: "type", State: notes.Deleted}), `,"type":"system"`, `{"type":"system"}`},
		{"true", with(notes.Note{Name: "isReplay", State: notes.Odd, Text: []byte("1")}), `,"isReplay":true`, `{"isReplay":1}`},
		{"key with an escape", with(notes.Note{Name: `a"b`, State: notes.IsNull}), `,"a\"b":1`, `{"a\"b":null}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var o Object
			o.Begin(nil, notes.ExtraOf(tt.x), false)
			o.Fixed(tt.member)
			if got, err := o.End(); err != nil || string(got) != tt.want {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
}

// TestObjectPendingEnds has a pending member before each method that can follow.
func TestObjectPendingEnds(t *testing.T) {
	number := func(name, text string) notes.Note {
		return notes.Note{Name: name, State: notes.Odd, Text: []byte(text), Respelled: true}
	}
	tests := []struct {
		name  string
		x     *notes.Set
		write func(o *Object)
		want  string
	}{
		{"the end", with(number("n", "1.0")), func(o *Object) {
			o.Required(`,"n":`, true)
			o.Int(1)
		}, `{"n":1.0}`},
		{"the end with unknown members", &notes.Set{Notes: []notes.Note{number("n", "1.0")}, Unknown: []byte(`"u":1`)}, func(o *Object) {
			o.Required(`,"n":`, true)
			o.Int(1)
		}, `{"n":1.0,"u":1}`},
		{"another odd one", with(number("n", "1.0"), number("m", "2e0")), func(o *Object) {
			o.Required(`,"n":`, true)
			o.Int(1)
			o.Optional(`,"m":`, true)
			o.Int(2)
		}, `{"n":1.0,"m":2e0}`},
		{"a fixed one", with(number("n", "1.0")), func(o *Object) {
			o.Required(`,"n":`, true)
			o.Int(1)
			o.Fixed(`,"t":"x"`)
		}, `{"n":1.0,"t":"x"}`},
		{"an omitted one", with(number("n", "1.0")), func(o *Object) {
			o.Required(`,"n":`, true)
			o.Int(1)
			o.Optional(`,"m":`, false)
		}, `{"n":1.0}`},
		{"a spliced object, text longer", with(number("k", "1.000000000000000000000000")), func(o *Object) {
			o.Required(`,"k":`, true)
			o.Int(1)
			o.Splice((&inner{N: 2}).AppendJSON(o.Bytes()))
		}, `{"k":1.000000000000000000000000,"type":"inner","n":2}`},
		{"a spliced object, text shorter", with(number("k", "1e3")), func(o *Object) {
			o.Required(`,"k":`, true)
			o.Int(1000)
			o.Splice((&inner{N: 2}).AppendJSON(o.Bytes()))
		}, `{"k":1e3,"type":"inner","n":2}`},
		{"a default taken back in front of a splice", with(number("k", "1e3")), func(o *Object) {
			o.Default(`,"k":`, false)
			o.Int(0)
			o.Splice((&inner{N: 2}).AppendJSON(o.Bytes()))
		}, `{"type":"inner","n":2}`},
		{"floats in a record do not make the field one", with(number("l", "[1.0]")), func(o *Object) {
			o.Required(`,"f":`, true)
			o.Float(1.5)
			o.Required(`,"l":`, true)
			o.Ints([]int{1})
		}, `{"f":1.5,"l":[1.0]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var o Object
			o.Begin([]byte("#"), notes.ExtraOf(tt.x), false)
			tt.write(&o)
			if got, err := o.End(); err != nil || string(got) != "#"+tt.want {
				t.Errorf("got %s, %v, want #%s", got, err, tt.want)
			}
		})
	}
}

func TestObjectValues(t *testing.T) {
	var o Object
	o.Begin(nil, notes.ExtraOf(&notes.Set{Unknown: []byte(`"u": 1,"v":[2]`)}), false)
	o.Required(`,"lists":`, true)
	o.BeginList()
	for _, l := range [][]string{nil, {"a"}, {"b", "c\""}} {
		o.Elem()
		o.Strings(l)
	}
	o.EndList()
	o.Required(`,"map":`, true)
	o.BeginMap()
	for _, k := range []string{"", "a\n", "b"} {
		o.Key(k)
		o.BeginMap()
		o.EndMap()
	}
	o.EndMap()
	o.Required(`,"empty":`, true)
	o.BeginList()
	o.EndList()
	o.Required(`,"ints":`, true)
	o.Ints([]int{1, -2, 3})
	o.Required(`,"records":`, true)
	o.BeginList()
	for i := range 2 {
		o.Elem()
		o.Value((&inner{N: i}).AppendJSON(o.Bytes()))
	}
	o.EndList()
	o.Required(`,"nothing":`, true)
	o.Value(o.Bytes(), nil)
	o.Required(`,"raw":`, true)
	o.Raw([]byte("{\n\"a b\" : [ 1 ]\n}"))
	o.Required(`,"end":`, true)
	o.Float(0.5)
	got, err := o.End()
	want := `{"lists":[[],["a"],["b","c\""]],"map":{"":{},"a\n":{},"b":{}},"empty":[],"ints":[1,-2,3],` +
		`"records":[{"type":"inner","n":0},{"type":"inner","n":1}],"nothing":null,"raw":{"a b":[1]},"end":0.5,"u": 1,"v":[2]}`
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestObjectEmpty(t *testing.T) {
	for _, tt := range []struct {
		x    *notes.Set
		want string
	}{
		{nil, "{}"},
		{&notes.Set{}, "{}"},
		{&notes.Set{Unknown: []byte(`"u":1`)}, `{"u":1}`},
		{&notes.Set{Unknown: []byte("\"u\":\n {}")}, `{"u":{}}`},
	} {
		var o Object
		o.Begin(nil, notes.ExtraOf(tt.x), false)
		if got, err := o.End(); err != nil || string(got) != tt.want {
			t.Errorf("got %s, %v, want %s", got, err, tt.want)
		}
	}
}

func TestObjectInlined(t *testing.T) {
	var last *string
	write := func(x *notes.Set, m *inner) (string, error) {
		var o Object
		o.Begin(nil, notes.ExtraOf(x), false)
		o.Fixed(`,"kind":"outer"`)
		if o.Inlined("request") {
			o.Splice(m.AppendJSON(o.Bytes()))
		} else if o.Required(`,"request":`, m.N != 0) {
			o.Value(m.AppendJSON(o.Bytes()))
		}
		o.OptionalString(`,"last":`, last)
		b, err := o.End()
		return string(b), err
	}
	inlined := with(notes.Note{Name: "request", State: notes.Inlined})
	absent := with(notes.Note{Name: "n", State: notes.Absent}, notes.Note{Name: "type", State: notes.Absent})
	for _, tt := range []struct {
		name string
		x    *notes.Set
		m    *inner
		want string
	}{
		{"nested", nil, &inner{N: 1}, `{"kind":"outer","request":{"type":"inner","n":1}}`},
		{"nested, other notes", note(notes.Absent), &inner{N: 1}, `{"kind":"outer","request":{"type":"inner","n":1}}`},
		{"inlined", inlined, &inner{N: 1}, `{"kind":"outer","type":"inner","n":1}`},
		{"inlined and empty", inlined, &inner{x: absent}, `{"kind":"outer"}`},
	} {
		if got, err := write(tt.x, tt.m); err != nil || got != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
	last = new("z") // members that a program has set in the inner record do not repeat those of the outer one
	made := &notes.Set{Unknown: []byte(`"a":[1,{"kind":2}],"kind":"other","last":"y","u":"kind"`), Writer: new(notes.Writer)}
	if got, err := write(inlined, &inner{N: 1, x: made}); err != nil || got != `{"kind":"outer","type":"inner","n":1,"a":[1,{"kind":2}],"u":"kind","last":"z"}` {
		t.Errorf("repeated: got %s, %v", got, err)
	}
	many := ""
	for n := range 2 * maxSearched {
		many += fmt.Sprintf(`,"m%d":%d`, n, n)
	}
	for _, repeated := range []string{"", `,"kind":"other"`} {
		made := &notes.Set{Unknown: []byte(many[1:] + repeated), Writer: new(notes.Writer)}
		want := `{"kind":"outer","type":"inner","n":1` + many + `,"last":"z"}`
		if got, err := write(inlined, &inner{N: 1, x: made}); err != nil || got != want {
			t.Errorf("many members%s: got %s, %v, want %s", repeated, got, err, want)
		}
	}
	for _, text := range []string{"", "5", "null", `"bare"`, "[]"} {
		var o Object
		o.Begin(nil, notes.Extra{}, false)
		o.Fixed(`,"type":"outer"`)
		o.Splice(append(o.Bytes(), text...), nil)
		if got, err := o.End(); !errors.Is(err, encoder.ErrConflict) || len(got) != 0 {
			t.Errorf("splice of %q: got %s, %v", text, got, err)
		}
	}
}

func TestObjectErrors(t *testing.T) {
	boom := errors.New("boom")
	tests := []struct {
		name  string
		write func(o *Object)
		is    error
		want  string
	}{
		{"NaN", func(o *Object) {
			o.Required(`,"cost":`, true)
			o.Float(math.NaN())
		}, encoder.ErrNumber, "encoder: .cost: JSON has no NaN"},
		{"in a list", func(o *Object) {
			o.Required(`,"fine":`, true)
			o.Raw([]byte(`{"a":"}",  "b":[1]}`))
			o.Required(`,"l":`, true)
			o.BeginList()
			o.Elem()
			o.Int(1)
			o.Elem()
			o.Float(math.Inf(1))
			o.EndList()
		}, encoder.ErrNumber, "encoder: .l[1]: JSON has no infinite"},
		{"first one wins", func(o *Object) {
			o.Fail(boom)
			o.Required(`,"l":`, true)
			o.Fail(Conflict("a later one"))
		}, boom, "encoder: boom"},
		{"from within", func(o *Object) {
			o.Required(`,"the message":`, true)
			var p Object
			p.Begin(o.Bytes(), notes.Extra{}, false)
			p.Required(`,"usage":`, true)
			p.Fail(boom)
			o.Value(p.End())
		}, boom, `encoder: ["the message"].usage: boom`},
		{"key of digits", func(o *Object) {
			o.Required(`,"5h":`, true)
			o.Fail(boom)
		}, boom, `encoder: ["5h"]: boom`},
		{"empty key", func(o *Object) {
			o.Required(`,"":`, true)
			o.Fail(boom)
		}, boom, `encoder: [""]: boom`},
		{"raw", func(o *Object) {
			o.Optional(`,"input":`, true)
			o.Raw([]byte("not\nJSON"))
		}, encoder.ErrInvalid, "encoder: .input: a raw value is not one JSON value: the byte 'o' at offset 1 is not allowed there"},
		{"behind the members", func(o *Object) {
			o.Required(`,"n":`, true)
			o.Int(1)
			o.Fixed(`,"t":"x"`)
			o.Fail(boom)
		}, boom, "encoder: boom"},
		{"splice", func(o *Object) {
			o.Fixed(`,"t":"x"`)
			o.Splice(nil, boom)
		}, boom, "encoder: boom"},
		{"with a note pending", func(o *Object) {
			o.Required(`,"f":`, true)
			o.Float(math.NaN())
			o.Required(`,"g":`, true)
			o.Int(1)
		}, encoder.ErrNumber, "encoder: .f: JSON has no NaN"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var o Object
			o.Begin([]byte("#"), notes.ExtraOf(respelled("1.0")), false)
			tt.write(&o)
			got, err := o.End()
			if !errors.Is(err, tt.is) || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
			if string(got) != "#" {
				t.Errorf("%s was written", got)
			}
		})
	}
}

// TestObjectAllocations checks that a record with the notes of real lines allocates nothing but its text.
func TestObjectAllocations(t *testing.T) {
	sets := map[string]*notes.Set{
		"no notes": nil,
		"unknown":  {Unknown: []byte(`"u":1`)},
		"states":   with(notes.Note{Name: "f", State: notes.Absent}, notes.Note{Name: "g", State: notes.IsNull}),
		"aliased":  alias(),
	}
	text := "some text"
	for name, x := range sets {
		var buf []byte
		write := func() {
			var o Object
			o.Begin(buf[:0], notes.ExtraOf(x), false)
			o.Fixed(`,"type":"system"`)
			if o.Required(`,"f":`, text != "") {
				o.String(text)
			}
			if o.Optional(`,"n":`, true) {
				o.Int(12345)
			}
			if o.Nullable(`,"x":`, true) {
				o.Float(0.25)
			}
			if o.Default(`,"g":`, false) {
				o.Bool(true)
			}
			if o.Required(`,"in":`, true) {
				o.Value((&inner{N: 3, x: x}).AppendJSON(o.Bytes()))
			}
			buf, _ = o.End()
		}
		write()
		if n := testing.AllocsPerRun(100, write); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestSortedKeys(t *testing.T) {
	type key string
	if got := SortedKeys(map[key]int(nil)); len(got) != 0 {
		t.Errorf("got %v of no map", got)
	}
	got := SortedKeys(map[key]int{"b": 1, "": 2, "a.b": 3, "B": 4, "ä": 5})
	if diff := cmp.Diff([]key{"", "B", "a.b", "b", "ä"}, got); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkObject(b *testing.B) {
	for name, x := range map[string]*notes.Set{
		"usual": nil,
		"notes": with(notes.Note{Name: "parent", State: notes.Absent}, notes.Note{Name: "n", State: notes.IsNull}),
	} {
		b.Run(name, func(b *testing.B) {
			var buf []byte
			b.ReportAllocs()
			for b.Loop() {
				var o Object
				o.Begin(buf[:0], notes.ExtraOf(x), false)
				o.Fixed(`,"type":"assistant"`)
				if o.Required(`,"uuid":`, true) {
					o.String("0a1b2c3d-0000-4000-8000-000000000000")
				}
				if o.Required(`,"session_id":`, true) {
					o.String("0a1b2c3d-0000-4000-8000-000000000000")
				}
				o.Nullable(`,"parent":`, false)
				o.Optional(`,"error":`, false)
				if o.Required(`,"model":`, true) {
					o.String("claude-opus-4-6")
				}
				if o.Required(`,"n":`, true) {
					o.Int(1234)
				}
				buf, _ = o.End()
			}
			b.SetBytes(int64(len(buf)))
		})
	}
}

// TestWholeMembers checks that a method that writes a whole member does what the methods for its key and its value do, for all notes.
func TestWholeMembers(t *testing.T) {
	empty, text := "", "x"
	tests := []struct {
		name     string
		question ask
		values   []any
		write    func(o *Object, v any)
	}{
		{"RequiredString", askRequired, []any{empty, text}, func(o *Object, v any) { o.RequiredString(`,"f":`, v.(string)) }},
		{"RequiredInt", askRequired, []any{0, 3}, func(o *Object, v any) { o.RequiredInt(`,"f":`, int64(v.(int))) }},
		{"RequiredBool", askRequired, []any{false, true}, func(o *Object, v any) { o.RequiredBool(`,"f":`, v.(bool)) }},
		{"OptionalString", askOptional, []any{(*string)(nil), &empty, &text}, func(o *Object, v any) { o.OptionalString(`,"f":`, v.(*string)) }},
		{"NullableString", askNullable, []any{(*string)(nil), &empty, &text}, func(o *Object, v any) { o.NullableString(`,"f":`, v.(*string)) }},
		{"DefaultString", askDefault, []any{empty, text}, func(o *Object, v any) { o.DefaultString(`,"f":`, v.(string)) }},
		{"DefaultBool", askDefault, []any{false, true}, func(o *Object, v any) { o.DefaultBool(`,"f":`, v.(bool)) }},
	}
	sets := []*notes.Set{nil, note(notes.Absent), note(notes.IsNull), note(notes.Present), note(notes.Deleted), odd(`[1]`), respelled(`"\u0078"`), respelled(`3.0`), alias()}
	for _, test := range tests {
		for _, v := range test.values {
			for _, x := range sets {
				want, err := encode(x, test.question, v)
				if err != nil {
					t.Fatal(err)
				}
				var o Object
				o.Begin([]byte("#"), notes.ExtraOf(x), false)
				o.Fixed(`,"a":1`)
				test.write(&o, v)
				o.RequiredBool(`,"z":`, true)
				if got, err := o.End(); err != nil || string(got) != want {
					t.Errorf("%s(%v) with %+v: %s, %v, want %s", test.name, v, x, got, err, want)
				}
			}
		}
	}
}
