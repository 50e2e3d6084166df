package scan

// Seen are the fields of a record that its line has had so far.
type Seen struct{ bits uint64 }

// Has reports whether field n has been there.
func (s *Seen) Has(n int) bool { return s.bits&(1<<uint(n&63)) != 0 }

// Mark takes note of member n, which is the current one.
func (s *Seen) Mark(c *Cursor, n int) {
	if s.bits>>n&1 != 0 {
		c.duplicateSlow()
	}
	s.bits |= 1 << n
}

// Set makes field n the current one, and takes note of it: its member has been met already, or stood under another name.
func (s *Seen) Set(c *Cursor, n int) {
	c.field = n
	s.bits |= 1 << n
}

// Excuse takes field n as seen: its absence is not noted.
func (s *Seen) Excuse(n int) { s.bits |= 1 << n }

// Add is Mark for field n, which becomes the current one: what is read next is its value.
func (s *Seen) Add(c *Cursor, n int) {
	c.field = n
	if s.bits>>n&1 != 0 {
		c.duplicateSlow()
	}
	s.bits |= 1 << n
}

// SeenOf is a Seen with a bit for each field that has been there.
func SeenOf(bits uint64) Seen { return Seen{bits} }

// Seen128 is Seen for a record with more than 64 fields.
type Seen128 struct{ bits [2]uint64 }

// Has reports whether field n has been there.
func (s *Seen128) Has(n int) bool { return s.bits[n>>6&1]&(1<<uint(n&63)) != 0 }

// Mark takes note of member n, which is the current one.
func (s *Seen128) Mark(c *Cursor, n int) {
	if n >= firstAlso {
		return
	}
	p := &s.bits[n>>6&1]
	if *p>>uint(n&63)&1 != 0 {
		c.duplicateSlow()
	}
	*p |= 1 << uint(n&63)
}

// Excuse is [Seen.Excuse].
func (s *Seen128) Excuse(n int) { s.bits[n>>6&1] |= 1 << uint(n&63) }

// Set is [Seen.Set].
func (s *Seen128) Set(c *Cursor, n int) {
	c.field = n
	s.bits[n>>6&1] |= 1 << uint(n&63)
}

// Add is [Seen.Add].
func (s *Seen128) Add(c *Cursor, n int) {
	c.field = n
	s.Mark(c, n)
}

// duplicateSlow forgets what the current member said when it stood there before: the last one counts. That a choice was
// made by the first one is possible only in the first try.
func (c *Cursor) duplicateSlow() {
	if !c.exact {
		c.restart()
		return
	}
	kept := c.notesFrom(c.depth)
	for _, x := range c.notes[kept:] {
		if x.field != c.field {
			c.notes[kept] = x
			kept++
		}
	}
	c.notes = c.notes[:kept]
	c.recordFinding(Duplicate, c.fieldName(c.field), c.key)
	c.duplicate = c.key
}

// Again reports whether the current member stood there before, so that its field may have what that one left.
func (c *Cursor) Again() bool { return c.duplicate == c.key }
