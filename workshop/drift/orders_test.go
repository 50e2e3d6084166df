package drift_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/internal/casetest"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

func tune(t *testing.T, file string, logs ...[]byte) drift.Tuned {
	t.Helper()
	m, err := spec.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	tuner, err := drift.NewTuner(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, log := range logs {
		if err := tuner.Read(bytes.NewReader(log)); err != nil {
			t.Fatal(err)
		}
	}
	tuned, err := tuner.Tune()
	if err != nil {
		t.Fatal(err)
	}
	return tuned
}

// TestTune checks the specs that Tune writes: in block and flow form, for optional members, several orders, and orders that are right, wrong or
// impossible.
func TestTune(t *testing.T) {
	const lines = `{"type":"say","id":1,"user":{"name":"a","team":"x"},"text":"t","note":"n"}
{"type":"say","id":1,"user":{"name":"a","team":"x"},"text":"t"}
{"id":1,"type":"say","text":"t","user":{"team":"x","name":"a"}}
{"type":"right","a":1,"b":2}
{"type":"keptShare","a":1,"b":2}
{"type":"flow","b":1,"a":2}
{"type":"empty","more":1}
{"type":"loop","in":{"type":"loop","n":1}}
{"n":1,"type":"flat","x":1}
`
	tests := map[string]string{
		"keep": `ndwire: 1
protocol: tuned
package: tuned
line: Line
unions:
  Line: {tag: type, cases: {say: Say, right: Right, keptShare: Rotten, flow: Flow, empty: Empty, loop: Loop, flat: Flat}}
records:
  Say:
    doc: Somebody says something.
    # The members.
    fields: {id: int, user: User, text: string, "note?": string}   # to the end
  User:
    fields: {name: string, team: string}
  Right:
    order: [type, a, "b?", "c?"]   # stays
    fields: {a: int, b?: int, c?: int}
  Rotten:
    order:
      - [type, b, a]
    fields: {a: int, b: int}
  Flow: {order: [type, a, b], fields: {a: int, b: int}}
  Empty: {}
  Loop: {fields: {"n?": int, "in?": Loop}}
  Flat: {fields: {"n?": int, "part?": {type: Part, inline: accepted}}}
  Part: {fields: {"x?": int}}
`,
		"skip": `ndwire: 1
protocol: tuned
package: tuned
unknown: skip
line: Line
unions:
  Line: {tag: type, cases: {say: Say}}
records:
  Say:
    fields: {name: {type: string, path: user.name}, text: string}
`,
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			file := specFile(t, "tuned.yaml", text)
			tuned := tune(t, file, []byte(lines))
			var got strings.Builder
			for _, c := range tuned.Changes {
				got.Write(diff.Diff("old", c.Old, "new", c.New))
				writeFile(t, file, c.New)
			}
			for _, left := range tuned.Left {
				got.WriteString("left: " + strings.ReplaceAll(left, file, "tuned.yaml") + "\n")
			}
			golden := filepath.Join("testdata", "tune_"+name+".txt")
			if *update {
				writeFile(t, golden, got.String())
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if again := tune(t, file, []byte(lines)); len(again.Changes) > 0 {
				t.Errorf("tuned again, it changes: %s", diff.Diff("old", again.Changes[0].Old, "new", again.Changes[0].New))
			}
		})
	}
}

// TestTuneStripped checks that the hand-written orders of this project's specs are found again in logs: the members that both orders have are in the
// same sequence.
func TestTuneStripped(t *testing.T) {
	for _, test := range []struct{ spec, logs string }{{"agentsdk", "agentsdk/*.ndjson"}, {"claudecode", "claudecode/*.ndjson"}} {
		t.Run(test.spec, func(t *testing.T) {
			root := t.TempDir()
			copySpecs(t, root)
			file := filepath.Join(root, "spec", test.spec+".yaml")
			byHand, err := spec.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			stripped := orderLines.ReplaceAll(text, nil)
			writeFile(t, file, stripped)
			files, err := filepath.Glob(filepath.Join("../../testdata", test.logs))
			if err != nil {
				t.Fatal(err)
			}
			var logs [][]byte
			for _, file := range files {
				log, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				logs = append(logs, log)
			}
			for _, c := range tune(t, file, logs...).Changes {
				writeFile(t, c.File, c.New)
			}
			tuned, err := spec.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := gen.Generate(tuned); err != nil {
				t.Fatal(err)
			}
			both, alike := 0, 0
			for i, r := range byHand.Records {
				if other := tuned.Records[i]; len(r.Orders) > 0 && len(other.Orders) > 0 {
					both++
					if slices.ContainsFunc(r.Orders, func(o *spec.Order) bool { return sameSequence(o, other.Orders[0]) }) {
						alike++
					} else {
						t.Log(r.Name, "is tuned otherwise:", other.Orders[0].Members)
					}
				}
			}
			if both < 6 || alike*3 < both*2 { // lines of testdata have more rare members than real ones
				t.Errorf("%d records have orders in both, and only %d of them alike", both, alike)
			}
		})
	}
}

