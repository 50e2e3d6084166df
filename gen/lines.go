package gen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printLines prints the functions for lines: for a single one, and for streams.
func printLines(p *plan, f *file) {
	if p.kinds == nil {
		return
	}
	u := p.kinds.union
	data := func() *jen.Statement { return jen.Params(jen.Id("data").Index().Byte()) }
	lineAndError := func() *jen.Statement { return jen.Params(jen.Id(u.Name), jen.Error()) }

	f.declare("Unmarshal"+u.Name+" decodes one line. The result does not refer to data.",
		jen.Func().Id("Unmarshal"+u.Name).Add(data(), lineAndError()).Add(oneLine(jen.Return(call("lines.Unmarshal", id("data"))))))
	f.declare("Borrow"+u.Name+" decodes one line without copying its strings, raw values and keys of maps: they point into data, and change when data"+
		" is changed or used again. Copy what you keep with [Clone"+u.Name+"] or strings.Clone, or call [Unmarshal"+u.Name+"].",
		jen.Func().Id("Borrow"+u.Name).Add(data(), lineAndError()).Add(oneLine(jen.Return(call("lines.Borrow", id("data"))))))
	f.declare("Check"+u.Name+" returns all that a Reader with [decoder.Strict] refuses in a line, as joined errors of type *decoder.Error, at most 100; nil if the spec describes all of the line.",
		jen.Func().Id("Check"+u.Name).Add(data()).Error().Add(oneLine(jen.Return(call("lines.Check", id("data"))))))
	f.declare("Peek returns the kind of a line without decoding the line. The tags may stand anywhere.",
		jen.Func().Id("Peek").Add(data()).Params(jen.Id("Kind"), jen.Error()).Add(oneLine(jen.Return(jen.Qual(genrtPath, "Peek").Call(id("data"), jen.Lit(p.Limits.Depth), id("scanKind"))))))
	f.declare("NewReader returns a Reader of the lines of r.",
		jen.Func().Id("NewReader").Params(jen.Id("r").Qual("io", "Reader"), jen.Id("opts").Op("...").Qual(decoderPath, "Option")).
			Op("*").Qual(decoderPath, "Reader").Index(id(u.Name)).
			Block(jen.Return(jen.Qual(genrtPath, "NewReader").Call(address("lines"), id("r"), jen.Id("opts").Op("...")))))

	codec := []jen.Code{
		keyed("Spec", text(p.Protocol)),
		keyed("Scan", id("scan"+u.Name)),
		keyed("Kind", id("scanKind")),
	}
	if p.saysKinds() {
		codec = append(codec, keyed("KindOf", jen.Id(u.Name).Dot("Kind")))
	}
	codec = append(codec, keyed("Known", id("isKnown")))
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
	f.declare("lines describes how the lines of the protocol are read.",
		jen.Var().Id("lines").Op("=").Qual(genrtPath, "Lines").Index(id(u.Name)).Add(multiLine(codec...)))
	f.declare("scanKind returns the kind of the object at i.",
		jen.Func().Id("scanKind").Add(cursorParams()).Id("Kind").Block(p.kindNode(p.Line.Tree, nil, 0)...))
	printPresences(p, f)
	printKnown(p, f)
	printDistinct(p, f)
	printUnmatched(p, f)
}

// kindNode returns the code that finds the kind of a value by a node. family is the part of the kind that the nodes above have found. All paths
// end in a return.
func (p *plan) kindNode(n *spec.Node, family *spec.Kind, depth int) []jen.Code {
	if one := oneKind(n); one != nil {
		return []jen.Code{jen.Return(id(one.GoName))}
	}
	if !n.Has {
		return p.kindTag(n, family, depth)
	}
	code := p.present(n, p.Line.Name, func(to *spec.Target) []jen.Code { return p.kindTarget(to, depth) })
	if n.Otherwise != nil {
		return append(code, p.kindTarget(n.Otherwise, depth)...)
	}
	return append(code, jen.Return(p.unmatched(family)))
}

// kindTarget returns the code that finds the kind of a target.
func (p *plan) kindTarget(t *spec.Target, depth int) []jen.Code {
	if t.Node != nil {
		return p.kindNode(t.Node, t.Kind, depth+1)
	}
	return []jen.Code{jen.Return(id(kindName(t.Kind)))}
}

