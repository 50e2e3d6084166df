package infer

import "slices"

// decide makes an object a union, a map or a record, by the values that it has kept.
func (s *Sample) decide(o *object) {
	v := s.survey(o.waiting, 2)
	v.nameTag(o.text)
	if v.isMap(o) {
		o.isMap, o.value = true, &place{}
		return
	}
	if o.level >= maxTags {
		return
	}
	tag, by := v.bestTag(o), v.bestSibling(o)
	if tag == nil && by == nil && o.isRoot() {
		tag = v.determiningMember()
	}
	if tag != nil && v.saysLessThanPresence(tag, o) {
		tag = nil
	}
	switch {
	case by != nil && s.isMessage(o) && v.givesKinds(by):
		o.discriminator = &discriminator{path: []string{by.tag}}
	case by != nil && (tag == nil || v.choosesOnlyPayload(tag, by)):
		o.sibling, o.choosers = by, append(slices.Clip(o.choosers), by.tag, by.member)
	case tag == nil:
		o.discriminator = s.choiceWithoutTag(o, v)
	case by != nil || !o.isRoot() || !v.isIdle(tag):
		o.discriminator = &discriminator{path: tag.path, shared: o.isRoot() && v.isOneRecord(tag)}
	}
	if o.discriminator != nil {
		o.discriminator.byKey = map[string]*kind{}
	} else if o == s.root && o.sibling == nil {
		s.message = v.mainObject()
	}
}

// choiceWithoutTag returns the choice between kinds that no member has as a tag: by the name around the value, by the
// presence of members, or by a tag that says the same as the presence. It returns nil if there is none.
func (s *Sample) choiceWithoutTag(o *object, v *survey) *discriminator {
	if v.isExternal(o) {
		return &discriminator{external: true}
	}
	has, by := v.presence(o), v
	if more, notNull := v.alternatives(o); len(more) > len(has) {
		has, by = more, notNull
	}
	if tag := by.equivalentTag(has, o); tag != nil {
		return &discriminator{path: tag.path}
	}
	if tag := s.deepTag(o, has); tag != nil {
		return &discriminator{path: tag.path}
	}
	if has != nil {
		return &discriminator{has: has, notNull: by != v, oneEach: by == v && v.keys == v.n}
	}
	if name := v.memberOfFilled(); name != "" && o.isRoot() {
		return &discriminator{has: []string{name}}
	}
	return nil
}

// deepTag returns the best tag with a path of three names for lines without another one, nil if there is none. If members are given whose presence could choose
// the case instead, its value must determine which of them a line has.
func (s *Sample) deepTag(o *object, has []string) *feature {
	if !o.isRoot() {
		return nil
	}
	v := s.survey(o.waiting, 3)
	tag := v.bestTag(o)
	if tag == nil || len(tag.path) < 3 {
		return nil
	}
	for _, name := range has {
		if m := v.member(name); m == nil || !determines(tag, m.there) {
			return nil
		}
	}
	return tag
}
