package infer

import (
	"slices"

	"github.com/ndwire/ndwire/workshop/draft"
)

// placed is an object at a place: with the name of the member that has the object, or the list of it.
type placed struct {
	*object
	name    string
	list    bool    // the member has a plural as its name, and a list of the objects: name is the singular
	objects int     // the number of values that are not null, in this member
	within  *object // the record of the member
	texts   *texts  // the texts at the same place; nil if there are none, or if they are rare
}

// resolved returns p with the objects into which its objects were merged.
func (p placed) resolved() placed {
	p.object, p.within = p.object.find(), p.within.find()
	return p
}

// walk calls found for every object in a field, in a fixed order.
func (s *Sample) walk(found func(placed)) { s.walkPlaces(found, func(*place, string) {}) }

// walkPlaces is walk, and calls also for every place, with the name of the member, or the singular of it for the elements of a list or map.
func (s *Sample) walkPlaces(found func(placed), also func(p *place, name string)) {
	seen := map[*object]bool{}
	var visit func(o *object, name string)
	var visitPlace func(name string, list bool, p *place, within *object)
	visit = func(o *object, name string) {
		if o = o.find(); o == nil || seen[o] {
			return
		}
		seen[o] = true
		if o.discriminator != nil {
			for _, k := range o.discriminator.kinds {
				visit(k.object, "")
			}
			visit(o.discriminator.absent, "")
			visit(o.discriminator.other, "")
		}
		for _, m := range o.members {
			visitPlace(m.name, false, &m.place, o)
		}
		visitPlace(draft.Singular(name), draft.Singular(name) != name, o.value, o)
	}
	visitPlace = func(name string, list bool, p *place, within *object) {
		if p == nil {
			return
		}
		also(p, name)
		if o := p.object.find(); o != nil {
			texts := &p.texts
			if !slices.Contains(p.jsonTypes(), "string") {
				texts = nil
			}
			found(placed{object: o, name: name, list: list, objects: p.count - p.nulls, within: within, texts: texts})
			visit(o, name)
		}
		visitPlace(draft.Singular(name), list || draft.Singular(name) != name, p.elem, within)
		visitPlace(name, list, p.inside, within)
	}
	visit(s.root, "")
}

// fieldObjects returns the objects in fields, without duplicates.
func (s *Sample) fieldObjects() []placed {
	var list []placed
	seen := map[*object]bool{}
	s.walk(func(p placed) {
		if !seen[p.object] {
			seen[p.object] = true
			list = append(list, p)
		}
	})
	return list
}
