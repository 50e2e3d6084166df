package infer_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
	"github.com/ndwire/ndwire/workshop/infer"
)

var update = flag.Bool("update", false, "write the golden files")

// inferred returns the spec of lines.
func inferred(name string, lines []byte) []byte {
	s := infer.NewSample()
	for line, err := range decoder.NewLines(bytes.NewReader(lines)).Recycled() {
		if err != nil {
			s.Bad++
			continue
		}
		s.Add(line)
	}
	return s.Spec(name).YAML()
}

// benchmarked is the sample whose spec bench/requests uses.
const benchmarked = "../../bench/requests/requests.ndjson"

func samples(t *testing.T) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.ndjson")
	paths = append(paths, benchmarked)
	if err != nil || len(paths) < 2 {
		t.Fatal("no samples", err)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".ndjson")] = data
	}
	return all
}

// TestGolden compares the spec of every sample with its golden file, and checks that package gen accepts it.
func TestGolden(t *testing.T) {
	for name, data := range samples(t) {
		t.Run(name, func(t *testing.T) {
			got := inferred(name, data)
			golden := "testdata/" + name + ".yaml"
			if name == "requests" {
				golden = strings.TrimSuffix(benchmarked, "ndjson") + "yaml"
			}
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
				t.Errorf("the spec has changed (-want +got):\n%s", diff)
			}
			accepted(t, got)
		})
	}
}

// accepted fails if a spec has mistakes, or gives no package.
func accepted(t interface {
	Helper()
	Fatalf(string, ...any)
}, yaml []byte) {
	t.Helper()
	m, err := spec.Parse("spec.yaml", yaml)
	if err != nil {
		t.Fatalf("package spec: %v\n%s", err, yaml)
	}
	if _, err := gen.Generate(m); err != nil {
		t.Fatalf("package gen: %v\n%s", err, yaml)
	}
}

// TestTextsOnly checks that lines with a tag are not a map, although they have many members, all of them texts, and each line has few of them.
func TestTextsOnly(t *testing.T) {
	var log strings.Builder
	for i := range 300 {
		fmt.Fprintf(&log, "{\"type\":%q,\"%[2]c_from\":\"here %[3]d\",\"%[2]c_to\":\"there %[3]d\"}\n", []string{"open", "close", "move"}[i%3]+string(rune('a'+i%20)), 'a'+i%60%26, i)
	}
	if yaml := inferred("texts", []byte(log.String())); !strings.Contains(string(yaml), "tag: type") {
		t.Errorf("no tag:\n%s", yaml)
	}
}

func TestNoObjects(t *testing.T) {
	for _, lines := range []string{"", "\n\n", "17\n[]\n", "no JSON\n"} {
		accepted(t, inferred("empty", []byte(lines)))
	}
}

// TestAnyLines checks that Spec writes a valid spec for any lines, and always the same one.
func TestAnyLines(t *testing.T) {
	key := rapid.SampledFrom([]string{"type", "kind", "id", "name", "data", "Extra", "a b", "a_b", "x?", "", "é", "true", "7", "get_id", "line"})
	text := rapid.OneOf(rapid.SampledFrom([]string{`"a"`, `"b"`, `"unknown"`, `"line"`, `"Kind"`, `"a b"`, `""`, `"true"`, `"{\"a\":1}"`, `"[]"`, `"Zm9vYmFyIGJheiA1Kw=="`}), rapid.Just(`"2026-01-02T03:04:05Z"`))
	var value func(depth int) *rapid.Generator[string]
	object := func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			var members []string
			for range rapid.IntRange(0, 4).Draw(t, "members") {
				members = append(members, `"`+key.Draw(t, "key")+`":`+value(depth-1).Draw(t, "value"))
			}
			return "{" + strings.Join(members, ",") + "}"
		})
	}
	value = func(depth int) *rapid.Generator[string] {
		scalar := rapid.OneOf(text, rapid.SampledFrom([]string{"1", "-2.5", "1e400", "18446744073709551615", "true", "null", "[]", "{}"}))
		if depth <= 0 {
			return scalar
		}
		list := rapid.Custom(func(t *rapid.T) string {
			return "[" + strings.Join(rapid.SliceOfN(value(depth-1), 0, 3).Draw(t, "list"), ",") + "]"
		})
		wrapped := rapid.Custom(func(t *rapid.T) string { // with an external tag
			return "{" + rapid.SampledFrom([]string{`"Ok":`, `"Err":`, `"type":`}).Draw(t, "wrapper") + object(depth-1).Draw(t, "wrapped") + "}"
		})
		return rapid.OneOf(scalar, object(depth), list, wrapped)
	}
	rapid.Check(t, func(t *rapid.T) {
		lines := []byte(strings.Join(rapid.SliceOfN(object(3), 0, 20).Draw(t, "lines"), "\n"))
		got := inferred("any", lines)
		accepted(t, got)
		m, err := spec.Parse("spec.yaml", got)
		if err != nil {
			t.Fatal(err)
		}
		if m.Line != nil {
			noDrift(t, m, got, lines)
		}
		if again := inferred("any", lines); !bytes.Equal(got, again) {
			t.Fatalf("the spec differs the second time:\n%s", cmp.Diff(string(got), string(again)))
		}
	})
}

