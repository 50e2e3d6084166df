package infer

import "slices"

// unify merges objects of the same shape at several places: unions with the same tag that share kinds, and records with nearly the same members.
// So the blocks of a list have one type in all places, and an object that contains objects of its own shape becomes a type that refers to itself.
func (s *Sample) unify() {
	for again := true; again; {
		again = false
		list := s.fieldObjects()
		byName := map[string][]placed{}
		for i, b := range list {
			// Beyond maxCompared, only objects of the same name are compared.
			for _, a := range append(byName[b.name], list[:min(i, maxCompared)]...) {
				a, b := a.resolved(), b.resolved()
				if a.object != b.object && alike(a, b) {
					s.merge(a.object, b.object)
					again = true
					break
				}
			}
			if len(byName[b.name]) < maxCompared {
				byName[b.name] = append(byName[b.name], b)
			}
		}
	}
}

// join merges the kinds of tags whose kinds have the same shape, in the lines and in all fields, and the kinds of tags that unify found to be optional.
func (s *Sample) join() {
	s.joinBelow(s.root.find(), nil)
	for _, p := range s.fieldObjects() {
		if o := p.object.find(); o.hasOptionalTag() {
			s.flatten(o)
		} else {
			s.joinBelow(o, nil)
		}
	}
}

// joinBelow calls joinKinds for all tags of an object, inner ones first. tags are the tags around it.
func (s *Sample) joinBelow(o *object, tags []string) {
	a := o.discriminator
	if a == nil {
		return
	}
	below := append(slices.Clone(tags), a.name())
	for _, k := range a.kinds {
		s.joinBelow(k.object.find(), below)
	}
	for _, rest := range []*object{a.absent, a.other} {
		if rest != nil {
			s.joinBelow(rest.find(), tags)
		}
	}
	s.joinKinds(o, tags)
}

// maxCompared is the number of objects with which each object is compared.
const maxCompared = 300
