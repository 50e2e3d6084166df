package infer

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ndwire/ndwire/workshop/draft"
)

// presence returns members of which each object has exactly one, if they split the shapes: those of JSON-RPC, or wrappers around the values of the
// kinds.
func (v *survey) presence(o *object) []string {
	if o.level > 0 && !o.line && v.n < 4 {
		return nil
	}
	var list []*feature
	oneEach := v.keys == v.n // each object has one member
	for _, f := range v.members() {
		if !draft.IsField(f.name()) {
			oneEach = false
		} else if f.count() < v.n {
			list = append(list, f)
		}
	}
	switch {
	case len(list) < 2 || oneEach && (!o.line || len(list) > maxValues) || !o.line && v.n < 8:
		return nil
	case oneEach:
		return names(list)
	}
	best := v.bestPresence(list, o.line)
	if !o.line && !areBodies(best) && !v.haveLittleInCommon(best) || o.level > 0 && v.isMostlyCommon() {
		return nil // optional members are easier to read than kinds
	}
	for i, f := range best {
		best[i] = v.tagBeside(f)
	}
	return names(best)
}

// bestPresence returns members of which each object has exactly one: of all sets of two or three of the most frequent
// members, and of the wrappers, the set with which most other members are correlated. It returns nil if there is no
// such set.
func (v *survey) bestPresence(list []*feature, lines bool) []*feature {
	slices.SortStableFunc(list, func(a, b *feature) int { return cmp.Compare(b.count(), a.count()) })
	var best []*feature
	bestScore := 0.0
	consider := func(chosen []*feature) bool {
		if len(chosen) < 2 || !v.covers(chosen) {
			return false
		}
		if score := v.presenceScore(chosen); score > bestScore {
			best, bestScore = slices.Clone(chosen), score
		}
		return true
	}
	consider(v.wrappers(list, lines))
	list = list[:min(len(list), 12)]
	var try func(chosen []*feature, from int)
	try = func(chosen []*feature, from int) {
		if consider(chosen) || len(chosen) == 3 {
			return
		}
		for i := from; i < len(list); i++ {
			try(append(chosen, list[i]), i+1)
		}
	}
	try(nil, 0)
	return best
}

// saysLessThanPresence reports whether the presence of members says better than a tag what an object is.
func (v *survey) saysLessThanPresence(tag *feature, o *object) bool {
	if o.line {
		return o.isRoot() && v.isAboutSeveral(tag, v.presence(o))
	}
	return isFreeText(tag.name()) && v.presence(o) != nil // the name of a thing: other things have other names
}

// isAboutSeveral reports whether a tag says what happened to one of several things, each an object in a member of its own, of which each line has one: an
// action by which jobs and runs are completed. Most of the things have several values of the tag, and some value comes with several things, so
// that neither the tag nor the thing says all, and the things say more about the shapes.
func (v *survey) isAboutSeveral(tag *feature, has []string) bool {
	if len(has) < 2 || tag.isNested() || tag.tagged() < v.n {
		return false
	}
	var list []*feature
	things, shared, several := map[string]string{}, false, 0 // things has the first thing of a value of the tag
	for _, name := range has {
		f, texts := v.member(name), map[string]bool{}
		list = append(list, f)
		if !f.isObject() {
			return false
		}
		for i, there := range f.there {
			if !there {
				continue
			}
			text := tag.texts[i]
			texts[text] = true
			if things[text] == "" {
				things[text] = name
			}
			shared = shared || things[text] != name
		}
		if len(texts) > 1 {
			several++
		}
	}
	gain, all := v.gain(tag, v.features)
	return shared && several*2 > len(has) && gain < 0.8*v.presenceGain(list)*all
}

// presenceGain returns the share of the information about the shapes that the presence of members gives, of which each object has one.
func (v *survey) presenceGain(list []*feature) float64 {
	gain, all := v.gain(v.presenceTag(list), v.features)
	return gain / all // each object has one of several members, so that all is not 0
}

// presenceTag returns a tag whose value is the name of the member that an object has, of some of which each object has one.
func (v *survey) presenceTag(list []*feature) *feature {
	tag := &feature{path: []string{""}, texts: make([]string, v.n), set: map[string]int{}}
	for _, f := range list {
		for i, there := range f.there {
			if there {
				tag.texts[i] = f.name()
				tag.set[f.name()]++
			}
		}
	}
	return tag
}

// minOwnMembers is the number of members from which on records are too different to be one with optional members.
const minOwnMembers = 4

