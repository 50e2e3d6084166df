package scan_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

func odd(name, text string) notes.Note {
	return notes.Note{Name: name, State: notes.Odd, Text: []byte(text)}
}

// respelled returns the note about a value of the right type that its field cannot hold exactly.
func respelled(name, text string) notes.Note {
	return notes.Note{Name: name, State: notes.Odd, Text: []byte(text), Respelled: true}
}

func null(name string) notes.Note { return notes.Note{Name: name, State: notes.IsNull} }

func absent(name string) notes.Note { return notes.Note{Name: name, State: notes.Absent} }

func wrongType(path, value string) scan.Drift {
	return scan.Drift{What: scan.WrongType, Path: path, Value: value}
}

// shared ignores whether sets are in recycled memory.
var shared = cmpopts.IgnoreFields(notes.Set{}, "Recycled")

var unexported = cmp.AllowUnexported(assistant{}, user{}, replay{})

// setContent ignores a field of sets that is a cache.
var setContent = cmpopts.IgnoreFields(notes.Set{}, "Lengths")

// driftOf returns the drift of the cursor's line.
func driftOf(c *scan.Cursor) (all []scan.Drift) {
	for _, d := range c.Drift() {
		all = append(all, *d)
	}
	return all
}

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

func TestCases(t *testing.T) {
	isReplay := func(text string) *user {
		return &user{base: base{"u", "s"}, Message: message{ID: "m", Content: content{Type: scan.String, Text: "x"}}, Extra: &notes.Set{Unknown: []byte(text)}}
	}
	plain := isReplay("")
	plain.Extra = nil
	const rest = `"message":{"id":"m","content":"x"},"uuid":"u","session_id":"s"`
	for _, x := range []struct {
		text  string
		want  line
		drift []scan.Drift
	}{
		{`{"type":"user",` + rest + `}`, plain, nil},
		{`{` + rest + `,"type":"user"}`, plain, nil},
		{`{` + rest + `,"t\u0079pe":"\u0075ser"}`, plain, nil},
		{`{"type":"user",` + rest + `,"isReplay":true}`, &replay{*plain}, nil},
		{`{"type":"user","isReplay" : true ,` + rest + `}`, &replay{*plain}, nil},
		{`{"type":"user",` + rest + `,"isReplay":false}`, isReplay(`"isReplay":false`), nil},
		{`{"type":"user",` + rest + `,"isReplay":"true"}`, isReplay(`"isReplay":"true"`), nil},
		{`{"type":"user",` + rest + `,"isReplay":null}`, isReplay(`"isReplay":null`), nil},
		{`{"type":"user",` + rest + `,"isReplay":false,"isReplay":true}`, &replay{*plain}, nil},
		{`{"type":"user",` + rest + `,"isReplay":true,"isReplay":false}`, isReplay(`"isReplay":true,"isReplay":false`), nil},
		{`{"type":"assistant",` + rest + `,"type":"user"}`, plain, nil},
		{`{"type":"new",` + rest + `,"type":"user"}`, plain, nil},
		{`{"type":"user",` + rest + `,"type":"new"}`, &unknown{[]byte(`{"type":"user",` + rest + `,"type":"new"}`)}, []scan.Drift{{What: scan.UnknownKind, Path: ".", Value: "new"}}},
		{`{"type":"bare","x":1,"type":"new"}`, &unknown{[]byte(`{"type":"bare","x":1,"type":"new"}`)}, []scan.Drift{{What: scan.UnknownKind, Path: ".", Value: "new"}}},
		{`{"type":"system","subtype":"new","subtype":"status"}`, &system{}, nil},
		{`{"type":"system","subtype":"status"}`, &system{}, nil},
		{`{"subtype":"status","status":"x","type":"system"}`, &system{Status: new("x")}, nil},
		{`{"type":"system","subtype":"new"}`, &unknown{[]byte(`{"type":"system","subtype":"new"}`)}, []scan.Drift{{What: scan.UnknownKind, Path: ".", Value: "system"}}},
		{`{"type":null,"subtype":7}`, &unknown{[]byte(`{"type":null,"subtype":7}`)}, []scan.Drift{{What: scan.UnknownKind, Path: "."}}},
		{` {} `, &unknown{[]byte(`{}`)}, []scan.Drift{{What: scan.UnknownKind, Path: "."}}},
		{`{"type":"bare","x":1}`, &bare{[]byte(`{"type":"bare","x":1}`)}, nil},
		// drift of the first attempt does not count
		{`{"type":"assistant","new":1,"type":"user",` + rest + `}`, isReplay(`"new":1`), []scan.Drift{{What: scan.UnknownField, Path: ".new"}}},
	} {
		c := scan.Get(false)
		got, err := decode(c, x.text, scan.Options{Drift: true}, scanLine)
		if err != nil {
			t.Errorf("%s: %v", x.text, err)
		}
		if diff := cmp.Diff(x.want, got, unexported, setContent); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.text, diff)
		}
		if diff := cmp.Diff(x.drift, driftOf(c)); diff != "" {
			t.Errorf("%s, drift (-want +got):\n%s", x.text, diff)
		}
		scan.Put(c)
	}
}

