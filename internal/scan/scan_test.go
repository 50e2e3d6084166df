package scan_test

import (
	"encoding/json"
	"strings"
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
		if string(c.TagText(c.FindNext(i, "sub"))) == "short" || string(c.Literal(c.FindRare(i, "sub"))) == "true" {
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
