package gen_test

import (
	"bytes"
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// TestTests generates the tests of all cases and runs them; an overlay puts them beside one of the cases.
func TestTests(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and links tests of all cases")
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	overlay := map[string]string{}
	for _, name := range caseNames(t) {
		m, err := spec.Load("testdata/" + name + "/spec.yaml")
		if err != nil {
			t.Fatal(err)
		}
		f, err := gen.Tests(m, "nested_test")
		if err != nil {
			t.Fatal(err)
		}
		if formatted, err := format.Source(f.Data); err != nil || !bytes.Equal(formatted, f.Data) {
			t.Errorf("%s: %v, or the tests are not as gofmt would leave them", name, err)
		}
		path := filepath.Join(temp, name+"_test.go")
		if err := os.WriteFile(path, bytes.ReplaceAll(f.Data, []byte("OfSpec"), []byte("Of_"+name)), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(dir, "testdata", "nested", name+"_test.go")] = path
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(list, text, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", "-v", "-overlay", list, "./testdata/nested").CombinedOutput()
	if passed := bytes.Count(out, []byte("\n--- PASS: TestFieldsOf_")); err != nil || passed != len(overlay) {
		t.Errorf("%d of %d cases passed: %v\n%s", passed, len(overlay), err, out)
	}
}

// TestTestsOfRecursiveUnion checks that tests can be generated for a union with a list of itself.
func TestTestsOfRecursiveUnion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spec.yaml")
	text := `ndwire: 1
protocol: p
package: p
import: example.com/p
line: Line
unions:
  Line: {tag: type, cases: {a: A}}
  Value: {kinds: {array: {go: List, type: "Value[]"}, object: {go: Point, type: Point}}}
records:
  A: {fields: {value: Value}}
  Point: {fields: {"x?": int}}
`
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := spec.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := gen.Tests(m, "p")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(f.Data, []byte(`"value":$}`)) {
		t.Errorf("no line has a Point in value:\n%s", f.Data)
	}
}

// TestListVariant checks that the generated tests have a list for a variant of type json for lists: the text of an object would be another variant.
func TestListVariant(t *testing.T) {
	m, err := spec.Parse("p.yaml", []byte("ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/p\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n"+
		"  V: {kinds: {array: {go: List, type: json}, object: {go: Object, type: O}}}\nrecords: {A: {fields: {v: V}}, O: {fields: {n: int}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := gen.Tests(m, "p_test")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(f.Data, []byte("List: decoder.Raw(`[{\"a\":1}]`)")) {
		t.Errorf("no list in\n%s", f.Data)
	}
}