// kindTag returns the code of kindNode that looks at the value of a tag.
func (p *plan) kindTag(n *spec.Node, family *spec.Kind, depth int) []jen.Code {
	name := tagVariable(depth)
	var code []jen.Code
	texts, others := textCases(n.Cases)
	readsText := isNamed(n)
	at := find(n.Tag[0])
	if len(n.Tag) > 1 || n.Absent != nil || len(others) > 0 && readsText {
		code = tagPlaces(n, name+"At", at)
		at = id(name + "At")
	}
	if n.Absent != nil {
		code = append(code, jen.If(at.Clone().Op("<").Lit(0)).Block(p.kindTarget(n.Absent, depth)...))
	}
	var literals []branch
	for _, c := range others {
		literals = append(literals, branch{[]jen.Code{comparedText(c)}, p.kindTarget(&c.Target, depth)})
	}
	code = append(code, choose(jen.String().Parens(call("c.Literal", at)), literals)...)
	if readsText {
		code = append(code, p.kindTexts(texts, at, depth)...)
	}
	switch t := n.Otherwise; {
	case t != nil && !p.saysText(t, n):
		return append(code, p.kindTarget(t, depth)...)
	case slices.Contains(p.kinds.apart, n):
		return append(code, p.apartKind(family, at, len(others) > 0, name)...)
	case t != nil:
		if t.Kind != family || p.hasTaken(family) {
			code = append(code, jen.If(jen.Len(id(name)).Op("==").Lit(0)).Block(jen.Return(id(kindName(t.Kind)))))
		}
		return append(code, jen.Return(p.subKindOf(family, id(name))))
	case len(others) > 0:
		code = append(code, jen.If(id(name).Op("==").Nil()).Block(jen.Return(p.literalKind(family, at))))
	case family == nil:
		code = append(code, jen.If(id(name).Op("==").Nil()).Block(jen.Return(jen.Lit(""))))
	}
	if p.kinds.sub == nil || n != p.Line.Tree {
		return append(code, jen.Return(p.subKindOf(family, id(name))))
	}
	return append(code, p.kindOfUnknown(id(name))...)
}

// apartKind returns the code for a value that no case of a node has, if the family and the value make the kind of another case: its kind is below the
// part ~ of the family.
func (p *plan) apartKind(family *spec.Kind, at jen.Code, hasOthers bool, name string) (code []jen.Code) {
	apart := text("~")
	if family != nil {
		apart = jen.String().Parens(id(family.GoName).Op("+").Lit("/~"))
	}
	kind := func(method string, arg jen.Code) jen.Code {
		return jen.Return(id("Kind").Parens(call("c."+method, apart.Clone(), arg)))
	}
	if hasOthers {
		code = append(code, jen.If(id(name).Op("==").Nil()).Block(kind("LiteralKind", at)))
	}
	return append(code, kind("SubKind", id(name)))
}

// kindOfUnknown returns the code for a line of an unknown type. Its subtype is looked up where known types have theirs.
func (p *plan) kindOfUnknown(tag jen.Code) (code []jen.Code) {
	sub := find(p.kinds.sub[0])
	if len(p.kinds.sub) > 1 {
		code = append(code, define("subAt", sub))
		sub = id("subAt")
		for _, tagPath := range p.kinds.sub[1:] {
			code = append(code, jen.If(id("subAt").Op("<").Lit(0)).Block(set("subAt", find(tagPath))))
		}
	}
	if p.hasTaken(nil) {
		code = append(code, define("kind", p.subKindOf(nil, tag)))
		return append(code, jen.Return(id("Kind").Parens(call("c.SubKind", jen.String().Parens(id("kind")), call("c.TagText", sub)))))
	}
	return append(code, jen.Return(id("Kind").Parens(call("c.KindName", tag, call("c.TagText", sub)))))
}

// kindTexts returns the code that reads the text of a tag, and compares it with those of cases.
func (p *plan) kindTexts(texts []*spec.Case, at *jen.Statement, depth int) []jen.Code {
	name := tagVariable(depth)
	code := []jen.Code{define(name, call("c.TagText", at))}
	var list []branch
	for _, c := range texts {
		s, _ := stringLiteral(c.Literal)
		body := p.kindTarget(&c.Target, depth)
		if s == "" { // a missing tag has no text either
			code = append(code, jen.If(id(name).Op("!=").Nil().Op("&&").Len(id(name)).Op("==").Lit(0)).Block(body...))
			continue
		}
		list = append(list, branch{[]jen.Code{text(s)}, body})
	}
	return append(code, choose(jen.String().Parens(id(name)), list)...)
}

// subKindOf returns the kind of a line whose tag has a text that no case has.
func (p *plan) subKindOf(family *spec.Kind, tag jen.Code) jen.Code {
	kind := call("c.KindName", tag)
	if family != nil {
		kind = call("c.SubKind", jen.String().Parens(id(family.GoName)), tag)
	}
	return p.distinctValue(id("Kind").Parens(kind), family)
}

// literalKind returns the kind of a line whose tag has a value that is not a text and that no case has.
func (p *plan) literalKind(family *spec.Kind, at jen.Code) jen.Code {
	return p.distinctValue(id("Kind").Parens(call("c.LiteralKind", kindText(family), at)), family)
}

// kindText returns the text of a kind, "" for nil.
func kindText(k *spec.Kind) jen.Code {
	if k == nil {
		return text("")
	}
	return jen.String().Parens(id(k.GoName))
}

// distinctKind returns a kind that was made of the text of an unknown tag, so that it differs from the kind of every case.
func (p *plan) distinctKind(kind *jen.Statement, family *spec.Kind) *jen.Statement {
	if p.hasTaken(family) {
		return call("distinct", kind, id(kindName(family)))
	}
	return kind
}

