package jsontest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTree(t *testing.T) {
	const text = `{"a":[1.50,"\u0061",{}],"a":null,"\"":{"b":[]}}`
	n := Parse(" {\"a\" : [1.50,\"\\u0061\" , { }],\"a\":null, \"\\\"\":{\"b\": []}}\n")
	if got := string(n.Append(nil)); got != text {
		t.Errorf("%s, want %s", got, text)
	}
	spaced := string(n.AppendSpaced(nil, func(separated bool) string {
		if separated {
			return " "
		}
		return ""
	}))
	if want := `{"a": [1.50, "\u0061", {}], "a": null, "\"": {"b": []}}`; spaced != want {
		t.Errorf("%s, want %s", spaced, want)
	}
	if got := len(n.All()); got != 8 {
		t.Errorf("%d values, want 8", got)
	}
	if got := len(n.Containers()); got != 5 {
		t.Errorf("%d objects and arrays, want 5", got)
	}
	c := n.Clone()
	c.Delete(1)
	c.Insert(0, Member{`"c"`, &Tree{Text: "7"}})
	c.Members[1].Value.Members[0].Value.Text = "2"
	if got, want := string(c.Append(nil)), `{"c":7,"a":[2,"\u0061",{}],"\"":{"b":[]}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := string(n.Append(nil)); got != text {
		t.Errorf("after changes of a clone: %s, want %s", got, text)
	}
}

func TestParseNoJSON(t *testing.T) {
	for _, text := range []string{"", `{"a":1`, `[1] 2`, `{[]:1}`, `"a`, `{"a"}`} {
		if d := cmp.Diff(&Tree{Text: text}, Parse(text)); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
	}
}
