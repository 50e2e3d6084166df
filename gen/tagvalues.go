package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/ndwire/ndwire/spec"
)

// This file has the conditions that compare the value of a tag's field with the literals of the spec.

// isOther returns the condition that the field at the end of a path has a value that leads to another record: a value other than the literal
// own, or, if own is "", one of others. A field that is not set is written with own. It returns nil if the field cannot have such a value.
func (k kindPrinter) isOther(path []*member, rest []string, own string, others []string) *jen.Statement {
	tag := tagAt(path)
	switch t := tag.field.Type; {
	case own == "" && isRawMember(tag.member) && (k.r.view || !slices.Contains(others, "null")):
		var is *jen.Statement
		for _, o := range others {
			is = anyOf(is, allOf(tag.isSet, k.p.tagIs(tag.expr, o, rest)))
		}
		return is
	case own != "" && !isRawMember(tag.member) && (isText(t) || isNumber(t)) && ofType(t, own):
		return k.p.isOtherValue(tag, own)
	}
	k.unusual()
	return nil
}

// tagExpr is the field of a tag at the end of a path.
type tagExpr struct {
	*member
	expr  string
	isSet *jen.Statement // the condition that the field is set; nil if it always is
}

// tagAt returns the field at the end of a path. A pointer is dereferenced.
func tagAt(path []*member) tagExpr {
	last := len(path) - 1
	t := tagExpr{member: path[last], expr: "m"}
	for i, m := range path {
		t.expr += "." + m.goName()
		if m.form == pointer {
			t.isSet = allOf(t.isSet, id(t.expr).Op("!=").Nil())
			if i == last {
				t.expr = "*" + t.expr
			}
		}
	}
	return t
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

// tagIs returns the condition that the value at a path within a raw one, in expr, is a literal.
func (p *plan) tagIs(expr, literal string, tagPath []string) *jen.Statement {
	return jen.Qual(genrtPath, "TagIs").Call(append([]jen.Code{id(expr), text(literal)}, cases(tagPath)...)...)
}

// ofType reports whether a literal is of the JSON type that a text or a number has.
func ofType(t *spec.Type, literal string) bool {
	if isText(t) {
		return literal[0] == '"'
	}
	return isNumberLiteral(literal)
}
