package drift_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/ndwire/ndwire/workshop/drift"
)

// TestPatch checks patches of each sort: in block and in flow form, with comments, in imported files.
func TestPatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		writeFile(t, filepath.Join(dir, name), text)
		return filepath.Join(dir, name)
	}
	write("api.yaml", `ndwire: 1
protocol: api
package: api
import: example.com/api
records:
  User: {}   # nothing yet
`)
	file := write("chat.yaml", `ndwire: 1
protocol: chat
package: chat
imports: {api: api.yaml}
line: Line
unions:
  Line:
    tag: type
    cases:
      message: Message   # what was said
      left:              # and why
        tag: why
        cases: {bored: Bored}
      has:
        has: {a: Has}
    # the end
records:
  Message:
    fields:
      user: api.User     # who
      mood?: Mood
      op?: Op
      close?: Close
      items?: Item[]

  # Somebody went away.
  Bored: {fields: {
    "at?": int,   # never {here}
    "note?": {type: string, doc: "it's, so"},
  }}
  Item: {doc: 'it''s'}
  Has: {fields: {a: string}}
  Kept:
    open: true
enums:
  Mood:
    values:
      - happy
      - sad              # often
  Op: {type: int, values: {1: Dispatch}}
  Close: {values: {
    never: Never   # or so
    }}
`)
	lines := `{"type":"message","user":{"name":"ann","tags":["a"],"n":[[1]]},"mood":"angry","op":7,"close":"yes","items":[{"x":{}},{"x":1}]}
{"type":"message","op":8,"new":1,"half":1.5,"flag":true,"any":[1,"a"],"text":null,"mood":null,"Mood":"x"}
{"type":"message","text":"t","user":7,"a b":null}
{"type":"left","why":"bored","by":["x",null],"at":"now"}
{"type":"left","why":true}
{"type":"left"}
{"type":"gone"}
{"type":"has"}
{}
`
	c := compare(t, file, []byte(lines))
	p, err := c.Patch(drift.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, c := range p.Changes {
		name := filepath.Base(c.File)
		got.Write(diff.Diff("a/"+name, c.Old, "b/"+name, c.New))
	}
	for _, r := range p.Retyped {
		fmt.Fprintf(&got, "retyped: %s: %d: %s to %s\n", r.Path, r.Pos.Line, r.Old, r.New)
	}
	for _, l := range p.Left {
		got.WriteString("left: " + strings.ReplaceAll(l.What.String()+" "+l.Path+": "+l.Reason, dir+string(filepath.Separator), "") + "\n")
	}
	golden := filepath.Join("testdata", "patch.txt")
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
	applyDiff(t, dir, p)
	for _, f := range compare(t, file, []byte(lines)).Report().Findings {
		t.Errorf("found again: %v", f)
	}
}

var update = flag.Bool("update", false, "write the golden files")

