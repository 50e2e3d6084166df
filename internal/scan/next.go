package scan

import "github.com/ndwire/ndwire/internal/kernel"

// This file reads the members of a record. Programs write them in the same order on every line. A cursor learns which member of a record
// followed which ([predict.Keys]), and compares the line with that key before it searches the key's end: a few instructions for a member,
// in whatever order they come and however many the spec has.

// Next reads what follows the member whose value ends at i: the next key of the record, or the end of the object. It returns the number of
// the next member and the offset of its value. The number is that of a field or of a name of Record.Also; an unknown member has a larger
// one. At the end number is -1, and next the offset after the object. Unknown members whose keys are predicted are kept, as
// [Cursor.Unknown] does, and not returned. A view skips unknown members.
func (c *Cursor) Next(i int, rec *Record) (number, next int) {
	data := c.data
	if uint(i) < uint(len(data)) && data[i] == '}' {
		return -1, i + 1
	}
	if i < 0 || i > len(data)-minRest {
		return c.nextNearEnd(i, rec)
	}
	rest := data[i:]
	w := kernel.Load(rest, 0)
	slot := int(rec.slot.Load()) + c.field
	if uint(slot) >= uint(len(c.predictor.Keys.Next)) {
		return c.nextSlow(i, rec)
	}
	name := c.predictor.Keys.Next[slot]
	if w&name.mask[0] != name.word[0] || kernel.Load(rest, 8)&name.mask[1] != name.word[1] || kernel.Load(rest, 16)&name.mask[2] != name.word[2] {
		return c.nextSlow(i, rec)
	}
	if name.special {
		return c.nextSpecial(i, rec, name)
	}
	next = i + name.size
	if uint(next) >= uint(len(data)) || data[next] <= ' ' {
		return c.nextSlow(i, rec)
	}
	c.take(i, name)
	return name.number, next
}

// nextNearEnd is Next where the line has fewer than minRest bytes from i on. The last member of most lines stands there.
func (c *Cursor) nextNearEnd(i int, rec *Record) (number, next int) {
	if slot := int(rec.slot.Load()) + c.field; i >= 0 && uint(slot) < uint(len(c.predictor.Keys.Next)) {
		if name := c.predictor.Keys.Next[slot]; c.continues(i, rec, name) {
			c.take(i, name)
			if next = i + name.size; name.unknown != 0 {
				return c.readUnknown(next, rec, name)
			}
			return name.number, next
		}
	}
	return c.nextSlow(i, rec)
}

// nextSpecial is Next for a predicted special name. The line begins with its first minRest bytes at i.
func (c *Cursor) nextSpecial(i int, rec *Record, name *keyName) (number, next int) {
	next = i + name.size
	if uint(next) >= uint(len(c.data)) || c.data[next] <= ' ' || name.size > minRest && !rec.ends(name, c.data[i:]) {
		return c.nextSlow(i, rec)
	}
	c.take(i, name)
	if name.unknown != 0 {
		return c.readUnknown(next, rec, name)
	}
	return name.number, next
}

// take makes the member at i, whose name was predicted, the current one.
func (c *Cursor) take(i int, name *keyName) {
	c.predictor.KeyHits++
	c.key, c.field = i+name.quote, name.index
}

// continues reports whether the line has a predicted name at i, and a value right after it.
func (c *Cursor) continues(i int, rec *Record, name *keyName) bool {
	next := i + name.size
	if uint(next) >= uint(len(c.data)) || c.data[next] <= ' ' {
		return false
	}
	rest := c.data[i:]
	if len(rest) < minRest {
		var padded [minRest]byte // no name has the zeros after the line
		copy(padded[:], rest)
		return name.begins(padded[:])
	}
	return name.begins(rest) && (name.size <= minRest || rec.ends(name, rest))
}

