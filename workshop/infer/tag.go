package infer

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/workshop/draft"
)

// minSettings is the number of objects from which on the order of values tells anything about them.
const minSettings = 50

// bestTag returns the tag that splits the shapes best, nil if no tag is good enough.
func (v *survey) bestTag(o *object) *feature {
	var best *feature
	bestScore := 0.0
	for _, f := range v.features {
		if score := v.score(f, o); score > bestScore {
			best, bestScore = f, score
		}
	}
	for _, f := range v.features {
		if best != nil && v.isAbove(f, best) && (v.score(f, o) > 0 || f.named > 0) {
			best = f
			break
		}
	}
	if best != nil {
		return v.moreSpecific(best, o)
	}
	return nil
}

// determiningMember returns the member that determines nearly all of the shapes of lines, although members of its name are usually no tags: the _path
// of a log, which is the name of a table. It returns nil if there is none.
func (v *survey) determiningMember() *feature {
	var best *feature
	bestGain := 0.0
	for _, f := range v.features {
		if len(f.path) > 1 || !draft.IsField(f.path[0]) || f.long || f.types['"'] < v.n || f.tagged() < v.n || len(f.set) < 2 || v.n < 10*len(f.set) {
			continue
		}
		if gain, all := v.gain(f, v.features); all >= 3 && gain >= 0.9*all && gain > bestGain {
			best, bestGain = f, gain
		}
	}
	return best
}

// isAbove reports whether the tag f must be looked up before other: objects that have other all have one value of f, and objects without it have
// other values. So the opcode of a line comes before the name of the event, which only one opcode has.
func (v *survey) isAbove(f, other *feature) bool {
	if f == other || len(f.path) > 1 || len(other.path) > 1 || f.tagged() < v.n || !draft.IsField(f.path[0]) || len(f.set) > maxValues {
		return false
	}
	value, rest := "", map[string]bool{}
	for i, text := range f.texts {
		switch {
		case other.texts[i] == "" || other.texts[i] == "null":
			rest[text] = true
		case value != "" && value != text:
			return false
		default:
			value = text
		}
	}
	return value != "" && len(rest) > 1 && !rest[value]
}

// moreSpecific returns a tag that chooses by itself what the tag f chooses only in part: all objects have it, it determines f, and it says more about
// the shapes. It returns f if there is none. So the name of an event is the tag, and the type of the event is a field.
func (v *survey) moreSpecific(f *feature, o *object) *feature {
	best := f
	gain, _ := v.gain(f, v.features)
	for _, g := range v.features {
		if len(f.path) > 1 || len(f.set) < 2 || len(g.path) > 1 || g.named < 1 || g.tagged() < v.n || len(g.set) <= len(f.set) || !determines(g, f.texts) || v.score(g, o) == 0 {
			continue
		}
		if more, _ := v.gain(g, v.features); more > 1.2*gain {
			best, gain = g, more
		}
	}
	return best
}

// determines reports whether objects with the same value of a tag have the same in a list with an element for each object.
func determines[T comparable](tag *feature, list []T) bool {
	values := map[string]T{}
	for i, text := range tag.texts {
		if value, ok := values[text]; ok && value != list[i] {
			return false
		}
		values[text] = list[i]
	}
	return true
}

// areFields reports whether the members of a path can be declared.
func areFields(path []string) bool {
	return !slices.ContainsFunc(path, func(name string) bool { return !draft.IsField(name) })
}

