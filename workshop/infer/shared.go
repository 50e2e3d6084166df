package infer

import "slices"

// joinKinds merges the kinds of an object into one record if they have the same shape: nearly all members are in most kinds, with values of the
// same types. tags are the tags around the object, which are no such members. If a line's tag has a name that tags usually have, the kinds remain, and
// lead to one record; else the tag becomes a field.
func (s *Sample) joinKinds(o *object, tags []string) {
	a := o.discriminator
	if a == nil || !a.isMember() || len(a.kinds) < 2 || a.absent != nil || a.other != nil {
		return
	}
	literals := slices.ContainsFunc(a.kinds, func(k *kind) bool { return k.literal })
	if !sameShape(a.kinds, a.path[0], tags, literals) {
		return
	}
	if !o.line && !o.kind || isTagName(a.path) == 0 || literals {
		s.flatten(o)
		return
	}
	a.shared, a.kinds[0].object.find().plain = true, true
	for _, k := range a.kinds[1:] {
		s.merge(a.kinds[0].object, k.object)
	}
}

// objectInside returns the object that all texts of a place contain as JSON, nil if they do not.
func (p *place) objectInside() *object {
	if p.inside == nil || p.texts.plain {
		return nil
	}
	return p.inside.object.find()
}

// sameShape reports whether the kinds of a tag are records with at least four fifths of their members in common, of
// which each kind has half, or many kinds that repeat few members. tags are the tags around them, which do not count.
// If texts is set, texts with JSON are like other texts. A kind of which not all members are known is not like
// others, which may have other values in them.
func sameShape(kinds []*kind, tag string, tags []string, texts bool) bool {
	with, fewest := map[string][]*member{}, maxMembers
	for _, k := range kinds {
		o := k.object.find()
		if o.discriminator != nil || o.isMap || o.dropped || otherTag(kinds[0].object.find(), o, tag) != "" || o.sibling != nil || len(o.members) < 2 {
			return false
		}
		n := 0
		for _, m := range o.members {
			if !slices.Contains(tags, m.name) {
				with[m.name] = append(with[m.name], m)
				n++
			}
		}
		fewest = min(fewest, n)
	}
	common, own, declared := 0, 0, 0
	for _, list := range with {
		declared += len(list)
		if len(list) == 1 {
			own++
		}
		if !areOneType(list, texts) {
			return false
		}
		if len(list)*2 > len(kinds) {
			common++
		}
	}
	return common*5 >= len(with)*4 && fewest*2 >= len(with) || own*5 <= len(with) && declared > mostRepeated*len(with)
}

// areOneType reports whether the values of members of several records have one type: a JSON type in common, and one type of objects, where there are
// objects. If texts is set, texts with JSON are like other texts.
func areOneType(list []*member, texts bool) bool {
	var inside *object
	object := usualObject(list)
	for i, m := range list {
		if !sameType(&list[0].place, &m.place) || i > 0 && areOtherLists(list[0].elem, m.elem) {
			return false
		}
		if o := m.object.find(); o != nil && o != object && !isPart(o, object) {
			return false
		}
		if o := m.objectInside(); !texts {
			if i > 0 && o != inside {
				return false
			}
			inside = o
		}
	}
	return true
}

// usualObject returns the object that members of several records have: that of three quarters of at least minUsual
// members, or else the first one.
func usualObject(list []*member) (usual *object) {
	times := map[*object]int{}
	for _, m := range list {
		if o := m.object.find(); o != nil {
			if times[o]++; usual == nil || times[o]*4 >= 3*len(list) && len(list) >= minUsual {
				usual = o
			}
		}
	}
	return usual
}

// minUsual is the number of kinds from which most of them say what type a member has.
const minUsual = 8

// isPart reports whether a record of few objects only has members of another record, which has many objects, with
// values of the same types.
func isPart(o, of *object) bool {
	if !areRecords(o, of) || o.count >= minOwn || o.count*10 > of.count || shared(o, of) < len(o.members) {
		return false
	}
	for _, m := range o.members {
		if other := of.byName[m.name]; !sameType(&m.place, &other.place) || m.object.find() != other.object.find() {
			return false
		}
	}
	return true
}

// minOwn is the number of objects from which a record tells which members it has.
const minOwn = 5
