package gen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// A record can be a case of several unions. It is read and written with the tags of the union through which it is reached. If the tags differ, scanIn
// and appendIn have a parameter for the union: its number, or 0 for the record alone.

// roots returns the unions by tag of which a record is a case, the one for lines first.
func (p *plan) roots(s *spec.Record) []*spec.Union {
	list, ok := p.rootsOf[s]
	if !ok {
		list = p.declaredIn[s].Roots(s)
		p.rootsOf[s] = list
	}
	return list
}

// root returns the first of roots, nil if the record is not a case.
func (p *plan) root(s *spec.Record) *spec.Union {
	if list := p.roots(s); len(list) > 0 {
		return list[0]
	}
	return nil
}

// tagRoots returns the roots of a record if its tags differ between them, nil otherwise.
func (p *plan) tagRoots(s *spec.Record) []*spec.Union {
	list := p.roots(s)
	if len(list) < 2 {
		return nil
	}
	same := func(a, b ownTag) bool { return a.literal == b.literal && slices.Equal(a.path, b.path) }
	r := p.record(s)
	first := p.ownTags(r, list[0])
	for _, u := range list {
		differs := slices.ContainsFunc(s.Tags, func(t *spec.Tag) bool { return !slices.Contains(t.Unions, u) })
		if differs || !slices.EqualFunc(first, p.ownTags(r, u), same) {
			return list
		}
	}
	return nil
}

// rootsText returns a comment that says which union has which number.
func (p *plan) rootsText(r *record) string {
	var list []string
	for i, u := range p.tagRoots(r.Record) {
		list = append(list, "a case of ["+u.Name+"] (in is "+strconv.Itoa(i)+")")
	}
	return and(list)
}

// unionsOf returns the numbers of the unions that have the tag m.
func (p *plan) unionsOf(r *record, m *member) (list []int, all bool) {
	roots := p.tagRoots(r.Record)
	i := slices.IndexFunc(r.Tags, func(t *spec.Tag) bool { return t.Name == m.key })
	for n, u := range roots {
		if i >= 0 && slices.Contains(r.Tags[i].Unions, u) {
			list = append(list, n)
		}
	}
	return list, len(list) == len(roots)
}

// isOfSome reports whether some unions of r have the tag m, and others do not.
func (p *plan) isOfSome(r *record, m *member) bool {
	_, all := p.unionsOf(r, m)
	return !all
}

// isIn returns the condition that the current union has the tag m.
func (p *plan) isIn(r *record, m *member) *jen.Statement { return p.compareUnion(r, m, "==", "||") }

func (p *plan) compareUnion(r *record, m *member, equal, join string) *jen.Statement {
	list, _ := p.unionsOf(r, m)
	var is *jen.Statement
	for _, n := range list {
		if is == nil {
			is = id("in").Op(equal).Lit(n)
		} else {
			is = is.Op(join).Id("in").Op(equal).Lit(n)
		}
	}
	return is
}

// excuses returns the code that makes the tags of all unions but the current one optional.
func (p *plan) excuses(r *record) []jen.Code {
	if p.tagRoots(r.Record) == nil {
		return nil
	}
	var code []jen.Code
	for _, m := range r.members {
		if m.tag && p.isOfSome(r, m) {
			code = append(code, jen.If(p.compareUnion(r, m, "!=", "&&")).Block(call("seen.AllowAbsent", r.number(m))))
		}
	}
	return code
}

// scanCase returns the call that reads r, in m, as a case of u.
func (p *plan) scanCase(u *union, r *record) *jen.Statement {
	if i := slices.IndexFunc(p.tagRoots(r.Record), func(o *spec.Union) bool { return o == u.root }); i > 0 {
		return call("m.scanIn", id("c"), id("i"), jen.Lit(i))
	}
	return call("m.scan", id("c"), id("i"))
}

// appendCase returns the call that appends a record, in m, as a case of u.
func (p *plan) appendCase(u *union, s *spec.Record, dst jen.Code) *jen.Statement {
	if i := slices.IndexFunc(p.tagRoots(s), func(o *spec.Union) bool { return o == u.root }); i > 0 {
		return call("m.appendIn", dst, id("trusted"), jen.Lit(i))
	}
	return call("m.appendJSON", dst, id("trusted"))
}

// appendsByUnion reports whether a value is written in another way as a case of u than alone.
func (p *plan) appendsByUnion(u *spec.Union) bool {
	return u.Variants == nil && (u.Tree != nil && u.Tree.External || len(p.casesByUnion(u)) > 0)
}

// casesByUnion returns the cases of a union that have other tags when they are written alone.
func (p *plan) casesByUnion(u *spec.Union) (cases []*spec.Record) {
	for _, s := range u.Cases {
		if i := slices.Index(p.tagRoots(s), rootOf(u)); i > 0 {
			cases = append(cases, s)
		}
	}
	return cases
}

// printAppendUnion prints the encoder of such a union.
func printAppendUnion(p *plan, f *file, u *union) {
	if !p.appendsByUnion(u.Union) {
		return
	}
	if u.Tree != nil && u.Tree.External {
		printAppendExternal(p, f, u)
		return
	}
	var list []jen.Code
	for _, s := range p.casesByUnion(u.Union) {
		list = append(list, jen.Case(jen.Op("*").Id(s.Name)).Block(jen.Return(p.appendCase(u, s, id("dst")))))
	}
	f.declare("append"+u.Name+" appends v with its tags as a case of "+u.Name+".",
		jen.Func().Id("append"+u.Name).Params(jen.Id("dst").Index().Byte(), jen.Id("v").Id(u.Name), jen.Id("trusted").Bool()).Add(appendResults()).Block(
			jen.Switch(jen.Id("m").Op(":=").Id("v").Assert(jen.Type())).Block(list...),
			jen.Return(call("v.appendJSON", id("dst"), id("trusted"))),
		))
}
