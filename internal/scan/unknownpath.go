package scan

import "github.com/ndwire/ndwire/internal/kernel"

// A newer program writes the same unknown members in all its lines, and each of them is drift with a path. A cursor remembers the paths
// of those that came last.

const (
	unknownPathBits = 6 // of the number of a set
	unknownPathSet  = 4 // paths of a set: so many members with one number do not drive each other out
)

// unknownMember is the drift that the record in hand does not know the member with the key data[from:end].
func (c *Cursor) unknownMember(from, end int) *Drift {
	key := c.data[from:end]
	if c.depth > len(location{}) || len(key) > maxKey {
		return c.drifts.of(UnknownField, c.path(from), "")
	}
	if c.unknownPaths == nil {
		c.unknownPaths = make([]unknownPath, unknownPathSet<<unknownPathBits)
	}
	set := c.unknownPaths[unknownPathSet*hashKey(key, c.step(c.depth-1)):][:unknownPathSet]
	for k := range set {
		if p := &set[k]; p.key == string(key) && c.isAt(&p.location) {
			return p.drift
		}
	}
	d := c.drifts.of(UnknownField, c.path(from), "")
	if location, ok := c.location(); ok {
		copy(set[1:], set)
		set[0] = unknownPath{location, string(key), d}
	}
	return d
}

// isAt reports whether l is the location of the record in hand.
func (c *Cursor) isAt(l *location) bool {
	if int(l[0]) != c.depth {
		return false
	}
	for d := 1; d < c.depth; d++ {
		if l[d] != c.step(d) {
			return false
		}
	}
	return true
}

// location is that of the record in hand. It is not ok if that is in a member that no record has, or too deep.
func (c *Cursor) location() (l location, ok bool) {
	if c.depth > len(l) {
		return l, false
	}
	l[0] = int32(c.depth)
	for d := 1; d < c.depth; d++ {
		if l[d] = c.step(d); l[d] == elsewhere {
			return l, false
		}
	}
	return l, true
}

// step is what a location has of the frame at a depth, which is not that of the record in hand; noStep if there is none.
func (c *Cursor) step(d int) int32 {
	if d < 1 {
		return noStep
	}
	f, above := &c.frames[d], &c.frames[d+1] // which has the field of f
	switch {
	case f.flags&wrapper != 0:
		return elsewhere
	case f.rec == nil:
		return anElement
	}
	if keys := f.rec.keys(); above.flags&inlined == 0 && above.field < keys.fields {
		return int32(f.rec.slot.Load()) + int32(above.field)
	}
	return noStep
}

// hashKey is the number of a set: it is made of the beginning and the end of the key only, and of a step.
func hashKey(key []byte, step int32) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(len(key))
	if len(key) >= 8 {
		h ^= kernel.Load(key, 0) ^ kernel.Load(key, len(key)-8)<<1
	} else {
		h ^= uint64(key[1])<<8 | uint64(key[len(key)/2])<<16
	}
	return (h ^ uint64(step)) * odd >> (64 - unknownPathBits)
}
