package scan

import "bytes"

// A newer program writes the same unknown members in all its lines, behind the same members as before. Such a member's key is expected like
// one of the spec, if it has come twice in a row: what comes once would only take the place of another. What it is to be reported as is
// known then, too.

// unknownKey is the key that came at a slot last of those that its record does not know.
type unknownKey struct {
	text  []byte
	style keyStyle // of name
	name  keyName  // of the text, if it is expected; else of one before
	made  bool

	// Of the name, where it came last.
	location location
	drift    *Drift // nil: it has not come yet
}

// unknownKeys are those of a cursor.
type unknownKeys struct {
	bySlot map[int]*unknownKey
	all    []*unknownKey
}

const (
	maxUnknownKeys = 256 // bounds the slots that have one
	expectedShift  = 16  // the index of an expected unknown member has above these bits its number in unknownKeys.all, counted from 1
	indexMask      = 1<<16 - 1
)

// learnUnknown takes note of an unknown key at a slot, and of the index and number that the member has.
func (c *Cursor) learnUnknown(slot int, key []byte, style keyStyle, index, number int) {
	u := c.unknownKeys.bySlot[slot]
	if u != nil && u.made && u.style == style && string(u.text) == string(key) {
		c.predictor.LearnKey(slot, int(slots.Load()), &u.name, &noName)
		return
	}
	c.predictor.KeyMisses++
	switch {
	case len(key) > comparedBytes || !isASCII(key):
	case u == nil:
		c.unknownKeys.add(slot, key)
	case string(u.text) != string(key):
		u.text, u.made = append(u.text[:0], key...), false
	default:
		expected := u.name.index &^ indexMask
		if name := makeKeyName(string(key), expected|index, style); name.size <= comparedBytes {
			u.name, u.style, u.made, u.drift = name, style, true, nil
			u.name.number = number
			c.predictor.Keys.Learn(slot, int(slots.Load()), &u.name, &noName)
		}
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
	k.name.index = len(u.all) << expectedShift
}

func (u *unknownKeys) forget() {
	for _, k := range u.all { // their memory stays
		k.text, k.made, k.drift = k.text[:0], false, nil
	}
}

// expected is the key of the unknown member in hand, if it was expected; else nil.
func (c *Cursor) expected() *unknownKey {
	if c.field <= indexMask {
		return nil
	}
	u := c.unknownKeys.all[c.field>>expectedShift-1]
	c.field &= indexMask
	return u
}

// reportMember records that the record in hand does not know the member with the key data[from:end], which is that of u if it was expected.
func (c *Cursor) reportMember(u *unknownKey, from, end int) {
	switch {
	case !c.options.Drift && !c.options.Strict:
	case u == nil:
		c.reportSlow(c.unknownMember(from, end), Unknown, from)
	case u.drift != nil && c.isAt(&u.location):
		c.reportSlow(u.drift, Unknown, from)
	default:
		d := c.unknownMember(from, end)
		u.drift = nil
		if location, ok := c.location(); ok {
			u.location, u.drift = location, d
		}
		c.reportSlow(d, Unknown, from)
	}
}
