package drift_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

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
		{`m: {const: 7}`, `8`, "", `m: int`},
		{`m: {const: 7}`, `7.5`, "", `m: number`},
		{`m: {const: 7}`, `1e30`, "", `m: decimal`},
	} {
		file := filepath.Join(t.TempDir(), "chat.yaml")
		use := "      b?: B\n      e?: E\n      o?: Old\n"
		text := head + fields + "      " + test.member + "\n" + use + tail
		writeFile(t, file, text)
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
		"  K: {kinds: {string: Text, boolean: Flag}}\n" +
		"records:\n  A: {fields: {\"u?\": U, \"f?\": F, \"g?\": G, \"k?\": K}}\n"
	for _, test := range []struct{ values, old, want string }{
		{`"u":"now"`, `{go: At, type: time}`, `{go: At, type: string}`},
		{`"u":1.5`, `{go: N, type: int}`, `{go: N, type: number}`},
		{`"u":1e30`, `{go: N, type: int}`, `{go: N, type: decimal}`},
		{`"u":[1.5]`, `type: "int[]"}`, `type: "number[]"}`},
		{`"u":[null]`, `type: "int[]"}`, `type: "(int | null)[]"}`},
		{`"u":["x"]`, `type: "int[]"}`, `type: "IntOrText[]"}`},
		{`"f":{"x":7}`, `type: "map<string, bool>"}`, `type: "map<string, FlagOrNumber>"}`},
		{`"f":1e400`, `number: Number`, `number: {go: Number, type: decimal}`},
		{`"k":1e400`, `boolean: Flag`, `boolean: Flag, number: {go: Number, type: decimal}`},
		{`"g":[true]`, `object: {go: Object, type: A}}`, `object: {go: Object, type: A}, boolean: Flag}`},
		{`"g":[1.5]`, `H: {kinds: {number: {go: N, type: int}`, `H: {kinds: {number: {go: N, type: number}`},
	} {
		file := specFile(t, "chat.yaml", text)
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
	writeFile(t, file, text)
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

// TestRetypedGoText checks that a list of a person's own Go type, which some lines lack and which is no list in
// others, becomes an optional union without that type.
func TestRetypedGoText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n" +
		"records:\n  A:\n    fields:\n      sums: {type: \"string[]\", go_type: example.com/money.Money}\n      n: int\n"
	writeFile(t, file, text)
	line := []byte(strings.Repeat(`{"type":"a","n":1}`+"\n"+`{"type":"a","sums":7,"n":1}`+"\n"+`{"type":"a","sums":["1"],"n":1}`+"\n", 6))
	p, err := compare(t, file, line).Patch(drift.PatchOptions{})
	if err != nil || len(p.Changes) != 1 || len(p.Left) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if got := string(p.Changes[0].New); !strings.Contains(got, "sums?: {type: StringListOrNumber}") {
		t.Error(got)
	}
	applyDiff(t, filepath.Dir(file), p)
	if found := compare(t, file, line).Report().Findings; len(found) != 0 {
		t.Error(found)
	}
}

// TestRetypedExternal checks that a member whose type is an external union becomes json where lines have values that are neither objects nor texts: such
// a union cannot be a variant.
func TestRetypedExternal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  E: {external: {b: B, c: null}}\n" +
		"records:\n  A:\n    fields:\n      one: E        # how\n      many: \"E[]\"\n  B: {}\n"
	writeFile(t, file, text)
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
	m, err := spec.Parse("chat.yaml", []byte("ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions: {Line: {tag: type, cases: {a: A}}, U: {kinds: {number: {go: N, type: int}}}}\n"+
		"records: {A: {fields: {\"n?\": int, \"list?\": \"string[]\", \"at?\": time, \"e?\": encoded<B>, \"u?\": U, \"us?\": \"U[]\"}}, B: {}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		`{"type":"a","n":[]}`:             "its type in the spec is int, which programs use, and lines have a list: change it by hand, to a union by JSON type (`kinds:`) or to json",
		`{"type":"a","list":[null]}`:      "its type in the spec is string[], which programs use, and lines have null: write `| null` after the type of the elements by hand",
		`{"type":"a","list":[7,null,{}]}`: "its type in the spec is string[], which programs use, and lines have null and a number and an object: change it by hand",
		`{"type":"a","at":"now"}`:         "its type in the spec is time, which programs use, and lines have a string of another form: change it by hand, to string",
		`{"type":"a","u":1.5}`:            "a number with a fraction: change the type of its variant `number` by hand",
		`{"type":"a","us":[1.5]}`:         "a number with a fraction: change the type of its variant `number` by hand",
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

// TestPatchedNotNull checks that a member whose presence chooses a case gets a type that does not take null, if objects with null are other cases.
func TestPatchedNotNull(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spec.yaml")
	text := "ndwire: 1\nprotocol: p\npackage: p\nline: Line\nunions:\n  Line:\n    has: {at: Entry, error: Failure, both: Both}\n    otherwise: Success\nrecords:\n" +
		"  Entry:\n    fields:\n      at: {type: time, doc: When.}   # kept\n  Failure:\n    fields:\n      error: string   # why\n" +
		"  Both: {fields: {both: {const: 1}}}\n  Success: {fields: {\"result?\": int, \"error?\": int | null, \"at?\": int | null, \"both?\": int | null}}\n"
	writeFile(t, file, text)
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

// TestPatchedPresence checks that a member whose presence chooses a case gets a type that takes null if no object has null there: then no line gets
// another case. The patch says that null chooses the case from then on.
func TestPatchedPresence(t *testing.T) {
	const text = "ndwire: 1\nprotocol: p\npackage: p\nline: Line\nunions:\n  Line:\n    has: {at: Entry, all: List}\nrecords:\n  Entry: {fields: {at: time}}\n" +
		"  List: {fields: {all: \"string[]\"}}\n"
	file := specFile(t, "spec.yaml", text)
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

// TestPatchedElements checks that the elements of lists and of maps get types of their own where a union has both as variants, and that a member that
// some lines lack becomes optional, too.
func TestPatchedElements(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.yaml")
	text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  U: {kinds: {array: {go: List, type: \"int[]\"}, object: {go: Map, type: \"map<string, int>\"}}}\nrecords:\n  A:\n    fields:\n      at: U  # when\n"
	writeFile(t, file, text)
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
	writeFile(t, file, text)
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
