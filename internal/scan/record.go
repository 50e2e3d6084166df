package scan

import (
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/notes"
)

// Record is what the cursor knows of a generated record type. Generated code declares one for each, as a variable.
type Record struct {
	Name string

	// Fields are the members that the record's switch knows, tags and constants and those of embedded records included. A
	// field's number is its index. It is called when the first line comes that has such a record: of tables that were always
	// there, the collector would look at all, each time.
	Fields func() []Field

	// Also are names that the record's switch knows although it has no field of its own for them: other spellings, tags of other
	// cases, members of a record that stand among those of this one. Their numbers begin with 128.
	Also []string

	// A bit for each field that the line must have: fields 0 to 63, and 64 to 127.
	Required, Required2 uint64

	Open bool // unknown members are expected: they are kept, but are no drift
	View bool // only declared members are of interest: unknown ones are jumped over, and nothing is noted

	shared sharedSets
	table  atomic.Pointer[keyTable]
	slot   atomic.Int64 // in predict.Keys of what came behind the first member, and what tells the record from others; 0 if there is no table
}

// Field is a member that a record knows.
type Field struct {
	Name string // on the wire
	Path string // how jq gets from the record to the value, or to the values in it: ".content", ".content[]"
	Null bool   // null is usual here, and is not noted

	Optional bool // among Record.Required although the line need not have it: only its absence is noted

	Inline bool // its members stand among those of the record, and none has its name
}

// Seen are the fields of a record that its line has had so far.
type Seen struct{ bits uint64 }

// Has reports whether field n has been there.
func (s *Seen) Has(n int) bool { return s.bits&(1<<uint(n&63)) != 0 }

// Mark takes note of member n, which is the current one.
func (s *Seen) Mark(c *Cursor, n int) {
	if s.bits>>n&1 != 0 {
		c.duplicateSlow()
	}
	s.bits |= 1 << n
}

// Set makes field n the current one, and takes note of it: its member has been met already, or stood under another name.
func (s *Seen) Set(c *Cursor, n int) {
	c.field = n
	s.bits |= 1 << n
}

// Excuse takes field n as seen: its absence is not noted.
func (s *Seen) Excuse(n int) { s.bits |= 1 << n }

// Add is Mark for field n, which becomes the current one: what is read next is its value.
func (s *Seen) Add(c *Cursor, n int) {
	c.field = n
	if s.bits>>n&1 != 0 {
		c.duplicateSlow()
	}
	s.bits |= 1 << n
}

// Seen128 is Seen for a record with more than 64 fields.
type Seen128 struct{ bits [2]uint64 }

// Has reports whether field n has been there.
func (s *Seen128) Has(n int) bool { return s.bits[n>>6&1]&(1<<uint(n&63)) != 0 }

// Mark takes note of member n, which is the current one.
func (s *Seen128) Mark(c *Cursor, n int) {
	if n >= others {
		return
	}
	p := &s.bits[n>>6&1]
	if *p>>uint(n&63)&1 != 0 {
		c.duplicateSlow()
	}
	*p |= 1 << uint(n&63)
}

// Excuse is [Seen.Excuse].
func (s *Seen128) Excuse(n int) { s.bits[n>>6&1] |= 1 << uint(n&63) }

// Set is [Seen.Set].
func (s *Seen128) Set(c *Cursor, n int) {
	c.field = n
	s.bits[n>>6&1] |= 1 << uint(n&63)
}

// Add is [Seen.Add].
func (s *Seen128) Add(c *Cursor, n int) {
	c.field = n
	s.Mark(c, n)
}

// duplicateSlow forgets what the current member said when it stood there before: the last one counts. That a choice was
// made by the first one is possible only in the first try.
func (c *Cursor) duplicateSlow() {
	if !c.exact {
		c.restart()
		return
	}
	kept := c.notesFrom(c.depth)
	for _, x := range c.notes[kept:] {
		if x.field != c.field {
			c.notes[kept] = x
			kept++
		}
	}
	c.notes = c.notes[:kept]
	c.find(Duplicate, c.fieldName(c.field), c.key)
	c.again = c.key
}

// Again reports whether the current member stood there before, so that its field may have what that one left.
func (c *Cursor) Again() bool { return c.again == c.key }

// Close ends a record whose value ends at i, and returns what is to be said about it; usually nothing.
func (c *Cursor) Close(i int, seen Seen) notes.Extra {
	f := c.pop()
	if i < 0 || f.rec.Required&^seen.bits == 0 && c.said <= c.depth {
		return notes.Extra{}
	}
	return notes.ExtraOf(c.closeSlow(f, f.rec.Required&^seen.bits, 0))
}

// Close128 is Close for a record with more than 64 fields.
func (c *Cursor) Close128(i int, seen Seen128) notes.Extra {
	f := c.pop()
	absent, absent2 := f.rec.Required&^seen.bits[0], f.rec.Required2&^seen.bits[1]
	if i < 0 || absent|absent2 == 0 && c.said <= c.depth {
		return notes.Extra{}
	}
	return notes.ExtraOf(c.closeSlow(f, absent, absent2))
}

// closeSlow makes the set of a popped frame and frees its notes and members, whatever became of the record: the notes of the record
// around it go on where these began.
func (c *Cursor) closeSlow(f *frame, absent, absent2 uint64) (set *notes.Set) {
	from, membersFrom := c.notesFrom(c.depth+1), c.membersFrom(c.depth+1)
	members := c.members[membersFrom:]
	switch {
	case f.flags&unchecked != 0:
		c.restart() // its tag is missing
	case f.flags&void == 0:
		if c.options.Strict {
			c.findMembersTwice(members)
			c.findMissing(f, absent, absent2)
		}
		if !c.noExtra && !f.rec.View {
			set = c.makeSet(f, c.notes[from:], members, absent, absent2)
		}
	}
	c.notes, c.members = c.notes[:from], c.members[:membersFrom]
	c.said = 0
	if from > 0 {
		c.said = c.notes[from-1].depth
	}
	if membersFrom > 0 {
		c.said = max(c.said, c.members[membersFrom-1].depth)
	}
	return set
}

// findMissing records which members the popped frame's record must have and has not. A null that
// the spec does not have is found where it stands.
func (c *Cursor) findMissing(f *frame, absent, absent2 uint64) {
	keys := f.rec.keys()
	for n := range keys.fields {
		half := absent
		if n >= 64 {
			half = absent2
		}
		if half>>uint(n&63)&1 != 0 && !keys.isOptional(n) {
			c.addFinding(Finding{Missing, c.path(-1), keys.name(uint16(n)), f.start})
		}
	}
}

// requires reports whether a line must have the field.
func (r *Record) requires(field int) bool {
	half := r.Required
	if field >= 64 {
		half = r.Required2
	}
	keys := r.keys()
	return field < keys.fields && half>>uint(field&63)&1 != 0 && !keys.isOptional(field)
}
