package infer

import (
	"iter"
	"math"
	"slices"

	"github.com/ndwire/ndwire/workshop/draft"
)

// Members of the same name in several kinds of a union have the same meaning, as a rule. What one kind says little about, another kind knows.

// sameMembers returns the members of the records of a union, by their names: those whose values have one JSON type, apart from null.
func (o *object) sameMembers(json string) (groups [][]*member) {
	at := map[string]int{}
	for _, record := range o.records(nil) {
		for _, m := range record.members {
			if !slices.Equal(m.jsonTypes(), []string{json}) {
				continue
			}
			i, ok := at[m.name]
			if !ok {
				i = len(groups)
				at[m.name] = i
				groups = append(groups, nil)
			}
			groups[i] = append(groups[i], m)
		}
	}
	return groups
}

// agree gives members of the same name in the kinds of a union what they have in common.
func (o *object) agree() {
	o.agreeOnNumbers()
	if a := o.discriminator; a != nil && !(a.sibling && isToolName(a.path[0])) { // the inputs of tools have little in common
		o.agreeOnPresence()
	}
}

const (
	byChance = 0.05 // the probability up to which it is no chance that none of the objects of a kind lacks a member, or has null in it
	minShare = 0.1  // the minimum share of the objects of other kinds
	minOther = 20   // the minimum number of objects of other kinds
)

// agreeOnPresence makes a member that all of the few objects of a kind have an optional one, if objects of most other kinds with the member often lack
// it; the same holds for null. A member that is always null gets the type of the values in other kinds.
func (o *object) agreeOnPresence() {
	type of struct {
		*member
		record *object
	}
	groups, order := map[string][]of{}, []string{}
	choosing := o.choosing(nil)
	for _, record := range o.records(nil) {
		for _, m := range record.members {
			if slices.Contains(choosing, m.name) || record.sibling != nil && m.name == record.sibling.tag {
				continue
			}
			if groups[m.name] == nil {
				order = append(order, m.name)
			}
			groups[m.name] = append(groups[m.name], of{m, record})
		}
	}
	for _, name := range order {
		group := groups[name]
		for i, m := range group {
			var absent, null tally
			var like []*place
			for k, other := range group {
				switch {
				case k == i || !sameType(&m.place, &other.place):
					continue
				case len(other.jsonTypes()) > 0:
					like = append(like, &other.place)
				}
				absent.add(other.record.count-other.objects, other.record.count)
				null.add(other.nulls, other.count)
			}
			m.absentElsewhere = absent.mayHappenIn(m.record.count)
			switch types := m.jsonTypes(); {
			case len(types) > 0:
				m.nullElsewhere = null.mayHappenIn(m.count)
			case areScalars(like):
				m.like = like
			}
		}
	}
}

// choosing appends the names of the members that choose the kinds of a union.
func (o *object) choosing(names []string) []string {
	if o = o.find(); o == nil || o.discriminator == nil {
		return names
	}
	a := o.discriminator
	names = append(names, a.has...)
	if len(a.path) > 0 && !a.sibling {
		names = append(names, a.path[0])
	}
	for _, k := range a.kinds {
		names = k.object.choosing(names)
	}
	return a.other.choosing(a.absent.choosing(names))
}

// areScalars reports whether all values of several places are of one scalar JSON type.
func areScalars(list []*place) bool {
	for _, p := range list {
		if types := p.jsonTypes(); len(types) != 1 || types[0] == "object" || types[0] == "array" || types[0] != list[0].jsonTypes()[0] {
			return false
		}
	}
	return len(list) > 0
}

// tally counts how often something happens in other kinds.
type tally struct{ times, of, kinds, kindsWith int }

func (t *tally) add(times, of int) {
	t.times, t.of, t.kinds = t.times+times, t.of+of, t.kinds+1
	if times > 0 {
		t.kindsWith++
	}
}

// mayHappenIn reports whether it happens in most other kinds, and so often that it is chance if it does not happen in n objects of a kind.
func (t *tally) mayHappenIn(n int) bool {
	share := float64(t.times) / float64(max(t.of, 1))
	return t.kindsWith*2 > t.kinds && t.of >= minOther && share >= minShare && math.Pow(1-share, float64(n)) > byChance
}