// score returns how well a tag splits the shapes, 0 if it should not be a tag.
func (v *survey) score(f *feature, o *object) float64 {
	named, kinds, tagged := f.named, len(f.set), f.tagged()
	if !v.canBeTag(f, o) {
		return 0
	}
	if kinds == 1 && tagged == v.n { // later lines may have other values
		if named == 2 && len(f.path) == 1 && o.level == 0 {
			return 2
		}
		return 0
	}
	if named == 1 && tagged*2 < 3*kinds && !f.areRoles() || (named < 1 || f.isPhrase()) && tagged < 3*kinds || named < 1 && kinds < 2 {
		return 0
	}
	gain, all := v.gain(f, v.shapes(f))
	ratio := 0.0
	if all > 0 {
		ratio = gain / all
	}
	if !v.splitsEnough(f, o, ratio, all) || named < 2 && !(o.line && o.level == 0) && !v.differOften(f) {
		return 0
	}
	if strings.Contains(strings.ToLower(f.path[len(f.path)-1]), "sub") && o.level == 0 {
		named = 1 // a subtype is chosen after the type
	}
	return ratio + float64(named) - 0.15*float64(len(f.path)-1) - 0.002*float64(kinds) - 0.001*float64(f.at)
}

// canBeTag reports whether the path of a tag, and how many objects have which values, allow that it is one.
func (v *survey) canBeTag(f *feature, o *object) bool {
	named, kinds, n, tagged := f.named, len(f.set), f.count(), f.tagged()
	switch last := f.path[len(f.path)-1]; {
	case named == 0 && last != "name" && isFreeText(last):
		return false // the name of a thing, which others do not have
	case f.isBareNumber() && (!o.line && o.level == 0 || f.types['0'] < n || n < v.n || kinds < 3 || tagged < 10*kinds):
		return false
	case named < 2 && !(o.line && o.level == 0) && f.isSetting():
		return false
	case named < 0 || named == 1 && f.areCodes() || f.long || !areFields(f.path) || kinds == 0 || kinds > maxValues:
		return false
	case tagged*2 < v.n && !v.isSubtype(f, o):
		return false
	case len(f.path) > 1 && (n < v.n || !o.line): // a tag with a path must be on every line
		return false
	case kinds == 1 && o.level > 0 && tagged < v.n:
		gain, all := v.gain(f, v.features)
		return all >= 1 && gain >= 0.8*all && !v.hasOpposite(f) // otherwise the member is optional
	}
	return true
}

// isSetting reports whether the value of a member changes far less often from one object to the next than in a random order: it is a setting of a
// program or a session, and members that only some values have are those of some versions of the program.
func (f *feature) isSetting() bool {
	n, changes, counts := len(f.texts), 0, map[string]int{}
	for i, text := range f.texts {
		counts[text]++
		if i > 0 && text != f.texts[i-1] {
			changes++
		}
	}
	random := float64(n) // the number of changes in a random order
	for _, c := range counts {
		random -= float64(c) * float64(c) / float64(n)
	}
	return n >= minSettings && float64(changes) < 0.1*random
}

// hasOpposite reports whether exactly those objects that lack a tag have another member, such as an error instead of a result with a type. The presence
// of the two members tells the objects apart, whatever values the tag will have.
func (v *survey) hasOpposite(tag *feature) bool {
	return slices.ContainsFunc(v.features, func(f *feature) bool {
		if len(f.path) > 1 {
			return false
		}
		for i, there := range f.there {
			if there == tag.there[i] {
				return false
			}
		}
		return true
	})
}

// splitsEnough reports whether a tag determines enough of the other members. all is what there is to determine, and ratio how much of it the tag
// determines, from 0 to 1: see gain.
func (v *survey) splitsEnough(f *feature, o *object, ratio, all float64) bool {
	named, kinds, tagged := f.named, len(f.set), f.tagged()
	bare := f.isBareNumber()
	divides := ratio >= 0.6 && v.divides(f)
	switch {
	case bare && (all < 1.5 || ratio < 0.6) && !v.allOwn(f):
		return false
	case f.types['0'] == f.count() && !o.line && ratio < 0.2: // a number that determines few of the other members
		return false
	case f.isBool() && (all < 1.5 || ratio < 0.8 && !divides || tagged < v.n):
		return false
	case named == 2 && len(f.path) == 1:
		if all < 0.3 && !o.line || ratio < 0.1 && !(o.line && o.level == 0) {
			return false // the tag splits nothing
		}
	case all < 0.5 || ratio < [...]float64{0.5, 0.25, 0.2}[named] && !bare:
		return false
	case named == 0 && !(o.line && o.level == 0) && (kinds > 8 || all < 1.5 || ratio < 0.8 && !divides) && !v.determinesAll(f) && !(f.path[0] == "name" && o.level > 0):
		return false // within a line, optional members are easier to read than kinds, except for the names of tools
	}
	return named == 2 || tagged == v.n || v.splits(f)
}