// TestTriesOfRareTag checks that a line with a rare late tag is decoded in two attempts, of which none is the exact one: that would search the line
// for each tag, and fail for an open line with long members.
func TestTriesOfRareTag(t *testing.T) {
	long := `{"type":"user","message":{"id":"` + strings.Repeat("m", 200_000) + `"},"uuid":"u","session_id":"s","isReplay":true}`
	for _, open := range []bool{false, true} {
		c := scan.Get(true)
		defer scan.Put(c)
		o := &scan.Options{Borrow: true, Recycle: true}
		if open {
			c.ResetOpen([]byte(long+"\n"+long+"\n"), len(long), o)
		} else {
			c.Reset([]byte(long), o)
		}
		tries := 1
		v, end := scanLine(c, 0)
		for ; c.Retry(); tries++ {
			v, end = scanLine(c, 0)
		}
		if _, ok := v.(*replay); !ok || end != len(long) || tries != 2 {
			t.Errorf("open %t: %T up to offset %d of %d in %d tries, want a replay in 2", open, v, end, len(long), tries)
		}
	}
}

// TestMetTagIsOfItsName checks that a tag is not taken for a tag with another name: a record can be a case of two unions with different tags.
func TestMetTagIsOfItsName(t *testing.T) {
	record := scan.Record{Name: "r", Fields: fields([]scan.Field{{Name: "type"}}), Also: []string{"sub", "mode"}}
	read := func(c *scan.Cursor, i int) (string, int) {
		c.TagText(c.Find(i, "type"))
		if string(c.TagText(c.FindNext(i, "sub"))) == "short" || c.IsLiteral(c.FindRare(i, "sub"), "true") {
			_, end := c.BareCase(i)
			return "short", end
		}
		n, i, seen := c.Open(i, &record)
		for ; n >= 0; n, i = c.Next(i, &record) {
			switch n {
			case 0:
				i = c.Tag(i, `"a"`)
			case 128, 129:
				i = c.TagWithoutField(i, `"short"`, "true")
			default:
				i = c.Unknown(i)
			}
		}
		c.Close(i, seen)
		return "r", i
	}
	for text, want := range map[string]string{
		`{"type":"a","x":1,"mode":"short"}`:                     "r",
		`{"type":"a","x":1,"mode":true}`:                        "r",
		`{"type":"a","x":1,"mode":"short","sub":"short"}`:       "short",
		`{"type":"a","x":1,"sub":"short"}`:                      "short",
		`{"type":"a","x":1,"sub":true}`:                         "short",
		`{"type":"a","x":1,"s\u0075b":"short"}`:                 "short",
		`{"type":"a","x":1,"sub":"short","sub":"long"}`:         "r",
		`{"type":"a","x":1,"mode":"short","sub":"short","x":2}`: "short",
	} {
		c := scan.Get(false)
		if got, err := decode(c, text, scan.Options{}, read); got != want || err != nil {
			t.Errorf("%s is %s, %v, want %s", text, got, err, want)
		}
		scan.Put(c)
	}
}

// TestLinear checks that tags at the end of nested objects do not make decoding quadratic.
func TestLinear(t *testing.T) {
	var text strings.Builder
	const levels = 300
	filler := strings.Repeat("[1,2,3],", 100_000/levels)
	for range levels {
		text.WriteString(`{"input":[` + filler + `0],"content":[`)
	}
	for range levels {
		text.WriteString(`],"type":"tool_use"}`)
	}
	line := `{"message":{"content":[` + text.String() + `]},"type":"assistant"}`
	for name, text := range map[string]string{"late tags": line, "twice": strings.Replace(line, `"type":"assistant"`, `"type":"user","type":"assistant"`, 1)} {
		c := scan.Get(false)
		v, err := decode(c, text, scan.Options{MaxDepth: 10_000}, scanLine)
		if err != nil {
			t.Fatal(name, err)
		}
		depth := 0
		blocks := v.(*assistant).Message.Content.Blocks
		for len(blocks) > 0 {
			depth++
			blocks = blocks[0].(*toolBlock).Content.Blocks
		}
		if depth != levels {
			t.Errorf("%s: %d levels", name, depth)
		}
		if w := c.Walked(); w > 6*len(text) {
			t.Errorf("%s: Find passed %d bytes of a line of %d", name, w, len(text))
		}
		scan.Put(c)
	}
}

