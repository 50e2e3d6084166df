package importer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/importer"
)

// TestAnySchema checks that a random schema becomes a spec that package gen accepts, or an error with a path.
func TestAnySchema(t *testing.T) {
	name := rapid.SampledFrom([]string{"type", "kind", "id", "name", "a b", "x?", "", "true", "7", "Extra", "line", "é"})
	literal := rapid.SampledFrom([]string{`"a"`, `"b"`, `"a b"`, `""`, `"true"`, "1", "-2.5", "true", "false", "null", "{}", "[]", `"line"`, `"Unknown"`})
	ref := rapid.SampledFrom([]string{"#", "#/$defs/A", "#/$defs/B", "#/$defs/C"})
	jsonType := rapid.SampledFrom([]string{`"object"`, `"string"`, `"integer"`, `"number"`, `"boolean"`, `"null"`, `"array"`, `["string","null"]`, `["string","integer"]`, `["object","array","boolean"]`})
	var schema func(depth int) *rapid.Generator[string]
	schema = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			list := func() string {
				return "[" + strings.Join(rapid.SliceOfN(schema(depth-1), 1, 3).Draw(t, "list"), ",") + "]"
			}
			words := []string{"type", "const", "enum", "$ref", "title", "description", "format", "nullable", "discriminator"}
			if depth > 0 {
				words = append(words, "properties", "properties", "properties", "items", "additionalProperties", "oneOf", "anyOf", "allOf", "not", "patternProperties")
			}
			var members []string
			for _, word := range rapid.SliceOfNDistinct(rapid.SampledFrom(words), 0, 3, rapid.ID).Draw(t, "words") {
				value := ""
				switch word {
				case "type":
					value = jsonType.Draw(t, "type")
				case "const":
					value = literal.Draw(t, "const")
				case "enum":
					value = "[" + strings.Join(rapid.SliceOfN(literal, 1, 3).Draw(t, "enum"), ",") + "]"
				case "$ref":
					value = fmt.Sprintf("%q", ref.Draw(t, "ref"))
				case "title", "description", "format":
					value = rapid.SampledFrom([]string{`"Line"`, `"Thing"`, `"two words"`, `"a\n\nb: c"`, `"uuid"`, `"date-time"`, `"byte"`, `"int64"`}).Draw(t, "text")
				case "nullable":
					value = rapid.SampledFrom([]string{"true", "false", `"yes"`}).Draw(t, "nullable")
				case "discriminator":
					value = fmt.Sprintf(`{"propertyName":%q,"mapping":{"one":%q,"two":"A"}}`, name.Draw(t, "tag"), ref.Draw(t, "ref"))
				case "oneOf", "anyOf", "allOf":
					value = list()
				case "properties", "patternProperties":
					var properties, required []string
					for range rapid.IntRange(0, 3).Draw(t, "properties") {
						key := fmt.Sprintf("%q", name.Draw(t, "name"))
						properties = append(properties, key+":"+schema(depth-1).Draw(t, "property"))
						if rapid.Bool().Draw(t, "required") {
							required = append(required, key)
						}
					}
					value = "{" + strings.Join(properties, ",") + "}"
					if word == "properties" {
						members = append(members, `"required":[`+strings.Join(required, ",")+"]")
					}
				default:
					value = schema(depth-1).Draw(t, "below")
				}
				members = append(members, fmt.Sprintf("%q:%s", word, value))
			}
			return "{" + strings.Join(members, ",") + "}"
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		root := strings.TrimSuffix(schema(3).Draw(t, "root"), "}")
		if root != "{" {
			root += ","
		}
		text := root + fmt.Sprintf(`"$defs":{"A":%s,"B":%s,"C":%s}}`, schema(2).Draw(t, "A"), schema(2).Draw(t, "B"), schema(1).Draw(t, "C"))
		d, err := importer.Import("any", []byte(text), importer.Options{All: rapid.Bool().Draw(t, "all")})
		if err != nil {
			if _, ok := errors.AsType[*importer.Error](err); !ok {
				t.Fatalf("%v: %s", err, text)
			}
			return
		}
		yaml := d.YAML()
		m, err := spec.Parse("any.yaml", yaml)
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, yaml, text)
		}
		if _, err := gen.Generate(m); err != nil {
			t.Fatalf("%v\n%s\n%s", err, yaml, text)
		}
	})
}

// TestAnyMembers checks that the two schemas that allow any value, true and {}, make one spec of an object with any members.
func TestAnyMembers(t *testing.T) {
	var specs []string
	for _, value := range []string{"true", "{}"} {
		d, err := importer.Import("p", []byte(`{"type":"object","required":["type"],"properties":{"type":{"const":"a"},"m":{"type":["object","null"],"additionalProperties":`+value+`},"r":{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":`+value+`},"p":{"type":"object","patternProperties":{"^x":`+value+`}}}}`), importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, string(d.YAML()))
	}
	if specs[0] != specs[1] || !strings.Contains(specs[0], "m?: map<string, json> | null") {
		t.Errorf("%s\n%s", specs[0], specs[1])
	}
}