// TestNoDrift checks that the lines have no drift from the spec that was made of them.
func TestNoDrift(t *testing.T) {
	for name, data := range samples(t) {
		if name == "keyed" { // its lines have ids as names of members
			continue
		}
		m, err := spec.Parse("spec.yaml", inferred(name, data))
		if err != nil {
			t.Fatal(err)
		}
		noDrift(t, m, nil, data)
	}
}

// noDrift fails if lines have something that their spec does not have.
func noDrift(t interface {
	Helper()
	Fatalf(string, ...any)
}, m *spec.Model, yaml, lines []byte) {
	t.Helper()
	c, err := drift.New(m)
	if err == nil {
		err = c.Read(bytes.NewReader(lines))
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, f := range c.Report().Findings {
		t.Fatalf("%v\n%s\n%s", f, yaml, lines)
	}
}

// compiled are the samples for which a package is generated and compiled: one for each form, to save time.
var compiled = []string{"rollout", "tools", "gateway", "nulls", "outcomes", "commands", "levels", "jsonrpc", "files", "oddkeys", "scalars", "blocks", "payments", "editor", "envelope", "notes", "runs", "tasks", "debugger", "devices", "builds"}

// TestLaw checks that the generated packages compile, that their lines have no drift, and that they are written back.
func TestLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a package for each sample")
	}
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(file), "..", "..")
	if !filepath.IsAbs(file) { // -trimpath
		root = filepath.Join("..", "..")
	}
	root, err := filepath.Abs(root)
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
	write("go.mod", []byte("module example.com/inferred\n\ngo 1.26.0\n\nrequire github.com/ndwire/ndwire v0.0.0\n\nreplace github.com/ndwire/ndwire => "+root+"\n"))
	var imports, tests strings.Builder
	all := samples(t)
	for _, name := range compiled {
		data := all[name]
		m, err := spec.Parse("spec.yaml", inferred(name, data))
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
		write(name+".ndjson", data)
		fmt.Fprintf(&imports, "\t\"example.com/inferred/%s\"\n", name)
		fmt.Fprintf(&tests, "func Test_%[1]s(t *testing.T) { law(t, \"%[1]s\", %[1]s.NewReader(open(t, \"%[1]s\")), %[1]s.UnmarshalLine, %[1]s.Peek) }\n", name)
	}
	write("law_test.go", []byte(strings.NewReplacer("IMPORTS", imports.String(), "TESTS", tests.String()).Replace(lawTest)))
	// With -trimpath, unchanged packages come from the build cache, although the folder is a new one in each run.
	cmd := exec.Command("go", "test", "-trimpath", "-vet=off", "-gcflags=example.com/...=-N -l -dwarf=false", "-ldflags=-w", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// lawTest is one binary for all samples, since linking takes longer than compiling them.
const lawTest = `package inferred

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/ndwire/ndwire/decoder"
IMPORTS)

TESTS

func open(t *testing.T, name string) *os.File {
	f, err := os.Open(name + ".ndjson")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// value is what a line says, whatever the order of its members is.
func value(t *testing.T, line []byte) any {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

type line[K comparable] interface {
	AppendJSON([]byte) ([]byte, error)
	Kind() K
}

// law holds that nothing of a line is unknown, and that all of it is written again: the members in the order of the spec, and then always the
// same bytes.
func law[L line[K], K comparable](t *testing.T, name string, r *decoder.Reader[L], unmarshal func([]byte) (L, error), peek func([]byte) (K, error)) {
	good := 0
	for l, err := range r.All() {
		if err != nil {
			continue
		}
		good++
		raw := bytes.Clone(r.Raw())
		out, err := l.AppendJSON(nil)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if !reflect.DeepEqual(value(t, out), value(t, raw)) {
			t.Errorf("written otherwise:\n%s\n%s", raw, out)
		}
		again, err := unmarshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := again.AppendJSON(nil); err != nil || !bytes.Equal(twice, out) {
			t.Errorf("not the same bytes again: %v\n%s\n%s", err, out, twice)
		}
		if kind, err := peek(raw); err != nil || kind != l.Kind() {
			t.Errorf("%s: kind %v, peeked at %v, %v", raw, l.Kind(), kind, err)
		}
	}
	// A member whose name cannot stand in a spec is the only drift there may be.
	for _, d := range r.Stats().Drift {
		if d.Path != "" && d.Path != ".[\"\"]" && d.Path != ".[\"ends?\"]" {
			t.Errorf("%+v", d)
		}
	}
	if good == 0 {
		t.Error("nothing was read")
	}
}
`
