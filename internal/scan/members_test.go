package scan_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// TestMembers decodes lines with one member of the record every.
func TestMembers(t *testing.T) {
	p := func(s string) *string { return &s }
	long := strings.Repeat("long plain text ", 300)
	for _, x := range []struct {
		text     string
		want     every
		notes    []notes.Note
		unknown  string
		drift    []scan.Drift
		replaced int
	}{
		// strings
		{text: `"s":"plain"`, want: every{S: "plain"}},
		{text: `"s":""`},
		{text: `"s":"` + long + `"`, want: every{S: long}},
		{text: `"s":"\"\\\/\b\f\n\r\t"`, want: every{S: "\"\\/\b\f\n\r\t"}},
		{text: `"s":"a\u0000b"`, want: every{S: "a\x00b"}},
		{text: `"s":"` + long + `\n` + long + `"`, want: every{S: long + "\n" + long}},
		{text: `"s":"日本語 \ud83d\ude00 😀"`, want: every{S: "日本語 😀 😀"}},
		{text: `"s":"cut here \ud83c"`, want: every{S: "cut here \uFFFD"}, notes: []notes.Note{respelled("s", `"cut here \ud83c"`)}, replaced: 1},
		{text: `"s":"\udff7\ud83c x"`, want: every{S: "\uFFFD\uFFFD x"}, notes: []notes.Note{respelled("s", `"\udff7\ud83c x"`)}, replaced: 1},
		{text: `"s":"\ud83cA\ud83c\n"`, want: every{S: "\uFFFDA\uFFFD\n"}, notes: []notes.Note{respelled("s", `"\ud83cA\ud83c\n"`)}, replaced: 1},
		{text: "\"s\":\"a\xff\xc3b\"", want: every{S: "a\uFFFD\uFFFDb"}, notes: []notes.Note{respelled("s", "\"a\xff\xc3b\"")}, replaced: 1},
		{text: "\"s\":\"\xc0\xaf \xed\xa0\xbd\"", want: every{S: "\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD"}, notes: []notes.Note{respelled("s", "\"\xc0\xaf \xed\xa0\xbd\"")}, replaced: 1},
		{text: "\"s\":\"a\\n\xff\"", want: every{S: "a\n\uFFFD"}, notes: []notes.Note{respelled("s", "\"a\\n\xff\"")}, replaced: 1},
		{text: `"s":null`, notes: []notes.Note{null("s")}},
		{text: `"s":{"a":[1]}`, notes: []notes.Note{odd("s", `{"a":[1]}`)}, drift: []scan.Drift{wrongType(".s", "object")}},
		{text: `"s":12`, notes: []notes.Note{odd("s", `12`)}, drift: []scan.Drift{wrongType(".s", "number")}},
		{text: `"sp":"x"`, want: every{SP: p("x")}},
		{text: `"sp":null`, notes: []notes.Note{null("sp")}},
		{text: `"sp":true`, notes: []notes.Note{odd("sp", "true")}, drift: []scan.Drift{wrongType(".sp", "boolean")}},

		// integers
		{text: `"n":0`},
		{text: `"n":42`, want: every{N: 42}},
		{text: `"n":-42`, want: every{N: -42}},
		{text: `"l":1740000000000`, want: every{L: 1740000000000}},
		{text: `"l":999999999999999999`, want: every{L: 999999999999999999}},
		{text: `"l":9223372036854775807`, want: every{L: math.MaxInt64}},
		{text: `"l":-9223372036854775808`, want: every{L: math.MinInt64}},
		{text: `"l":9223372036854775808`, want: every{L: math.MaxInt64}, notes: []notes.Note{respelled("l", "9223372036854775808")}},
		{text: `"l":-1e30`, want: every{L: math.MinInt64}, notes: []notes.Note{respelled("l", "-1e30")}},
		{text: `"n":585.6438211`, want: every{N: 585}, notes: []notes.Note{respelled("n", "585.6438211")}},
		{text: `"n":1500.0`, want: every{N: 1500}, notes: []notes.Note{respelled("n", "1500.0")}},
		{text: `"n":3e0`, want: every{N: 3}, notes: []notes.Note{respelled("n", "3e0")}},
		{text: `"n":-0`, notes: []notes.Note{respelled("n", "-0")}},
		{text: `"n":0e999999999`, notes: []notes.Note{respelled("n", "0e999999999")}},
		{text: `"n":"12"`, notes: []notes.Note{odd("n", `"12"`)}, drift: []scan.Drift{wrongType(".n", "string")}},
		{text: `"n":null`, notes: []notes.Note{null("n")}},
		{text: `"np":7`, want: every{NP: new(7)}},
		{text: `"np":null`, notes: []notes.Note{null("np")}},
		{text: `"lp":-7`, want: every{LP: new(int64(-7))}},
		{text: `"lp":7.5`, want: every{LP: new(int64(7))}, notes: []notes.Note{respelled("lp", "7.5")}},

		// floats
		{text: `"f":0`},
		{text: `"f":1.5`, want: every{F: 1.5}},
		{text: `"f":-1.5`, want: every{F: -1.5}},
		{text: `"f":0.30000000000000004`, want: every{F: 0.30000000000000004}},
		{text: `"f":7.5e-7`, want: every{F: 7.5e-7}},
		{text: `"f":0.00000075`, want: every{F: 7.5e-7}, notes: []notes.Note{respelled("f", "0.00000075")}},
		{text: `"f":1E-7`, want: every{F: 1e-7}, notes: []notes.Note{respelled("f", "1E-7")}},
		{text: `"f":1e-07`, want: every{F: 1e-7}, notes: []notes.Note{respelled("f", "1e-07")}},
		{text: `"f":1.50`, want: every{F: 1.5}, notes: []notes.Note{respelled("f", "1.50")}},
		{text: `"f":1.0`, want: every{F: 1}, notes: []notes.Note{respelled("f", "1.0")}},
		{text: `"f":-0`, notes: []notes.Note{respelled("f", "-0")}},
		{text: `"f":-0.0`, notes: []notes.Note{respelled("f", "-0.0")}},
		{text: `"f":1e+21`, want: every{F: 1e21}},
		{text: `"f":1e21`, want: every{F: 1e21}, notes: []notes.Note{respelled("f", "1e21")}},
		{text: `"f":1e400`, want: every{F: math.MaxFloat64}, notes: []notes.Note{respelled("f", "1e400")}},
		{text: `"f":-1e400`, want: every{F: -math.MaxFloat64}, notes: []notes.Note{respelled("f", "-1e400")}},
		{text: `"f":1e-400`, notes: []notes.Note{respelled("f", "1e-400")}},
		{text: `"f":9007199254740993`, want: every{F: 9007199254740992}, notes: []notes.Note{respelled("f", "9007199254740993")}},
		{text: `"f":9007199254740992`, want: every{F: 9007199254740992}},
		{text: `"fp":0.1`, want: every{FP: new(0.1)}},
		{text: `"fp":"x"`, notes: []notes.Note{odd("fp", `"x"`)}, drift: []scan.Drift{wrongType(".fp", "string")}},

		// true and false
		{text: `"b":true`, want: every{B: true}},
		{text: `"b":false`},
		{text: `"b":"true"`, notes: []notes.Note{odd("b", `"true"`)}, drift: []scan.Drift{wrongType(".b", "string")}},
		{text: `"bp":false`, want: every{BP: new(false)}},
		{text: `"bp":null`, notes: []notes.Note{null("bp")}},

		// raw values
		{text: `"r":{ "a" : [1, 2] }`, want: every{R: []byte(`{ "a" : [1, 2] }`)}},
		{text: `"r":"x"`, want: every{R: []byte(`"x"`)}},
		{text: `"r":null`, notes: []notes.Note{null("r")}},
		{text: `"must":null`},

		// enums and constants
		{text: `"e":"low"`, want: every{E: "low"}},
		{text: `"e":"l\u006fw"`, want: every{E: "low"}},
		{text: `"e":""`},
		{text: `"e":"extreme"`, want: every{E: "extreme"}, drift: []scan.Drift{{What: scan.UnknownEnum, Path: ".e", Value: "extreme"}}},
		{text: `"e":7`, notes: []notes.Note{odd("e", "7")}, drift: []scan.Drift{wrongType(".e", "number")}},
		{text: `"fixed":"preset"`},
		{text: `"fixed":"pre\u0073et"`},
		{text: `"fixed":"other"`, notes: []notes.Note{odd("fixed", `"other"`)}, drift: []scan.Drift{{What: scan.UnknownEnum, Path: ".fixed", Value: "other"}}},
		{text: `"fixed":false`, notes: []notes.Note{odd("fixed", `false`)}, drift: []scan.Drift{wrongType(".fixed", "boolean")}},
		{text: `"fixed":null`, notes: []notes.Note{null("fixed")}},

		// lists
		{text: `"ss":["a","b\n"]`, want: every{Ss: []string{"a", "b\n"}}},
		{text: `"ss":[]`, want: every{Ss: []string{}}},
		{text: `"ss":null`, notes: []notes.Note{null("ss")}},
		{text: `"ss":"a"`, notes: []notes.Note{odd("ss", `"a"`)}, drift: []scan.Drift{wrongType(".ss", "string")}},
		{text: `"ss":["a", 7 ,"b"]`, notes: []notes.Note{odd("ss", `["a", 7 ,"b"]`)}, drift: []scan.Drift{wrongType(".ss[]", "number")}},
		{text: `"ss":["a",null]`, notes: []notes.Note{odd("ss", `["a",null]`)}, drift: []scan.Drift{wrongType(".ss[]", "null")}},
		{text: `"ss":["\ud83c","b"]`, want: every{Ss: []string{"\uFFFD", "b"}}, notes: []notes.Note{respelled("ss", `["\ud83c","b"]`)}, replaced: 1},
		{text: `"ns":[1,2.0]`, want: every{Ns: []int{1, 2}}, notes: []notes.Note{respelled("ns", `[1,2.0]`)}},
		{text: `"ns":[1,2]`, want: every{Ns: []int{1, 2}}},
		{text: `"recs":[{"x":1,"y":2},{"x":3,"y":4}]`, want: every{Recs: []point{{X: 1, Y: 2}, {X: 3, Y: 4}}}},
		{text: `"recs":[{"x":"1","y":2}]`, want: every{Recs: []point{{Y: 2, Extra: &notes.Set{Notes: []notes.Note{odd("x", `"1"`)}}}}}, drift: []scan.Drift{wrongType(".recs[].x", "string")}},
		{text: `"recs":[{"x":1,"y":2},7]`, notes: []notes.Note{odd("recs", `[{"x":1,"y":2},7]`)}, drift: []scan.Drift{wrongType(".recs[]", "number")}},
		{text: `"grid":[[1],[],[2,3]]`, want: every{Grid: [][]int{{1}, {}, {2, 3}}}},
		{text: `"grid":[[1],[true]]`, notes: []notes.Note{odd("grid", `[[1],[true]]`)}, drift: []scan.Drift{wrongType(".grid[][]", "boolean")}},
		{text: `"grid":[[1],2]`, notes: []notes.Note{odd("grid", `[[1],2]`)}, drift: []scan.Drift{wrongType(".grid[]", "number")}},
		{text: `"grid":[[1e0]]`, want: every{Grid: [][]int{{1}}}, notes: []notes.Note{respelled("grid", `[[1e0]]`)}},
		{text: `"grid":{}`, notes: []notes.Note{odd("grid", `{}`)}, drift: []scan.Drift{wrongType(".grid", "object")}},
		{text: `"ptrs":["a",null]`, want: every{Ptrs: []*string{p("a"), nil}}},
		{text: `"ptrs":["a",1]`, notes: []notes.Note{odd("ptrs", `["a",1]`)}, drift: []scan.Drift{wrongType(".ptrs[]", "number")}},
		{text: `"raws":[1,null,{}]`, want: every{Raws: [][]byte{[]byte("1"), []byte("null"), []byte("{}")}}},

		// unions by JSON type, in lists too
		{text: `"conts":["a",[],null,7]`,
			want: every{Conts: []content{{Type: scan.String, Text: "a"}, {Type: scan.Array, Blocks: []block{}}, {Type: scan.Null}, {Type: scan.Number, Other: []byte("7")}}}, drift: []scan.Drift{wrongType(".conts[]", "number")}},
		{text: `"conts":["\udc00"]`, want: every{Conts: []content{{Type: scan.String, Text: "\uFFFD"}}}, notes: []notes.Note{respelled("conts", `["\udc00"]`)}, replaced: 1},
		{text: `"conts":[["wow"]]`, want: every{Conts: []content{{Type: scan.Array, Blocks: []block{&unknownBlock{[]byte(`"wow"`)}}}}}, drift: []scan.Drift{{What: scan.UnknownKind, Path: ".conts[][]"}}},

		// maps
		{text: `"map":{"a":{"x":1,"y":2}}`, want: every{Map: map[string]point{"a": {X: 1, Y: 2}}}},
		{text: `"map":{}`, want: every{Map: map[string]point{}}},
		{text: `"map":[]`, notes: []notes.Note{odd("map", `[]`)}, drift: []scan.Drift{wrongType(".map", "array")}},
		{text: `"map":{"":{"x":1,"y":2},"a.b\u0022":{"x":3,"y":4},"claude-opus-4-6[1m]":{"x":5,"y":6}}`,
			want: every{Map: map[string]point{"": {X: 1, Y: 2}, `a.b"`: {X: 3, Y: 4}, "claude-opus-4-6[1m]": {X: 5, Y: 6}}}},
		{text: `"map":{"a":{"x":1,"y":2},"a":{"x":3,"y":4}}`, want: every{Map: map[string]point{"a": {X: 3, Y: 4}}}},
		{text: `"map":{"\ud83c":{"x":1,"y":2}}`, want: every{Map: map[string]point{"\uFFFD": {X: 1, Y: 2}}}, notes: []notes.Note{respelled("map", `{"\ud83c":{"x":1,"y":2}}`)}, replaced: 1},
		{text: "\"map\":{\"\xff\":{\"x\":1,\"y\":2}}", want: every{Map: map[string]point{"\uFFFD": {X: 1, Y: 2}}}, notes: []notes.Note{respelled("map", "{\"\xff\":{\"x\":1,\"y\":2}}")}, replaced: 1},
		{text: `"map":{"a":null}`, notes: []notes.Note{odd("map", `{"a":null}`)}, drift: []scan.Drift{wrongType(".map[]", "null")}},
		{text: `"maps":{"a":{"b":1},"c":{}}`, want: every{Maps: map[string]map[string]int{"a": {"b": 1}, "c": {}}}},
		{text: `"maps":{"a":{"b":"x"}}`, notes: []notes.Note{odd("maps", `{"a":{"b":"x"}}`)}, drift: []scan.Drift{wrongType(".maps[][]", "string")}},

		// records
		{text: `"recs":[{}]`, want: every{Recs: []point{{Extra: &notes.Set{Notes: []notes.Note{absent("x"), absent("y")}}}}}},

		// aliases
		{text: `"id":"a"`, want: every{ID: "a"}},
		{text: `"Id":"a"`, want: every{ID: "a"}, notes: []notes.Note{{Name: "id", State: notes.Aliased, Alias: "Id"}}},
		{text: `"\u0049d":"a"`, want: every{ID: "a"}, notes: []notes.Note{{Name: "id", State: notes.Aliased, Alias: "Id"}}},
		{text: `"Id":7`, notes: []notes.Note{odd("id", "7"), {Name: "id", State: notes.Aliased, Alias: "Id"}}, drift: []scan.Drift{wrongType(".id", "number")}},
		{text: `"Id":"a","id":"b"`, want: every{ID: "b"}, unknown: `"Id":"a"`, drift: []scan.Drift{{What: scan.UnknownField, Path: ".Id"}}},
		{text: `"Id":"a","Id":"b"`, want: every{ID: "b"},
			notes: []notes.Note{{Name: "id", State: notes.Aliased, Alias: "Id"}}},

		// unknown members
		{text: `"new":{"a":[1,{"b":"\""}]}`, unknown: `"new":{"a":[1,{"b":"\""}]}`, drift: []scan.Drift{{What: scan.UnknownField, Path: ".new"}}},
		{text: `"new" : 1 , "na me":  [ ]`, unknown: `"new":1,"na me":[ ]`, drift: []scan.Drift{{What: scan.UnknownField, Path: ".new"}, {What: scan.UnknownField, Path: `.["na me"]`}}},
		{text: `"new":1,"n":2,"a\"b":[]`, want: every{N: 2}, unknown: `"new":1,"a\"b":[]`, drift: []scan.Drift{{What: scan.UnknownField, Path: ".new"}, {What: scan.UnknownField, Path: `.["a\"b"]`}}},
		{text: `"":null`, unknown: `"":null`, drift: []scan.Drift{{What: scan.UnknownField, Path: `.[""]`}}},
		{text: `"recs":[{"x":1,"y":2,"z":3}]`, want: every{Recs: []point{{X: 1, Y: 2, Extra: &notes.Set{Unknown: []byte(`"z":3`)}}}}, drift: []scan.Drift{{What: scan.UnknownField, Path: ".recs[].z"}}},

		// the last one counts
		{text: `"n":"x","n":5`, want: every{N: 5}, drift: []scan.Drift{wrongType(".n", "string")}},
		{text: `"n":5,"n":null`, notes: []notes.Note{null("n")}},
	} {
		want := x.want
		set := &notes.Set{Notes: x.notes}
		if x.unknown != "" {
			set.Unknown = []byte(x.unknown)
		}
		if len(x.notes) > 0 || x.unknown != "" {
			want.Extra = set
		}
		space := ` { "type" : "every" , "must" : null , ` + x.text + ` } `
		for name, text := range map[string]string{"first": `{` + x.text + `,"must":null,"type":"every"}`, "last": `{"type":"every","must":null,` + x.text + `}`, "space": space} {
			if strings.HasPrefix(x.text, `"must"`) {
				text = `{"type":"every",` + x.text + `}`
			}
			for _, o := range []scan.Options{{Drift: true}, {Drift: true, Borrow: true}, {Drift: true, Recycle: true}, {Drift: true, NoExtra: true}, {Strict: true, Drift: true}} {
				c := scan.Get(false)
				got, err := decode(c, text, o, scanLine)
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				want := want
				if o.NoExtra {
					want.Extra = nil
					want.Recs = withoutExtra(want.Recs)
				}
				if diff := cmp.Diff(line(&want), got, unexported, shared, setContent); diff != "" {
					t.Errorf("%s, %s, %+v (-want +got):\n%s", name, text, o, diff)
				}
				if diff := cmp.Diff(x.drift, driftOf(c)); diff != "" {
					t.Errorf("%s, drift (-want +got):\n%s", text, diff)
				}
				if c.Replaced() != x.replaced {
					t.Errorf("%s: %d strings replaced, want %d", text, c.Replaced(), x.replaced)
				}
				scan.Put(c)
			}
		}
	}
}

