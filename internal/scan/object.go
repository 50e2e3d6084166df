package scan

import "github.com/ndwire/ndwire/internal/notes"

// Open opens the record at i, and reads its first key. It returns what [Cursor.Next] does, and the empty set of the fields seen.
//
// A value that is not an object is noted on the field of the record around it. A frame is pushed in every case: Close must follow.
func (c *Cursor) Open(i int, rec *Record) (number, next int, seen Seen) {
	data := c.data
	d := c.depth + 1
	if uint(i) >= uint(len(data)) || data[i] != '{' || d >= len(c.frames) || d > c.limit || c.inline || c.mem.Left < 0 {
		number, next = c.openSlow(i, rec)
		return number, next, seen
	}
	c.pushRecord(d, i, rec)
	if i == c.lateAt {
		c.applyLateTag(rec)
	}
	number, next = c.first(i, rec)
	return number, next, seen
}

// Open128 is Open for a record with more than 64 fields.
func (c *Cursor) Open128(i int, rec *Record) (number, next int, seen Seen128) {
	number, next, first := c.Open(i, rec)
	return number, next, Seen128{fieldSet{first.bits}}
}

func (c *Cursor) openSlow(i int, rec *Record) (number, next int) {
	flags := flags(0)
	if c.inline {
		flags, c.inline = inlined, false
		c.compared, c.comparedAfterOpen = c.comparedAfterOpen, nil
	}
	if i >= 0 && c.isPredicted(i) {
		c.lateAt = -1
		c.restart() // applyLateTag would not be called
	}
	i = c.enter(i, '{', rec, flags)
	if i < 0 || c.frames[c.depth].flags&void != 0 {
		return -1, i
	}
	return c.first(i-1, rec)
}

// Close closes a record whose value ends at i, and returns its notes and unknown members. Most records have none.
func (c *Cursor) Close(i int, seen Seen) notes.Extra {
	f := c.pop()
	if i < 0 || f.rec.Required&^seen.bits == 0 && c.extraDepth <= c.depth {
		return notes.Extra{}
	}
	return notes.ExtraOf(c.closeSlow(f, fieldSet{f.rec.Required &^ seen.bits}))
}

// Close128 is Close for a record with more than 64 fields.
func (c *Cursor) Close128(i int, seen Seen128) notes.Extra {
	f := c.pop()
	absent := fieldSet{f.rec.Required &^ seen.bits[0], f.rec.Required2 &^ seen.bits[1]}
	if i < 0 || absent == (fieldSet{}) && c.extraDepth <= c.depth {
		return notes.Extra{}
	}
	return notes.ExtraOf(c.closeSlow(f, absent))
}

// TryClose closes a record with a closing brace at i if it has neither notes nor unknown members. If it returns false, it has done nothing.
func (c *Cursor) TryClose(i int, seen Seen) bool {
	d := c.depth
	f := &c.frames[d]
	if uint(i) >= uint(len(c.data)) || c.data[i] != '}' || f.rec.Required&^seen.bits != 0 || c.extraDepth >= d {
		return false
	}
	c.field, c.depth = f.field, d-1
	return true
}

// closeSlow makes the set of notes and unknown members of a popped frame. It removes them from the stacks, so that those of the record around it are
// on top. After an error nothing is kept: the stacks can have notes of other records at this depth, whose Close had no end to close at.
func (c *Cursor) closeSlow(f *frame, absent fieldSet) (set *notes.Set) {
	if c.code != 0 {
		return nil
	}
	if absent == (fieldSet{}) && c.hasOneRun(f) { // mostly, on the lines of a program that is newer than the spec
		m := &c.members[0]
		set = c.newSet()
		set.Unknown = c.bytes(m.key, m.end)
		c.members, c.extraDepth = c.members[:0], c.uncheckedDepth()
		return set
	}
	from, membersFrom := c.notesFrom(c.depth+1), c.membersFrom(c.depth+1)
	members := c.members[membersFrom:]
	switch {
	case f.flags&unchecked != 0:
		c.restart() // the predicted tag is missing
	case f.flags&void == 0:
		if c.options.Strict {
			c.recordDuplicates(members)
			c.recordMissing(f, absent)
		}
		if !c.options.NoExtra && !f.rec.View {
			set = c.makeSet(f, c.notes[from:], members, absent)
		}
	}
	c.notes, c.members = c.notes[:from], c.members[:membersFrom]
	c.extraDepth = c.uncheckedDepth()
	if from > 0 {
		c.extraDepth = max(c.extraDepth, c.notes[from-1].depth)
	}
	if membersFrom > 0 {
		c.extraDepth = max(c.extraDepth, c.members[membersFrom-1].depth)
	}
	return set
}

// hasOneRun reports whether a run of unknown members of the popped frame is all that is kept of the line so far.
func (c *Cursor) hasOneRun(f *frame) bool {
	return len(c.members) == 1 && len(c.notes) == 0 && f.flags == 0 && !c.options.Strict && c.members[0].depth == c.depth+1 &&
		c.members[0].value == c.members[0].keyEnd+1
}

// recordMissing records a finding for each absent member that the spec requires in the record of a popped frame.
func (c *Cursor) recordMissing(f *frame, absent fieldSet) {
	keys := f.rec.keys()
	for n := range keys.fields {
		if absent.has(n) && !keys.all[n].Optional {
			c.addFinding(Finding{Missing, c.path(-1), keys.all[n].Name, f.start})
		}
	}
}
