package gen

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// named is a declaration of a spec that has a Go type: *spec.Record, *spec.Union, *spec.Enum.
type named any

// nameOf returns the Go name of a declaration, without a package.
func nameOf(d named) string {
	switch d := d.(type) {
	case *spec.Record:
		return d.Name
	case *spec.Union:
		return d.Name
	case *spec.Enum:
		return d.Name
	}
	return ""
}

// declared returns the declaration that a type names, nil for built-in types, lists and maps.
func declared(t *spec.Type) named {
	switch t.Kind {
	case spec.RecordType:
		return t.Record
	case spec.UnionType:
		return t.Union
	case spec.EnumType:
		return t.Enum
	}
	return nil
}

// declarers returns the model that declares each record, union and enum.
func declarers(m *spec.Model) map[named]*spec.Model {
	in := map[named]*spec.Model{}
	for _, m := range append(allImports(m), m) {
		for _, d := range declarations(m) {
			in[d] = m
		}
	}
	return in
}

// local reports whether d is declared in the package that is being generated.
func (p *plan) local(d named) bool { return p.declaredIn[d] == p.Model && !p.outside }

// ref returns the Go name of a declaration, with its package if that is another one. prefix stands before the bare name: ref("Scan", u).
func (p *plan) ref(prefix string, d named) *jen.Statement {
	if p.local(d) {
		return jen.Id(prefix + nameOf(d))
	}
	return jen.Qual(p.declaredIn[d].Import, prefix+nameOf(d))
}

// refName is like ref, for a constant or function that belongs to the declaration d.
func (p *plan) refName(name string, d named) *jen.Statement {
	if p.local(d) {
		return jen.Id(name)
	}
	return jen.Qual(p.declaredIn[d].Import, name)
}

// localName returns the name of d in function names of this package, which no other declaration has.
func (p *plan) localName(d named) string { return p.names[d] }

// nameDeclarations finds the names of all declarations in function names of this package. Declarations of other packages can have the names of those
// in this one, and packages can have the same name.
func (p *plan) nameDeclarations() {
	count := map[string]int{} // how many packages declare the name
	for d := range p.declaredIn {
		count[nameOf(d)]++
	}
	taken := p.taken
	for _, u := range p.Model.Unions {
		taken[u.Unknown] = true
	}
	for _, m := range append([]*spec.Model{p.Model}, allImports(p.Model)...) {
		for _, d := range declarations(m) {
			name := nameOf(d)
			if !p.local(d) && count[name] > 1 {
				name = strings.ToUpper(m.Package[:1]) + m.Package[1:] + name
			}
			p.names[d] = unique(name, taken)
		}
	}
	for d, name := range p.names { // records have no such functions
		if _, isRecord := d.(*spec.Record); !isRecord {
			p.words[name] = true
		}
	}
}

// declarations returns the records, unions and enums of a spec.
func declarations(m *spec.Model) []named {
	var list []named
	for _, r := range m.Records {
		list = append(list, r)
	}
	for _, u := range m.Unions {
		list = append(list, u)
	}
	for _, e := range m.Enums {
		list = append(list, e)
	}
	return list
}

// unique returns a name with a number if the name is taken, and takes it.
func unique(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = name + strconv.Itoa(n)
	}
	taken[free] = true
	return free
}

// typeName returns a word for a type. Names of functions contain the word of a list or map, which no other type has: scanMcpServerInfoList.
func (p *plan) typeName(t *spec.Type) string {
	name := p.wordOf(t)
	if t.Null && (t.Kind != spec.UnionType || t.Union.Variants == nil) { // the zero value of a union by JSON type is null
		name += "OrNull"
	}
	return name
}

// wordOf is typeName for a value that is not null.
func (p *plan) wordOf(t *spec.Type) string {
	switch t.Kind {
	case spec.JSON:
		return "Raw"
	case spec.GoText:
		return p.goTypeWord(t.GoType)
	case spec.Array, spec.Map:
		id := p.identity(t)
		if p.composed[id] == "" {
			name := p.typeName(t.Elem) + "List"
			if t.Kind == spec.Map {
				name = p.typeName(t.Elem) + "Map"
				if t.Key.Kind == spec.EnumType {
					name = p.localName(t.Key.Enum) + name
				}
			}
			p.composed[id] = unique(name, p.words)
		}
		return p.composed[id]
	}
	return cmp.Or(scalars[t.Kind].read, p.localName(declared(t)))
}

// identity returns a text that is the same for equal types only. Whether the value itself can be null does not count.
func (p *plan) identity(t *spec.Type) string {
	switch t.Kind {
	case spec.GoText:
		return t.GoType.Package + "." + t.GoType.Name
	case spec.Array, spec.Map:
		elem := p.identity(t.Elem)
		if t.Elem.Null {
			elem += "|null"
		}
		if t.Kind == spec.Array {
			return "(" + elem + ")[]"
		}
		return "map<" + p.identity(t.Key) + "," + elem + ">"
	}
	if d := declared(t); d != nil {
		return p.localName(d)
	}
	return fmt.Sprint(t.Kind)
}

