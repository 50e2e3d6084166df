package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// wholes has the methods of genrt.Object that write a member if it is set. Most members are written by one of them.
var wholes = map[string]bool{
	"RequiredString": true,
	"RequiredInt":    true,
	"RequiredBool":   true,
	"OptionalString": true,
	"NullableString": true,
	"DefaultString":  true,
	"DefaultBool":    true,
}

// whole returns the one of them that writes m, and its argument; "" if there is none.
func (m *member) whole() (method string, value *jen.Statement) {
	f := m.field
	if f.Lazy || f.Encoded || f.Zero != "" || m.isInline() || m.optional && !isZeroLiteral(f.Default) {
		return "", nil
	}
	value = id(m.expr())
	switch {
	case m.form == pointer && isText(f.Type):
		method, value = m.question()+"String", textAt(value, f.Type)
	case m.form != plain:
		return "", nil
	case isText(f.Type):
		method = m.question() + "String"
		if f.Type.Kind == spec.EnumType && !f.Type.Enum.Untyped {
			value = jen.String().Parens(value)
		}
	case isIntEnum(f.Type), f.Type.Kind == spec.Int:
		method, value = m.question()+"Int", jen.Int64().Parens(value)
	case f.Type.Kind == spec.Int64:
		method = m.question() + "Int"
	case f.Type.Kind == spec.Bool:
		method = m.question() + "Bool"
	}
	if !wholes[method] {
		return "", nil
	}
	return method, value
}

// question returns the method of genrt.Object that reports whether a member is written.
func (m *member) question() string {
	switch {
	case m.hides():
		return "Default"
	case m.optional && !m.required:
		return "Optional"
	case m.null:
		return "Nullable"
	case m.field.Type.Kind == spec.GoText && m.form == plain:
		return "RequiredText"
	}
	return "Required"
}
