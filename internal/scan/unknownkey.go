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

	// drift is the drift that the member caused when it came last, in the record at location.
	location location
	drift    *Drift // nil: not known yet
}

// unknownKeys are the unknown keys that a cursor has learned.
type unknownKeys struct {
	bySlot map[int]*unknownKey
	all    []*unknownKey
}

const (
	maxUnknownKeys = 256       // the largest number of slots with an unknown key
	expectedShift  = 16        // the bits of a predicted member's index from this one on are its number in unknownKeys.all, counted from 1
	indexMask      = 1<<16 - 1 // the bits below are the index that keyTable.indexAfter returned
)

// learnUnknown learns that an unknown key came at a slot. index and number are those of the member. It returns the index that the current
// field gets, in which [Cursor.expected] finds whether the key was predicted.
func (c *Cursor) learnUnknown(slot int, key []byte, style keyStyle, index, number int) int {
	u := c.unknownKeys.bySlot[slot]
	if u != nil && u.made && u.style == style && string(u.text) == string(key) {
		c.predictor.LearnKey(slot, int(slots.Load()), &u.name, &noName)
		return u.name.index
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
	return index
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
	for _, k := range u.all { // their memory is kept
		k.text, k.made, k.drift = k.text[:0], false, nil
	}
}

// expected returns the key of the current member if it is an unknown member that was predicted; otherwise nil. It also resets the current field
// to the index that any unknown member has at this slot.
func (c *Cursor) expected() *unknownKey {
	if c.field <= indexMask {
		return nil
	}
	u := c.unknownKeys.all[c.field>>expectedShift-1]
	c.field &= indexMask
	return u
}

// reportMember reports the unknown member with the key at offset key. u is what expected returned for it.
func (c *Cursor) reportMember(u *unknownKey, key int) {
	if !c.options.Drift && !c.options.Strict {
		return
	}
	if u != nil && u.drift != nil && c.isAt(&u.location) {
		c.reportSlow(u.drift, Unknown, key)
		return
	}
	d := c.drifts.of(UnknownField, c.path(key), "")
	if u != nil {
		u.drift = nil
		if location, ok := c.location(); ok {
			u.location, u.drift = location, d
		}
	}
	c.reportSlow(d, Unknown, key)
}
