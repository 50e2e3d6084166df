package gen_test

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

var update = flag.Bool("update", false, "write the generated code and the error texts of the cases")

// Each folder of testdata but bad is a case: spec.yaml, the package that is made of it, and lines.ndjson with lines of its
// protocol. behave_test.go imports the packages and runs them.
func caseNames(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*/spec.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(filepath.Dir(p)))
	}
	return names
}

func generate(t *testing.T, name string) []gen.File {
	t.Helper()
	m, err := spec.Load("testdata/" + name + "/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Generate(m)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestGolden(t *testing.T) {
	for _, name := range caseNames(t) {
		t.Run(name, func(t *testing.T) {
			dir := "testdata/" + name
			made := map[string]bool{}
			for _, f := range generate(t, name) {
				made[f.Name] = true
				path := filepath.Join(dir, f.Name)
				if *update {
					if err := os.WriteFile(path, f.Data, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Errorf("%v (write it with -update)", err)
					continue
				}
				if diff := cmp.Diff(string(want), string(f.Data)); diff != "" {
					t.Errorf("%s (-want +got; if got is right, run the test with -update):\n%s", path, diff)
				}
			}
			old, err := filepath.Glob(dir + "/*_gen.go")
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range old {
				if made[filepath.Base(path)] {
					continue
				}
				t.Errorf("%s is not generated any more", path)
				if *update {
					if err := os.Remove(path); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// TestDeterminism generates every case twice, and checks the common form of all generated files.
func TestDeterminism(t *testing.T) {
	for _, name := range caseNames(t) {
		first, second := generate(t, name), generate(t, name)
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("%s: two runs differ:\n%s", name, diff)
		}
		for _, f := range first {
			formatted, err := format.Source(f.Data)
			if err != nil {
				t.Errorf("%s/%s: %v", name, f.Name, err)
			} else if !bytes.Equal(formatted, f.Data) {
				t.Errorf("%s/%s is not as gofmt would leave it", name, f.Name)
			}
			want := gen.Header + "testdata/" + name + "/spec.yaml. DO NOT EDIT.\n"
			if !strings.HasPrefix(string(f.Data), want) {
				t.Errorf("%s/%s does not begin with %q", name, f.Name, want)
			}
		}
	}
}

// TestLongLines checks the width of comments. Code may be longer: a struct tag cannot be wrapped.
func TestLongLines(t *testing.T) {
	for _, name := range caseNames(t) {
		for _, f := range generate(t, name) {
			for i, line := range strings.Split(string(f.Data), "\n") {
				text := strings.TrimSpace(line)
				if strings.HasPrefix(text, "//") && len(text) > 124 {
					t.Errorf("%s/%s:%d: a comment of %d bytes", name, f.Name, i+1, len(text))
				}
			}
		}
	}
}

func TestBadSpecs(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no bad specs: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".yaml"), func(t *testing.T) {
			m, err := spec.Load(path)
			if err == nil {
				_, err = gen.Generate(m)
			}
			if err == nil {
				t.Fatal("no error")
			}
			got := err.Error() + "\n"
			golden := strings.TrimSuffix(path, ".yaml") + ".err"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", golden, diff)
			}
		})
	}
}
