package scan

import (
	"slices"

	"github.com/ndwire/ndwire/internal/kernel"
)

// addLookup takes note that Find has found the member of an object whose key is at offset key.
func (c *Cursor) addLookup(object, key int) {
	c.lookups[c.lookupCount%maxLookups] = lookup{object, key}
	c.lookupCount++
}

// Find is the offset of the value of a member of the object at i; -1 if there is none. In the first try it is the first
// one of the name, in the exact try the last. Find does not check what it passes, and makes no errors: decoding the object
// does.
func (c *Cursor) Find(i int, name string) int {
	data := c.data
	if uint(i) >= uint(len(data)) || data[i] != '{' {
		return -1
	}
	// The usual case: it comes first, and has four letters.
	if rest := data[i:]; len(name) == 4 && len(rest) > 9 && !c.exact {
		quoted := uint64(name[0])<<8 | uint64(name[1])<<16 | uint64(name[2])<<24 | uint64(name[3])<<32 | '"' | '"'<<40 | ':'<<48
		if w := kernel.Load(rest, 1); w&(1<<56-1) == quoted && w>>56 > ' ' {
			c.addLookup(i, i+1)
			return i + 8
		}
	}
	return c.findAny(i, name)
}

func (c *Cursor) findAny(i int, name string) int {
	if c.exact {
		switch {
		case i != c.peeked:
		case !c.indexed:
			return c.valueOf(name)
		default: // as valueOf does, without one more call
			if value, ok := c.memberIndex.Find(name); ok {
				return value
			}
		}
		value, _ := c.findSlow(i, name, true)
		return value
	}
	value, key := c.findSlow(i, name, false)
	if value >= 0 {
		c.addLookup(i, key)
	}
	return value
}

// FindValue is Find for a member that is taken for absent where it is null.
func (c *Cursor) FindValue(i int, name string) int {
	at := c.Find(i, name)
	if at >= 0 && c.Type(at) == Null && !c.exact {
		at, _ = c.findSlow(i, name, true) // the last one counts, which the first try does not look for
	}
	if at >= 0 && c.Type(at) == Null {
		return -1
	}
	return at
}

// FindNext is Find for a member that stands, if at all, behind the one that was found last in the object. The first try looks no
// further: the record that is chosen because there is none has it among its [Record.Also], and checks it ([Cursor.Others]).
func (c *Cursor) FindNext(i int, name string) int {
	if value := c.findMet(i, name); value >= 0 {
		return value
	}
	if c.isPredicted(i) {
		return -1 // where it would stand has not been walked to
	}
	if c.exact || c.lookupCount == 0 {
		return c.Find(i, name)
	}
	a := &c.lookups[(c.lookupCount-1)%maxLookups]
	if a.object != i {
		return c.Find(i, name)
	}
	_, value := c.keyEnd(a.key)
	if value < 0 {
		return -1
	}
	key := c.keyBehind(c.pass(value))
	if key < 0 {
		return -1
	}
	end, value := c.keyEnd(key)
	if value < 0 || !c.isKey(key, end, name) {
		return -1
	}
	c.addLookup(i, key)
	return value
}

// FindRare is Find for a tag that most lines lack. The first try does not look for it, but finds the one that a record has met.
func (c *Cursor) FindRare(i int, name string) int {
	if c.exact {
		return c.Find(i, name)
	}
	return c.findMet(i, name)
}

// findMet is the offset of the value of the tag, if it was met in the object at i; otherwise -1. The record may have met a tag of another
// name: it can be a case of several unions.
func (c *Cursor) findMet(i int, name string) int {
	if i < 0 || c.missed.object != i {
		return -1
	}
	if end, _ := c.keyEnd(c.missed.key); end < 0 || !c.isKey(c.missed.key, end, name) {
		return -1
	}
	c.addLookup(i, c.missed.key)
	return c.missed.value
}

// findSlow walks over the object at i, up to the first member of the name or to find the last. key is the offset of the
// quote of its key.
func (c *Cursor) findSlow(i int, name string, last bool) (value, key int) {
	value = -1
	for at := c.space(i + 1); at >= 0 && at < len(c.data) && c.data[at] == '"'; {
		end, v := c.keyEnd(at)
		if v < 0 {
			return value, key // of a damaged object, what stands before the damage
		}
		if c.isKey(at, end, name) {
			value, key = v, at
			if !last {
				return value, key
			}
		}
		if v = c.pass(v); v < 0 {
			return value, key // of a damaged object, what stands before the damage
		}
		at = c.keyBehind(v)
	}
	return value, key
}

