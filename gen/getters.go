package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// This file prints getters: the methods of a union's interface, which all its cases have, and those that parse a UUID.

// printGetters prints the methods that the interfaces of unions have, and those of uuid fields.
func printGetters(p *plan, f *file, r *record) {
	for _, field := range r.Fields {
		if field.Type == nil || field.Type.Kind != spec.UUID || field.Lazy {
			continue
		}
		m := p.newMember(declaredField{field, r.Record})
		f.declare("Get"+field.GoName+" parses "+field.GoName+". It returns uuid.Nil if that is no UUID.",
			method(r.Name, "Get"+field.GoName).Params().Qual(uuidPath, "UUID").Block(p.parseUUID(m.expr(), m.form == pointer)...))
	}
	for _, g := range r.methods {
		decl := method(r.Name, g.GoName).Params().Add(p.getterType(g.Type))
		f.declare(g.GoName+" implements ["+g.union.Name+"].", decl.Add(p.getterBody(g)))
	}
}

// getterType returns the type that a getter returns.
func (p *plan) getterType(t *spec.Type) *jen.Statement {
	if t.Kind == spec.UUID {
		return jen.Qual(uuidPath, "UUID")
	}
	return p.goType(t, false)
}

// getterBody returns the body of a getter: it returns a field, the fixed value of a tag, or the zero value.
func (p *plan) getterBody(g getter) *jen.Statement {
	m := g.from
	zero := &member{field: &spec.Field{Type: g.Type}}
	none := p.defaultValue(zero)
	switch g.Type.Kind {
	case spec.UUID:
		none = jen.Qual(uuidPath, "Nil")
	case spec.JSON, spec.Bytes:
		none = jen.Nil()
	}
	switch {
	case m == nil:
		return oneLine(jen.Return(none))
	case m.fixed != "":
		zero.field.Default = m.fixed
		return oneLine(jen.Return(p.defaultValue(zero)))
	case g.Type.Kind == spec.UUID:
		return jen.Block(p.parseUUID(m.expr(), m.form == pointer)...)
	}
	convert := func(s *jen.Statement) *jen.Statement {
		if g.Type.Kind == m.field.Type.Kind && declared(g.Type) == declared(m.field.Type) || isTime(g.Type) {
			return s
		}
		return p.goType(g.Type, false).Parens(s)
	}
	if m.form != pointer {
		return oneLine(jen.Return(convert(id(m.expr()))))
	}
	return jen.Block(
		jen.If(id(m.expr()).Op("==").Nil()).Block(jen.Return(none)),
		jen.Return(convert(jen.Op("*").Id(m.expr()))),
	)
}

func (p *plan) parseUUID(expr string, pointer bool) []jen.Code {
	var code []jen.Code
	value := id(expr)
	if pointer {
		code = append(code, jen.If(id(expr).Op("==").Nil()).Block(jen.Return(jen.Qual(uuidPath, "Nil"))))
		value = jen.Op("*").Id(expr)
	}
	return append(code,
		define("u, err", jen.Qual(uuidPath, "Parse").Call(value)),
		jen.If(id("err").Op("!=").Nil()).Block(jen.Return(jen.Qual(uuidPath, "Nil"))),
		jen.Return(id("u")),
	)
}

// printUnknownGetters prints the getters of a union's unknown record, which read Raw. A union and its parts share the record, which has each
// method once.
func printUnknownGetters(p *plan, f *file, u *union) {
	for _, g := range u.Getters {
		if p.unknownHas(u, g) {
			continue
		}
		member := define("v, _", call("m.Raw.Get", text(g.Member)))
		var body []jen.Code
		switch kind := g.Type.Kind; {
		case isIntEnum(g.Type):
			body = []jen.Code{jen.Return(p.goType(g.Type, false).Parens(jen.Qual(genrtPath, "IntOf").Call(id("v"))))}
		case kind == spec.String:
			body = []jen.Code{define("s, _", call("v.Text")), jen.Return(id("s"))}
		case kind == spec.EnumType:
			body = []jen.Code{define("s, _", call("v.Text")), jen.Return(p.goType(g.Type, false).Parens(id("s")))}
		case kind == spec.UUID:
			body = append([]jen.Code{define("s, _", call("v.Text"))}, p.parseUUID("s", false)...)
		case kind == spec.JSON:
			body = []jen.Code{jen.Return(id("v"))}
		case kind == spec.Bool:
			body = []jen.Code{jen.Return(jen.String().Parens(id("v")).Op("==").Lit("true"))}
		default:
			body = []jen.Code{jen.Return(jen.Qual(genrtPath, scalars[kind].read+"Of").Call(id("v")))}
		}
		f.declare(g.GoName+" returns the member of Raw; zero if Raw has no such value.", method(u.unknown, g.GoName).Params().Add(p.getterType(g.Type)).Block(append([]jen.Code{member}, body...)...))
	}
}

// unknownHas reports whether the getter of the unknown record has been printed for a union before u.
func (p *plan) unknownHas(u *union, g *spec.Getter) bool {
	for _, o := range p.unions {
		if o == u {
			return false
		}
		for _, h := range o.Getters {
			if o.unknown == u.unknown && h.GoName == g.GoName {
				return true
			}
		}
	}
	return false
}