// agreeOnNumbers makes numbers of integers that are few, or zero, if the same member has fractions in other kinds:
// the duration of a test that was skipped is 0, and that of others 0.17. So do amounts with two decimals. Integers of
// all kinds have the range of the type together.
func (o *object) agreeOnNumbers() {
	for _, group := range o.sameMembers("number") {
		fractional := slices.ContainsFunc(group, func(m *member) bool { return m.numbers.fractions > 0 && !isRare(m.numbers.fractions, m.numbers.count) })
		decimal := slices.ContainsFunc(group, func(m *member) bool { return m.numbers.padded })
		var all numbers
		for _, m := range group {
			all.merge(&m.numbers)
		}
		for _, m := range group {
			m.numbers.min, m.numbers.max, m.numbers.unsigned = all.min, all.max, all.unsigned
			if n := &m.numbers; n.fractions > 0 || n.count-n.zeros < minIntegers {
				n.fractional, n.decimal = fractional, decimal
			}
		}
	}
}

// minIntegers is the number of integers other than zero from which on they are no fractions by chance.
const minIntegers = 20

// agreeOnExternal makes one external union of the objects in members of one name, or in lists there, if they are one in some kinds, and have one member around
// an object in all of them: the events that follow an event are named around their ids, also where only one of them can follow.
func (s *Sample) agreeOnExternal(o *object) {
	for _, group := range append(o.sameMembers("object"), o.sameMembers("array")...) {
		list := objectsAround(group)
		isOne, names := false, map[string]bool{}
		for _, o := range list {
			isOne = isOne || o.discriminator != nil
			for name := range o.around() {
				names[name] = true
			}
		}
		if isOne && len(list) > 1 && len(names) <= maxValues && areAround(list) {
			s.mergeAround(list)
		}
	}
}

// objectsAround returns the objects in some members, or in lists there, each once. It returns nil if a member has another value, or an object that is not one
// member around an object.
func objectsAround(group []*member) (list []*object) {
	for _, m := range group {
		p := &m.place
		if m.elem != nil {
			p = m.elem
		}
		o := p.object.find()
		if !slices.Equal(p.jsonTypes(), []string{"object"}) || !o.isAroundObject() {
			return nil
		}
		if !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	return list
}

// isAroundObject reports whether an object is an external union, or a record whose only member is always there and is always a record.
func (o *object) isAroundObject() bool {
	switch {
	case o == nil || o.isMap:
		return false
	case o.discriminator != nil:
		return o.discriminator.external && o.discriminator.other == nil
	case len(o.members) != 1 || o.dropped || o.sibling != nil:
		return false
	}
	m := o.members[0]
	inner := m.object.find()
	return inner != nil && m.count == o.count && m.nulls == 0 && slices.Equal(m.jsonTypes(), []string{"object"}) && draft.IsField(m.name) && !m.deep &&
		!inner.isMap && inner.discriminator == nil
}

// around yields the names around the objects, and the objects: those of the kinds of an external union, or that of the only member of a record.
func (o *object) around() iter.Seq2[string, *object] {
	return func(yield func(string, *object) bool) {
		if o.discriminator == nil {
			yield(o.members[0].name, o.members[0].object.find())
			return
		}
		for _, k := range o.discriminator.kinds {
			if !yield(k.text, k.object.find()) {
				return
			}
		}
	}
}

// areAround reports whether objects of the same name within a list of external unions are alike: the success of a reading tool differs from that of a
// writing one.
func areAround(list []*object) bool {
	first := map[string]*object{}
	for _, o := range list {
		for name, inner := range o.around() {
			if other := first[name]; other == nil {
				first[name] = inner
			} else if areOtherContents(other, inner) {
				return false
			}
		}
	}
	return true
}

// mergeAround merges external unions, and records with one member, into one external union.
func (s *Sample) mergeAround(list []*object) {
	for _, o := range list {
		if o.discriminator == nil {
			k := &kind{text: o.members[0].name, object: o.members[0].object}
			o.discriminator = &discriminator{external: true, kinds: []*kind{k}, byKey: map[string]*kind{k.key(): k}}
			o.members, o.byName = nil, map[string]*member{}
		}
	}
	for _, o := range list[1:] {
		s.merge(list[0], o)
	}
}
