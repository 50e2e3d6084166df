package kernel

import "bytes"

// Valid returns the offset after the value at i, which it checks against the whole grammar of RFC 8259, except that strings may have
// invalid UTF-8. With a Fault, end is the offset of it. Brackets may nest depth deep.
func Valid(b []byte, i, depth int) (end int, f Fault) {
	if end := validBrackets(b, i, depth); end >= 0 {
		return end, NoFault
	}
	return validPortable(b, i, depth)
}

// ValidLine is Valid for a value of a line whose end is not known: it does not accept a line feed as white space.
func ValidLine(b []byte, i, depth int) (end int, f Fault) {
	if end := validBrackets(b, i, depth); end >= 0 {
		return end, NoFault // the kernels accept no white space but spaces
	}
	end, f = validPortable(b, i, depth)
	if f == NoFault {
		if n := bytes.IndexByte(b[i:end], '\n'); n >= 0 {
			return i + n, Syntax
		}
	}
	return end, f
}

// validBrackets returns the offset after the valid object or array at i, or -1 if Go has to check it.
func validBrackets(b []byte, i, depth int) (end int) {
	if uint(i) >= uint(len(b)) || b[i]|0x20 != '{' {
		return -1
	}
	if end = validCompact(b, i, depth); end < 0 {
		end = validSpaced(b, i, depth) // it returns at the first comma or colon of compact text
	}
	return end
}

func validPortable(b []byte, i, depth int) (end int, f Fault) {
	var s nesting
	var ok bool
value:
	if i >= len(b) {
		return len(b), Syntax
	}
	switch c := b[i]; c {
	case '"':
		if i, ok = ValidString(b, i+1); !ok {
			return i, Syntax
		}
		i++
	case '{':
		if s.level >= depth {
			return i, TooDeep
		}
		s.push(true)
		i = Space(b, i+1)
		if i < len(b) && b[i] == '}' {
			goto pop
		}
		goto key
	case '[':
		if s.level >= depth {
			return i, TooDeep
		}
		s.push(false)
		i = Space(b, i+1)
		if i < len(b) && b[i] == ']' {
			goto pop
		}
		goto value
	case 't', 'f', 'n':
		if i, ok = Literal(b, i); !ok {
			return i, Syntax
		}
	default:
		if i, ok = NumberEnd(b, i); !ok {
			return i, Syntax
		}
	}
after:
	if s.level == 0 {
		return i, NoFault
	}
	if i = Space(b, i); i >= len(b) {
		return len(b), Syntax
	}
	if b[i] == ',' {
		i = Space(b, i+1)
		if s.object() {
			goto key
		}
		goto value
	}
	if s.object() && b[i] != '}' || !s.object() && b[i] != ']' {
		return i, Syntax
	}
pop:
	s.pop()
	i++
	goto after
key:
	if i, ok = validKey(b, i); !ok {
		return i, Syntax
	}
	goto value
}

// validKey returns the offset of the value after the key at i and its colon. If ok is false, it is the offset of the error.
func validKey(b []byte, i int) (value int, ok bool) {
	if i >= len(b) || b[i] != '"' {
		return i, false
	}
	if i, ok = ValidString(b, i+1); !ok {
		return i, false
	}
	if i = Space(b, i+1); i >= len(b) || b[i] != ':' {
		return i, false
	}
	return Space(b, i+1), true
}

// nesting is a stack of bits: whether the bracket of a level is that of an object. top has the innermost 64 levels.
type nesting struct {
	level int
	top   uint64
	rest  []uint64
}

func (s *nesting) object() bool { return s.top&1 != 0 }

func (s *nesting) push(object bool) {
	if s.level&63 == 0 && s.level > 0 {
		s.rest = append(s.rest, s.top)
	}
	s.level++
	s.top <<= 1
	if object {
		s.top |= 1
	}
}

func (s *nesting) pop() {
	s.level--
	s.top >>= 1
	if s.level&63 == 0 && s.level > 0 {
		n := len(s.rest) - 1
		s.top = s.rest[n]
		s.rest = s.rest[:n]
	}
}

// Literal returns the offset after true, false or null at i. If ok is false, end is the offset of the invalid byte, or len(b).
func Literal(b []byte, i int) (end int, ok bool) {
	if i >= len(b) {
		return len(b), false
	}
	want := ""
	switch b[i] {
	case 't':
		want = "true"
	case 'f':
		want = "false"
	case 'n':
		want = "null"
	default:
		return i, false
	}
	if len(b)-i >= len(want) && string(b[i:i+len(want)]) == want {
		return i + len(want), true
	}
	for k := 0; k < len(want); k++ {
		if i+k >= len(b) || b[i+k] != want[k] {
			return i + k, false
		}
	}
	return i, false
}

// ValidText reports whether b is one value, with nothing but white space around it. Brackets may nest to any depth. end is the offset of
// the first invalid byte, or len(b). lines reports whether b has a line feed or a carriage return, which can only stand before, after or
// between tokens, since both are invalid in strings.
func ValidText(b []byte) (end int, ok, lines bool) {
	start := Space(b, 0)
	if end = validBrackets(b, start, len(b)); end >= 0 { // the kernels accept no white space but spaces
		tail := Space(b, end)
		return tail, tail == len(b), hasLineEnd(b[:start]) || hasLineEnd(b[end:tail])
	}
	end, f := validPortable(b, start, len(b))
	if f != NoFault {
		return end, false, false
	}
	tail := Space(b, end)
	lines = hasLineEnd(b[:start]) || hasLineEnd(b[end:tail]) || b[start]|0x20 == '{' && hasLineEnd(b[start:end])
	return tail, tail == len(b), lines
}

// hasLineEnd reports whether b has a line feed or a carriage return.
func hasLineEnd(b []byte) bool {
	return len(b) > 0 && (bytes.IndexByte(b, '\n') >= 0 || bytes.IndexByte(b, '\r') >= 0)
}
