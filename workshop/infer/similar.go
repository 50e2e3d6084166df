package infer

import "slices"

// This file compares the members of two records, with the types of their values.

// similar reports whether at least a share of the members of two records are in both, with values of the same JSON types.
func similar(a, b *object, share float64) bool {
	if a.discriminator != nil || b.discriminator != nil || a.isMap || b.isMap {
		return a.discriminator != nil && b.discriminator != nil
	}
	both := 0
	for _, m := range a.members {
		if n := b.byName[m.name]; n != nil {
			if !sameType(&m.place, &n.place) || haveDifferentTags(m.object.find(), n.object.find()) || areOtherLists(m.elem, n.elem) || areOthers(m.object.find(), n.object.find()) {
				return false
			}
			both++
		}
	}
	return float64(both) >= share*float64(len(a.members)+len(b.members)-both)
}

// otherTag returns a member that could be a tag, and that always has one value in record a and always another value in b; "" if there is none apart
// from known.
func otherTag(a, b *object, known string) string {
	for _, m := range a.members {
		if n := b.byName[m.name]; n != nil && m.name != known && isTagName([]string{m.name}) > 0 {
			if x, y := a.always(m), b.always(n); x != "" && y != "" && x != y {
				return m.name
			}
		}
	}
	return ""
}

// haveDifferentTags reports whether two objects are unions of different tags.
func haveDifferentTags(a, b *object) bool {
	return a != nil && b != nil && a.discriminator != nil && b.discriminator != nil && !slices.Equal(a.discriminator.path, b.discriminator.path)
}

// areOtherLists reports whether the elements of two lists are records without a member in common, or other ones, see areOthers.
func areOtherLists(a, b *place) bool {
	if a == nil || b == nil {
		return false
	}
	x, y := a.object.find().recordOf(), b.object.find().recordOf()
	return areRecords(x, y) && x != y && (shared(x, y) == 0 || areOthers(x, y))
}

// areOthers reports whether two objects are records of several members each, of which less than a quarter are in both, records of which many objects
// have all members, and none is in both, records with other payloads, or a map and a record.
func areOthers(x, y *object) bool {
	if areMapAndRecord(x, y) {
		return true
	}
	if !areRecords(x, y) || x == y {
		return false
	}
	if haveOtherPayloads(x, y) {
		return true
	}
	if len(x.members) < 2 || len(y.members) < 2 {
		return x.count >= 10 && y.count >= 10 && len(x.own(y)) == len(x.members) && len(y.own(x)) == len(y.members)
	}
	both := shared(x, y)
	return both*4 < len(x.members)+len(y.members)-both
}

// areMapAndRecord reports whether one of two objects is a map, and the other a record of several members, most of which most of many objects have.
func areMapAndRecord(x, y *object) bool {
	if x == nil || y == nil || x.isMap == y.isMap {
		return false
	}
	if x.isMap {
		x = y
	}
	return x.discriminator == nil && len(x.members) > 1 && x.count >= 10 && x.isEven()
}

// recordOf returns the record of the only kind of a union, and any other object itself.
func (o *object) recordOf() *object {
	if o != nil {
		if one := o.onlyKind(); one != nil {
			return one
		}
	}
	return o
}

// areRecords reports whether two objects are records with members.
func areRecords(x, y *object) bool {
	return x != nil && y != nil && x.discriminator == nil && y.discriminator == nil && !x.isMap && !y.isMap && len(x.members) > 0 && len(y.members) > 0
}

// shared returns the number of members with the same name in two records.
func shared(x, y *object) (n int) {
	for _, m := range x.members {
		if y.byName[m.name] != nil {
			n++
		}
	}
	return n
}

// sameType reports whether two places have values of a JSON type in common, or one has none but null.
func sameType(a, b *place) bool {
	x, y := a.jsonTypes(), b.jsonTypes()
	if len(x) == 0 || len(y) == 0 {
		return true
	}
	return slices.ContainsFunc(x, func(t string) bool { return slices.Contains(y, t) })
}
