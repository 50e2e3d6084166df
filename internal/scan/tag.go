package scan

// Tag reads the tag of a record: a member whose value chose the record. An attempt that is not exact starts again if it has another value.
func (c *Cursor) Tag(i int, literal string) int {
	if i == c.tagAt && i > 0 { // TagText has read it, and it chose this record
		return c.tagEnd
	}
	if end := c.literalEnd(i, literal); end >= 0 {
		c.setChecked()
		return end
	}
	end, ok := c.readLiteral(i, literal)
	switch {
	case ok:
		c.setChecked()
	case !c.exact:
		return c.restart()
	default:
		c.wrong(i, end)
	}
	return end
}

// readLiteral reads the value at i, and reports whether it is the literal, whose spelling is noted; ok is also true after an error.
func (c *Cursor) readLiteral(i int, literal string) (end int, ok bool) {
	if end = c.literalEnd(i, literal); end >= 0 {
		return end, true
	}
	end = c.Valid(i)
	ok = end < 0 || c.isLiteral(i, end, literal)
	if ok {
		c.noteSpelling(i, end, literal)
	}
	return end, ok
}

// TagOfSome is Tag for a record that is a case of several unions, some of which have another tag. isOwn reports whether it is the tag of
// the union that chose the record. Otherwise it is a member like others, whose value is noted if it was present or another one.
func (c *Cursor) TagOfSome(i int, literal string, isOwn bool) int {
	if isOwn {
		return c.Tag(i, literal)
	}
	end := c.Valid(i)
	switch {
	case end < 0:
	case string(c.data[i:end]) == literal:
		c.Present()
	default:
		c.wrong(i, end)
	}
	return end
}

// Const reads a member that has only one value in the spec.
func (c *Cursor) Const(i int, literal string) int {
	end, ok := c.readLiteral(i, literal)
	if ok {
		return end
	}
	t := c.Type(i)
	if t != typeOf[literal[0]] || t == Null {
		return c.Mistyped(i)
	}
	value := c.data[i:end]
	if t == String {
		value = c.tagText(i)
	}
	c.report(UnknownEnum, c.names.intern(value), i)
	c.wrong(i, end)
	return end
}

// TagWithoutField reads a member that is a tag, or that has a tag within its value, and for which the record has no field. The member is kept as an
// unknown member, and is not drift. With literals, the record was chosen because the tag has none of them: if it has one, the attempt starts
// again. Without literals, the tag lies within the member's value.
func (c *Cursor) TagWithoutField(i int, literals ...string) int {
	if !c.exact && c.IsOneOf(i, literals...) {
		if c.unsearched.object < 0 {
			c.unsearched = unsearchedTag{object: c.frames[c.depth].start, key: c.key, value: i}
		}
		return c.restart()
	}
	c.setChecked()
	end := c.Extra(i)
	if len(literals) == 0 && end >= 0 && !c.exact && (c.isRepeated() || !c.lookupsAreLast(i, end)) {
		return c.restart()
	}
	return end
}

// isRepeated reports whether Find has found a member of the current one's name at another place of the object.
func (c *Cursor) isRepeated() bool {
	object := c.frames[c.depth].start
	name := string(c.tagText(c.key)) // a copy: the next call overwrites the bytes
	for _, a := range c.lookups[:min(c.lookupCount, maxLookups)] {
		if a.object == object && a.key != c.key && string(c.tagText(a.key)) == name {
			return true
		}
	}
	return false
}

// RawTag is Raw for a member within which the tag was found that chose the record.
func (c *Cursor) RawTag(i int) ([]byte, int) {
	raw, end := c.Raw(i)
	return raw, c.LookedUp(i, end)
}

// LookedUp is called after a member within which the tag was found that chose the record, if the member was read from i to end by code that
// does not know the tag, such as that of a map. If a later tag in the value replaces the one that was found, the attempt starts again.
func (c *Cursor) LookedUp(i, end int) int {
	if end >= 0 && !c.exact && !c.lookupsAreLast(i, end) {
		return c.restart()
	}
	return end
}
