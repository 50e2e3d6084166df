package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// A sibling tag is a member beside the value of a union, the payload. It has no Go field: the decoder looks it up before it reads the record, and
// the encoder writes the tag that belongs to the payload's type.

// tagAt returns the variable with the offset of a sibling tag.
func (m *member) tagAt() string { return variable(m.payload.field.GoName, map[string]bool{}) + "At" }

// siblingTag returns the JSON literal of the tag of m's value, for a payload m.
func (p *plan) siblingTag(m *member) *jen.Statement { return p.siblingTagIn(m, "m.") }

// siblingTagIn is siblingTag for a payload in the struct of the variable on.
func (p *plan) siblingTagIn(m *member, on string) *jen.Statement {
	u, expr := m.field.Type.Union, on+m.field.GoName
	if !p.local(u) {
		return p.plumbing("TagOf"+u.Name, u).Call(id(expr))
	}
	return call("siblingOf"+u.Name, id(expr))
}

// scanMember returns the call that reads m, a union by tag, at pos.
func (p *plan) scanMember(m *member, pos string) *jen.Statement {
	u := m.field.Type.Union
	if m.field.By == "" {
		return p.scanUnion(u).Call(id("c"), id(pos))
	}
	at := m.sibling.tagAt()
	if !p.local(u) {
		return p.plumbing("ScanBySibling"+u.Name, u).Call(id("c"), id(at), id(pos))
	}
	return call("scan"+u.Name, id("c"), id(at), id(pos))
}

// oddPayload returns the statement that notes a payload of a wrong type: any value but an object, if the tag leads to a record, and null, which
// counts as absent, in all cases.
func oddPayload(n *spec.Node) jen.Code {
	isBare := func(t *spec.Target) bool { return t == nil || t.Bare }
	var bare, records []string // literals
	for _, c := range n.Cases {
		if isBare(&c.Target) {
			bare = append(bare, c.Literal)
		} else {
			records = append(records, c.Literal)
		}
	}
	absent := n.Absent
	if absent == nil {
		absent = n.Otherwise
	}
	or := func(list ...*jen.Statement) *jen.Statement {
		all := list[0]
		for _, c := range list[1:] {
			all = all.Op("||").Add(c)
		}
		return all
	}
	odd := []*jen.Statement{call("c.Type", id("i")).Op("==").Qual(genrtPath, "JSONNull")}
	isOne := func(literals []string) *jen.Statement {
		return call("c.IsOneOf", append([]jen.Code{id("tagAt")}, cases(literals)...)...)
	}
	switch isOpen := isBare(n.Otherwise); {
	case isOpen && len(records) > 0:
		odd = append(odd, isOne(records))
	case !isOpen && len(bare) > 0:
		is := jen.Op("!").Add(isOne(bare))
		if isBare(absent) {
			is = id("tagAt").Op(">=").Lit(0).Op("&&").Add(is)
		}
		odd = append(odd, is)
	case !isOpen && isBare(absent):
		odd = append(odd, id("tagAt").Op(">=").Lit(0))
	case !isOpen:
		odd = nil // the payload must always be an object
	}
	if isBare(n.Otherwise) && !isBare(absent) {
		odd = append(odd, id("tagAt").Op("<").Lit(0))
	}
	is := jen.Op("!").Add(call("c.IsObject", id("i")))
	if odd != nil {
		is.Op("&&").Add(optionalParens(or(odd...), len(odd) > 1))
	}
	return jen.If(is).Block(jen.Return(jen.Nil(), call("c.Mistyped", id("i"))))
}

// isForeignSibling reports whether u is a union of another package that has a sibling tag. It has no wrapper type AnyX.
func (p *plan) isForeignSibling(u *spec.Union) bool {
	return u.Tree != nil && u.Tree.Sibling && !p.local(u)
}

// printSiblingPlumbing prints the functions for packages whose records have the sibling tag of u.
func printSiblingPlumbing(p *plan, f *file, u *union) {
	on := func(name string) *jen.Statement { return jen.Func().Params(jen.Id("plumbing")).Id(name + u.Name) }
	value := jen.Id("v").Id(u.Name)
	f.declare("ScanBySibling"+u.Name+" reads the value at i, whose tag is at offset tagAt.",
		on("ScanBySibling").Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.List(id("tagAt"), id("i")).Int()).Params(jen.Id(u.Name), jen.Int()).
			Block(jen.Return(call("scan"+u.Name, id("c"), id("tagAt"), id("i")))))
	f.declare("TagOf"+u.Name+" returns the sibling tag of v, as JSON.",
		on("TagOf").Params(value).String().Add(oneLine(jen.Return(call("siblingOf"+u.Name, id("v"))))))
	if p.appendsByUnion(u.Union) {
		f.declare("AppendBySibling"+u.Name+" appends v to dst.",
			on("AppendBySibling").Params(jen.Id("dst").Index().Byte(), value, jen.Id("trusted").Bool()).Add(appendResults()).
				Block(jen.Return(call("append"+u.Name, id("dst"), id("v"), id("trusted")))))
	}
	f.declare("CopyBySibling"+u.Name+" copies v with all that it refers to.",
		on("CopyBySibling").Params(copierParam(), value).Id(u.Name).Add(oneLine(jen.Return(call("copy"+u.Name, id("k"), id("v"))))))
}

