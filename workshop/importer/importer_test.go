package importer_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/importer"
	"github.com/ndwire/ndwire/workshop/schema"
)

var update = flag.Bool("update", false, "write the golden file")

func TestGolden(t *testing.T) {
	data, err := os.ReadFile("testdata/chat.json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := importer.Import("chat", data)
	if err != nil {
		t.Fatal(err)
	}
	got := d.YAML()
	if *update {
		if err := os.WriteFile("testdata/chat.yaml", got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/chat.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the spec has changed (-want +got):\n%s", diff)
	}
	m, err := spec.Parse("chat.yaml", got)
	if err != nil {
		t.Fatalf("package spec: %v\n%s", err, got)
	}
	if _, err := gen.Generate(m); err != nil {
		t.Fatalf("package gen: %v", err)
	}
}

// TestThereAndBack holds that a schema of package schema is understood: tags, enums and whole numbers are found again, in the open and in the
// strict form.
func TestThereAndBack(t *testing.T) {
	const text = `ndwire: 1
protocol: chat
package: chat
line: Line

unions:
  Line:
    tag: type
    cases:
      message: Message
      left: Left

records:
  Message: {fields: {text: string, mood: Mood, count: int}}
  Left: {fields: {user: string | null}}

enums:
  Mood: {values: [happy, sad]}
`
	m, err := spec.Parse("chat.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, strict := range []bool{false, true} {
		data, err := schema.Of(m, schema.Options{Strict: strict})
		if err != nil {
			t.Fatal(err)
		}
		d, err := importer.Import("chat", data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("# From a JSON Schema.\n"+text, string(d.YAML())); diff != "" {
			t.Errorf("strict %v: (-spec +imported):\n%s", strict, diff)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ schema, want string }{
		{`{"$ref":"#/$defs/Gone"}`, `importer: #: $ref "#/$defs/Gone" leads to nothing`},
		{`{"$ref":"other.json"}`, `importer: #: $ref "other.json" leads to another file; bundle the schemas into one`},
		{`{"$ref":"#"}`, `importer: #: $ref leads in a circle`},
		{`{"anyOf":[{"$ref":"#"}]}`, `importer: #/anyOf/0: an alternative that holds itself`},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],"$defs":{"A":{"type":"array","items":{"$ref":"#/$defs/A"}}}}`,
			`importer: #/$defs/A/items: a type that holds itself without an object between`},
		{`{"type":"string"}`, `importer: #: the lines are no objects that a const, an enum or a required member tells apart`},
		{`{"type":"object","properties":{"a":{"type":"text"}},"required":["a"]}`, `importer: #/properties/a/type: no JSON type is named "text"`},
	} {
		_, err := importer.Import("x", []byte(test.schema))
		if e, ok := errors.AsType[*importer.Error](err); !ok || e.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.schema, err, test.want)
		}
	}
	if _, err := importer.Import("x", []byte("{")); err == nil || !strings.Contains(err.Error(), "truncated") {
		t.Errorf("no JSON: %v", err)
	}
}

func ExampleImport() {
	d, err := importer.Import("events", []byte(`{"oneOf": [
		{"type": "object", "properties": {"type": {"const": "ping"}}, "required": ["type"]},
		{"type": "object", "properties": {"type": {"const": "said"}, "text": {"type": "string"}}, "required": ["type", "text"]}
	]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", d.YAML())
	// Output:
	// # From a JSON Schema.
	// ndwire: 1
	// protocol: events
	// package: events
	// line: Line
	//
	// unions:
	//   Line:
	//     tag: type
	//     cases:
	//       ping: Ping
	//       said: Said
	//
	// records:
	//   Ping: {}
	//   Said: {fields: {text: string}}
}
