package importer_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
	"github.com/ndwire/ndwire/workshop/importer"
	"github.com/ndwire/ndwire/workshop/schema"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares the spec of every schema in testdata with its golden file, and checks that package gen accepts it.
func TestGolden(t *testing.T) {
	for name, d := range imported(t) {
		got, golden := d.YAML(), "testdata/"+name+".yaml"
		if *update {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: the spec has changed (-want +got):\n%s", name, diff)
		}
		m, err := spec.Parse(name+".yaml", got)
		if err != nil {
			t.Fatalf("package spec: %v\n%s", err, got)
		}
		if _, err := gen.Generate(m); err != nil {
			t.Fatalf("package gen: %v", err)
		}
	}
}

// imported returns the specs of the schemas in testdata; for library one of its definitions, and one whose line is a message.
func imported(t *testing.T) map[string]*draft.Spec {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("no schemas", err)
	}
	all := map[string]*draft.Spec{}
	add := func(name, path string, o importer.Options) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if all[name], err = importer.Import(name, data, o); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	for _, path := range paths {
		add(strings.TrimSuffix(filepath.Base(path), ".json"), path, importer.Options{})
	}
	add("messages", "testdata/library.json", importer.Options{Line: "Message"})
	add("everything", "testdata/around.json", importer.Options{All: true})
	return all
}

// TestCompiles compiles the package that is generated from each imported spec.
func TestCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles packages")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", sums)
	write("go.mod", []byte("module example.com/imported\n\ngo 1.26.0\n\nrequire github.com/ndwire/ndwire v0.0.0\n\nreplace github.com/ndwire/ndwire => "+root+"\n"))
	for name, d := range imported(t) {
		m, err := spec.Parse("spec.yaml", d.YAML())
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			write(name+"/"+f.Name, f.Data)
		}
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// FuzzImport checks that any JSON is refused with an error, or becomes a correct spec.
func FuzzImport(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.json")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "", false)
	}
	f.Add([]byte(`{"definitions":{"A":{"anyOf":[{"$ref":"#/definitions/A"},{"type":"null"}]}}}`), "A", true)
	f.Fuzz(func(t *testing.T, data []byte, line string, all bool) {
		d, err := importer.Import("fuzz", data, importer.Options{Line: line, All: all})
		if err != nil {
			return
		}
		if _, err := spec.Parse("fuzz.yaml", d.YAML()); err != nil {
			t.Errorf("%v\n%s", err, d.YAML())
		}
	})
}

// TestThereAndBack imports schemas of package schema, in the open and the strict form: tags, enums and whole numbers are the same as in the spec.
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
		d, err := importer.Import("chat", data, importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := "# From a JSON Schema.\n" + text
		if !strict { // which accepts any text as a mood
			want = strings.ReplaceAll(want, "Mood: {values", "Mood: {open: true, values")
		}
		if diff := cmp.Diff(want, string(d.YAML())); diff != "" {
			t.Errorf("strict %v: (-spec +imported):\n%s", strict, diff)
		}
	}
}

