package drift_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/workshop/drift"
)

// TestEncodedExternal checks that a text in a string can be a case of an external union, as the generated code reads it.
func TestEncodedExternal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.yaml")
	writeFile(t, file, `
ndwire: 1
protocol: e
package: e
line: Line
unions:
  Line: {tag: type, cases: {a: A}}
  Move: {external: {Left: Left, Right: null}}
records:
  A: {fields: {move: encoded<Move>}}
  Left: {fields: {n: int}}
`)
	for text, want := range map[string]int{`"\"Right\""`: 0, `"{\"Left\":{\"n\":1}}"`: 0, `"{\"Right\":null}"`: 0, `"\"Up\""`: 1, `"null"`: 1, `"7"`: 1} {
		if got := compare(t, file, []byte(`{"type":"a","move":`+text+"}\n")).Report().Findings; len(got) != want {
			t.Errorf("%s: %d differences, want %d: %v", text, len(got), want, got)
		}
	}
}

// TestEncodedForms checks JSON in a string that is no object or list: the short form of a record, and values of a union by JSON type, which are within
// the string.
func TestEncodedForms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.yaml")
	writeFile(t, file, `
ndwire: 1
protocol: e
package: e
line: Line
unions:
  Line: {tag: type, cases: {a: A}}
  Value: {kinds: {string: {go: At, type: time}, array: {go: List, type: "int[]"}}}
records:
  A: {fields: {"s?": encoded<Short>, "v?": encoded<Value>, "l?": "encoded<Value[]>", "i?": "encoded<int[]>"}}
  Short: {string: Text, fields: {"n?": int}}
`)
	for _, test := range []struct{ member, text, path string }{
		{"s", `"\"x\""`, ""},
		{"s", `"\"\""`, ".s"},
		{"s", `"5"`, ".s"},
		{"v", `"\"2026-01-02T03:04:05Z\""`, ""},
		{"v", `"\"x\""`, ".v|fromjson"},
		{"v", `"5"`, ".v|fromjson"},
		{"v", `"null"`, ".v"},
		{"v", `"[1,\"x\"]"`, ".v"},
		{"l", `"[[1],5]"`, ".l|fromjson[]"},
		{"l", `"[[1],[\"x\"]]"`, ".l"},
		{"i", `"[1,\"x\"]"`, ".i"},
	} {
		path := ""
		for _, f := range compare(t, file, []byte(`{"type":"a","`+test.member+`":`+test.text+"}\n")).Report().Findings {
			path += f.Path
		}
		if path != test.path {
			t.Errorf("%s: %s: differences at %q, want %q", test.member, test.text, path, test.path)
		}
	}
}

// TestPatchedEncodedExternal checks the patch for a member whose text is no case of its external union, where other lines have no text at all.
func TestPatchedEncodedExternal(t *testing.T) {
	const text = "ndwire: 1\nprotocol: e\npackage: e\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  Move: {external: {Left: Left, Right: null}}\n" +
		"records:\n  A:\n    fields:\n      move: encoded<Move>  # where\n  Left: {fields: {n: int}}\n"
	for lines, want := range map[string]string{
		`{"type":"a","move":"{\"Up\":7}"}`:                                     "move: string         # where",
		`{"type":"a","move":"{\"Up\":7}"}{"type":"a","move":{"Left":{"n":1}}}`: "move: json           # where",
		`{"type":"a","move":"{\"Up\":7}"}{"type":"a","move":7}`:                "move: json           # where",
	} {
		file := specFile(t, "e.yaml", text)
		log := []byte(strings.ReplaceAll(lines, "}{\"type", "}\n{\"type") + "\n")
		p, err := compare(t, file, log).Patch(drift.PatchOptions{})
		if err != nil || len(p.Changes) != 1 || len(p.Left) != 0 || !strings.Contains(string(p.Changes[0].New), want) {
			t.Errorf("%s: %v %s %+v", lines, err, p.Changes, p.Left)
			continue
		}
		applyDiff(t, filepath.Dir(file), p)
		if found := compare(t, file, log).Report().Findings; len(found) != 0 {
			t.Errorf("%s: found again: %v", lines, found)
		}
	}
}
