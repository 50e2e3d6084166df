package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// The type of a result depends on the method of its request, which stands on another line. A record keeps a result raw, and decodes it when the
// caller passes the method.

func isResult(t *spec.Type) bool {
	return t != nil && t.Kind == spec.UnionType && t.Union.Tree != nil && t.Union.Tree.Results
}

// printScanResults prints the decoder of results. A result of a case without a record, or of an unknown method, can be any value.
func printScanResults(p *plan, f *file, u *union) {
	t := &tree{p: p, u: u}
	var list []branch
	for i, c := range u.Tree.Cases {
		if c.Target.Bare || sharesBody(u.Tree.Cases[:i], c) {
			continue
		}
		var methods []string
		for _, o := range u.Tree.Cases[i:] {
			if o == c || sameTarget(&c.Target, &o.Target) {
				name, _ := stringLiteral(o.Literal)
				methods = append(methods, name)
			}
		}
		list = append(list, branch{cases(methods), t.target(&c.Target, 0, nil)})
	}
	code := append(choose(id("method"), list),
		define("m", fromSlab(u.unknown)),
		set("m.Raw, i", call("c.RawElem", id("i"))),
		jen.Return(id("m"), id("i")))
	f.declare("scan"+u.Name+" reads the result of a method.",
		jen.Func().Id("scan"+u.Name).Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.Id("method").String(), jen.Id("i").Int()).
			Params(jen.Id(u.Name), jen.Int()).Block(code...))
	scan := jen.Func().Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.Id("i").Int()).Params(jen.Id(u.Name), jen.Int()).Block(
		jen.Return(id("scan"+u.Name).Call(id("c"), id("method"), id("i"))))
	f.declare("Unmarshal"+u.Name+" decodes the result of a method; it returns "+u.unknown+" if the spec does not describe that result. Another JSON "+
		"type than the spec's is an error. The value does not refer to data.",
		jen.Func().Id("Unmarshal"+u.Name).Params(jen.Id("method").String(), jen.Id("data").Index().Byte()).Params(jen.Id(u.Name), jen.Error()).Block(
			jen.Return(jen.Qual(genrtPath, "UnmarshalUnion").Call(id("data"), scan))))
	f.declare("Check"+u.Name+" returns all that a Reader with [decoder.Strict] refuses in the result of a method, as CheckLine does; nil if the spec describes all of the result. "+
		"If the spec does not have the method, it returns nil for any JSON.",
		jen.Func().Id("Check"+u.Name).Params(jen.Id("method").String(), jen.Id("data").Index().Byte()).Error().Block(
			jen.Return(jen.Qual(genrtPath, "CheckUnion").Call(id("data"), scan.Clone()))))
}

// printResult prints the methods of a field that has a result.
func printResult(p *plan, f *file, r *record, field *spec.Field) {
	u, at := field.Type.Union, "m."+field.GoName
	f.declare("Decode"+field.GoName+" decodes "+field.GoName+", the result of a method, as [Unmarshal"+u.Name+"] does. It returns nil if "+field.GoName+" is nil.",
		method(r.Name, "Decode"+field.GoName).Params(jen.Id("method").String()).Params(jen.Id(u.Name), jen.Error()).Block(
			jen.If(id(at).Op("==").Nil()).Block(jen.Return(jen.Nil(), jen.Nil())),
			jen.Return(id("Unmarshal"+u.Name).Call(id("method"), id(at)))))
	write := call("v.AppendJSON", jen.Nil())
	if p.appendsByUnion(u) {
		write = call("append"+u.Name, jen.Nil(), id("v"), jen.False())
	}
	f.declare("Set"+field.GoName+" sets "+field.GoName+" to the JSON of v, or to nil if v is nil. If it returns an error, it has changed nothing.",
		method(r.Name, "Set"+field.GoName).Params(jen.Id("v").Id(u.Name)).Error().Block(
			jen.If(id("v").Op("==").Nil()).Block(set(at, jen.Nil()), jen.Return(jen.Nil())),
			define("data, err", write),
			jen.If(id("err").Op("==").Nil()).Block(set(at, id("data"))),
			jen.Return(id("err"))))
}
