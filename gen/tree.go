package gen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/internal/spelling"
	"github.com/ndwire/ndwire/spec"
)

// tree prints the decoder of a union by tag. The statements for every target end in a return.
type tree struct {
	p       *plan
	u       *union
	numbers bool // the results are numbers of cases, see flat.go

	usesTagOf bool // the tag of the first node is found by Cursor.TagOf, which may predict it

	absent []jen.Code // paths of the tags above that are missing
}

func printScanTree(p *plan, f *file, u *union) {
	t := &tree{p: p, u: u}
	code := p.prefixCases(u)
	switch {
	case u.Tree.Sibling:
		code = append(code, oddPayload(u.Tree))
	case u.Tree.Otherwise != nil || u.Tree.Absent != nil:
		// A value that is not an object would otherwise be read as an object without a tag.
		code = append(code, jen.If(jen.Op("!").Add(call("c.IsObject", id("i")))).Block(t.unknown(u.Tree, jen.Nil())...))
	}
	code = append(code, t.node(u.Tree, 0, nil)...)
	if t.usesTagOf {
		f.declare("", jen.Var().Id("union"+u.Name).Op("=").Qual(genrtPath, "UnionOf").Call(text(u.Tree.Tag[0][0])))
	}
	if u.Tree.Sibling {
		f.declare("scan"+u.Name+" reads the value at i, whose tag is at offset tagAt.",
			jen.Func().Id("scan"+u.Name).Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.List(id("tagAt"), id("i")).Int()).
				Params(jen.Id(u.Name), jen.Int()).Block(code...))
		return
	}
	f.declare("",
		jen.Func().Id("scan"+u.Name).Add(cursorParams()).Params(jen.Id(u.Name), jen.Int()).Block(code...))
	if p.Line == u.Union {
		printAnyUnmarshal(f, u) // UnmarshalLine is in lines_gen.go
		return
	}
	printUnmarshalUnion(f, u)
}

func printUnmarshalUnion(f *file, u *union) {
	f.declare("Unmarshal"+u.Name+" decodes "+article(u.Name)+". The result does not refer to data.",
		jen.Func().Id("Unmarshal"+u.Name).Params(jen.Id("data").Index().Byte()).Params(jen.Id(u.Name), jen.Error()).Block(
			jen.Return(jen.Qual(genrtPath, "UnmarshalUnion").Call(id("data"), id("scan"+u.Name))),
		))
	printAnyUnmarshal(f, u)
}

// tagPathArgs returns the paths of a node's tag, or the members by whose presence it chooses, as arguments.
func tagPathArgs(n *spec.Node) []jen.Code {
	var list []jen.Code
	for _, tagPath := range n.Tag {
		list = append(list, text(spec.TagPathText(tagPath)))
	}
	if n.Has {
		for _, c := range n.Cases {
			name, _ := stringLiteral(c.Literal)
			list = append(list, text(name))
		}
	}
	return list
}

// unknown returns the code for an unknown case: a tag is missing, or the spec does not have its value.
func (t *tree) unknown(n *spec.Node, tag jen.Code) []jen.Code {
	if t.numbers {
		return []jen.Code{jen.Return(jen.Lit(-1))}
	}
	read := "c.UnknownCase"
	if t.p.View && t.p.Line == t.u.Union {
		read = "c.PassedCase"
	}
	return []jen.Code{
		define("m", fromSlab(t.u.unknown)),
		set("m.Raw, i", call(read, slices.Concat([]jen.Code{id("i"), tag}, t.absent, tagPathArgs(n))...)),
		jen.Return(id("m"), id("i")),
	}
}

// find returns the call that looks for a tag at one path, and returns its offset.
func find(tagPath []string) *jen.Statement {
	at := id("i")
	for _, key := range tagPath {
		at = call("c.Find", at, text(key))
	}
	return at
}

// node returns the code for a node. above is the text of the tags above, nil if there are none.
func (t *tree) node(n *spec.Node, depth int, above *jen.Statement) []jen.Code {
	if r := uniform(n); r != nil && depth > 0 {
		return t.record(r)
	}
	if !n.Has {
		return t.tagged(n, depth, above)
	}
	code := t.p.present(n, t.u.Name, func(to *spec.Target) []jen.Code { return t.target(to, depth, above) })
	tags := jen.Nil()
	if above != nil {
		tags = above.Clone()
	}
	return append(code, t.rest(n, depth, above, tags)...)
}