func TestMistakes(t *testing.T) {
	const leads = `; declare it, or correct the reference`
	for _, test := range []struct {
		schema string
		want   []string // all mistakes, with the line of the first one
	}{
		{`{"$ref":"#/$defs/Gone"}`, []string{`1 importer: #: $ref "#/$defs/Gone" leads to nothing` + leads}},
		{`{"$ref":"other.json"}`, []string{`1 importer: #: $ref "other.json" leads to another file; bundle the schemas into one`}},
		{`{"$ref":"#"}`, []string{`1 importer: #: $ref leads in a circle; let one of its references lead to a schema of a value`}},
		{`{"anyOf":[{"$ref":"#"}]}`, []string{`1 importer: #: $ref leads in a circle; let one of its references lead to a schema of a value`}},
		{`{"anyOf":[{"type":"object"},{"$ref":"#"}]}`, []string{`1 importer: #/anyOf/1: an alternative, or a part of allOf, that holds itself; remove it, or make it the type of a member`}},
		{`{"type":"string"}`, []string{`1 importer: #: the lines are not objects; choose a definition that describes objects (--line)`}},
		{`{"type":"object","properties":{"a":{"type":"text"}},"required":["a"]}`, []string{`1 importer: #/properties/a/type: no JSON type is named "text"; there are string, number, integer, boolean, array, object and null`}},
		// All mistakes are reported at once, each once, at its place in the file, in the order of the lines.
		{`{"$defs": {
			"A": {"type": "object", "properties": {
				"b": {"$ref": "#/$defs/B"},
				"x": {"type": ["string", "txt"]},
				"y": {"$ref": "#/$defs/Gone"}}},
			"B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "list": {"type": "array", "items": {"$ref": "x.json"}},
				"loop": {"oneOf": [{"$ref": "#/$defs/Loop"}, {"type": "object", "properties": {"z": {}}}]},
				"one": {"oneOf": [{"$ref": "#/$defs/Missing"}, {"$ref": "#/$defs/C"}, {"type": "object", "properties": {"z": {}}}]}}},
			"C": {"type": "object", "properties": {"here": {"$ref": "#/nowhere"}}, "required": ["here"]},
			"Loop": {"anyOf": [{"type": "object"},
				{"allOf": [{"title": "t"}, {"$ref": "#/$defs/Loop"}]}]},
			"Unused": {"$ref": "#/$defs/Nothing"}
			},
			"oneOf": [
				{"type": "object", "properties": {"type": {"const": "a"}, "value": {"$ref": "#/$defs/A"}}, "required": ["type"]},
				{"type": "object", "properties": {"type": {"const": "b"}, "value": {"$ref": "#/$defs/A"}, "what": {"type": "int"}}, "required": ["type"]}]}`,
			[]string{
				`4 importer: #/$defs/A/properties/x/type: no JSON type is named "txt"; there are string, number, integer, boolean, array, object and null`,
				`importer: #/$defs/A/properties/y: $ref "#/$defs/Gone" leads to nothing` + leads,
				`importer: #/$defs/B/properties/list/items: $ref "x.json" leads to another file; bundle the schemas into one`,
				`importer: #/$defs/B/properties/one/oneOf/0: $ref "#/$defs/Missing" leads to nothing` + leads,
				`importer: #/$defs/C/properties/here: $ref "#/nowhere" leads to nothing` + leads,
				`importer: #/$defs/Loop/anyOf/1/allOf/1: an alternative, or a part of allOf, that holds itself; remove it, or make it the type of a member`,
				`importer: #/oneOf/1/properties/what/type: no JSON type is named "int"; there are string, number, integer, boolean, array, object and null`,
			}},
		// A member of alternatives that nothing tells apart.
		{`{"anyOf": [{"type": "object", "properties": {"m": {"type": "object", "properties": {"n": {"$ref": "#/no"}}}}},
			{"type": "object", "properties": {"m": {"type": "string", "format": "no"}, "o": {"type": "array", "items": {"$ref": "#/nowhere"}}}}]}`, []string{
			`1 importer: #/anyOf/0/properties/m/properties/n: $ref "#/no" leads to nothing` + leads,
			`importer: #/anyOf/1/properties/o/items: $ref "#/nowhere" leads to nothing` + leads}},
	} {
		_, err := importer.Import("x", []byte(test.schema), importer.Options{})
		all, ok := err.(importer.Errors)
		if !ok || fmt.Sprintf("%d %v", all[0].Line, err) != strings.Join(test.want, "\n") {
			t.Errorf("%s:\n%v\nwant\n%s", test.schema, err, strings.Join(test.want, "\n"))
		}
		if _, ok := errors.AsType[*importer.Error](err); !ok {
			t.Errorf("%T holds no *Error", err)
		}
	}
	_, err := importer.Import("x", []byte(`{"$defs":{"A":{}}}`), importer.Options{Line: "B"})
	if want := `importer: #: no definition is named "B"; there are A`; err == nil || err.Error() != want {
		t.Errorf("a line that is not a definition: %v, want %s", err, want)
	}
	if _, err := importer.Import("x", []byte("{"), importer.Options{}); err == nil || !strings.Contains(err.Error(), "truncated") {
		t.Errorf("no JSON: %v", err)
	}
}

func ExampleImport() {
	d, err := importer.Import("events", []byte(`{"oneOf": [
		{"type": "object", "properties": {"type": {"const": "ping"}}, "required": ["type"]},
		{"type": "object", "properties": {"type": {"const": "said"}, "text": {"type": "string"}}, "required": ["type", "text"]}
	]}`), importer.Options{})
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

// TestManyMembers checks that a record gets at most the largest number of members, although a schema can have more, and that required ones are
// kept.
func TestManyMembers(t *testing.T) {
	var properties []string
	for k := range 300 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"string"}`, k))
	}
	d, err := importer.Import("many", []byte(`{"type":"object","required":["p299"],"properties":{`+strings.Join(properties, ",")+"}}"), importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := spec.Parse("many.yaml", d.YAML())
	if err != nil {
		t.Fatal(err)
	}
	if r := m.Records[0]; len(r.Fields) != 128 || !r.Open || r.Fields[127].Name != "p299" {
		t.Errorf("%d members, the last one %s", len(r.Fields), r.Fields[len(r.Fields)-1].Name)
	}
}

// TestAnything checks that a list of all JSON types is json, and no union.
func TestAnything(t *testing.T) {
	const schema = `{"type":"object","required":["body"],"properties":{"body":{"type":["array","boolean","integer","null","number","object","string"]}}}`
	d, err := importer.Import("any", []byte(schema), importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if yaml := string(d.YAML()); !strings.Contains(yaml, "body: json") {
		t.Errorf("got\n%s", yaml)
	}
}
