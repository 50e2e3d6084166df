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
	for _, f := range v.members() {
		if best != nil && v.isAbove(f, best) && (v.score(f, o) > 0 || f.named > 0 || v.canBeTag(f, o) && v.saysMore(f, best)) {
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
// of a log, which is the name of a table. If all its values but one have members of their own, it is enough that it determines most of the shapes: tables
// have optional members, too. It returns nil if there is none.
func (v *survey) determiningMember() *feature {
	var best *feature
	bestGain := 0.0
	for _, f := range v.members() {
		if !draft.IsField(f.name()) || f.long || f.types['"'] < v.n || f.tagged() < v.n || len(f.set) < 2 || v.n < 10*len(f.set) {
			continue
		}
		if gain, all := v.gain(f, v.features); all >= 3 && (gain >= 0.9*all || gain >= 0.6*all && v.allOwn(f)) && gain > bestGain {
			best, bestGain = f, gain
		}
	}
	return best
}

// isAbove reports whether the tag f must be looked up before other: the values of f determine which objects have
// other, and several of them do not. So the opcode of a line comes before the name of the event, which only one
// opcode has.
func (v *survey) isAbove(f, other *feature) bool {
	if f == other || other.isNested() || f.tagged() < v.n || !draft.IsField(f.name()) || len(f.set) > maxValues {
		return false
	}
	has, lack := map[string]bool{}, map[string]bool{}
	for i, text := range f.texts {
		if other.texts[i] == "" || other.texts[i] == "null" {
			lack[text] = true
		} else {
			has[text] = true
		}
		if has[text] && lack[text] {
			return false
		}
	}
	return len(has) > 0 && len(lack) > 1
}

// saysMore reports whether a tag determines clearly more of the shapes than another one.
func (v *survey) saysMore(f, than *feature) bool {
	gain, _ := v.gain(than, v.features)
	more, _ := v.gain(f, v.features)
	return more > 1.2*gain
}

// moreSpecific returns a tag that chooses by itself what the tag f chooses only in part: all objects have it, it determines f, and it says more about
// the shapes. It returns f if there is none. So the name of an event is the tag, and the type of the event is a field.
func (v *survey) moreSpecific(f *feature, o *object) *feature {
	if f.isNested() || len(f.set) < 2 {
		return f
	}
	best := f
	for _, g := range v.members() {
		if g.named >= 1 && g.tagged() == v.n && len(g.set) > len(f.set) && determines(g, f.texts) && v.score(g, o) > 0 && v.saysMore(g, best) {
			best = g
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
		if named == 2 && !f.isNested() && o.level == 0 {
			return 2
		}
		return 0
	}
	if !f.comesAgain() {
		return 0
	}
	gain, all := v.gain(f, v.shapes(f))
	ratio := 0.0
	if all > 0 {
		ratio = gain / all
	}
	if !v.splitsEnough(f, o, ratio, all) || named < 2 && !o.isRoot() && !v.differOften(f) {
		return 0
	}
	if strings.Contains(strings.ToLower(f.name()), "sub") && o.level == 0 {
		named = 1 // a subtype is chosen after the type
	}
	return ratio + float64(named) - 0.15*float64(len(f.path)-1) - 0.002*float64(kinds) - 0.001*float64(f.at)
}

// comesAgain reports whether the values of a member come again often enough for those of a tag of such a name.
func (f *feature) comesAgain() bool {
	switch kinds, tagged := len(f.set), f.tagged(); {
	case f.named < 1:
		return kinds > 1 && tagged >= 3*kinds
	case f.isPhrase():
		return tagged >= 3*kinds
	default:
		return f.named == 2 || tagged*2 >= 3*kinds || f.areRoles()
	}
}

// canBeTag reports whether the name and the values of a member, and how many objects have which of them, allow that it
// is a tag.
func (v *survey) canBeTag(f *feature, o *object) bool {
	kinds, n, tagged := len(f.set), f.count(), f.tagged()
	switch {
	case !f.canNameKinds() || f.isBareNumber() && !v.canNumberKinds(f, o):
		return false
	case f.named < 2 && !o.isRoot() && f.isSetting():
		return false
	case tagged*2 < v.n && !v.isSubtype(f, o):
		return false
	case f.isNested() && (n < v.n || !o.line): // a tag with a path must be on every line
		return false
	case kinds == 1 && o.level > 0 && tagged < v.n:
		gain, all := v.gain(f, v.features)
		return all >= 1 && gain >= 0.8*all && !v.hasOpposite(f) // otherwise the member is optional
	}
	return true
}

// canNameKinds reports whether the name and the values of a member can be those of a tag.
func (f *feature) canNameKinds() bool {
	switch kinds := len(f.set); {
	case f.named < 0 || !areFields(f.path) || f.long || kinds == 0 || kinds > maxKinds || f.named < 2 && kinds > maxValues:
		return false
	case f.named == 0 && f.name() != "name" && isFreeText(f.name()):
		return false // the name of a thing, which others do not have
	}
	return f.named != 1 || !f.areCodes()
}

// canNumberKinds reports whether numbers in a member whose name is not one of a tag can be those of kinds: all objects
// have one, and few have many.
func (v *survey) canNumberKinds(f *feature, o *object) bool {
	kinds := len(f.set)
	return (o.line || o.level > 0) && f.count() == v.n && f.types['0'] >= v.n && kinds >= 3 && f.tagged() >= 10*kinds
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
	return slices.ContainsFunc(v.members(), func(f *feature) bool {
		for i, there := range f.there {
			if there == tag.there[i] {
				return false
			}
		}
		return true
	})
}

// minTagRatio is the minimum share of the information about the shapes that a tag must give, by [isTagName] of the
// tag.
var minTagRatio = [...]float64{0.5, 0.25, 0.2}

// splitsEnough reports whether a tag determines enough of the other members. all is what there is to determine, and ratio how much of it the tag
// determines, from 0 to 1: see gain.
func (v *survey) splitsEnough(f *feature, o *object, ratio, all float64) bool {
	return v.splitsEnoughForValues(f, o, ratio, all) && v.splitsEnoughForName(f, o, ratio, all) && (f.named == 2 || f.tagged() == v.n || v.splits(f))
}

// splitsEnoughForValues is splitsEnough by the type of the values: numbers and bools must determine more than texts.
func (v *survey) splitsEnoughForValues(f *feature, o *object, ratio, all float64) bool {
	switch {
	case f.isBareNumber() && (all < 1.5 || ratio < 0.6) && !v.allOwn(f):
		return false
	case f.types['0'] == f.count() && !o.line && ratio < 0.2: // a number that determines few of the other members
		return false
	case f.isBool():
		return all >= 1.5 && f.tagged() == v.n && v.splitsMost(f, ratio)
	}
	return true
}

// splitsEnoughForName is splitsEnough by how likely the name is that of a tag.
func (v *survey) splitsEnoughForName(f *feature, o *object, ratio, all float64) bool {
	switch {
	case f.named == 2 && !f.isNested():
		return (all >= 0.3 || o.line) && (ratio >= 0.1 || o.isRoot()) // otherwise the tag splits nothing
	case all < 0.5 || ratio < minTagRatio[f.named] && !f.isBareNumber():
		return false
	case f.named > 0 || o.isRoot():
		return true
	}
	// Within a line, optional members are easier to read than kinds, except for the names of tools.
	return len(f.set) <= 8 && all >= 1.5 && v.splitsMost(f, ratio) || v.determinesAll(f) || f.path[0] == "name" && o.level > 0
}

// splitsMost reports whether a tag determines most of the other members, or divides the objects.
func (v *survey) splitsMost(f *feature, ratio float64) bool {
	return ratio >= 0.8 || ratio >= 0.6 && v.divides(f)
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
	if tag.isNested() || len(tag.set) > 8 || tag.tagged() < v.n || tag.types['"'] < v.n {
		return false
	}
	optional := 0
	for _, f := range v.members() {
		if f.count() < v.n {
			optional++
		}
	}
	gain, all := v.gain(tag, v.members())
	return optional > 2 && all >= 1.5 && gain >= 0.9*all
}

// isSubtype reports whether a member that a minority of the objects of a kind have splits these: the other objects are the usual ones of that kind.
func (v *survey) isSubtype(f *feature, o *object) bool {
	return o.level > 0 && !f.isNested() && f.named == 2 && len(f.set) > 1 && f.tagged() >= 3*len(f.set) && v.splits(f)
}

// isIdle reports whether a tag gives nearly no information about the shapes, although a member of an object that all objects have determines most of
// the shape of that object. The objects are then one record, and the tag is a field.
func (v *survey) isIdle(tag *feature) bool {
	if gain, all := v.gain(tag, v.features); tag.isNested() || len(tag.set) < 2 || gain > 0.1*all {
		return false
	}
	return slices.ContainsFunc(v.features, func(f *feature) bool {
		if len(f.path) != 2 || f.long || f.named < 0 || len(f.set) < 2 || f.tagged() < v.n || f.tagged() < 3*len(f.set) {
			return false
		}
		// The features are given as those of the nested object.
		inner := &feature{path: f.path[1:], texts: f.texts}
		gain, all := v.gain(inner, v.member(f.path[0]).below)
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
	for _, f := range v.members() {
		owner, n := "", 0
		for i, there := range f.there {
			if there && (n == 0 || tag.texts[i] == owner) {
				owner = tag.texts[i]
				n++
			}
		}
		if n == f.count() && n == tag.set[owner] {
			owners[owner]++
		}
	}
	return owners
}
