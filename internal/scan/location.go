package scan

// isAt reports whether l is the location of the innermost record.
func (c *Cursor) isAt(l *location) bool {
	return int(l[0]) == c.depth && (c.depth == 1 || c.isAtSlow(l))
}

func (c *Cursor) isAtSlow(l *location) bool {
	for d := 1; d < c.depth; d++ {
		if l[d] != c.step(d) {
			return false
		}
	}
	return true
}

// location returns the location of the innermost record. It is zero, where no record is, if the record is too deep, or within an external or
// adjacent union.
func (c *Cursor) location() (l location) {
	if c.depth > len(l) {
		return location{}
	}
	l[0] = int32(c.depth)
	for d := 1; d < c.depth; d++ {
		if l[d] = c.step(d); l[d] == elsewhere {
			return location{}
		}
	}
	return l
}

// step returns the step of a location for the frame at depth d, which is not the innermost one.
func (c *Cursor) step(d int) int32 {
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
