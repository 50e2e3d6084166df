package scan

import "bytes"

// This file predicts the keys of unknown members. A program that is newer than the spec writes the same unknown members on all its lines,
// after the same members of a record. If an unknown key comes twice in succession at a slot, it is predicted there like a key of the spec.
// The prediction also has the member's drift.

// unknownKey is the latest unknown key at a slot.
type unknownKey struct {
	text  []byte   // the key, without quotes
	style keyStyle // the white space around name
	name  keyName  // made: the predicted key
	made  bool     // name was made from text; otherwise it was made from an earlier key

	location location // of the record in which the member came last; zero if drift is not known
	drift    *Drift   // what was reported for it
}

// unknownKeys are the unknown keys that a cursor has learned.
type unknownKeys struct {
	bySlot map[int]*unknownKey
	all    []*unknownKey
}

// maxUnknownKeys is the largest number of slots with an unknown key.
const maxUnknownKeys = 256

// learnUnknown learns that an unknown key came at a slot. index and number are those of the member.
func (c *Cursor) learnUnknown(slot int, key []byte, style keyStyle, index, number int) {
	u := c.unknownKeys.bySlot[slot]
	if u != nil && u.made && u.style == style && string(u.text) == string(key) {
		c.predictor.LearnKey(slot, int(slots.Load()), &u.name, &noName)
		return
	}
	c.predictor.KeyMisses++
	switch {
	case len(key) > comparedBytes:
	case u == nil:
		c.unknownKeys.add(slot, key)
	case string(u.text) != string(key):
		u.text, u.made = append(u.text[:0], key...), false
	default:
		name := makeKeyName(string(key), index, style)
		if name.size == 0 {
			return
		}
		name.number, name.unknown, name.special = number, u.name.unknown, true
		u.name, u.style, u.made, u.location = name, style, true, location{}
		c.predictor.Keys.Learn(slot, int(slots.Load()), &u.name, &noName)
	}
}

func (u *unknownKeys) add(slot int, key []byte) {
	if len(u.all) == maxUnknownKeys {
		return
	}
	if u.bySlot == nil {
		u.bySlot = make(map[int]*unknownKey)
	}
	k := &unknownKey{text: bytes.Clone(key)}
	u.all = append(u.all, k)
	u.bySlot[slot] = k
	k.name.unknown = len(u.all)
}

func (u *unknownKeys) forget() {
	for _, k := range u.all { // their memory is kept
		k.text, k.made, k.location, k.drift = k.text[:0], false, location{}, nil
	}
}

// readUnknown reads the current member, which is unknown and whose key was predicted, and all such members after it. Its value is at i. It
// returns what Next does. It does what [Cursor.Unknown] does with each of them.
func (c *Cursor) readUnknown(i int, rec *Record, name *keyName) (number, next int) {
	f := &c.frames[c.depth]
	if c.options.Strict || f.rec != rec || f.flags&inlined != 0 {
		return name.number, i
	}
	report := c.options.Drift && !rec.Open
	for {
		key, value := c.key, i
		if i = c.Valid(value); i < 0 {
			return -1, -1
		}
		c.keep(key, c.keyEndBefore(value), value, i)
		if report && len(c.drift) < maxDrift {
			u := c.unknownKeys.all[name.unknown-1]
			if !c.isAt(&u.location) {
				u.drift, u.location = c.drifts.of(UnknownField, c.path(key), ""), c.location()
			}
			c.drift = append(c.drift, u.drift)
		}
		if uint(i) < uint(len(c.data)) && c.data[i] == '}' {
			return -1, i + 1
		}
		if name = c.predictedName(rec); uint(i) >= uint(len(c.data)) || c.data[i] != ',' || !c.hasName(i, name) {
			return c.nextSlow(i, rec)
		}
		c.take(i, name)
		if i += name.size; name.unknown == 0 {
			return name.number, i
		}
	}
}
