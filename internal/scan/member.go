package scan

import "github.com/ndwire/ndwire/internal/notes"

// Unknown reads an unknown member, keeps it, and reports it as drift unless Record.Open is set. Views, and records whose members stand
// among those of another record, skip it.
func (c *Cursor) Unknown(i int) int { return c.readMember(i, true) }

// Extra is Unknown for a member that the spec has although the record has no field for it. It is kept, and is not drift.
func (c *Cursor) Extra(i int) int { return c.readMember(i, false) }

func (c *Cursor) readMember(i int, drifts bool) int {
	f := &c.frames[c.depth]
	if f.rec == nil || f.rec.View || f.flags&inlined != 0 {
		return c.Skip(i)
	}
	key := c.key
	end := c.Valid(i)
	if end >= 0 {
		c.keep(key, c.keyEndBefore(i), i, end)
		if drifts && !f.rec.Open {
			c.reportMember(key)
		}
	}
	return end
}

// reportMember reports the unknown member of the innermost record whose key is at offset key.
func (c *Cursor) reportMember(key int) {
	if c.options.Drift || c.options.Strict {
		c.reportSlow(c.drifts.of(UnknownField, c.path(key), ""), Unknown, key)
	}
}

// keyEndBefore returns the offset after the closing quote of the key whose value is at offset value.
func (c *Cursor) keyEndBefore(value int) int {
	end := value - 1
	for c.data[end-1] != '"' {
		end--
	}
	return end
}

// keep adds an unknown member of the innermost frame's record to members: its key is data[key:keyEnd], and its value data[value:end].
func (c *Cursor) keep(key, keyEnd, value, end int) {
	if c.options.NoExtra && !c.options.Strict { // strict mode needs the members to find duplicates
		return
	}
	if n := len(c.members); n > 0 && value == keyEnd+1 && !c.options.Strict {
		if last := &c.members[n-1]; last.end == key-1 && last.depth == c.depth && last.value == last.keyEnd+1 {
			last.end = end // a run: an entry for each of millions of members would take much more memory than their text
			return
		}
	}
	c.extraDepth = c.depth
	c.members = append(c.members, member{c.depth, key, keyEnd, value, end})
}

// recordDuplicates records a finding for each unknown member of the popped frame whose key came before.
func (c *Cursor) recordDuplicates(members []member) {
	if len(members) < 2 {
		return
	}
	c.depth++ // for the path, the popped frame counts as open
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

// recordDuplicate records a finding for the member whose key is at offset key, because its key came before in the object.
func (c *Cursor) recordDuplicate(key int) {
	if len(c.findings) == MaxFindings {
		return // before the path is made
	}
	c.addFinding(Finding{Duplicate, c.path(key), c.names.intern(c.tagText(key)), key})
}

// joinMembers returns the text of unknown members as the encoder writes it: with commas between them, and without white space around colons
// and commas.
func (c *Cursor) joinMembers(all []member) []byte {
	switch {
	case len(all) == 0:
		return nil
	case len(all) == 1 && all[0].value == all[0].keyEnd+1:
		return c.bytes(all[0].key, all[0].end)
	}
	size := len(all) - 1
	for _, m := range all {
		size += m.keyEnd - m.key + 1 + m.end - m.value
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

// Deferred is a member that is read after all other members of its object: one under another name of its field, or one whose type depends
// on another member. The zero value is not a member.
type Deferred struct{ key, value, end int }

// Set reports whether there is a member.
func (d Deferred) Set() bool { return d.value > 0 }

// At returns the offset of the member's value; -1 if there is no member.
func (d Deferred) At() int {
	if d.value == 0 {
		return -1
	}
	return d.value
}

// Defer skips the current member, checks its syntax, and returns it as a Deferred. before is the Deferred of an earlier member with the
// same key, which the new one replaces.
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

// KeepDeferred keeps d as an unknown member. If two records share their members, it is the record whose switch has the name that keeps it.
func (c *Cursor) KeepDeferred(d Deferred) {
	f := &c.frames[c.depth]
	if !d.Set() || c.code != 0 || f.rec == nil || f.rec.View {
		return
	}
	c.keep(d.key, c.keyEndBefore(d.value), d.value, d.end)
	for k := len(c.members) - 1; k > 0 && c.members[k-1].depth == c.depth && c.members[k-1].key > c.members[k].key; k-- {
		c.members[k-1], c.members[k] = c.members[k], c.members[k-1] // to its place on the line
	}
	if !f.rec.Open {
		c.reportMember(d.key)
	}
}

// Aliased notes that the current field was read under the name of d.
func (c *Cursor) Aliased(d Deferred) {
	if d.Set() && c.code == 0 {
		c.note(notes.Aliased, d.key, 0)
	}
}
