package kernel

import "math"

// maxSeparators is how many colons and commas an object may have for Members.
const maxSeparators = 256

// separatorsSize is the size of the table. The kernel may write eight entries after the last valid one.
const separatorsSize = maxSeparators + 8

// Members is an index of the members of one object. Its zero value is ready to use.
type Members struct {
	text       []byte
	start      uint32                 // of the object
	end        uint32                 // the offset after the object
	separators [separatorsSize]uint32 // offsets of the colons of the object itself, and of the commas between them
	n          int                    // number of separators; the last one is a colon
	gap        uint32                 // number of spaces after each separator: 0 or 1
	escapes    bool                   // a key may have escapes
}

// Look indexes the object at i, and returns the offset after it. It checks what Skip checks, and also that the object itself is made of
// keys, colons, values and commas, and has no control characters, and therefore no line feed.
//
// end is -1 if the object fails a check, or cannot be indexed; then m has no members. It cannot be indexed if it has white space between
// its own tokens, except for one space after every colon and comma; if it has more members than maxSeparators allows; and at the portable
// level. Look stops at the first such byte, so it does not walk over the lines after the one at i.
func (m *Members) Look(b []byte, i, depth int) (end int) {
	m.n = 0
	if uint(i) >= uint(len(b)) || b[i] != '{' || uint64(len(b)) >= math.MaxUint32 {
		return -1
	}
	// Objects with spaces have a kernel of their own, which returns at the first colon if there is no space. One kernel for both would take
	// 4 % longer for compact lines of 300 bytes.
	gap := uint32(0)
	end, n, escapes := members(b, i, depth, &m.separators)
	if end < 0 {
		if end, n, escapes = membersSpaced(b, i, depth, &m.separators); end < 0 {
			return -1
		}
		gap = 1
	}
	m.text, m.start, m.end, m.n, m.gap, m.escapes = b, uint32(i), uint32(end), n, gap, escapes != 0
	return end
}

// Forget drops the reference to the text.
func (m *Members) Forget() {
	if m.text != nil {
		m.text, m.n = nil, 0
	}
}

// Len returns the number of members, which is at least 1.
func (m *Members) Len() int { return (m.n + 1) / 2 }

// End returns the offset after the object.
func (m *Members) End() int { return int(m.end) }

// HasPlainKeys reports whether no key has escapes.
func (m *Members) HasPlainKeys() bool { return !m.escapes || !m.hasEscapedKey() }

// Member returns the name of member k as it stands in the text, the offset of the quote before it, and the offset of its value.
func (m *Members) Member(k int) (name []byte, key, value int) {
	at, colon := m.start+1, m.separators[2*k]
	if k > 0 {
		at = m.separators[2*k-1] + m.gap + 1
	}
	return m.text[at+1 : colon-1], int(at), int(colon+m.gap) + 1
}

// After returns the number of the member after the value that ends at i. The value is that of member k or of a later one. After returns
// Len if that is the last member, and -1 if no value ends at i.
func (m *Members) After(k, i int) int {
	for k++; k < m.Len(); k++ {
		if comma := int(m.separators[2*k-1]); comma >= i {
			if comma == i {
				return k
			}
			return -1
		}
	}
	if i == int(m.end)-1 {
		return k
	}
	return -1
}

// Find returns the offset of the value of the last member with a name, -1 if there is none. ok is false if a key has escapes: then the
// result is unknown.
func (m *Members) Find(name string) (value int, ok bool) {
	if m.escapes && m.hasEscapedKey() {
		return -1, false
	}
	if m.n == 0 {
		return -1, true
	}
	if len(name) == 4 {
		return m.findWord(uint32(name[0]) | uint32(name[1])<<8 | uint32(name[2])<<16 | uint32(name[3])<<24), true
	}
	// A key with its quotes stands between the comma or brace before it and its colon.
	size := uint32(len(name) + len(`{"":`) - 1)
	colon := m.separators[m.n-1]
	for separators := m.separators[:m.n-1]; len(separators) >= 2; separators = separators[:len(separators)-2] {
		before := separators[len(separators)-1] + m.gap
		if colon-before == size && string(m.text[before+2:colon-1]) == name {
			return int(colon+m.gap) + 1, true
		}
		colon = separators[len(separators)-2]
	}
	if colon-m.start == size && string(m.text[m.start+2:colon-1]) == name {
		return int(colon+m.gap) + 1, true
	}
	return -1, true
}

// Key returns the offset of the quote before the name of a member, of which Find(name) has returned the value.
func (m *Members) Key(value int, name string) int { return value - int(m.gap) - len(name) - len(`"":`) }

func (m *Members) hasEscapedKey() bool {
	for k := m.n - 1; k >= 0; k -= 2 {
		// Walk from the last quote of the key back to the quote before it. If that one is escaped, it is not the first quote of the key.
		i := int(m.separators[k]) - 2
		for ; m.text[i] != '"'; i-- {
			if m.text[i] == '\\' {
				return true
			}
		}
		if m.text[i-1] == '\\' {
			return true
		}
	}
	return false
}

// findWord is Find for a name of four letters, as that of most tags is. name has the first letter in its lowest byte. There must be a
// member, and no key may have escapes.
func (m *Members) findWord(name uint32) (value int) {
	const size = uint32(len(`{"type":`) - 1)
	colon := m.separators[m.n-1]
	for separators := m.separators[:m.n-1]; ; separators = separators[:len(separators)-2] {
		before := m.start
		if len(separators) >= 2 {
			before = separators[len(separators)-1] + m.gap
		}
		// The quotes, the name, the colon and the byte after it are eight bytes.
		if colon-before == size && uint32(Load(m.text, int(before)+1)>>8) == name {
			return int(colon+m.gap) + 1
		}
		if len(separators) < 2 {
			return -1
		}
		colon = separators[len(separators)-2]
	}
}
