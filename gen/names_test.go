package gen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
	"testing/fstest"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// TestNamesOfFunctions generates code for a spec with types of two packages that have the same name and the same declarations, and with
// declarations that are named as the functions for these types. No two functions may have one name.
func TestNamesOfFunctions(t *testing.T) {
	types := `
unions:
  Msg: {tag: k, cases: {a: Item}}
  Ext: {external: {i: Wrapped, q: null}}
records:
  Item: {fields: {n: int}}
  Wrapped: {fields: {n: int}}
enums:
  Mode: {values: [on, off]}
`
	files := fstest.MapFS{
		"x.yaml": {Data: []byte("ndwire: 1\nprotocol: x\npackage: v1\nimport: example.com/x/v1" + types)},
		"y.yaml": {Data: []byte("ndwire: 1\nprotocol: y\npackage: v1\nimport: example.com/y/v1" + types)},
		"z.yaml": {Data: []byte(`ndwire: 1
protocol: z
package: z
imports: {x: x.yaml, y: y.yaml}
line: Line
unions:
  Line: {tag: t, cases: {a: A}}
  V1Msg: {tag: k, cases: {b: B}}
  V1MsgList: {tag: k, cases: {c: C}}
records:
  A:
    fields:
      one: x.Msg
      two: y.Msg[]
      three: "map<x.Mode, y.Mode>"
      four: "map<y.Mode, x.Mode>"
      five: x.Ext[]
      six: y.Ext[]
      seven: V1Msg[]
      eight: V1MsgList
      nine: (x.Item | null)[]
      ten: (y.Item | null)[]
  B: {}
  C: {}
`)},
	}
	m, err := spec.LoadFS(files, "z.yaml")
	if err != nil {
		t.Fatal(err)
	}
	generated, err := gen.Generate(m)
	if err != nil {
		t.Fatal(err)
	}
	set, names := token.NewFileSet(), map[string]bool{}
	for _, file := range generated {
		parsed, err := parser.ParseFile(set, file.Name, file.Data, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
				if names[f.Name.Name] {
					t.Errorf("two functions are named %s", f.Name.Name)
				}
				names[f.Name.Name] = true
			}
		}
	}
	for _, name := range []string{"scanV1Msg", "scanV1MsgList", "scanV1Msg2"} {
		if !names[name] {
			t.Errorf("there is no %s", name)
		}
	}
}
