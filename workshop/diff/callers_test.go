package diff_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// The verdicts for callers are compared with the compiler's type checker: a program that uses everything of the old package, in the ways that the Go
// 1 promise covers, is checked with the new package.

// fataler is a test of package testing or of rapid.
type fataler interface {
	Helper()
	Fatal(...any)
}

// others are the packages that generated code imports, with types from the compiler's export data.
var others = sync.OnceValues(func() (types.Importer, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "github.com/ndwire/ndwire/genrt",
		"github.com/ndwire/ndwire/gen/testdata/gotypes/money", "github.com/google/uuid", "log/slog", "net/netip", "math/big", "context")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && file != "" {
			files[path] = file
		}
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, errors.New("no package " + path)
		}
		return os.Open(files[path])
	}), nil
})

var fset = token.NewFileSet()

// goPackages type-checks packages, with the types of their imports.
type goPackages struct {
	others types.Importer
	own    map[string]*types.Package
}

func newGoPackages(t fataler) *goPackages {
	o, err := others()
	if err != nil {
		t.Fatal(err)
	}
	return &goPackages{others: o, own: map[string]*types.Package{}}
}

func (p *goPackages) Import(path string) (*types.Package, error) {
	if own := p.own[path]; own != nil {
		return own, nil
	}
	return p.others.Import(path)
}

