package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// Members of an object that can stand beside those of the outer record, its own name left out. Of a union by tag, the tag is
// among them: the outer record asks once which case it has in pieces, and leaves alone what that case does not know.

// hasFlat reports whether members of a record have other names where it is flattened.
func (p *plan) hasFlat(s *spec.Record) bool {
	return slices.ContainsFunc(p.record(s).members, func(m *member) bool { return m.field != nil && len(m.field.Flat) > 0 })
}

// printAppendFlat prints how a record is written beside the members of another one, if some have another name then. A member that was read
// keeps the name that it had.
func (p *plan) printAppendFlat(f *file, r *record) {
	code := []jen.Code{define("flat", id("*m"))}
	for _, m := range r.members {
		if m.field == nil {
			continue
		}
		var list []jen.Code
		for _, n := range m.field.Flat {
			note := jen.Id("flat").Dot("Extra").Op("=").Qual(genrtPath, "MakeExtra").Call(
				jen.Qual(genrtPath, "Rename").Call(call("flat.Extra.Notes"), text(m.key), text(n.Name)))
			if n.When == "" {
				code = append(code, note)
				continue
			}
			list = append(list, jen.Case(p.tagValue(p.tagMember(r), n.When)).Block(note))
		}
		if list != nil {
			code = append(code, jen.Switch(id(p.tagMember(r).expr())).Block(list...))
		}
	}
	code = append(code, jen.Return(call("flat.AppendJSON", id("dst"))))
	f.declare("AppendFlat is AppendJSON for the form in which the members stand beside those of another record.",
		appendHead(r.Name, "AppendFlat").Block(code...))
}

// isPart reports whether m is a union that may stand in pieces.
func (m *member) isPart() bool { return m.isInline() && m.field.Type.Kind == spec.UnionType }

// partFunc is the name of the function that says which case stands in pieces.
func partFunc(u *spec.Union) string { return "part" + u.Name }

// printParts prints that function for each union that r may have in pieces.
func printParts(p *plan, f *file, r *record) {
	for _, m := range r.members {
		if !m.isPart() || p.parts[m.field.Type.Union] {
			continue
		}
		u := m.field.Type.Union
		p.parts[u] = true
		i := slices.IndexFunc(p.unions, func(o *union) bool { return o.Union == u })
		t := &tree{p: p, u: p.unions[i], part: true}
		code := []jen.Code{jen.If(call("c.Find", id("i"), id("name")).Op(">=").Lit(0)).Block(jen.Return(jen.Lit(-1)))}
		f.declare(partFunc(u)+" says which case of ["+u.Name+"] the object at i has in pieces, beginning with 1: -1 if it has none,"+
			" or has one as a whole, under its name.",
			jen.Func().Id(partFunc(u)).Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.Id("i").Int(), jen.Id("name").String()).
				Int().Block(append(code, t.node(u.Tree, 0, "")...)...))
	}
}

// pieceGroup are members that stand beside those of a record, and the cases of the union that know them.
type pieceGroup struct {
	keys  []string
	cases []int // numbers, beginning with 1; of a record that is in pieces there are none
}

// pieces are the members that m's value has beside those of r: none if it is not inlined.
func (p *plan) pieces(r *record, m *member) []pieceGroup {
	switch {
	case !m.isInline():
		return nil
	case m.isPart():
		return p.partKeys(r, m)
	}
	if keys := p.innerKeys(r, p.record(m.field.Type.Record)); len(keys) > 0 {
		return []pieceGroup{{keys: keys}}
	}
	return nil
}

// partKeys groups the names under which members of the cases stand beside those of r, by the cases that know them.
func (p *plan) partKeys(r *record, m *member) (groups []pieceGroup) {
	var names []string
	in := map[string][]int{}
	for i, c := range m.field.Type.Union.Cases {
		for _, key := range p.innerKeys(r, p.record(c)) {
			if in[key] == nil {
				names = append(names, key)
			}
			in[key] = append(in[key], i+1)
		}
	}
	for _, key := range names {
		i := slices.IndexFunc(groups, func(g pieceGroup) bool { return slices.Equal(g.cases, in[key]) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, pieceGroup{cases: in[key]})
		}
		groups[i].keys = append(groups[i].keys, key)
	}
	return groups
}

// part jumps over members of a union that stands in pieces: it is read after the loop.
func (s *scanPrinter) part(m *member, g pieceGroup) []jen.Code {
	number := s.flat[m]
	is := jen.Id(number).Op(">").Lit(0)
	if len(g.cases) < len(m.field.Type.Union.Cases) {
		is = jen.Null()
		for i, n := range g.cases {
			if i > 0 {
				is.Op("||")
			}
			is.Id(number).Op("==").Lit(n)
		}
	}
	return []jen.Code{
		jen.If(jen.Id(number).Op("==").Lit(0)).Block(
			set(number, call(partFunc(m.field.Type.Union), id("c"), id("start"), text(m.key))),
		),
		jen.If(is).Block(
			set("i", call("c.Skip", id("i"))).Comment("// a member of " + m.goName() + ", which stands here in pieces"),
		).Else().Block(
			set("i", call("c.Unknown", id("i"))),
		),
	}
}

// partRead reads a union whose members stood among those of the record.
func (s *scanPrinter) partRead(m *member) jen.Code {
	return jen.If(jen.Id(s.flat[m]).Op(">").Lit(0)).Block(
		call("seen.Add", id("c"), jen.Lit(m.num)),
		call("c.Inline"),
		define("part, at", s.p.ref("Scan", m.field.Type.Union).Call(id("c"), id("start"))),
		jen.If(id("at").Op("<").Lit(0)).Block(set("i", jen.Lit(-1))),
		set(m.expr(), id("part")),
		call("c.NoteInlined", jen.Lit(m.num)),
	)
}

// writePart writes a union in pieces if it was read so. A case that has a member of the union's own name then is written as a
// whole, for it would be taken for that; and so is what no case knows.
func (p *plan) writePart(m *member, splice []jen.Code, ask *jen.Statement) []jen.Code {
	var list []jen.Code
	named := false
	for _, c := range m.field.Type.Union.Cases {
		if p.hasFlat(c) {
			p.failf(c.Pos, "the record %s has members with a flat name, which a union in pieces does not write", c.Name)
		}
		var fits *jen.Statement
		for _, inner := range p.record(c).members {
			if inner.key == m.key && inner.fixed == "" {
				fits = p.standsBeside(inner, "v.")
			}
		}
		is := jen.Case(jen.Op("*").Add(p.ref("", c)))
		if fits != nil {
			named = true
			is.Block(set("flat", id("flat").Op("&&").Parens(fits)))
		}
		list = append(list, is)
	}
	list = append(list, jen.Default().Block(set("flat", jen.False())))
	head := jen.Switch(jen.Id("v").Op(":=").Id(m.expr()).Assert(jen.Type()))
	if !named {
		head = jen.Switch(jen.Id(m.expr()).Assert(jen.Type()))
	}
	return []jen.Code{jen.Block(
		define("flat", call("o.Inlined", text(m.key))),
		head.Block(list...),
		jen.If(id("flat")).Block(splice...).Else().Add(ask),
	)}
}

// standsBeside asks whether an inner member that has the name of the object around it is not written under that name.
func (p *plan) standsBeside(inner *member, on string) *jen.Statement {
	is := p.absentIn(inner, on)
	if len(inner.aliases()) > 0 {
		is.Op("||").Qual(genrtPath, "Aliased").Call(call(on+"Extra.Notes"), text(inner.key))
	}
	return is
}
