package scan

import "github.com/ndwire/ndwire/internal/kernel"

// A newer program writes the same unknown members in all its lines, and each of them is drift with a path. A cursor remembers the paths
// of those that came last.

const maxUnknownPaths = 64

// unknownMemberPath is path for a member that the record in hand does not know.
func (c *Cursor) unknownMemberPath(m member) string {
	key := c.data[m.key:m.keyEnd]
	location, ok := c.location()
	if !ok || len(key) > maxKey {
		return c.path(m.key)
	}
	if c.unknownPaths == nil {
		c.unknownPaths = make([]unknownPath, maxUnknownPaths)
	}
	// Two slots belong together, and the first of them has the member that came last: two members that share them do not drive each other
	// out.
	first := location.hash(key) % maxUnknownPaths &^ 1
	s, second := &c.unknownPaths[first], &c.unknownPaths[first+1]
	switch {
	case s.key == string(key) && s.location == location:
	case second.key == string(key) && second.location == location:
		*s, *second = *second, *s
	default:
		*second, *s = *s, unknownPath{location, string(key), c.path(m.key)}
	}
	return s.path
}

// location is that of the record in hand. It is not ok if it is too deep, or in a member that no record has.
func (c *Cursor) location() (p location, ok bool) {
	if c.depth > len(p) {
		return p, false
	}
	p[0] = int32(c.depth)
	for d := 1; d < c.depth; d++ {
		f, above := &c.frames[d], &c.frames[d+1] // which has the field of f
		step := anElement
		if f.flags&named != 0 {
			return p, false
		}
		if f.rec != nil {
			step = noStep
			if keys := f.rec.keys(); above.flags&shares == 0 && above.field < keys.fields {
				step = int32(f.rec.slot.Load()) + int32(above.field)
			}
		}
		p[d] = step
	}
	return p, true
}

// hash is made of the beginning and the end of the key only.
func (p *location) hash(key []byte) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(len(key))
	if len(key) >= 8 {
		h ^= kernel.Load(key, 0) ^ kernel.Load(key, len(key)-8)<<1
	} else {
		h ^= uint64(key[1])<<8 | uint64(key[len(key)/2])<<16
	}
	for _, step := range p[:p[0]] {
		h = (h ^ uint64(step)) * odd
	}
	return h >> 32
}

// reportMember records that the record in hand does not know m.
func (c *Cursor) reportMember(m member) {
	if c.options.Drift || c.options.Strict {
		c.reportSlow(UnknownField, Unknown, c.unknownMemberPath(m), "", m.key)
	}
}