// keyEnd is the offset of the quote that ends the key at i, and of its value; -1 if there is none.
func (c *Cursor) keyEnd(i int) (end, value int) {
	end = c.plainText(i + 1)
	if end < 0 {
		var ok bool
		if end, ok = kernel.StringEnd(c.data, i+1); !ok {
			return -1, -1
		}
	}
	if i = c.space(end + 1); i >= len(c.data) || c.data[i] != ':' {
		return -1, -1
	}
	return end, c.space(i + 1)
}

// isKey reports whether the key from the quote at i to the one at end is this name.
func (c *Cursor) isKey(i, end int, name string) bool {
	text := c.data[i+1 : end]
	return string(text) == name || hasEscape(text) && c.textIs(i, name)
}

// keyBehind is the offset of the key behind the value that ends at i, -1 if there is none.
func (c *Cursor) keyBehind(i int) int {
	if i < 0 {
		return -1
	}
	if i = c.space(i); i >= len(c.data) || c.data[i] != ',' {
		return -1
	}
	return c.space(i + 1)
}

// maxOpen is how much is walked over in search of tags while nobody knows how long the line is.
const maxOpen = 64 << 10

// pass is the offset behind the value at i, -1 if it has no end.
//
// Objects within objects that all have their tags at the end would be walked over once for each level. When that has
// come to a few times the length of the line, the ends of all objects and arrays are written down in one more walk, and
// from then on no value is walked over again.
func (c *Cursor) pass(i int) int {
	if i < len(c.data) && (c.data[i] == '{' || c.data[i] == '[') {
		if c.open && c.walked > maxOpen {
			return c.fail(Syntax, i)
		}
		if c.walked > 4*len(c.data)+4<<10 {
			if c.spans == nil {
				c.spans = kernel.Spans(c.data)
			}
			k, ok := slices.BinarySearchFunc(c.spans, i, func(s kernel.Span, at int) int { return s.Start - at })
			if !ok {
				return -1
			}
			return c.spans[k].End
		}
	}
	if i < len(c.data) && c.data[i] == '"' {
		if end := c.plainText(i + 1); end >= 0 {
			return end + 1
		}
	}
	if i <= len(c.data)-len("null,") {
		switch string(c.data[i : i+4]) {
		case "null", "true":
			if b := c.data[i+4]; b == ',' || b == '}' { // else it may go on
				return i + 4
			}
		}
	}
	end, f := kernel.Skip(c.data, i, c.limit)
	if f != kernel.Fine {
		return -1
	}
	c.walked += end - i
	return end
}

// Pass is the offset behind the value at i, of which nothing is checked; -1 if it has no end, or there is none.
func (c *Cursor) Pass(i int) int {
	if uint(i) >= uint(len(c.data)) {
		return -1
	}
	return c.pass(i)
}

// areLast reports whether the members that the choice of the value data[i:end] went by are the last ones of their names.
// Records see that for themselves, but nobody looks at the members of a value that is kept as it stands.
func (c *Cursor) areLast(i, end int) bool {
	for _, a := range c.lookups[:min(c.lookupCount, maxLookups)] {
		if i <= a.object && a.object < end {
			if _, key := c.findSlow(a.object, string(c.keyAt(a.key)), true); key != a.key {
				return false
			}
		}
	}
	return true
}

// isPredicted reports whether the tag of the object at i has been predicted.
func (c *Cursor) isPredicted(i int) bool { return i == c.lateAt && c.lateTag.predicted }

// valueOf is Find in the table of members.
func (c *Cursor) valueOf(name string) int {
	if c.indexed {
		if value, ok := c.memberIndex.Find(name); ok {
			return value
		}
		value, _ := c.findSlow(c.peeked, name, true)
		return value
	}
	for k := len(c.positions) - 1; k >= 0; k-- {
		s := &c.positions[k]
		key := c.data[s.key+1 : s.end]
		if string(key) == name || hasEscape(key) && c.textIs(s.key, name) {
			return s.value
		}
	}
	return -1
}
