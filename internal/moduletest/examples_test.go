package moduletest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamplesAreShown checks that each example has the name of something that its package exports. The documentation does not show others, and go vet
// accepts some of them.
func TestExamplesAreShown(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Dir}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		examples := doc.Examples(parse(t, fset, tests)...)
		if len(examples) == 0 {
			continue
		}
		all, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := doc.NewFromFiles(fset, parse(t, fset, all), path)
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string]bool{}
		add := func(list []*doc.Example) {
			for _, e := range list {
				shown[e.Name] = true
			}
		}
		add(p.Examples)
		for _, f := range p.Funcs {
			add(f.Examples)
		}
		for _, typ := range p.Types {
			add(typ.Examples)
			for _, f := range append(typ.Funcs, typ.Methods...) {
				add(f.Examples)
			}
		}
		for _, e := range examples {
			if !shown[e.Name] {
				t.Errorf("%s: nothing is documented by Example%s", path, e.Name)
			}
		}
	}
}

// parse parses files with their comments.
func parse(t *testing.T, fset *token.FileSet, names []string) (files []*ast.File) {
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}
