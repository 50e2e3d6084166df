package importer_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
	"github.com/ndwire/ndwire/workshop/importer"
)

// TestValidLines checks that a line that a schema accepts has no difference from the imported spec.
func TestValidLines(t *testing.T) {
	for _, test := range []struct{ schema, lines string }{
		{ // members with any name of a pattern
			`{"type":"object","required":["type"],"patternProperties":{"^x-":{"type":"string"}},"properties":{"type":{"enum":["a","b"]}}}`,
			`{"type":"a","x-1":"y"}
{"type":"b"}`,
		},
		{ // ... beside alternatives
			`{"patternProperties":{"^x-":{}},"oneOf":[{"properties":{"type":{"const":"a"},"n":{"type":"integer"}},"required":["type"]},{"properties":{"type":{"const":"b"}},"required":["type"]}]}`,
			`{"type":"a","x-1":"y","n":1}
{"type":"b","x-2":[1]}`,
		},
		{ // other members of a type, in a part of allOf, and in a field
			`{"allOf":[{"type":"object","additionalProperties":{"type":["integer","string","object"]},"properties":{"type":{"const":"a"},"in":{"type":"object","properties":{"k":{"type":"string"}},"additionalProperties":true}},"required":["type"]}]}`,
			`{"type":"a","n":1,"in":{"k":"x","m":null}}`,
		},
		{ // only other members
			`{"oneOf":[{"type":"object","properties":{"type":{"const":"a"}},"required":["type"],"additionalProperties":{}},{"type":"object","properties":{"type":{"const":"b"}},"required":["type"]}]}`,
			`{"type":"a","n":1}
{"type":"b"}`,
		},
		{ // words, or another text
			`{"type":"object","properties":{"type":{"const":"a"},"state":{"anyOf":[{"enum":["on","off"]},{"type":"string"}]},"next":{"$ref":"#/$defs/M"},"last":{"$ref":"#/$defs/M"}},"required":["type"],"$defs":{"M":{"anyOf":[{"const":"x"},{"const":"y"},{"type":"string"}]}}}`,
			`{"type":"a","state":"on","next":"x","last":"y"}
{"type":"a","state":"broken","next":"z","last":""}`,
		},
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(test.schema))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("schema.json", value); err != nil {
			t.Fatal(err)
		}
		accepts := c.MustCompile("schema.json")
		for line := range strings.Lines(test.lines) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			if err != nil {
				t.Fatal(err)
			}
			if err := accepts.Validate(value); err != nil {
				t.Fatal(err)
			}
		}
		d, err := importer.Import("lines", []byte(test.schema), importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := spec.Parse("lines.yaml", d.YAML())
		if err != nil {
			t.Fatalf("%v\n%s", err, d.YAML())
		}
		if _, err := gen.Generate(m); err != nil {
			t.Fatalf("%v\n%s", err, d.YAML())
		}
		compared, err := drift.New(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := compared.Read(bytes.NewReader([]byte(test.lines))); err != nil {
			t.Fatal(err)
		}
		for _, f := range compared.Report().Findings {
			t.Errorf("%v\n%s", f, d.YAML())
		}
	}
}
