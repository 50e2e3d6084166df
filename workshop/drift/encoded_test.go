package drift_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestEncodedExternal checks that a text in a string can be a case of an external union, as the generated code reads it.
func TestEncodedExternal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.yaml")
	if err := os.WriteFile(file, []byte(`
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
`), 0o666); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{`"\"Right\""`: 0, `"{\"Left\":{\"n\":1}}"`: 0, `"{\"Right\":null}"`: 0, `"\"Up\""`: 1, `"null"`: 1, `"7"`: 1} {
		if got := compare(t, file, []byte(`{"type":"a","move":`+text+"}\n")).Report().Findings; len(got) != want {
			t.Errorf("%s: %d differences, want %d: %v", text, len(got), want, got)
		}
	}
}
