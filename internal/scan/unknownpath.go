package scan

import "github.com/ndwire/ndwire/internal/kernel"

// This file finds the drift of an unknown member without making its path. A program that is newer than the spec writes the same unknown
// members on all its lines. A cursor keeps those that came last in a hash table, by key and location.

const (
	unknownPathBits = 6 // of the number of a set
	unknownPathSet  = 4 // number of entries of a set: members with the same hash do not replace each other until there are more
)

// unknownMember returns the drift for the unknown member of the innermost record with the key data[from:end], in quotes.
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

// isAt reports whether l is the location of the innermost record.
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

// location returns the location of the innermost record. ok is false if the record is too deep, or within an external or adjacent union.
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

// step returns the step of a location for the frame at depth d, which is not the innermost one; noStep if d is 0.
func (c *Cursor) step(d int) int32 {
	if d < 1 {
		return noStep
	}
	f, above := &c.frames[d], &c.frames[d+1] // above has the current field of f
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

// hashKey returns the number of a set for a key, in quotes, and the step before it. It hashes only the first and the last bytes of the key.
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
