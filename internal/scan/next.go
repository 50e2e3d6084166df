package scan

import "github.com/ndwire/ndwire/internal/kernel"

// Programs write the members of an object in the same order again and again. A cursor remembers which member of a record came
// behind which, and compares the line with that one's name before it looks for the end of the key: a few instructions for a
// member, whatever the order is and however many members the spec knows.

// Next reads what stands behind the member in hand of the record, whose value ends at i: the key of the next member, or the end of the
// object. It returns the member's number and the offset of its value; the number is that of a field, or of a name of Record.Also, or is a
// greater one for a member that the record does not know. At the end it is -1. Of a view, members that it
// does not know are jumped over.
func (c *Cursor) Next(i int, rec *Record) (number, next int) {
	data := c.data
	if uint(i) < uint(len(data)) && data[i] == '}' {
		return -1, i + 1
	}
	if i < 0 || i > len(data)-minRest {
		return c.nextSlow(i, rec)
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
	if name.long {
		return c.nextLong(i, rec, name)
	}
	next = i + name.size
	if uint(next) >= uint(len(data)) || data[next] <= ' ' {
		return c.nextSlow(i, rec)
	}
	c.predictor.KeyHits++
	c.key, c.field = i+name.quote, name.index
	return name.number, next
}

// nextLong is Next for a long name, of which the beginning stands at i.
func (c *Cursor) nextLong(i int, rec *Record, name *keyName) (number, next int) {
	next = i + name.size
	if uint(next) >= uint(len(c.data)) || c.data[next] <= ' ' || !rec.ends(name, c.data[i:]) {
		return c.nextSlow(i, rec)
	}
	c.predictor.KeyHits++
	c.key, c.field = i+name.quote, name.index
	return name.number, next
}

// ends reports whether the end of a long name stands on the line, of which rest begins with the beginning of the name.
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
	behind := rest[end:name.size]
	return string(rest[from:end]) == text && behind[0] == '"' && behind[1] == ':' && (len(behind) == 2 || behind[2] == ' ')
}

func (c *Cursor) nextSlow(i int, rec *Record) (number, next int) {
	if i < 0 {
		return -1, -1
	}
	if rec.View && c.knowsMembers() {
		if k := c.memberIndex.Behind(c.indexNumber, i); k >= 0 {
			return c.seek(k, rec)
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

// first reads what stands behind the brace of a record at i, as Next does.
func (c *Cursor) first(i int, rec *Record) (number, next int) {
	data := c.data
	c.field = -1
	if slot := int(rec.slot.Load()) - 1; uint(slot) < uint(len(c.predictor.Keys.Next)) && i >= 0 && i <= len(data)-minRest {
		rest := data[i:]
		name := c.predictor.Keys.Next[slot]
		if (kernel.Load(rest, 0)^('{'^','))&name.mask[0] == name.word[0] && kernel.Load(rest, 8)&name.mask[1] == name.word[1] &&
			kernel.Load(rest, 16)&name.mask[2] == name.word[2] && (!name.long || rec.ends(name, rest)) {
			if end := name.size; uint(end) < uint(len(rest)) && rest[end] > ' ' {
				c.predictor.KeyHits++
				c.key, c.field = i+name.quote, name.index
				return name.number, i + end
			}
		}
	}
	if rec.View && c.knowsMembers() {
		return c.seek(0, rec)
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

// member reads the key at i, which comes behind the member in hand; the first one behind -1. Members that a view does not want are jumped
// over.
func (c *Cursor) member(i int, rec *Record) (number, next int) {
	key, next := c.readKey(i)
	if key == nil {
		return -1, next
	}
	c.expected() // of a member that has been read without [Cursor.Unknown]
	k := rec.keys()
	index, slot := k.index(key), int(rec.slot.Load())+c.field
	if rec.View && index == len(k.names) {
		return c.nextWanted(next, k)
	}
	how := compact
	if c.data[next-1] == ' ' {
		if how = spaced; c.field < 0 {
			how = opened
		}
	}
	if index < len(k.names) {
		c.predictor.LearnKey(slot, int(slots.Load()), &k.in(how)[index], &noName)
	} else {
		index = k.behind(c.field)
		c.learnUnknown(slot, key, how, index, k.label(index))
	}
	c.field = index
	return k.label(index), next
}