// distinctValue is distinctKind for a kind that is the family's own if the value of the tag cannot be a part of it.
func (p *plan) distinctValue(kind *jen.Statement, family *spec.Kind) *jen.Statement {
	if slices.Contains(p.kinds.shared, family) {
		kind = call("unmatched", kind, id(family.GoName))
	}
	return p.distinctKind(kind, family)
}

// unmatched returns the kind of a line that no case of a family matches, and of whose tag nothing becomes a part of the kind.
func (p *plan) unmatched(family *spec.Kind) *jen.Statement {
	if slices.Contains(p.kinds.shared, family) {
		return id(family.GoName).Op("+").Lit("/~")
	}
	return id(kindName(family))
}

// hasTaken reports whether a family has kinds that the text of an unknown tag could make as well.
func (p *plan) hasTaken(family *spec.Kind) bool {
	return slices.ContainsFunc(p.kinds.taken, func(k *spec.Kind) bool { return k.Family == family })
}

// tagVariable returns the variable with the text of a node's tag.
func tagVariable(depth int) string {
	switch depth {
	case 0:
		return "tag"
	case 1:
		return "sub"
	}
	return "sub" + strconv.Itoa(depth)
}

// printKnown prints the function that reports whether a kind is that of a case.
func printKnown(p *plan, f *file) {
	decl := jen.Func().Id("isKnown").Params(jen.Id("k").Id("Kind")).Bool()
	var open []*spec.Kind // families in which every text is known; nil is the family of all lines
	var known, unknown []string
	for _, l := range p.kinds.leaves {
		if !slices.Contains(known, l.Kind.GoName) {
			known = append(known, l.Kind.GoName)
		}
		if l.Open && !slices.Contains(open, l.family) {
			open = append(open, l.family)
		}
	}
	for _, k := range p.Kinds { // kinds of nodes: a line of such a kind has a tag, but leads to no case
		if slices.Contains(open, k.Family) && !slices.Contains(known, k.GoName) {
			unknown = append(unknown, k.GoName)
		}
	}
	for _, k := range p.kinds.shared {
		if slices.Contains(open, k) {
			unknown = append(unknown, k.GoName+` + "/~"`)
		}
	}
	if len(p.kinds.apart) > 0 { // the values of the tags of unknown lines make no part of these
		for _, k := range open {
			switch {
			case k == nil:
				unknown = append(unknown, `"~"`)
			case !slices.Contains(p.kinds.shared, k):
				unknown = append(unknown, k.GoName+` + "/~"`)
			}
		}
	}
	result := jen.False()
	for i, k := range open {
		if i == 0 {
			result = jen.Null()
		} else {
			result.Op("||")
		}
		result.Add(jen.Qual(genrtPath, "IsPart").Call(id("k"), id(kindName(k))))
	}
	var body []jen.Code
	switch {
	case len(known) == 1 && len(open) == 0:
		result = id("k").Op("==").Id(known[0])
	case len(known)+len(unknown) > 0:
		var list []jen.Code
		if len(known) > 0 {
			list = append(list, jen.Case(wrapped(known, id)...).Block(jen.Return(jen.True())))
		}
		if len(unknown) > 0 {
			list = append(list, jen.Case(wrapped(unknown, id)...).Block(jen.Return(jen.False())))
		}
		body = append(body, jen.Switch(id("k")).Block(list...))
	}
	f.declare("isKnown reports whether the spec has a case for lines of kind k.", decl.Block(append(body, jen.Return(result))...))
}

// printDistinct prints the function that distinguishes the kind of an unknown case from that of a known one.
func printDistinct(p *plan, f *file) {
	if len(p.kinds.taken) == 0 {
		return
	}
	var names []string
	for _, k := range p.kinds.taken {
		names = append(names, k.GoName)
	}
	f.declare("distinct returns the kind of an unknown case of a family whose tags make the kind k: k with ~ after it, if a known case has the kind k.",
		jen.Func().Id("distinct").Params(jen.List(id("k"), id("family")).Id("Kind")).Id("Kind").Block(
			jen.If(id("k").Op("==").Id("family")).Block(jen.Return(id("k"))), // the tags make no part of it
			jen.Switch(id("k")).Block(jen.Case(wrapped(names, id)...).Block(jen.Return(id("k").Op("+").Lit("~")))),
			jen.Return(id("k")),
		))
}

// printUnmatched prints the function that distinguishes the kind of a line without a case from that of the family's case.
func printUnmatched(p *plan, f *file) {
	if len(p.kinds.shared) == 0 {
		return
	}
	f.declare("unmatched returns the kind of an unknown case whose tags make the kind k: if that is the kind of the family, which a known case has, the part ~ of the family.",
		jen.Func().Id("unmatched").Params(jen.List(id("k"), id("family")).Id("Kind")).Id("Kind").Block(
			jen.If(id("k").Op("==").Id("family")).Block(jen.Return(id("family").Op("+").Lit("/~"))),
			jen.Return(id("k")),
		))
}
