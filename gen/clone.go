package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printClone prints the methods and functions that make deep copies.
func printClone(p *plan, f *file) {
	for _, r := range p.structs {
		if r.Group {
			continue
		}
		printCopyParts(f, r.Name, assignedFields(r), p.copyRecord(r))
	}
	for _, u := range p.unions {
		if !u.byTag() {
			printCopyParts(f, u.Name, nil, p.copyVariants(u))
			continue
		}
		if u.owns {
			printCopyParts(f, u.unknown, nil, []jen.Code{p.copyRaw("m.Raw")})
		}
		printCloneUnion(p, f, u)
	}
	printForeignCopy(p, f)
}

// printCopyParts prints the three methods that copy a type: Clone for users, copied for a value that another one refers to, and copyParts,
// which copies what the receiver refers to. None is generic: a generic one would be compiled three times for each type. assigned are the fields whose
// values the copy shares.
func printCopyParts(f *file, name string, assigned []string, code []jen.Code) {
	doc := "Clone returns a deep copy of m without spare capacity, which shares no memory with m's line; nil for nil."
	if len(assigned) > 0 {
		doc += " Values of types outside the spec are copied by assignment: " + strings.Join(assigned, ", ") + "."
	}
	f.declare(doc,
		method(name, "Clone").Params().Op("*").Id(name).Block(
			define("k", jen.Qual(genrtPath, "NewCopier").Call()),
			define("c", call("m.copied", id("k"))),
			call("k.Finish"),
			jen.Return(id("c")),
		))
	f.declareOnce(method(name, "copied").Params(copierParam()).Op("*").Id(name).Block(
		jen.If(id("m").Op("==").Nil()).Block(jen.Return(jen.Nil())),
		define("c", id("*m")),
		call("c.copyParts", id("k")),
		jen.Return(address("c")),
	))
	f.declare("", method(name, "copyParts").Params(copierParam()).Block(code...))
}

// assignedFields returns the fields of a record, and of the records that it embeds, whose values have a type that the spec does not describe.
func assignedFields(r *record) (names []string) {
	for _, m := range r.fields() {
		if m.field == nil || m.field.Type == nil || m.field.Lazy {
			continue
		}
		t := m.field.Type
		for t.Elem != nil {
			t = t.Elem
		}
		if t.Kind == spec.GoText {
			names = append(names, m.goName())
		}
	}
	var add func(r *spec.Record)
	add = func(r *spec.Record) {
		for _, g := range r.GoFields {
			names = append(names, g.Name)
		}
		for _, e := range r.Embed {
			add(e.Record)
		}
	}
	add(r.Record)
	return names
}

func printCloneUnion(p *plan, f *file, u *union) {
	var list []jen.Code
	for _, name := range u.caseNames() {
		list = append(list, jen.Case(jen.Op("*").Id(name)).Block(jen.Return(call("v.copied", id("k")))))
	}
	f.declare("Clone"+u.Name+" returns a deep copy of v without spare capacity, which shares no memory with v's line.",
		jen.Func().Id("Clone"+u.Name).Params(jen.Id("v").Id(u.Name)).Id(u.Name).Block(
			jen.Id("k").Op(":=").Qual(genrtPath, "NewCopier").Call(),
			define("c", p.copyUnion(u.Union).Call(id("k"), id("v"))),
			call("k.Finish"),
			jen.Return(id("c")),
		))
	f.declare("", jen.Func().Id("copy"+u.Name).Params(copierParam(), jen.Id("v").Id(u.Name)).Id(u.Name).Block(
		jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(list...),
		jen.Return(jen.Nil()),
	))
}

func (p *plan) copyRaw(expr string) *jen.Statement {
	return jen.Qual(genrtPath, "CopyRaw").Call(id("k"), address(expr))
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
			code = append(code, p.copyRaw(m.expr()))
		default:
			code = append(code, p.copyValue(m.expr(), m.field.Type, m.form == pointer, 0)...)
		}
	}
	if !r.view {
		code = append(code, jen.Qual(genrtPath, "CopyExtra").Call(id("k"), address("m.Extra")))
	}
	return code
}

func (p *plan) copyVariants(u *union) []jen.Code {
	var code []jen.Code
	for _, a := range u.Variants {
		code = append(code, p.copyValue("m."+a.GoName, a.Type, p.variantPointer(a), 0)...)
	}
	return append(code, p.copyRaw("m.Other"))
}

