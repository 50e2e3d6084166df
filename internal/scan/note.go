package scan

import (
	"github.com/ndwire/ndwire/internal/notes"
)

func (c *Cursor) note(state notes.State, from, to int) {
	f := &c.frames[c.depth]
	if f.rec == nil || c.noExtra || f.rec.View {
		return
	}
	c.extraDepth = c.depth
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
	if !rec.keys().allowsNull(c.field) {
		c.note(notes.IsNull, 0, 0)
		if c.options.Strict && rec.requires(c.field) {
			c.recordFinding(Mistyped, Null.String(), at)
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
	if c.frames[c.depth].flags&inlined != 0 {
		c.note(notes.Aliased, c.key, 0)
	}
}
