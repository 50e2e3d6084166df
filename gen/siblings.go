package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// A union without a tag of its own is told by a member beside its values, which has no Go field: the tag is found before the record is
// read, and written by the type of the payload.

// tagAt is the variable with the offset of a sibling tag.
func (m *member) tagAt() string { return variable(m.payload.field.GoName, map[string]bool{}) + "At" }

// siblingTag is the JSON literal of the tag that m's value has.
func (m *member) siblingTag() *jen.Statement {
	return call("siblingOf"+m.field.Type.Union.Name, id(m.expr()))
}

// scanArgs are the arguments of the function that reads m, a union by tag, at pos.
func (p *plan) scanArgs(m *member, pos string) []jen.Code {
	if m.field.By == "" {
		return []jen.Code{id("c"), id(pos)}
	}
	tag := &member{payload: m}
	return []jen.Code{id("c"), id(tag.tagAt()), id(pos)}
}

// printSiblingTag prints the function that gives the tag of each payload.
func printSiblingTag(f *file, u *union) {
	if !u.Tree.Sibling {
		return
	}
	var list []jen.Code
	done := map[*spec.Record]bool{}
	for _, c := range u.Tree.Cases {
		var types []jen.Code
		for _, r := range recordsOf(&c.Target) {
			if !done[r] {
				done[r] = true
				types = append(types, jen.Op("*").Id(r.Name))
			}
		}
		if types != nil {
			list = append(list, jen.Case(types...).Block(jen.Return(text(c.Literal))))
		}
	}
	others := []jen.Code{jen.Op("*").Id(u.unknown)}
	if u.Tree.Otherwise != nil {
		for _, r := range recordsOf(u.Tree.Otherwise) {
			others = append(others, jen.Op("*").Id(r.Name))
		}
	}
	list = append(list, jen.Case(others...).Block(jen.Return(jen.Qual(genrtPath, "UnknownSibling"))))
	f.declare("siblingOf"+u.Name+" is the tag beside a value, as JSON; \"\" if none says it.",
		jen.Func().Id("siblingOf"+u.Name).Params(jen.Id("v").Id(u.Name)).String().Block(
			jen.Switch(jen.Id("v").Assert(jen.Type())).Block(list...),
			jen.Return(jen.Lit("")),
		))
}

// recordsOf are the records that a target leads to.
func recordsOf(t *spec.Target) (list []*spec.Record) {
	if t.Record != nil {
		return []*spec.Record{t.Record}
	}
	if t.Node != nil {
		for _, t := range targets(t.Node) {
			list = append(list, recordsOf(t)...)
		}
	}
	return list
}

// siblingOf is the literal beside a case of a union that is told by a member beside it, "" of other unions.
func siblingOf(u *spec.Union, r *spec.Record) string {
	if u.Tree != nil && u.Tree.Sibling {
		for _, c := range u.Tree.Cases {
			if slices.Contains(recordsOf(&c.Target), r) {
				return c.Literal
			}
		}
	}
	return ""
}

// siblingOf is the member whose payload is told by the tag of a question, nil if there is none.
func (r *record) siblingOf(n *spec.Node) *member {
	if len(n.Tag) != 1 || len(n.Tag[0]) != 1 {
		return nil
	}
	for _, m := range r.byKey[n.Tag[0][0]] {
		if m.payload != nil {
			return m.payload
		}
	}
	return nil
}

// writeSibling writes the tag in front of its payload. Of a view nothing was kept: a tag that the payload does not say is left out.
func (p *plan) writeSibling(r *record, m *member) jen.Code {
	if !r.view {
		return call("o.Sibling", text(m.keyText()), m.payload.siblingTag())
	}
	return jen.If(define("tag", m.payload.siblingTag()), id("tag").Op("!=").Qual(genrtPath, "UnknownSibling")).Block(
		call("o.Sibling", text(m.keyText()), id("tag")))
}