// haveLittleInCommon reports whether the objects are records of which each has several members of its own, and few that all have: a block and
// a transaction. Of the members in list, each object has one, whose presence tells the records apart.
func (v *survey) haveLittleInCommon(list []*feature) bool {
	if len(list) == 0 || v.isMostlyCommon() {
		return false
	}
	own := v.own(v.presenceTag(list))
	return !slices.ContainsFunc(list, func(f *feature) bool { return f.count() < minOwnMembers || own[f.name()] < minOwnMembers })
}

// alternatives returns members of which each object has exactly one that is not null, if they are the contents of kinds: {"ok":{...},"err":null}.
// It returns nil if there are none, or if the objects have most members in common: members that can be null are then easier to read. The other
// result is the survey in which null counts as absent.
func (v *survey) alternatives(o *object) (has []string, by *survey) {
	w := v.withoutNulls()
	if w == nil || w.isMostlyCommon() {
		return nil, nil
	}
	has = w.presence(o)
	for _, name := range has {
		if f := w.member(name); f.types['{']+f.types['[']+f.types['"'] < max(2, f.count()) {
			return nil, nil
		}
	}
	return has, w
}

// withoutNulls returns a survey of the same objects in which a member that is null counts as absent; nil if no member is null.
func (v *survey) withoutNulls() *survey {
	w, found := &survey{n: v.n, root: feature{byName: map[string]*feature{}}}, false
	for _, f := range v.features {
		g := *f
		if g.types['n'] > 0 {
			g.types, g.there, found = maps.Clone(f.types), slices.Clone(f.there), true
			delete(g.types, 'n')
			for i, null := range f.nulls {
				g.there[i] = g.there[i] && !null
			}
		}
		w.features = append(w.features, &g)
		if !g.isNested() {
			w.root.below = append(w.root.below, &g)
			w.root.byName[g.name()] = &g
		}
	}
	if !found {
		return nil
	}
	return w
}

// tagBeside returns a tag that exactly those objects have that have the member f: the method of a request is the better choice than its params, since it is
// the tag of the requests. It returns f if there is none.
func (v *survey) tagBeside(f *feature) *feature {
	for _, g := range v.members() {
		if g.named > 0 && draft.IsField(g.name()) && !g.long && len(g.set) > 1 && g.types['"'] == g.count() && slices.Equal(g.there, f.there) {
			return g
		}
	}
	return f
}

// equivalentTag returns a tag for a choice by the presence of a member: exactly those objects have the tag that have one of the members; nil if there is none.
// The role of messages is a better tag than the presence of their content.
func (v *survey) equivalentTag(has []string, o *object) *feature {
	if !o.isRoot() {
		return nil
	}
	for _, f := range v.members() {
		if f.named < 1 || !draft.IsField(f.name()) || f.long || f.types['"'] < f.count() || f.tagged() < f.count() || len(f.set) < 2 || len(f.set) > 8 || f.tagged()*2 < v.n {
			continue
		}
		if slices.ContainsFunc(has, func(name string) bool { return slices.Equal(v.member(name).there, f.there) }) {
			return f
		}
	}
	return nil
}

// isMostlyCommon reports whether at least two thirds of the members are in all objects.
func (v *survey) isMostlyCommon() bool {
	common := 0
	for _, f := range v.members() {
		if f.count() == v.n {
			common++
		}
	}
	return common*3 >= len(v.members())*2
}

// memberOfFilled returns a member that all objects have apart from the empty ones, {}, which some streams write to show that they are alive. An object or a
// list is the best such member. It returns "" if there is none, or no empty object.
func (v *survey) memberOfFilled() string {
	filled := 0
	for i := range v.n {
		if slices.ContainsFunc(v.features, func(f *feature) bool { return f.there[i] }) {
			filled++
		}
	}
	name := ""
	for _, f := range v.members() {
		if draft.IsField(f.name()) && filled < v.n && f.count() == filled {
			if f.types['{']+f.types['['] == filled {
				return f.name()
			}
			name = cmp.Or(name, f.name())
		}
	}
	return name
}

// areBodies reports whether several members are objects, and the others, if there are any, are lists or texts: the contents of kinds.
func areBodies(list []*feature) bool {
	objects := 0
	for _, f := range list {
		switch {
		case f.isObject():
			objects++
		case f.count() < 2 || f.types['"']+f.types['['] < f.count():
			return false
		}
	}
	return objects > 1
}

