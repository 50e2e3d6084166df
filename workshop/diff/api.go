package diff

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// This file reads the exported API of a package from the Go code that gen makes of a spec, so that the rules for names and types of fields are
// only in gen. It parses declarations, and compiles nothing.

// api is the exported API of a generated package. Types are texts in which a package is written as its import path.
type api struct {
	symbols  map[string]symbol   // by name: "Message", "Message.Text", "KindMessage", "UnmarshalLine"
	embedded map[string][]string // the embedded types of a struct or interface, by its name
	cases    map[string][]string // the cases of a union, by the name of its interface: the types with its marker method
	noEqual  map[string]string   // structs that cannot be compared with ==: the name of a field that prevents it, by the struct's name
}

// maxDepth is the depth to which nested structs are searched.
const maxDepth = 100

// symbol is one declaration.
type symbol struct {
	what string // "type", "field", "method", "func", "const"
	typ  string
	at   int // index in the order of declaration
}

// readAPI returns the exported API of the package that was generated from a spec.
func readAPI(m *spec.Model, files []gen.File) (*api, error) {
	a := &api{symbols: map[string]symbol{}, embedded: map[string][]string{}, cases: map[string][]string{}, noEqual: map[string]string{}}
	fields := map[string][]*ast.Field{}
	packages := map[string]string{}
	for _, i := range imports(m) {
		packages[i.Import] = i.Package
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file.Name, file.Data, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("diff: generated Go: %w", err)
		}
		nameImports(parsed, packages)
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				a.addFunc(d)
			case *ast.GenDecl:
				a.addDecl(d, fields)
			}
		}
	}
	a.findUncomparable(fields)
	return a, nil
}

// nameImports replaces the names of imported packages by their import paths. packages has the names of packages by
// their paths; others have the last element of their path as their name.
func nameImports(f *ast.File, packages map[string]string) {
	paths := map[string]string{}
	for _, imp := range f.Imports {
		p, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			continue
		}
		name := cmp.Or(packages[p], path.Base(p))
		if imp.Name != nil {
			name = imp.Name.Name
		}
		paths[name] = p
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && paths[x.Name] != "" {
				x.Name = paths[x.Name]
			}
		}
		return true
	})
}

func (a *api) add(name, what, typ string) {
	a.symbols[name] = symbol{what: what, typ: typ, at: len(a.symbols)}
}

// addFunc adds a function, or a method of a type. The marker method of a union adds its type to the union's cases.
func (a *api) addFunc(d *ast.FuncDecl) {
	signature := funcType(d.Type)
	if d.Recv == nil {
		if d.Name.IsExported() {
			a.add(d.Name.Name, "func", signature)
		}
		return
	}
	receiver := types.ExprString(d.Recv.List[0].Type)
	name := strings.TrimPrefix(receiver, "*")
	switch mark, isMark := strings.CutPrefix(d.Name.Name, "is"); {
	case d.Name.IsExported() && token.IsExported(name):
		if receiver != name {
			signature += " of a pointer"
		}
		a.add(name+"."+d.Name.Name, "method", signature)
	case isMark && signature == "func()":
		a.cases[mark] = append(a.cases[mark], name)
	}
}

// addDecl adds the types and constants of a declaration.
func (a *api) addDecl(d *ast.GenDecl, fields map[string][]*ast.Field) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				a.addType(s, fields)
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() {
					a.add(name.Name, d.Tok.String(), constType(s))
				}
			}
		}
	}
}

// constType returns the type of a constant; for an untyped one, the type of its value.
func constType(s *ast.ValueSpec) string {
	if s.Type != nil {
		return types.ExprString(s.Type)
	}
	if len(s.Values) == 1 {
		if v, ok := s.Values[0].(*ast.BasicLit); ok {
			return "untyped " + strings.ToLower(v.Kind.String())
		}
	}
	return "untyped"
}

func (a *api) addType(s *ast.TypeSpec, fields map[string][]*ast.Field) {
	name := s.Name.Name
	switch t := s.Type.(type) {
	case *ast.StructType:
		a.add(name, "type", "struct")
		for _, f := range t.Fields.List {
			typ := types.ExprString(f.Type)
			fields[name] = append(fields[name], f)
			for _, n := range f.Names {
				if n.IsExported() {
					a.add(name+"."+n.Name, "field", typ)
				}
			}
			if len(f.Names) == 0 {
				a.embedded[name] = append(a.embedded[name], typ)
				a.add(name+"."+fieldName(f), "field", "embedded "+typ)
			}
		}
	case *ast.InterfaceType:
		a.add(name, "type", "interface")
		for _, f := range t.Methods.List {
			if len(f.Names) == 0 {
				a.embedded[name] = append(a.embedded[name], types.ExprString(f.Type))
			}
			for _, n := range f.Names {
				if sig, ok := f.Type.(*ast.FuncType); ok && n.IsExported() {
					a.add(name+"."+n.Name, "method", funcType(sig))
				}
			}
		}
	default:
		typ := types.ExprString(s.Type)
		if s.Assign.IsValid() {
			typ = "= " + typ
		}
		a.add(name, "type", typ)
	}
}

// funcType returns a signature without the names of its parameters.
func funcType(t *ast.FuncType) string {
	list := func(fields *ast.FieldList) []string {
		var list []string
		if fields == nil {
			return nil
		}
		for _, f := range fields.List {
			for range max(1, len(f.Names)) {
				list = append(list, types.ExprString(f.Type))
			}
		}
		return list
	}
	out := list(t.Results)
	text := "func(" + strings.Join(list(t.Params), ", ") + ")"
	switch {
	case len(out) == 1:
		text += " " + out[0]
	case len(out) > 1:
		text += " (" + strings.Join(out, ", ") + ")"
	}
	return text
}