// TestPatchedCases checks that new cases of external unions are declared with a record, and that tags that are objects or lists lead to a case
// for all values.
func TestPatchedCases(t *testing.T) {
	const text = `ndwire: 1
protocol: shop
package: shop
line: Line
unions:
  Line: {tag: type, cases: {a: A}}   # all
  Command:
    external:
      Start: Start   # goes on
      Quit: null
  Step: {tag: t, content: c, cases: {begin: Begin}}
  Sort: {tag: kind, cases: {x: X}}
records:
  A:
    fields: {"do?": Command, "steps?": "Step[]", "kind?": {type: Sort, go: Sort}}
  Start: {fields: {n: int}}
  Begin: {}
  X: {}
`
	for _, test := range []struct {
		lines, want, left, opened string
	}{
		{`{"do":"Stop"} {"do":{"Stop":null}}`, "      Stop: null\n", "", ""},
		{`{"do":{"Move":{"x":1,"to":["a"]}}} {"do":{"Move":{"x":2.5}}}`, "      Move: Move\n  Move: {fields: {x: number, \"to?\": \"string[]\"}}\n", "", ""},
		{`{"do":{"Move":{"x?":1,"y":2}}} {"do":{"Move":{"":3,"y":2}}}`, "  Move: {open: true, fields: {\"y\": int}}\n", "", ""},
		{`{"do":{"Move":{"?":1}}}`, "  Move: {open: true}\n", "", ""},
		{`{"do":{"Move":{"a-b":1,"a_b":"x","kind":true}}}`, "  Move: {fields: {a-b: int, a_b: {type: string, go: MoveAB}, kind: {type: bool, go: MoveKind}}}\n", "", ""},
		{`{"do":{"X":{}}}`, "      X: X2\n  X2: {}\n", "", ""},
		{`{"do":"A"}`, "      A: {to: null, go: A2}\n", "", ""},
		{`{"steps":[{"t":"end","c":{"at":1}},{"t":"wait"}]}`, "cases: {begin: Begin, end: End, wait: null}}\n  End: {fields: {at: int}}\n", "", ""},
		{`{"kind":{"kind":1e400}} {"kind":{"kind":-12e400}}`, "  Sort: {tag: kind, cases: {x: X, 1e400: json, -12e400: json}}\n", "", ""},
		{`{"do":{"Move":5}}`, "", "an object or a bare name, and lines have more than that for Move", ""},
		{`{"do":"Go"} {"do":{"Go":{}}}`, "", "an object or a bare name, and lines have more than that for Go", ""},
		{`{"do":{"Quit":{"n":1}}}`, "", "the case is a bare name, and lines have a value", ""},
		{`{"do":"Start"}`, "", "the case has a record, and lines have another value", ""},
		{`{"do":{"a":{},"b":{}}}`, "", "no name, or more than one", ""},
		{`{"kind":{"kind":{"z":1}}} {"kind":{"kind":[]}}`, "  Sort: {tag: kind, cases: {x: X}, otherwise: json}\n", "", ".kind 2"},
	} {
		file := specFile(t, "shop.yaml", text)
		lines := []byte(strings.ReplaceAll(strings.ReplaceAll(test.lines, " ", "\n")+"\n", `{"do"`, `{"type":"a","do"`))
		lines = bytes.ReplaceAll(bytes.ReplaceAll(lines, []byte(`{"steps"`), []byte(`{"type":"a","steps"`)), []byte(`{"kind":{"k`), []byte(`{"type":"a","kind":{"k`))
		p, err := compare(t, file, lines).Patch(drift.PatchOptions{KeepTypes: test.left != ""})
		if err != nil {
			t.Fatal(err)
		}
		opened := ""
		for _, o := range p.Opened {
			opened += fmt.Sprint(o.Path, " ", o.Count)
		}
		if opened != test.opened {
			t.Errorf("%s: opened %q, want %q", test.lines, opened, test.opened)
		}
		if test.want == "" {
			if len(p.Left) != 1 || len(p.Changes) != 0 || !strings.Contains(p.Left[0].Reason, test.left) {
				t.Errorf("%s: %+v", test.lines, p)
			}
			continue
		}
		if len(p.Left) > 0 || len(p.Changes) != 1 {
			t.Errorf("%s: %+v", test.lines, p)
			continue
		}
		for want := range strings.Lines(test.want) {
			if !strings.Contains(string(p.Changes[0].New), want) {
				t.Errorf("%s: no %q in\n%s", test.lines, want, p.Changes[0].New)
			}
		}
		applyDiff(t, filepath.Dir(file), p)
		for _, f := range compare(t, file, lines).Report().Findings {
			t.Errorf("%s: found again: %v", test.lines, f)
		}
	}
}

