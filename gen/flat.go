package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// The members of an object can stand beside those of the outer record, without a name of their own: it is flattened. For a union by tag, the
// outer record looks up the case once, and then takes the members that the case has.

// hasFlat reports whether members of a record have other names where it is flattened.
func (p *plan) hasFlat(s *spec.Record) bool {
	return slices.ContainsFunc(p.record(s).members, func(m *member) bool { return m.field != nil && len(m.field.Flat) > 0 })
}

// printAppendFlat prints the encoder for the flattened form of r, in which some of its members have other names. A member that was read under
// either name keeps it.
func (p *plan) printAppendFlat(f *file, r *record) {
	code := []jen.Code{nilCheck(r.Name), define("flat", id("*m"))}
	for _, m := range r.members {
		if m.field == nil {
			continue
		}
		var list []jen.Code
		for _, n := range m.field.Flat {
			note := jen.Id("flat").Dot("Extra").Op("=").Qual(decoderPath, "Extra").Call(
				jen.Qual(genrtPath, "Rename").Call(extraOf("flat"), text(m.key), text(n.Name)))
			if n.When == "" {
				code = append(code, note)
				continue
			}
			list = append(list, jen.Case(p.tagValue(r.tagMember(), n.When)).Block(note))
		}
		if list != nil {
			code = append(code, jen.Switch(id(r.tagMember().expr())).Block(list...))
		}
	}
	code = append(code, jen.Return(call("flat.appendJSON", id("dst"), id("trusted"))))
	f.declare("appendFlat is appendJSON for the flattened form, in which some members have other names.",
		appendMethod(r.Name, "appendFlat").Block(code...))
}

// isFlatUnion reports whether m is a union that can be flattened.
func (m *member) isFlatUnion() bool { return m.isInline() && m.field.Type.Kind == spec.UnionType }

// flatCaseFunc returns the name of the function that finds the case of a flattened union.
func flatCaseFunc(u *spec.Union) string { return "flatCaseOf" + u.Name }

// printFlatCases prints the flatCaseFunc of each union that can be flattened into r.
func printFlatCases(p *plan, f *file, r *record) {
	for _, m := range r.members {
		if !m.isFlatUnion() || p.flatCases[m.field.Type.Union] {
			continue
		}
		u := m.field.Type.Union
		p.flatCases[u] = true
		i := slices.IndexFunc(p.unions, func(o *union) bool { return o.Union == u })
		t := &tree{p: p, u: p.unions[i], numbers: true}
		code := []jen.Code{jen.If(call("c.Find", id("i"), id("name")).Op(">=").Lit(0)).Block(jen.Return(jen.Lit(-1)))}
		f.declare(flatCaseFunc(u)+" returns the number of the case of ["+u.Name+"] that is flattened into the object at i, from 1; -1 if there is none,"+
			" or if the value is nested under its name.",
			jen.Func().Id(flatCaseFunc(u)).Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.Id("i").Int(), jen.Id("name").String()).
				Int().Block(append(code, t.node(u.Tree, 0, nil)...)...))
	}
}

// pieceGroup is a list of members of a flattened value, and the cases of the union that have them.
type pieceGroup struct {
	keys  []string
	cases []int    // numbers, beginning with 1; none for a record
	masks []uint64 // of a union with many cases: for each key, a bit for each case that has it
}

// pieces returns the members of m's value that stand among those of r; none if it is never flattened.
func (p *plan) pieces(r *record, m *member) []pieceGroup {
	switch {
	case !m.isInline():
		return nil
	case m.isFlatUnion():
		return p.flatUnionPieces(r, m)
	}
	if keys := p.innerKeys(r, p.record(m.field.Type.Record)); len(keys) > 0 {
		return []pieceGroup{{keys: keys}}
	}
	return nil
}

// A union with more than fewCases and at most maskCases cases has a table of the cases that have a member. Other unions have a branch for each
// group of members.
const (
	fewCases  = 8
	maskCases = 63
)

