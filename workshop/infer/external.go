package infer

import (
	"slices"

	"github.com/ndwire/ndwire/workshop/draft"
)

// An external tag is the name of the only member of an object: {"Start":{"path":"/a"}}. Kinds without members can be texts at the same place:
// "Quit". The checks are therefore about places, not objects.

// isExternal reports whether an external tag chooses the kind of an object: each value has one member, which is an object, and there are several
// names. It is false below another discriminator, because the cases of that one can only be records or discriminators about a member.
func (v *survey) isExternal(o *object) bool {
	if o.line || o.level > 0 || v.keys != v.n || len(v.names) < 2 || len(v.names) > maxValues {
		return false
	}
	return !slices.ContainsFunc(v.members(), func(f *feature) bool { return !draft.IsField(f.name()) || f.types['{'] != f.count() })
}

// readAround reads an object whose kind is the name of its only member.
func (s *Sample) readAround(o *object, pairs []pair, raw []byte, depth int) {
	if len(pairs) != 1 || pairs[0].value[0] != '{' || len(pairs[0].name) > maxText || !draft.IsField(string(pairs[0].name)) {
		s.readObject(s.otherKind(o.discriminator, o), raw, depth)
		return
	}
	s.readObject(s.kindOf(o.discriminator, o, pairs[0].name, false), pairs[0].value, depth+1)
}

// checkExternal replaces an external union by a record if a spec cannot express the union: there are other values than objects with one member and
// words, or a kind is not a record.
func (s *Sample) checkExternal(p *place) {
	o := p.object.find()
	if o == nil || o.discriminator == nil || !o.discriminator.external {
		return
	}
	if p.texts.count == 0 && o.discriminator.other == nil && (areUniform(o.discriminator.kinds) || areNeverAgain(values(o.discriminator.kinds), o.count)) {
		s.unwrap(o)
		s.becomeMap(o)
		return
	}
	for _, k := range o.discriminator.kinds {
		s.flatten(k.object.find())
	}
	if !p.canBeExternal(o.discriminator) {
		s.unwrap(o)
	}
}

// canBeExternal reports whether a spec can express the external union of a place: the values are objects with one member, or words, and all kinds are records.
func (p *place) canBeExternal(a *discriminator) bool {
	return a.other == nil && p.areObjectsOrTexts() && p.areWords() && !slices.ContainsFunc(a.kinds, func(k *kind) bool {
		inner := k.object.find()
		return inner.isMap || inner.discriminator != nil || inner.more() || p.texts.of(k.text) > 0
	})
}

// checkMergedExternals is checkExternal for the places with which others were merged, which may have other values.
func (s *Sample) checkMergedExternals() {
	s.walkPlaces(func(placed) {}, func(p *place, _ string) {
		if o := p.object.find(); o != nil && o.discriminator != nil && o.discriminator.external && !p.canBeExternal(o.discriminator) {
			s.unwrap(o)
		}
	})
}

// values returns the objects of kinds.
func values(kinds []*kind) (list []*object) {
	for _, k := range kinds {
		list = append(list, k.object.find())
	}
	return list
}

// areUniform reports whether all kinds are records with the same members, several of them, which are alike and which their objects always have: the
// names around the values are then those of things, and not of kinds.
func areUniform(kinds []*kind) bool {
	first := kinds[0].object.find()
	return len(first.members) > 1 && !slices.ContainsFunc(kinds, func(k *kind) bool {
		o := k.object.find()
		return o.discriminator != nil || o.isMap || len(o.members) != len(first.members) || slices.ContainsFunc(o.members, func(m *member) bool {
			other := first.byName[m.name]
			return other == nil || m.objects < o.count || !areSame(&m.place, &other.place)
		})
	})
}

// areSame reports whether the values at two places are of the same scalar type, or similar records, or lists of such values.
func areSame(a, b *place) bool {
	if types := a.jsonTypes(); len(types) != 1 || !slices.Equal(types, b.jsonTypes()) {
		return false
	} else if types[0] == "array" {
		return a.elem != nil && b.elem != nil && areSame(a.elem, b.elem)
	} else if types[0] != "object" {
		return true
	}
	x, y := a.object.find(), b.object.find()
	return x == y || areRecords(x, y) && similar(x, y, 0.75)
}

// areObjectsOrTexts reports whether all values are objects or texts.
func (p *place) areObjectsOrTexts() bool {
	return !slices.ContainsFunc(p.jsonTypes(), func(t string) bool { return t != "object" && t != "string" })
}

// areWords reports whether the texts of a place, if there are any, are a few different words.
func (p *place) areWords() bool {
	if !slices.Contains(p.jsonTypes(), "string") {
		return true
	}
	for v := range p.texts.values {
		if !isWord([]byte(v)) || looksLikeData([]byte(v)) {
			return false
		}
	}
	return !p.texts.many
}

// unwrap replaces an external union by a record with a member for each kind.
func (s *Sample) unwrap(o *object) {
	a := o.discriminator
	o.discriminator = nil
	for _, k := range a.kinds {
		n := k.object.find().count
		m := &member{name: k.text, objects: n, place: place{count: n, object: k.object}}
		o.members = append(o.members, m)
		o.byName[m.name] = m
	}
	if a.other != nil {
		o.count -= a.other.find().count
		s.merge(o, a.other)
	}
}

// isAroundAlike reports whether two external unions have at least half of their kinds in common, and no kind of both has other members: the success
// of a reading tool differs from that of a writing one.
func isAroundAlike(a, b *discriminator) bool {
	shared := 0
	for _, k := range b.kinds {
		if other := a.byKey[k.key()]; other != nil {
			if areOtherContents(other.object.find(), k.object.find()) {
				return false
			}
			shared++
		}
	}
	return shared*2 >= min(len(a.kinds), len(b.kinds)) && !slices.Contains([]int{len(a.kinds), len(b.kinds)}, 0)
}

// areOtherContents reports whether two objects with the same name around them are different ones: records of several members, few of which are in both, or
// records of members that are always there, none of which is in both.
func areOtherContents(x, y *object) bool {
	if len(x.members) > 1 && len(y.members) > 1 {
		return !similar(x, y, 0.3)
	}
	return areRecords(x, y) && len(x.own(y)) == len(x.members) && len(y.own(x)) == len(y.members)
}

// isAroundAmong reports whether the kinds of one of two external unions are also kinds of the other, with similar records.
func isAroundAmong(a, b *discriminator) bool {
	if len(a.kinds) < len(b.kinds) {
		a, b = b, a
	}
	return len(b.kinds) > 1 && !slices.ContainsFunc(b.kinds, func(k *kind) bool {
		other := a.byKey[k.key()]
		return other == nil || !similar(other.object.find(), k.object.find(), 0.75)
	})
}
