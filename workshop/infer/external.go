package infer

import "slices"

// An external tag is the name of the only member of an object: {"Start":{"path":"/a"}}. Kinds without members of their own can be bare words
// at the same place: "Quit". What is said here is about places, since the words are no objects.

// isExternal reports whether each object has one member, which is an object: of several names, so that these are kinds. The kind of another
// question has no such tag: a case is a record, or asks for a member.
func (v *survey) isExternal(o *object) bool {
	if o.line || o.asks > 0 || v.keys != v.n || len(v.names) < 2 || len(v.names) > maxValues {
		return false
	}
	for _, f := range v.features {
		if len(f.path) == 1 && (!isField(f.path[0]) || f.types['{'] != f.count()) {
			return false
		}
	}
	return true
}

// readAround takes in an object whose kind is the name of its only member.
func (s *Sample) readAround(o *object, pairs []pair, raw []byte, depth int) {
	if len(pairs) != 1 || pairs[0].value[0] != '{' || len(pairs[0].name) > maxText || !isField(string(pairs[0].name)) {
		s.readObject(s.otherKind(o.ask, o), raw, depth)
		return
	}
	s.readObject(s.kindOf(o.ask, o, pairs[0].name, false), pairs[0].value, depth+1)
}

// checkExternal makes a record of what a tag around it told apart, where that cannot be said in a spec: there is something else than
// objects of one member and words, or a kind is no record.
func (s *Sample) checkExternal(p *place) {
	o := p.object.find()
	if o == nil || o.ask == nil || !o.ask.around {
		return
	}
	ok := o.ask.other == nil && p.bools+p.numbers.count+p.arrays == 0 && p.areWords()
	for _, k := range o.ask.kinds {
		inner := k.object.find()
		s.flatten(inner)
		ok = ok && !inner.isMap && !inner.more() && p.texts.of(k.text) == 0
	}
	if !ok {
		s.unwrap(o)
	}
}

// areWords reports whether the texts of a place are few words, or there are none.
func (p *place) areWords() bool {
	for v := range p.texts.values {
		if !isWord([]byte(v)) || looksLikeData([]byte(v)) {
			return false
		}
	}
	return !p.texts.many
}

// unwrap makes a record with a member for each kind.
func (s *Sample) unwrap(o *object) {
	a := o.ask
	o.ask = nil
	for _, k := range a.kinds {
		n := k.object.find().count
		m := &member{name: k.text, objects: n, place: place{count: n, object: k.object}}
		o.members = append(o.members, m)
		o.byName[m.name] = m
	}
	if a.other != nil {
		o.count -= a.other.find().count
		s.merge(o, a.other)
	}
}

// isAroundAlike reports whether two objects with tags around them have half of their kinds in common.
func isAroundAlike(a, b *ask) bool {
	shared := 0
	for _, k := range b.kinds {
		if a.byKey[k.key()] != nil {
			shared++
		}
	}
	return shared*2 >= min(len(a.kinds), len(b.kinds)) && !slices.Contains([]int{len(a.kinds), len(b.kinds)}, 0)
}

// isAroundAmong reports whether the kinds of one of two objects are kinds of the other, too, and the same records there.
func isAroundAmong(a, b *ask) bool {
	if len(a.kinds) < len(b.kinds) {
		a, b = b, a
	}
	return len(b.kinds) > 1 && !slices.ContainsFunc(b.kinds, func(k *kind) bool {
		other := a.byKey[k.key()]
		return other == nil || !similar(other.object.find(), k.object.find(), 0.75)
	})
}
