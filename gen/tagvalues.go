package gen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/ndwire/ndwire/spec"
)

// This file has the conditions that compare the value of a tag's field with the literals of the spec.

// isOther returns the condition that the field at the end of a path has a value that leads to another record: a value other than the literal
// own, or, if own is "", one of others. A field that is not set is written with own. It returns nil if the field cannot have such a value.
func (p *plan) isOther(path []*member, rest []string, own string, others []string) *jen.Statement {
	tag := tagAt(path, own)
	switch t := tag.field.Type; {
	case isRawMember(tag.member):
		return p.isOtherRaw(tag, rest, own, others)
	case t.Kind == spec.UnionType:
		return allOf(tag.isSet, p.isOtherCase(tag.member, tag.expr, own, others))
	case own == "null" && tag.form == pointer:
		return tag.isSet
	case own == "null":
		return nil
	case own != "" && !ofType(t, own) && tag.form == pointer:
		return tag.isSet
	case own != "" && !ofType(t, own):
		return allOf(tag.hasRecord, p.compare(tag.member, strings.TrimSuffix(tag.expr, tag.goName()), false, cmp.Or(tag.field.Default, zeroLiteral(t))))
	case t.Kind == spec.Bool && own != "":
		if own == "true" { // false is not set
			return nil
		}
		return allOf(tag.isSet, id(tag.expr))
	case own != "":
		return p.isOtherValue(tag, own)
	}
	return p.isOneOf(tag, others)
}

// tagExpr is the field of a tag at the end of a path.
type tagExpr struct {
	*member
	expr      string
	hasRecord *jen.Statement // the condition that the record with the field is set; nil if it always is
	isSet     *jen.Statement // the condition that the field is set
}

// tagAt returns the field at the end of a path. A pointer is dereferenced, unless it is compared with null.
func tagAt(path []*member, own string) tagExpr {
	last := len(path) - 1
	t := tagExpr{member: path[last], expr: "m"}
	for i, m := range path {
		t.expr += "." + m.goName()
		t.hasRecord = t.isSet
		if m.form == pointer {
			t.isSet = allOf(t.isSet, id(t.expr).Op("!=").Nil())
			if i == last && own != "null" {
				t.expr = "*" + t.expr
			}
		}
	}
	return t
}

// isOtherRaw is isOther for a field that keeps the value's text.
func (p *plan) isOtherRaw(tag tagExpr, rest []string, own string, others []string) *jen.Statement {
	if own != "" {
		return allOf(tag.isSet, id(tag.expr).Op("!=").Nil(), jen.Op("!").Add(p.tagIs(tag.expr, own, rest)))
	}
	var is *jen.Statement
	for _, o := range others {
		if o == "null" && !tag.optional && len(rest) == 0 && tag.field.Zero == "" { // nil is written as null
			is = anyOf(is, allOf(tag.hasRecord, id(tag.expr).Op("==").Nil()))
		}
		is = anyOf(is, allOf(tag.isSet, p.tagIs(tag.expr, o, rest)))
	}
	return is
}

// isOneOf returns the condition that a field, whose type is not a union, has one of the values.
func (p *plan) isOneOf(tag tagExpr, literals []string) *jen.Statement {
	var is *jen.Statement
	if tag.form == pointer && !tag.optional && slices.Contains(literals, "null") {
		is = allOf(tag.hasRecord, id(strings.TrimPrefix(tag.expr, "*")).Op("==").Nil())
	}
	for _, l := range literals {
		switch v := p.literalValue(tag.member, l); {
		case tag.field.Type.Kind == spec.Bool && l == "true":
			is = anyOf(is, allOf(tag.isSet, id(tag.expr)))
		case tag.field.Type.Kind == spec.Bool && l == "false":
			is = anyOf(is, allOf(tag.isSet, jen.Op("!").Add(id(tag.expr))))
		case v != nil:
			is = anyOf(is, allOf(tag.isSet, id(tag.expr).Op("==").Add(v)))
		}
	}
	return is
}

// isOtherValue returns the condition that a field, whose type is a text or number, has a value other than the literal own and the zero value, which
// is written as own.
func (p *plan) isOtherValue(tag tagExpr, own string) *jen.Statement {
	value := p.literalValue(tag.member, own)
	if value == nil {
		return nil
	}
	t := tag.field.Type
	is := allOf(tag.isSet)
	if !isZeroLiteral(own) {
		zero := scalars[t.Kind].zero
		switch {
		case isIntEnum(t):
			zero = "0"
		case isText(t):
			zero = `""`
		}
		is = allOf(is, id(tag.expr).Op("!=").Id(zero))
	}
	return allOf(is, id(tag.expr).Op("!=").Add(value))
}

// literalValue returns the Go code of a literal that is a value of a tag's field; nil if it is none.
func (p *plan) literalValue(tag *member, literal string) *jen.Statement {
	t := tag.field.Type
	if s, ok := stringLiteral(literal); ok && isText(t) {
		return p.tagValue(tag, s)
	}
	switch {
	case !isNumberLiteral(literal) || !isNumber(t):
		return nil
	case isIntEnum(t):
		return p.enumValue(t.Enum, literal)
	}
	return id(literal)
}

// isOtherCase returns the condition that the union by tag in expr has another case than that of the literal own; or, if own is "", a case of
// one of others. A nil union has no case.
func (p *plan) isOtherCase(m *member, expr, own string, others []string) *jen.Statement {
	u := m.field.Type.Union
	name := u.Tree.Tag[0][len(u.Tree.Tag[0])-1]
	is := func(literal string) *jen.Statement { // nil if the Go type does not determine the case
		c := caseOf(u, literal)
		if c == nil || len(p.record(c).byKey[name]) > 0 && p.record(c).byKey[name][0].field != nil {
			return nil
		}
		return jen.Qual(genrtPath, "IsA").Index(jen.Op("*").Add(p.ref("", c))).Call(id(expr))
	}
	another := id(expr).Op("!=").Nil()
	for _, c := range u.Tree.Cases {
		same := c.Literal == own
		if own == "" {
			same = !slices.Contains(others, c.Literal)
		}
		if yes := is(c.Literal); yes != nil && same {
			another = allOf(another, jen.Op("!").Add(yes))
		}
	}
	return another
}

// tagIs returns the condition that the value at a path within a raw one, in expr, is a literal.
func (p *plan) tagIs(expr, literal string, tagPath []string) *jen.Statement {
	return jen.Qual(genrtPath, "TagIs").Call(append([]jen.Code{id(expr), text(literal)}, cases(tagPath)...)...)
}

// ofType reports whether a literal is of the JSON type that a text, a number or a bool has.
func ofType(t *spec.Type, literal string) bool {
	switch {
	case isText(t):
		return literal[0] == '"'
	case isNumber(t):
		return isNumberLiteral(literal)
	}
	return literal == "true" || literal == "false"
}

func zeroLiteral(t *spec.Type) string {
	switch {
	case isText(t):
		return `""`
	case isNumber(t):
		return "0"
	}
	return "false"
}
