package infer

import "slices"

// alike reports whether two objects should be merged. Objects in members of the same name, or whose names end alike, need less in common.
func alike(a, b placed) bool {
	switch {
	case a.isMap || b.isMap:
		return false
	case a.discriminator != nil && b.discriminator != nil:
		return areAlikeUnions(a, b)
	case b.discriminator != nil:
		return alike(b, a)
	case a.discriminator != nil:
		one := a
		one.object = a.onlyKind()
		return a.name == b.name && (isUndivided(a.object, b.object) || isOneKind(a.object, b.object)) || one.object != nil && len(a.discriminator.path) == 1 && areAlikeRecords(one, b)
	}
	return areAlikeRecords(a, b)
}

// areAlikeUnions is alike for unions: they share kinds.
func areAlikeUnions(a, b placed) bool {
	switch x, y := a.discriminator, b.discriminator; {
	case x.external && y.external:
		return isAroundAlike(x, y) && (a.name == b.name || isAroundAmong(x, y))
	case x.sibling && y.sibling:
		return areSamePayloads(a, b)
	case !x.sameTag(y) || x.path == nil && x.has == nil:
		return false
	}
	if one, other := a.onlyKind(), b.onlyKind(); one != nil && other != nil && len(a.discriminator.path) == 1 { // a tag that may not be one
		sameKind := a.discriminator.kinds[0].key() == b.discriminator.kinds[0].key()
		a.object, b.object = one, other
		return sameKind && areAlikeRecords(a, b)
	}
	shared := 0
	for _, k := range b.discriminator.kinds {
		if mine := a.discriminator.byKey[k.key()]; mine != nil && similar(mine.object.find(), k.object.find(), 0.5) {
			shared++
		}
	}
	return shared > 0 && shared*2 >= min(len(a.discriminator.kinds), len(b.discriminator.kinds))
}

// areAlikeRecords is alike for records: they have nearly the same members.
func areAlikeRecords(a, b placed) bool {
	if name := a.wrapper(); name != "" && name == b.wrapper() {
		return true
	}
	sameName := ends(a.name, b.name) || ends(b.name, a.name) // reply_to_message is a message
	if otherTag(a.object, b.object, "") != "" && !(a.name == b.name && similar(a.object, b.object, 1)) {
		return false
	}
	if (a.name != b.name || isVague(a.name)) && areApart(a.object, b.object) || haveOwnParts(a.object, b.object) || haveOtherPayloads(a.object, b.object) {
		return false
	}
	share := 0.75
	switch few := min(len(a.members), len(b.members)); {
	case few == 0:
		return false
	case a.name == b.name && few == 1 && wrapsObject(a.object, b.object):
		if wrapOthers(a.object, b.object) || areApart(a.object, b.object) {
			return false
		}
		share = 0.5
	case a.name == b.name, sameName && few > 1:
		share = 0.6
	case few == 1 && wrapSame(a.object, b.object):
		return true
	case few == 1 && a.within != b.within:
		return false
	case few == 1:
		share = 1
	}
	return similar(a.object, b.object, share)
}

// isUndivided reports whether a record has the tag of a union, and nearly all members of its kinds and no others: they are one type, which was too
// rare at the place of the record for kinds.
func isUndivided(union, record *object) bool {
	a := union.discriminator
	if !a.isMember() || record.byName[a.path[0]] == nil || a.other != nil {
		return false
	}
	inKinds := map[string]*member{}
	for _, k := range a.kinds {
		o := k.object.find()
		if o.discriminator != nil || o.isMap {
			return false
		}
		for _, m := range o.members {
			inKinds[m.name] = m
		}
	}
	both := 0
	for _, m := range record.members {
		other := inKinds[m.name]
		if other == nil || !sameType(&m.place, &other.place) {
			return false
		}
		both++
	}
	return len(record.members) > 2 && both*4 >= 3*len(inKinds)
}

// isOneKind reports whether a record has the tag of a union, always with the value of one kind, all members that the kind always has, and no
// others than that kind: at the place of the record there was only that kind.
func isOneKind(union, record *object) bool {
	a := union.discriminator
	if !a.isMember() || record.byName[a.path[0]] == nil {
		return false
	}
	k := a.byKey[(&kind{text: record.always(record.byName[a.path[0]])}).key()]
	if k == nil {
		return false
	}
	o := k.object.find()
	if !areRecords(o, record) || o.sibling != nil || record.sibling != nil {
		return false
	}
	for _, m := range o.members {
		if m.objects == o.count && m.name != a.path[0] && record.byName[m.name] == nil {
			return false
		}
	}
	return !slices.ContainsFunc(record.members, func(m *member) bool {
		other := o.byName[m.name]
		return m.name != a.path[0] && (other == nil || !sameType(&m.place, &other.place) || areOtherLists(m.elem, other.elem) || areOthers(m.object.find(), other.object.find()))
	})
}

