package writing

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/notes"
)

// This file writes the members of records with notes: as they stood on the line, while the fields have the values that were read.

// pendingMember is a member with a note about another spelling, whose text may replace the value that is being written. The two are compared when
// the value is complete, that is when the next member begins.
type pendingMember struct {
	note  *notes.Note // nil: no member is pending
	from  int         // offset of the member in dst, that of its comma
	at    int         // offset of the value in dst
	isSet bool
	rule  rule
	fieldType
}

// rule says how a field that is not set is written.
type rule uint8

const (
	required rule = iota // its zero value
	optional             // left out
	nullable             // null
	defaults             // left out: its value is the default
)

// hasNote reports whether there is a note about a member, given as `,"type":"assistant"`.
func (o *Object) hasNote(member string) bool {
	return o.notes.Find(o.keyName(member[:keyEnd(member)])) != nil
}

// fixedWithNotes is Fixed for a record with notes. A program cannot change the member: a note about it is valid if it was read.
func (o *Object) fixedWithNotes(member string) {
	if o.pending.note != nil {
		o.resolvePending(len(o.dst))
	}
	colon := keyEnd(member)
	key := member[:colon]
	n, alias := o.notes.About(o.keyName(key))
	switch s := state(n); {
	case s != notes.Usual && n.Made:
		o.key(key, alias)
		o.dst = append(o.dst, member[colon:]...)
	case s == notes.Absent:
		o.absentFixed = append(o.absentFixed, o.keyName(key))
	case s == notes.IsNull:
		o.key(key, alias)
		o.dst = append(o.dst, "null"...)
	case s == notes.Odd:
		o.key(key, alias)
		o.take(appendText(o.dst, n.Text, o.trusted))
	default:
		o.key(key, alias)
		o.dst = append(o.dst, member[colon:]...)
	}
}

// writeKey does what Required, Optional, Default and Nullable do for a record with notes, and what Nullable does for a null.
func (o *Object) writeKey(key string, set bool, r rule) bool {
	if o.notes == nil {
		o.dst = append(append(o.dst, key...), "null"...)
		return false
	}
	if o.pending.note != nil {
		o.resolvePending(len(o.dst))
	}
	if o.notes.Lacks(len(key) - len(`,"":`)) {
		switch {
		case set, r == required:
			o.dst = append(o.dst, key...)
			return true
		case r == nullable:
			o.dst = append(append(o.dst, key...), "null"...)
		}
		return false
	}
	from := len(o.dst)
	n, alias := o.notes.About(o.keyName(key))
	s := state(n)
	if s == notes.Deleted {
		return false
	}
	if s == notes.Odd && n.Respelled && (set || r == required || r == defaults) {
		// Whether the note is valid depends on the value, which the caller writes.
		o.key(key, alias)
		o.pending = pendingMember{note: n, from: from, at: len(o.dst), isSet: set, rule: r}
		return true
	}
	if set {
		o.key(key, alias)
		return true
	}
	switch {
	case s == notes.Odd && !n.Respelled: // of another type, and valid as long as the field has no value
		o.key(key, alias)
		o.take(appendText(o.dst, n.Text, o.trusted))
		return false
	case s == notes.IsNull:
		o.key(key, alias)
		o.dst = append(o.dst, "null"...)
		return false
	case s == notes.Absent:
		return false
	case s == notes.Present && r == defaults, r == required:
		o.key(key, alias)
		return true
	case r == nullable:
		o.key(key, alias)
		o.dst = append(o.dst, "null"...)
	}
	return false
}

// key writes the key of a member, given as `,"uuid":`, or the key under which it was read.
func (o *Object) key(key, alias string) {
	if alias != "" {
		o.dst = append(encoder.AppendString(append(o.dst, ','), alias), ':')
		return
	}
	o.dst = append(o.dst, key...)
}

// resolvePending compares the value of the pending member, dst[at:end], with the text from which it was read. If that text still has the
// value, it replaces what is written.
func (o *Object) resolvePending(end int) {
	p := o.pending
	if p.note == nil {
		return
	}
	o.pending = pendingMember{}
	if o.err != nil {
		return
	}
	switch {
	case readsSame(o.dst[p.at:end], p.note.Text, p.fieldType):
		o.replace(p.at, end, p.note.Text)
	case !p.isSet && p.rule == defaults:
		o.dst = slices.Delete(o.dst, p.from, end)
	}
}

// replace replaces dst[at:end] by a text from the line.
func (o *Object) replace(at, end int, text []byte) {
	rest := slices.Clone(o.dst[end:]) // members that were spliced; mostly none
	o.dst = o.dst[:at]
	o.take(appendText(o.dst, text, o.trusted))
	o.dst = append(o.dst, rest...)
}

// state returns the state of the member with note n. A note with the state Odd and without a text has no effect.
func state(n *notes.Note) notes.State {
	if n == nil || n.State == notes.Odd && len(n.Text) == 0 {
		return notes.Usual
	}
	return n.State
}

// keyEnd returns the offset after the colon of a member, given as `,"type":"assistant"`.
func keyEnd(member string) int {
	for i := 2; i < len(member); i++ {
		switch member[i] {
		case '\\':
			i++
		case '"':
			return i + 2
		}
	}
	return len(member)
}

// keyName returns the name in a key, given as `,"uuid":`.
func (o *Object) keyName(key string) string {
	name := key[2 : len(key)-2]
	if o.notes.Lengths == 0 && strings.IndexByte(name, '\\') >= 0 {
		name, _ = unquote([]byte(key[1 : len(key)-1]))
	}
	return name
}
