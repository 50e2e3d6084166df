package spec

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// languageSchema is schema.json, with which editors check specs.
func languageSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// jsonOf converts a YAML node to the JSON value that an editor's validator sees.
func jsonOf(n *yaml.Node) any {
	switch n.Kind {
	case yaml.DocumentNode:
		return jsonOf(n.Content[0])
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			m[n.Content[i].Value] = jsonOf(n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			list = append(list, jsonOf(c))
		}
		return list
	}
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
	}
	return n.Value
}

func validate(t *testing.T, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return err
	}
	return s.Validate(jsonOf(&root))
}

// TestSchemaAccepts checks that the schema accepts good specs, and that the specs of this project name the schema.
func TestSchemaAccepts(t *testing.T) {
	s := languageSchema(t)
	for _, pattern := range []string{"*.yaml", "testdata/imported/*.yaml", "../gen/testdata/*/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no specs: %v", pattern, err)
		}
		for _, file := range files {
			if strings.Contains(filepath.ToSlash(file), "/bad/") {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := validate(t, s, data); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			if pattern == "*.yaml" && !strings.HasPrefix(string(data), "# yaml-language-server: $schema=schema.json\n") {
				t.Errorf("%s does not name schema.json in its first line", file)
			}
		}
	}
	page, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range fence.FindAllStringSubmatch(string(page), -1) {
		text := unindent(block[3], block[1])
		switch block[2] {
		case "yaml":
			if !strings.HasPrefix(text, "ndwire:") {
				text = header + text
			}
		case "yaml fields":
			text = fieldsAround + unindent(text, "", "      ")
		default:
			continue
		}
		if err := validate(t, s, []byte(text)); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// TestSchemaRefuses checks that the schema refuses mistakes of form, in whole files and single ones.
func TestSchemaRefuses(t *testing.T) {
	s := languageSchema(t)
	for _, name := range []string{"unknown_keys", "header_missing", "not_a_mapping", "external", "header", "unions", "fields", "scalars"} {
		data, err := os.ReadFile("testdata/bad/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		if validate(t, s, data) == nil {
			t.Errorf("%s.yaml is accepted", name)
		}
	}
	for _, text := range []string{
		"records: {R: {feilds: {}}}",
		"records: {R: {fields: [a]}}",
		"records: {R: {fields: {a: {type: string, defualt: x}}}}",
		"records: {R: {fields: {a: {go: A}}}}",
		"records: {R: {fields: {a: {type: json, zero: 5}}}}",
		"records: {R: {fields: {a: {type: T, inline: never}}}}",
		"records: {R: {open: 1}}",
		"records: {R: 5}",
		"unions: {U: {tag: type, case: {a: R}}}",
		"unions: {U: {doc: x}}",
		"unions: {U: {kinds: {text: Text}}}",
		"unions: {U: {kinds: {string: Text}, tag: type}}",
		"unions: {U: {tag: type, cases: {a: {to: R, tag: x}}}}",
		"enums: {E: {values: [a], flags: true}}",
		"enums: {E: {doc: x}}",
		"limits: {width: 5}",
		"unknown: forget",
	} {
		if validate(t, s, []byte(header+text)) == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

// TestSchemaKeys checks that the schema has all keys that this package reads.
func TestSchemaKeys(t *testing.T) {
	want := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	key := regexp.MustCompile(`(?m)^\t+"([a-z_]+)":\s+(?:func\(n \*yaml\.Node\)|f\.)`)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range key.FindAllStringSubmatch(string(data), -1) {
			want[m[1]] = true
		}
	}
	got := map[string]bool{}
	data, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if p, ok := v["properties"].(map[string]any); ok {
				for name := range p {
					got[name] = true
				}
			}
			for _, inner := range v {
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(doc)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
		t.Errorf("schema.json has other keys than the package reads (-read +schema):\n%s", diff)
	}
}
