package scan

// This file has the compiled predictions. Programs write the members of a record in the same order on every line, and the spec says in
// which. Generated code compares the line with the text of the next key in that order, `,"session_id":`. If the line has another text,
// nothing has been read, and the loop over the members continues with [Cursor.Next].
//
// Compiled predictions are part of the program: they are the same for all lines, and nothing is learned.

// Text returns n bytes of the line from i on, for comparison with a predicted text. It is nil if the line has fewer bytes, if i is -1, and
// where nothing is predicted: in strict mode, and in every attempt but the first.
//
// The capacity of the result is n. If n is a constant, the compiler knows that it is not 0, and needs no check to keep the address within
// the line.
func (c *Cursor) Text(i, n int) []byte {
	line := c.compared
	if i >= 0 && i <= len(line)-n {
		return line[i : i+n : i+n]
	}
	return nil
}

// Missed counts a miss: the key at i is another one than the predicted one. It is not a miss if the object ends at i, or if nothing is predicted.
func (c *Cursor) Missed(i int) {
	if line := c.compared; uint(i) < uint(len(line)) && line[i] != '}' {
		c.predictor.OrderMisses++
	}
}

// Enter opens the record at start whose beginning, with the key of the member with a number, generated code has compared. If it returns
// false, it has done nothing, and Open must be called.
func (c *Cursor) Enter(start, number int, rec *Record) bool {
	d := c.depth + 1
	if d >= len(c.frames) || d > c.limit || c.mem.Left < 0 {
		return false
	}
	c.pushRecord(d, start, rec)
	c.field = number
	return true
}
