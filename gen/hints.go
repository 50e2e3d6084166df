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
func (p *plan) hints(t *spec.Type) []jen.Code {
	var h hints
	h.in(t, 0, false)
	return append(h.calls(), p.nullable(t, 1)...)
}

// maxHintDepth is the last depth with hints of its own; they are also those of all depths below.
const maxHintDepth = 7

// hints are the scalars of the unions by JSON type in a value.
type hints struct {
	texts   []spec.TypeKind
	numbers [maxHintDepth + 1][]spec.TypeKind // by depth: 0 is the value itself, 1 are the elements of a list or map
	seen    [maxHintDepth + 1][]*spec.Union
}

// in adds the scalars in a type at a depth.
func (h *hints) in(t *spec.Type, depth int, inUnion bool) {
	depth = min(depth, maxHintDepth)
	switch {
	case t.Elem != nil:
		h.in(t.Elem, depth+1, inUnion)
	case t.Kind == spec.UnionType && t.Union.Variants != nil:
		if !slices.Contains(h.seen[depth], t.Union) {
			h.seen[depth] = append(h.seen[depth], t.Union)
			for _, a := range t.Union.Variants {
				h.in(a.Type, depth, true)
			}
		}
	case !inUnion:
	case isInteger(t):
		h.addNumber(depth, spec.Int)
	case scalars[t.Kind].hint == "":
	case scalars[t.Kind].json == "Number":
		h.addNumber(depth, t.Kind)
	case !slices.Contains(h.texts, t.Kind):
		h.texts = append(h.texts, t.Kind)
	}
}

func (h *hints) addNumber(depth int, kind spec.TypeKind) {
	if !slices.Contains(h.numbers[depth], kind) {
		h.numbers[depth] = append(h.numbers[depth], kind)
	}
}

// calls returns the calls for the scalars. If all numbers are of one kind, they do not depend on the depth.
func (h *hints) calls() (calls []jen.Code) {
	var all []spec.TypeKind
	for _, kinds := range h.numbers {
		for _, kind := range kinds {
			if !slices.Contains(all, kind) {
				all = append(all, kind)
			}
		}
	}
	add := func(kinds []spec.TypeKind) {
		for _, kind := range hinted {
			if slices.Contains(kinds, kind) {
				calls = append(calls, call("o."+scalars[kind].hint))
			}
		}
	}
	if len(all) < 2 {
		add(append(all, h.texts...))
		return calls
	}
	add(h.texts)
	var last []spec.TypeKind
	for depth, kinds := range h.numbers {
		slices.Sort(kinds)
		if len(kinds) == 0 || slices.Equal(kinds, last) { // as above it
			continue
		}
		last = kinds
		calls = append(calls, call("o.At", jen.Lit(depth)))
		add(kinds)
		if slices.Contains(kinds, spec.Int) {
			calls = append(calls, call("o.Integers"))
		}
	}
	return calls
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
