package infer

import "cmp"

// merge merges b into a. Nested objects are merged afterwards, so that objects that contain each other do not change during a merge.
func (s *Sample) merge(a, b *object) {
	s.merges = append(s.merges, [2]*object{a, b})
	if len(s.merges) > 1 {
		return
	}
	for i := 0; i < len(s.merges); i++ {
		if a, b := s.merges[i][0].find(), s.merges[i][1].find(); a != b {
			s.mergeNow(a, b)
		}
	}
	s.merges = s.merges[:0]
}

func (s *Sample) mergeNow(a, b *object) {
	if a.discriminator == nil && b.discriminator != nil {
		a, b = b, a
	}
	if tag := otherTag(a, b, ""); tag != "" && a.discriminator == nil && b.discriminator == nil && !a.plain && !b.plain {
		s.addDiscriminator(a, tag)
	}
	a.plain, a.dropped = a.plain || b.plain, a.dropped || b.dropped
	switch {
	case a.discriminator == nil:
	case b.discriminator != nil && a.discriminator.sameTag(b.discriminator):
		b.same = a
		a.count += b.count
		s.mergeKinds(a.discriminator, b.discriminator)
		return
	case b.discriminator == nil && !b.isMap && a.discriminator.path != nil && !a.discriminator.sibling:
		if kind, ok := s.kindFor(a, b); ok {
			a.count += b.count
			content := *b
			b.same = a // the union replaces b
			s.merge(kind, &content)
			return
		}
		fallthrough
	default:
		s.flatten(a)
		s.flatten(b)
	}
	s.agreeOnSiblings(a, b)
	b.same = a
	a.count += b.count
	a.shuffled += b.shuffled
	if a.isMap != b.isMap {
		s.becomeMap(a)
		s.becomeMap(b)
	}
	if a.isMap {
		a.keys.merge(&b.keys)
		s.mergePlace(a.value, b.value)
		return
	}
	b.arrange()
	for i, m := range b.members {
		if mine := a.byName[m.name]; mine != nil {
			mine.objects += m.objects
			s.mergePlace(&mine.place, &m.place)
		} else if a.takes(m.name) {
			m.before = a.firstOf(b.members[i+1:])
			a.members = append(a.members, m)
			a.byName[m.name] = m
		} else {
			a.dropped = true
		}
	}
}

func (s *Sample) mergeKinds(a, b *discriminator) {
	for _, k := range b.kinds {
		if mine := a.byKey[k.key()]; mine != nil {
			s.merge(mine.object, k.object)
		} else {
			a.kinds = append(a.kinds, k)
			a.byKey[k.key()] = k
		}
	}
	a.absent = merged(a.absent, b.absent, s.merge)
	a.other = merged(a.other, b.other, s.merge)
}

// kindFor returns the kind of the union a to which a record belongs: by the only value of the tag in the record, or by its absence.
func (s *Sample) kindFor(a, record *object) (kind *object, ok bool) {
	m := record.byName[a.discriminator.path[0]]
	switch {
	case m == nil:
		if a.discriminator.absent == nil {
			a.discriminator.absent = &object{level: a.level + 1, decided: true, byName: map[string]*member{}}
		}
		return a.discriminator.absent.find(), true
	case len(a.discriminator.path) == 1 && record.always(m) != "":
		o := s.kindOf(a.discriminator, a, []byte(record.always(m)), false).find()
		o.decided = true
		return o, true
	}
	return nil, false
}

// addDiscriminator makes a union of a record, with the only value of a tag as its first kind.
func (s *Sample) addDiscriminator(o *object, tag string) {
	record := *o
	k := &kind{text: o.byName[tag].texts.only(), object: &record}
	*o = object{count: o.count, level: o.level, decided: true, byName: map[string]*member{}, discriminator: &discriminator{path: []string{tag}, kinds: []*kind{k}, byKey: map[string]*kind{k.key(): k}}}
}

// flatten merges all kinds into one record.
func (s *Sample) flatten(o *object) {
	if o.discriminator == nil {
		return
	}
	if o.discriminator.external {
		s.unwrap(o)
		return
	}
	a := o.discriminator
	o.discriminator, o.count, o.plain = nil, 0, true
	for _, k := range a.kinds {
		s.merge(o, k.object)
	}
	for _, rest := range []*object{a.absent, a.other} {
		if rest != nil {
			s.merge(o, rest)
		}
	}
}

// merged returns a or b if the other one is nil, else a, with which it merges b.
func merged[T any](a, b *T, merge func(a, b *T)) *T {
	if a != nil && b != nil {
		merge(a, b)
	}
	return cmp.Or(a, b)
}

func (s *Sample) mergePlace(a, b *place) {
	a.count += b.count
	a.nulls += b.nulls
	a.bools += b.bools
	a.arrays += b.arrays
	a.deep = a.deep || b.deep
	a.texts.merge(&b.texts)
	a.numbers.merge(&b.numbers)
	a.object = merged(a.object, b.object, s.merge)
	a.elem = merged(a.elem, b.elem, s.mergePlace)
	a.inside = merged(a.inside, b.inside, s.mergePlace)
}
