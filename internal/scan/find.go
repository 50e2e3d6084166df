package scan

import (
	"slices"

	"github.com/ndwire/ndwire/internal/kernel"
)

// addLookup records a lookup: the member, whose key has its opening quote at offset key, was found in the object.
func (c *Cursor) addLookup(object, key int) {
	c.lookups[c.lookupCount%maxLookups] = lookup{object, key}
	c.lookupCount++
}

// Find returns the offset of a member's value in the object at i, or -1 if the object has no such member. The first attempt takes the first
// member with the name, the exact attempt the last. Find does not check what it skips, and records no errors: decoding the object does.
func (c *Cursor) Find(i int, name string) int {
	if !c.IsObject(i) {
		return -1
	}
	if c.exact && i == c.peeked {
		return c.findPeeked(name)
	}
	value, key := c.findSlow(i, name, c.exact)
	if value >= 0 && !c.exact {
		c.addLookup(i, key)
	}
	return value
}

// findLast returns the offset of the value of the last member with a name in the value at i, or -1.
func (c *Cursor) findLast(i int, name string) int {
	if !c.IsObject(i) {
		return -1
	}
	value, _ := c.findSlow(i, name, true)
	return value
}

// FindValue is Find for a member that counts as absent if it is null.
func (c *Cursor) FindValue(i int, name string) int {
	at := c.Find(i, name)
	if at >= 0 && c.Type(at) == Null && !c.exact {
		at = c.findLast(i, name) // another member with the name may follow, and the last one counts
	}
	if at >= 0 && c.Type(at) == Null {
		return -1
	}
	return at
}

// FindNext is Find for a member that programs write right after the one that was found last in the object. The first attempt searches
// nowhere else. If it finds none, it chooses a record that has the member among its [Record.Also], and checks it ([Cursor.TagWithoutField]).
func (c *Cursor) FindNext(i int, name string) int {
	if value := c.findUnsearched(i, name); value >= 0 {
		return value
	}
	if c.isPredicted(i) {
		return -1 // the tag was predicted, so that its offset is not known
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
	key := c.keyAfter(c.pass(value))
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

// FindRare is Find for a tag that few lines have. The first attempt does not search it. When the record that it chose has read the tag, the
// repeated attempt finds it.
func (c *Cursor) FindRare(i int, name string) int {
	if c.exact {
		return c.Find(i, name)
	}
	return c.findUnsearched(i, name)
}

// findUnsearched returns the offset of the tag's value if the attempt before did not search the tag in the object at i; otherwise -1. The
// unsearched tag can have another name, because a record can be a case of several unions.
func (c *Cursor) findUnsearched(i int, name string) int {
	if i < 0 || c.unsearched.object != i {
		return -1
	}
	if end, _ := c.keyEnd(c.unsearched.key); end < 0 || !c.isKey(c.unsearched.key, end, name) {
		return -1
	}
	c.addLookup(i, c.unsearched.key)
	return c.unsearched.value
}

// findSlow searches the object at i for a member: for the first one with the name, or the last. key is the offset of the opening quote of
// its key.
func (c *Cursor) findSlow(i int, name string, last bool) (value, key int) {
	value = -1
	for at := c.space(i + 1); at >= 0 && at < len(c.data) && c.data[at] == '"'; {
		end, v := c.keyEnd(at)
		if v < 0 {
			return value, key // the object is damaged: the members before the damage count
		}
		if c.isKey(at, end, name) {
			value, key = v, at
			if !last {
				return value, key
			}
		}
		if v = c.pass(v); v < 0 {
			return value, key // as above
		}
		at = c.keyAfter(v)
	}
	return value, key
}

// keyEnd returns the offsets of the closing quote of the key at i, and of its value; -1 and -1 if there is a syntax error.
func (c *Cursor) keyEnd(i int) (end, value int) {
	if end = kernel.PlainShort(c.data, i+1); end < 0 {
		var ok bool
		if end, ok = kernel.StringEnd(c.data, i+1); !ok {
			return -1, -1
		}
	}
	if data := c.data; end+2 < len(data) && data[end+1] == ':' && data[end+2] > ' ' {
		return end, end + 2
	}
	if i = c.space(end + 1); i >= len(c.data) || c.data[i] != ':' {
		return -1, -1
	}
	return end, c.space(i + 1)
}

// isKey reports whether the key with its quotes at i and end is a name.
func (c *Cursor) isKey(i, end int, name string) bool {
	text := c.data[i+1 : end]
	if len(text) < len(name) { // escapes make it longer, not shorter
		return false
	}
	for k := range len(name) {
		switch text[k] {
		case '\\':
			return c.textIs(i, name)
		case name[k]:
		default:
			return false
		}
	}
	return len(text) == len(name)
}

// keyAfter returns the offset of the key after the value that ends at i; -1 if there is none.
func (c *Cursor) keyAfter(i int) int {
	if i < 0 {
		return -1
	}
	if i = c.space(i); i >= len(c.data) || c.data[i] != ',' {
		return -1
	}
	return c.space(i + 1)
}

// maxOpen is the number of bytes that an open line is searched for tags. After that, the end of the line is searched first.
const maxOpen = 64 << 10

// pass returns the offset after the value at i, which it does not check; -1 if the value does not end.
//
// Nested objects that all have a late tag would be skipped once for each level. When the skipped bytes exceed four times the length of the
// line, pass records the ends of all objects and arrays, in one more pass over the line. From then on it skips no value twice.
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
		if end := c.plainTextEnd(i + 1); end >= 0 {
			return end + 1
		}
	}
	end, f := kernel.Skip(c.data, i, c.limit)
	if f != kernel.NoFault {
		return -1
	}
	c.walked += end - i
	return end
}

// lookupsAreLast reports whether the members that lookups found within the raw value data[i:end] are the last ones with their names. A
// record notices a second member with a name itself, but of a raw value no member is read.
func (c *Cursor) lookupsAreLast(i, end int) bool {
	for _, a := range c.lookups[:min(c.lookupCount, maxLookups)] {
		if i <= a.object && a.object < end {
			if _, key := c.findSlow(a.object, string(c.tagText(a.key)), true); key != a.key {
				return false
			}
		}
	}
	return true
}

// isPredicted reports whether the tag of the object at i was predicted.
func (c *Cursor) isPredicted(i int) bool { return i == c.lateAt && c.lateTag.predicted }

// findPeeked returns the offset of a member's value in the object that was peeked at: that of the last member with the name, or -1.
func (c *Cursor) findPeeked(name string) int {
	if c.indexed {
		if value, ok := c.memberIndex.Find(name); ok {
			return value
		}
		value, _ := c.findSlow(c.peeked, name, true)
		return value
	}
	for k := len(c.positions) - 1; k >= 0; k-- {
		s := &c.positions[k]
		if c.isKey(s.key, s.end, name) {
			return s.value
		}
	}
	return -1
}
