package scan

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/notes"
)

// note is what there is to say about a field of an open record. It has offsets in place of text, so that making one
// writes no pointer.
type note struct {
	depth    int // of the record's frame
	field    int
	state    notes.State
	near     bool // Odd: the Go value is nearly what stands there, and not the zero value of a wrong type
	from, to int  // Odd: of the value; Aliased: of the inside of the key
}

func (c *Cursor) note(state notes.State, from, to int) {
	f := &c.frames[c.depth]
	if f.rec == nil || c.noExtra || f.rec.View {
		return
	}
	c.said = c.depth
	c.notes = append(c.notes, note{depth: c.depth, field: c.field, state: state, from: from, to: to})
}

// noteOdd notes on the current field that data[from:to] is not what the Go field says; near, that it is not exactly so.
func (c *Cursor) noteOdd(from, to int, near bool) {
	n := len(c.notes)
	if c.note(notes.Odd, from, to); len(c.notes) > n {
		c.notes[n].near = near
	}
}

// notedOdd reports whether the last note is about the value at offset from.
func (c *Cursor) notedOdd(from int) bool {
	n := len(c.notes)
	return n > 0 && c.notes[n-1].state == notes.Odd && c.notes[n-1].from == from
}

// noteNull notes the null at offset at in the current field, if that is not usual. It reports false in a list or map, where
// there is no such note.
func (c *Cursor) noteNull(at int) bool {
	rec := c.frames[c.depth].rec
	if rec == nil {
		return c.depth == 0
	}
	if !rec.keys().isNull(c.field) {
		c.note(notes.IsNull, 0, 0)
		if c.options.Strict && rec.requires(c.field) {
			c.find(Mistyped, Null.String(), at)
		}
	}
	return true
}

// wrong notes that data[from:to] has a type that the spec has not: on the current field, or on the list or map in hand. It is an
// error where a value stands alone, and nobody has it then.
func (c *Cursor) wrong(from, to int) {
	f := &c.frames[c.depth]
	switch {
	case f.rec != nil:
		c.noteOdd(from, to, false)
	case c.depth == 0:
		c.fail(Mistyped, from)
	default:
		f.flags |= wrong
	}
}

// inexact notes that data[from:to] has the right type, but the Go value does not say it exactly.
func (c *Cursor) inexact(from, to int) {
	if f := &c.frames[c.depth]; f.rec == nil {
		f.flags |= inexact
		return
	}
	c.noteOdd(from, to, true)
}

// Present notes that the current field, which can be left out, stood there with its default value. What has been noted
// about its value already says more.
func (c *Cursor) Present() {
	if n := len(c.notes); n > 0 && c.notes[n-1].depth == c.depth && c.notes[n-1].field == c.field && c.notes[n-1].state != notes.Aliased {
		return
	}
	c.note(notes.Present, 0, 0)
}

// NoteInlined notes that the members of field n's object stand among those of the record in hand.
func (c *Cursor) NoteInlined(n int) {
	c.field = n
	c.note(notes.Inlined, 0, 0)
}

// OwnName notes that the current field was read under its own name, if the record's members stand among those of another one: some
// are usually written under another name then.
func (c *Cursor) OwnName() {
	if c.frames[c.depth].flags&shares != 0 {
		c.note(notes.Aliased, c.key, 0)
	}
}

// sharedKey is all that makes a set whose notes have no text.
type sharedKey struct {
	absent, absent2 uint64
	notes           [6]uint16 // field<<8 | state, in order; 0 behind the last
}

// sharedSets are the sets of a record type that say nothing but states: few, and on most lines the same.
type sharedSets struct {
	sets  atomic.Pointer[[]sharedSet]
	mutex sync.Mutex // of those who add one
}

type sharedSet struct {
	key sharedKey
	set *notes.Set
}

// maxShared bounds the shared sets of a record type. Later ones are made anew each time.
const maxShared = 64

func (s *sharedSets) find(key *sharedKey) *notes.Set {
	if all := s.sets.Load(); all != nil {
		for k := range *all {
			if e := &(*all)[k]; e.key == *key {
				return e.set
			}
		}
	}
	return nil
}

// full reports whether no set can be added any more.
func (s *sharedSets) full() bool {
	all := s.sets.Load()
	return all != nil && len(*all) >= maxShared
}

// add puts a set among the shared ones, and returns the one that is there in the end.
func (s *sharedSets) add(key *sharedKey, set *notes.Set) *notes.Set {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if other := s.find(key); other != nil {
		return other
	}
	var all []sharedSet
	if p := s.sets.Load(); p != nil {
		all = *p
	}
	if len(all) >= maxShared {
		return set
	}
	// Readers have the old slice: it must not change.
	all = append(all[:len(all):len(all)], sharedSet{*key, set})
	s.sets.Store(&all)
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
	sets      = alloc.SlabOf[notes.Set]()
	noteLists = alloc.ListsOf[notes.Note]()
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
