package scan

import "math/bits"

// Presence is a list of members by whose presence a union chooses a case, in the order of the cases. Generated code has a package variable for each.
type Presence struct{ keys *keyTable }

// PresenceOf returns the Presence of members. A member that is null counts as absent, unless its Null is set.
func PresenceOf(members ...Field) *Presence {
	k := &keyTable{all: members, fields: len(members), hashed: make([]uint16, 4<<bits.Len(uint(len(members))))}
	for n, m := range members {
		k.hash(m.Name, n)
	}
	return &Presence{k}
}

// FirstPresent returns the name of the first member of p that the object at i has; "" if it has none. It goes through the object once, up to the
// first member of the list. Like Find, it takes the first member with a name, and checks nothing.
func (c *Cursor) FirstPresent(i int, p *Presence) string {
	if !c.IsObject(i) {
		return ""
	}
	members := p.keys.all
	if c.exact {
		for _, m := range members {
			if at := c.Find(i, m.Name); at >= 0 && (m.Null || c.Type(at) != Null) {
				return m.Name
			}
		}
		return ""
	}
	first, firstKey := len(members), 0
	for at := c.space(i + 1); first > 0 && at >= 0 && at < len(c.data) && c.data[at] == '"'; {
		end, value := c.keyEnd(at)
		if value < 0 {
			break // the object is damaged: the members before the damage count
		}
		n := p.keys.index(c.keyName(at, end))
		if n < first && (members[n].Null || c.Type(value) != Null) {
			first, firstKey = n, at
		}
		at = c.keyAfter(c.pass(value))
	}
	if first == len(members) {
		return ""
	}
	c.addLookup(i, firstKey)
	return members[first].Name
}

// keyName returns the unescaped text of the key with its quotes at i and end. It is valid until Reset.
func (c *Cursor) keyName(i, end int) []byte {
	text := c.data[i+1 : end]
	for _, b := range text {
		if b == '\\' {
			return c.tagText(i)
		}
	}
	return text
}
