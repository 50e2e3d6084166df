package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printScanVariants prints the decoder of a union by JSON type.
func printScanVariants(p *plan, f *file, u *union) {
	var list []jen.Code
	for _, a := range u.Variants {
		dst := "m." + a.GoName
		var body []jen.Code
		switch {
		case p.variantPointer(a):
			body = []jen.Code{set(dst, fromSlab(p.localName(a.Type.Record))), set("i", p.scanRecord(dst, true, a.Type.Record, id("i")))}
		case scalars[a.Type.Kind].raw:
			body = []jen.Code{set(dst+", m.Other, i", call("c."+scalars[a.Type.Kind].read+"Variant", id("i")))}
		case a.Type.Kind == spec.UnionType:
			body = []jen.Code{set(dst+", i", p.scanUnion(a.Type.Union).Call(id("c"), id("i")))}
		default:
			body = []jen.Code{set(dst+", i", p.readCall(a.Type, false, true, "i"))}
		}
		if canGoWrong(a.Type) {
			body = append(body, jen.If(id(dst).Op("==").Nil()).Block(
				set("m.Type", jen.Qual(decoderPath, "Invalid")).Comment("// an element of another type: the text is in Extra"),
			))
		}
		list = append(list, jen.Case(jen.Qual(decoderPath, jsonTypeName(a.JSON))).Block(body...))
	}
	list = append(list,
		jen.Case(jen.Qual(decoderPath, "Null")).Block(set("i", call("c.NullVariant", id("i")))),
		jen.Default().Block(set("m.Other, i", call("c.UnknownVariant", id("i")))),
	)
	f.declare("",
		method(u.Name, "scan").Add(cursorParams()).Int().Block(
			set("m.Type", jen.Qual(decoderPath, "JSONType").Parens(call("c.Type", id("i")))),
			jen.Switch(id("m.Type")).Block(list...),
			jen.Return(id("i")),
		))
}

// canGoWrong reports whether elements of a list or map can have another type than the spec's. A union has an unknown case for any other value,
// but a list or map that is a variant of a union by JSON type has elements of its own. A raw value has no type. within are the unions around t.
func canGoWrong(t *spec.Type, within ...*spec.Union) bool {
	if t == nil || t.Kind != spec.Array && t.Kind != spec.Map {
		return false
	}
	switch u := t.Elem.Union; {
	case t.Elem.Kind == spec.JSON:
		return false
	case t.Elem.Kind != spec.UnionType:
		return true
	case slices.Contains(within, u):
		return false
	default:
		within = append(slices.Clip(within), u)
		return slices.ContainsFunc(u.Variants, func(v *spec.Variant) bool { return canGoWrong(v.Type, within...) })
	}
}

// jsonTypeName returns the name of the Go constant for a JSON type.
func jsonTypeName(t spec.JSONType) string {
	switch t {
	case "boolean":
		return "Bool"
	}
	return strings.ToUpper(string(t[:1])) + string(t[1:])
}

// otherCase returns the code that finds the tag of a value that is a case of the union root, but not of the part that is decoded, and the tag. It is the
// one that an unknown case of root has.
func otherCase(root *spec.Union) (code []jen.Code, tag jen.Code) {
	n := root.Tree
	if len(n.Tag) == 0 {
		return nil, jen.Nil()
	}
	at := find(n.Tag[0])
	_, others := textCases(n.Cases)
	if len(n.Tag) > 1 || len(others) > 0 {
		code = tagPlaces(n, "at", at)
		at = id("at")
	}
	if len(others) == 0 {
		return code, call("c.TagText", at)
	}
	return append(code, define("tag", call("c.TagText", at)),
		jen.If(id("tag").Op("==").Nil()).Block(set("tag", call("c.LiteralText", at)))), id("tag")
}

// printScanPart prints the decoder of a union that is a part of another one.
func printScanPart(p *plan, f *file, u *union) {
	code, tag := otherCase(u.root)
	f.declare("",
		jen.Func().Id("scan"+u.Name).Add(cursorParams()).Params(jen.Id(u.Name), jen.Int()).Block(slices.Concat(
			[]jen.Code{
				define("v, end", p.scanUnion(u.root).Call(id("c"), id("i"))),
				define("m, ok", id("v").Assert(id(u.Name))),
				jen.If(id("ok").Op("||").Id("end").Op("<").Lit(0)).Block(jen.Return(id("m"), id("end"))),
			},
			code,
			[]jen.Code{
				define("u", jen.New(id(u.unknown))),
				set("u.Raw, i", call("c.UnknownCase", append([]jen.Code{id("i"), tag}, tagPathArgs(u.root.Tree)...)...)),
				jen.Return(id("u"), id("i")),
			})...,
		))
	msg := jen.Lit(p.Package + ": the value is not " + article(u.Name))
	if p.line(u) {
		msg = jen.Lit(p.Package + ": a line of kind ").Op("+").Add(jen.String().Parens(call("v.Kind"))).
			Op("+").Lit(" is not " + article(u.Name) + ": use Unmarshal" + u.root.Name)
	}
	f.declare("Unmarshal"+u.Name+" decodes "+article(u.Name)+". Another case of "+u.root.Name+" is an error.",
		jen.Func().Id("Unmarshal"+u.Name).Params(jen.Id("data").Index().Byte()).Params(jen.Id(u.Name), jen.Error()).Block(
			define("v, err", p.ref("Unmarshal", u.root).Call(id("data"))),
			jen.If(id("err").Op("!=").Nil()).Block(jen.Return(jen.Nil(), id("err"))),
			define("m, ok", id("v").Assert(id(u.Name))),
			jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.Nil(), jen.Qual("errors", "New").Call(msg))),
			jen.Return(id("m"), jen.Nil()),
		))
	printAnyUnmarshal(f, u)
}

// printAnyUnmarshal prints the method of the wrapper for encoding/json.
func printAnyUnmarshal(f *file, u *union) {
	f.declare("UnmarshalJSON decodes "+article(u.Name)+".",
		jen.Func().Params(jen.Id("a").Op("*").Id("Any"+u.Name)).Id("UnmarshalJSON").Params(jen.Id("data").Index().Byte()).Params(jen.Id("err").Error()).Block(
			jen.If(jen.String().Parens(id("data")).Op("==").Lit("null")).Block(
				set("a."+u.Name, jen.Nil()).Comment("// MarshalJSON writes null for nil"),
				jen.Return(jen.Nil()),
			),
			set("a."+u.Name+", err", call("Unmarshal"+u.Name, id("data"))),
			jen.Return(id("err")),
		))
}
