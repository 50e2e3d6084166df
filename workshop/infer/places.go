package infer

import (
	"slices"
)

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
	level int    // number of discriminators above it, within the same value
	line  bool   // the values are the lines themselves, or the lines without the tag
	kind  bool   // the values are the lines of a kind
	text  string // of a kind: that of its tag; "" if it has none, or one that is not a text

	choosers []string // the members that choose the kind, or that of a payload, which always get a place
	chosenBy string   // of a kind: the member whose presence chooses it; "" if a tag chooses it

	decided bool
	waiting [][]byte
	size    int // of the kept values, in bytes

	discriminator *discriminator
	plain         bool      // the kinds of a tag were merged into this record, which must not become a union again
	sibling       *sibling  // of a record: the member whose kind another member chooses
	members       []*member // in the order of first appearance, and after arrange in that of the objects
	byName        map[string]*member
	next          int  // the index in members behind the last member of the object that is read, which probably is that of the next member
	first         int  // the number of members of the first object
	shuffled      int  // the number of objects in which these members stand in another order
	dropped       bool // some member of an object is not in members, because of a limit
	isMap         bool
	value         *place // of a map
	keys          texts  // of a map
}

// member is a named place.
type member struct {
	name    string
	objects int     // number of objects that have it; a member that comes twice in an object has more values
	last    int     // number of the last of these objects, see Sample.objects
	at      int     // its index in members while the objects are read
	before  *member // the next member, in the first of these objects, that earlier objects have; nil if there is none
	place

	// What members of the same name in other kinds of the union tell: see agreeOnPresence.
	nullElsewhere, absentElsewhere bool
	like                           []*place // of a member that is always null: those with values
}

// discriminator is the choice between the kinds of a union: by the value of a tag, or by which of some members is present.
type discriminator struct {
	path            []string // to the tag; nil: the choice is by presence
	sibling         bool     // the tag is next to the object
	external        bool     // each object has one member, whose name is the tag and whose value is an object of that kind
	shared          bool     // all kinds are one object, whose tag is a field
	has             []string
	notNull         bool    // by presence: a member that is null counts as absent
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

// isMember reports whether the tag is a member of the objects themselves.
func (a *discriminator) isMember() bool { return len(a.path) == 1 && !a.sibling }

// tagsBelow returns the members that are no fields of the records of the kinds: those of the tags above, and the tag.
func (a *discriminator) tagsBelow(above []string) []string {
	if !a.isMember() || a.shared {
		return above
	}
	return append(slices.Clone(above), a.path[0])
}

// sameTag reports whether two discriminators have the same tag. The name of a tag next to the object belongs to the record of both.
func (a *discriminator) sameTag(b *discriminator) bool {
	if a.sibling && b.sibling {
		return true
	}
	return a.sibling == b.sibling && a.external == b.external && slices.Equal(a.path, b.path) && slices.Equal(a.has, b.has) && a.notNull == b.notNull
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

// isRoot reports whether the objects are all lines, and not those of a kind.
func (o *object) isRoot() bool { return o.line && o.level == 0 }

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
	if o.takes(string(name)) && s.places < maxPlaces && len(name) <= maxName {
		s.places++
		m = &member{name: string(name), at: len(o.members)}
		o.members = append(o.members, m)
		o.byName[m.name] = m
		o.next = len(o.members)
	} else {
		o.dropped = true
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
			if k.object.choosers = o.choosers; a.has != nil {
				k.object.choosers = append(slices.Clip(o.choosers), k.text)
			} else if a.path != nil && !a.sibling {
				k.object.choosers = append(slices.Clip(o.choosers), a.path[0])
			}
			if a.path != nil && !literal {
				k.object.text = k.text
			} else if a.has != nil {
				k.object.chosenBy = k.text
			}
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

// onlyKind returns the only kind of a union, nil if there are several.
func (o *object) onlyKind() *object {
	if o.discriminator == nil || len(o.discriminator.kinds) != 1 || o.discriminator.absent != nil || o.discriminator.other != nil {
		return nil
	}
	if one := o.discriminator.kinds[0].object.find(); one.discriminator == nil && !one.isMap && !one.more() {
		return one
	}
	return nil
}

// byCount returns the kinds, the most frequent first. Kinds that are chosen by the presence of a member stay in their order.
func (a *discriminator) byCount() []*kind {
	list, counts := slices.Clone(a.kinds), a.counts()
	if a.has != nil {
		slices.SortFunc(list, func(x, y *kind) int { return slices.Index(a.has, x.text) - slices.Index(a.has, y.text) })
		return list
	}
	slices.SortStableFunc(list, func(x, y *kind) int { return counts[y] - counts[x] })
	return list
}

// counts returns the number of objects of each kind. If all kinds are one object, it is the number of values of the tag.
func (a *discriminator) counts() map[*kind]int {
	counts := map[*kind]int{}
	for _, k := range a.kinds {
		o := k.object.find()
		if counts[k] = o.count; a.shared {
			counts[k] = o.byName[a.path[0]].texts.of(k.text)
		}
	}
	return counts
}

// takes reports whether an object gets one more member. The last places are for those that choose the kind.
func (o *object) takes(name string) bool {
	return len(o.members) < maxMembers-len(o.choosers) || slices.Contains(o.choosers, name)
}

// more reports whether an object in a field has more members than a record can have. Of a line, the first ones become
// fields.
func (o *object) more() bool { return !o.line && !o.kind && len(o.members) >= maxMembers }
