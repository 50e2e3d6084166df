package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// The tag of an external union is the name of the member that has the value, {"Start":{...}}; the tag of an adjacent union is a member beside the
// value, {"t":"start","c":{...}}. The record neither reads nor writes its tag: the code for the union does.

// printScanExternal prints the decoder of an external or adjacent union. If a name has no object, the case is not one with a record.
func printScanExternal(p *plan, f *file, u *union) {
	form, open, ask, other := "External", call("c.OpenExternal", id("i")), call("c.External", id("i")), call("c.UnknownExternal", id("i"), id("name"))
	if a := u.Tree.Adjacent; a != nil {
		other = call("c.UnknownCase", id("i"), id("name"), text(spec.TagPathText([]string{a.Tag})))
		form, open, ask = "Adjacent", call("c.OpenAdjacent", id("i"), text(a.Content)), call("c.Adjacent", id("i"), text(a.Tag), text(a.Content))
	}
	var list []branch
	for _, c := range u.Tree.Cases {
		name, _ := stringLiteral(c.Literal)
		r := c.Target.Record
		body := []jen.Code{define("m", fromSlab(r.Name))}
		if c.Unit {
			unit := call("c.Unit", id("i"))
			if u.Tree.Adjacent != nil {
				unit = call("c.AdjacentUnit", id("i"), id("value"))
			}
			body = append(body, define("extra, end", unit), setExtra(id("extra")), jen.Return(id("m"), id("end")))
			if p.View {
				body = []jen.Code{define("m", fromSlab(r.Name)), define("_, end", unit), jen.Return(id("m"), id("end"))}
			}
			body = []jen.Code{jen.If(id("value").Op("<").Lit(0).Op("||").Add(call("c.Type", id("value"))).Op("==").Qual(genrtPath, "JSONNull")).Block(body...)}
		} else {
			scan := p.scanCase(u, p.record(r))
			body = []jen.Code{jen.If(call("c.IsObject", id("value"))).Block(append(body,
				set("i", open),
				jen.Return(id("m"), call("c.Close"+form, scan)),
			)...)}
		}
		list = append(list, branch{[]jen.Code{text(name)}, body})
	}
	code := []jen.Code{define("name, value", ask)}
	code = append(code, choose(jen.String().Parens(id("name")), list)...)
	code = append(code,
		define("m", fromSlab(u.unknown)),
		set("m.Raw, i", other),
		jen.Return(id("m"), id("i")))
	f.declare("", jen.Func().Id("scan"+u.Name).Add(cursorParams()).Params(jen.Id(u.Name), jen.Int()).Block(code...))
	printUnmarshalUnion(f, u)
}

// printAppendExternal prints the encoder of an external or adjacent union.
func printAppendExternal(p *plan, f *file, u *union) {
	var list []jen.Code
	hasRecord := false
	extra := extraOf("m") // has the form of a case without a record, a string or an object
	if p.View {
		extra = jen.Qual(genrtPath, "Extra").Values()
	}
	for _, c := range u.Tree.Cases {
		is := jen.Case(jen.Op("*").Id(c.Target.Record.Name))
		before := "{" + c.Literal + ":"
		unit := jen.Qual(genrtPath, "AppendUnit").Call(id("dst"), text(c.Literal), extra)
		if a := u.Tree.Adjacent; a != nil {
			tag := "{" + quoteKey(a.Tag) + ":" + c.Literal
			before = tag + keyText(a.Content)
			unit = jen.Qual(genrtPath, "AppendAdjacentUnit").Call(id("dst"), text(tag), text(keyText(a.Content)+"null"), extra)
		}
		if c.Unit {
			list = append(list, is.Block(jen.If(id("m").Op("!=").Nil()).Block(jen.Return(unit))))
			continue
		}
		hasRecord = true
		list = append(list, is.Block(
			set("dst, err", p.appendCase(u, c.Target.Record, call("append", id("dst"), text(before).Op("...")))),
			jen.Return(jen.Qual(genrtPath, "EndExternal").Call(id("dst"), id("was"), id("err"))),
		))
	}
	code := []jen.Code{
		jen.Switch(jen.Id("m").Op(":=").Id("v").Assert(jen.Type())).Block(list...),
		jen.Return(call("v.appendJSON", id("dst"), id("trusted"))),
	}
	if hasRecord {
		code = append([]jen.Code{define("was", jen.Len(id("dst"))), jen.Var().Id("err").Error()}, code...)
	}
	f.declare("append"+u.Name+" appends v with the name of its case.",
		jen.Func().Id("append"+u.Name).Params(jen.Id("dst").Index().Byte(), jen.Id("v").Id(u.Name), jen.Id("trusted").Bool()).Add(appendResults()).Block(code...))
}
