package scan

import "math/bits"

// Presence is a list of members by whose presence a union chooses a case, in the order of the cases. Generated code has a package variable for each.
type Presence struct {
	keys   *keyTable
	firsts uint64 // has a bit for the first byte of each name in JSON, modulo 64: most members of an object begin with another one
}

// PresenceOf returns the Presence of members. A member that is null counts as absent, unless its Null is set.
func PresenceOf(members ...Field) *Presence {
	k := &keyTable{all: members, fields: len(members), hashed: make([]uint16, 4<<bits.Len(uint(len(members))))}
	p := &Presence{keys: k, firsts: firstBit('\\')}
	for n, m := range members {
		k.hash(m.Name, n)
		p.firsts |= firstBit((m.Name + `"`)[0])
	}
	return p
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
		if p.firsts&firstBit(c.data[at+1]) != 0 {
			if n := p.keys.index(c.keyName(at, end)); n < first && (members[n].Null || c.Type(value) != Null) {
				first, firstKey = n, at
			}
		}
		at = c.keyAfter(c.pass(value))
	}
	if first == len(members) {
		return ""
	}
	c.addLookup(i, firstKey)
	return members[first].Name
}

// firstBit returns the bit of Presence.firsts for a byte.
func firstBit(b byte) uint64 { return 1 << (b % 64) }

// keyName returns the unescaped text of the key with its quotes at i and end. It is valid until Reset.
func (c *Cursor) keyName(i, end int) []byte {
	if text := c.data[i+1 : end]; !hasEscape(text) {
		return text
	}
	return c.tagText(i)
}
