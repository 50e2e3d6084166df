package scan

import "github.com/ndwire/ndwire/internal/notes"

// note adds a note on the current field, if the innermost frame is a record that keeps notes.
func (c *Cursor) note(state notes.State, from, to int) {
	f := &c.frames[c.depth]
	if f.rec == nil || c.options.NoExtra || f.rec.View {
		return
	}
	c.extraDepth = c.depth
	c.notes = append(c.notes, note{depth: c.depth, field: c.field, state: state, from: from, to: to})
}

// noteOdd notes the text data[from:to] on the current field, because encoding the Go value would not write it. respelled reports whether the
// type is the spec's and only the spelling differs.
func (c *Cursor) noteOdd(from, to int, respelled bool) {
	n := len(c.notes)
	if c.note(notes.Odd, from, to); len(c.notes) > n {
		c.notes[n].respelled = respelled
	}
}

// noteNull notes the null at offset at on the current field, unless the spec allows it. It returns false if the value is an element of a
// list or map, for which there is no such note.
func (c *Cursor) noteNull(at int) bool {
	rec := c.frames[c.depth].rec
	if rec == nil {
		return c.depth == 0
	}
	if !rec.keys().allowsNull(c.field) {
		c.note(notes.IsNull, 0, 0)
		if c.options.Strict && rec.requires(c.field) {
			c.recordFinding(Mistyped, Null.String(), at)
		}
	}
	return true
}

// wrong notes data[from:to], whose type is not the spec's: on the current field, or on the list or map around it. A value without any
// record or list around it is an error.
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

// inexact notes data[from:to], whose spelling is not the canonical one of the Go value.
func (c *Cursor) inexact(from, to int) {
	if f := &c.frames[c.depth]; f.rec == nil {
		f.flags |= inexact
		return
	}
	c.noteOdd(from, to, true)
}

// Present notes that an optional field, which has its default value, was present. If there is a note on its value already, that suffices.
func (c *Cursor) Present() {
	if n := len(c.notes); n > 0 && c.notes[n-1].depth == c.depth && c.notes[n-1].field == c.field && c.notes[n-1].state != notes.Aliased {
		return
	}
	c.note(notes.Present, 0, 0)
}

// NoteInlined notes that the members of field n's value stand among those of the record.
func (c *Cursor) NoteInlined(n int) {
	c.field = n
	c.note(notes.Inlined, 0, 0)
}

// NoteUntagged notes that the record has no value for its own tag, which may lie in the object of field n.
func (c *Cursor) NoteUntagged(n int) {
	c.field = n
	c.note(notes.Untagged, 0, 0)
}

// OwnName notes that the current field was read under its own name, if the record's members stand among those of another record, where some
// fields have other names.
func (c *Cursor) OwnName() {
	if c.frames[c.depth].flags&inlined != 0 {
		c.note(notes.Aliased, c.key, 0)
	}
}
