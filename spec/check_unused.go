package spec

import (
	"go/ast"
	"go/parser"
	"slices"
)

// findUnused adds a note for each declaration that is reachable neither from the union of all lines nor from `types:`. Of unused declarations that
// refer to each other, only the first one is noted. A spec of types only has no such notes, since other specs use its types. Untyped enums have
// none, since members use their constants without naming the enum. An import without a use has a note in each spec.
func (f *file) findUnused() {
	m := f.model
	defer func() { m.Notes = m.Notes.sorted() }()
	for _, imp := range m.Imports {
		if !imp.used {
			m.Notes = append(m.Notes, &Error{Pos: imp.Pos, Msg: "no member has a type of the import " + imp.Alias + ": remove it"})
		}
	}
	if m.Line == nil {
		return
	}
	used := reacher{model: m, seen: make(map[any]bool)}
	used.union(m.Line)
	for _, name := range m.Types {
		used.decl(f.scope[name])
	}
	var unused []any
	for _, d := range f.declarations() {
		if e, ok := d.(*Enum); !used.seen[d] && !(ok && e.Untyped) {
			unused = append(unused, d)
		}
	}
	leads := make(map[any]map[any]bool) // the declarations that are reachable from each unused one
	for _, d := range unused {
		r := reacher{model: m, seen: make(map[any]bool)}
		r.decl(d)
		leads[d] = r.seen
	}
	for i, d := range unused {
		behind := slices.ContainsFunc(unused, func(o any) bool {
			return o != d && leads[o][d] && !(leads[d][o] && slices.Index(unused, o) > i)
		})
		if !behind {
			what, name := declaration(d)
			m.Notes = append(m.Notes, &Error{Pos: posOf(d), Msg: "no line has the " + what + " " + name +
				": remove it, or name it under `types:` if programs use it by itself"})
		}
	}
}

// declarations returns the declarations of the file: unions, records, enums.
func (f *file) declarations() []any {
	var list []any
	for _, d := range f.unions {
		list = append(list, d.union)
	}
	for _, d := range f.recs {
		list = append(list, d.record)
	}
	for _, d := range f.enums {
		list = append(list, d.enum)
	}
	return list
}

// declaration returns the form and the name of a declaration.
func declaration(decl any) (what, name string) {
	switch d := decl.(type) {
	case *Record:
		return "record", d.Name
	case *Union:
		return "union", d.Name
	case *Enum:
		return "enum", d.Name
	}
	return "", ""
}

// reacher collects the declarations that are reachable from others.
type reacher struct {
	model *Model
	seen  map[any]bool
}

func (r *reacher) decl(decl any) {
	switch d := decl.(type) {
	case *Record:
		r.record(d)
	case *Union:
		r.union(d)
	case *Enum:
		r.seen[d] = true
	}
}

func (r *reacher) union(u *Union) {
	if r.seen[u] {
		return
	}
	r.seen[u] = true
	if u.Of != nil {
		r.union(u.Of)
	}
	for _, c := range u.Cases {
		r.record(c)
	}
	if u.Tree != nil {
		r.inner(u.Tree)
	}
	for _, v := range u.Variants {
		r.typ(v.Type)
	}
	for _, g := range u.Getters {
		r.typ(g.Type)
	}
	for _, part := range r.model.Unions { // the parts of a used union count as used
		if part.Of == u {
			r.union(part)
		}
	}
}

// inner walks to the unions that cases of a tree lead to.
func (r *reacher) inner(n *Node) {
	for _, u := range n.merged {
		r.union(u)
	}
	for t := range n.Targets() {
		if t.inner != nil {
			r.union(t.inner)
		}
		if t.Node != nil {
			r.inner(t.Node)
		}
	}
}

func (r *reacher) record(rec *Record) {
	if r.seen[rec] {
		return
	}
	r.seen[rec] = true
	for _, e := range rec.Embed {
		r.record(e.Record)
	}
	for _, field := range rec.Fields {
		r.typ(field.Type)
	}
	for _, g := range rec.GoFields {
		r.goType(g.Go)
	}
}

func (r *reacher) typ(t *Type) {
	for ; t != nil; t = t.Elem {
		if t.Key != nil && t.Key.Enum != nil {
			r.decl(t.Key.Enum)
		}
		switch {
		case t.Record != nil:
			r.record(t.Record)
		case t.Union != nil:
			r.union(t.Union)
		case t.Enum != nil:
			r.decl(t.Enum)
		}
	}
}

// goType walks to the declarations that a Go type names.
func (r *reacher) goType(text string) {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		return // already reported
	}
	named := make(map[string]bool)
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr: // a type of another package
			return false
		case *ast.Ident:
			named[n.Name] = true
		}
		return true
	})
	for _, u := range r.model.Unions {
		if named[u.Name] {
			r.union(u)
		}
	}
	for _, rec := range r.model.Records {
		if named[rec.Name] {
			r.record(rec)
		}
	}
	for _, e := range r.model.Enums {
		if named[e.Name] {
			r.decl(e)
		}
	}
}
