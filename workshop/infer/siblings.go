package infer

import (
	"cmp"
	"slices"

	"github.com/ndwire/ndwire/workshop/draft"
)

// sibling is a member of a record whose kind is chosen by another member of the record, the tag: the input of a tool by the tool's name.
type sibling struct{ tag, member string }

// minSiblingRatio is the minimum share of the information about a member's shape that a tag next to it must give, by [isTagName] of the tag.
var minSiblingRatio = [...]float64{0.7, 0.4, 0.3}

// minPayloads is the minimum share of lines that have a payload, one in ten: the tag of the payload makes kinds of all lines.
const minPayloads = 10

// hasPayloads reports whether of all objects enough have a payload that a member next to it can be its tag. The tag has no field, so that a program does
// not see it in an object without the payload, unless the object is a line, which has a kind.
func (o *object) hasPayloads(payloads, all int) bool {
	if o.line {
		return payloads*minPayloads >= all
	}
	return payloads*4 >= all*3
}

// bestSibling returns the member whose shape is best determined by a tag next to it, and the tag; nil if there is none.
func (v *survey) bestSibling(o *object) *sibling {
	var best *sibling
	bestScore := 0.0
	for _, payload := range v.members() {
		if !payload.isObject() || !draft.IsField(payload.name()) || !o.hasPayloads(payload.count(), v.n) {
			continue
		}
		below := payload.below
		mixed := manyData(below) // one kind may be a map, and the others records
		if mixed {
			below = slices.DeleteFunc(slices.Clone(below), func(f *feature) bool { return f.count() == 1 || looksLikeData([]byte(f.name())) })
		}
		if len(below) == 0 || mixed && len(below) < 3 {
			continue
		}
		for _, tag := range v.members() {
			if mixed && tag.named < 1 || tag.name() == o.chosenBy {
				continue
			}
			if score := v.siblingScore(o, tag, payload, below); score > bestScore {
				best, bestScore = &sibling{tag.name(), payload.name()}, score
			}
		}
	}
	if best != nil {
		best.tag = v.coarsest(o, best)
	}
	return best
}

// coarsest returns the tag of a sibling, or a tag next to it of fewer values that the tag determines, if it determines as much of the shape of the
// payload: the topic of an event, and not its type, of which each topic has several.
func (v *survey) coarsest(o *object, by *sibling) string {
	tag, payload := v.member(by.tag), v.member(by.member)
	gain, _ := v.gainAmong(payload.inner, tag, payload.below)
	for _, f := range v.members() {
		if len(f.set) < len(tag.set) && f.named > 0 && v.siblingScore(o, f, payload, payload.below) > 0 && determines(tag, f.texts) {
			if coarse, _ := v.gainAmong(payload.inner, f, payload.below); coarse >= 0.99*gain {
				tag, gain = f, coarse
			}
		}
	}
	return tag.name()
}

// siblingScore returns how well a tag determines which of the members below a payload there are, 0 if it should not
// choose the payload.
func (v *survey) siblingScore(o *object, tag, payload *feature, below []*feature) float64 {
	named := tag.named
	isTool := (&sibling{tag.name(), payload.name()}).isTool()
	if isTool && named == 0 {
		named = 1
	}
	if !v.canChoose(tag, named, payload) || !o.line && hasOwnTag(payload, below) {
		return 0
	}
	expected, minAll, minRatio := named, 0.5, minSiblingRatio[named]
	if isTool { // tools have inputs of their own
		expected, minAll, minRatio = 2, 0.15, 0.2
	}
	// Which objects have the payload says nothing about its shape. In a short log, the names of an envelope say enough.
	measure := v.gainAmong
	if kinds := len(tag.set); o.line && named == 2 && kinds > 2 && tag.tagged() < 5*kinds && isVague(payload.name()) {
		measure = v.gainWithChance
	}
	gain, all := measure(payload.inner, tag, below)
	if isMostlyShared(tag, below, expected) || all < minAll || gain < minRatio*all {
		return 0
	}
	return gain/all + 0.5*float64(named)
}

