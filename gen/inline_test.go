package gen_test

import (
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/inline"
)

// TestInlineNestsWhereTheNameIsTaken checks that a flattened object is written nested after it got a member with its own name: flattened, that
// member would be read as the object.
func TestInlineNestsWhereTheNameIsTaken(t *testing.T) {
	const flat = `{"type":"answer","id":"a"}`
	m := new(inline.Answer)
	if err := m.UnmarshalJSON([]byte(flat)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ payload, want string }{
		{"", flat},
		{`{"n":1}`, `{"type":"answer","response":{"id":"a","response":{"n":1}}}`},
	} {
		m.Response.Response = decoder.Raw(tt.payload)
		if tt.payload == "" {
			m.Response.Response = nil
		}
		out, err := m.AppendJSON(nil)
		if err != nil || string(out) != tt.want {
			t.Errorf("written as %s, %v, want %s", out, err, tt.want)
		}
		again := new(inline.Answer)
		if err := again.UnmarshalJSON(out); err != nil || again.Response.ID != "a" || string(again.Response.Response) != tt.payload {
			t.Errorf("%s is read as %+v, %v", out, again.Response, err)
		}
	}
}

// TestInlineUnionNestsWhereItMust checks that a flattened union is written flattened as long as it can be read so.
func TestInlineUnionNestsWhereItMust(t *testing.T) {
	const flat = `{"type":"reply","id":"a","subtype":"done","by":"b"}`
	tests := []struct {
		name     string
		line     string
		response inline.Result // replaces the decoded one
		want     string
	}{
		{"as it was", flat, &inline.Done{By: "b"}, flat},
		{"changed", flat, &inline.Done{By: "c"}, `{"type":"reply","id":"a","subtype":"done","by":"c"}`},
		{"another case", flat, &inline.Failed{By: "b", Error: "e"}, `{"type":"reply","id":"a","subtype":"failed","by":"b","error":"e"}`},
		{"its name is taken", flat, &inline.Done{Response: decoder.Raw("1")},
			`{"type":"reply","id":"a","response":{"subtype":"done","by":"","response":1}}`},
		{"unknown", flat, &inline.UnknownResult{Raw: decoder.Raw(`{"subtype":"later"}`)}, `{"type":"reply","id":"a","response":{"subtype":"later"}}`},
		{"none", flat, nil, `{"type":"reply","id":"a","response":null}`},
		{"from nested", `{"type":"reply","id":"a","response":{"subtype":"failed","by":"b","error":"e"}}`, &inline.Done{By: "b"},
			`{"type":"reply","id":"a","response":{"subtype":"done","by":"b"}}`},
	}
	for _, tt := range tests {
		m := new(inline.Reply)
		if err := m.UnmarshalJSON([]byte(tt.line)); err != nil {
			t.Fatal(err)
		}
		m.Response = tt.response
		if out, err := m.AppendJSON(nil); err != nil || string(out) != tt.want {
			t.Errorf("%s: written as %s, %v, want %s", tt.name, out, err, tt.want)
		}
	}

	// The member's other name is not that of the union.
	const aliased = `{"type":"reply","id":"a","subtype":"done","by":"b","result":1}`
	m := new(inline.Reply)
	if err := m.UnmarshalJSON([]byte(aliased)); err != nil {
		t.Fatal(err)
	}
	if out, err := m.AppendJSON(nil); err != nil || string(out) != aliased {
		t.Errorf("written as %s, %v, want %s", out, err, aliased)
	}

	// A program's message with the note Inlined is flattened.
	made := &inline.Reply{ID: "a", Response: &inline.Done{By: "b"}}
	made.Extra.Note("response", decoder.Inlined)
	if out, err := made.AppendJSON(nil); err != nil || string(out) != flat {
		t.Errorf("written as %s, %v, want %s", out, err, flat)
	}
}

// TestKindOfParts checks that Kind and Peek agree for a line whose tag can stand at two places, also if no case of the union has the tag.
func TestKindOfParts(t *testing.T) {
	for line, want := range map[string]inline.Kind{
		`{"type":"ask","question":{"about":"place"}}`:                 "ask/place",
		`{"type":"ask","about":"place"}`:                              "ask/place",
		`{"type":"ask","question":{"about":"later"}}`:                 "ask/later",
		`{"type":"ask","about":"later"}`:                              "ask/later",
		`{"type":"ask","question":{"about":"later"},"about":"place"}`: "ask/later",
		`{"type":"ask","question":{},"about":"place"}`:                "ask/place",
		`{"type":"ask","question":{"about":7},"about":"place"}`:       "ask",
		`{"type":"ask","question":"?","about":"place"}`:               "ask/place",
		`{"type":"ask","question":null,"about":"place"}`:              "ask/place",
		`{"type":"ask","question":{}}`:                                "ask",
		`{"type":"ask","about":["place"]}`:                            "ask",
		`{"type":"ask"}`:                                              "ask",
		`{"type":"ask","question":{"about":"size","about":"owner"}}`:  "ask/owner",
		`{"type":"ask","question":{"about":""},"about":"place"}`:      "ask",
	} {
		peeked, err := inline.Peek([]byte(line))
		if err != nil || peeked != want {
			t.Errorf("%s: Peek says %q, %v, want %q", line, peeked, err, want)
		}
		l, err := inline.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got := l.Kind(); got != want {
			t.Errorf("%s: Kind is %q, want %q", line, got, want)
		}
		again, err := l.AppendJSON(nil)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if peeked, err := inline.Peek(again); err != nil || peeked != want {
			t.Errorf("%s: written as %s, of which Peek says %q, %v", line, again, peeked, err)
		}
	}
}

// TestEmptyFlattened checks that strict readers accept what is written of a flattened record without members, and that it stays flattened.
func TestEmptyFlattened(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"hint"}`:            `{"type":"hint"}`,
		`{"type":"hint","text":"a"}`: `{"type":"hint"}`,
		`{"type":"hint","body":{}}`:  `{"type":"hint","body":{}}`,
	} {
		if err := inline.CheckLine([]byte(line)); err != nil {
			t.Error(err)
		}
		l, err := inline.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		l.(*inline.Hint).Body.Text = nil
		data, err := l.AppendJSON(nil)
		if err != nil || string(data) != want || inline.CheckLine(data) != nil {
			t.Errorf("%s is written as %s, %v; strict readers: %v", line, data, err, inline.CheckLine(data))
		}
	}
}
