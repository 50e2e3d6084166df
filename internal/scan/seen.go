package scan

// Seen is the set of fields that the line has had for a record, up to 64 of them.
type Seen struct{ bits uint64 }

// Has reports whether the set has field n.
func (s *Seen) Has(n int) bool { return s.bits&(1<<uint(n&63)) != 0 }

// Mark adds the current field, n, to the set. A member that comes for the second time replaces the first one.
func (s *Seen) Mark(c *Cursor, n int) {
	if n < 64 {
		if s.bits>>n&1 != 0 {
			c.duplicateSlow()
		}
		s.bits |= 1 << n
	}
}

// Set makes n the current field, and adds it to the set. Unlike Mark, it does not check whether the member came before: it is for a member
// that Mark has added already, or that has another name on the line.
func (s *Seen) Set(c *Cursor, n int) {
	c.field = n
	s.bits |= 1 << n
}

// AllowAbsent adds field n to the set although the line has no such member, so that its absence is not noted.
func (s *Seen) AllowAbsent(n int) { s.bits |= 1 << n }

// Add makes n, whose key stood where it was predicted, the current field, and adds it to the set. There are no predictions in the exact
// attempt, so a member that comes for the second time ends the attempt, as in duplicateSlow. There is no call of that or of restart: a cost
// of more than 80 would keep Add from being inlined.
func (s *Seen) Add(c *Cursor, n int) {
	c.predictor.OrderHits++
	c.field = n
	if s.bits>>n&1 != 0 {
		c.code = restart
	}
	s.bits |= 1 << n
}

// SeenOf returns a set from a bit for each field.
func SeenOf(bits uint64) Seen { return Seen{bits} }

// Seen128 is Seen for a record with more than 64 fields.
type Seen128 struct{ bits fieldSet }

// Has reports whether the set has field n.
func (s *Seen128) Has(n int) bool { return s.bits.has(n) }

// Mark is [Seen.Mark]. It ignores a number that is not a field's.
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

// AllowAbsent is [Seen.AllowAbsent].
func (s *Seen128) AllowAbsent(n int) { s.bits[n>>6&1] |= 1 << uint(n&63) }

// Set is [Seen.Set].
func (s *Seen128) Set(c *Cursor, n int) {
	c.field = n
	s.bits[n>>6&1] |= 1 << uint(n&63)
}

// Add is [Seen.Add].
func (s *Seen128) Add(c *Cursor, n int) {
	c.predictor.OrderHits++
	c.field = n
	s.Mark(c, n)
}

// duplicateSlow drops the notes on the current field, whose member comes for the second time: the last one counts. Only the exact attempt
// has chosen all records by the last member with a name; any other attempt starts again.
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

// Again reports whether the current member came before in its object. Then its Go field has a value already.
func (c *Cursor) Again() bool { return c.duplicate == c.key }