// textAt returns a *string for at, a pointer to a value whose underlying type is string.
func textAt(at *jen.Statement, t *spec.Type) *jen.Statement {
	if t.Kind == spec.EnumType || t.Kind == spec.Decimal {
		return jen.Parens(jen.Op("*").String()).Parens(at)
	}
	return at
}

// copyValue returns the code that replaces what expr refers to by copies. depth is the number of loops around it.
func (p *plan) copyValue(expr string, t *spec.Type, pointer bool, depth int) []jen.Code {
	switch {
	case t.Kind == spec.GoText && !pointer:
		return nil
	case pointer && inPlace(t) && t.Kind != spec.GoText && p.local(declared(t)):
		return []jen.Code{set(expr, call(expr+".copied", id("k")))}
	case pointer && inPlace(t) && t.Kind != spec.GoText:
		return []jen.Code{jen.If(id(expr).Op("!=").Nil()).Block(
			set(expr, jen.Qual(genrtPath, "CopyTarget").Call(id(expr))),
			p.plumbing("Copy", declared(t)).Call(id("k"), id(expr)),
		)}
	case pointer:
		code := []jen.Code{set(expr, jen.Qual(genrtPath, "CopyTarget").Call(id(expr)))}
		if isGoString(t) {
			code = append(code, call("k.String", textAt(id(expr), t)))
		}
		return code
	case isGoString(t):
		return []jen.Code{call("k.String", textAt(jen.Op("&").Id(expr), t))}
	case t.Kind == spec.JSON:
		return []jen.Code{p.copyRaw(expr)}
	case t.Kind == spec.Bytes:
		raw := jen.Parens(jen.Op("*").Qual(decoderPath, "Raw")).Parens(address(expr))
		return []jen.Code{jen.Qual(genrtPath, "CopyRaw").Call(id("k"), raw)}
	case inPlace(t):
		return []jen.Code{p.copyParts(expr, declared(t))}
	case t.Kind == spec.UnionType:
		return []jen.Code{set(expr, p.copyUnion(t.Union).Call(id("k"), id(expr)))}
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

// copyMap returns the code that copies a map and its keys, which are strings of the line. A value in a map has no address: each value is copied
// to a variable first.
func (p *plan) copyMap(expr string, t *spec.Type, depth int) []jen.Code {
	copyName, key, elem := loopName("copied", depth), loopName("k", depth), loopName("v", depth)
	if key == "k" {
		key = "name"
	}
	value, body := id(elem), []jen.Code(nil)
	switch e := t.Elem; {
	case p.elemPointer(e) || e.Kind == spec.Array || e.Kind == spec.Map:
		body = p.copyValue(elem, e, p.elemPointer(e), depth+1)
	case isGoString(e):
		value = p.clonedText(elem, e)
	case e.Kind == spec.JSON:
		value = call(elem + ".Clone")
	case e.Kind == spec.Bytes:
		value = jen.Qual("bytes", "Clone").Call(id(elem))
	case inPlace(e) && e.Kind != spec.GoText:
		value = jen.Op("*").Add(call(elem + ".Clone"))
	case e.Kind == spec.UnionType:
		value = p.copyUnion(e.Union).Call(id("k"), id(elem))
	}
	body = append(body, jen.Id(copyName).Index(p.clonedText(key, t.Key)).Op("=").Add(value))
	return []jen.Code{jen.If(id(expr).Op("!=").Nil()).Block(
		define(copyName, jen.Make(p.goType(t, false), jen.Len(id(expr)))),
		jen.For(jen.Id(key).Op(",").Id(elem).Op(":=").Range().Id(expr)).Block(body...),
		set(expr, id(copyName)),
	)}
}

// isGoString reports whether values of a type are strings in Go.
func isGoString(t *spec.Type) bool { return isText(t) || t.Kind == spec.Decimal }

// clonedText returns a copy of the text expr.
func (p *plan) clonedText(expr string, t *spec.Type) *jen.Statement {
	if t.Kind == spec.EnumType || t.Kind == spec.Decimal {
		return p.goType(t, false).Parens(jen.Qual("strings", "Clone").Call(jen.String().Parens(id(expr))))
	}
	return jen.Qual("strings", "Clone").Call(id(expr))
}
