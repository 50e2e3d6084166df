package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// This file prints the calls that tell the encoder of a record which scalars can be in a field's value, and which of its elements can be nil. They
// determine how the value is compared with a note about it.

// hints returns the calls that tell the encoder of a record which scalars the unions by JSON type within a value have: it does not see the types of
// variants.
func (p *plan) hints(t *spec.Type) (calls []jen.Code) {
	numbers := false // besides integers
	for _, kind := range hinted {
		if variantsHave(t, func(t *spec.Type) bool { return t.Kind == kind }, nil) {
			calls = append(calls, call("o."+scalars[kind].hint))
			numbers = numbers || scalars[kind].json == "Number"
		}
	}
	if numbers && variantsHave(t, isInteger, nil) {
		calls = append(calls, call("o.Integers"))
	}
	return append(calls, p.nullable(t, 1)...)
}

// nullable returns the calls that tell the encoder of a record which elements of a list or map can be nil.
func (p *plan) nullable(t *spec.Type, depth int) (calls []jen.Code) {
	elem := t.Elem
	if elem == nil {
		return nil
	}
	is := func(json string) {
		calls = append(calls, jen.Qual(genrtPath, "NilElements").Call(address("o"), jen.Lit(depth), jen.Qual(decoderPath, json)))
	}
	switch s := scalars[elem.Kind]; {
	case !elem.Null || elem.Kind == spec.JSON || elem.Kind == spec.UnionType:
	case elem.Kind == spec.GoText:
		calls = append(calls, jen.Qual(genrtPath, "NilTexts").Types(p.goType(elem, false)).Call(address("o"), jen.Lit(depth)))
	case s.json != "":
		if s.raw { // also if all elements are nil, so that none announces its type
			calls = append(calls, call("o."+s.hint))
		}
		is(s.json)
	case isIntEnum(elem):
		is("Number")
	case elem.Kind == spec.EnumType:
		is("String")
	case elem.Kind == spec.Array:
		is("Array")
	default:
		is("Object")
		if elem.Kind == spec.RecordType && elem.Record.Shorthand != "" {
			is("String")
		}
	}
	return append(calls, p.nullable(elem, depth+1)...)
}

// isInteger reports whether values of a type are integers with a sign.
func isInteger(t *spec.Type) bool {
	return t.Kind == spec.Int || t.Kind == spec.Int64 || t.Kind == spec.EnumType && t.Enum.Int
}

// variantsHave reports whether a union by JSON type within a value has a variant of some type, or with elements of that type.
func variantsHave(t *spec.Type, is func(*spec.Type) bool, seen []*spec.Union) bool {
	switch {
	case t.Elem != nil:
		return variantsHave(t.Elem, is, seen)
	case t.Kind != spec.UnionType || t.Union.Variants == nil || slices.Contains(seen, t.Union):
		return false
	}
	seen = append(seen, t.Union)
	return slices.ContainsFunc(t.Union.Variants, func(a *spec.Variant) bool {
		elem := a.Type
		for elem.Elem != nil {
			elem = elem.Elem
		}
		return is(elem) || variantsHave(elem, is, seen)
	})
}
