package kernel

import "math"

// maxSeparators is how many colons and commas an object may have for Members to find them.
const maxSeparators = 256

// separatorsSize is the size of the table. The kernel writes up to eight that do not count behind those that do.
const separatorsSize = maxSeparators + 8

// Members says where the members of an object are. Its zero value is ready to use.
type Members struct {
	text       []byte
	start      uint32                 // of the object
	end        uint32                 // the offset behind it
	separators [separatorsSize]uint32 // the offsets of its own colons, and of the commas between them
	n          int                    // of separators: the last one is a colon
	gap        uint32                 // how many spaces there are behind each of them: none or one
	escapes    bool                   // a key may have escapes
}

// Look walks over the object at i, and returns the offset behind it. It checks what Skip checks, that the object itself is made of
// keys, colons, values and commas, and that there is no control character in it, and with that no line end.
//
// end is -1 if that is not so, or cannot be said: nothing is known then. White space between the tokens of the object itself is a reason
// for it, except for one space behind every colon and comma, and so are more members than there is room for; and the portable level
// has no form of this. It is found out at the first such byte, and line ends are among them, so that what stands behind a line in b is
// not walked over in vain.
func (m *Members) Look(b []byte, i, depth int) (end int) {
	m.n = 0
	if uint(i) >= uint(len(b)) || b[i] != '{' || uint64(len(b)) >= math.MaxUint32 {
		return -1
	}
	// Objects with spaces have a kernel of their own, which gives up one that is compact at the first colon: one that asks about spaces takes
	// compact lines of 300 bytes 4 % longer.
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

// Forget lets go of the text.
func (m *Members) Forget() {
	if m.text != nil {
		m.text, m.n = nil, 0
	}
}

// Len is the number of members. It is at least 1.
func (m *Members) Len() int { return (m.n + 1) / 2 }

// End is the offset behind the object.
func (m *Members) End() int { return int(m.end) }

// HasPlainKeys reports whether no key has escapes.
func (m *Members) HasPlainKeys() bool { return !m.escapes || !m.hasEscapedKey() }

// Member is member k: its name as it stands, the offset of the quote before it, and that of its value.
func (m *Members) Member(k int) (name []byte, key, value int) {
	at, colon := m.start+1, m.separators[2*k]
	if k > 0 {
		at = m.separators[2*k-1] + m.gap + 1
	}
	return m.text[at+1 : colon-1], int(at), int(colon+m.gap) + 1
}

// Behind is the number of the member behind the value that ends at i, which is that of member k or of one behind it; Len if there is
// none behind it, and -1 if no value ends at i.
func (m *Members) Behind(k, i int) int {
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

// Find is the offset of the value of the last member of a name, -1 if there is none. If ok is not set, a key has escapes, and
// nothing is known.
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
	// A key stands, with its quotes, between its colon and the comma or brace before.
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

// IsLast reports whether no member behind the one whose key stands at key has the same name. If ok is not set, a key has escapes, and
// nothing is known.
func (m *Members) IsLast(key int) (last, ok bool) {
	if m.n == 0 || m.escapes && m.hasEscapedKey() {
		return false, false
	}
	at, colon, behind := m.start+1, m.separators[0], m.separators[1:m.n]
	for int(at) != key {
		if len(behind) < 2 {
			return false, true
		}
		at, colon, behind = behind[0]+m.gap+1, behind[1], behind[2:]
	}
	name := m.text[at:colon]
	for ; len(behind) >= 2; behind = behind[2:] {
		if string(m.text[behind[0]+m.gap+1:behind[1]]) == string(name) {
			return false, true
		}
	}
	return true, true
}

// Key is the offset of the quote before the name whose member Find has found to have this value.
func (m *Members) Key(value int, name string) int { return value - int(m.gap) - len(name) - len(`"":`) }

func (m *Members) hasEscapedKey() bool {
	for k := m.n - 1; k >= 0; k -= 2 {
		// From the quote at the end backwards to the one before it, which is not the first one of the key if it is escaped.
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

// findWord is Find for a name of four letters, the first one lowest: most tags have one. There is a member, and no key has escapes.
func (m *Members) findWord(name uint32) (value int) {
	const size = uint32(len(`{"type":`) - 1)
	colon := m.separators[m.n-1]
	for separators := m.separators[:m.n-1]; ; separators = separators[:len(separators)-2] {
		before := m.start
		if len(separators) >= 2 {
			before = separators[len(separators)-1] + m.gap
		}
		// With the quotes, the colon and the first byte behind it there are eight bytes behind the comma or brace.
		if colon-before == size && uint32(Load(m.text, int(before)+1)>>8) == name {
			return int(colon+m.gap) + 1
		}
		if len(separators) < 2 {
			return -1
		}
		colon = separators[len(separators)-2]
	}
}
