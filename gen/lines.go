package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printLines prints the functions for lines: for one in hand, and for streams of them.
func printLines(p *plan, f *file) {
	if p.kinds == nil {
		return
	}
	u := p.kinds.union
	data := func() *jen.Statement { return jen.Params(jen.Id("data").Index().Byte()) }
	lineAndError := func() *jen.Statement { return jen.Params(jen.Id(u.Name), jen.Error()) }

	f.declare("Unmarshal"+u.Name+" decodes one line. The result keeps nothing of data.",
		jen.Func().Id("Unmarshal"+u.Name).Add(data(), lineAndError()).Add(oneLine(jen.Return(call("lines.Unmarshal", id("data"))))))
	f.declare("Borrow"+u.Name+" decodes one line whose strings and raw values are data's own bytes: where data changes or is used again, they"+
		" change too, as keys of maps as well. Keep them with [Clone] or strings.Clone; Unmarshal"+u.Name+" copies.",
		jen.Func().Id("Borrow"+u.Name).Add(data(), lineAndError()).Add(oneLine(jen.Return(call("lines.Borrow", id("data"))))))
	f.declare("Check"+u.Name+" says what [decoder.Strict] would say of a line: nil, or all that the spec does not know in it.",
		jen.Func().Id("Check"+u.Name).Add(data()).Error().Add(oneLine(jen.Return(call("lines.Check", id("data"))))))
	f.declare("Peek says of what kind a line is. It skips what it does not need, wherever the tags stand.",
		jen.Func().Id("Peek").Add(data()).Params(jen.Id("Kind"), jen.Error()).Add(oneLine(jen.Return(jen.Qual(genrtPath, "Peek").Call(id("data"), jen.Lit(p.Limits.Depth), id("scanKind"))))))
	f.declare("NewReader reads the lines of r.",
		jen.Func().Id("NewReader").Params(jen.Id("r").Qual("io", "Reader"), jen.Id("opts").Op("...").Qual(decoderPath, "Option")).
			Op("*").Qual(decoderPath, "Reader").Index(id(u.Name)).
			Block(jen.Return(jen.Qual(genrtPath, "NewReader").Call(address("lines"), id("r"), jen.Id("opts").Op("...")))))

	codec := []jen.Code{
		keyed("Spec", text(p.Protocol)),
		keyed("Scan", id("scan"+u.Name)),
		keyed("Kind", id("scanKind")),
		keyed("KindOf", jen.Id(u.Name).Dot("Kind")),
		keyed("Known", id("isKnown")),
		keyed("Clone", id("Clone"+u.Name)),
	}
	if p.View {
		codec = append(codec, keyed("View", jen.True()))
	}
	if p.Limits.Depth > 0 {
		codec = append(codec, keyed("MaxDepth", jen.Lit(p.Limits.Depth)))
	}
	if p.Limits.Line > 0 {
		codec = append(codec, keyed("MaxLine", id(strconv.FormatInt(p.Limits.Line, 10))))
	}
	if len(p.Signs) > 0 {
		var others []jen.Code
		for _, s := range p.Signs {
			var members []jen.Code
			for _, name := range s.Members {
				members = append(members, text(name))
			}
			others = append(others, jen.Values(keyed("Package", text(s.Package)), keyed("Members", jen.Index().String().Values(members...))))
		}
		codec = append(codec, keyed("Signs", jen.Index().Qual(genrtPath, "Signs").Add(multiLine(others...))))
	}
	f.declare("lines is how the lines of the protocol are read.",
		jen.Var().Id("lines").Op("=").Qual(genrtPath, "Lines").Index(id(u.Name)).Add(multiLine(codec...)))
	f.declare("scanKind says of what kind the object at i is.",
		jen.Func().Id("scanKind").Add(cursorParams()).Id("Kind").Block(p.kindNode(p.Line.Tree, nil, "")...))
	printKnown(p, f)
}

