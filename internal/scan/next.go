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
	if uint(i) >= uint(len(data)) {
		return c.nextSlow(i, rec)
	}
	if data[i] == '}' {
		return -1, i + 1
	}
	name := c.predictedName(rec)
	if name.special || i >= len(data)-minRest {
		return c.nextPredicted(i, rec, name)
	}
	if data[i] != ',' || !name.begins(data[i+1:]) {
		return c.nextSlow(i, rec)
	}
	next = i + name.size
	if uint(next) >= uint(len(data)) || data[next] <= ' ' {
		return c.nextSlow(i, rec)
	}
	c.take(i, name)
	return name.number, next
}

// predictedName returns the name that is predicted to follow the current field.
func (c *Cursor) predictedName(rec *Record) *keyName {
	if slot := int(rec.slot.Load()) + c.field; uint(slot) < uint(len(c.predictor.Keys.Next)) {
		return c.predictor.Keys.Next[slot]
	}
	return &noName
}

// nextPredicted is Next for a predicted name that is special, or near the end of the line, where the last member of most lines stands.
func (c *Cursor) nextPredicted(i int, rec *Record, name *keyName) (number, next int) {
	if c.data[i] != ',' || !c.hasName(i, name) {
		return c.nextSlow(i, rec)
	}
	return c.takeAny(i, rec, name)
}

// hasName reports whether the line has a predicted name after the comma or brace at i, and a value right after it.
func (c *Cursor) hasName(i int, name *keyName) bool {
	next := i + name.size
	if uint(next) >= uint(len(c.data)) || c.data[next] <= ' ' {
		return false
	}
	rest := c.data[i+1:]
	if len(rest) < comparedBytes {
		var padded [comparedBytes]byte // no name has the zeros after the line
		copy(padded[:], rest)
		rest = padded[:]
	}
	return name.begins(rest) && kernel.Load(rest, minRest)&name.mask[3] == name.word[3]
}

// begins reports whether rest begins with the first minRest bytes of the name, or with all of a shorter one.
func (n *keyName) begins(rest []byte) bool {
	return kernel.Load(rest, 0)&n.mask[0] == n.word[0] && kernel.Load(rest, 8)&n.mask[1] == n.word[1] && kernel.Load(rest, 16)&n.mask[2] == n.word[2]
}

// take makes the member whose name was predicted, after the comma or brace at i, the current one.
func (c *Cursor) take(i int, name *keyName) {
	c.predictor.KeyHits++
	c.key, c.field = i+name.quote, name.index
}

// takeAny is take for any name. It returns what Next does.
func (c *Cursor) takeAny(i int, rec *Record, name *keyName) (number, next int) {
	c.take(i, name)
	if next = i + name.size; name.unknown != 0 {
		return c.readUnknown(next, rec, name)
	}
	return name.number, next
}

func (c *Cursor) nextSlow(i int, rec *Record) (number, next int) {
	if rec.View && i >= 0 && c.hasMemberIndex() {
		if k := c.memberIndex.After(c.indexNumber, i); k >= 0 {
			return c.seekMember(k, rec)
		}
	}
	i, more := c.nextMember(i)
	if !more {
		return -1, i
	}
	return c.member(i, rec)
}

// first reads the first key of the record whose brace is at i. It returns what Next does.
func (c *Cursor) first(i int, rec *Record) (number, next int) {
	c.field = -1
	name := c.predictedName(rec)
	if name.special || i >= len(c.data)-minRest {
		if c.hasName(i, name) {
			return c.takeAny(i, rec, name)
		}
	} else if next = i + name.size; name.begins(c.data[i+1:]) && uint(next) < uint(len(c.data)) && c.data[next] > ' ' {
		c.take(i, name)
		return name.number, next
	}
	if rec.View && c.hasMemberIndex() {
		return c.seekMember(0, rec)
	}
	i, more := c.firstMember(i + 1)
	if !more {
		return -1, i
	}
	return c.member(i, rec)
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
