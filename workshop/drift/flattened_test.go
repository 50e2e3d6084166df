package drift_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNestedUnderAlias checks that the members beside a record that is nested under an alias are unknown ones, wherever they stand.
func TestNestedUnderAlias(t *testing.T) {
	file := filepath.Join(t.TempDir(), "e.yaml")
	if err := os.WriteFile(file, []byte(`
ndwire: 1
protocol: e
package: e
line: Line
unions:
  Line: {tag: type, cases: {a: A}}
  Move: {tag: move, cases: {up: Up}}
records:
  A: {fields: {part: {type: Part, inline: accepted, alias: piece}, "step?": {type: Move, inline: accepted, alias: move_step}}}
  Part: {fields: {n: int, "s?": string}}
  Up: {fields: {far: int}}
`), 0o666); err != nil {
		t.Fatal(err)
	}
	for members, want := range map[string]int{
		`"n":1`:                     0,
		`"piece":{"n":1}`:           0,
		`"piece":{"n":1},"n":2`:     1,
		`"n":2,"piece":{"n":1}`:     1,
		`"piece":{"n":1},"s":7`:     1, // unknown, and not of another type
		`"part":{"n":1},"n":2`:      1,
		`"n":1,"move":"up","far":1`: 0,
		`"n":1,"move_step":{"move":"up","far":1},"move":"up","far":"x"`: 2,
	} {
		if got := compare(t, file, []byte(`{"type":"a",`+members+"}\n")).Report().Findings; len(got) != want {
			t.Errorf("%s: %d differences, want %d: %v", members, len(got), want, got)
		}
	}
}
