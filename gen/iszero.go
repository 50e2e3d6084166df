package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// This file prints the methods isSet, of unions by JSON type, and isZero, of records: encoders ask them whether a value is written.

// printIsSet prints the method that reports whether a union by JSON type has a value.
func printIsSet(p *plan, f *file, u *union) {
	code := id("m.Type").Op("!=").Qual(decoderPath, "Invalid")
	for _, a := range u.Variants {
		code.Op("||").Add(p.variantIsSet(a))
	}
	code.Op("||").Id("m.Other").Op("!=").Nil()
	decl := method(u.Name, "isSet").Params()
	name := "isSet"
	if !p.local(u.Union) {
		name = "isSet" + p.localName(u.Union)
		decl = jen.Func().Id(name).Params(jen.Id("m").Op("*").Add(p.ref("", u.Union)))
	}
	f.declare(name+" reports whether m differs from the value for an absent member.", decl.Bool().Block(jen.Return(code)))
}

func (p *plan) variantIsSet(a *spec.Variant) *jen.Statement {
	m := &member{field: &spec.Field{GoName: a.GoName, Type: a.Type}}
	if p.variantPointer(a) || a.Type.Kind == spec.UnionType || a.Type.Kind == spec.JSON || isContainer(m.field) {
		m.form = nilable
	}
	return p.compare(m, "m.", false, "")
}

// printIsZero prints the method that reports whether a record is zero.
func printIsZero(p *plan, f *file, r *record) {
	var parts []jen.Code
	if r.Shorthand != "" {
		parts = append(parts, id("m."+r.Shorthand).Op("==").Lit(""))
	}
	for _, m := range r.fields() {
		if m.field != nil && m.fixed == "" {
			parts = append(parts, p.compare(m, "m.", true, ""))
		}
	}
	if !r.view {
		parts = append(parts, id("m.Extra").Op("==").Add(noExtra()))
	}
	code := jen.Return()
	if len(parts) == 0 {
		code.True()
	}
	for i, part := range parts {
		if i > 0 {
			code.Op("&&").Line()
		}
		code.Add(part)
	}
	decl := method(r.Name, "isZero").Params()
	name := "isZero"
	if !p.local(r.Record) {
		name += p.localName(r.Record)
		decl = jen.Func().Id(name).Params(jen.Id("m").Op("*").Add(p.ref("", r.Record)))
	}
	f.declare(name+" reports whether all fields of m are zero, Extra included.", decl.Bool().Block(code))
}
