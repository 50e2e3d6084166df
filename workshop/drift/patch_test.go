package drift_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/internal/casetest"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

// TestPatched checks that a patched spec has no differences from the lines, which are randomly damaged, that it generates, and that the patch applies as
// a diff.
func TestPatched(t *testing.T) {
	root := t.TempDir()
	copySpecs(t, root)
	for _, p := range casetest.Cases {
		if slices.Contains([]string{"spec/agentsdk.yaml", "spec/claudecode.yaml", "spec/usage.yaml"}, p.Spec) {
			continue // they take too long
		}
		t.Run(p.Spec, func(t *testing.T) {
			lines := damaged(t, p.Lines)
			file := filepath.Join(root, p.Spec)
			before := compare(t, file, lines)
			patch, err := before.Patch(drift.PatchOptions{Rare: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range patch.Left {
				t.Errorf("left: %+v", l)
			}
			applyDiff(t, root, patch)
			for _, c := range patch.Changes {
				defer os.WriteFile(c.File, c.Old, 0o666) // another case has the same spec
			}
			after := compare(t, file, lines)
			for _, f := range after.Report().Findings {
				t.Errorf("found again: %v", f)
			}
			m, err := spec.Load(file)
			if err == nil {
				_, err = gen.Generate(m)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func compare(t *testing.T, file string, lines []byte) *drift.Comparer {
	t.Helper()
	m, err := spec.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := drift.New(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Read(bytes.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	return c
}

// copySpecs makes a module in a folder with the specs of this module.
func copySpecs(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" && d.Name() != "go.mod" {
			return err
		}
		to := filepath.Join(root, strings.TrimPrefix(path, "../.."))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// damaged returns lines of files, and changed copies of them.
func damaged(t *testing.T, pattern string) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", pattern))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	var lines []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || len(text) > 20<<10 {
			continue
		}
		for line := range bytes.Lines(text) {
			line = bytes.TrimSpace(line)
			if decoder.Raw(line).Type() != decoder.Object {
				continue
			}
			lines = append(append(lines, line...), '\n')
			for range 10 {
				lines = append(append(lines, casetest.Mutate(random, line)...), '\n')
			}
		}
	}
	if len(lines) == 0 {
		t.Fatal("no lines")
	}
	return lines
}

// TestLeftMembers checks the report about members that a patch leaves.
func TestLeftMembers(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "chat.yaml")
	text := "ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  U: {cases: {x: X}}\n" +
		"records:\n  A: {fields: {u: {type: U, by: op}, t: \"time[]\", s: \"time[]\"}}\n  X: {}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := compare(t, file, []byte(`{"type":"a","op":"x","u":"text","t":["now"],"s":[],"":1,"ok?":1}`+"\n"+`{"type":"a","op":"x","u":{},"t":7,"s":7}`)).Patch(drift.PatchOptions{KeepTypes: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range p.Left {
		got = append(got, l.Path+": "+strings.ReplaceAll(l.Reason, file+":", ""))
	}
	want := []string{
		".u: 7:15: x leads to the record X, which takes only objects, and lines have a string: write `x: json` by hand; programs then read its payloads as raw JSON",
		".t[]: 9:38: its type in the spec is time[], which programs use, and lines have a number and a string: change it by hand, to a union by JSON type (`kinds:`) or to json",
		".s: 9:51: its type in the spec is time[], which programs use, and lines have a number: change it by hand, to a union by JSON type (`kinds:`) or to json",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(p.Opened) != 1 || p.Opened[0].Count != 2 || !strings.Contains(p.Opened[0].Reason, `a field cannot have the name "", which is empty`) {
		t.Errorf("%+v", p.Opened)
	}
}

// applyDiff applies the patch as a diff, if git is installed, and checks that the files are those of the patch.
func applyDiff(t *testing.T, root string, p drift.Patch) {
	t.Helper()
	var text []byte
	for _, c := range p.Changes {
		name, err := filepath.Rel(root, c.File)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, diff.Diff("a/"+filepath.ToSlash(name), c.Old, "b/"+filepath.ToSlash(name), c.New)...)
	}
	git, err := exec.LookPath("git")
	if err != nil || len(text) == 0 {
		for _, c := range p.Changes {
			if err := os.WriteFile(c.File, c.New, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	cmd := exec.Command(git, "apply", "-")
	cmd.Dir, cmd.Stdin = root, bytes.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s\n%s", err, out, text)
	}
	for _, c := range p.Changes {
		if got, err := os.ReadFile(c.File); err != nil || !bytes.Equal(got, c.New) {
			t.Fatalf("%s: the diff gives another text: %v", c.File, err)
		}
	}
}

// TestPatch checks patches of each sort: in block and in flow form, with comments, in imported files.
func TestPatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
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

// TestRetyped checks that a member with values of other types gets a type for the old and the new ones, and that nothing else changes.
func TestRetyped(t *testing.T) {
	const head = "ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  Old:\n    kinds:\n      string: Text\n"
	const tail = "  B: {fields: {n: int}}\nenums: {E: {values: [x]}}\n"
	const fields = "records:\n  A:\n    fields:\n"
	for _, test := range []struct{ member, values, union, want string }{
		{`m: bool  # a flag`, `"x"`, "\n  FlagOrText: {kinds: {string: Text, boolean: Flag}}", `m: FlagOrText  # a flag`},
		{`m?: int`, `"x" {} null`, "\n  IntOrTextOrObject: {kinds: {string: Text, number: {go: Number, type: int}, object: {go: Object, type: json}}}", `m?: IntOrTextOrObject`},
		{`m: string[]`, `[null]`, "", `m: (string | null)[]`},
		{`m: string[]`, `[null,1]`, "\n  TextOrNumber: {kinds: {string: Text, number: Number}}", `m: (TextOrNumber | null)[]`},
		{`m: map<string, string>`, `{"a":null}`, "", `m: map<string, string | null>`},
		{`m: time`, `"now"`, "", `m: string`},
		{`m: time`, `"now" 7`, "\n  TextOrNumber: {kinds: {string: Text, number: Number}}", `m: TextOrNumber`},
		{`m: {type: bytes, go: Data}`, `"?"`, "", `m: {type: string, go: Data}`},
		{`m: B | null`, `"x"`, "\n  BOrText: {kinds: {string: Text, object: {go: Object, type: B}}}", `m: BOrText | null`},
		{`m: B[]`, `"x"`, "\n  BListOrText: {kinds: {string: Text, array: {go: List, type: \"B[]\"}}}", `m: BListOrText`},
		{`m: B[]`, `["x"] {}`, "\n  BOrText: {kinds: {string: Text, object: {go: Object, type: B}}}" +
			"\n  BOrTextListOrObject: {kinds: {array: {go: List, type: \"BOrText[]\"}, object: {go: Object, type: json}}}", `m: BOrTextListOrObject`},
		{`m: map<string, int>`, `{"a":true} [] null`, "\n  IntOrFlag: {kinds: {number: {go: Number, type: int}, boolean: Flag}}" +
			"\n  IntOrFlagMapOrList: {kinds: {array: {go: List, type: json}, object: {go: Object, type: \"map<string, IntOrFlag>\"}}}", `m: IntOrFlagMapOrList | null`},
		{`m: B[]`, `[null] 7`, "\n  BOrNullListOrNumber: {kinds: {number: Number, array: {go: List, type: \"(B | null)[]\"}}}", `m: BOrNullListOrNumber`},
		{`m: Old[]`, `[7] 7`, "\n      number: Number\n  OldListOrNumber: {kinds: {number: Number, array: {go: List, type: \"Old[]\"}}}", `m: OldListOrNumber`},
		{`m: E`, `true`, "\n  EOrFlag: {kinds: {string: {go: Text, type: E}, boolean: Flag}}", `m: EOrFlag`},
		{`m: Old`, `7`, "\n      number: Number", `m: Old`},
		{`m: {const: "2.0"}`, `"2.1"`, "", `m: string`},
		{`m: {const: "2.0"}`, `2`, "", `m: json`},
	} {
		file := filepath.Join(t.TempDir(), "chat.yaml")
		use := "      b?: B\n      e?: E\n      o?: Old\n"
		text := head + fields + "      " + test.member + "\n" + use + tail
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var lines []byte
		for value := range strings.SplitSeq(test.values, " ") {
			lines = append(lines, `{"type":"a","m":`+value+"}\n"...)
		}
		p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Changes) != 1 || len(p.Retyped) != 1 || len(p.Left) != 0 {
			t.Errorf("%s, %s: %+v", test.member, test.values, p)
			continue
		}
		want := strings.TrimSuffix(head, "\n") + test.union + "\n" + fields + "      " + test.want + "\n" + use + tail
		if diff := cmp.Diff(want, string(p.Changes[0].New)); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", test.member, test.values, diff)
		}
		applyDiff(t, filepath.Dir(file), p)
		for _, f := range compare(t, file, lines).Report().Findings {
			t.Errorf("%s: found again: %v", test.member, f)
		}
	}
}

// TestRetypedVariants checks the types that a patch gives to the variants of a union by JSON type.
func TestRetypedVariants(t *testing.T) {
	const text = "ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  U:\n    kinds:\n" +
		"      string: {go: At, type: time}  # when\n      number: {go: N, type: int}  # how many\n      array: {go: List, type: \"int[]\"}\n" +
		"  F: {kinds: {number: Number, object: {go: Map, type: \"map<string, bool>\"}}}\n" +
		"  G: {kinds: {string: Text, array: {go: List, type: \"H[]\"}}}\n  H: {kinds: {number: {go: N, type: int}, object: {go: Object, type: A}}}\n" +
		"records:\n  A: {fields: {\"u?\": U, \"f?\": F, \"g?\": G}}\n"
	for _, test := range []struct{ values, old, want string }{
		{`"u":"now"`, `{go: At, type: time}`, `{go: At, type: string}`},
		{`"u":1.5`, `{go: N, type: int}`, `{go: N, type: number}`},
		{`"u":1e30`, `{go: N, type: int}`, `{go: N, type: decimal}`},
		{`"u":[1.5]`, `type: "int[]"}`, `type: "number[]"}`},
		{`"u":[null]`, `type: "int[]"}`, `type: "(int | null)[]"}`},
		{`"u":["x"]`, `type: "int[]"}`, `type: "IntOrText[]"}`},
		{`"f":{"x":7}`, `type: "map<string, bool>"}`, `type: "map<string, FlagOrNumber>"}`},
		{`"f":1e400`, `number: Number`, `number: {go: Number, type: decimal}`},
		{`"g":[true]`, `object: {go: Object, type: A}}`, `object: {go: Object, type: A}, boolean: Flag}`},
		{`"g":[1.5]`, `H: {kinds: {number: {go: N, type: int}`, `H: {kinds: {number: {go: N, type: number}`},
	} {
		file := filepath.Join(t.TempDir(), "chat.yaml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		line := []byte(`{"type":"a",` + test.values + "}\n")
		p, err := compare(t, file, line).Patch(drift.PatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Changes) != 1 || len(p.Retyped) != 1 || len(p.Left) != 0 {
			t.Errorf("%s: %+v", test.values, p)
			continue
		}
		got := string(p.Changes[0].New)
		if want := strings.Replace(text, test.old, test.want, 1); !strings.Contains(got, test.want) || !strings.Contains(test.want, "Or") && got != want {
			t.Errorf("%s:\n%s", test.values, got)
		}
		applyDiff(t, filepath.Dir(file), p)
		for _, f := range compare(t, file, line).Report().Findings {
			t.Errorf("%s: found again: %v", test.values, f)
		}
	}
}

// TestRetypedShared checks that a union by JSON type that several members have is changed once, for the values of all of them.
func TestRetypedShared(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A, b: B}}\n  U: {kinds: {string: Text, array: {go: List, type: \"string[]\"}}}\n" +
		"records:\n  A: {fields: {u: U}}\n  B: {fields: {u: U, \"more?\": \"U[]\"}}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []byte(`{"type":"a","u":[1]}` + "\n" + `{"type":"b","u":[true],"more":[{}]}` + "\n" + `{"type":"b","u":7}` + "\n")
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Retyped) != 3 || len(p.Left) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if got := string(p.Changes[0].New); !strings.Contains(got, `U: {kinds: {string: Text, array: {go: List, type: "TextOrNumberOrFlag[]"}, number: Number, object: {go: Object, type: json}}}`) {
		t.Error(got)
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
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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

// TestRetypedExternal checks that a member whose type is an external union becomes json where lines have values that are neither objects nor texts: such
// a union cannot be a variant.
func TestRetypedExternal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  E: {external: {b: B, c: null}}\n" +
		"records:\n  A:\n    fields:\n      one: E        # how\n      many: \"E[]\"\n  B: {}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []byte(`{"type":"a","one":3,"many":["c"]}` + "\n" + `{"type":"a","one":"c","many":[{"b":{}}]}` + "\n")
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Retyped) != 1 || len(p.Left) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if got := string(p.Changes[0].New); !strings.Contains(got, "one: json     # how\n") {
		t.Error(got)
	}
	applyDiff(t, filepath.Dir(file), p)
	if found := compare(t, file, lines).Report().Findings; len(found) != 0 {
		t.Error(found)
	}
}

// TestLeftTypes checks that the notes about members that a patch does not change name their types and the change to make.
func TestLeftTypes(t *testing.T) {
	m, err := spec.Parse("chat.yaml", []byte("ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions: {Line: {tag: type, cases: {a: A}}}\n"+
		"records: {A: {fields: {\"n?\": int, \"list?\": \"string[]\", \"at?\": time, \"e?\": encoded<B>}}, B: {}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		`{"type":"a","n":[]}`:             "its type in the spec is int, which programs use, and lines have a list: change it by hand, to a union by JSON type (`kinds:`) or to json",
		`{"type":"a","list":[null]}`:      "its type in the spec is string[], which programs use, and lines have null: write `| null` after the type of the elements by hand",
		`{"type":"a","list":[7,null,{}]}`: "its type in the spec is string[], which programs use, and lines have null and a number and an object: change it by hand",
		`{"type":"a","at":"now"}`:         "its type in the spec is time, which programs use, and lines have a string of another form: change it by hand, to string",
		`{"type":"a","e":"{"}`:            "lines have a string of another form",
		`{"type":"a","e":"{}","at":17}`:   "lines have a number",
	} {
		c, err := drift.New(m)
		if err != nil {
			t.Fatal(err)
		}
		c.Line(decoder.Raw(line))
		p, err := c.Patch(drift.PatchOptions{KeepTypes: true})
		if err != nil {
			t.Fatal(err)
		}
		var reasons []string
		for _, l := range p.Left {
			reasons = append(reasons, l.Reason)
		}
		if got := strings.Join(reasons, "\n"); !strings.Contains(got, want) {
			t.Errorf("%s leaves %q, want %q", line, got, want)
		}
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
		{`{"do":{"X":{}}}`, "      X: X2\n  X2: {}\n", "", ""},
		{`{"do":"A"}`, "      A: {to: null, go: A2}\n", "", ""},
		{`{"steps":[{"t":"end","c":{"at":1}},{"t":"wait"}]}`, "cases: {begin: Begin, end: End, wait: null}}\n  End: {fields: {at: int}}\n", "", ""},
		{`{"do":{"Move":5}}`, "", "an object or a bare name, and lines have more than that for Move", ""},
		{`{"do":"Go"} {"do":{"Go":{}}}`, "", "an object or a bare name, and lines have more than that for Go", ""},
		{`{"do":{"Quit":{"n":1}}}`, "", "the case is a bare name, and lines have a value", ""},
		{`{"do":"Start"}`, "", "the case has a record, and lines have another value", ""},
		{`{"do":{"a":{},"b":{}}}`, "", "no name, or more than one", ""},
		{`{"kind":{"kind":{"z":1}}} {"kind":{"kind":[]}}`, "  Sort: {tag: kind, cases: {x: X}, otherwise: json}\n", "", ".kind 2"},
	} {
		file := filepath.Join(t.TempDir(), "shop.yaml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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

// TestPatchedNoCase checks that members become json where an external union has values that can be no case of it, and that elements of lists and maps do
// so on their own. Members of the same union without such values keep it. A time that a time.Time cannot hold makes the member a decimal.
func TestPatchedNoCase(t *testing.T) {
	const text = `ndwire: 1
protocol: shop
package: shop
line: Line
unions:
  Line: {tag: type, cases: {a: A}}
  Command: {external: {Start: Start, Quit: null}}
  Step: {tag: t, content: c, cases: {begin: Start}}
  Any: {kinds: {string: Text, array: {go: List, type: "Command[]"}}}
  Any2: {kinds: {string: Text, object: {go: Object, type: Step}}}
records:
  A:
    fields:
      one?: Command          # one
      list?: Command[]
      map?: map<string, Command[]> | null
      text?: encoded<Command[]>
      any?: Any
      step?: Step
      steps?: Step[]
      any2?: Any2
      good?: Command
      at?: time(s)
      ats?: time(ms)[]
      by?: time(s) = 0
  Start: {fields: {n: int}}
`
	for _, test := range []struct{ line, want string }{
		{`"one":{"Start":3}`, "one?: json             # one\n"},
		{`"one":{}`, "one?: json             # one\n"},
		{`"one":{"Start":{"n":1},"Quit":null}`, "one?: json             # one\n"},
		{`"one":{"Quit":1}`, "one?: json             # one\n"},
		{`"one":"Start"`, "one?: json             # one\n"},
		{`"one":{"New":[]}`, "one?: json             # one\n"},
		{`"one":3,"list":[{"Start":3}]`, "list?: json[]\n"},
		{`"list":["Quit",3]`, "list?: json[]\n"},
		{`"list":["Quit",null]`, "list?: (Command | null)[]\n"},
		{`"map":{"a":[{"Start":{"n":1}},[]]}`, "map?: map<string, json[]> | null\n"},
		{`"text":"[{}]"`, "text?: string\n"},
		{`"any":["Quit",{}]`, `array: {go: List, type: "json[]"}`},
		{`"step":{"t":"begin"}`, "step?: json\n"},
		{`"step":{"t":"begin","c":{"n":1},"d":1}`, "step?: json\n"},
		{`"steps":[{"t":"begin","c":{"n":1}},{"t":"begin","c":7},7]`, "steps?: json[]\n"},
		{`"any2":{"t":"begin","c":7}`, `object: {go: Object, type: json}`},
		{`"one":{"X":1},"good":"Quit","list":["Quit"]`, "good?: Command\n"},
		{`"at":1e300`, "at?: decimal\n"},
		{`"at":-1e300,"ats":[1,1e300]`, "ats?: decimal[]\n"},
		{`"by":1e300`, "by?: decimal = 0\n"},
	} {
		file := filepath.Join(t.TempDir(), "shop.yaml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		lines := []byte(`{"type":"a",` + test.line + "}\n")
		before := compare(t, file, lines)
		if len(before.Report().Findings) == 0 {
			t.Errorf("%s: no findings", test.line)
		}
		kept, err := before.Patch(drift.PatchOptions{KeepTypes: true})
		if err != nil || len(kept.Retyped) > 0 || len(kept.Left) == 0 {
			t.Errorf("%s: with KeepTypes: %+v, %v", test.line, kept, err)
		}
		p, err := before.Patch(drift.PatchOptions{})
		if err != nil || len(p.Left) > 0 || len(p.Changes) != 1 || len(p.Retyped) == 0 {
			t.Errorf("%s: %+v, %v", test.line, p, err)
			continue
		}
		if got := string(p.Changes[0].New); !strings.Contains(got, test.want) {
			t.Errorf("%s: no %q in\n%s", test.line, test.want, got)
		}
		applyDiff(t, filepath.Dir(file), p)
		for _, f := range compare(t, file, lines).Report().Findings {
			t.Errorf("%s: found again: %v", test.line, f)
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
		file := filepath.Join(t.TempDir(), "chat.yaml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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
	file := filepath.Join(t.TempDir(), "chat.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := strings.Repeat(good+"\n", 2000) + strings.Repeat(strings.Replace(good, `"n":1`, `"n":true`, 1)+"\n", 9) + strings.Replace(good, `"n":1`, `"n":"x"`, 1)
	p, err := compare(t, file, []byte(lines)).Patch(drift.PatchOptions{})
	if err != nil || len(p.Retyped) != 1 || p.Retyped[0].New != "IntOrFlag" || len(p.Left) != 1 || p.Left[0].Count != 1 {
		t.Errorf("%v: %+v", err, p)
	}
}

// TestPatchedNotNull checks that a member whose presence chooses a case gets a type that does not take null, if objects with null are other cases.
func TestPatchedNotNull(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spec.yaml")
	text := "ndwire: 1\nprotocol: p\npackage: p\nline: Line\nunions:\n  Line:\n    has: {at: Entry, error: Failure, both: Both}\n    otherwise: Success\nrecords:\n" +
		"  Entry:\n    fields:\n      at: {type: time, doc: When.}   # kept\n  Failure:\n    fields:\n      error: string   # why\n" +
		"  Both: {fields: {both: {const: 1}}}\n  Success: {fields: {\"result?\": int, \"error?\": int | null, \"at?\": int | null, \"both?\": int | null}}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []byte(`{"at":[1]}` + "\n" + `{"error":{"code":1}}` + "\n" + `{"error":null,"result":1}` + "\n" + `{"at":null}` + "\n" + `{"both":null}` + "\n" + `{"both":{}}` + "\n")
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Left) > 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, want := range []string{"at: {type: json, doc: When., zero: {}}   # kept\n", "error: {type: json, zero: {}}  # why\n", "both: {type: json, zero: {}}"} {
		if !strings.Contains(string(p.Changes[0].New), want) {
			t.Errorf("no %q in\n%s", want, p.Changes[0].New)
		}
	}
	applyDiff(t, filepath.Dir(file), p)
	for _, f := range compare(t, file, lines).Report().Findings {
		t.Errorf("found again: %v", f)
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
	file := filepath.Join(t.TempDir(), "chat.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
	file := filepath.Join(t.TempDir(), "chat.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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

// TestPatchedHolders checks that the case or member that leads to a record becomes json if no change of the record accepts a line: the tag of a record that
// chooses among several fields of a member must be required, and a member whose presence chooses a case must be there.
func TestPatchedHolders(t *testing.T) {
	const head = "ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions:\n"
	for _, c := range []struct{ text, lines, want string }{
		{head + "  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {tag: sort, fields: {sort: string, v: [{type: int, go: N, when: [n]}, {type: string, go: T, when: [t]}]}}\n",
			`{"type":"a","v":1}`, "cases: {a: json}"},
		{head + "  Line:\n    tag: type\n    cases:\n      a: A\nrecords:\n  A:\n    fields:\n      list: B[]   # all\n  B: {tag: sort, fields: {sort: string, v: [{type: int, go: N, when: [n]}, {type: string, go: T, when: [t]}]}}\n",
			`{"type":"a","list":[{"v":1}]}`, "      list: json  # all\n"},
		{head + "  Line:\n    tag: type\n    cases:\n      a: {tag: sort, cases: {x: X}}   # first\n    absent: {has: {e: X}, otherwise: Y}\nrecords:\n  X: {fields: {e: string}}\n  Y: {}\n",
			`{"type":"a","sort":"x"}`, "a: {tag: sort, cases: {x: json}}   # first\n"},
		{head + "  Line:\n    tag: type\n    cases: {a: A, b: B}\n    getters:\n      GetID: \"id: string\"   # of all\n      GetN: \"n: int\"\nrecords:\n  A: {fields: {id: string, n: int}}\n  B: {fields: {id: string, n: int}}\n",
			`{"type":"a","id":7,"n":1}`, "    getters:\n      GetN: "},
	} {
		file := filepath.Join(t.TempDir(), "chat.yaml")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := compare(t, file, []byte(c.lines)).Patch(drift.PatchOptions{})
		if err != nil || len(p.Changes) != 1 || len(p.Left) > 0 || len(p.Retyped) != 1 {
			t.Fatalf("%s: %v, %+v", c.want, err, p)
		}
		if !strings.Contains(string(p.Changes[0].New), c.want) {
			t.Errorf("no %q in\n%s", c.want, p.Changes[0].New)
		}
		applyDiff(t, filepath.Dir(file), p)
		for _, f := range compare(t, file, []byte(c.lines)).Report().Findings {
			t.Errorf("%s: found again: %v", c.want, f)
		}
	}
}

// TestPatchedPresence checks that a member whose presence chooses a case gets a type that takes null if no object has null there: then no line gets
// another case. The patch says that null chooses the case from then on.
func TestPatchedPresence(t *testing.T) {
	const text = "ndwire: 1\nprotocol: p\npackage: p\nline: Line\nunions:\n  Line:\n    has: {at: Entry, all: List}\nrecords:\n  Entry: {fields: {at: time}}\n" +
		"  List: {fields: {all: \"string[]\"}}\n"
	file := filepath.Join(t.TempDir(), "spec.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []byte(`{"at":[1]}` + "\n" + `{"all":[null]}` + "\n" + `{"all":{}}` + "\n")
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Left) > 0 || len(p.Retyped) != 2 || p.Retyped[0].New != "TimeOrList, so that null chooses the case as well" ||
		p.Retyped[1].New != "TextOrNullListOrObject, so that null chooses the case as well" {
		t.Fatalf("%+v, %v", p, err)
	}
	applyDiff(t, filepath.Dir(file), p)
	for _, f := range compare(t, file, lines).Report().Findings {
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
		file := filepath.Join(t.TempDir(), "spec.yaml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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

// TestPatchedPayloads checks that a case whose payloads are not objects leads to json, also one that leads to a discriminator. Comments stay.
func TestPatchedPayloads(t *testing.T) {
	const text = `ndwire: 1
protocol: chat
package: chat
line: Line
unions:
  Line: {tag: type, cases: {e: Event}}
  Payload:
    cases:
      start: Start   # the first
      "a b": {to: Start2, go: AB}
      7: Seven
      item: {tag: type, cases: {text: Item}}   # flow
      block:   # block
        tag: type
        cases:
          text: Item2   # 3 of 9
      noted:
        tag: type
        # a note
        cases: {text: Item3}
    otherwise: Other
    absent: None     # no type
records:
  Event: {fields: {payload: {type: Payload, by: sort}}}
  Start: {fields: {n: int}}
  Start2: {}
  Seven: {}
  Item: {}
  Item2: {}
  Item3: {}
  Other: {}
  None: {}
`
	file := filepath.Join(t.TempDir(), "chat.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []byte(`{"type":"e","sort":"start","payload":"x"}
{"type":"e","sort":"start","payload":{"n":1}}
{"type":"e","sort":"a b","payload":1}
{"type":"e","sort":7,"payload":[]}
{"type":"e","sort":"new","payload":true}
{"type":"e","payload":1.5}
{"type":"e","sort":"item","payload":2}
{"type":"e","sort":"block","payload":2}
{"type":"e","sort":"block","payload":{"type":"new"}}
{"type":"e","sort":"noted","payload":"y"}
`)
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Retyped) != 8 || len(p.Left) > 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if r := p.Retyped[0]; r.Old != "start: Start" || r.New != "start: json" || r.Count != 1 || r.Pos.Line != 9 {
		t.Errorf("%+v", r)
	}
	want := strings.NewReplacer("start: Start ", "start: json ", "to: Start2", "to: json", "7: Seven", "7: json", "{tag: type, cases: {text: Item}}   # flow", "json   # flow", "block:   # block\n        tag: type\n        cases:\n          text: Item2   # 3 of 9", "block: json  # block", "      noted:\n        tag: type\n        # a note\n        cases: {text: Item3}", "      # a note\n      noted: json", "otherwise: Other", "otherwise: json", "absent: None ", "absent: json ").Replace(text)
	if diff := cmp.Diff(want, string(p.Changes[0].New)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	applyDiff(t, filepath.Dir(file), p)
	if again := compare(t, file, lines).Report().Findings; len(again) > 0 {
		t.Errorf("found again: %v", again)
	}
}

// TestPatchedElements checks that the elements of lists and of maps get types of their own where a union has both as variants, and that a member that
// some lines lack becomes optional, too.
func TestPatchedElements(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  U: {kinds: {array: {go: List, type: \"int[]\"}, object: {go: Map, type: \"map<string, int>\"}}}\nrecords:\n  A:\n    fields:\n      at: U  # when\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []byte(`{"type":"a"}` + "\n" + `{"type":"a","at":["x"]}` + "\n" + `{"type":"a","at":{"k":true}}` + "\n")
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Changes) != 1 || !strings.HasSuffix(string(p.Changes[0].New), "\n      at?: U  # when\n") || len(p.Left) > 0 ||
		!strings.Contains(string(p.Changes[0].New), `{array: {go: List, type: "IntOrText[]"}, object: {go: Map, type: "map<string, IntOrFlag>"}}`) {
		t.Fatalf("%+v\n%s", p.Left, p.Changes)
	}
	applyDiff(t, filepath.Dir(file), p)
	if found := compare(t, file, lines).Report().Findings; len(found) > 0 {
		t.Error(found)
	}
}

// TestPatchedKinds checks that a new case gets a kind and a constant of its own where both it and its text with a number are those of other cases: the
// text 3 beside the numbers 3 and 32.
func TestPatchedKinds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line:\n    tag: t\n    cases: {3: A, 32: B, 33: B2, 34: B3, 35: B4}\nrecords: {A: {}, B: {}, B2: {}, B3: {}, B4: {}}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := []byte(`{"t":"3"}` + "\n" + `{"t":"32"}` + "\n")
	p, err := compare(t, file, lines).Patch(drift.PatchOptions{})
	if err != nil || len(p.Left) > 0 {
		t.Fatalf("%+v, %v", p.Left, err)
	}
	applyDiff(t, filepath.Dir(file), p)
	if found := compare(t, file, lines).Report().Findings; len(found) > 0 {
		t.Error(found)
	}
}

// TestOpenedKind checks that `otherwise:` gets a kind of its own where another case has the kind that it would have.
func TestOpenedKind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line:\n    tag: kind\n    cases: {a: A}\n    absent: {tag: type, otherwise: E}\n  P: {cases: {b: B}}\n" +
		"records: {A: {}, B: {}, E: {fields: {p: {type: P, by: type}}}}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