// flatUnionPieces groups the names of the flattened members by the cases that have them.
func (p *plan) flatUnionPieces(r *record, m *member) (groups []pieceGroup) {
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
	if n := len(m.field.Type.Union.Cases); n > fewCases && n <= maskCases {
		all := pieceGroup{keys: names}
		for _, key := range names {
			mask := uint64(0)
			for _, n := range in[key] {
				mask |= 1 << n
			}
			all.masks = append(all.masks, mask)
		}
		return []pieceGroup{all}
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

// flatUnionMember returns the code that skips members of a flattened union, which is read after the loop. The first of the members has the number num.
func (s *scanPrinter) flatUnionMember(m *member, g pieceGroup, num int) []jen.Code {
	number := s.flat[m]
	is := jen.Id(number).Op(">").Lit(0)
	switch {
	case g.masks != nil:
		is.Op("&&").Id(piecesVar(s.r, m)).Index(jen.Id("n").Op("-").Lit(num)).Op(">>").Id(number).Op("&").Lit(1).Op("!=").Lit(0)
	case len(g.cases) < len(m.field.Type.Union.Cases):
		is = jen.Null()
		for i, n := range g.cases {
			if i > 0 {
				is.Op("||")
			}
			is.Id(number).Op("==").Lit(n)
		}
	}
	find := []jen.Code{set(number, call(flatCaseFunc(m.field.Type.Union), id("c"), id("start"), text(m.key)))}
	for _, alias := range m.aliases() {
		find = append(find, jen.If(call("c.Find", id("start"), text(alias)).Op(">=").Lit(0)).Block(set(number, jen.Lit(-1))))
	}
	return []jen.Code{
		jen.If(jen.Id(number).Op("==").Lit(0)).Block(find...),
		jen.If(is).Block(
			set("i", call("c.Skip", id("i"))).Comment("// a member of " + m.goName() + ", which is flattened"),
		).Else().Block(
			set("i", call("c.Unknown", id("i"))),
		),
	}
}

// numberedRange returns the label of n members from the number on, whose names stand in a table.
func numberedRange(number, n int, table string) jen.Code {
	var b strings.Builder
	for k := range n {
		switch {
		case k == 0:
		case k%24 == 0:
			b.WriteString(",\n")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(number + k))
	}
	return id("case " + b.String() + ":").Comment("// see " + table)
}

// piecesVar returns the name of the table of the cases that have a member.
func piecesVar(r *record, m *member) string { return "pieces" + r.Name + m.goName() }

// printPieces prints the tables of r.
func printPieces(p *plan, f *file, r *record) {
	for _, m := range r.members {
		for _, g := range p.pieces(r, m) {
			if g.masks == nil {
				continue
			}
			var rows []jen.Code
			for k, key := range g.keys {
				rows = append(rows, jen.Id(fmt.Sprintf("%#x", g.masks[k])).Op(",").Comment("// "+key))
			}
			f.declare(piecesVar(r, m)+" has, for each flattened member in order, a bit for each case of ["+m.field.Type.Union.Name+"] that has the member.",
				jen.Var().Id(piecesVar(r, m)).Op("=").Index(jen.Op("...")).Uint64().Custom(jen.Options{Open: "{", Close: "}", Separator: "", Multi: true}, rows...))
		}
	}
}

// readFlatUnion returns the code that reads a flattened union.
func (s *scanPrinter) readFlatUnion(m *member) jen.Code {
	return jen.If(jen.Id(s.flat[m]).Op(">").Lit(0)).Block(
		s.begin(m),
		call("c.Inline"),
		define("value, at", s.p.scanUnion(m.field.Type.Union).Call(id("c"), id("start"))),
		jen.If(id("at").Op("<").Lit(0)).Block(set("i", jen.Lit(-1))),
		set(m.expr(), id("value")),
		call("c.NoteInlined", s.r.number(m)),
	)
}

// writeFlatUnion returns the code that writes a union flattened if it was read so. Two sorts of values are written nested: a case that has a member
// with the name of the union, since that member would be read as the union, and an unknown case.
func (p *plan) writeFlatUnion(m *member, splice []jen.Code, isWritten *jen.Statement) []jen.Code {
	var list, plain, renamed []jen.Code
	for _, c := range m.field.Type.Union.Cases {
		if p.hasFlat(c) {
			renamed = append(renamed, jen.Op("*").Add(p.ref("", c)))
		}
		var fits *jen.Statement
		for _, inner := range p.record(c).members {
			if inner.key == m.key && inner.fixed == "" {
				fits = p.standsBeside(inner, "v.")
			}
		}
		if is := jen.Op("*").Add(p.ref("", c)); fits != nil {
			list = append(list, jen.Case(is).Block(set("flat", id("flat").Op("&&").Id("v").Op("!=").Nil().Op("&&").Parens(fits))))
		} else {
			plain = append(plain, is)
		}
	}
	choice := jen.Switch(jen.Id("v").Op(":=").Id(m.expr()).Assert(jen.Type()))
	if len(list) == 0 { // all cases can be flattened
		plain = nil
		choice = jen.Switch(jen.Id(m.expr()).Assert(jen.Type()))
		list = append(list, jen.Case(jen.Nil(), jen.Op("*").Id(m.field.Type.Union.Unknown)).Block(set("flat", jen.False())))
	} else {
		if plain != nil {
			list = append(list, jen.Case(plain...))
		}
		list = append(list, jen.Default().Block(set("flat", jen.False())))
	}
	if renamed != nil {
		var names []jen.Code
		for _, c := range renamed {
			names = append(names, jen.Case(c).Block(call("o.Splice", call("v.appendFlat", call("o.Bytes"), id("trusted")))))
		}
		names = append(names, jen.Default().Block(splice...))
		splice = []jen.Code{jen.Switch(jen.Id("v").Op(":=").Id(m.expr()).Assert(jen.Type())).Block(names...)}
	}
	return []jen.Code{jen.Block(
		define("flat", call("o.Inlined", text(m.key))),
		choice.Block(list...),
		jen.If(id("flat")).Block(splice...).Else().Add(isWritten),
	)}
}

// standsBeside returns the condition that an inner member with the name of the object around it is not written under that name. The tag of a
// payload is written if the payload determines it, or if the line had it.
func (p *plan) standsBeside(inner *member, on string) *jen.Statement {
	if inner.payload != nil {
		is := jen.Op("!").Qual(genrtPath, "HadOther").Call(id(on+"Extra"), text(inner.key))
		for _, m := range append([]*member{inner.payload}, inner.others...) {
			tag := p.siblingTagIn(m, on)
			is.Op("&&").Parens(tag.Clone().Op("==").Lit("").Op("||").Add(tag).Op("==").Qual(genrtPath, "UnknownSibling"))
		}
		return is
	}
	is := p.absentIn(inner, on)
	if len(inner.aliases()) > 0 {
		is.Op("||").Qual(genrtPath, "Aliased").Call(extraOf(strings.TrimSuffix(on, ".")), text(inner.key))
	}
	return is
}
