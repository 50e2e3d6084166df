package scan

import "github.com/ndwire/ndwire/internal/notes"

// Unknown reads a member that the record does not know, and keeps it.
func (c *Cursor) Unknown(i int) int {
	expected := c.expected()
	f := &c.frames[c.depth]
	if f.rec == nil || f.rec.View || f.flags&inlined != 0 {
		return c.Skip(i)
	}
	key := c.key
	end := c.Valid(i)
	if end >= 0 {
		keyEnd := c.keyEndBefore(i)
		c.keep(key, keyEnd, i, end)
		if !f.rec.Open {
			c.reportMember(expected, key, keyEnd)
		}
	}
	return end
}

// Extra is Unknown for a member that the spec knows, although the record has no field for it.
func (c *Cursor) Extra(i int) int {
	f := &c.frames[c.depth]
	if f.rec == nil || f.rec.View || f.flags&inlined != 0 {
		return c.Skip(i)
	}
	key := c.key
	end := c.Valid(i)
	if end >= 0 {
		c.keep(key, c.keyEndBefore(i), i, end)
	}
	return end
}

// keyEndBefore is the end of the key, with its quote, whose value stands at offset value.
func (c *Cursor) keyEndBefore(value int) int {
	end := value - 1
	for c.data[end-1] != '"' {
		end--
	}
	return end
}

// keep makes data[key:end] an unknown member of the record in hand. See member.
func (c *Cursor) keep(key, keyEnd, value, end int) {
	if c.noExtra && !c.options.Strict { // which wants to know what stands twice
		return
	}
	if n := len(c.members); n > 0 && value == keyEnd+1 && !c.options.Strict {
		if last := &c.members[n-1]; last.end == key-1 && last.depth == c.depth && last.value == last.keyEnd+1 {
			last.end = end // of a line with millions of them, the table would be much larger than the text
			return
		}
	}
	c.extraDepth = c.depth
	c.members = append(c.members, member{c.depth, key, keyEnd, value, end})
}

// findMembersTwice records which of the unknown members of the frame that was popped last stand there twice.
func (c *Cursor) recordDuplicates(members []member) {
	if len(members) < 2 {
		return
	}
	c.depth++ // the frame is looked at once more
	defer func() { c.depth-- }()
	names := make(map[string]bool, len(members))
	for _, m := range members {
		name := c.tagText(m.key)
		if names[string(name)] {
			c.recordDuplicate(m.key)
		}
		names[string(name)] = true
	}
}

// findTwice records that the member of the record in hand with the key at offset key stood there before.
func (c *Cursor) recordDuplicate(key int) {
	if len(c.findings) == maxFindings {
		return // without a look at where it stands
	}
	c.addFinding(Finding{Duplicate, c.path(key), c.names.intern(c.tagText(key)), key})
}

// joinMembers is the text of members, with commas between them and no white space around colons and commas.
func (c *Cursor) joinMembers(all []member) []byte {
	switch {
	case len(all) == 0:
		return nil
	case len(all) == 1 && all[0].value == all[0].keyEnd+1:
		return c.bytes(all[0].key, all[0].end)
	}
	size, whole := len(all)-1, true
	for k, m := range all {
		size += m.keyEnd - m.key + 1 + m.end - m.value
		whole = whole && m.value == m.keyEnd+1 && (k == 0 || m.key == all[k-1].end+1)
	}
	if whole { // they stand on the line just so
		return c.bytes(all[0].key, all[len(all)-1].end)
	}
	text := c.mem.Texts.Space(size)[:0]
	for k, m := range all {
		if k > 0 {
			text = append(text, ',')
		}
		text = append(text, c.data[m.key:m.keyEnd]...)
		text = append(text, ':')
		text = append(text, c.data[m.value:m.end]...)
	}
	return text
}

// Deferred is a member that is read after the others: one that goes by another name than the spec's, or whose type depends on
// another member.
type Deferred struct{ key, value, end int }

// Set reports whether there is such a member.
func (l Deferred) Set() bool { return l.value > 0 }

// At is the offset of its value, -1 if there is none.
func (l Deferred) At() int {
	if l.value == 0 {
		return -1
	}
	return l.value
}

// Defer jumps over the member in hand, which it checks and remembers. before is what it remembered of the member when that stood
// there before: the last one counts.
func (c *Cursor) Defer(i int, before Deferred) (Deferred, int) {
	key := c.key
	end := c.Valid(i)
	if end < 0 {
		return Deferred{}, -1
	}
	if before.Set() && c.options.Strict {
		c.recordDuplicate(key)
	}
	return Deferred{key, i, end}, end
}

// KeepDeferred keeps l as an unknown member. The record has its name, so that of two records that share their members it is
// this one that keeps it.
func (c *Cursor) KeepDeferred(l Deferred) {
	f := &c.frames[c.depth]
	if !l.Set() || c.code != 0 || f.rec == nil || f.rec.View {
		return
	}
	keyEnd := c.keyEndBefore(l.value)
	c.keep(l.key, keyEnd, l.value, l.end)
	if !f.rec.Open {
		c.reportMember(nil, l.key, keyEnd)
	}
}

// Aliased notes that the current field was read under the name of l.
func (c *Cursor) Aliased(l Deferred) {
	if l.Set() && c.code == 0 {
		c.note(notes.Aliased, l.key, 0)
	}
}