// ends reports whether the line has the end of a predicted name that is longer than minRest bytes. rest is the line from the comma on; it
// begins with the first minRest bytes of the name.
func (r *Record) ends(name *keyName, rest []byte) bool {
	if name.size <= comparedBytes && len(rest) >= comparedBytes {
		return kernel.Load(rest, minRest)&name.mask[minRest/8] == name.word[minRest/8]
	}
	return r.endsSlow(name, rest)
}

func (r *Record) endsSlow(name *keyName, rest []byte) bool {
	if name.size > len(rest) || name.index >= len(r.keys().names) {
		return false
	}
	text := r.keys().name(uint16(name.index))
	from := name.quote + 1
	end := from + len(text)
	after := rest[end:name.size]
	return string(rest[from:end]) == text && after[0] == '"' && after[1] == ':' && (len(after) == 2 || after[2] == ' ')
}

// begins reports whether rest begins with the first minRest bytes of the name, or with all of a shorter one.
func (n *keyName) begins(rest []byte) bool {
	return kernel.Load(rest, 0)&n.mask[0] == n.word[0] && kernel.Load(rest, 8)&n.mask[1] == n.word[1] && kernel.Load(rest, 16)&n.mask[2] == n.word[2]
}

func (c *Cursor) nextSlow(i int, rec *Record) (number, next int) {
	if i < 0 {
		return -1, -1
	}
	if rec.View && c.hasMemberIndex() {
		if k := c.memberIndex.After(c.indexNumber, i); k >= 0 {
			return c.seekMember(k, rec)
		}
	}
	i = c.space(i)
	switch {
	case i >= len(c.data):
	case c.data[i] == ',':
		i = c.space(i + 1)
		if i < len(c.data) && c.data[i] == '"' {
			return c.member(i, rec)
		}
	case c.data[i] == '}':
		return -1, i + 1
	}
	return -1, c.syntax(i)
}

// first reads the first key of the record whose brace is at i. It returns what Next does.
func (c *Cursor) first(i int, rec *Record) (number, next int) {
	data := c.data
	c.field = -1
	if slot := int(rec.slot.Load()) - 1; uint(slot) < uint(len(c.predictor.Keys.Next)) && i >= 0 && i <= len(data)-minRest {
		rest := data[i:]
		name := c.predictor.Keys.Next[slot]
		if (kernel.Load(rest, 0)^('{'^','))&name.mask[0] == name.word[0] && kernel.Load(rest, 8)&name.mask[1] == name.word[1] &&
			kernel.Load(rest, 16)&name.mask[2] == name.word[2] && (name.size <= minRest || rec.ends(name, rest)) {
			if end := name.size; uint(end) < uint(len(rest)) && rest[end] > ' ' {
				c.take(i, name)
				if name.unknown != 0 {
					return c.readUnknown(i+end, rec, name)
				}
				return name.number, i + end
			}
		}
	}
	if rec.View && c.hasMemberIndex() {
		return c.seekMember(0, rec)
	}
	i++
	i = c.space(i)
	switch {
	case i >= len(data):
	case data[i] == '"':
		return c.member(i, rec)
	case data[i] == '}':
		return -1, i + 1
	}
	return -1, c.syntax(i)
}

// member reads the key at i, and learns which member it followed: the current field, or -1 for the start of the object. A view skips
// unknown members.
func (c *Cursor) member(i int, rec *Record) (number, next int) {
	key, next := c.readKey(i)
	if key == nil {
		return -1, next
	}
	k := rec.keys()
	index, slot := k.index(key), int(rec.slot.Load())+c.field
	if rec.View && index == len(k.names) {
		return c.nextInView(next, k)
	}
	style := compact
	if c.data[next-1] == ' ' {
		if style = spaced; c.field < 0 {
			style = opened
		}
	}
	if index < len(k.names) {
		c.predictor.LearnKey(slot, int(slots.Load()), &k.styled(style)[index], &noName)
	} else {
		index = k.indexAfter(c.field)
		c.learnUnknown(slot, key, style, index, k.numberOf(index))
	}
	c.field = index
	return k.numberOf(index), next
}
