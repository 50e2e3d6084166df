package infer

import "slices"

// unify makes one object of those that have the same shape at several places: unions of the same tag that share kinds, and records that have
// nearly the same members. So the blocks of a list have one name wherever the list stands, and an object that holds objects of its own shape
// becomes a type that refers to itself.
func (s *Sample) unify() {
	for again := true; again; {
		again = false
		list := s.fieldObjects()
		for i, b := range list {
			for _, a := range list[:i] {
				if a, b := a.find(), b.find(); a != b && alike(a, b) {
					s.merge(a, b)
					again = true
					break
				}
			}
		}
	}
}

// placed is an object, and the name of the member in which it stands, or in whose list.
type placed struct {
	*object
	name string
}

// fieldObjects are the objects that stand in fields, in the order in which they are met.
func (s *Sample) fieldObjects() []placed {
	var list []placed
	seen := map[*object]bool{}
	var visit func(o *object)
	var visitPlace func(name string, p *place)
	visit = func(o *object) {
		if o = o.find(); o == nil || seen[o] {
			return
		}
		seen[o] = true
		if o.ask != nil {
			for _, k := range o.ask.kinds {
				visit(k.object)
			}
			visit(o.ask.absent)
			visit(o.ask.other)
		}
		for _, m := range o.members {
			visitPlace(m.name, &m.place)
		}
		visitPlace("", o.value)
	}
	visitPlace = func(name string, p *place) {
		if p == nil {
			return
		}
		if o := p.object.find(); o != nil && !seen[o] {
			list = append(list, placed{o, name})
			visit(o)
		}
		visitPlace(name, p.elem)
	}
	visit(s.root)
	return list
}

// alike reports whether two objects are to be one.
func alike(a, b *object) bool {
	switch {
	case a.isMap || b.isMap:
		return false
	case a.ask != nil && b.ask != nil:
		if !slices.Equal(a.ask.path, b.ask.path) || a.ask.path == nil {
			return false
		}
		shared := 0
		for _, k := range b.ask.kinds {
			if mine := a.ask.byText[k.text]; mine != nil && similar(mine.object.find(), k.object.find(), 0.5) {
				shared++
			}
		}
		return shared > 0 && shared*2 >= min(len(a.ask.kinds), len(b.ask.kinds))
	case a.ask != nil || b.ask != nil:
		return false
	}
	return len(a.members) >= 2 && len(b.members) >= 2 && similar(a, b, 0.75)
}

// similar reports whether a share of the members of two records are in both, with values of the same JSON types.
func similar(a, b *object, share float64) bool {
	if a.ask != nil || b.ask != nil || a.isMap || b.isMap {
		return a.ask != nil && b.ask != nil
	}
	both := 0
	for _, m := range a.members {
		if n := b.byName[m.name]; n != nil {
			if !sameType(&m.place, &n.place) || askDifferently(m.object.find(), n.object.find()) {
				return false
			}
			both++
		}
	}
	return float64(both) >= share*float64(len(a.members)+len(b.members)-both)
}

// askDifferently reports whether two objects are unions of different tags.
func askDifferently(a, b *object) bool {
	return a != nil && b != nil && a.ask != nil && b.ask != nil && !slices.Equal(a.ask.path, b.ask.path)
}

// sameType reports whether two places have values of a JSON type in common, or one has none but null.
func sameType(a, b *place) bool {
	x, y := a.jsonTypes(), b.jsonTypes()
	if len(x) == 0 || len(y) == 0 {
		return true
	}
	return slices.ContainsFunc(x, func(t string) bool { return slices.Contains(y, t) })
}

// jsonTypes are the JSON types of the values, without null.
func (p *place) jsonTypes() []string {
	var list []string
	add := func(name string, n int) {
		if n > 0 {
			list = append(list, name)
		}
	}
	add("string", p.texts.count)
	add("number", p.numbers.count)
	add("boolean", p.bools)
	add("array", p.arrays)
	if p.object != nil {
		list = append(list, "object")
	}
	return list
}
