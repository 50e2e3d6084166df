package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// This file prints the checks of the method Kind for a program that has edited the Extra of a record: an unknown member in it can be a tag.

// editedPrinter prints the checks for one record. An object whose members choose the kind has an Extra of its own.
type editedPrinter struct {
	kindPrinter
	ofRecords []jen.Code // the checks of the record, and of the records within it
	ofCases   []jen.Code // the checks of the cases of unions within it, which come after them
	seen      map[string]bool
}

// ifEdited returns the checks. There are none if no member that chooses the record's kind can be edited, since the spec fixes all tags.
func (k kindPrinter) ifEdited() []jen.Code {
	e := editedPrinter{kindPrinter: k, seen: map[string]bool{}}
	e.node(k.p.Line.Tree)
	return append(e.ofRecords, e.ofCases...)
}

// node adds the checks for the nodes through which the record is chosen.
func (e *editedPrinter) node(n *spec.Node) {
	for t := range n.Targets() {
		if !e.leads(t) {
			continue
		}
		if !e.isFixed(n, t) {
			for _, tagPath := range slices.Concat(n.Tag, [][]string{nil}) {
				e.record(e.r, "m", nil, tagPath)
			}
		}
		if t.Node != nil {
			e.node(t.Node)
		}
	}
}

// record adds the checks for the record in expr and for the records in which the tag at a path can lie. there is the condition that expr is not nil.
func (e *editedPrinter) record(r *record, expr string, there *jen.Statement, tagPath []string) {
	if !r.view && !e.seen[expr] {
		e.seen[expr] = true
		e.ofRecords = append(e.ofRecords, ifExtraEdited(there, expr))
	}
	for _, m := range r.members {
		inner := len(tagPath) > 1 && m.key == tagPath[0]
		if m.field == nil || m.fixed != "" || m.payload != nil || !inner && !m.isInline() {
			continue
		}
		rest, field := tagPath, expr+"."+m.goName()
		if inner {
			rest = tagPath[1:]
		}
		if t := m.field.Type; t.Kind == spec.UnionType && t.Union.Tree != nil && m.field.By == "" && !m.field.Lazy && !m.field.Encoded && len(rest) > 0 {
			e.cases(t.Union, field, there, rest[0])
		}
		if !isNested(m.field) {
			continue
		}
		there := there
		if m.form == pointer {
			there = allOf(there, id(field).Op("!=").Nil())
		}
		e.record(e.p.record(m.field.Type.Record), field, there, rest)
	}
}

// cases adds the checks for those cases of the union in expr that have a field with the name of a tag.
func (e *editedPrinter) cases(u *spec.Union, expr string, there *jen.Statement, tag string) {
	for _, s := range u.Cases {
		r, name := e.p.record(s), expr+" "+s.Name
		if r.view || e.seen[name] || !r.canSet(tag) {
			continue
		}
		e.seen[name] = true
		isCase := jen.List(id("c"), id("ok")).Op(":=").Id(expr).Assert(jen.Op("*").Add(e.p.ref("", s)))
		check := jen.If(isCase, id("ok").Op("&&").Id("c").Op("!=").Nil()).Block(ifExtraEdited(nil, "c"))
		if there != nil {
			check = jen.If(there.Clone()).Block(check)
		}
		e.ofCases = append(e.ofCases, check)
	}
}

// ifExtraEdited returns the check of the record in expr: if its Extra has been edited, the kind is found in the JSON of the line.
func ifExtraEdited(there *jen.Statement, expr string) jen.Code {
	extra := id(expr + ".Extra")
	return jen.If(allOf(there, jen.Qual(genrtPath, "IsEdited").Call(extra))).Block(
		jen.Return(jen.Qual(genrtPath, "EditedKind").Call(id("m"), extra, id("Peek"))),
	)
}
