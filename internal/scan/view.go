package scan

// A view reads few members of an object that has many. It skips the others from key to key. If the line was peeked at, which most lines
// are, it need not skip: the peek has checked all values, and memberIndex has the offsets of the members.

// ResetPeeked is Reset for the line that was peeked at last.
func (c *Cursor) ResetPeeked(o *Options) {
	peeked := c.peeked
	c.Reset(c.data, o)
	if c.indexed && peeked >= 0 && c.memberIndex.HasPlainKeys() {
		c.peeked, c.indexNumber = peeked, 0
	}
}

// hasMemberIndex reports whether memberIndex is about the record of the innermost frame.
func (c *Cursor) hasMemberIndex() bool {
	f := &c.frames[c.depth]
	return f.start == c.peeked && c.indexed && f.flags&inlined == 0
}

// seekMember returns the next member that the view declares, from number k of memberIndex on. It returns what Next does.
func (c *Cursor) seekMember(k int, rec *Record) (number, next int) {
	keys := rec.keys()
	for ; k < c.memberIndex.Len(); k++ {
		name, key, value := c.memberIndex.Member(k)
		if index := keys.index(name); index < len(keys.names) {
			c.indexNumber, c.key, c.field = k, key, index
			return keys.numberOf(index), value
		}
	}
	return -1, c.memberIndex.End()
}

// findIndexed is Find for the object at i that was peeked at, in the first attempt. It takes the last member with the name. A record that
// reads an earlier one with another value restarts the attempt.
func (c *Cursor) findIndexed(i int, name string) int {
	value, ok := c.memberIndex.Find(name)
	if !ok {
		return c.Find(i, name)
	}
	if value >= 0 {
		c.addLookup(i, c.memberIndex.Key(value, name))
	}
	return value
}

// nextInView returns the next member that the view declares after a member that it does not declare, whose value is at i. It returns what
// Next does.
func (c *Cursor) nextInView(i int, k *keyTable) (number, next int) {
	for {
		at, more := c.nextMember(c.Skip(i))
		if !more {
			return -1, at
		}
		key, value := c.readKey(at)
		if key == nil {
			return -1, value
		}
		if index := k.index(key); index < len(k.names) {
			c.field = index
			return k.numberOf(index), value
		}
		i = value
	}
}

// Jump is Skip, for a member that the view does not declare and whose key stood where generated code predicted it.
func (c *Cursor) Jump(i int) int { return c.Skip(i) }
