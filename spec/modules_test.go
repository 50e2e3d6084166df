package spec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestIsPackagePath(t *testing.T) {
	for name, want := range map[string]bool{
		"github.com/ndwire/ndwire/spec/agentsdk.yaml": true,
		"example.com/a.yaml":                          true,
		"testdata/sdk.yaml":                           false,
		"../sdk.yaml":                                 false,
		"./sdk.yaml":                                  false,
		"sdk.yaml":                                    false,
		"-x.com/a.yaml":                               false,
		"example.com/../b":                            false,
		"example.com/a b.yaml":                        false,
	} {
		if got := isPackagePath(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestImportByPackage imports a spec of this module by package and by path.
func TestImportByPackage(t *testing.T) {
	const text = `ndwire: 1
protocol: test
package: test
imports:
  api: testdata/imported/sdk.yaml
  again: github.com/ndwire/ndwire/spec/testdata/imported/sdk.yaml
records:
  R: {fields: {a: api.Message, b: again.Message}}
`
	m, err := Parse("by_package.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := m.Imports[0].Model, m.Imports[1].Model; a != b {
		t.Errorf("one file is two models, %s and %s", a.File, b.File)
	}
}

// TestImportOfModule imports a spec of a required module, and specs that no module has.
func TestImportOfModule(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"app/go.mod":         "module example.com/app\n\ngo 1.24\n\nrequire example.com/api v1.0.0\n\nreplace example.com/api => ../api\n",
		"app/specs/app.yaml": "ndwire: 1\nprotocol: app\npackage: app\nimports: {api: example.com/api/v/api.yaml}\nrecords:\n  R: {fields: {m: api.M}}\n",
		"app/other.yaml":     "ndwire: 1\nprotocol: app\npackage: app\nimports: {api: example.com/other/api.yaml, none: example.com/api/none.yaml}\n",
		"api/go.mod":         "module example.com/api\n\ngo 1.24\n",
		"api/v/api.yaml":     "ndwire: 1\nprotocol: api\npackage: api\nimport: example.com/api/v\nrecords:\n  M: {fields: {a: string}}\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := Load(filepath.Join(dir, "app", "specs", "app.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Imports[0].Model.Protocol; got != "api" {
		t.Errorf("the protocol is %q", got)
	}
	_, err = Load(filepath.Join(dir, "app", "other.yaml"))
	if err == nil {
		t.Fatal("there is no such module, and no such file")
	}
	for _, want := range []string{"cannot find example.com/other/api.yaml: no required module has it", "cannot read the imported spec"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}

	fsys := fstest.MapFS{"other.yaml": {Data: []byte("ndwire: 1\nprotocol: app\npackage: app\nimports: {api: example.com/other/api.yaml}\n")}}
	if _, err = LoadFS(fsys, "other.yaml"); err == nil || !strings.Contains(err.Error(), "only specs that are files") {
		t.Errorf("without modules: %v", err)
	}
}
