package scan_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/scan"
)

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

// TestDepth checks that records, lists and raw values share one limit, and that a peek has it, too.
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
		if c.Peek([]byte(x.text), x.depth) != 0 {
			t.Errorf("peek of %s with depth %d fails", x.text, x.depth)
		}
		if x.depth > 1 {
			c.Peek([]byte(x.text), x.depth-1)
			if code, _ := c.Err(); code != scan.TooDeep {
				t.Errorf("peek of %s with depth %d: code %d", x.text, x.depth-1, code)
			}
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
		{`{"type":"every","must":1,"n":9223372036854775807.5}`, []scan.Finding{{scan.OutOfRange, ".n", "9223372036854775807.5", 29}}},
		{`{"type":"every","must":1,"n":9223372036854775807.0}`, nil},
		{`{"type":"every","must":1,"n":-9223372036854775808e0}`, nil},
		{`{"type":"every","must":1,"n":9223372036854775808.0}`, []scan.Finding{{scan.OutOfRange, ".n", "9223372036854775808.0", 29}}},
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
	for at, want := range map[int]string{c.Find(0, "c"): "7", c.Find(0, "d"): "true", c.Find(0, "a"): "", -1: ""} {
		if got := c.Literal(at); string(got) != want {
			t.Errorf("the literal at %d is %q, want %q", at, got, want)
		}
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
