package infer

import (
	"math"
	"slices"
)

// gain returns the information gain in bits: how much the value of a tag says about the presence of some members, and their entropy (all). The gain
// that a few objects give by chance is subtracted.
func (v *survey) gain(tag *feature, members []*feature) (gain, all float64) {
	return v.gainAmong(nil, tag, members)
}

// gainAmong is gain among some of the objects: those for which among is true, all if it is nil.
func (v *survey) gainAmong(among []bool, tag *feature, members []*feature) (gain, all float64) {
	return gainOf(among, tag, members, 1)
}

// gainWithChance is gainAmong without the subtraction: the gain that few objects give, some of it by chance.
func (v *survey) gainWithChance(among []bool, tag *feature, members []*feature) (gain, all float64) {
	return gainOf(among, tag, members, 0)
}

// gainOf returns the gain less some times that which the objects give by chance.
func gainOf(among []bool, tag *feature, members []*feature, chances float64) (gain, all float64) {
	groups, objects := map[string]int{}, 0
	for i, text := range tag.texts {
		if among == nil || among[i] {
			groups[text]++
			objects++
		}
	}
	chance := chances * float64(len(groups)-1) / (2 * float64(objects) * math.Ln2)
	above := len(tag.path) - 1 // the number of members that lead to the tag; the members beside it do not count
	for _, f := range members {
		if f == tag || above > 0 && len(f.path) > above && slices.Equal(f.path[:above], tag.path[:above]) {
			continue
		}
		with := map[string]int{}
		n := 0
		for i, there := range f.there {
			if there && (among == nil || among[i]) {
				with[tag.texts[i]]++
				n++
			}
		}
		if n == objects || n == 1 && objects >= 20 { // a member of one object is data, or an exception
			continue
		}
		h := entropy(n, objects)
		rest := 0.0
		for text, size := range groups {
			rest += float64(size) / float64(objects) * entropy(with[text], size)
		}
		weight := 1.0
		if f.isNested() {
			weight = 0.3
		}
		all += weight * h
		gain += weight * max(0, h-rest-chance)
	}
	return gain, all
}

// entropy returns the entropy in bits of a member that is in n of all objects.
func entropy(n, all int) float64 {
	p := float64(n) / float64(all)
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log2(p) - (1-p)*math.Log2(1-p)
}

// splits reports whether the values of a tag split the shapes, and not only its presence.
func (v *survey) splits(f *feature) bool {
	tagged := make([]bool, v.n)
	for i, text := range f.texts {
		tagged[i] = text != ""
	}
	gain, all := v.gainAmong(tagged, f, v.features)
	return gain >= 0.2*all && gain >= 0.3
}
