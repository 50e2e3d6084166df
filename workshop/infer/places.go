package infer

import "slices"

// place has the statistics of all values at one place.
type place struct {
	count                int // of values, including null
	nulls, bools, arrays int
	texts                texts
	numbers              numbers
	object               *object
	elem                 *place
	inside               *place // statistics of the JSON in the texts; nil when a text was not JSON
	deep                 bool   // some value was not examined, because of a limit
}

// object is a node of the tree for the objects at a place: undecided, a union, a map or a record.
type object struct {
	same  *object // the object into which this one was merged; nil if it was not
	count int
	level int  // number of discriminators above it, within the same value
	line  bool // the values are the lines themselves, or the lines without the tag
	kind  bool // the values are the lines of a kind

	decided bool
	waiting [][]byte
	size    int // of the kept values, in bytes

	discriminator *discriminator
	plain         bool      // the kinds of a tag were merged into this record, which must not become a union again
	sibling       *sibling  // of a record: the member whose kind another member chooses
	members       []*member // in the order of first appearance
	byName        map[string]*member
	next          int // the probable index in members of the next member of the line
	isMap         bool
	value         *place // of a map
	keys          texts  // of a map
}

// member is a named place.
type member struct {
	name    string
	objects int // number of objects that have it; a member that comes twice in an object has more values
	last    int // number of the last of these objects, see Sample.objects
	at      int // its index among the members of the first of these objects
	place
}

// discriminator is the choice between the kinds of a union: by the value of a tag, or by which of some members is present.
type discriminator struct {
	path            []string // to the tag; nil: the choice is by presence
	sibling         bool     // the tag is next to the object
	external        bool     // each object has one member, whose name is the tag and whose value is an object of that kind
	shared          bool     // all kinds are one object, whose tag is a field
	has             []string
	oneEach         bool    // by presence: each object has one member, so that a new name is a new kind
	kinds           []*kind // in the order of first appearance
	byKey           map[string]*kind
	absent          *object
	firstWithoutTag bool    // the first object had no tag
	other           *object // all kinds after the first maxKinds, and values that cannot be a case
}

type kind struct {
	text    string
	literal bool // text is a number, true, false or null
	object  *object
}

// key returns the key in byKey: that of the text "7" differs from that of the number 7.
func (k *kind) key() string {
	if k.literal {
		return k.text
	}
	return `"` + k.text
}

// name returns the name of the tag, "" if there is none.
func (a *discriminator) name() string {
	if len(a.path) == 0 {
		return ""
	}
	return a.path[len(a.path)-1]
}

// sameTag reports whether two discriminators have the same tag. The name of a tag next to the object belongs to the record of both.
func (a *discriminator) sameTag(b *discriminator) bool {
	if a.sibling && b.sibling {
		return true
	}
	return a.sibling == b.sibling && a.external == b.external && slices.Equal(a.path, b.path) && slices.Equal(a.has, b.has)
}

// hasOptionalTag reports whether the tag of a union has one value, or is absent: it is an optional member, and no tag.
func (o *object) hasOptionalTag() bool {
	if o == nil || o.discriminator == nil {
		return false
	}
	a := o.discriminator
	return a.path != nil && !a.sibling && len(a.kinds) == 1 && a.absent != nil
}

func (s *Sample) newObject(level int) *object {
	s.places++
	return &object{level: level, byName: map[string]*member{}}
}

// find returns the object into which o was merged, o itself if it was not merged.
func (o *object) find() *object {
	for o != nil && o.same != nil {
		o = o.same
	}
	return o
}

// member returns the member of the name, nil if there are too many.
func (s *Sample) member(o *object, name []byte) *member {
	if o.next < len(o.members) && o.members[o.next].name == string(name) {
		o.next++
		return o.members[o.next-1]
	}
	m := o.byName[string(name)]
	if m != nil {
		o.next = m.at + 1
		return m
	}
	if len(o.members) < maxMembers && s.places < maxPlaces && len(name) <= maxName {
		s.places++
		m = &member{name: string(name), at: len(o.members)}
		o.members = append(o.members, m)
		o.byName[m.name] = m
	}
	return m
}

// always returns the text that a member has in every object, "" if there is none. If a member appears twice in an object, both values count.
func (o *object) always(m *member) string {
	if m.texts.count != m.count || m.objects != o.count {
		return ""
	}
	return m.texts.only()
}

// kindOf returns the object for a text of the tag, or for a number.
func (s *Sample) kindOf(a *discriminator, o *object, text []byte, literal bool) *object {
	for _, k := range a.kinds[:min(len(a.kinds), 8)] { // faster than a map
		if k.text == string(text) && k.literal == literal {
			return k.object
		}
	}
	var buffer [maxText + 1]byte
	key := buffer[:0]
	if !literal {
		key = append(key, '"')
	}
	key = append(key, text...)
	k := a.byKey[string(key)]
	if k == nil {
		if len(a.kinds) >= maxKinds || s.places >= maxPlaces || a.shared && (literal || len(a.kinds) >= maxValues) {
			return s.otherKind(a, o)
		}
		k = &kind{text: string(text), literal: literal}
		if a.shared && len(a.kinds) > 0 {
			k.object = a.kinds[0].object
		} else {
			k.object = s.newObject(o.level + 1)
			k.object.kind = o.line || o.kind
			k.object.plain, k.object.decided = a.shared, a.shared
		}
		a.kinds = append(a.kinds, k)
		a.byKey[k.key()] = k
	}
	return k.object
}

func (s *Sample) otherKind(a *discriminator, o *object) *object {
	if a.other == nil {
		a.other = s.newObject(o.level + 1)
	}
	return a.other
}

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
	a.plain = a.plain || b.plain
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
	if a.isMap != b.isMap {
		s.becomeMap(a)
		s.becomeMap(b)
	}
	if a.isMap {
		a.keys.merge(&b.keys)
		s.mergePlace(a.value, b.value)
		return
	}
	for _, m := range b.members {
		if mine := a.byName[m.name]; mine != nil {
			mine.objects += m.objects
			s.mergePlace(&mine.place, &m.place)
		} else {
			a.members = append(a.members, m)
			a.byName[m.name] = m
		}
	}
	if len(a.members) > maxMembers {
		s.becomeMap(a)
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
	a.absent = s.mergeMaybe(a.absent, b.absent)
	a.other = s.mergeMaybe(a.other, b.other)
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

func (s *Sample) mergeMaybe(a, b *object) *object {
	switch {
	case a == nil:
		return b
	case b != nil:
		s.merge(a, b)
	}
	return a
}

func (s *Sample) mergePlace(a, b *place) {
	if a == b {
		return
	}
	a.count += b.count
	a.nulls += b.nulls
	a.bools += b.bools
	a.arrays += b.arrays
	a.deep = a.deep || b.deep
	a.texts.merge(&b.texts)
	a.numbers.merge(&b.numbers)
	a.object = s.mergeMaybe(a.object, b.object)
	a.elem = s.mergeMaybePlace(a.elem, b.elem)
	a.inside = s.mergeMaybePlace(a.inside, b.inside)
}

func (s *Sample) mergeMaybePlace(a, b *place) *place {
	switch {
	case a == nil:
		return b
	case b != nil:
		s.mergePlace(a, b)
	}
	return a
}
