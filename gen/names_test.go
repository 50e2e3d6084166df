package gen_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// TestNamesOfFunctions generates code for a spec with types of two packages that have the same name and the same declarations, and with
// declarations that are named as the functions for these types, or as a type of a Go package. No two functions or variables may have one name.
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
	strange := "\nrecords:\n  UnknownLine: {fields: {n: int}}\n"
	files := fstest.MapFS{
		"x.yaml": {Data: []byte("ndwire: 1\nprotocol: x\npackage: v1\nimport: example.com/x/v1" + types)},
		"y.yaml": {Data: []byte("ndwire: 1\nprotocol: y\npackage: v1\nimport: example.com/y/v1" + types)},
		"s.yaml": {Data: []byte("ndwire: 1\nprotocol: s\npackage: s\nimport: example.com/s" + strange)},
		"z.yaml": {Data: []byte(`ndwire: 1
protocol: z
package: z
imports: {x: x.yaml, y: y.yaml, s: s.yaml}
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
      eleven?: s.UnknownLine
      twelve?: {type: string, go_type: math/big.Int}
      thirteen?: {type: string, go_type: example.com/x/v1.Int}
      fourteen?: {type: string, go_type: example.com/x-v1.Int}
      fifteen?: {type: "(string | null)[]", go_type: math/big.Int}
      sixteen?: MathBigInt
      seventeen?: MathBigIntList
  B: {}
  C: {}
  MathBigInt: {}
  MathBigIntList: {}
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
			for _, name := range packageNames(decl) {
				if names[name] && name != "_" {
					t.Errorf("two declarations are named %s", name)
				}
				names[name] = true
			}
		}
	}
	for _, name := range []string{"scanV1Msg", "scanV1MsgList", "scanV1Msg2", "slabMathBigInt2", "slabExampleComXV1Int2", "slabUnknownLine2"} {
		if !names[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// packageNames returns the names that a declaration adds to its package.
func packageNames(decl ast.Decl) (names []string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			}
		}
	}
	return names
}

// TestVisible generates code for a spec whose texts, and the name of whose file, have line feeds, escape sequences and bidirectional controls.
func TestVisible(t *testing.T) {
	const strange = `x\n\e[31m\u202e\u0085`
	m, err := spec.Parse("a\nb\x1b.yaml", []byte(strings.ReplaceAll(`ndwire: 1
protocol: a
package: a
import: example.com/a
doc: "STRANGE"
line: Line
unions:
  Line: {tag: "STRANGE", doc: "STRANGE", cases: {a: {to: A, deprecated: "STRANGE"}, "STRANGE": B}}
records:
  A: {doc: "STRANGE", fields: {one: {type: string, doc: "STRANGE", source: "STRANGE"}, "STRANGE2": {type: int, go: Two, deprecated: "STRANGE"}}}
  B: {}
enums:
  E: {doc: "STRANGE", values: {"STRANGE": {go: Three, doc: "STRANGE"}}}
`, "STRANGE", strange)))
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Generate(m)
	if err != nil {
		t.Fatal(err)
	}
	tests, err := gen.Tests(m, "a")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(files, tests) {
		if want := gen.Header + `a\nb\x1b.yaml. DO NOT EDIT.` + "\n"; !strings.HasPrefix(string(f.Data), want) {
			t.Errorf("%s begins with %.80q", f.Name, f.Data)
		}
		if i := bytes.IndexFunc(f.Data, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%s has %q", f.Name, f.Data[max(i-20, 0):i+20])
		}
	}
}
