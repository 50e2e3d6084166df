package scan

import (
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/notes"
)

// makeSet returns the set of the notes and unknown members of a popped frame; nil if there are none. own are the record's notes, members
// its unknown members, and absent has the fields whose absence is noted.
func (c *Cursor) makeSet(f *frame, own []note, members []member, absent fieldSet) (set *notes.Set) {
	count := absent.len() + len(own)
	if count == 0 && len(members) == 0 {
		return nil
	}
	shared := c.sharedSet(f.rec, own, absent)
	switch {
	case shared != nil && len(members) == 0:
		c.mem.Left -= setCost + noteCost*count
		return shared
	case shared != nil:
		c.mem.Left -= noteCost * count
		set = c.newSet()
		set.Notes, set.Lengths = shared.Notes, shared.Lengths
	case count == 0:
		set = c.newSet()
	case count == 1: // most sets that are not shared
		one := oneNotes.New(&c.mem)
		set, one.set.Recycled = &one.set, c.options.Recycle
		set.Notes = c.appendNotes(one.list[:0], f.rec, own, absent)
	default:
		c.mem.Left -= noteCost * count
		set = c.newSet()
		list, number := noteLists.Begin(&c.mem)
		set.Notes = noteLists.End(&c.mem, c.appendNotes(list, f.rec, own, absent), number, true)
	}
	if shared == nil && f.rec.keys().plain {
		set.MakeLengths()
	}
	set.Unknown = c.joinMembers(members)
	return set
}

func (c *Cursor) newSet() *notes.Set {
	set := sets.New(&c.mem)
	set.Recycled = c.options.Recycle
	return set
}

// What a set and each of its notes take of the line's memory, in bytes: their sizes on 64-bit processors. Shared ones take as much, because
// which sets are shared depends on earlier lines.
const (
	setCost  = 72
	noteCost = 72
)

// notesFrom returns the index of the first note on the record at a depth. No deeper record may have notes.
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

// setKey identifies a set of notes without text.
type setKey struct {
	rec    *Record
	absent fieldSet
	notes  [6]uint16 // field<<8 | state of each note, in order; 0 after the last
}

// maxSets is the largest number of shared sets of a cursor. Other sets are made anew each time.
const maxSets = 1 << 10

// sharedSet returns the set that all records with these notes and no unknown members share; nil if there are no notes, if some note has text, or
// if there are too many such sets.
func (c *Cursor) sharedSet(rec *Record, own []note, absent fieldSet) *notes.Set {
	if absent == (fieldSet{}) && (len(own) == 0 || own[0].hasText()) { // mostly, where there are unknown members or texts
		return nil
	}
	key := setKey{rec: rec, absent: absent}
	for k, n := range own {
		if k >= len(key.notes) || n.hasText() {
			return nil
		}
		key.notes[k] = uint16(n.field)<<8 | uint16(n.state)
	}
	set := c.sets[key]
	if set == nil && len(c.sets) < maxSets {
		set = &notes.Set{Notes: c.appendNotes(nil, rec, own, absent)}
		if rec.keys().plain {
			set.MakeLengths()
		}
		if c.sets == nil {
			c.sets = make(map[setKey]*notes.Set)
		}
		c.sets[key] = set
	}
	return set
}

var (
	sets      alloc.Slab[notes.Set]
	oneNotes  alloc.Slab[oneNote]
	noteLists alloc.Lists[notes.Note]
)

// oneNote is a set and the memory of its only note.
type oneNote struct {
	set  notes.Set
	list [1]notes.Note
}

// appendNotes appends the notes of a record to list.
func (c *Cursor) appendNotes(list []notes.Note, rec *Record, own []note, absent fieldSet) []notes.Note {
	keys := rec.keys()
	for k := range absent.all() {
		list = append(list, notes.Note{Name: keys.all[k].Name, State: notes.Absent})
	}
	for _, n := range own {
		x := notes.Note{Name: keys.all[n.field].Name, State: n.state}
		switch n.state {
		case notes.Odd:
			x.Text, x.Respelled = c.bytes(n.from, n.to), n.respelled
		case notes.Aliased:
			x.Alias = c.names.intern(c.tagText(n.from))
		}
		list = append(list, x)
	}
	return list
}

// fieldName returns the name of a field of the innermost frame's record; "" if that is not a record.
func (c *Cursor) fieldName(n int) string {
	if rec := c.frames[c.depth].rec; rec != nil {
		if keys := rec.keys(); n < keys.fields {
			return keys.all[n].Name
		}
	}
	return ""
}
