package moduletest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGeneratorLinksNothingGenerated checks that the generator links no generated package, because it must work when generated code is stale,
// broken or missing.
func TestGeneratorLinksNothingGenerated(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{join .GoFiles " "}}`, "./cmd/ndwire-gen").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	own := 0
	for line := range strings.Lines(string(out)) {
		files := strings.Fields(line)
		if !strings.HasPrefix(files[0], module) {
			continue
		}
		own++
		if slices.Contains(files, "decode_gen.go") || files[0] == module {
			t.Errorf("the generator links %s, which it generates", files[0])
		}
	}
	if own < 3 {
		t.Errorf("only %d packages of this module were seen", own)
	}
}

// TestGenerate checks that `go generate ./...` restores generated files that were changed or removed, and changes nothing otherwise.
func TestGenerate(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go generate three times")
	}
	root := t.TempDir()
	copySources(t, root)
	want := generatedFiles(t, ".")
	if len(want) < 10 {
		t.Fatalf("only %d generated files were found", len(want))
	}
	tests := []struct {
		name  string
		spoil func(path string) error
	}{
		{"untouched", func(string) error { return nil }},
		{"deleted", os.Remove},
		{"garbage", func(path string) error {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			header, _, _ := strings.Cut(string(text), "\n") // without it, the file would count as written by hand
			return os.WriteFile(path, []byte(header+"\nthis is not Go {"), 0o644)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for path := range want {
				if err := test.spoil(filepath.Join(root, path)); err != nil {
					t.Fatal(err)
				}
			}
			// A nested module generates the assembly.
			generate := exec.Command("go", "generate", "-run", "cmd/ndwire-gen", "./...")
			generate.Dir = root
			if out, err := generate.CombinedOutput(); err != nil {
				t.Fatalf("go generate: %v\n%s", err, out)
			}
			if diff := cmp.Diff(want, generatedFiles(t, root)); diff != "" {
				t.Errorf("generated files differ; run go generate ./... and commit the result (-in the project +made here):\n%s", diff)
			}
		})
	}
}

// generatedFiles returns the texts of all generated files below root that belong to the build.
func generatedFiles(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := walkModule(root, func(path string) error {
		if !strings.HasSuffix(path, "_gen.go") && !strings.HasSuffix(path, "_gen_test.go") && filepath.Dir(path) != filepath.Join("docs", "protocols") {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// copySources copies what `go generate` and `go build` need to root, generated files as well.
func copySources(t *testing.T, root string) {
	t.Helper()
	err := walkModule(".", func(path string) error {
		switch filepath.Ext(path) {
		case ".go", ".s", ".mod", ".sum", ".yaml", ".md":
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// walkModule calls f with the relative path of each file of the module at root, without nested modules, testdata and hidden folders.
func walkModule(root string, f func(path string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			return f(rel)
		}
		if path == root {
			return nil
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		return nil
	})
}

// TestAddMember adds a member as CONTRIBUTING.md says, with a line in the spec, go generate and a line of testdata: the tests of the new field
// must be generated, and pass.
func TestAddMember(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package anew")
	}
	root := t.TempDir()
	copySources(t, root)
	if err := os.CopyFS(filepath.Join(root, "testdata", "agentsdk"), os.DirFS("testdata/agentsdk")); err != nil {
		t.Fatal(err)
	}
	edit := func(path string, change func(string) string) {
		t.Helper()
		path = filepath.Join(root, path)
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := change(string(old))
		if text == string(old) {
			t.Fatalf("%s has not changed", path)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := func(args ...string) string {
		t.Helper()
		c := exec.Command("go", args...)
		c.Dir = root
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", c, err, out)
		}
		return string(out)
	}

	edit("spec/agentsdk.yaml", func(spec string) string {
		before, after, _ := strings.Cut(spec, "\n  AssistantMessage:\n")
		return before + "\n  AssistantMessage:\n" + strings.Replace(after, "    fields:\n", "    fields:\n      tide_height?: int\n", 1)
	})
	edit("testdata/agentsdk/kinds/newer.ndjson", func(lines string) string {
		return lines + `{"type":"assistant","message":{"role":"assistant","content":[]},"tide_height":3}` + "\n"
	})
	command("generate", "-run", "-o [.] ", ".")

	const row = "\t\t\tfieldtest.Optional(\"tide_height\", \"7\", &ndwire.AssistantMessage{TideHeight: new(7)}, `\"a\"`),\n"
	tests, err := os.ReadFile(filepath.Join(root, "internal/agentsdktest/fields_gen_test.go"))
	if err != nil || !strings.Contains(string(tests), row) {
		t.Errorf("the generated tests have no row for the new member, %v:\n%s", err, row)
	}
	// With -trimpath, packages are compiled once for all temporary folders.
	out := command("test", "-trimpath", "-v", "-run", "^(TestFieldsOfSpec|TestRoundTrip)$", "./internal/agentsdktest")
	for _, want := range []string{"--- PASS: TestFieldsOfSpec/ndwire.AssistantMessage ", "--- PASS: TestRoundTrip/newer.ndjson "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