// tagged returns the code for the values of a tag.
func (t *tree) tagged(n *spec.Node, depth int, above *jen.Statement) []jen.Code {
	name := "tag"
	switch {
	case depth == 1:
		name = "sub"
	case depth > 1:
		name = "sub" + strconv.Itoa(depth)
	}
	texts, others := ownCases(n)
	var code []jen.Code
	at := t.tagAt(n, depth)
	readsText := len(texts) > 0 || n.Otherwise == nil
	if !n.Sibling && (len(n.Tag) > 1 || n.Absent != nil || len(others) > 0 && readsText) {
		code = tagPlaces(n, name+"At", at)
		at = id(name + "At")
	}
	if n.Absent != nil {
		from := len(t.absent)
		t.absent = append(t.absent, tagPathArgs(n)...)
		code = append(code, jen.If(at.Clone().Op("<").Lit(0)).Block(t.target(n.Absent, depth, above)...))
		t.absent = t.absent[:from]
	}
	code = append(code, t.literals(others, at, depth, above)...)
	if readsText {
		tag := call("c.TagText", at)
		if depth == 0 && !t.numbers && len(n.Tag) == 1 && len(n.Tag[0]) == 1 && n.Absent == nil && len(others) == 0 {
			tag = call("c.TagOf", id("i"), jen.Op("&").Id("union"+t.u.Name))
			t.usesTagOf = true
		}
		if !t.numbers && (n.Otherwise == nil || namesUnknown(texts)) || hasEmpty(texts) {
			code = append(code, define(name, tag))
			tag = id(name)
		}
		code = append(code, t.texts(texts, tag, depth, joined(above, name))...)
		if len(others) > 0 && n.Otherwise == nil && !t.numbers {
			code = append(code, jen.If(id(name).Op("==").Nil()).Block(set(name, call("c.LiteralText", id(name+"At")))))
		}
	}
	return append(code, t.rest(n, depth, above, joined(above, name))...)
}

// tagPlaces returns the code that assigns the offset of a tag to a variable: of the first one of its places that an
// object has. at is that of the first one.
func tagPlaces(n *spec.Node, variable string, at *jen.Statement) []jen.Code {
	code := []jen.Code{define(variable, at)}
	for _, tagPath := range n.Tag[1:] {
		code = append(code, jen.If(id(variable).Op("<").Lit(0)).Block(set(variable, find(tagPath))))
	}
	return code
}

// tagAt returns the code for the offset of the first place of a tag.
func (t *tree) tagAt(n *spec.Node, depth int) *jen.Statement {
	switch {
	case t.p.isRare(n):
		return call("c.FindRare", id("i"), text(n.Tag[0][0]))
	case depth > 0 && t.p.isChecked(n):
		return call("c.FindNext", id("i"), text(n.Tag[0][0]))
	case n.Sibling:
		return id("tagAt")
	}
	return find(n.Tag[0])
}

// rest returns the code for objects of no case: those of the rest, or unknown ones, whose kind has the text of the
// tags.
func (t *tree) rest(n *spec.Node, depth int, above, tags *jen.Statement) []jen.Code {
	if n.Otherwise != nil {
		return t.target(n.Otherwise, depth, above)
	}
	return t.unknown(n, tags)
}

// ownCases returns the cases of a node that lead to another record than other values of the tag do: those for texts, and the others.
func ownCases(n *spec.Node) (texts, others []*spec.Case) {
	return textCases(slices.DeleteFunc(slices.Clone(n.Cases), func(c *spec.Case) bool {
		return n.Otherwise != nil && n.Absent == nil && sameTarget(&c.Target, n.Otherwise)
	}))
}

// textCases returns the cases for texts, and the others.
func textCases(cases []*spec.Case) (texts, others []*spec.Case) {
	for _, c := range cases {
		if _, ok := stringLiteral(c.Literal); ok {
			texts = append(texts, c)
		} else {
			others = append(others, c)
		}
	}
	return texts, others
}

