package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// A record that a tag always chooses by one value has no member for it, and writes the value. Where the tag lies deeper, or the record
// declares it, a field has it: in a record that was built, one that is not set is written with the value, for without it the record would
// be read as something else. What was read without the tag has a note, and is written as it stood.

// ownTag is the field of a tag by which a record is always chosen, and its value.
type ownTag struct {
	node    *spec.Node
	path    []*member // to the field
	literal string
}

// ownTags are the tags of r, as a case of root, that fields have.
func (p *plan) ownTags(r *record, root *spec.Union) []ownTag {
	if r.view || root == nil {
		return nil
	}
	var common []ownTag // the answers on all paths to r
	first := true
	var walk func(n *spec.Node, answers []ownTag)
	walk = func(n *spec.Node, answers []ownTag) {
		follow := func(t *spec.Target, answers []ownTag) {
			switch {
			case t == nil:
			case t.Node != nil:
				walk(t.Node, answers)
			case t.Record != r.Record:
			case first:
				common, first = slices.Clone(answers), false
			default:
				common = slices.DeleteFunc(common, func(a ownTag) bool {
					return !slices.ContainsFunc(answers, func(b ownTag) bool { return a.node == b.node && a.literal == b.literal })
				})
			}
		}
		for _, c := range n.Cases {
			with := answers
			if !n.Has {
				with = append(slices.Clip(answers), ownTag{node: n, literal: c.Literal})
			}
			follow(&c.Target, with)
		}
		follow(n.Otherwise, answers)
		follow(n.Absent, answers)
	}
	walk(root.Tree, nil)
	var list []ownTag
	for _, a := range common {
		path, getter := p.tagPath(r, a.node.Tag)
		if path == nil || getter != nil || !canHold(path[len(path)-1].field.Type, a.literal) {
			continue
		}
		a.path = path
		list = append(list, a)
	}
	return list
}

// canHold reports whether a field can have a literal that is not its zero value.
func canHold(t *spec.Type, literal string) bool {
	switch {
	case isText(t):
		return literal[0] == '"' && literal != `""`
	case isNumber(t):
		return isNumberLiteral(literal) && literal != "0"
	}
	return literal == "true"
}

func isNumberLiteral(literal string) bool {
	return literal[0] == '-' || literal[0] >= '0' && literal[0] <= '9'
}

// fillTags sets the tags of a record that are not set, in a copy.
func (p *plan) fillTags(r *record) []jen.Code {
	var code []jen.Code
	roots := p.tagRoots(r.Record)
	if roots == nil {
		for _, t := range p.ownTags(r, p.root(r.Record)) {
			code = append(code, p.fillTag(t, nil))
		}
	}
	for i, u := range roots {
		for _, t := range p.ownTags(r, u) {
			code = append(code, p.fillTag(t, id("in").Op("==").Lit(i)))
		}
	}
	return code
}

// fillTag sets a tag if the record has been built, and is written through the union that has the tag.
func (p *plan) fillTag(t ownTag, through *jen.Statement) jen.Code {
	built := func(record string) *jen.Statement { return id(record + ".Extra").Op("==").Add(noExtra()) }
	is := built("m")
	if through != nil {
		is = through.Op("&&").Add(is)
	}
	expr, copied := "m", "filled"
	var steps []jen.Code
	for i, m := range t.path {
		expr, copied = expr+"."+m.goName(), copied+"."+m.goName()
		switch {
		case i == len(t.path)-1:
		case m.form == pointer:
			// What the pointer points to is the caller's.
			name := "inner" + m.goName()
			steps = append(steps,
				define(name, p.goType(m.field.Type, false).Values()),
				jen.If(id(copied).Op("!=").Nil()).Block(set(name, id("*"+copied))),
				set(copied, id("&"+name)))
			is = is.Op("&&").Parens(id(expr).Op("==").Nil().Op("||").Add(built(expr)))
		default:
			is = is.Op("&&").Add(built(expr))
		}
	}
	tag := t.path[len(t.path)-1]
	is = is.Op("&&").Add(p.isUnset(t.path, expr, tag))
	value := id(t.literal)
	if s, ok := stringLiteral(t.literal); ok {
		value = p.tagValue(tag, s)
	}
	if tag.form == pointer {
		value = call("new", p.goType(tag.field.Type, false).Call(value))
	}
	body := append([]jen.Code{define("filled", id("*m"))}, steps...)
	body = append(body, set(copied, value), set("m", id("&filled")))
	return jen.If(is).Block(body...)
}

// isUnset asks whether the field of a tag, in expr, has its zero value, or is behind a nil pointer.
func (p *plan) isUnset(path []*member, expr string, tag *member) *jen.Statement {
	var unset *jen.Statement
	or := func(c *jen.Statement) {
		if unset == nil {
			unset = c
		} else {
			unset = unset.Op("||").Add(c)
		}
	}
	at := "m"
	pointers := 0
	for _, m := range path {
		if at += "." + m.goName(); m.form == pointer {
			or(id(at).Op("==").Nil())
			pointers++
		}
	}
	if tag.form == pointer {
		expr = "*" + expr
	}
	switch typ := tag.field.Type; {
	case isText(typ):
		or(id(expr).Op("==").Lit(""))
	case isNumber(typ):
		or(id(expr).Op("==").Lit(0))
	default:
		or(jen.Op("!").Add(id(expr)))
	}
	if pointers > 0 {
		return jen.Parens(unset)
	}
	return unset
}