// canChoose reports whether a member can be the tag of a payload next to it: most objects have one of several values,
// and objects with different ones have the payload. named is how likely the name is that of a tag.
func (v *survey) canChoose(tag *feature, named int, payload *feature) bool {
	kinds, tagged := len(tag.set), tag.tagged()
	switch {
	case named < 0 || tag == payload || tag.long || !draft.IsField(tag.name()):
		return false
	case kinds < 2 || kinds > maxValues || tagged*2 < v.n:
		return false
	case named == 0 && (tag.types['0'] > 0 || tagged < 3*kinds):
		return false
	}
	return payload.isUnderSeveral(tag)
}

// hasOwnTag reports whether all values of a payload have a tag within.
func hasOwnTag(payload *feature, below []*feature) bool {
	return slices.ContainsFunc(below, func(f *feature) bool { return f.named == 2 && f.count() == payload.count() })
}

// isUnderSeveral reports whether objects with several values of a tag have the member.
func (f *feature) isUnderSeveral(tag *feature) bool {
	first := ""
	for i, there := range f.there {
		switch text := tag.texts[i]; {
		case !there || text == "":
		case first == "":
			first = text
		case text != first:
			return true
		}
	}
	return false
}

// choosesOnlyPayload reports whether a tag that could be that of the objects chooses only their payload: the name of a
// tool, or what is the same for the same tag of the payload.
func (v *survey) choosesOnlyPayload(tag *feature, by *sibling) bool {
	switch {
	case tag.isNested():
		return false
	case tag.name() == by.tag && by.isTool():
		return true
	}
	return determines(tag, v.member(by.tag).texts) && v.isWhole(tag, by.member)
}

// isWhole reports whether the objects are one record apart from the payload: the tag gives little information about the other members.
func (v *survey) isWhole(tag *feature, payload string) bool {
	var beside []*feature
	for _, f := range v.features {
		if f.path[0] != payload {
			beside = append(beside, f)
		}
	}
	gain, all := v.gain(tag, beside)
	return all < 0.5 || gain < 0.5 || gain < 0.25*all
}

// isOneRecord reports whether objects are one record although a tag names their kinds: all kinds have the same members, and most members of a
// nested object do not depend on the tag.
func (v *survey) isOneRecord(tag *feature) bool {
	if tag.isNested() || len(tag.set) < 2 || tag.types['"'] < v.n {
		return false
	}
	return slices.ContainsFunc(v.members(), func(f *feature) bool {
		return f.isObject() && len(f.below) > 0 && isMostlyShared(tag, f.below, 2) && v.isWhole(tag, f.name())
	})
}

func manyData(list []*feature) bool {
	var names []string
	for _, f := range list {
		names = append(names, f.name())
	}
	return areData(names, mostNames)
}

// mostRepeated is how often a member may be declared on average, in different kinds, if the tag has a usual name.
const mostRepeated = 4

// isMostlyShared reports whether most members do not depend on the tag, so that one record with optional members is easier to read. If the tag has
// a usual name, by [isTagName], kinds are expected, unless all of them repeat the same members.
func isMostlyShared(tag *feature, below []*feature, named int) bool {
	shared, sum := 0, 0
	for _, f := range below {
		with := map[string]bool{}
		for i, there := range f.there {
			if there {
				with[tag.texts[i]] = true
			}
		}
		sum += len(with)
		if len(with)*2 > len(tag.set) {
			shared += len(with)
		}
	}
	return shared*2 > sum && (named < 2 || sum > mostRepeated*len(below))
}

// isTool reports whether the names of tag and member are usual for the input of a tool.
func (s *sibling) isTool() bool {
	return isToolName(s.tag) &&
		slices.Contains([]string{"input", "args", "arguments", "params", "parameters", "tool_input", "toolInput", "toolArgs"}, s.member)
}

// isToolName reports whether a member of this name usually has the name of a tool.
func isToolName(name string) bool {
	return slices.Contains([]string{"name", "tool", "tool_name", "toolName", "function", "function_name", "functionName"}, name)
}

// readBySibling reads an object whose kind is chosen by a tag next to it.
func (s *Sample) readBySibling(o *object, m *member, pairs []pair, raw []byte, depth int) {
	m.count++
	if depth > maxDepth {
		m.deep = true
		return
	}
	if m.object == nil {
		m.object = s.newObject(0)
		m.object.decided = true
		m.object.discriminator = &discriminator{path: []string{o.sibling.tag}, sibling: true, byKey: map[string]*kind{}}
	}
	payload := m.object.find()
	payload.count++
	s.readObject(s.choose(payload, pairs), raw, depth)
}