func withoutExtra(list []point) []point {
	var out []point
	for _, p := range list {
		p.Extra = nil
		out = append(out, p)
	}
	return out
}

func TestRequired(t *testing.T) {
	for text, want := range map[string]*notes.Set{
		`{"type":"assistant","uuid":"u","session_id":"s","message":{"id":"m","content":[]},"parent_tool_use_id":null}`: nil,
		`{"type":"assistant"}`: {Notes: []notes.Note{absent("uuid"), absent("session_id"), absent("message"), absent("parent_tool_use_id")}},
		`{"type":"assistant","uuid":null,"session_id":"s","message":null,"new":1}`:                    {Notes: []notes.Note{absent("parent_tool_use_id"), null("uuid"), null("message")}, Unknown: []byte(`"new":1`)},
		`{"type":"assistant","uuid":"u","session_id":"s","message":"text","parent_tool_use_id":null}`: {Notes: []notes.Note{odd("message", `"text"`)}},
	} {
		c := scan.Get(false)
		for range 2 { // the second time, sets are shared
			v, err := decode(c, text, scan.Options{}, scanLine)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, v.(*assistant).Extra, setContent); diff != "" {
				t.Errorf("%s (-want +got):\n%s", text, diff)
			}
		}
		scan.Put(c)
	}
}

