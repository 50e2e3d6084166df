package drift

import (
	"encoding/json"
	"slices"
	"strings"
)

// This file has the JSON types of values that a spec does not have, in the places of a type.

// shape has the types of the values that were seen.
type shape struct {
	types    [jsonTypes]bool
	fraction bool   // a number has a fraction or an exponent
	exceeds  bool   // a number is out of the range of its Go type; for a new member, of an int64
	huge     bool   // a number where the spec has another JSON type is out of the range of a float64
	noCase   bool   // a value of an external union that can be no case of it
	elem     *shape // of the elements of lists
}

func (s *shape) add(value []byte) {
	t := typeOf(value[0])
	s.types[t] = true
	switch t {
	case typeNumber:
		s.fraction = s.fraction || strings.ContainsAny(string(value), ".eE")
		s.exceeds = s.exceeds || signed.misfit(value) == outOfRange || float.misfit(value) == outOfRange
	case typeArray:
		if s.elem == nil {
			s.elem = &shape{}
		}
		var list []json.RawMessage
		if json.Unmarshal(value, &list) == nil {
			for _, v := range list {
				s.elem.add(v)
			}
		}
	}
}

// merge adds another shape.
func (s *shape) merge(o *shape) {
	for t, seen := range o.types {
		s.types[t] = s.types[t] || seen
	}
	s.fraction = s.fraction || o.fraction
	s.exceeds = s.exceeds || o.exceeds
	s.huge = s.huge || o.huge
	s.noCase = s.noCase || o.noCase
	if s.elem == nil {
		s.elem = o.elem
	} else if o.elem != nil {
		s.elem.merge(o.elem)
	}
}

// isEmpty reports whether nothing was seen.
func (s *shape) isEmpty() bool {
	return s.types == [jsonTypes]bool{} && !s.fraction && !s.exceeds && !s.noCase
}

// words returns the JSON types that were seen, and the numbers that do not fit, for a sentence.
func (s *shape) words() string {
	var list []string
	for t, seen := range s.types {
		if seen {
			list = append(list, [jsonTypes]string{"null", "a bool", "a number", "a string", "a list", "an object"}[t])
		}
	}
	if s.fraction && !s.types[typeNumber] {
		list = append(list, "a number with a fraction")
	}
	if s.exceeds && !s.types[typeNumber] {
		list = append(list, "a number out of range")
	}
	if s.noCase {
		list = append(list, "a value that can be no case of an external union")
	}
	return strings.Join(list, " and ")
}

// spec returns the type in the spec language: json for objects and for values of several types.
func (s *shape) spec() string {
	var names []string
	for t, name := range map[jsonType]string{typeBool: "bool", typeString: "string", typeNumber: "number", typeArray: "json", typeObject: "json"} {
		if s.types[t] {
			names = append(names, name)
		}
	}
	if len(names) != 1 {
		return "json"
	}
	typ := names[0]
	switch {
	case typ == "number" && (s.exceeds || s.huge):
		typ = "decimal"
	case typ == "number" && !s.fraction:
		typ = "int"
	case s.types[typeArray] && slices.Contains([]string{"string", "int", "number", "decimal", "bool"}, s.elem.spec()):
		typ = s.elem.spec() + "[]"
	case s.types[typeArray] && strings.HasSuffix(s.elem.spec(), " | null"):
		typ = "(" + s.elem.spec() + ")[]"
	case s.types[typeArray] && !s.elem.types[typeNull]:
		typ = "json[]"
	}
	if s.types[typeNull] && typ != "json" {
		typ += " | null"
	}
	return typ
}

// places has the shapes of a member's values, and of the elements of lists and maps in it.
type places struct {
	shape
	list, mapping *places // the elements of lists, and of maps; nil if there are none
}

// at returns the elements in the given lists and maps, see walker.around. It creates them if needed.
func (p *places) at(around string) *places {
	for _, step := range []byte(around) {
		inner := &p.list
		if step == inMap {
			inner = &p.mapping
		}
		if *inner == nil {
			*inner = &places{}
		}
		p = *inner
	}
	return p
}

// find returns the elements in the given lists and maps, nil if there are none.
func (p *places) find(around string) *places {
	for _, step := range []byte(around) {
		if p == nil {
			break
		}
		if step == inMap {
			p = p.mapping
		} else {
			p = p.list
		}
	}
	return p
}

// merge adds other places.
func (p *places) merge(o *places) {
	p.shape.merge(&o.shape)
	if o.list != nil {
		p.at(string(inList)).merge(o.list)
	}
	if o.mapping != nil {
		p.at(string(inMap)).merge(o.mapping)
	}
}

// clone returns a copy of p.
func (p *places) clone() *places {
	if p == nil {
		return nil
	}
	return &places{p.shape, p.list.clone(), p.mapping.clone()}
}

// isEmpty reports whether nothing was seen in any place.
func (p *places) isEmpty() bool {
	return !slices.ContainsFunc(p.shapes(), func(s *shape) bool { return !s.isEmpty() })
}

// shapes returns all shapes of p.
func (p *places) shapes() (all []*shape) {
	if p == nil {
		return nil
	}
	return append(append([]*shape{&p.shape}, p.list.shapes()...), p.mapping.shapes()...)
}
