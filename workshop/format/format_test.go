package format_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/format"
)

func ExampleSource() {
	text, err := format.Source("chat.yaml", []byte("records:\n    Message:\n       # What was said.\n       fields: { id:  uuid,text? : string}\n"))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(text))
	// Output:
	// records:
	//   Message:
	//     # What was said.
	//     fields: {id: uuid, "text?": string}
}

func TestSource(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"indentation", "a:\n    b:\n        c: 1\n    d:\n    - x\n    -   y: 1\n        z: 2\n", "a:\n  b:\n    c: 1\n  d:\n    - x\n    - y: 1\n      z: 2\n"},
		{"blank lines", "\n\na: 1\n\n\n\nb: 2   \n\n\n", "a: 1\n\nb: 2\n"},
		{"line ends", "\ufeffa: 1\r\nb: |\r\n    x\r\n", "a: 1\nb: |\n  x\n"},
		{"block scalars stay", "a:\n   doc: |\n       one\n\n\n         two  \n       # no comment\n   # a comment\n   b: 1\n", "a:\n  doc: |\n    one\n\n\n      two  \n    # no comment\n  # a comment\n  b: 1\n"},
		{"a fixed indentation stays", "a: |2\n   x\n", "a: |2\n   x\n"},
		{"texts of several lines", "a:\n    \"one\n\n      two: # {\"\nb: one\n   two\n\n\n   three\nc:   1\n", "a:\n    \"one\n\n      two: # {\"\nb: one\n   two\n\n\n   three\nc: 1\n"},
		{"question marks", "a?: [b?, {c: d?, e: 'f?'}]\ng: {h: \"i?\", j: [[k\\?]], l: o'c?, m: o'\"?}\nn: o?\n", "a?: [\"b?\", {c: \"d?\", e: 'f?'}]\ng: {h: \"i?\", j: [['k\\?']], l: \"o'c?\", m: 'o''\"?'}\nn: o?\n"},
		{"flow", "a: [ x ,y,  'it''s' , \"q\\\"#\" ]  # c\nb: { }\nc: {a: {b: [ ]} , x?: \"?\"}\n", "a: [x, y, 'it''s', \"q\\\"#\"]      # c\nb: {}\nc: {a: {b: []}, \"x?\": \"?\"}\n"},
		{"flow of several lines", "a:\n    b: {x: 1,\n        y: 2 ,\n        z: 3 }\n", "a:\n  b: {x: 1,\n      y: 2,\n      z: 3}\n"},
		{"comments stand with what follows", "# top\na:\n    # of b\n    b: 1 # beside\n    # at the end of a\n# of c\nc: 1\n# last\n", "# top\na:\n  # of b\n  b: 1   # beside\n  # at the end of a\n# of c\nc: 1\n# last\n"},
		{"a column is kept where there is room", "a:    1    # one\nbb: 2      # two\n", "a: 1       # one\nbb: 2      # two\n"},
		{"other letters", "ä: {é:  'ü' }   # ö\n", "ä: {é: 'ü'}     # ö\n"},
		{"marks of a document", "# top\n---  # begin\na:   1\n...\n", "# top\n---  # begin\na: 1\n...\n"},
		{"anchors are left alone", "a: &x   1\n", "a: &x   1\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := format.Source("a.yaml", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := format.Source("a.yaml", got)
			if diff := cmp.Diff(string(got), string(again)); diff != "" || err != nil {
				t.Errorf("the second time: %v (-once +twice):\n%s", err, diff)
			}
		})
	}
	_, err := format.Source("a.yaml", []byte("a: {b: string[]}\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "a.yaml:1:") {
		t.Errorf("no YAML: %v", err)
	}
}

// specs returns all good specs of the module.
func specs(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"../../spec/*.yaml", "../../gen/testdata/*/spec.yaml", "../../gen/testdata/docs/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 20 {
		t.Fatalf("only %d specs", len(files))
	}
	return files
}

// TestSpecs checks for all specs, unchanged and with other spaces, that formatting keeps the model, and that formatting again changes nothing.
func TestSpecs(t *testing.T) {
	for _, file := range specs(t) {
		if filepath.Base(filepath.Dir(file)) == "bad" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := spec.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		once, err := format.Source(file, text)
		if err != nil {
			t.Error(err)
			continue
		}
		sameModel(t, file, want, once)
		spread := strings.ReplaceAll(string(text), ": {", ":   { ")
		wide, err := format.Source(file, []byte(spread))
		if err != nil {
			t.Error(err)
			continue
		}
		sameModel(t, file, want, wide)
		for _, text := range [][]byte{once, wide} {
			if twice, err := format.Source(file, text); err != nil || string(twice) != string(text) {
				t.Errorf("%s: the layout changes twice, %v:\n%s", file, err, cmp.Diff(string(text), string(twice)))
			}
		}
	}
}

func sameModel(t *testing.T, file string, want *spec.Model, text []byte) {
	t.Helper()
	got, err := spec.Parse(file, text)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	if diff := cmp.Diff(dump(want), dump(got)); diff != "" {
		t.Errorf("%s: the model has changed (-want +got):\n%s", file, diff)
	}
}

// dump returns a model as text without positions, with each shared value once.
func dump(m *spec.Model) string {
	var b strings.Builder
	seen := map[uintptr]int{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if n, ok := seen[v.Pointer()]; ok || v.IsNil() {
				fmt.Fprintf(&b, "#%d ", n)
				return
			}
			seen[v.Pointer()] = len(seen) + 1
			walk(v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
			b.WriteByte('\n')
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[spec.Pos]() {
				return
			}
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		default:
			fmt.Fprintf(&b, "%q ", fmt.Sprint(v.Interface()))
		}
	}
	walk(reflect.ValueOf(m))
	return b.String()
}

// TestLayouts checks the same for random YAML.
func TestLayouts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{
			"a", "b", ":", ": ", "\n", "\n  ", "\n    ", "\n   ", "- ", "{", "}", "[", "]", ", ", ",", "?", `"x y"`, "'", " # c", "|", ">-", "&x ", " ", "1", "ä", "#",
		})).Draw(t, "pieces")
		text := strings.Join(pieces, "")
		once, err := format.Source("a.yaml", []byte(text))
		if err != nil {
			return
		}
		twice, err := format.Source("a.yaml", once)
		if err != nil || string(twice) != string(once) {
			t.Fatalf("%q becomes %q, and then %q, %v", text, once, twice, err)
		}
	})
}
