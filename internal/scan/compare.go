package scan

// Programs write the members of a record in the same order again and again, and the spec says in which. Generated code compares the line
// with the text of the usual next key, `,"session_id":`, before it asks [Cursor.Next] for whatever key stands there. A text that does not
// stand there costs the comparison and nothing else: no member has been read, and the loop over the members goes on as ever.
//
// What is usual is known before the first line, and never changes.

// Text is the n bytes of the line from i on, for generated code to compare with a usual text. It is nil if there are fewer, if i is no
// offset of the line, or if nothing is predicted: in strict mode and in the exact try.
//
// The capacity is n, which the compiler knows to be more than nothing where n is a constant: so the address of what is compared is a sum,
// and nothing has to keep it from pointing behind the line.
func (c *Cursor) Text(i, n int) []byte {
	line := c.compared
	if i >= 0 && i <= len(line)-n {
		return line[i : i+n : i+n]
	}
	return nil
}

// Enter opens the record at start, of which generated code has compared the beginning with the usual text. If it does not, nothing has
// been done: the record is for Open. The member in hand is then the one with the number.
func (c *Cursor) Enter(start, number int, rec *Record) bool {
	d := c.depth + 1
	if d >= len(c.frames) || d > c.limit || c.inline {
		return false
	}
	c.pushRecord(d, start, rec)
	c.field = number
	return true
}

// IsEnd reports whether the object in hand ends at i.
func (c *Cursor) IsEnd(i int) bool { return uint(i) < uint(len(c.data)) && c.data[i] == '}' }
