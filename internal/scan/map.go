package scan

import (
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
)

// Maps makes maps of one type. Generated code has a package variable for each type. Its zero value is ready.
type Maps[K comparable, V any] struct{ maps alloc.Maps[K, V] }

// Open opens the object at i that is a map, and reads its first key; NextKey reads the others. The members are to be put into all, which is
// nil if there is none. A frame is pushed in every case: Close must follow.
func (l *Maps[K, V]) Open(c *Cursor, i int) (all map[K]V, key []byte, next int) {
	if key, next = c.openMap(i); key != nil {
		f := &c.frames[c.depth]
		f.each = l.maps.MemberSize()
		all, f.number = l.maps.Take(&c.mem, 0)
	}
	return all, key, next
}

// Close closes the map that Open opened, and returns the field's value, as [Lists.Close] does.
func (l *Maps[K, V]) Close(c *Cursor, all map[K]V) map[K]V {
	number, ok := c.leave()
	l.maps.Keep(&c.mem, number, len(all))
	switch {
	case !ok:
		return nil
	case all == nil:
		all, _ = l.maps.Take(&c.mem, 0)
	}
	return all
}

// RecordMaps is Maps for values that are records.
type RecordMaps[K ~string, V any] struct{ maps alloc.RecordMaps[K, V] }

// Open opens the object at i that is a map, and reads its first key. Add appends the members to list. A frame is pushed in every case:
// Close must follow.
func (l *RecordMaps[K, V]) Open(c *Cursor, i int) (list []alloc.Entry[K, V], key []byte, next int) {
	if key, next = c.openMap(i); key != nil {
		f := &c.frames[c.depth]
		f.each = l.maps.MemberSize()
		list, f.number = l.maps.Begin(&c.mem)
	}
	return list, key, next
}

// Add appends a member to list, with the key that was read last. Its value is to be read next, into the last entry of list.
func (l *RecordMaps[K, V]) Add(c *Cursor, list []alloc.Entry[K, V], key []byte) []alloc.Entry[K, V] {
	k := c.MapKey(key)
	if c.options.Recycle {
		k = c.names.keep(k) // the recycled map still has its keys when the memory of the line is used again
	}
	return append(list, alloc.Entry[K, V]{Key: K(k)})
}

// Close closes the map that Open opened, and returns the field's value, as [Lists.Close] does.
func (l *RecordMaps[K, V]) Close(c *Cursor, list []alloc.Entry[K, V]) map[K]V {
	number, ok := c.leave()
	return l.maps.End(&c.mem, list, number, ok)
}

// openMap opens the object at i that is a map, and reads its first key. A frame is pushed in every case: leave must follow.
func (c *Cursor) openMap(i int) (key []byte, next int) {
	i = c.enter(i, '{', nil, 0)
	if i < 0 || c.frames[c.depth].flags&void != 0 {
		return nil, i
	}
	return c.mapKey(c.firstMember(i))
}

// dropKeys removes the keys of a popped map from members, and records a finding for each key that came before. There are keys in strict mode
// alone.
func (c *Cursor) dropKeys() {
	from := c.membersFrom(c.depth + 1)
	c.recordDuplicates(c.members[from:])
	c.members = c.members[:from]
}

// MapKey returns a copy of the map's key that was read last, and counts one more element.
func (c *Cursor) MapKey(key []byte) string {
	c.element(c.key) // after an error, NextKey ends the map
	if c.code != 0 {
		return ""
	}
	if c.options.Strict {
		c.members = append(c.members, member{depth: c.depth, key: c.key}) // until dropKeys
	}
	if valid := kernel.ValidUTF8(key); !valid || c.surrogateKey == c.key { // the key is not as on the line
		end, _ := kernel.StringEnd(c.data, c.key+1)
		c.noteReplaced(c.key, end+1)
		if valid {
			return string(key)
		}
		return string(kernel.AppendText(nil, key))
	}
	if c.options.Borrow {
		// Without escapes, the key's text is that of the line.
		if raw := c.data[c.key+1:]; len(raw) >= len(key) && string(raw[:len(key)]) == string(key) {
			return c.text(raw[:len(key)])
		}
	}
	return c.mem.Texts.String(key)
}
