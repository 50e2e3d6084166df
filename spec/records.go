package spec

import (
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// link is an embed, and the record that embeds.
type link struct {
	from *Record
	*Embed
}

func (f *file) fillRecord(d recordDecl) {
	r := d.record
	what := "the record " + r.Name
	var tag *yaml.Node
	f.read(d.node, what, keys{
		"embed":     func(n *yaml.Node) { f.embeds(r, n) },
		"open":      func(n *yaml.Node) { r.Open = f.flag(n, "open") },
		"string":    func(n *yaml.Node) { r.Shorthand = f.goName(n) },
		"tag":       func(n *yaml.Node) { tag = n },
		"fields":    func(n *yaml.Node) { f.fields(r, n) },
		"order":     func(n *yaml.Node) { r.Orders = f.orders(r, nil, n) },
		"order_of":  func(n *yaml.Node) { f.objectOrders(r, n) },
		"go_fields": func(n *yaml.Node) { f.goFields(r, n) },
	}.with(f.about(&r.About)))
	if tag != nil {
		f.tags = append(f.tags, recordTag{record: r, node: tag})
	}
}

// goName reads an exported Go name.
func (f *file) goName(n *yaml.Node) string {
	name := f.word(n, "a Go name")
	if name == "" {
		return ""
	}
	if !isExported(name) {
		f.errorf(f.nodePos(n), "expected a Go name that begins with a capital, found %q", name)
		return ""
	}
	return name
}

// embeds reads one record name, or a list of them.
func (f *file) embeds(r *Record, n *yaml.Node) {
	for _, n := range list(n) {
		name := f.word(n, "the record to embed")
		if name == "" {
			continue
		}
		embedded, ok := f.scope[name].(*Record)
		if !ok {
			f.reportNoRecord(n, name)
			continue
		}
		if i := slices.IndexFunc(r.Embed, func(e *Embed) bool { return e.Record == embedded }); i >= 0 {
			f.conflict(f.nodePos(n), r.Embed[i].Pos, "the record %s embeds %s twice", r.Name, name)
			continue
		}
		e := &Embed{Record: embedded, Pos: f.nodePos(n)}
		r.Embed = append(r.Embed, e)
		f.links = append(f.links, link{from: r, Embed: e})
	}
}

// reportNoRecord reports a name that is not a record of this file. A misplaced declaration is reported where it is.
func (f *file) reportNoRecord(n *yaml.Node, name string) {
	if !f.misplaced[name] {
		f.errorf(f.nodePos(n), "%s", f.noRecord(name))
	}
}

// noRecord returns the reason why a name is not a record of this file.
func (f *file) noRecord(name string) string {
	switch f.scope[name].(type) {
	case *Union:
		return name + " is a union; expected a record"
	case *Enum:
		return name + " is an enum; expected a record"
	}
	var names []string
	for _, r := range f.model.Records {
		names = append(names, r.Name)
	}
	for _, u := range f.model.Unions {
		names = append(names, u.Name)
	}
	if alias, _, ok := strings.Cut(name, "."); ok && f.isImport(alias) {
		return name + " is imported; cases and embedded records are records of this file, which can have members of imported types"
	}
	if alias, _, ok := strings.Cut(name, "."); ok && isLowerWord(alias) {
		return "expected the name of a record of this file, found " + name
	}
	if best := nearest(name, names); best != "" {
		return "no record of this file is named " + name + ", did you mean " + best + "?"
	}
	if _, ok := plainTypes[name]; ok || foreignTypes[name] != "" || strings.ContainsAny(name, "[]<>|(") {
		return "expected the name of a record, found the type " + name
	}
	return "no record of this file is named " + name + "; declare it under `records:`"
}

// goFields reads the fields of the Go struct that are not on the wire.
func (f *file) goFields(r *Record, n *yaml.Node) {
	for _, e := range f.entries(n, "the go_fields of "+r.Name) {
		g := &GoField{Name: f.goName(e.key), About: About{Pos: f.nodePos(e.key)}}
		if e.value.Kind == yaml.MappingNode {
			f.read(e.value, "a go_field", keys{
				"go": func(n *yaml.Node) { g.Go = f.goType(n) },
			}.with(f.about(&g.About)))
			if g.Go == "" {
				f.requireKey(e.value, "go", "a go_field has a Go type: {go: context.Context}")
			}
		} else {
			g.Go = f.goType(e.value)
		}
		if g.Name != "" {
			r.GoFields = append(r.GoFields, g)
		}
	}
}

// requireKey reports a mapping that lacks a key.
func (f *file) requireKey(n *yaml.Node, name, msg string) {
	for _, i := range evens(len(n.Content)) {
		if n.Content[i].Value == name {
			return
		}
	}
	f.errorf(f.nodePos(n), "%s", msg)
}

// goType reads a Go type. Only the compiler checks whether its names exist.
func (f *file) goType(n *yaml.Node) string {
	text := f.word(n, "a Go type")
	if text == "" {
		return ""
	}
	expr, err := parser.ParseExpr(text)
	if err != nil || !isGoType(expr) {
		f.errorf(f.nodePos(n), "expected a Go type such as context.Context or func(string), found %q", text)
		return ""
	}
	return text
}

func isGoType(expr ast.Expr) bool {
	switch expr.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.FuncType, *ast.ChanType,
		*ast.InterfaceType, *ast.StructType, *ast.IndexExpr, *ast.IndexListExpr, *ast.ParenExpr:
		return true
	}
	return false
}