// TestPatchedNames checks that a patch finds names that the spec does not have: of unions, kinds, cases, enum values and fields, and that members
// lose the defaults and constants that their new types cannot have.
func TestPatchedNames(t *testing.T) {
	const text = `ndwire: 1
protocol: chat
package: chat
line: Line
unions:
  Line:
    tag: type
    cases: {a: A, b: {to: B, kind: other}}
  IntOrText: {kinds: {string: Text, boolean: Flag}}
records:
  A:
    fields:
      n?: {type: int, default: 5, usual: true, doc: one}   # count
      m?: int
      late?:
        default: 5
        type: int
        doc: two
      list?: IntOrText
      rows?: string[][]
      holes?: (int | null)[][]
      mode?: Mode
      z: {type: json, zero: []}
      v: {const: "1", doc: version}   # kept
      w: {const: 2}
  B: {}
enums:
  Mode:
    values:
      - a-b   # first
      - c
`
	const lines = `{"type":"a","n":"x","z":[],"v":"1","w":2}
{"type":"a","m":"x","z":[],"v":"1","w":2,"rows":[["a",1],2],"holes":[["x"],true]}
{"type":"a","list":1,"late":"x","mode":"a_b","*":1,"**":2,"***":3}
{"type":"a","z":[],"v":"1","w":2,"mode":"a.b"}
{"type":"other"}
{"type":"*"}
{"type":"**"}
{"type":"***"}
`
	file := specFile(t, "chat.yaml", text)
	p, err := compare(t, file, []byte(lines)).Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Left) > 0 {
		t.Fatalf("%v, %+v", err, p.Left)
	}
	for _, want := range []string{
		"n?: {type: IntOrText2, doc: one}  # count\n", "m?: IntOrText2\n", "late?:\n        type: IntOrText2\n        doc: two\n", "rows?: TextOrNumberListOrNumber[]\n",
		`v?: {type: string, doc: version}   # kept`, "w?: int\n", "z?: {type: json}\n", "      a-b:   # first\n", `other: {to: json, kind: "other2"}`,
	} {
		if !strings.Contains(string(p.Changes[0].New), want) {
			t.Errorf("no %q in\n%s", want, p.Changes[0].New)
		}
	}
	applyDiff(t, filepath.Dir(file), p)
	for _, f := range compare(t, file, []byte(lines)).Report().Findings {
		t.Errorf("found again: %v", f)
	}
}

// TestPatchedNamesOfKinds checks that the name of an object's only member becomes a case where presence chooses the case. An object with several new
// members, or with a name that a spec cannot declare, needs otherwise.
func TestPatchedNamesOfKinds(t *testing.T) {
	const text = "ndwire: 1\nprotocol: p\npackage: p\nline: Line\nunions:\n  Line:\n    has: {started: Started, moved: Moved}\nrecords:\n" +
		"  Started: {fields: {started: json}}\n  Moved: {fields: {moved: json}}\n"
	for _, test := range []struct{ lines, want, not string }{
		{`{"stopped":{}}` + "\n" + `{"a \"b\"":1}` + "\n", `has: {started: Started, moved: Moved, stopped: json, "a \"b\"": json}`, "otherwise"},
		{`{"stopped":{},"at":1}` + "\n", "otherwise: json", "stopped"},
		{`{"maybe?":{}}` + "\n", "otherwise: json", "maybe"},
		{`{"":{}}` + "\n", "otherwise: json", `""`},
	} {
		file := specFile(t, "spec.yaml", text)
		p, err := compare(t, file, []byte(test.lines)).Patch(drift.PatchOptions{})
		if err != nil || len(p.Left) > 0 {
			t.Fatalf("%s: %+v, %v", test.lines, p, err)
		}
		applyDiff(t, filepath.Dir(file), p)
		patched, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(patched), test.want) || strings.Contains(string(patched), test.not) {
			t.Errorf("%s:\n%s", test.lines, patched)
		}
		for _, f := range compare(t, file, []byte(test.lines)).Report().Findings {
			t.Errorf("%s: found again: %v", test.lines, f)
		}
	}
}

// TestPatchedTag checks the patch for a record that is the type of a member, where it lacks the tag that it has as a case: the record declares the
// tag as an optional field, and is chosen by it as before.
func TestPatchedTag(t *testing.T) {
	const text = `ndwire: 1
protocol: chat
package: chat
line: Line
unions:
  Line: {tag: type, cases: {a: A, b: B}}
records:
  A: {fields: {last: B}}
  B:
    fields:
      n: int   # of all
`
	file := specFile(t, "chat.yaml", text)
	lines := []byte(`{"type":"a","last":{"type":"b","n":1}}` + "\n" + `{"type":"a","last":{"n":2}}` + "\n" + `{"type":"b","n":3}` + "\n")
	c := compare(t, file, lines)
	if f := c.Report().Findings; len(f) != 1 || f[0].Path != ".last.type" || f[0].Value != drift.Absent || f[0].Count != 1 || f[0].First.Line != 2 {
		t.Errorf("%+v", f)
	}
	p, err := c.Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Left) > 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if diff := cmp.Diff(text+"      type?: string\n", string(p.Changes[0].New)); diff != "" {
		t.Error(diff)
	}
	applyDiff(t, filepath.Dir(file), p)
	for _, f := range compare(t, file, lines).Report().Findings {
		t.Errorf("found again: %v", f)
	}
}

