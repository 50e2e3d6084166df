package openclaw_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/openclaw"
)

// TestInjected inserts unknown values, and values of other types than the spec's, anywhere on a line: it must be decoded without an error and
// written back unchanged, and so must all other values.
func TestInjected(t *testing.T) {
	var lines []string
	files := testdata(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		lines = append(lines, files[name]...)
	}
	rapid.Check(t, func(r *rapid.T) {
		line := []byte(rapid.SampledFrom(lines).Draw(r, "line"))
		tree := value(t, line)
		for range rapid.IntRange(1, 4).Draw(r, "changes") {
			tree = inject(r, tree)
		}
		text := write(t, tree)
		if _, ok := tree.(map[string]any); !ok {
			return // no line any more
		}
		l, err := openclaw.UnmarshalLine(text)
		if err != nil {
			r.Fatalf("%v\n%s", err, text)
		}
		out, err := l.AppendJSON(nil)
		if err != nil {
			r.Fatalf("AppendJSON: %v\n%s", err, text)
		}
		if got := value(t, out); !reflect.DeepEqual(tree, got) {
			r.Fatalf("%s\nis written\n%s", text, out)
		}
		if clone, err := openclaw.CloneLine(l).AppendJSON(nil); err != nil || !bytes.Equal(clone, out) {
			r.Fatalf("the clone is written\n%s\nwant\n%s\n%v", clone, out, err)
		}
		kind, err := openclaw.Peek(text)
		if _, unknown := l.(*openclaw.UnknownLine); err != nil || !unknown && kind != l.Kind() {
			r.Fatalf("Peek %q, %v; Kind %q\n%s", kind, err, l.Kind(), text)
		}
		_ = openclaw.CheckLine(text) // must not panic
	})
}

// odd are values of all JSON types, in spellings that are not the usual ones.
var odd = []any{
	nil, true, false, "", "odd", "\u2028\x00<&>", []any{}, []any{nil, "x", map[string]any{}}, map[string]any{}, map[string]any{"type": "odd"},
	json.Number("0"), json.Number("-0"), json.Number("1.5"), json.Number("3e0"), json.Number("1E-7"), json.Number("0.10"), json.Number("1e400"),
	json.Number("9007199254740993"), json.Number("-99999999999999999999"), map[string]any{"role": "odd", "timestamp": json.Number("1.0")},
}

// inject changes one place of a value: an unknown member, an unknown variant, another type, an odd number, a member less.
func inject(r *rapid.T, tree any) any {
	switch v := tree.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		switch what := rapid.IntRange(0, 9).Draw(r, "what"); {
		case what == 0 || len(keys) == 0:
			v[fmt.Sprintf("odd %d", rapid.IntRange(0, 3).Draw(r, "name"))] = draw(r)
		case what == 1:
			delete(v, rapid.SampledFrom(keys).Draw(r, "member"))
		case what == 2:
			for _, tag := range []string{"type", "role", "method", "stopReason", "kind"} {
				if _, ok := v[tag]; ok {
					v[tag] = rapid.SampledFrom([]any{"odd", "user", "text", "session", nil, json.Number("7")}).Draw(r, "tag")
					break
				}
			}
		default:
			key := rapid.SampledFrom(keys).Draw(r, "member")
			v[key] = inject(r, v[key])
		}
		return v
	case []any:
		if len(v) > 0 && rapid.IntRange(0, 3).Draw(r, "deeper") > 0 {
			i := rapid.IntRange(0, len(v)-1).Draw(r, "element")
			v[i] = inject(r, v[i])
			return v
		}
		return append(v, draw(r))
	}
	return draw(r)
}

// draw copies an odd value: the next change may be within it.
func draw(r *rapid.T) any {
	return copied(rapid.SampledFrom(odd).Draw(r, "value"))
}

func copied(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := map[string]any{}
		for k, e := range v {
			c[k] = copied(e)
		}
		return c
	case []any:
		c := make([]any, 0, len(v))
		for _, e := range v {
			c = append(c, copied(e))
		}
		return c
	}
	return v
}

// write is json.Marshal without its escapes for HTML, and on one line.
func write(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(b.Bytes())
}
