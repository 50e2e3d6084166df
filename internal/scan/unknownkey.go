package scan

import "bytes"

// A newer program writes the same unknown members in all its lines, behind the same members as before. Such a member's key is expected like
// one of the spec, if it has come twice in a row: what comes once would only take the place of another.

// unknownKey is the key that came at a slot last of those that its record does not know.
type unknownKey struct {
	text []byte
	how  style   // of name
	name keyName // of the text, if it is expected; else of one before
	made bool
}

// maxUnknownKeys bounds the slots that have one.
const maxUnknownKeys = 256

// learnUnknown takes note of an unknown key at a slot, and of the index and number that the member has.
func (c *Cursor) learnUnknown(slot int, key []byte, how style, index, number int) {
	u := c.unknownKeys[slot]
	if u != nil && u.made && u.how == how && string(u.text) == string(key) {
		c.predictor.LearnKey(slot, int(slots.Load()), &u.name, &noName)
		return
	}
	c.predictor.KeyMisses++
	switch {
	case len(key) > comparedBytes || !isASCII(key):
	case u == nil && len(c.unknownKeys) == maxUnknownKeys:
	case u == nil:
		if c.unknownKeys == nil {
			c.unknownKeys = make(map[int]*unknownKey)
		}
		c.unknownKeys[slot] = &unknownKey{text: bytes.Clone(key)}
	case string(u.text) != string(key):
		u.text, u.made = append(u.text[:0], key...), false
	default:
		if name := makeKeyName(string(key), index, how); name.size <= comparedBytes {
			u.name, u.how, u.made = name, how, true
			u.name.number = number
			c.predictor.Keys.Learn(slot, int(slots.Load()), &u.name, &noName)
		}
	}
}