// TestWrongRecord checks that a record that is decoded without its union accepts an object with any tag.
func TestWrongRecord(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	got, err := decode(c, `{"type":"user","subtype":null,"status":"x"}`, scan.Options{}, scanOne[system])
	if err != nil {
		t.Fatal(err)
	}
	want := &system{Status: new("x"), Extra: &notes.Set{Notes: []notes.Note{odd("type", `"user"`), odd("subtype", "null")}}}
	if diff := cmp.Diff(want, got, setContent); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestViews checks that members that a view does not declare are skipped.
func TestViews(t *testing.T) {
	view := scan.Record{Name: "view", View: true, Required: 1, Fields: fields([]scan.Field{{Name: "x", Path: ".x"}, {Name: "y", Path: ".y"}})}
	c := scan.Get(false)
	defer scan.Put(c)
	n := 0
	set, err := decode(c, `{"a":{"b":1 "c":[]},"y":"7"}`, scan.Options{Drift: true}, func(c *scan.Cursor, i int) (*notes.Set, int) {
		m, i, seen := c.Open(i, &view)
		for ; m >= 0; m, i = c.Next(i, &view) {
			switch m {
			case 1: // y
				seen.Mark(c, 1)
				n, i = c.Int(i)
			default:
				i = c.Unknown(i)
			}
		}
		return c.Close(i, seen).Set(), i
	})
	if set != nil || n != 0 || err != nil {
		t.Errorf("%v, %d, %v", set, n, err)
	}
	if diff := cmp.Diff([]scan.Drift{wrongType(".y", "string")}, driftOf(c)); diff != "" {
		t.Errorf("drift (-want +got):\n%s", diff)
	}
}

// TestOpen checks that unknown members of an open record are kept, and are not drift.
func TestOpen(t *testing.T) {
	open := scan.Record{Name: "open", Open: true}
	c := scan.Get(false)
	defer scan.Put(c)
	set, err := decode(c, `{"a":1,"b":[]}`, scan.Options{Drift: true, Strict: true}, func(c *scan.Cursor, i int) (*notes.Set, int) {
		n, i, seen := c.Open(i, &open)
		for ; n >= 0; n, i = c.Next(i, &open) {
			i = c.Unknown(i)
		}
		return c.Close(i, seen).Set(), i
	})
	if err != nil || string(set.Unknown) != `"a":1,"b":[]` || len(c.Drift())+len(c.Findings()) > 0 {
		t.Errorf("%v, %v, %v, %v", set, err, c.Drift(), c.Findings())
	}
}

func TestInline(t *testing.T) {
	for _, x := range []struct {
		text string
		want envelope
	}{
		{`{"id":"a","req":{"x":1,"y":2}}`, envelope{ID: "a", Req: point{X: 1, Y: 2}}},
		{`{"id":"a","x":1,"y":2}`, envelope{ID: "a", Req: point{X: 1, Y: 2}, Extra: &notes.Set{Notes: []notes.Note{{Name: "req", State: notes.Inlined}}}}},
		{`{"id":"a","x":1,"y":2,"z":3}`, envelope{ID: "a", Req: point{X: 1, Y: 2}, Extra: &notes.Set{Notes: []notes.Note{{Name: "req", State: notes.Inlined}}, Unknown: []byte(`"z":3`)}}},
		{`{"id":"a","req":{"x":1,"y":2},"x":3}`, envelope{ID: "a", Req: point{X: 1, Y: 2}, Extra: &notes.Set{Unknown: []byte(`"x":3`)}}},
		{`{"id":"a","x":"1","y":2}`, envelope{ID: "a", Req: point{Y: 2, Extra: &notes.Set{Notes: []notes.Note{odd("x", `"1"`)}}}, Extra: &notes.Set{Notes: []notes.Note{{Name: "req", State: notes.Inlined}}}}},
	} {
		c := scan.Get(false)
		got, err := decode(c, x.text, scan.Options{Drift: true}, scanOne[envelope])
		if err != nil {
			t.Errorf("%s: %v", x.text, err)
		}
		if diff := cmp.Diff(&x.want, got, setContent); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.text, diff)
		}
		for _, d := range c.Drift() {
			if d.Path != ".z" && d.Path != ".x" {
				t.Errorf("%s: drift at %s", x.text, d.Path)
			}
		}
		scan.Put(c)
	}
}