// wrappers returns members that are objects and never appear in the same object: names of kinds around their values. On lines, a member can be one that a
// single line has, such as the start of a build.
func (v *survey) wrappers(list []*feature, lines bool) []*feature {
	var chosen []*feature
	for _, f := range list {
		if (f.isObject() || lines && f.count() == 1 && f.types['{'] == 1) && len(chosen) < maxValues && !slices.ContainsFunc(chosen, func(o *feature) bool { return o.meets(f) }) {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// meets reports whether an object has both members.
func (f *feature) meets(o *feature) bool {
	for i, there := range f.there {
		if there && o.there[i] {
			return true
		}
	}
	return false
}

// sortNullable puts the member last that chooses a kind if it is not null, if the type of the member is one for which a spec takes null for present.
// Where it is last, the other members are looked at before. It reports whether a spec can express the choice: there is one such member at most, no
// object of its kind has another one that is not null, and the objects of no kind do not have it.
func (o *object) sortNullable() bool {
	a := o.discriminator
	var last *kind
	for _, k := range a.kinds {
		takesNull := func(r *object) bool { return r.byName[k.text] == nil || r.byName[k.text].takesNull() }
		if inner := k.object.find(); inner.isMap || inner.more() || slices.ContainsFunc(inner.records(nil), takesNull) {
			if last != nil {
				return false
			}
			last = k
		}
	}
	if last == nil {
		return true
	}
	hasOther := func(r *object) bool {
		return slices.ContainsFunc(a.has, func(name string) bool {
			m := r.byName[name]
			return m != nil && name != last.text && m.nulls < m.count
		})
	}
	hasLast := func(r *object) bool { return r.byName[last.text] != nil }
	if slices.ContainsFunc(last.object.records(nil), hasOther) || slices.ContainsFunc(a.absent.records(a.other.records(nil)), hasLast) {
		return false
	}
	a.has = append(slices.DeleteFunc(slices.Clone(a.has), func(name string) bool { return name == last.text }), last.text)
	return true
}

// takesNull reports whether the type of the values at a place takes null without saying so: a union, or free-form JSON.
func (p *place) takesNull() bool {
	types := p.jsonTypes()
	switch o := p.object.find(); {
	case p.deep || p.nulls > 0 || len(types) != 1:
		return true
	case types[0] == "object":
		return o.discriminator != nil && o.onlyKind() == nil || !o.isMap && len(o.members) == 0 || o.more()
	case types[0] == "string" && !p.texts.plain && p.inside != nil:
		return p.inside.takesNull()
	}
	return false
}

// checkNotNull makes records of the unions whose choice by a member that is not null a spec cannot express, and reports whether there were any.
func (s *Sample) checkNotNull() (found bool) {
	var check func(o *object)
	check = func(o *object) {
		if o = o.find(); o == nil || o.discriminator == nil {
			return
		}
		for _, k := range o.discriminator.kinds {
			check(k.object)
		}
		check(o.discriminator.absent)
		if o.discriminator.notNull && !o.sortNullable() {
			s.flatten(o)
			found = true
		}
	}
	check(s.root)
	for _, p := range s.fieldObjects() {
		check(p.object)
	}
	return found
}

// liftOtherwise makes one choice of a choice by presence and another one among the objects that have none of its members, whose kinds appeared
// later.
func (o *object) liftOtherwise() {
	a, rest := o.discriminator, o.discriminator.absent.find()
	if a.has == nil || rest == nil || rest.discriminator == nil || rest.discriminator.has == nil {
		return
	}
	later := rest.discriminator
	if slices.ContainsFunc(later.kinds, func(k *kind) bool { return a.byKey[k.key()] != nil }) || a.other != nil || later.other != nil {
		return
	}
	a.has, a.kinds, a.absent = append(a.has, later.has...), append(a.kinds, later.kinds...), later.absent
	for _, k := range later.kinds {
		a.byKey[k.key()] = k
	}
}

func names(list []*feature) []string {
	slices.SortFunc(list, func(a, b *feature) int { return a.at - b.at })
	var names []string
	for _, f := range list {
		names = append(names, f.name())
	}
	return names
}

// covers reports whether each object has exactly one of the members.
func (v *survey) covers(list []*feature) bool {
	for i := range v.n {
		n := 0
		for _, f := range list {
			if f.there[i] {
				n++
			}
		}
		if n != 1 {
			return false
		}
	}
	return true
}

func (v *survey) presenceScore(list []*feature) float64 {
	score := v.presenceGain(list)
	for _, f := range list {
		if f.named < 0 { // an id does not determine the kind of its object
			score -= 0.01
		} else if f.types['{']+f.types['['] > 0 { // the content of an object or array does
			score += 0.001
		}
	}
	return score
}