// goTypeWord returns the word for a Go type of some package, which no declaration and no other Go type has.
func (p *plan) goTypeWord(t spec.GoType) string {
	id := p.identity(&spec.Type{Kind: spec.GoText, GoType: t})
	if p.composed[id] == "" {
		p.composed[id] = unique(goTypeName(t), p.taken)
	}
	return p.composed[id]
}

// goTypeName returns a name that is made of a Go type: ExampleComMoneyMoney.
func goTypeName(t spec.GoType) string {
	var b strings.Builder
	words := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range append(strings.FieldsFunc(t.Package, words), t.Name) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// nullIsNil reports whether the Go type of t has a value for null: nil, or the zero value of a union by JSON type. Other types need a pointer.
func (p *plan) nullIsNil(t *spec.Type) bool {
	switch t.Kind {
	case spec.JSON, spec.Array, spec.Map, spec.UnionType, spec.Bytes:
		return true
	}
	return false
}

// goType returns the Go type of a value, or of a pointer to it.
func (p *plan) goType(t *spec.Type, pointer bool) *jen.Statement {
	var s *jen.Statement
	switch t.Kind {
	case spec.JSON:
		s = jen.Qual(decoderPath, "Raw")
	case spec.GoText:
		s = jen.Qual(t.GoType.Package, t.GoType.Name)
	case spec.Array:
		s = jen.Index().Add(p.elemType(t.Elem))
	case spec.Map:
		s = jen.Map(p.goType(t.Key, false)).Add(p.elemType(t.Elem))
	case spec.EnumType:
		s = p.enumGoType(t.Enum)
	default:
		if typ := scalars[t.Kind].typ; typ != nil {
			s = jen.Add(typ)
		} else {
			s = p.ref("", declared(t))
		}
	}
	if pointer {
		return jen.Op("*").Add(s)
	}
	return s
}

// enumGoType returns the Go type of an enum's values.
func (p *plan) enumGoType(e *spec.Enum) *jen.Statement {
	if e.Untyped {
		return jen.String()
	}
	return p.ref("", e)
}

// elemType returns the Go type of an element of a list or map.
func (p *plan) elemType(t *spec.Type) *jen.Statement { return p.goType(t, p.elemPointer(t)) }

// elemPointer reports whether elements of type t are held by pointers, because an element can be null.
func (p *plan) elemPointer(t *spec.Type) bool { return t.Null && !p.nullIsNil(t) }

// inPlace reports whether a method of the value reads it: records, unions by JSON type, and Go types of the user.
func inPlace(t *spec.Type) bool {
	return t.Kind == spec.RecordType || t.Kind == spec.GoText || t.Kind == spec.UnionType && t.Union.Variants != nil
}

// foreignType returns a Go type that a spec gives as text. Names in front of a dot are packages: an import of the spec, or a
// package of the standard library with a path of one word.
func (p *plan) foreignType(goType string) *jen.Statement {
	expr, err := parser.ParseExpr(goType)
	if err != nil {
		return jen.Id(goType)
	}
	type selector struct{ from, to int }
	var found []selector
	var packages []string
	ast.Inspect(expr, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				found = append(found, selector{int(x.Pos()) - 1, int(s.End()) - 1})
				packages = append(packages, x.Name)
				return false
			}
		}
		return true
	})
	code := jen.Null()
	at := 0
	for i, s := range found {
		path := packages[i]
		for _, imp := range p.Imports {
			if imp.Alias == path {
				path = imp.Model.Import
			}
		}
		name := goType[s.from+len(packages[i])+1 : s.to]
		code.Op(goType[at:s.from]).Qual(path, name)
		at = s.to
	}
	return code.Op(goType[at:])
}

// variable returns a local variable's name for a Go name: requestID for RequestID, urlPath for URLPath, input2 where input is taken.
func variable(goName string, taken map[string]bool) string {
	n := strings.IndexFunc(goName, func(r rune) bool { return !unicode.IsUpper(r) })
	switch {
	case n < 0:
		n = len(goName)
	case n > 1:
		n-- // the last capital begins the next word
	}
	name := strings.ToLower(goName[:n]) + goName[n:]
	if !token.IsIdentifier(name) && !token.IsKeyword(name) {
		name = "member" // the JSON name has no letter that Go allows
	}
	unique := name
	for n := 2; taken[unique] || token.IsKeyword(unique); n++ {
		unique = name + strconv.Itoa(n)
	}
	taken[unique] = true
	return unique
}
