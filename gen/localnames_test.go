package gen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// TestLocalNames checks that localNames has all variables and names of packages in the code of the cases that can hide an imported package. The names
// of packages have no capitals. Variables that are called like members are made with the names of packages in mind.
func TestLocalNames(t *testing.T) {
	specs, err := filepath.Glob("testdata/*/spec.yaml")
	if err != nil || len(specs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	lower := regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	for _, path := range specs {
		m, err := spec.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		members := map[string]bool{}
		for _, r := range m.Records {
			for _, f := range r.Fields {
				for _, name := range append(f.Path, append(f.Alias, f.Name, f.By)...) {
					members[variable(spec.GoName(name), map[string]bool{})] = true
				}
			}
		}
		files, err := filepath.Glob(filepath.Dir(path) + "/*_gen.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no code: %v", path, err)
		}
		for _, name := range files {
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			check := func(list ...*ast.Ident) {
				for _, id := range list {
					if id != nil && lower.MatchString(id.Name) && !isLocal(id.Name) && !members[id.Name] {
						t.Errorf("%s: localNames lacks %s", set.Position(id.Pos()), id.Name)
					}
				}
			}
			ident := func(e ast.Expr) *ast.Ident {
				id, _ := e.(*ast.Ident)
				return id
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for _, e := range n.Lhs {
						if n.Tok == token.DEFINE {
							check(ident(e))
						}
					}
				case *ast.RangeStmt:
					check(ident(n.Key), ident(n.Value))
				case *ast.FuncType:
					for _, field := range n.Params.List {
						check(field.Names...)
					}
					if n.Results != nil {
						for _, field := range n.Results.List {
							check(field.Names...)
						}
					}
				case *ast.FuncDecl:
					if n.Recv == nil {
						check(n.Name)
					} else {
						check(n.Recv.List[0].Names...)
					}
				case *ast.ValueSpec:
					check(n.Names...)
				case *ast.TypeSpec:
					check(n.Name)
				}
				return true
			})
		}
	}
}
