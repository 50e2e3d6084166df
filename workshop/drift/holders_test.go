package drift_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/workshop/drift"
)

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
		file := specFile(t, "shop.yaml", text)
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
		file := specFile(t, "chat.yaml", c.text)
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
	file := specFile(t, "chat.yaml", text)
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
