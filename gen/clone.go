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
		printCopyParts(f, r.Name, p.copyRecord(r))
	}
	for _, u := range p.unions {
		if !u.byTag() {
			printCloneMethod(f, u.Name)
			printCopyParts(f, u.Name, p.copyArms(u))
			continue
		}
		if u.owns {
			printCloneMethod(f, u.unknown)
			printCopyParts(f, u.unknown, []jen.Code{call("k.Raw", address("m.Raw"))})
		}
		printCloneUnion(p, f, u)
	}
}

func printCloneMethod(f *file, name string) {
	f.declare("Clone is a tight copy of m with all that it refers to: it shares nothing with the line that m was read from.",
		method(name, "Clone").Params().Op("*").Id(name).Add(oneLine(jen.Return(jen.Qual(genrtPath, "Clone").Call(id("m"))))))
}

func printCopyParts(f *file, name string, code []jen.Code) {
	f.declare("CopyParts replaces all that m refers to by copies. It is for generated code.",
		method(name, "CopyParts").Params(jen.Id("k").Op("*").Qual(genrtPath, "Copier")).Block(code...))
}

func printCloneUnion(p *plan, f *file, u *union) {
	var list []jen.Code
	for _, name := range u.caseNames() {
		list = append(list, jen.Case(jen.Op("*").Id(name)).Block(jen.Return(jen.Qual(genrtPath, "CopyRecord").Call(id("k"), id("v")))))
	}
	f.declare("Clone"+u.Name+" is a tight copy of v with all that it refers to: it shares nothing with the line that v was read from.",
		jen.Func().Id("Clone"+u.Name).Params(jen.Id("v").Id(u.Name)).Id(u.Name).Block(
			jen.Id("k").Op(":=").Qual(genrtPath, "NewCopier").Call(),
			define("c", call("Copy"+u.Name, id("k"), id("v"))),
			call("k.Finish"),
			jen.Return(id("c")),
		))
	f.declare("Copy"+u.Name+" copies v with all that it refers to. It is for generated code.",
		jen.Func().Id("Copy"+u.Name).Params(jen.Id("k").Op("*").Qual(genrtPath, "Copier"), jen.Id("v").Id(u.Name)).Id(u.Name).Block(
			jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(list...),
			jen.Return(jen.Nil()),
		))
}

func (p *plan) copyRecord(r *record) []jen.Code {
	var code []jen.Code
	if r.Shorthand != "" {
		code = append(code, p.copyValue("m."+r.Shorthand, &spec.Type{Kind: spec.String}, false, 0)...)
	}
	for _, m := range r.fields() {
		switch {
		case m.field == nil || m.fixed != "":
		case m.field.Lazy:
			code = append(code, call("k.Raw", address(m.expr())))
		default:
			code = append(code, p.copyValue(m.expr(), m.field.Type, m.form == pointer, 0)...)
		}
	}
	if !r.view {
		code = append(code, call("k.Extra", address("m.Extra")))
	}
	return code
}

func (p *plan) copyArms(u *union) []jen.Code {
	var code []jen.Code
	for _, a := range u.Arms {
		code = append(code, p.copyValue("m."+a.GoName, a.Type, p.armPointer(a), 0)...)
	}
	return append(code, call("k.Raw", address("m.Other")))
}

// textAt is a pointer to a Go string, for the pointer at to a value whose type is one.
func textAt(at *jen.Statement, t *spec.Type) *jen.Statement {
	if t.Kind == spec.EnumType {
		return jen.Parens(jen.Op("*").String()).Parens(at)
	}
	return at
}

// copyValue replaces what expr refers to, or what a pointer points to, by copies. depth counts the loops around it.
func (p *plan) copyValue(expr string, t *spec.Type, pointer bool, depth int) []jen.Code {
	switch {
	case pointer && inPlace(t):
		return []jen.Code{set(expr, jen.Qual(genrtPath, "CopyRecord").Call(id("k"), id(expr)))}
	case pointer:
		code := []jen.Code{set(expr, jen.Qual(genrtPath, "CopyTarget").Call(id(expr)))}
		if isText(t) {
			code = append(code, call("k.String", textAt(id(expr), t)))
		}
		return code
	case isText(t):
		return []jen.Code{call("k.String", textAt(jen.Op("&").Id(expr), t))}
	case t.Kind == spec.JSON:
		return []jen.Code{call("k.Raw", address(expr))}
	case inPlace(t):
		return []jen.Code{call(expr+".CopyParts", id("k"))}
	case t.Kind == spec.UnionType:
		return []jen.Code{set(expr, p.ref("Copy", t.Union).Call(id("k"), id(expr)))}
	case t.Kind == spec.Array:
		code := []jen.Code{set(expr, jen.Qual(genrtPath, "CopyList").Call(id(expr)))}
		index := loopName("i", depth)
		if elem := p.copyValue(expr+"["+index+"]", t.Elem, p.elemPointer(t.Elem), depth+1); elem != nil {
			code = append(code, jen.For(jen.Id(index).Op(":=").Range().Id(expr)).Block(elem...))
		}
		return code
	case t.Kind == spec.Map:
		return p.copyMap(expr, t, depth)
	}
	return nil
}

// copyMap copies the keys, too: they are strings of the line. What is in a map has no place that could be written to later.
func (p *plan) copyMap(expr string, t *spec.Type, depth int) []jen.Code {
	copyName, key, elem := loopName("copied", depth), loopName("k", depth), loopName("v", depth)
	if key == "k" {
		key = "name"
	}
	value, body := id(elem), []jen.Code(nil)
	switch e := t.Elem; {
	case p.elemPointer(e) || e.Kind == spec.Array || e.Kind == spec.Map:
		body = p.copyValue(elem, e, p.elemPointer(e), depth+1)
	case isText(e):
		value = p.clonedText(elem, e)
	case e.Kind == spec.JSON:
		value = call(elem + ".Clone")
	case inPlace(e):
		value = jen.Op("*").Add(call(elem + ".Clone"))
	case e.Kind == spec.UnionType:
		value = p.ref("Copy", e.Union).Call(id("k"), id(elem))
	}
	body = append(body, jen.Id(copyName).Index(p.clonedText(key, t.Key)).Op("=").Add(value))
	return []jen.Code{jen.If(id(expr).Op("!=").Nil()).Block(
		define(copyName, jen.Make(p.goType(t, false), jen.Len(id(expr)))),
		jen.For(jen.Id(key).Op(",").Id(elem).Op(":=").Range().Id(expr)).Block(body...),
		set(expr, id(copyName)),
	)}
}

// clonedText is a copy of the text expr.
func (p *plan) clonedText(expr string, t *spec.Type) *jen.Statement {
	if t.Kind == spec.EnumType {
		return p.goType(t, false).Parens(jen.Qual("strings", "Clone").Call(jen.String().Parens(id(expr))))
	}
	return jen.Qual("strings", "Clone").Call(id(expr))
}
