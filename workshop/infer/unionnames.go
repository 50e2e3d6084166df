package infer

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Unions by JSON type with the same variants are one type. It has the name of the member, or the names of its variants if it stands in members of several
// names.

// variants names the union by JSON type of the values at a place, and the types of its variants.
func (n *namer) variants(p *place, name, context string) {
	if n.unions[p] != "" {
		return
	}
	shape := p.shape()
	if made, ok := n.shapes[shape]; ok {
		n.unions[p] = made
	} else {
		wishes := n.wishes(name, context)
		if n.shapeLabels[shape] == severalLabels {
			wishes = append([]string{strings.Join(p.scalars(), "_or_")}, wishes...)
		}
		n.unions[p] = n.taken.Take(wishes...)
		n.shapes[shape] = n.unions[p]
	}
	n.unionPlaces[n.unions[p]] = append(n.unionPlaces[n.unions[p]], p)
	n.object(p.object.find(), strings.TrimSuffix(name, "_item")+"_object", context)
	elem := draft.Singular(name)
	if elem == name { // the union has this name
		elem += "_item"
	}
	n.place(p.elem, elem, context)
}

// severalLabels is the label of a union by JSON type that stands in members of several names.
const severalLabels = "\x00"

// labelShapes collects the names of the members that have the same union by JSON type, if it has only scalars. The name of one of them would mislead in the
// others.
func (n *namer) labelShapes(s *Sample) {
	s.walkPlaces(func(placed) {}, func(p *place, name string) {
		if len(p.scalars()) < 2 {
			return
		}
		shape := p.shape()
		switch label := n.shapeLabels[shape]; {
		case label == "":
			n.shapeLabels[shape] = name
		case spec.GoName(label) != spec.GoName(name):
			n.shapeLabels[shape] = severalLabels
		}
	})
}

// scalars returns the names of the variants of a union by JSON type, nil if some are no scalars.
func (p *place) scalars() (names []string) {
	for _, t := range p.jsonTypes() {
		switch t {
		case "string":
			names = append(names, "Text")
		case "number":
			names = append(names, "Number")
		case "boolean":
			names = append(names, "Bool")
		default:
			return nil
		}
	}
	return names
}

// shape returns a text that is equal for places of the same type.
func (p *place) shape() string {
	if p == nil {
		return ""
	}
	numbers, _ := number(&p.numbers, "")
	texts := ""
	if t := &p.texts; t.count > 0 {
		texts = fmt.Sprint(t.uuids == t.count, t.times == t.count, t.isBytes(), t.plain)
		if t.isEnum() && len(p.jsonTypes()) == 1 { // the texts beside numbers are no enum
			texts += fmt.Sprint(t.words())
		}
	}
	shape := fmt.Sprintf("%v %v %s %s %p [%s]", p.jsonTypes(), p.nulls > 0, texts, numbers, p.object.find(), p.elem.shape())
	if p.texts.plain {
		return shape
	}
	return shape + " " + p.inside.shape()
}
