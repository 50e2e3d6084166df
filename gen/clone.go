package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printClone prints what copies values with all that they refer to.
func printClone(p *plan, f *file) {
	for _, r := range p.structs {
		if r.Group {
			continue
		}
		printCloneMethod(f, r.Name)
		printOwn(f, r.Name, p.ownRecord(r))
	}
	for _, u := range p.unions {
		if !u.byTag() {
			printCloneMethod(f, u.Name)
			printOwn(f, u.Name, p.ownArms(u))
			continue
		}
		if u.owns {
			f.declare("Clone copies m with all that it refers to.", method(u.unknown, "Clone").Params().Op("*").Id(u.unknown).Block(
				jen.If(id("m").Op("==").Nil()).Block(jen.Return(jen.Nil())),
				jen.Return(jen.Op("&").Id(u.unknown).Values(keyed("Raw", call("m.Raw.Clone")))),
			))
		}
		printCloneUnion(p, f, u)
	}
}

func printCloneMethod(f *file, name string) {
	f.declare("Clone copies m with all that it refers to.", method(name, "Clone").Params().Op("*").Id(name).Block(
		jen.If(id("m").Op("==").Nil()).Block(jen.Return(jen.Nil())),
		define("c", id("*m")),
		call("c.own"),
		jen.Return(address("c")),
	))
}

func printOwn(f *file, name string, code []jen.Code) {
	f.declare("own replaces all that m refers to by copies.", method(name, "own").Params().Block(code...))
}

func printCloneUnion(p *plan, f *file, u *union) {
	var list []jen.Code
	for _, name := range u.caseNames() {
		list = append(list, jen.Case(jen.Op("*").Id(name)).Block(jen.Return(call("v.Clone"))))
	}
	f.declare("Clone"+u.Name+" copies v with all that it refers to.",
		jen.Func().Id("Clone"+u.Name).Params(jen.Id("v").Id(u.Name)).Id(u.Name).Block(
			jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(list...),
			jen.Return(jen.Nil()),
		))
}

func (p *plan) ownRecord(r *record) []jen.Code {
	var code []jen.Code
	if r.Shorthand != "" {
		code = append(code, p.own("m."+r.Shorthand, &spec.Type{Kind: spec.String}, false, 0)...)
	}
	for _, m := range r.fields() {
		switch {
		case m.field == nil || m.fixed != "":
		case m.field.Lazy:
			code = append(code, set(m.expr(), call(m.expr()+".Clone")))
		default:
			code = append(code, p.own(m.expr(), m.field.Type, m.form == pointer, 0)...)
		}
	}
	if !r.view {
		code = append(code, set("m.Extra", call("m.Extra.Clone")))
	}
	return code
}

func (p *plan) ownArms(u *union) []jen.Code {
	var code []jen.Code
	for _, a := range u.Arms {
		code = append(code, p.own("m."+a.GoName, a.Type, p.armPointer(a), 0)...)
	}
	return append(code, set("m.Other", call("m.Other.Clone")))
}

// copied is a copy of the scalar or raw value expr, nil if a plain assignment has copied it.
func (p *plan) copied(expr string, t *spec.Type) *jen.Statement {
	switch t.Kind {
	case spec.String, spec.UUID:
		return jen.Qual("strings", "Clone").Call(id(expr))
	case spec.EnumType:
		return p.goType(t, false).Parens(jen.Qual("strings", "Clone").Call(jen.String().Parens(id(expr))))
	case spec.JSON:
		return call(expr + ".Clone")
	case spec.UnionType:
		if t.Union.Arms == nil {
			return p.ref("Clone", t.Union).Call(id(expr))
		}
	}
	return nil
}

// own replaces what expr refers to, or what a pointer points to, by copies. depth counts the loops around it.
func (p *plan) own(expr string, t *spec.Type, pointer bool, depth int) []jen.Code {
	if pointer {
		return p.ownPointer(expr, t)
	}
	if s := p.copied(expr, t); s != nil {
		return []jen.Code{set(expr, s)}
	}
	switch {
	case inPlace(t) && p.local(declared(t)):
		return []jen.Code{call(expr + ".own")}
	case inPlace(t):
		return []jen.Code{set(expr, jen.Op("*").Add(call(expr+".Clone")))}
	case t.Kind == spec.Array:
		code := []jen.Code{set(expr, jen.Qual("slices", "Clone").Call(id(expr)))}
		index := loopName("i", depth)
		if elem := p.own(expr+"["+index+"]", t.Elem, p.elemPointer(t.Elem), depth+1); elem != nil {
			code = append(code, jen.For(jen.Id(index).Op(":=").Range().Id(expr)).Block(elem...))
		}
		return code
	case t.Kind == spec.Map:
		return p.ownMap(expr, t, depth)
	}
	return nil
}

func (p *plan) ownPointer(expr string, t *spec.Type) []jen.Code {
	if inPlace(t) {
		return []jen.Code{set(expr, call(expr+".Clone"))}
	}
	value := p.copied("*"+expr, t)
	if value == nil {
		value = jen.Op("*").Id(expr)
	}
	return []jen.Code{jen.If(id(expr).Op("!=").Nil()).Block(set(expr, jen.New(value)))}
}

// ownMap copies the keys, too: they are strings of the line.
func (p *plan) ownMap(expr string, t *spec.Type, depth int) []jen.Code {
	copyName, key, elem := loopName("copied", depth), loopName("k", depth), loopName("v", depth)
	pointer := p.elemPointer(t.Elem)
	value, body := id(elem), []jen.Code(nil)
	if c := p.copied(elem, t.Elem); c != nil && !pointer {
		value = c
	} else {
		body = p.own(elem, t.Elem, pointer, depth+1)
	}
	body = append(body, jen.Id(copyName).Index(p.copied(key, t.Key)).Op("=").Add(value))
	return []jen.Code{jen.If(id(expr).Op("!=").Nil()).Block(
		define(copyName, jen.Make(p.goType(t, false), jen.Len(id(expr)))),
		jen.For(jen.Id(key).Op(",").Id(elem).Op(":=").Range().Id(expr)).Block(body...),
		set(expr, id(copyName)),
	)}
}
