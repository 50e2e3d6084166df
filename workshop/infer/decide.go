package infer

// decide makes an object a union, a map or a record, by the values that it has kept.
func (s *Sample) decide(o *object) {
	v := s.survey(o.waiting, 2)
	v.nameTag(o.text)
	if line := o.line || o.kind; !line && v.isMap() || line && len(v.names) > manyNames && areData(v.names, mostNames) {
		o.isMap, o.value = true, &place{}
		return
	}
	if o.level >= maxTags {
		return
	}
	tag, by := v.bestTag(o), v.bestSibling(o)
	if tag == nil && by == nil && o.line && o.level == 0 {
		tag = v.determiningMember()
	}
	if tag != nil && !o.line && isFreeText(tag.path[len(tag.path)-1]) && v.presence(o) != nil {
		tag = nil // the name of a thing, whose kind the presence of a member says, too: other things have other names
	}
	if tag != nil && o.line && o.level == 0 && v.isAboutSeveral(tag, v.presence(o)) {
		tag = nil
	}
	switch {
	case by != nil && s.isMessage(o) && v.givesKinds(by):
		o.discriminator = &discriminator{path: []string{by.tag}}
	case by == nil && tag != nil && o.line && o.level == 0 && v.isIdle(tag):
	case tag == nil && by != nil, by != nil && len(tag.path) == 1 && (tag.path[0] == by.tag && by.isTool() || determines(tag, v.member(by.tag).texts) && v.isWhole(tag, by.member)):
		o.sibling = by
	case tag != nil:
		o.discriminator = &discriminator{path: tag.path, shared: o.line && o.level == 0 && v.isOneRecord(tag)}
	case v.isExternal(o):
		o.discriminator = &discriminator{external: true}
	default:
		has, by := v.presence(o), v
		if more, notNull := v.alternatives(o); len(more) > len(has) {
			has, by = more, notNull
		}
		if has != nil {
			o.discriminator = &discriminator{has: has, notNull: by != v, oneEach: by == v && v.keys == v.n}
			if tag := by.equivalentTag(has, o); tag != nil {
				o.discriminator = &discriminator{path: tag.path}
			} else if tag := s.deepTag(o, has); tag != nil {
				o.discriminator = &discriminator{path: tag.path}
			}
		} else if o.line && o.level == 0 {
			if tag := s.deepTag(o, nil); tag != nil {
				o.discriminator = &discriminator{path: tag.path}
			} else if name := v.memberOfFilled(); name != "" {
				o.discriminator = &discriminator{has: []string{name}}
			}
		}
	}
	if o == s.root && o.discriminator == nil && o.sibling == nil {
		s.message = v.mainObject()
	}
	if o.discriminator != nil {
		o.discriminator.byKey = map[string]*kind{}
	}
}

// deepTag returns the best tag with a path of three names for lines without another one, nil if there is none. If members are given whose presence could choose
// the case instead, its value must determine which of them a line has.
func (s *Sample) deepTag(o *object, has []string) *feature {
	if !o.line || o.level > 0 {
		return nil
	}
	v := s.survey(o.waiting, 3)
	tag := v.bestTag(o)
	if tag == nil || len(tag.path) < 3 {
		return nil
	}
	for _, name := range has {
		if m := v.root.byName[name]; m == nil || !determines(tag, m.there) {
			return nil
		}
	}
	return tag
}