// areSamePayloads reports whether two unions that are chosen by a tag next to them have the same kinds, most of them, so that they are one union: the
// input of a tool in a message and in a log. The names of the tags and members may differ.
func areSamePayloads(a, b placed) bool {
	x, y := a.discriminator, b.discriminator
	if len(x.kinds) > len(y.kinds) {
		x, y = y, x
	}
	shared := 0
	for _, k := range x.kinds {
		other := y.byKey[k.key()]
		switch {
		case other == nil:
		case !areSamePayload(k.object.find(), other.object.find()):
			return false
		default:
			shared++
		}
	}
	return shared > 1 && shared*4 >= 3*len(x.kinds)
}

// areSamePayload reports whether the objects of one kind at two places are one type: half of their members are in
// both, or one has the members that the other always has, and only members of it.
func areSamePayload(a, b *object) bool {
	return len(a.members)+len(b.members) == 0 || similar(a, b, 0.5) || isWithoutOptional(a, b) || isWithoutOptional(b, a)
}

// isWithoutOptional reports whether a record has all members that another record always has, and only members of
// it, with values of the same types.
func isWithoutOptional(o, of *object) bool {
	if !areRecords(o, of) || shared(o, of) < len(o.members) {
		return false
	}
	return !slices.ContainsFunc(of.members, func(m *member) bool {
		mine := o.byName[m.name]
		return mine == nil && m.objects == of.count || mine != nil && (!sameType(&m.place, &mine.place) || areOthers(m.object.find(), mine.object.find()))
	})
}

// areApart reports whether two records differ in their own members, and not by chance: several members, or one whose values are objects or lists of them,
// are in all of many objects of one record, and in none of many of the other.
func areApart(a, b *object) bool {
	own := slices.Concat(a.own(b), b.own(a))
	return a.count >= 10 && b.count >= 10 && (len(own) > 1 || slices.ContainsFunc(own, (*member).hasObjects))
}

// haveOwnParts reports whether each of two records has a member in all of many objects that the other never has, and one of these members is an
// object or a list of objects: what a kind is about, which the other kind does not have.
func haveOwnParts(a, b *object) bool {
	if a.count < 10 || b.count < 10 {
		return false
	}
	x, y := a.own(b), b.own(a)
	return len(x) > 0 && len(y) > 0 && slices.ContainsFunc(slices.Concat(x, y), (*member).hasObjects)
}

// haveOtherPayloads reports whether a tag chooses the payload of one of two records, and does not choose that of the other one, although it has several
// values there.
func haveOtherPayloads(a, b *object) bool {
	switch {
	case a.sibling != nil && b.sibling != nil:
		return *a.sibling != *b.sibling
	case b.sibling != nil:
		return !a.canAdopt(b.sibling)
	}
	return a.sibling != nil && !b.canAdopt(a.sibling)
}

// own returns the members that all objects of o have, and no object of the other record.
func (o *object) own(other *object) (list []*member) {
	for _, m := range o.members {
		if m.objects == o.count && other.byName[m.name] == nil {
			list = append(list, m)
		}
	}
	return list
}

// hasObjects reports whether values of a member are objects, or lists of objects.
func (m *member) hasObjects() bool { return m.object != nil || m.elem != nil && m.elem.object != nil }

// wrapsObject reports whether one of two records has only one member, which is an object in both.
func wrapsObject(a, b *object) bool {
	if len(a.members) > len(b.members) {
		a, b = b, a
	}
	inner := b.byName[a.members[0].name]
	return inner != nil && inner.object != nil && a.members[0].object != nil
}

// wrapSame reports whether each of two records only wraps one record, or a list of one, in a member of the same name: they are one type, under several
// names.
func wrapSame(a, b *object) bool {
	if len(a.members) > 1 || len(b.members) > 1 || a.members[0].name != b.members[0].name {
		return false
	}
	x, y := &a.members[0].place, &b.members[0].place
	if x.elem != nil && y.elem != nil {
		x, y = x.elem, y.elem
	}
	inner := x.object.find()
	return inner != nil && inner == y.object.find() && !inner.isMap && len(inner.members) > 1
}

// wrapOthers reports whether each of two records only wraps another record, and the wrapped records have few members in common.
func wrapOthers(a, b *object) bool {
	if len(a.members) > 1 || len(b.members) > 1 {
		return false
	}
	x, y := a.members[0].object.find(), b.members[0].object.find()
	return x != nil && y != nil && x.discriminator == nil && y.discriminator == nil && !x.isMap && !y.isMap && len(x.members) > 0 && len(y.members) > 0 && !similar(x, y, 0.5)
}
