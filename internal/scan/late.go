package scan

import "bytes"

// late is how the objects of a union began whose tag is not their first member: with the same first key, and a value. In transcripts
// what follows is the session, the folder, and the version of the program: hundreds of bytes that are the same on each line.
type late struct {
	first []byte  // the brace, the key and the colon
	tag   stretch // from the end of the value to the tag
	sign  stretch // to the value that walkTo has taken as a sign
}

// stretch is text that has stood in some place twice in a row. Where what stands there changes from line to line, nothing is copied.
type stretch struct {
	text  []byte
	key   int    // offset of the last key in it
	print uint32 // sketch of what it should have been the last time that it was not
}

func (l *late) forget() {
	l.first = l.first[:0]
	l.tag.text, l.tag.print = l.tag.text[:0], 0
	l.sign.text, l.sign.print = l.sign.text[:0], 0
}

// maxLate bounds what is remembered of an object.
const maxLate = 1 << 10

// findLate is [Cursor.Find] for a union's tag, or a guess at it, as walkTo makes.
func (c *Cursor) findLate(i int, u *Union) (at int, guessed []byte) {
	data := c.data
	if i < 0 || i >= len(data) || c.careful {
		return c.Find(i, u.tag), nil
	}
	for len(c.lates) <= u.index {
		c.lates = append(c.lates, late{})
	}
	l := &c.lates[u.index]
	if len(l.first) > 0 && bytes.HasPrefix(data[i:], l.first) {
		if from := c.pass(i + len(l.first)); from >= 0 {
			if tag := l.tag.end(data, from); tag >= 0 {
				c.found(i, from+l.tag.key)
				return tag, nil
			}
			if value := l.sign.end(data, from); value >= 0 {
				if guessed := c.guess(i, from+l.sign.key, value, u); guessed != nil {
					return -1, guessed
				}
			}
		}
	}
	return c.walkTo(i, u)
}

// end is the offset behind the stretch, which begins at from if it stands there, and of a value; else -1.
func (s *stretch) end(data []byte, from int) int {
	end := from + len(s.text)
	if len(s.text) == 0 || !bytes.HasPrefix(data[from:], s.text) || end >= len(data) || data[end] <= ' ' {
		return -1
	}
	return end
}

// learn takes note of the stretch data[from:to] in the object at i, whose first value begins at value, and in which key is the last key.
func (l *late) learn(s *stretch, data []byte, i, value, from, key, to int) {
	if to-i > maxLate {
		return
	}
	if p := sketch(data[from:to]); p != s.print {
		s.print = p
		return
	}
	l.first = append(l.first[:0], data[i:value]...)
	s.text, s.key = append(s.text[:0], data[from:to]...), key-from
}