// literals returns the code for the values of a tag at an offset that are not texts.
func (t *tree) literals(cases []*spec.Case, at *jen.Statement, depth int, above *jen.Statement) []jen.Code {
	var list []branch
	for i, c := range cases {
		if sharesBody(cases[:i], c) {
			continue
		}
		values := []jen.Code{comparedText(c)}
		for _, o := range cases[i+1:] {
			if sameTarget(&c.Target, &o.Target) {
				values = append(values, comparedText(o))
			}
		}
		list = append(list, branch{values, t.target(&c.Target, depth, above)})
	}
	return choose(jen.String().Parens(call("c.Literal", at)), list)
}

// comparedText returns the text of a case, which is no string, in the spelling in which Cursor.Literal returns values.
func comparedText(c *spec.Case) jen.Code {
	if isNumberLiteral(c.Literal) {
		return text(string(spelling.Number([]byte(c.Literal))))
	}
	return text(c.Literal)
}

// joined returns the text of the tags above and of the one in a variable.
func joined(above *jen.Statement, name string) *jen.Statement {
	if above == nil {
		return id(name)
	}
	return call("c.Join", above.Clone(), id(name))
}

// namesUnknown reports whether a node below one of the cases can find an unknown case, whose kind has the tags above.
func namesUnknown(list []*spec.Case) bool {
	return slices.ContainsFunc(list, func(c *spec.Case) bool { return hasUnknown(&c.Target) })
}

func hasUnknown(t *spec.Target) bool {
	if t.Node == nil || uniform(t.Node) != nil {
		return false
	}
	return t.Node.Otherwise == nil || slices.ContainsFunc(slices.Collect(t.Node.Targets()), hasUnknown)
}

// texts returns the code for the cases of a tag whose literals are strings.
func (t *tree) texts(list []*spec.Case, tag *jen.Statement, depth int, above *jen.Statement) []jen.Code {
	var code []jen.Code
	var switches []branch
	for i, c := range list {
		s, _ := stringLiteral(c.Literal)
		if sharesBody(list[:i], c) {
			continue
		}
		values := []string{s}
		for _, o := range list[i+1:] {
			if sameTarget(&c.Target, &o.Target) {
				s, _ := stringLiteral(o.Literal)
				values = append(values, s)
			}
		}
		body := t.target(&c.Target, depth, above)
		if i := slices.Index(values, ""); i >= 0 {
			// A missing tag has no text either.
			code = append(code, jen.If(tag.Clone().Op("!=").Nil().Op("&&").Len(tag).Op("==").Lit(0)).Block(body...))
			if values = slices.Delete(values, i, i+1); len(values) == 0 {
				continue
			}
		}
		switches = append(switches, branch{cases(values), body})
	}
	return append(code, choose(jen.String().Parens(tag), switches)...)
}

func hasEmpty(list []*spec.Case) bool {
	for _, c := range list {
		if c.Literal == `""` {
			return true
		}
	}
	return false
}

// sharesBody reports whether an earlier case has the target of c: they are one case of the switch.
func sharesBody(earlier []*spec.Case, c *spec.Case) bool {
	for _, o := range earlier {
		if sameTarget(&o.Target, &c.Target) {
			return true
		}
	}
	return false
}

// sameTarget reports whether two targets are the same record.
func sameTarget(a, b *spec.Target) bool {
	r := targetRecord(a)
	return r != nil && r == targetRecord(b) || a.Bare && b.Bare
}

// target returns the code for a target.
func (t *tree) target(a *spec.Target, depth int, above *jen.Statement) []jen.Code {
	switch {
	case a.Node != nil:
		return t.node(a.Node, depth+1, above)
	case a.Record != nil:
		return t.record(a.Record)
	case t.numbers:
		return t.unknown(nil, nil)
	}
	return []jen.Code{
		define("m", fromSlab(t.u.unknown)),
		set("m.Raw, i", call("c.BareCase", id("i"))),
		jen.Return(id("m"), id("i")),
	}
}

func (t *tree) record(r *spec.Record) []jen.Code {
	if t.numbers {
		return []jen.Code{jen.Return(jen.Lit(1 + slices.Index(t.u.Cases, r)))}
	}
	return []jen.Code{
		define("m", fromSlab(r.Name)),
		jen.Return(id("m"), t.p.scanCase(t.u, t.p.record(r))),
	}
}