func TestErrors(t *testing.T) {
	deep := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	for _, x := range []struct {
		text string
		code scan.Code
		at   int
	}{
		{``, scan.Empty, 0},
		{` 	`, scan.Empty, 2},
		{`42`, scan.NotObject, 0},
		{` null`, scan.NotObject, 1},
		{`"massive error"`, scan.NotObject, 0},
		{`[1]`, scan.NotObject, 0},
		{`massive error`, scan.Syntax, 0},
		{`[1,`, scan.Truncated, 3},
		{`{`, scan.Truncated, 1},
		{`{"type":"every"`, scan.Truncated, 15},
		{`{"type":"every","s":"abc`, scan.Truncated, 24},
		{`{"type":"every","s":"abc\`, scan.Truncated, 25},
		{`{"type":"every","s":"abc\u00`, scan.Truncated, 28},
		{`{"type":"every","s"`, scan.Truncated, 19},
		{`{"type":"every","s":`, scan.Truncated, 20},
		{`{"type":"every","s":"a",`, scan.Truncated, 24},
		{`{"type":"every","n":1`, scan.Truncated, 21},
		{`{"type":"every","n":-`, scan.Truncated, 21},
		{`{"type":"every","b":tru`, scan.Truncated, 23},
		{`{"type":"every","ss":["a"`, scan.Truncated, 25},
		{`{"type":"every","ss":[`, scan.Truncated, 22},
		{`{"type":"every","ss":["a",`, scan.Truncated, 26},
		{`{"type":"every","map":{`, scan.Truncated, 23},
		{`{"type":"every"} x`, scan.Trailing, 17},
		{`{"type":"every"}{"type":"every"}`, scan.Trailing, 16},
		{`{"type":"every",}`, scan.Syntax, 16},
		{`{"type":"every","s":"a""n":1}`, scan.Syntax, 23},
		{`{"type":"every" "n":1}`, scan.Syntax, 16},
		{`{"type":"every","n" 1}`, scan.Syntax, 20},
		{`{"type":"every","n":01}`, scan.Syntax, 21},
		{`{"type":"every","n":+1}`, scan.Syntax, 20},
		{`{"type":"every","n":.5}`, scan.Syntax, 20},
		{`{"type":"every","n":1.}`, scan.Syntax, 22},
		{`{"type":"every","n":1.5.2}`, scan.Syntax, 23},
		{`{"type":"every","f":01.5}`, scan.Syntax, 21},
		{`{"type":"every","f":1.}`, scan.Syntax, 22},
		{`{"type":"every","f":-}`, scan.Syntax, 21},
		{`{"type":"every","b":trux}`, scan.Syntax, 23},
		{`{"type":"every","b":truex}`, scan.Syntax, 24},
		{`{"type":"every","s":nulx}`, scan.Syntax, 23},
		{"{\"type\":\"every\",\"s\":\"a\tb\"}", scan.Syntax, 22},
		{"{\"type\":\"every\",\"s\":\"a\\\tb\"}", scan.Syntax, 23},
		{"{\"type\":\"every\",\"s\":\"a long string with a tab\tb\"}", scan.Syntax, 45},
		{"{\"type\":\"every\",\"s\\\tx\":\"a\"}", scan.Syntax, 19},
		{`{"type":"every","s":"a\x"}`, scan.Syntax, 23},
		{`{"type":"every","s":"a\u12g4"}`, scan.Syntax, 26},
		{`{"type":"every","ss":["a",]}`, scan.Syntax, 26},
		{`{"type":"every","ss":["a" "b"]}`, scan.Syntax, 26},
		{`{"type":"every","ss":["a"}`, scan.Syntax, 25},
		{`{"type":"every","unknown":{"a":1 "b":2}}`, scan.Syntax, 33},
		{`{"type":"every","r":[1,]}`, scan.Syntax, 23},
		{`{"type":"every","r":}`, scan.Syntax, 20},
		{`{"type":"every","Id":tru}`, scan.Syntax, 24},
		{`{"type":"unknown","r":tru}`, scan.Syntax, 25},
		{`{'type':'x',} // c`, scan.Syntax, 1},
		{`{"type":"every","r":` + deep + `}`, scan.TooDeep, 20 + 999},
		{`{"type":"every","r":` + strings.Repeat("[", 100_000), scan.TooDeep, 20 + 999},
		{strings.Repeat(`{"type":"every","conts":[[`, 100_000), scan.TooDeep, 0},
		{`{"type":"assistant","message":` + strings.Repeat(`{"content":[{"type":"tool_use","content":[`, 100_000), scan.TooDeep, 0},
	} {
		for _, o := range []scan.Options{{}, {Drift: true, Strict: true}} {
			c := scan.Get(false)
			_, err := decode(c, x.text, o, scanLine)
			var f fault
			if !errors.As(err, &f) || f.Code != x.code || x.at > 0 && f.At != x.at {
				t.Errorf("%.50s: %v, want code %d at %d", x.text, err, x.code, x.at)
			}
			scan.Put(c)
		}
	}
}

// TestDepth checks that records, lists and raw values share one limit.
func TestDepth(t *testing.T) {
	for _, x := range []struct {
		text  string
		depth int
	}{
		{`{"type":"every"}`, 1}, {`{"type":"every","r":[]}`, 2}, {`{"type":"every","recs":[{"x":1}]}`, 3}, {`{"type":"every","ss":[]}`, 2}, {`{"type":"every","maps":{"a":{}}}`, 3},
		{`{"type":"every","s":[[]]}`, 3}, {`{"type":"every","recs":[{"z":[[]]}]}`, 5},
	} {
		c := scan.Get(false)
		if _, err := decode(c, x.text, scan.Options{MaxDepth: x.depth}, scanLine); err != nil {
			t.Errorf("%s with depth %d: %v", x.text, x.depth, err)
		}
		if x.depth > 1 {
			if _, err := decode(c, x.text, scan.Options{MaxDepth: x.depth - 1}, scanLine); err == nil || err.(fault).Code != scan.TooDeep {
				t.Errorf("%s with depth %d: %v", x.text, x.depth-1, err)
			}
		}
		scan.Put(c)
	}
}

func TestFindings(t *testing.T) {
	for _, x := range []struct {
		text string
		want []scan.Finding
	}{
		{`{"type":"every","must":1}`, nil},
		{`{"type":"every","must":1,"new":2}`, []scan.Finding{{scan.Unknown, ".new", "", 25}}},
		{`{"type":"every","must":1,"n":"2"}`, []scan.Finding{{scan.Mistyped, ".n", "string", 29}}},
		{`{"type":"every","must":1,"n":2,"n":3}`, []scan.Finding{{scan.Duplicate, ".n", "n", 31}}},
		{`{"type":"every","must":1,"Id":"a","I\u0064":"b"}`, []scan.Finding{{scan.Duplicate, ".Id", "Id", 34}}},
		{`{"type":"every","must":1,"new":2,"n\u0065w":3}`, []scan.Finding{{scan.Unknown, ".new", "", 25}, {scan.Unknown, ".new", "", 33}, {scan.Duplicate, ".new", "new", 33}}},
		{`{"type":"every","must":1,"e":"extreme"}`, []scan.Finding{{scan.Unknown, ".e", "extreme", 29}}},
		{`{"type":"every","must":1,"s":"\ud83c"}`, []scan.Finding{{scan.BadSurrogate, ".s", `\ud83c`, 30}}},
		{"{\"type\":\"every\",\"must\":1,\"s\":\"a\xff\"}", []scan.Finding{{scan.BadUTF8, ".s", "", 31}}},
		{`{"type":"every","must":{"a":"\ud83c"}}`, []scan.Finding{{scan.BadSurrogate, ".must", `\ud83c`, 29}}},
		{"{\"type\":\"every\",\"must\":{\"a\":\"\xff\"}}", []scan.Finding{{scan.BadUTF8, ".must", "", 29}}},
		{`{"type":"every","must":1,"n":1e30,"f":1e999}`, []scan.Finding{{scan.OutOfRange, ".n", "1e30", 29}, {scan.OutOfRange, ".f", "1e999", 38}}},
		{`{"type":"every","must":1,"Id":"\ud83c"}`, []scan.Finding{{scan.BadSurrogate, ".Id", `\ud83c`, 31}}},
		{`{"type":"new"}`, []scan.Finding{{scan.Unknown, ".", "new", 0}}},
		{`{"type":""}`, []scan.Finding{{scan.Unknown, ".", "", 0}}},
		{`{"x":1}`, []scan.Finding{{scan.MissingTag, ".", "", 0}}},
	} {
		c := scan.Get(false)
		if _, err := decode(c, x.text, scan.Options{Strict: true}, scanLine); err != nil {
			t.Errorf("%s: %v", x.text, err)
		}
		if diff := cmp.Diff(x.want, append([]scan.Finding(nil), c.Findings()...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.text, diff)
		}
		if len(c.Drift()) != 0 {
			t.Errorf("%s: drift without the option: %v", x.text, c.Drift())
		}
		scan.Put(c)
	}
	c := scan.Get(false)
	defer scan.Put(c)
	if _, err := decode(c, `{"type":"every"`+strings.Repeat(`,"x":1`, 1000)+`}`, scan.Options{Strict: true}, scanLine); err != nil || len(c.Findings()) != 100 {
		t.Errorf("%d findings, %v", len(c.Findings()), err)
	}
}

func TestDriftPaths(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	text := `{"type":"every","must":1,"new":2,"e":"ex","n":"x","recs":[{"x":[]}],"conts":[[{"type":"huh"}]]}`
	if _, err := decode(c, text, scan.Options{Drift: true}, scanLine); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range c.Drift() {
		got = append(got, d.Path)
	}
	want := []string{".new", ".e", ".n", ".recs[].x", ".conts[][]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
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

func TestTexts(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	c.Reset([]byte(`{"a":"x\ty","b":"\u00e9","c":7,"d":true,"e":"\ud83c","f":70,"g":"`+"\xff"+`","h":"open`), &scan.Options{})
	a, b := c.TagText(c.Find(0, "a")), c.TagText(c.Find(0, "b"))
	for _, x := range []struct{ got, want string }{
		{string(a), "x\ty"}, {string(b), "é"}, {string(c.TagText(c.Find(0, "e"))), "\uFFFD"}, {string(c.TagText(c.Find(0, "g"))), "\uFFFD"},
		{c.KindName(a, b), "x\ty/é"}, {c.KindName(a), "x\ty"}, {c.KindName(a, nil), "x\ty"}, {c.KindName(nil, b), ""}, {c.KindName(), ""},
	} {
		if x.got != x.want {
			t.Errorf("%q, want %q", x.got, x.want)
		}
	}
	if c.TagText(-1) != nil || c.TagText(c.Find(0, "c")) != nil || c.TagText(c.Find(0, "h")) != nil {
		t.Error("text of what is not a string")
	}
	if n := c.Find(0, "c"); !c.IsLiteral(n, "7") || c.IsLiteral(n, "70") || c.IsLiteral(c.Find(0, "f"), "7") || !c.IsLiteral(c.Find(0, "d"), "true") || c.IsLiteral(-1, "true") {
		t.Error("IsLiteral")
	}
	if c.Find(0, "z") != -1 || c.Find(5, "a") != -1 || c.Find(-1, "a") != -1 || c.Find(1<<30, "a") != -1 {
		t.Error("Find of what is not there")
	}
	if code, _ := c.Err(); code != 0 {
		t.Error("looking makes errors")
	}
}

// TestMinusOne checks that every method does nothing and returns -1 when it is given -1, the offset after an error.
func TestMinusOne(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	c.Reset([]byte(`{"a":1}`), &scan.Options{Strict: true, Drift: true})
	e := new(every)
	for name, i := range map[string]int{
		"record": e.ScanJSON(c, -1), "Skip": c.Skip(-1), "Valid": c.Valid(-1), "Unknown": c.Unknown(-1), "Extra": c.Extra(-1), "Tag": c.Tag(-1, `"x"`), "Const": c.Const(-1, "true"),
		"TagWithoutField": c.TagWithoutField(-1, "true"), "Find": c.Find(-1, "a"), "Null": c.Null(-1), "Mistyped": c.Mistyped(-1), "End": c.End(-1),
	} {
		if i != -1 {
			t.Errorf("%s gives %d", name, i)
		}
	}
	type pair struct {
		v any
		i int
	}
	both := func(v any, i int) pair { return pair{v, i} }
	for name, p := range map[string]pair{
		"String": both(c.String(-1)), "Int": both(c.Int(-1)), "Int64": both(c.Int64(-1)), "Float": both(c.Float(-1)), "Bool": both(c.Bool(-1)),
		"StringPtr": both(c.StringPtr(-1)), "IntPtr": both(c.IntPtr(-1)), "Int64Ptr": both(c.Int64Ptr(-1)), "FloatPtr": both(c.FloatPtr(-1)), "BoolPtr": both(c.BoolPtr(-1)),
		"Raw": both(c.Raw(-1)), "RawElem": both(c.RawElem(-1)), "Token": both(c.Token(-1)), "UnknownVariant": both(c.UnknownVariant(-1)), "UnknownCase": both(c.UnknownCase(-1, nil)), "BareCase": both(c.BareCase(-1)),
		"Strings": both(c.Strings(-1)), "Ints": both(c.Ints(-1)), "NextKey": both(c.NextKey(-1)),
	} {
		zero := map[string]any{"String": "", "Int": 0, "Int64": int64(0), "Float": 0.0, "Bool": false, "StringPtr": (*string)(nil), "IntPtr": (*int)(nil), "Int64Ptr": (*int64)(nil),
			"FloatPtr": (*float64)(nil), "BoolPtr": (*bool)(nil), "Strings": []string(nil), "Ints": []int(nil)}
		want, ok := zero[name]
		if !ok {
			want = []byte(nil)
		}
		if p.i != -1 || !cmp.Equal(p.v, want) {
			t.Errorf("%s gives %v", name, p)
		}
	}
	if n, i := c.Next(-1, &recordEvery); n != -1 || i != -1 {
		t.Error("Next")
	}
	if l, i := c.Defer(-1, scan.Deferred{}); l.Set() || l.At() != -1 || i != -1 {
		t.Error("Defer")
	}
	if code, _ := c.Err(); code != 0 || len(c.Drift())+len(c.Findings()) > 0 {
		t.Error("-1 makes errors")
	}
	if !cmp.Equal(e, new(every)) {
		t.Error("a record from nowhere")
	}
}

func TestPathAt(t *testing.T) {
	for _, x := range []struct{ text, mark, want string }{
		{`{"message":{"content":[{"text":"hello"}]}}`, `"hello`, ".message.content[0].text"},
		{`{"message":{"content":[{"text":"hello"}]}}`, `ello`, ".message.content[0].text"},
		{`{"a":[[1,2],[3,{"b":4}]]}`, `4`, ".a[1][1].b"},
		{`{"a":[[1,2],[3,{"b":4}]]}`, `,{"b`, ".a[1][0]"},
		{`{"a":[[1,2],[3,{"b":4}]]}`, `{"b`, ".a[1][1]"},
		{`{"na me":{"x":1}}`, `1`, `.["na me"].x`},
		{`{"a":{"1x":1}}`, `1}`, `.a["1x"]`},
		{`{"a":{"":1}}`, `1}`, `.a[""]`},
		{`{"\u0061b":1}`, `1}`, `.ab`},
		{`{"a\"b":1}`, `1}`, `.["a\"b"]`},
		{`{"\u0061\u0022\u00e9\n":1}`, `1}`, `.["a\"é\n"]`},
		{`[1,[2]]`, `2`, `.[1][0]`},
		{`42`, `4`, `.`},
		{`{"a":1}`, `{`, `.`},
		{`{"a":1}`, `}`, `.`},
		{`{"a":1}`, `"a`, `.a`},
		{`{"a":1 "b":2}`, `"b`, `.a`},
		{`{"a":1,}`, `}`, `.`},
		{`{"a":{"b":[1,2`, ``, `.a.b[1]`},
		{`{"a":{"b":"open`, ``, `.a.b`},
		{`{"a":{"b`, ``, `.a.b`},
		{`{"a":{"b":1}`, ``, `.a`},
		{`}}}]]`, `]]`, `.`},
		{`{"a":"x"}}}}`, `}}}`, `.`},
		{` {"a" : [ 1 , tru ] }`, `tru`, `.a[1]`},
		{`{"a":tru}`, `}`, `.a`},
		{`{"a":tru,"b":1}`, `,"b`, `.a`},
		{`{"a":1.}`, `}`, `.a`},
		{`{"a":-]`, `]`, `.a`},
		{`{"a":1]`, `]`, `.`},
		{`{"a":}`, `}`, `.a`},
		{`{"a"}`, `}`, `.a`},
		{`{"a":[1,nul]}`, `]`, `.a[1]`},
		{`{"a":[1,]}`, `]`, `.a[1]`},
		{`{"a":[1,2}`, `}`, `.a`},
		{`{"a":[tru,"x"]}`, `,`, `.a[0]`},
		{`{"a":{"b":fals}}`, `}`, `.a.b`},
		{`{"a":"x","b":nul }`, ` }`, `.b`},
	} {
		at := len(x.text)
		if x.mark != "" {
			at = strings.Index(x.text, x.mark)
		}
		if got := scan.PathAt([]byte(x.text), at); got != x.want {
			t.Errorf("PathAt(%s, %d) = %s, want %s", x.text, at, got, x.want)
		}
	}
	if got := scan.PathAt([]byte(`{"a":{"`+strings.Repeat("é", 1_000_000)+`":1}}`), 2_000_009); got != `.a["`+strings.Repeat("é", 64)+`…"]` {
		t.Errorf("path with a long name: %.300s", got)
	}
	if got := scan.PathAt([]byte(strings.Repeat("[", 1_000_000)), 999_999); len(got) > 4000 || !strings.HasPrefix(got, ".[0][0]") {
		t.Errorf("path of a million brackets: %d bytes", len(got))
	}
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(anyText.Draw(t, "text"))
		if p := scan.PathAt(text, rapid.IntRange(-1, len(text)+1).Draw(t, "offset")); !strings.HasPrefix(p, ".") {
			t.Fatalf("%q: %q", text, p)
		}
	})
}

// anyText generates texts that are similar to lines of the small protocol.
var anyText = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
		`{`, `}`, `[`, `]`, `,`, `:`, ` `, `"`, `\`, `{"type":"every","must":1`, `{"type":"user"`, `{"type":"assistant","message":{"content":[`, `"type":"text"`, `{"type":"tool_use","input":`,
		`,"s":"x"`, `,"n":1`, `,"f":1.5`, `,"b":true`, `,"e":"x"`, `,"ss":["a"]`, `,"recs":[{"x":1}]`, `,"map":{"a":{}}`, `,"type":"user"`, `,"isReplay":true`, `,"Id":"x"`, `,"new":`, `,"conts":[`,
		`null`, `true`, `1`, `-0`, `1e9`, `"\ud83c"`, "\"\xff\"", `"\u0041"`, "\t", "\x00", `{}`, `[]`, `,"grid":[[`, `,"maps":{"a":{`, `"k":`, `,"fixed":"preset"`,
	}), 0, 20).Draw(t, "parts"), "")
})

// checkLine checks that a line is accepted if and only if it is a JSON object for encoding/json, that errors have valid offsets, and that the record
// is the same with other options.
func checkLine(t interface {
	Fatalf(string, ...any)
}, text string,
) {
	want := json.Valid([]byte(text)) && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{")
	var first line
	for k, o := range []scan.Options{{}, {Borrow: true, Drift: true}, {Strict: true, Drift: true}, {Recycle: true, NoExtra: true, Drift: true}} {
		c := scan.Get(false)
		v, err := decode(c, text, o, scanLine)
		if err != nil && err.(fault).Code == scan.TooDeep {
			scan.Put(c)
			return
		}
		if (err == nil) != want {
			t.Fatalf("%q: %v, want %v", text, err, want)
		}
		if err != nil {
			if f := err.(fault); f.At < 0 || f.At > len(text) || (f.Code == scan.Truncated) != (f.At == len(text) && f.Code != scan.Empty) {
				t.Fatalf("%q: %v", text, err)
			}
			scan.PathAt([]byte(text), err.(fault).At)
		}
		switch {
		case k == 0:
			first = v
		case k < 3 && want:
			if diff := cmp.Diff(first, v, unexported); diff != "" {
				t.Fatalf("%q, %+v:\n%s", text, o, diff)
			}
		}
		for _, d := range c.Drift() {
			if !strings.HasPrefix(d.Path, ".") {
				t.Fatalf("%q: drift %+v", text, d)
			}
		}
		scan.Put(c)
	}
}

func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkLine(t, anyText.Draw(t, "text")) })
}

func FuzzLines(f *testing.F) {
	for _, s := range []string{
		`{"type":"every","must":null,"s":"a","n":1,"f":0.5,"ss":["a"],"recs":[{"x":1,"y":2}],"map":{"a":{}},"maps":{"b":{"c":1}},"grid":[[1]],"conts":["a",[{"type":"text","text":"x"}]],"Id":"x"}`,
		`{"message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"x","input":{"a":1}}]},"type":"assistant","uuid":"u"}`,
		`{"type":"user","message":{"content":"x"},"isReplay":true}`, `{"type":"assistant","type":"user"}`, `{"type":"system","subtype":"status","status":null}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLine(t, text) })
}

// TestSharedSets checks that equal notes are one set, also if many goroutines make it at once, and that the number of them is
// bounded.
func TestSharedSets(t *testing.T) {
	const text = `{"type":"assistant","uuid":null,"error":null}`
	sets := make([]*notes.Set, 8)
	var all sync.WaitGroup
	for k := range sets {
		all.Go(func() {
			c := scan.Get(false)
			defer scan.Put(c)
			for mask := range 200 {
				other := `{"type":"every"`
				for bit, m := range []string{`"s"`, `"sp"`, `"n"`, `"np"`, `"l"`, `"f"`, `"b"`, `"r"`} {
					if mask>>bit&1 != 0 {
						other += `,` + m + `:null`
					}
				}
				if _, err := decode(c, other+`}`, scan.Options{}, scanLine); err != nil {
					t.Error(err)
				}
				v, err := decode(c, text, scan.Options{}, scanLine)
				if err != nil {
					t.Error(err)
				}
				sets[k] = v.(*assistant).Extra
			}
		})
	}
	all.Wait()
	for _, s := range sets {
		if s == nil || s != sets[0] {
			t.Fatal("sets are not shared")
		}
	}
}

func TestRecycled(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	text := `{"type":"every","must":{"a":1},"s":"a short one","sp":"\u0061 pointer","np":5,"ss":["x","` + strings.Repeat("y", 5000) + `"]}`
	var before *every
	for range 3 {
		v, err := decode(c, text, scan.Options{Recycle: true}, scanLine)
		if err != nil {
			t.Fatal(err)
		}
		before = v.(*every)
		if before.S != "a short one" || *before.SP != "a pointer" || *before.NP != 5 || len(before.Ss[1]) != 5000 {
			t.Fatalf("%+v", before)
		}
	}
	c.Poison()
	if poisoned && (before.S != "###########" || *before.SP == "a pointer" || *before.NP == 5 || strings.Contains(before.Ss[1], "y")) {
		t.Errorf("not overwritten: %+v", before)
	}
	// Owned values do not change.
	v, err := decode(c, text, scan.Options{}, scanLine)
	if err != nil {
		t.Fatal(err)
	}
	c.Poison()
	if e := v.(*every); e.S != "a short one" || *e.SP != "a pointer" {
		t.Errorf("%+v", e)
	}
}

// TestOwned checks that no value of an owned line points into the input.
func TestOwned(t *testing.T) {
	text := []byte(`{"type":"every","must":[1,2],"s":"plain","ss":["a","b"],"map":{"k":{"x":1,"y":"odd"}},"e":"other","new":"member"}`)
	c := scan.Get(false)
	defer scan.Put(c)
	c.Reset(text, &scan.Options{})
	v, _ := scanLine(c, c.Start())
	want, _ := decode(scan.Get(false), string(text), scan.Options{}, scanLine)
	for i := range text {
		text[i] = 'X'
	}
	if diff := cmp.Diff(want, v, unexported); diff != "" {
		t.Error(diff)
	}
	raw := v.(*every).Must
	if cap(raw) != len(raw) {
		t.Errorf("raw: len %d, cap %d", len(raw), cap(raw))
	}
}

func TestAllocations(t *testing.T) {
	if !poisoned {
		t.Skip("without unsafe, every string is an allocation")
	}
	c := scan.Get(false)
	defer scan.Put(c)
	var texts []string
	for range 20 {
		texts = append(texts, `"a plain string"`)
	}
	list := []byte(`[` + strings.Join(texts, ",") + `]`)
	got := testing.AllocsPerRun(1000, func() {
		c.Reset(list, &scan.Options{})
		c.Strings(c.Start())
	})
	if got != 1 { // the list
		t.Errorf("%v allocations for a list of 20 strings", got)
	}
	line := []byte(`{"type":"assistant","uuid":null,"session_id":"s","message":{"id":"m\n","content":"text"}}`)
	for name, o := range map[string]scan.Options{"borrowed": {Borrow: true, Recycle: true}, "recycled": {Recycle: true}, "drift": {Recycle: true, Drift: true}} {
		m := new(assistant)
		if got := testing.AllocsPerRun(1000, func() {
			c.Reset(line, &o)
			*m = assistant{}
			if m.ScanJSON(c, c.Start()) < 0 || m.Extra == nil {
				t.Fatal("bad")
			}
		}); got > 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}

// TestPutKeepsNothingLarge checks that a cursor in the pool does not keep memory that only an unusual line has needed.
func TestPutKeepsNothingLarge(t *testing.T) {
	for name, line := range map[string]string{
		"a long text":       `{"type":"every","must":null,"s":"` + strings.Repeat(`\n`, 4<<20) + `"}`,
		"a long key":        `{"type":"every","must":null,"` + strings.Repeat(`\n`, 4<<20) + `":1}`,
		"a long list":       `{"type":"every","must":null,"ss":["` + strings.Repeat(`a","`, 100_000) + `"]}`,
		"many members":      `{"type":"every","must":null` + strings.Repeat(`,"new":1`, 100_000) + `}`,
		"many wrong values": `{"type":"every","must":null,"recs":[{"x":"1"}` + strings.Repeat(`,{"x":"1"}`, 100_000) + `]}`,
		"many keys of maps": `{"type":"every","must":null,"map":{"":{}` + strings.Repeat(`,"\ud83d":{}`, 100_000) + `}}`,
		"deep":              `{"type":"every","must":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
		"not a record":      strings.Repeat("[", 1<<20),
	} {
		for _, o := range []scan.Options{{}, {Strict: true, Drift: true, MaxDepth: 10_000}, {Recycle: true, Borrow: true}} {
			c := scan.Get(false)
			decode(c, line, o, scanLine)
			if i := c.Peek([]byte(line), o.MaxDepth); i >= 0 {
				c.TagText(c.Find(i, "type"))
			}
			scan.Put(c)
			if c.HoldsLine() {
				t.Errorf("%s, %+v: the line is kept", name, o)
			}
			if bytes, items := c.Held(); bytes > 1<<20 || items > 1<<10 {
				t.Errorf("%s, %+v: %d bytes and %d items are kept", name, o, bytes, items)
			}
			if kept, most := c.Kept(); kept > most {
				t.Errorf("%s, %+v: %d values are kept, want %d at most", name, o, kept, most)
			}
		}
	}
}

// TestResetOpen checks that no value of an open line extends beyond a line feed.
func TestResetOpen(t *testing.T) {
	c := scan.Get(true)
	defer scan.Put(c)
	for text, want := range map[string]int{"[1, 2]\n3": 6, "[1,\n2]": -1, "{\"a\":\n{}}": -1, "[\r\n]": -1, "\"a\n\"": -1, "7\n": 1} {
		for name, f := range map[string]func(int) int{"Skip": c.Skip, "Valid": c.Valid} {
			c.ResetOpen([]byte(text), 0, &scan.Options{Borrow: true, Recycle: true})
			if got := f(0); got != want {
				t.Errorf("%s of %q: %d, want %d", name, text, got, want)
			}
			c.Reset([]byte(text), &scan.Options{Borrow: true, Recycle: true})
			if want < 0 && text[0] != '"' {
				if got := f(0); got != len(text) {
					t.Errorf("%s of %q, which is not open: %d", name, text, got)
				}
			}
		}
	}
}