// TestOpenedKind checks that `otherwise:` gets a kind of its own where another case has the kind that it would have.
func TestOpenedKind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line:\n    tag: kind\n    cases: {a: A}\n    absent: {tag: type, otherwise: E}\n  P: {cases: {b: B}}\n" +
		"records: {A: {}, B: {}, E: {fields: {p: {type: P, by: type}}}}\n"
	writeFile(t, file, text)
	lines := []byte(`{"kind":{}}` + "\n")
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Opened) != 1 || len(p.Left) != 0 {
		t.Fatalf("%+v", p)
	}
	applyDiff(t, filepath.Dir(file), p)
	if found := compare(t, file, lines).Report().Findings; len(found) != 0 {
		t.Error(found)
	}
}

// TestCrowd checks that a patch opens a record that cannot have as many members as there are new ones, an enum with too many new values, and a
// discriminator with too many new cases.
func TestCrowd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions: {Line: {tag: type, cases: {a: A}}}\nrecords: {A: {fields: {users: Users}}, Users: {fields: {\"u?\": int}}}\n"
	writeFile(t, file, text)
	for _, n := range []int{127, 128} {
		var lines strings.Builder
		for i := range n {
			fmt.Fprintf(&lines, `{"type":"a","users":{"u%d":%d}}`+"\n", i, i)
		}
		p, err := compare(t, file, []byte(lines.String()+`{"type":"a","users":{},"b":1}`)).Patch(drift.PatchOptions{})
		if err != nil || len(p.Changes) != 1 || len(p.Left) > 0 || (len(p.Opened) == 1) != (n > 127) {
			t.Fatalf("%d: %+v, %v", n, p, err)
		}
		if n > 127 && (p.Opened[0].Count != int64(n) || !strings.Contains(p.Opened[0].Reason, "Users would have 129 members") || !strings.Contains(p.Opened[0].Reason, "map<string, int>")) {
			t.Errorf("%+v", p.Opened)
		}
		if got := string(p.Changes[0].New); !strings.Contains(got, "b?") || strings.Contains(got, "u12") != (n == 127) || strings.Contains(got, "open: true") != (n > 127) {
			t.Error(got)
		}
	}
	for what, line := range map[string]string{"enum value": `{"type":"a","users":{"u":1},"mood":"m%d"}`, "case": `{"type":"t%d"}`, "member": `{"type":"a","users":{"m%d":1}}`, "long name": `{"type":"a","users":{"` + strings.Repeat("m", 2000) + `%d":1}}`} {
		text := strings.NewReplacer(`{users: Users}`, `{users: Users, "mood?": Mood}`).Replace(text) + "enums: {Mood: {values: [m0]}}\n"
		writeFile(t, file, text)
		var lines []byte
		for i := range 3000 {
			lines = append(fmt.Appendf(lines, line, i), '\n')
		}
		p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
		if err != nil || len(p.Left) > 0 || len(p.Opened) != 1 || p.Opened[0].Count < 1000 {
			t.Fatalf("%s: %+v, %v", what, p.Opened, err)
		}
		applyDiff(t, filepath.Dir(file), p)
		if found := compare(t, file, lines).Report().Findings; len(found) > 0 {
			t.Errorf("%s: %v", what, found[0])
		}
	}
}

// TestRare checks that a single value of another type among thousands, and a single tag that is not a text, widen no type.
func TestRare(t *testing.T) {
	const text = "ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n" +
		"records:\n  A: {fields: {n: int, at: time, \"list\": \"string[]\", v: {const: \"1\"}}}\n"
	const good = `{"type":"a","n":1,"at":"2026-01-02T03:04:05Z","list":["x"],"v":"1"}`
	for _, test := range []struct {
		line string
		null bool // nulls are never rare
	}{
		{line: strings.Replace(good, `"n":1`, `"n":"x"`, 1)},
		{line: strings.Replace(good, `"n":1`, `"n":{}`, 1)},
		{line: strings.Replace(good, `2026`, `soon`, 1)},
		{line: strings.Replace(good, `["x"]`, `[7]`, 1)},
		{line: strings.Replace(good, `["x"]`, `[null]`, 1), null: true},
		{line: strings.Replace(good, `"v":"1"`, `"v":"2"`, 1)},
		{line: strings.Replace(good, `"type":"a"`, `"type":{}`, 1)},
		{line: strings.Replace(good, `"type":"a"`, `"type":7`, 1)},
	} {
		file := specFile(t, "chat.yaml", text)
		for _, of := range []int{900, 1100} {
			lines := []byte(strings.Repeat(good+"\n", of-1) + test.line + "\n")
			for _, rare := range []bool{false, true} {
				p, err := compare(t, file, lines).Patch(drift.PatchOptions{Rare: rare})
				if err != nil {
					t.Fatal(err)
				}
				changed := of < 1000 || rare || test.null
				if (len(p.Changes) == 1) != changed || (len(p.Left) == 0) != changed {
					t.Errorf("%s, one of %d, rare %v: %+v", test.line, of, rare, p)
				}
				if len(p.Left) == 1 && !strings.Contains(p.Left[0].Reason, "rare, 1 of ") {
					t.Errorf("%s: %s", test.line, p.Left[0].Reason)
				}
			}
		}
	}
	// Values that are not rare are taken, rare ones are not.
	file := specFile(t, "chat.yaml", text)
	lines := strings.Repeat(good+"\n", 2000) + strings.Repeat(strings.Replace(good, `"n":1`, `"n":true`, 1)+"\n", 9) + strings.Replace(good, `"n":1`, `"n":"x"`, 1)
	p, err := compare(t, file, []byte(lines)).Patch(drift.PatchOptions{})
	if err != nil || len(p.Retyped) != 1 || p.Retyped[0].New != "IntOrFlag" || len(p.Left) != 1 || p.Left[0].Count != 1 {
		t.Errorf("%v: %+v", err, p)
	}
}

// TestPatchedSpellings checks that a new tag in several spellings is one case, in its canonical spelling, and that one `otherwise:` is written if
// several findings need it.
func TestPatchedSpellings(t *testing.T) {
	const text = "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\nrecords: {A: {}}\n"
	many := strings.Repeat("x", 2000)
	for _, test := range []struct {
		name, lines, want string
	}{
		{"a text", `{"type":"new"}{"type":"n\u0065w"}{"type":"\u006eew"}`, `, new: json}`},
		{"a number", `{"type":1.0}{"type":1}{"type":1e0}{"type":10E-1}`, `, 1: json}`},
		{"zero", `{"type":-0}{"type":0}{"type":-0.0}{"type":0e5}`, `, 0: json}`},
		{"a fraction", `{"type":1.50}{"type":15e-1}`, `, 1.5: json}`},
		{"two of otherwise", `{"type":{}}{"type":"` + many + `"}`, `}, otherwise: json`},
	} {
		file := specFile(t, "a.yaml", text)
		lines := []byte(strings.ReplaceAll(test.lines, "}{", "}\n{") + "\n")
		p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
		if err != nil || len(p.Left) > 0 || len(p.Changes) != 1 {
			t.Errorf("%s: %+v, %v", test.name, p, err)
			continue
		}
		want := strings.Replace(text, "{a: A}}", "{a: A"+test.want+"}", 1)
		if diff := cmp.Diff(want, string(p.Changes[0].New)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		applyDiff(t, filepath.Dir(file), p)
		for _, f := range compare(t, file, lines).Report().Findings {
			t.Errorf("%s: found again: %v", test.name, f)
		}
	}
}
