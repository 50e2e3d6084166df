package scan

import (
	"math/bits"
	"slices"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/notes"
)

// makeSet is the set of a frame that has something to say.
func (c *Cursor) makeSet(f *frame, own []note, members []member, absent, absent2 uint64) *notes.Set {
	noted := absent|absent2 != 0 || len(own) > 0
	if !noted && len(members) == 0 {
		return nil
	}
	var shared *notes.Set // says the same of the fields
	if noted {
		shared = c.sharedSet(f.rec, own, absent, absent2)
	}
	if shared != nil && len(members) == 0 {
		return shared
	}
	set := sets.New(&c.mem)
	set.Recycled = c.options.Recycle
	set.Unknown = c.joinMembers(members)
	switch {
	case shared != nil:
		set.Notes, set.Lengths = shared.Notes, shared.Lengths
	case noted:
		list, number := noteLists.Begin(&c.mem)
		set.Notes = noteLists.End(&c.mem, c.appendNotes(list, f.rec, own, absent, absent2), number, true)
		if f.rec.keys().plain {
			set.MakeLengths()
		}
	}
	return set
}

// notesFrom is where the notes begin that are about the record of the innermost frame, if that is at depth.
func (c *Cursor) notesFrom(depth int) int {
	n := len(c.notes)
	for n > 0 && c.notes[n-1].depth == depth {
		n--
	}
	return n
}

// membersFrom is notesFrom for unknown members.
func (c *Cursor) membersFrom(depth int) int {
	n := len(c.members)
	for n > 0 && c.members[n-1].depth == depth {
		n--
	}
	return n
}

// sharedSet is the set of all records with these notes and no unknown members. It is nil if the notes have text, or if there are too
// many such sets.
func (c *Cursor) sharedSet(rec *Record, own []note, absent, absent2 uint64) *notes.Set {
	key := sharedKey{absent: absent, absent2: absent2}
	for k, n := range own {
		if k >= len(key.notes) || n.state == notes.Odd || n.state == notes.Aliased {
			return nil
		}
		key.notes[k] = uint16(n.field)<<8 | uint16(n.state)
	}
	if set := rec.shared.find(&key); set != nil || rec.shared.full() {
		return set
	}
	set := &notes.Set{Notes: c.appendNotes(nil, rec, own, absent, absent2)}
	if rec.keys().plain {
		set.MakeLengths()
	}
	return rec.shared.add(&key, set)
}

var (
	sets      alloc.Slab[notes.Set]
	noteLists alloc.Lists[notes.Note]
)

// appendNotes appends the notes of a record.
func (c *Cursor) appendNotes(list []notes.Note, rec *Record, own []note, absent, absent2 uint64) []notes.Note {
	list = slices.Grow(list, bits.OnesCount64(absent)+bits.OnesCount64(absent2)+len(own))
	keys := rec.keys()
	for k := range keys.fields {
		half := absent
		if k >= 64 {
			half = absent2
		}
		if half&(1<<uint(k&63)) != 0 {
			list = append(list, notes.Note{Name: keys.name(uint16(k)), State: notes.Absent})
		}
	}
	for _, n := range own {
		x := notes.Note{Name: keys.name(uint16(n.field)), State: n.state}
		switch n.state {
		case notes.Odd:
			x.Text, x.Near = c.bytes(n.from, n.to), n.near
		case notes.Aliased:
			x.Alias = c.names.intern(c.keyAt(n.from))
		}
		list = append(list, x)
	}
	return list
}

// keyAt is the text of the key whose quote is at offset at. It is valid until the next key is read.
func (c *Cursor) keyAt(at int) []byte {
	end, ok := kernel.StringEnd(c.data, at+1)
	if !ok {
		return nil
	}
	key := c.data[at+1 : end]
	if hasEscape(key) {
		key, _, _ = c.unquote(c.keyText[:0], at+1, at+1)
		c.keyText = key
	}
	return key
}

// fieldName is the name of a field of the record in hand.
func (c *Cursor) fieldName(n int) string {
	if rec := c.frames[c.depth].rec; rec != nil {
		if keys := rec.keys(); n < keys.fields {
			return keys.name(uint16(n))
		}
	}
	return ""
}
