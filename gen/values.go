package gen

import (
	"cmp"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// defaultValue returns the default of a field whose form is plain, as a Go expression. It is the zero value if the spec has none.
func (p *plan) defaultValue(m *member) *jen.Statement {
	t, literal := m.field.Type, m.field.Default
	if t.Kind == spec.RecordType || t.Kind == spec.GoText {
		return p.zeroInPlace(t)
	}
	if isIntEnum(t) {
		return p.enumValue(t.Enum, cmp.Or(literal, "0"))
	}
	if isNumber(t) || t.Kind == spec.Bool {
		return id(cmp.Or(literal, scalars[t.Kind].zero))
	}
	switch {
	case isTime(t) && isZeroLiteral(literal):
		return p.goType(t, false).Values()
	case isTime(t):
		return timeOf(t, literal)
	case t.Kind == spec.Decimal && isZeroLiteral(literal):
		return text("")
	case t.Kind == spec.Decimal:
		return text(literal)
	}
	s, _ := stringLiteral(literal)
	if t.Kind == spec.EnumType {
		return p.enumValue(t.Enum, s)
	}
	return text(s)
}

// zeroInPlace returns the zero value of a type whose values are read in place. What is behind the name of a Go type of the user is not known: an int has
// no composite literal.
func (p *plan) zeroInPlace(t *spec.Type) *jen.Statement {
	if t.Kind == spec.GoText {
		return jen.Op("*").New(p.goType(t, false))
	}
	return p.goType(t, false).Values()
}

// enumValue returns a value of an enum: its constant, if it has one.
func (p *plan) enumValue(e *spec.Enum, value string) *jen.Statement {
	for _, v := range e.Values {
		if v.Value == value {
			return p.refName(v.GoName, e)
		}
	}
	if e.Int {
		return id(value)
	}
	return text(value)
}

// tagValue returns a value of a record's tag as a Go expression.
func (p *plan) tagValue(tag *member, value string) *jen.Statement {
	if tag.field.Type.Kind == spec.EnumType {
		return p.enumValue(tag.field.Type.Enum, value)
	}
	return text(value)
}

// isDefault returns the condition that a plain field has its default value.
func (p *plan) isDefault(m *member) *jen.Statement { return p.compare(m, "m.", true, m.field.Default) }

// isSet returns the condition that a field has another value than for an absent member.
func (p *plan) isSet(m *member) *jen.Statement {
	if m.optional {
		return p.compare(m, "m.", false, m.field.Default)
	}
	return p.compare(m, "m.", false, "")
}

// absentIn returns the condition that the field of m, in the struct of the variable on, has the value for an absent member.
func (p *plan) absentIn(m *member, on string) *jen.Statement {
	if m.optional {
		return p.compare(m, on, true, m.field.Default)
	}
	return p.compare(m, on, true, "")
}

// compare returns a comparison of the field of m in the variable on with the value for an absent member, which is nil or the literal: equal
// selects == or !=.
func (p *plan) compare(m *member, on string, equal bool, literal string) *jen.Statement {
	expr := on + m.field.GoName
	op := "!="
	if equal {
		op = "=="
	}
	negate := func(yes bool, s *jen.Statement) *jen.Statement {
		if yes {
			return jen.Op("!").Add(s)
		}
		return s
	}
	t := m.field.Type
	switch m.form {
	case pointer, nilable:
		return id(expr).Op(op).Nil()
	case byJSONType:
		if p.local(t.Union) {
			return negate(equal, call(expr+".isSet"))
		}
		return negate(equal, call("isSet"+p.localName(t.Union), address(expr)))
	}
	switch t.Kind {
	case spec.RecordType:
		if p.local(t.Record) {
			return negate(!equal, call(expr+".isZero"))
		}
		return negate(!equal, call("isZero"+p.localName(t.Record), address(expr)))
	case spec.GoText:
		return negate(!equal, jen.Qual(genrtPath, "IsZeroText").Call(address(expr)))
	case spec.Time, spec.Seconds, spec.Milliseconds:
		if isZeroLiteral(literal) {
			return negate(!equal, call(expr+".IsZero"))
		}
	case spec.Bool:
		return negate((literal == "true") != equal, id(expr))
	}
	zero := &member{field: &spec.Field{Type: t, Default: literal}}
	return id(expr).Op(op).Add(p.defaultValue(zero))
}

// enumLiteral returns a value of an enum in JSON.
func enumLiteral(e *spec.Enum, v *spec.EnumValue) string {
	if e.Int {
		return v.Value
	}
	return quoteKey(v.Value)
}
