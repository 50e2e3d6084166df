package diff_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/diff"
)

// pairs are changes of small specs, with a line that strict readers of the old spec accept.
var pairs = []struct {
	name     string
	spec     string // without its head
	from, to string
	line     string
	why      string // a part of the reason why the change breaks the line; "" if it breaks nothing
	means    bool   // strict readers of the new spec accept the line, which has another meaning
}{
	{
		"a record in a field becomes a case",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {p: Part, \"u?\": U}}\n  B: {}\n  Part: {}\n",
		"{b: B}", "{b: B, p: Part}",
		`{"type":"a","p":{}}`, `lack its tag "kind"`, false,
	},
	{
		"a record in a field is a case without a tag first",
		"unions:\n  X: {external: {Q: Part}}\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {p: Part, \"u?\": U, \"x?\": X}}\n  B: {}\n  Part: {}\n",
		"{b: B}", "{b: B, p: Part}",
		`{"type":"a","p":{}}`, "", false,
	},
	{
		"a record in a field is no longer a case",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {p: Part}}\nrecords:\n  A: {fields: {p: Part}}\n  Part: {}\n",
		"  U: {tag: kind, cases: {p: Part}}\n", "",
		`{"type":"a","p":{"kind":"p"}}`, `its tag "kind" is an unknown member`, false,
	},
	{
		"a new member of an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true}\n",
		"{open: true}", `{open: true, fields: {"n?": int}}`,
		`{"type":"a","n":"x"}`, "it was an unknown member of an open record", false,
	},
	{
		"a new json member of an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true}\n",
		"{open: true}", `{open: true, fields: {"n?": json}}`,
		`{"type":"a","n":"x"}`, "", false,
	},
	{
		"a new alias in an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true, fields: {\"n?\": int}}\n",
		`"n?": int`, `"n?": {type: int, alias: [m]}`,
		`{"type":"a","m":"x"}`, "it was an unknown member of an open record", false,
	},
	{
		"a new name in an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true, fields: {\"n?\": int}}\n",
		`"n?": int`, `"m?": {type: int, alias: [n]}`,
		`{"type":"a","m":"x"}`, "it was an unknown member of an open record", false,
	},
	{
		"an alias that becomes the name in an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true, fields: {\"n?\": {type: int, alias: [m]}}}\n",
		`"n?": {type: int, alias: [m]}`, `"m?": {type: int, alias: [n]}`,
		`{"type":"a","m":1}`, "", false,
	},
	{
		"a member that was used in some cases only",
		"unions:\n  Line: {tag: type, cases: {a: A, b: A}}\nrecords:\n  A: {tag: type, fields: {type: string, n: {type: int, when: [a]}}}\n",
		"n: {type: int, when: [a]}", "n: int",
		`{"type":"b"}`, "lines that lack it", false,
	},
	{
		"json that is never null any more",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {j: json}}\n",
		"j: json", "j: {type: json, zero: {}}",
		`{"type":"a","j":null}`, "a null is refused", false,
	},
	{
		"a union that is never null any more",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {u: U | null}}\n  B: {}\n",
		"u: U | null", "u: U",
		`{"type":"a","u":null}`, "", false,
	},
	{
		"elements that are never null any more",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {u: \"(U | null)[]\"}}\n  B: {}\n",
		"(U | null)[]", "U[]",
		`{"type":"a","u":[null]}`, "a null among the elements", false,
	},
	{
		"elements that become a union by JSON type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  K: {kinds: {array: {go: List, type: \"int64[]\"}, string: Text}}\nrecords:\n  A: {fields: {u: \"(int64[] | null)[]\"}}\n",
		"(int64[] | null)[]", "K[]",
		`{"type":"a","u":[null,[1]]}`, "", false,
	},
	{
		"JSON in a string that becomes a text or a number",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  K: {kinds: {string: Text, number: Number}}\nrecords:\n  A: {fields: {u: \"encoded<B>\"}}\n  B: {fields: {n: int}}\n",
		"encoded<B>", "K",
		`{"type":"a","u":"{\"n\":1}"}`, "", false,
	},
	{
		"JSON in a string that becomes a number or a list",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  K: {kinds: {array: {go: List, type: json}, number: Number}}\nrecords:\n  A: {fields: {u: \"encoded<B>\"}}\n  B: {fields: {n: int}}\n",
		"encoded<B>", "K",
		`{"type":"a","u":"{\"n\":1}"}`, "no variant for a JSON string", false,
	},
	{
		"a new flattened record without required members",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n  F: {fields: {\"f?\": int}}\n",
		"A: {}", "A: {fields: {flat: {type: F, inline: always}}}",
		`{"type":"a"}`, "", false,
	},
	{
		"a new flattened record with a required member",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n  F: {fields: {f: int}}\n",
		"A: {}", "A: {fields: {flat: {type: F, inline: always}}}",
		`{"type":"a"}`, "old lines lack it", false,
	},
	{
		"a new presence before another one",
		"unions:\n  Line: {has: {error: Failure, result: Success}}\nrecords:\n  Failure: {fields: {error: string}}\n" +
			"  Success: {fields: {result: string, \"note?\": string, \"error?\": string}}\n  Note: {fields: {note: string, \"error?\": string}}\n",
		"result: Success}}", "note: Note, result: Success}}",
		`{"result":"a","note":"b"}`, "if result and note are present", false,
	},
	{
		"a new presence that no object can have",
		"unions:\n  Line: {has: {error: Failure}, otherwise: Success}\nrecords:\n  Failure: {fields: {error: string}}\n" +
			"  Success: {fields: {\"result?\": string, \"error?\": string}}\n  Note: {fields: {note: string, \"error?\": string}}\n",
		"{error: Failure}", "{error: Failure, note: Note}",
		`{"result":"a"}`, "", false,
	},
	{
		"presences in another order",
		"unions:\n  Line: {has: {a: A, b: B}}\nrecords:\n  A: {fields: {a: string, \"b?\": string}}\n  B: {fields: {b: string, \"a?\": string}}\n",
		"{a: A, b: B}", "{b: B, a: A}",
		`{"a":"x","b":"y"}`, "if a and b are present", true,
	},
	{
		"one more place of a tag",
		"unions:\n  Line: {tag: type, cases: {a: A}, absent: B}\nrecords:\n  A: {fields: {\"what?\": string}}\n  B: {fields: {\"what?\": string}}\n",
		"{tag: type, cases: {a: A}, absent: B}", "{tag: [type, what], cases: {a: A}, absent: B}",
		`{"what":"a"}`, `can have the member "what"`, true,
	},
	{
		"a part that becomes the whole",
		"unions:\n  Line: {tag: type, cases: {a: A, b: B}}\n  P: {of: Line, cases: [b]}\nrecords:\n  A: {fields: {\"p?\": P}}\n  B: {}\n",
		`"p?": P`, `"p?": Line`,
		`{"type":"a","p":{"type":"b"}}`, "", false,
	},
	{
		"a whole that becomes a part",
		"unions:\n  Line: {tag: type, cases: {a: A, b: B}}\n  P: {of: Line, cases: [b]}\nrecords:\n  A: {fields: {\"p?\": Line}}\n  B: {}\n",
		`"p?": Line`, `"p?": P`,
		`{"type":"a","p":{"type":"a"}}`, "in fields of this type it is unknown", false,
	},
}

// TestPairs checks for each of these changes whether it breaks the line.
func TestPairs(t *testing.T) {
	const head = "ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/generated\nline: Line\n"
	for _, test := range pairs {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(test.spec, test.from, test.to, 1)
			if text == test.spec {
				t.Fatalf("no %q in\n%s", test.from, text)
			}
			before, after := parse(t, "old.yaml", head+test.spec), parse(t, "new.yaml", head+text)
			if err := strict(t, before)(test.line); err != nil {
				t.Fatalf("the old spec refuses %s: %v", test.line, err)
			}
			r, err := diff.Compare(before, after)
			if err != nil {
				t.Fatal(err)
			}
			if data, _ := verdicts(r); data != (test.why != "") || !strings.Contains(reportText(r), test.why) {
				t.Errorf("breaks data: %v, want %q\n%s", data, test.why, reportText(r))
			}
			if err := strict(t, after)(test.line); (err != nil) != (test.why != "" && !test.means) {
				t.Errorf("strict readers of the new spec: %v", err)
			}
		})
	}
}

// TestSameModel checks that a model can be compared with itself.
func TestSameModel(t *testing.T) {
	m := parse(t, "a.yaml", "ndwire: 1\nprotocol: p\npackage: p\nrecords:\n  A: {fields: {n: int}}\n")
	if r, err := diff.Compare(m, m); err != nil || len(r.Changes) > 0 {
		t.Errorf("%v, %v", r, err)
	}
}

// TestImported checks that changes of an imported spec count, as far as a program has its types from the package of
// the importing spec.
func TestImported(t *testing.T) {
	const base = "ndwire: 1\nprotocol: base\npackage: base\nimport: example.com/base\nrecords:\n  Part: {fields: {n: int}}\n  Other: {fields: {n: int}}\n" +
		"enums:\n  Mood: {values: [happy, sad]}\n"
	const user = "ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/p\nimports: {b: base.yaml}\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n" +
		"records:\n  A: {fields: {p: b.Part, m: b.Mood}}\n"
	load := func(base string) *spec.Model {
		m, err := spec.LoadFS(fstest.MapFS{"p.yaml": {Data: []byte(user)}, "base.yaml": {Data: []byte(base)}}, "p.yaml")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, test := range []struct {
		from, to      string
		data, callers bool
		report        string
	}{
		{"Part: {fields: {n: int}}", "Part: {fields: {n: int64}}", false, true, "Part.N is int64, was int"},
		{"Part: {fields: {n: int}}", "Part: {fields: {n: string}}", true, true, "Part.N is string, was int"},
		{"Part: {fields: {n: int}}", "Part: {fields: {n: int, \"m?\": int}}", false, false, "member Part.m: added"},
		{"Other: {fields: {n: int}}", "Other: {fields: {n: string}}", false, false, ""},
		{"[happy, sad]", "[happy]", true, true, "MoodSad is removed"},
		{"import: example.com/base", "import: example.com/base/v2", false, true, "A.P is example.com/base/v2.Part, was example.com/base.Part"},
	} {
		r, err := diff.Compare(load(base), load(strings.Replace(base, test.from, test.to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if data, callers := verdicts(r); data != test.data || callers != test.callers || !strings.Contains(reportText(r), test.report) {
			t.Errorf("%s: breaks data: %v, callers: %v; want %v, %v, %q\n%s", test.to, data, callers, test.data, test.callers, test.report, reportText(r))
		}
	}
}

// TestBecomesLine checks that a union that becomes the one of all lines keeps its method AppendJSON, which it has from
// decoder.Line then.
func TestBecomesLine(t *testing.T) {
	const text = "ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/generated\nunions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n"
	before, after := parse(t, "old.yaml", text), parse(t, "new.yaml", strings.Replace(text, "unions:", "line: Line\nunions:", 1))
	r, err := diff.Compare(before, after)
	if err != nil {
		t.Fatal(err)
	}
	_, files := read(t, after)
	if _, callers := verdicts(r); callers || newCaller(t, before).compiles(t, after, files) != nil {
		t.Errorf("breaks callers\n%s", reportText(r))
	}
}