// orderLines matches `order:` and `order_of:` with the lines that belong to them, in the layout of this project's specs.
var orderLines = regexp.MustCompile(`(?m)^    order(_of)?:.*\n(     .*\n)*`)

// sameSequence reports whether the members that both orders have are in the same sequence.
func sameSequence(a, b *spec.Order) bool {
	return slices.Equal(common(a, b), common(b, a))
}

func common(a, b *spec.Order) (names []string) {
	for _, m := range a.Members {
		if slices.ContainsFunc(b.Members, func(o spec.OrderMember) bool { return o.Name == m.Name }) {
			names = append(names, m.Name)
		}
	}
	return names
}

// TestTuneIsSilent checks that records that cannot have an order are not reported: those that are chosen by a sibling, by presence, by an external
// tag, or by any value of a tag.
func TestTuneIsSilent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spec.yaml")
	text := `ndwire: 1
protocol: tuned
package: tuned
line: Line
unions:
  Line: {tag: type, cases: {has: H}, otherwise: Other}
  Input: {cases: {run: Run}}
  Either: {has: {b: WithB}}
  Around: {external: {E: Inside}}
records:
  H: {fields: {x: int, either: Either, around: Around}}
  Other: {fields: {n: int, input: {type: Input, by: type}}}
  Run: {fields: {a: int, b: int}}
  WithB: {fields: {a: int, b: int}}
  Inside: {fields: {a: int, b: int}}
`
	writeFile(t, file, text)
	tuned := tune(t, file, []byte(`{"type":"has","either":{"b":1,"a":1},"around":{"E":{"b":1,"a":1}},"x":1}
{"type":"run","input":{"b":1,"a":1},"n":1}
`))
	if len(tuned.Left) > 0 {
		t.Errorf("left: %q", tuned.Left)
	}
	if len(tuned.Changes) != 1 || !bytes.Contains(tuned.Changes[0].New, []byte("H: {order: [type, either, around, x], fields")) {
		t.Errorf("%q", tuned.Changes)
	}
}

// TestTuneAgain checks that tuned specs are not tuned again by the same lines, also where the tags stand behind the other members, and that more objects
// have an order than before.
func TestTuneAgain(t *testing.T) {
	root := t.TempDir()
	copySpecs(t, root)
	for _, p := range casetest.Cases {
		if slices.Contains([]string{"spec/agentsdk.yaml", "spec/claudecode.yaml"}, p.Spec) {
			continue // they take too long
		}
		t.Run(p.Spec, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join("../..", p.Lines))
			if err != nil {
				t.Fatal(err)
			}
			var lines []byte
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for line := range bytes.Lines(text) {
					if json.Valid(line) && line[0] == '{' {
						lines = append(append(lines, rotated(t, line)...), '\n')
					}
				}
			}
			file := filepath.Join(root, p.Spec)
			for _, c := range tune(t, file, lines).Changes {
				writeFile(t, c.File, c.New)
				defer os.WriteFile(c.File, c.Old, 0o666) // another case has the same spec
			}
			again := tune(t, file, lines)
			for _, c := range again.Changes {
				t.Errorf("tuned again: %s", diff.Diff("old", c.Old, "new", c.New))
			}
			if len(again.Left) > 0 {
				t.Errorf("left: %q", again.Left)
			}
		})
	}
}

// rotated returns a value in which the first member of each object, which often is the tag, is the last one.
func rotated(t *testing.T, value []byte) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(value))
	if d.UseNumber(); value[0] != '{' && value[0] != '[' {
		return value
	}
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	var parts [][]byte
	for d.More() {
		var name, inner json.RawMessage
		if value[0] == '{' {
			key, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			quoted, err := json.Marshal(key)
			if err != nil {
				t.Fatal(err)
			}
			name = append(quoted, ':')
		}
		if err := d.Decode(&inner); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, append(name, rotated(t, inner)...))
	}
	if value[0] == '[' {
		return slices.Concat([]byte{'['}, bytes.Join(parts, []byte{','}), []byte{']'})
	}
	if len(parts) > 1 {
		parts = append(parts[1:], parts[0])
	}
	return slices.Concat([]byte{'{'}, bytes.Join(parts, []byte{','}), []byte{'}'})
}

// TestTuneSpaced checks that objects with white space between their members get no order: generated code compares lines with compact texts.
func TestTuneSpaced(t *testing.T) {
	const text = "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions: {Line: {tag: type, cases: {a: A}}}\nrecords: {A: {fields: {m: int, n: int}}}\n"
	for line, want := range map[string]bool{
		`{"n":1,"m":2,"type":"a"}`:             true,
		`{ "n": 1,"m":2,"type": "a" }`:         true,
		`{"n": 1, "m": 2, "type": "a"}`:        false,
		`{"n":1 ,"m":2,"type" : "a"}`:          false,
		`{"n":1,` + "\t" + `"m":2,"type":"a"}`: false,
	} {
		file := specFile(t, "a.yaml", text)
		if got := len(tune(t, file, []byte(strings.Repeat(line+"\n", 20))).Changes) > 0; got != want {
			t.Errorf("%s: an order: %t, want %t", line, got, want)
		}
	}
}
