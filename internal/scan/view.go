package scan

import "github.com/ndwire/ndwire/internal/kernel"

// A view wants a few members of an object that has many. What it does not want it jumps over, from key to key. Of a line that has been
// peeked at, which is most of them, not even that: the peek has checked all values and knows where the members stand.

// ResetPeeked is Reset for the line that was peeked at last.
func (c *Cursor) ResetPeeked(o *Options) {
	peeked := c.peeked
	c.Reset(c.data, o)
	if c.indexed && peeked >= 0 && c.memberIndex.HasPlainKeys() {
		c.peeked, c.indexNumber = peeked, 0
	}
}

// knowsMembers reports whether memberIndex is that of the record in hand.
func (c *Cursor) knowsMembers() bool {
	f := &c.frames[c.depth]
	return f.start == c.peeked && c.indexed && f.flags&inlined == 0
}

// seek is the next member that a view names, from the one with number k in memberIndex on. It returns what Next does.
func (c *Cursor) seek(k int, rec *Record) (number, next int) {
	keys := rec.keys()
	for ; k < c.memberIndex.Len(); k++ {
		name, key, value := c.memberIndex.Member(k)
		if index := keys.index(name); index < len(keys.names) {
			c.indexNumber, c.key, c.field = k, key, index
			return keys.label(index), value
		}
	}
	return -1, c.memberIndex.End()
}

// findIndexed is Find for the object at i that has been peeked at and is decoded now. It takes the last member of a name: a record that meets
// another one restarts the line.
func (c *Cursor) findIndexed(i int, name string) int {
	value, ok := c.memberIndex.Find(name)
	if !ok {
		return c.Find(i, name)
	}
	if value >= 0 {
		c.addLookup(i, c.memberIndex.Key(value, name))
	}
	return value
}

// nextWanted is the next member that a view names behind one that it does not name, whose value is at i. It returns what Next does.
func (c *Cursor) nextWanted(i int, k *keyTable) (number, next int) {
	data := c.data
	for {
		if i = c.Jump(i); i < 0 {
			return -1, -1
		}
		if i = c.space(i); i >= len(data) || data[i] != ',' {
			if i < len(data) && data[i] == '}' {
				return -1, i + 1
			}
			return -1, c.syntax(i)
		}
		if i = c.space(i + 1); i >= len(data) || data[i] != '"' {
			return -1, c.syntax(i)
		}
		key, value := c.readKey(i)
		if key == nil {
			return -1, value
		}
		if index := k.index(key); index < len(k.names) {
			c.field = index
			return k.label(index), value
		}
		i = value
	}
}

// Jump is Skip for what is mostly a short string.
func (c *Cursor) Jump(i int) int {
	if uint(i) < uint(len(c.data)) && c.data[i] == '"' {
		if end := kernel.PlainShort(c.data, i+1); end >= 0 {
			return end + 1
		}
	}
	return c.Skip(i)
}