// kindNode prints how a question says of what kind a value is. family is what is known of it, and above the variable with the
// text that said so. All ways end in a return.
func (p *plan) kindNode(n *spec.Node, family *kindConst, above string) []jen.Code {
	if !isNamed(n) {
		return p.kindUnnamed(n, family, above)
	}
	name, at := "tag", find(n.Tag[0])
	if above != "" {
		name = "sub"
	}
	if len(above) >= len("sub") && above[:len("sub")] == "sub" {
		name = above + "2"
	}
	var code []jen.Code
	byAnother := hasNamed(n.Absent) // without the tag, the kind is what another one says
	if len(n.Tag) > 1 || byAnother {
		code = append(code, define(name+"At", at))
		at = id(name + "At")
		for _, place := range n.Tag[1:] {
			code = append(code, jen.If(at.Clone().Op("<").Lit(0)).Block(set(name+"At", find(place))))
		}
	}
	if byAnother {
		code = append(code, jen.If(at.Clone().Op("<").Lit(0)).Block(p.kindNode(n.Absent.Node, family, above)...))
	}
	code = append(code, define(name, call("c.TagText", at)))
	if family == nil {
		code = append(code, jen.If(id(name).Op("==").Nil()).Block(jen.Return(jen.Lit(""))))
	}
	var list []branch
	for _, c := range n.Cases {
		s, ok := stringLiteral(c.Literal)
		if !ok {
			continue
		}
		kind := p.kinds.add(family, s, c)
		body := []jen.Code{jen.Return(id(kind.goName))}
		if hasNamed(&c.Target) {
			body = p.kindNode(c.Target.Node, kind, name)
		}
		list = append(list, branch{[]jen.Code{text(s)}, body})
	}
	code = append(code, choose(jen.String().Parens(id(name)), list)...)
	if hasNamed(n.Otherwise) {
		return append(code, p.kindNode(n.Otherwise.Node, family, above)...)
	}
	switch {
	case family != nil && n.Otherwise != nil && n.Otherwise.Record != nil && p.kindOf(p.record(n.Otherwise.Record)).tag == nil:
		return append(code, jen.Return(id(family.goName))) // the record knows nothing of the tag
	case family != nil:
		return append(code, jen.Return(id("Kind").Parens(call("c.KindName", id(above), id(name)))))
	case p.kinds.sub == nil || n != p.Line.Tree:
		return append(code, jen.Return(id("Kind").Parens(call("c.KindName", id(name)))))
	}
	// The subtype of a type that the spec does not know is where those of the known ones are.
	sub := find(p.kinds.sub[0])
	if len(p.kinds.sub) > 1 {
		code = append(code, define("subAt", sub))
		sub = id("subAt")
		for _, place := range p.kinds.sub[1:] {
			code = append(code, jen.If(id("subAt").Op("<").Lit(0)).Block(set("subAt", find(place))))
		}
	}
	return append(code, jen.Return(id("Kind").Parens(call("c.KindName", id(name), call("c.TagText", sub)))))
}

// kindUnnamed is kindNode for a question whose answers are no part of a kind, but lead to questions that are.
func (p *plan) kindUnnamed(n *spec.Node, family *kindConst, above string) []jen.Code {
	var code []jen.Code
	for _, c := range n.Cases {
		if !hasNamed(&c.Target) {
			continue
		}
		is := call("c.IsLiteral", find(firstPlace(n)), text(c.Literal))
		if n.Has {
			name, _ := stringLiteral(c.Literal)
			is = call("c.Find", id("i"), text(name)).Op(">=").Lit(0)
		}
		code = append(code, jen.If(is).Block(p.kindNode(c.Target.Node, family, above)...))
	}
	if hasNamed(n.Otherwise) {
		return append(code, p.kindNode(n.Otherwise.Node, family, above)...)
	}
	if family == nil {
		return append(code, jen.Return(jen.Lit("")))
	}
	return append(code, jen.Return(id(family.goName)))
}

func firstPlace(n *spec.Node) []string {
	if len(n.Tag) == 0 {
		return nil
	}
	return n.Tag[0]
}

// printKnown prints which kinds lead to a case.
func printKnown(p *plan, f *file) {
	decl := jen.Func().Id("isKnown").Params(jen.Id("k").Id("Kind")).Bool()
	if p.kinds.all {
		f.declare("isKnown reports whether lines of a kind lead to a case: all do.",
			jen.Func().Id("isKnown").Params(jen.Id("Kind")).Bool().Add(oneLine(jen.Return(jen.True()))))
		return
	}
	var known []*kindConst
	for _, k := range p.kinds.consts {
		if k.known && !p.kinds.inOpen(k) {
			known = append(known, k)
		}
	}
	var body []jen.Code
	if p.kinds.none {
		body = append(body, jen.If(id("k").Op("==").Lit("")).Block(jen.Return(jen.True())))
	}
	result := jen.False()
	for i, k := range p.kinds.open {
		if i == 0 {
			result = jen.Null()
		} else {
			result.Op("||")
		}
		result.Add(call("k.In", id(k.goName)))
	}
	switch {
	case len(known) == 1 && len(p.kinds.open) == 0:
		result = id("k").Op("==").Id(known[0].goName)
	case len(known) > 0:
		var names []string
		for _, k := range known {
			names = append(names, k.goName)
		}
		body = append(body, jen.Switch(id("k")).Block(jen.Case(wrapped(names, id)...).Block(jen.Return(jen.True()))))
	}
	f.declare("isKnown reports whether lines of a kind lead to a case.", decl.Block(append(body, jen.Return(result))...))
}

// inOpen reports whether a kind is in a family of which every subtype is known.
func (k *kinds) inOpen(c *kindConst) bool {
	for _, o := range k.open {
		if c == o || len(c.value) > len(o.value) && c.value[:len(o.value)+1] == o.value+"/" {
			return true
		}
	}
	return false
}
