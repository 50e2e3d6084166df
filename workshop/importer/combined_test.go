package importer_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/workshop/importer"
)

// TestCombined checks that a member that two parts of a schema describe has what both say, also where one of them allows null or has alternatives.
func TestCombined(t *testing.T) {
	const message = `"Message":{"oneOf":[{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"integer"}},"required":["kind","x"]},` +
		`{"type":"object","properties":{"kind":{"const":"b"},"y":{"type":"string"}},"required":["kind"]}]}`
	kind := func(text string) string {
		return `{"type":"object","properties":{"kind":{"const":"` + text + `"}},"required":["kind"]}`
	}
	for _, test := range []struct {
		schema    string
		want, not []string
	}{
		{`{"allOf":[{"type":"object","properties":{"m":` + kind("a") + `},"required":["m"]},
			{"type":"object","properties":{"m":{"anyOf":[{"$ref":"#/$defs/Message"},{"type":"null"}]}}}],"$defs":{` + message + `}}`,
			[]string{"m: M}", `kind: {const: "a"}`, "x: int"}, []string{`y?`, "const: b"}},
		{`{"oneOf":[{"type":"object","properties":{"m":` + kind("a") + `},"required":["m"],"$ref":"#/$defs/Entry"},
			{"type":"object","properties":{"m":` + kind("b") + `},"required":["m"],"$ref":"#/$defs/Entry"}],
			"$defs":{` + message + `,"Entry":{"type":"object","properties":{"at":{"type":"integer"},"m":{"anyOf":[{"$ref":"#/$defs/Message"},{"type":"null"}]}}}}}`,
			[]string{"tag: kind", "{fields: {x: int}}", `{fields: {"y?": string}}`, "m: M"}, nil},
		// Of two lists of values, the shorter one counts.
		{`{"allOf":[{"type":"object","properties":{"m":{"enum":["a","b"]}},"required":["m"]},{"type":"object","properties":{"m":{"enum":["a","b","c"]}}}]}`,
			[]string{"M: {values: [a, b]}"}, nil},
		// Parts that contradict each other in all alternatives are one object all the same.
		{`{"allOf":[{"type":"object","properties":{"m":{"const":"c"},"z":{}},"required":["m"]},{"oneOf":[{"type":"object","properties":{"m":{"const":"a"}}},{"type":"object","properties":{"m":{"const":"b"}}}]}]}`,
			[]string{"z?"}, nil},
		// A type that refers to itself, and extends one that refers to itself.
		{`{"$ref":"#/$defs/S","$defs":{"B":{"type":"object","properties":{"x":{"$ref":"#/$defs/B"},"n":{"type":"integer"}}},
			"S":{"allOf":[{"$ref":"#/$defs/B"},{"type":"object","properties":{"x":{"$ref":"#/$defs/S"},"t":{"type":"string"}}}]}}}`,
			[]string{"S: {fields: {\"x?\": S, \"n?\": int, \"t?\": string}}"}, []string{"B"}},
		// ... which two types extend.
		{`{"allOf":[{"$ref":"#/$defs/S"},{"$ref":"#/$defs/T"}],"$defs":{"B":{"type":"object","properties":{"x":{"anyOf":[{"$ref":"#/$defs/B"},{"type":"null"}]},"n":{"type":"integer"}}},
			"S":{"allOf":[{"$ref":"#/$defs/B"},{"type":"object","properties":{"x":{"anyOf":[{"$ref":"#/$defs/S"},{"type":"null"}]},"t":{"type":"string"}}}]},
			"T":{"allOf":[{"$ref":"#/$defs/B"},{"type":"object","properties":{"x":{"anyOf":[{"$ref":"#/$defs/T"},{"type":"null"}]},"u":{"type":"string"}}}]}}}`,
			[]string{"x?: X | null", "t?: string", "u?: string"}, []string{"XX", "S | null", "T | null"}},
	} {
		d, err := importer.Import("p", []byte(test.schema), importer.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.schema, err)
			continue
		}
		yaml := string(d.YAML())
		for _, want := range test.want {
			if !strings.Contains(yaml, want) {
				t.Errorf("no %q in\n%s\nfor %s", want, yaml, test.schema)
			}
		}
		for _, not := range test.not {
			if strings.Contains(yaml, not) {
				t.Errorf("%q in\n%s\nfor %s", not, yaml, test.schema)
			}
		}
	}
}

// TestSameMembers checks that members of one name have one type if their schemas are the same, however they are
// laid out.
func TestSameMembers(t *testing.T) {
	const source = `"source":{"type":"object","properties":{"name":{"type":"string"},"level":{"enum":["low","high"]}}}`
	d, err := importer.Import("p", []byte(`{"oneOf":[{"properties":{"type":{"const":"a"},`+source+`},"required":["type"]},
		{"properties":{"type":{"const":"b"},`+strings.ReplaceAll(source, ":", " : ")+`},"required":["type"]},
		{"properties":{"type":{"const":"c"},"source":{"type":"object","properties":{"name":{"type":"integer"}}}},"required":["type"]}]}`), importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	yaml := string(d.YAML())
	for _, want := range []string{`A: {fields: {"source?": Source}}`, `B: {fields: {"source?": Source}}`, `C: {fields: {"source?": CSource}}`} {
		if !strings.Contains(yaml, want) {
			t.Errorf("no %q in\n%s", want, yaml)
		}
	}
}
