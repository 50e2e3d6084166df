package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// wholes has the methods of genrt.Object that write a whole member, key and value, if it is set. Most members are written by one of them.
var wholes = map[string]bool{
	"RequiredString": true,
	"RequiredInt":    true,
	"RequiredBool":   true,
	"OptionalString": true,
	"NullableString": true,
	"DefaultString":  true,
	"DefaultBool":    true,
}

// whole returns the method of wholes that writes m, and its argument; "" if there is none.
func (m *member) whole() (method string, value *jen.Statement) {
	f := m.field
	if f.Lazy || f.Encoded || f.Zero != "" || m.isInline() || m.optional && !isZeroLiteral(f.Default) {
		return "", nil
	}
	value = id(m.expr())
	switch {
	case m.form == pointer && isText(f.Type):
		method, value = m.condition()+"String", textAt(value, f.Type)
	case m.form != plain:
		return "", nil
	case isText(f.Type):
		method = m.condition() + "String"
		if f.Type.Kind == spec.EnumType && !f.Type.Enum.Untyped {
			value = jen.String().Parens(value)
		}
	case isIntEnum(f.Type), f.Type.Kind == spec.Int:
		method, value = m.condition()+"Int", jen.Int64().Parens(value)
	case f.Type.Kind == spec.Int64:
		method = m.condition() + "Int"
	case f.Type.Kind == spec.Bool:
		method = m.condition() + "Bool"
	}
	if !wholes[method] {
		return "", nil
	}
	return method, value
}

// condition returns the name of the method of genrt.Object that reports whether a member is written.
func (m *member) condition() string {
	switch {
	case m.notesPresence():
		return "Default"
	case m.optional && !m.required:
		return "Optional"
	case m.null:
		return "Nullable"
	}
	return "Required"
}