// checkSibling dissolves a record's sibling if few objects have it, if some of its values are not objects, or if there is only one kind.
func (s *Sample) checkSibling(o *object) {
	if o.sibling == nil {
		return
	}
	m := o.byName[o.sibling.member]
	if m == nil || !o.line && !o.hasPayloads(m.objects, o.count) || m.deep || m.object.find() == nil || m.object.find().discriminator == nil || len(m.object.find().discriminator.kinds) < 2 || !slices.Equal(m.jsonTypes(), []string{"object"}) {
		s.dissolve(o)
	}
}

// freeChoosers dissolves the siblings of records whose tag also chooses the kind of the record or of the line, by its presence or by a path that ends
// there: the tag of a sibling has no field, and is not always there.
func (s *Sample) freeChoosers(o *object) {
	if o = o.find(); o == nil || o.discriminator == nil {
		return
	}
	a := o.discriminator
	for _, r := range o.records(nil) {
		if r.sibling != nil && slices.Contains(a.has, r.sibling.tag) {
			s.dissolve(r)
		}
		for i := 0; i+1 < len(a.path) && r != nil; i++ {
			m := r.byName[a.path[i]]
			if m == nil {
				break
			}
			if r = m.object.find(); r != nil && i+2 == len(a.path) && r.sibling != nil && r.sibling.tag == a.path[i+1] {
				s.dissolve(r)
			}
		}
	}
	for _, k := range a.kinds {
		s.freeChoosers(k.object)
	}
	s.freeChoosers(a.absent)
}

// dissolve merges the kinds of a sibling into one record.
func (s *Sample) dissolve(o *object) {
	if o.sibling == nil {
		return
	}
	if m := o.byName[o.sibling.member]; m != nil && m.object != nil {
		s.flatten(m.object.find())
	}
	o.sibling = nil
}

// checkMergedSiblings dissolves siblings of which two kinds were merged, since a record can be the payload of one
// value only.
func (s *Sample) checkMergedSiblings() {
	var owners []*object
	s.walk(func(p placed) {
		if a := p.object.discriminator; a != nil && a.sibling {
			records := map[*object]bool{}
			for _, o := range values(a.kinds) {
				records[o] = true
			}
			if len(records) < len(a.kinds) {
				owners = append(owners, p.within.find())
			}
		}
	})
	for _, o := range owners {
		s.dissolve(o)
	}
}

// agreeOnSiblings gives two records that are merged the same sibling, or none.
func (s *Sample) agreeOnSiblings(a, b *object) {
	payloads := func(o *object, by *sibling) int {
		if by == nil || o.byName[by.member] == nil {
			return 0
		}
		return o.byName[by.member].objects
	}
	by := cmp.Or(a.sibling, b.sibling)
	switch {
	case by != nil && !a.hasPayloads(payloads(a, by)+payloads(b, by), a.count+b.count):
		s.dissolve(a)
		s.dissolve(b)
	case a.sibling == nil && b.sibling == nil, a.sibling != nil && b.sibling != nil && *a.sibling == *b.sibling:
	case a.sibling == nil && s.adopt(a, b.sibling), b.sibling == nil && s.adopt(b, a.sibling):
	default:
		s.dissolve(a)
		s.dissolve(b)
	}
}

// canAdopt reports whether a record can have a sibling that it did not have: the tag has had only one value.
func (o *object) canAdopt(by *sibling) bool {
	if o.isMap || o.discriminator != nil {
		return false
	}
	tag, m := o.byName[by.tag], o.byName[by.member]
	if m == nil || m.object == nil && len(m.jsonTypes()) == 0 {
		return true
	}
	return tag != nil && o.always(tag) != "" && slices.Equal(m.jsonTypes(), []string{"object"})
}

// adopt gives a record a sibling that it did not have, and reports whether that is possible.
func (s *Sample) adopt(o *object, by *sibling) bool {
	if !o.canAdopt(by) {
		return false
	}
	if m := o.byName[by.member]; m != nil && m.object != nil {
		inner := m.object.find()
		k := &kind{text: o.always(o.byName[by.tag]), object: inner}
		m.object = &object{count: inner.count, decided: true, byName: map[string]*member{}, discriminator: &discriminator{path: []string{by.tag}, sibling: true, kinds: []*kind{k}, byKey: map[string]*kind{k.key(): k}}}
	}
	o.sibling = by
	return true
}