// differOften reports whether at least two objects have a member of their own that others lack: the members of a single object are those of an exception, and
// say nothing about what its tag determines.
func (v *survey) differOften(tag *feature) bool {
	return slices.ContainsFunc(v.shapes(tag), func(f *feature) bool {
		n := f.count()
		return f != tag && n > 1 && n < v.n
	})
}

// determinesAll reports whether a tag of few values determines which of at least two members an object has, and nearly all of them: the state of a task,
// of which only a finished one has a result.
func (v *survey) determinesAll(tag *feature) bool {
	if len(tag.path) > 1 || len(tag.set) > 8 || tag.tagged() < v.n || tag.types['"'] < v.n {
		return false
	}
	var list []*feature
	optional := 0
	for _, f := range v.features {
		if len(f.path) == 1 {
			list = append(list, f)
			if f.count() < v.n {
				optional++
			}
		}
	}
	gain, all := v.gain(tag, list)
	return optional > 2 && all >= 1.5 && gain >= 0.9*all
}

// isSubtype reports whether a member that a minority of the objects of a kind have splits these: the other objects are the usual ones of that kind.
func (v *survey) isSubtype(f *feature, o *object) bool {
	return o.level > 0 && len(f.path) == 1 && f.named == 2 && len(f.set) > 1 && f.tagged() >= 3*len(f.set) && v.splits(f)
}

// isIdle reports whether a tag gives nearly no information about the shapes, although a member of an object that all objects have determines most of
// the shape of that object. The objects are then one record, and the tag is a field.
func (v *survey) isIdle(tag *feature) bool {
	if gain, all := v.gain(tag, v.features); len(tag.path) > 1 || len(tag.set) < 2 || gain > 0.1*all {
		return false
	}
	return slices.ContainsFunc(v.features, func(f *feature) bool {
		if len(f.path) != 2 || f.long || f.named < 0 || len(f.set) < 2 || f.tagged() < v.n || f.tagged() < 3*len(f.set) {
			return false
		}
		// The features are given as those of the nested object.
		inner := &feature{path: f.path[1:], texts: f.texts}
		gain, all := v.gain(inner, v.below(&feature{path: f.path[:1]}))
		return all >= 0.5 && gain >= 0.6*all
	})
}

// allOwn reports whether each value of a tag, but for one at most, has a member that all of its objects have and no others.
func (v *survey) allOwn(tag *feature) bool { return len(v.own(tag)) >= len(tag.set)-1 }

// divides reports whether all values of a tag have such members, four or more together: the objects with true and those with false are records that have
// little in common.
func (v *survey) divides(tag *feature) bool {
	members, own := 0, v.own(tag)
	for _, n := range own {
		members += n
	}
	return len(own) == len(tag.set) && members >= 4
}

// own returns, for the values of a tag, the number of members that all objects with the value have and no others.
func (v *survey) own(tag *feature) map[string]int {
	owners := map[string]int{}
	for _, f := range v.features {
		owner, n := "", 0
		for i, there := range f.there {
			if there && (n == 0 || tag.texts[i] == owner) {
				owner = tag.texts[i]
				n++
			}
		}
		if len(f.path) == 1 && n == f.count() && n == tag.set[owner] {
			owners[owner]++
		}
	}
	return owners
}