// printSiblingTag prints the function that returns the tag of a payload.
func printSiblingTag(f *file, u *union) {
	if !u.Tree.Sibling {
		return
	}
	var list []jen.Code
	done := map[*spec.Record]bool{}
	for _, c := range u.Tree.Cases {
		var types []jen.Code
		for _, r := range recordsOf(&c.Target) {
			if !done[r] {
				done[r] = true
				types = append(types, jen.Op("*").Id(r.Name))
			}
		}
		if types != nil {
			list = append(list, jen.Case(types...).Block(jen.Return(text(c.Literal))))
		}
	}
	others := []jen.Code{jen.Op("*").Id(u.unknown)}
	if u.Tree.Otherwise != nil {
		for _, r := range recordsOf(u.Tree.Otherwise) {
			others = append(others, jen.Op("*").Id(r.Name))
		}
	}
	list = append(list, jen.Case(others...).Block(jen.Return(jen.Qual(genrtPath, "UnknownSibling"))))
	f.declare("siblingOf"+u.Name+" returns the sibling tag of v, as JSON; \"\" if the type of v does not determine it.",
		jen.Func().Id("siblingOf"+u.Name).Params(jen.Id("v").Id(u.Name)).String().Block(
			jen.Switch(jen.Id("v").Assert(jen.Type())).Block(list...),
			jen.Return(jen.Lit("")),
		))
}

// recordsOf returns the records below a target.
func recordsOf(t *spec.Target) (list []*spec.Record) {
	if t.Record != nil {
		return []*spec.Record{t.Record}
	}
	if t.Node != nil {
		for t := range t.Node.Targets() {
			list = append(list, recordsOf(t)...)
		}
	}
	return list
}

// siblingLiteral returns the literal of a sibling tag that chooses a case, "" for unions with other tags.
func siblingLiteral(u *spec.Union, r *spec.Record) string {
	if u.Tree != nil && u.Tree.Sibling {
		for _, c := range u.Tree.Cases {
			if slices.Contains(recordsOf(&c.Target), r) {
				return c.Literal
			}
		}
	}
	return ""
}

// siblingOf returns the sibling tag that is the tag of a node, nil if there is none.
func (r *record) siblingOf(n *spec.Node) *member {
	if len(n.Tag) != 1 || len(n.Tag[0]) != 1 {
		return nil
	}
	for _, m := range r.byKey[n.Tag[0][0]] {
		if m.payload != nil {
			return m
		}
	}
	return nil
}

// commonTag is the name of the method that returns the sibling tag m of several payloads.
func (m *member) commonTag() string { return "tagOf" + m.payload.field.GoName }

// payloadNames lists the fields of the payloads of the sibling tag m: Input, Output and Before.
func (m *member) payloadNames() string {
	names := m.payload.field.GoName
	for i, o := range m.others {
		if i < len(m.others)-1 {
			names += ", " + o.field.GoName
		} else {
			names += " and " + o.field.GoName
		}
	}
	return names
}

// printCommonTags prints the method for each sibling tag of r that several payloads have.
func printCommonTags(p *plan, f *file, r *record) {
	for _, m := range r.members {
		if m.others == nil {
			continue
		}
		code := []jen.Code{set("tag", p.siblingTag(m.payload))}
		unknown := func() *jen.Statement { return jen.Qual(genrtPath, "UnknownSibling") }
		for _, o := range m.others {
			code = append(code, jen.Switch(define("other", p.siblingTag(o)), jen.Empty()).Block(
				jen.Case(id("tag").Op("==").Lit(""), id("tag").Op("==").Add(unknown()).Op("&&").Id("other").Op("!=").Lit("")).Block(set("tag", id("other"))),
				jen.Case(id("other").Op("!=").Lit("").Op("&&").Id("other").Op("!=").Add(unknown()).Op("&&").Id("other").Op("!=").Id("tag")).Block(
					jen.Return(id("tag"), jen.False())),
			))
		}
		f.declare(m.commonTag()+" returns the sibling tag of "+m.payloadNames()+", as JSON; \"\" or [genrt.UnknownSibling] if no type of theirs determines it. ok is false"+
			" if they determine different ones.",
			method(r.Name, m.commonTag()).Params().Params(jen.Id("tag").String(), jen.Id("ok").Bool()).Block(append(code, jen.Return(id("tag"), jen.True()))...))
	}
}

// commonTag returns the JSON literal of the sibling tag m, and the code that must stand before it.
func (p *plan) commonTag(m *member) (tag *jen.Statement, before []jen.Code) {
	if m.others == nil {
		return p.siblingTag(m.payload), nil
	}
	return id("tag"), []jen.Code{jen.List(id("tag"), jen.Id("_")).Op(":=").Add(call("m." + m.commonTag()))}
}

// writeSibling returns the code that writes the tag before its payload. A record of a view has no notes: if the type of the payload does not
// determine the tag, the tag is not written.
func (p *plan) writeSibling(r *record, m *member) jen.Code {
	write := func(tag *jen.Statement) jen.Code { return call("o.Sibling", text(m.keyText()), tag) }
	isKnown := id("tag").Op("!=").Qual(genrtPath, "UnknownSibling")
	switch {
	case m.others != nil:
		known := jen.Else().Block(write(id("tag")))
		if r.view {
			known = jen.Else().If(isKnown).Block(write(id("tag")))
		}
		conflict := jen.Qual(genrtPath, "Conflict").Call(jen.Lit(m.payloadNames() + " have one tag, " + m.key + ", but are cases of different values of it"))
		return jen.If(jen.List(id("tag"), id("ok")).Op(":=").Add(call("m."+m.commonTag())), jen.Op("!").Id("ok")).Block(call("o.Fail", conflict)).Add(known)
	case !r.view:
		return write(p.siblingTag(m.payload))
	}
	return jen.If(define("tag", p.siblingTag(m.payload)), isKnown).Block(write(id("tag")))
}
