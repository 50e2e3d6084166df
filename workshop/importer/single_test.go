package importer_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/importer"
)

// TestSingleObject checks that the words of a member are an enum or a constant, and no tag, if a line has one schema, unless the member has the name
// of a tag.
func TestSingleObject(t *testing.T) {
	const severity = `"severity":{"enum":["low","high"]}`
	for schema, want := range map[string]string{
		`{"type":"object","required":["severity","id"],"properties":{` + severity + `,"id":{"type":"string"}}}`:             "otherwise: {to: Entry, kind: entry}",
		`{"type":"object","required":["severity","type"],"properties":{` + severity + `,"type":{"enum":["threshold"]}}}`:    "tag: type",
		`{"type":"object","required":["severity","kind"],"properties":{` + severity + `,"kind":{"enum":["start","stop"]}}}`: "tag: kind",
		`{"type":"object","required":["severity","version"],"properties":{` + severity + `,"version":{"const":"2.1.0"}}}`:   "otherwise: {to: Entry, kind: entry}",
	} {
		d, err := importer.Import("p", []byte(schema), importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if text := string(d.YAML()); !strings.Contains(text, want) || !strings.Contains(text, "severity: Severity") {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestLineByName checks that a definition whose name is an address is found by the name of its file, and that the
// error for a name that no definition has names some that there are.
func TestLineByName(t *testing.T) {
	schema := `{"$defs":{"https://example.com/people/User.schema.json":{"type":"object","properties":{"id":{"type":"string"}}}`
	for _, name := range strings.Split("abcdefghijkl", "") {
		schema += `,"` + name + `":{}`
	}
	schema += "}}"
	if d, err := importer.Import("p", []byte(schema), importer.Options{Line: "User"}); err != nil || !strings.Contains(string(d.YAML()), "User: {fields:") {
		t.Errorf("%v", err)
	}
	for schema, want := range map[string]string{schema: "there are User, a, b, c, d, e, f, g, h, i, j, k and 1 more", `{"type":"object"}`: "there are none"} {
		if _, err := importer.Import("p", []byte(schema), importer.Options{Line: "Usr"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestEnumLoads checks that an enum has values and names of constants that the spec language accepts.
func TestEnumLoads(t *testing.T) {
	for schema, want := range map[string]string{
		`{"required":["type"],"properties":{"type":{"const":"a b"}},"$defs":{"A":{"enum":["a","b"]}}}`:                               "AB: {}",
		`{"required":["type"],"properties":{"type":{"const":"x"},"a":{"enum":["b"," c"]},"o":{"title":"AB","properties":{"p":{}}}}}`: "A: {values: [b, \" c\"]}",
		`{"required":["type"],"properties":{"type":{"const":"x"},"e":{"enum":["a","b","a"]}}}`:                                       "E: {values: [a, b]}",
		`{"required":["type"],"properties":{"type":{"const":"x"},"num":{"enum":[-1,1,null]}}}`:                                       "num?\": Num | null",
		`{"required":["type"],"properties":{"type":{"const":"x"},"n":{"enum":[1,2147483648]}}}`:                                      "n?\": int",
		`{"required":["type"],"properties":{"type":{"const":"x"},"n":{"const":1}}}`:                                                  "int}}  # always 1",
		`{"required":["type"],"properties":{"type":{"const":"x"},"e":{"enum":["","a"],"default":5}}}`:                                "{\"e?\": E}",
	} {
		d, err := importer.Import("p", []byte(schema), importer.Options{All: true})
		if err != nil {
			t.Fatal(err)
		}
		m, err := spec.Parse("p.yaml", d.YAML())
		if err == nil {
			_, err = gen.Generate(m)
		}
		if text := string(d.YAML()); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v, want %s in\n%s", schema, err, want, text)
		}
	}
}

// TestContradiction checks that the draft for a schema that contradicts itself loads.
func TestContradiction(t *testing.T) {
	schemas := []string{`{"$defs":{"B":{"oneOf":[{"const":1},{"allOf":[{}],"enum":["a",null]}]}}}`,
		`{"enum":["a","b"],"oneOf":[{"type":"object","required":["type"],"properties":{"type":{"$ref":"#"}}}]}`,
		`{"$defs":{"C":{"const":1,"oneOf":[{"const":"a"},{"const":"a"}]}}}`}
	for _, impossible := range []string{`{"type":"object","const":"a"}`, `{"type":"object","enum":["a","b"]}`, `{"type":"object","enum":[1,2]}`, `{"type":"array","const":"a"}`} {
		schemas = append(schemas, `{"$defs":{"C":{"oneOf":[`+impossible+`,{"const":1},{"type":"boolean"}]}}}`)
	}
	for _, tag := range []string{`"type":"integer","enum":["a","b"]`, `"type":"object","properties":{"p":{}},"enum":["a","b"]`, `"type":"object","additionalProperties":{},"enum":["a","b"]`,
		`"enum":["a","b"],"oneOf":[{"type":"integer"},{"type":"boolean"}]`, `"enum":[]`, `"type":"integer","enum":[1.5,2.5]`} {
		schemas = append(schemas, `{"required":["type"],"properties":{"type":{`+tag+`}}}`)
	}
	for _, schema := range schemas {
		d, err := importer.Import("p", []byte(schema), importer.Options{All: true})
		if err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		if _, err := spec.Parse("p.yaml", d.YAML()); err != nil {
			t.Errorf("%s: %v\n%s", schema, err, d.YAML())
		}
	}
}