// findUncomparable finds the structs that cannot be compared with ==: those with a slice, a map or a function in a field or in a nested struct.
func (a *api) findUncomparable(fields map[string][]*ast.Field) {
	var uncomparable func(e ast.Expr, depth int) bool
	uncomparable = func(e ast.Expr, depth int) bool {
		switch e := e.(type) {
		case *ast.ArrayType:
			return e.Len == nil || uncomparable(e.Elt, depth)
		case *ast.MapType, *ast.FuncType:
			return true
		case *ast.SelectorExpr:
			return types.ExprString(e) == "github.com/ndwire/ndwire/decoder.Raw"
		case *ast.Ident: // structs do not contain themselves
			return depth < maxDepth && slices.ContainsFunc(fields[e.Name], func(f *ast.Field) bool { return uncomparable(f.Type, depth+1) })
		}
		return false
	}
	for name, list := range fields {
		if i := slices.IndexFunc(list, func(f *ast.Field) bool { return uncomparable(f.Type, 0) }); i >= 0 {
			a.noEqual[name] = fieldName(list[i])
		}
	}
}

// fieldName returns the name of a field; an embedded field has the name of its type.
func fieldName(f *ast.Field) string {
	if len(f.Names) > 0 {
		return f.Names[0].Name
	}
	typ := types.ExprString(f.Type)
	return typ[strings.LastIndexByte(typ, '.')+1:]
}

// method returns the declaration of a method of a type, or of a type that it embeds.
func (a *api) method(typ, name string) (symbol, bool) {
	if s, ok := a.symbols[typ+"."+name]; ok {
		return s, true
	}
	for _, inner := range a.embedded[typ] {
		if s, ok := a.method(inner, name); ok && s.what == "method" {
			return s, true
		}
		// The union of all lines has the method from decoder.Line; other unions declare it.
		if inner == "github.com/ndwire/ndwire/decoder.Line" && name == "AppendJSON" {
			return symbol{what: "method", typ: "func([]byte) ([]byte, error)"}, true
		}
	}
	return symbol{}, false
}

// broken is a declaration of the old package that callers may use, and that the new package lacks or has changed.
type broken struct {
	name  string // "Message.Text"
	lost  string // if name is a union: the type that is no longer a case of it; else ""
	added string // the field because of which the struct can no longer be compared with ==, which is reported, but does not count as broken; else ""
	why   string
	at    int
}

// compare returns the declarations of a that are broken in b, in the order of declaration. Fields and methods of a removed type are not listed,
// nor declarations in which only the name of a renamed type differs. New declarations break nothing: unkeyed literals and imports with a dot have
// no promise of compatibility in Go either.
func (a *api) compare(b *api, renamed map[string]string) []broken {
	is := func(name string) string { return cmp.Or(renamed[name], name) }
	now := func(typ string) string { return typeNames.ReplaceAllStringFunc(typ, is) }
	var list []broken
	for name, before := range a.symbols {
		typ, member, isMember := strings.Cut(name, ".")
		if isMember && a.symbols[typ].what == "type" && b.symbols[is(typ)].typ != a.symbols[typ].typ {
			continue // reported for the type
		}
		newName := is(typ)
		if isMember {
			newName += "." + member
		}
		after, ok := b.symbols[newName]
		if !ok && isMember { // an embedded field has the name of its type
			after, ok = b.symbols[is(typ)+"."+is(member)]
		}
		if !ok && before.what == "method" {
			after, ok = b.method(is(typ), member)
		}
		why, added := "", ""
		switch {
		case !ok:
			why = name + " is removed"
		case !isMember && newName != name:
			why = name + " is named " + newName
		case before.what != after.what:
			why = fmt.Sprintf("%s is a %s, was a %s", name, after.what, before.what)
		case now(before.typ) != after.typ:
			was, typ := shorter(before.typ, after.typ)
			why = fmt.Sprintf("%s is %s, was %s", name, typ, was)
		case before.what == "type" && a.noEqual[name] == "" && b.noEqual[newName] != "":
			added = newName + "." + b.noEqual[newName]
			why = fmt.Sprintf("%s cannot be compared with == any more", name)
		default:
			continue
		}
		list = append(list, broken{name: name, added: added, why: why, at: before.at})
	}
	for union, cases := range a.cases {
		for _, c := range cases {
			if _, ok := b.symbols[is(c)]; ok && b.symbols[is(union)].what == "type" && !slices.Contains(b.cases[is(union)], is(c)) {
				list = append(list, broken{name: union, lost: c, why: fmt.Sprintf("*%s is no longer a case of %s", c, union), at: a.symbols[c].at})
			}
		}
	}
	slices.SortFunc(list, func(x, y broken) int { return cmp.Or(x.at-y.at, strings.Compare(x.why, y.why)) })
	return list
}

// typeNames matches the names in types, with the paths of their packages.
var typeNames = regexp.MustCompile(`[\w./-]+`)

// shorter writes packages in two types by the last elements of their paths, as Go code does, unless the types differ
// only in their packages.
func shorter(a, b string) (string, string) {
	cut := func(text string, at rune) string {
		var out strings.Builder
		start := 0 // of the word
		for i, r := range text {
			switch {
			case r == '/', r == at:
				start = i + 1
			case strings.ContainsRune("[]*(), ", r):
				out.WriteString(text[start : i+1])
				start = i + 1
			}
		}
		return out.String() + text[start:]
	}
	if cut(a, '.') == cut(b, '.') {
		return a, b
	}
	return cut(a, '/'), cut(b, '/')
}