// check type-checks a package. It ignores function bodies of generated code, which package gen tests.
func (p *goPackages) check(path string, sources map[string][]byte, bodies bool) (*types.Package, error) {
	var files []*ast.File
	for name, text := range sources {
		if needsTag(text) {
			continue
		}
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	var errs []error
	conf := types.Config{Importer: p, IgnoreFuncBodies: !bodies, Error: func(err error) { errs = append(errs, err) }}
	pkg, _ := conf.Check(path, fset, files, nil)
	return pkg, errors.Join(errs...)
}

// needsTag reports whether a file belongs to its package only with a build tag.
func needsTag(source []byte) bool {
	for line := range strings.Lines(string(source)) {
		if x, err := constraint.Parse(strings.TrimSpace(line)); err == nil {
			return !x.Eval(func(string) bool { return false })
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return false
}

// generated type-checks the package of a spec, and the packages of its imports.
func (p *goPackages) generated(m *spec.Model, path string) (*types.Package, error) {
	if err := p.imports(m); err != nil {
		return nil, err
	}
	files, err := gen.Generate(m)
	if err != nil {
		return nil, err
	}
	return p.generatedFiles(files, path)
}

// imports type-checks the packages of the specs that a spec imports.
func (p *goPackages) imports(m *spec.Model) error {
	for _, imp := range m.Imports {
		if p.own[imp.Model.Import] == nil {
			if _, err := p.generated(imp.Model, imp.Model.Import); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *goPackages) generatedFiles(files []gen.File, path string) (*types.Package, error) {
	sources := map[string][]byte{}
	for _, f := range files {
		sources[f.Name] = f.Data
	}
	pkg, err := p.check(path, sources, false)
	p.own[path] = pkg
	return pkg, err
}

// callerPath is the import path of the packages under test.
const callerPath = "example.com/generated"

// caller is a program that uses everything in the package of a spec.
type caller []byte

func newCaller(t fataler, m *spec.Model) caller {
	t.Helper()
	packages := newGoPackages(t)
	pkg, err := packages.generated(m, callerPath)
	if err != nil {
		t.Fatal(m.File, err)
	}
	c := callerOf(pkg)
	if _, err := packages.check("example.com/caller", map[string][]byte{"caller.go": c}, true); err != nil {
		t.Fatal("the caller does not compile with the package that it was written for: ", err)
	}
	return c
}

// errGenerated is the error for a generated package that does not compile, for example because the spec names a Go type that does not exist.
var errGenerated = errors.New("the generated package does not compile")

// compiles returns the error of compiling the program with other files of the package. The model is needed for their imports.
func (c caller) compiles(t fataler, m *spec.Model, files []gen.File) error {
	t.Helper()
	packages := newGoPackages(t)
	if err := packages.imports(m); err != nil {
		t.Fatal(m.File, err)
	}
	if _, err := packages.generatedFiles(files, callerPath); err != nil {
		return fmt.Errorf("%w: %v", errGenerated, err)
	}
	_, err := packages.check("example.com/caller", map[string][]byte{"caller.go": c}, true)
	return err
}

// callerOf returns a program that uses everything in a package.
func callerOf(p *types.Package) caller {
	var body bytes.Buffer
	imports := map[string]string{}
	name := func(other *types.Package) string {
		if imports[other.Path()] == "" {
			imports[other.Path()] = fmt.Sprintf("p%d", len(imports))
		}
		return imports[other.Path()]
	}
	pkg := name(p)
	text := func(t types.Type) string { return types.TypeString(t, name) }
	use := func(format string, args ...any) { fmt.Fprintf(&body, "\t"+format+"\n", args...) }
	for _, id := range p.Scope().Names() {
		obj := p.Scope().Lookup(id)
		if !obj.Exported() {
			continue
		}
		use("{ // %s", id)
		switch obj := obj.(type) {
		case *types.Const:
			use("var v %s = %s.%s; _ = v", text(types.Default(obj.Type())), pkg, id)
			if basic, ok := obj.Type().(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
				use("type mine %s; var w mine = %s.%s; _ = w", types.Default(basic), pkg, id)
			}
		case *types.Func:
			if obj.Signature().TypeParams() != nil { // the same for all packages
				break
			}
			use("var f %s = %s.%s; _ = f", text(obj.Type()), pkg, id)
		case *types.TypeName:
			useType(p, obj, text, use)
		}
		use("}")
	}
	var out bytes.Buffer
	out.WriteString("package caller\n\nimport (\n")
	for path, name := range imports {
		fmt.Fprintf(&out, "\t%s %q\n", name, path)
	}
	fmt.Fprintf(&out, ")\n\nfunc _() {\n%s}\n", body.Bytes())
	return out.Bytes()
}

// useType adds uses of a type: of its fields and methods, and assignments of it.
func useType(p *types.Package, obj *types.TypeName, text func(types.Type) string, use func(string, ...any)) {
	t := obj.Type()
	use("var v %s; _ = v", text(t))
	if obj.IsAlias() {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		use("var w = %s(v); _ = w; v = %s(w)", u, text(t))
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() {
				use("{ var f *%s = &v.%s; _ = %s{%s: *f} }", text(f.Type()), f.Name(), text(t), f.Name())
			}
		}
		for _, f := range promoted(u) {
			use("{ var f *%s = &v.%s; _ = f }", text(f.Type()), f.Name())
		}
	case *types.Interface:
		for _, id := range p.Scope().Names() {
			other, ok := p.Scope().Lookup(id).(*types.TypeName)
			if ok && other.Exported() && !types.IsInterface(other.Type()) && types.Implements(types.NewPointer(other.Type()), u) {
				use("v = (*%s)(nil)", text(other.Type()))
				use("switch v.(type) { case *%s: }", text(other.Type()))
			}
			if ok && other.Exported() && other != obj && types.IsInterface(other.Type()) && types.Implements(other.Type(), u) {
				use("{ var w %s; v = w }", text(other.Type()))
			}
		}
	}
	for _, on := range []types.Type{t, types.NewPointer(t)} {
		set := types.NewMethodSet(on)
		if types.IsInterface(t) && on != t {
			continue
		}
		var names []string
		for m := range set.Methods() {
			if m.Obj().Exported() && !slices.Contains(names, m.Obj().Name()) {
				names = append(names, m.Obj().Name())
				use("{ var f %s = (*new(%s)).%s; _ = f }", text(m.Type()), text(on), m.Obj().Name())
			}
		}
	}
}

// promoted returns the exported fields of the structs that a struct embeds, at any depth.
func promoted(s *types.Struct) (list []*types.Var) {
	for f := range s.Fields() {
		inner, ok := f.Type().Underlying().(*types.Struct)
		if !f.Embedded() || !ok {
			continue
		}
		for f := range inner.Fields() {
			if f.Exported() {
				list = append(list, f)
			}
		}
		list = append(list, promoted(inner)...)
	}
	return list
}
