package kernel

import "bytes"

// Fault says why a walk over a value ended before the end of the value.
type Fault uint8

const (
	NoFault Fault = iota // the value is whole
	Syntax               // the byte at the offset is not allowed there, or the text ends
	TooDeep              // the bracket at the offset exceeds the depth
)

const (
	other     = iota // structure does not depend on the byte
	quoted           // a string begins
	open             // [ {
	closed           // ] }
	backslash        // invalid outside of strings; a quote after it does not count there, either
)

// structure classifies bytes outside of strings.
var structure = [256]byte{'"': quoted, '[': open, '{': open, ']': closed, '}': closed, '\\': backslash}

// Skip returns the offset after the value at i. It checks that strings end and brackets are balanced; of another value it checks that its
// first byte can begin one, and finds its end. With a Fault, end is the offset of it. Brackets may nest depth deep.
func Skip(b []byte, i, depth int) (end int, f Fault) {
	if i >= len(b) {
		return len(b), Syntax
	}
	switch structure[b[i]] {
	case quoted:
		end, ok := skipString(b, i+1)
		if !ok {
			return end, Syntax
		}
		return end + 1, NoFault
	case other, backslash:
		return skipScalar(b, i)
	case closed:
		return i, Syntax
	}
	if depth < 1 {
		return i, TooDeep
	}
	return skip(b, i+1, depth)
}

func skipPortable(b []byte, i, depth int) (end int, f Fault) {
	level := 1
	for i < len(b) {
		switch structure[b[i]] {
		case quoted:
			end, ok := skipString(b, i+1)
			if !ok {
				return end, Syntax
			}
			i = end
		case open:
			level++
			if level > depth {
				return i, TooDeep
			}
		case closed:
			level--
			if level == 0 {
				return i + 1, NoFault
			}
		case backslash:
			i += escapesQuote(b, i)
		}
		i++
	}
	return len(b), Syntax
}

// skipString finds the quote that ends a string whose text begins at i. It checks nothing but quotes and backslashes.
func skipString(b []byte, i int) (end int, ok bool) {
	// Most strings are short.
	for last := min(len(b), i+32) - 8; i <= last; i += 8 {
		if m := special(Load(b, i)); m != 0 {
			i += firstMarked(m)
			if b[i] == '"' {
				return i, true
			}
			break
		}
	}
	// bytes.IndexByte is faster than any loop here, and a text has fewer quotes than other escapes. The backslashes before a quote are
	// counted from start on, which does not follow a backslash.
	start := i
	for {
		k := bytes.IndexByte(b[min(i, len(b)):], '"')
		if k < 0 {
			return len(b), false
		}
		i += k
		slashes := i
		for slashes > start && b[slashes-1] == '\\' {
			slashes--
		}
		if (i-slashes)&1 == 0 {
			return i, true
		}
		i++
		start = i
	}
}

// skipScalar skips a number, true, false, null, or other text up to where one of these would end.
func skipScalar(b []byte, i int) (end int, f Fault) {
	if !isScalar(b[i]) {
		return i, Syntax
	}
	for i < len(b) {
		switch b[i] {
		case ',', ']', '}', ':', '"', '[', '{', ' ', '\t', '\r', '\n':
			return i, NoFault
		}
		i++
	}
	return i, NoFault
}

// isScalar reports whether a number, true, false or null can begin with c.
func isScalar(c byte) bool { return c-'0' <= 9 || c == '-' || c == 't' || c == 'f' || c == 'n' }

// Space returns the offset of the first byte from i on that is not white space, or len(b).
func Space(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// escapesQuote returns 1 if another backslash or a quote follows the backslash at i, outside of a string; else 0.
func escapesQuote(b []byte, i int) int {
	if i+1 < len(b) && (b[i+1] == '"' || b[i+1] == '\\') {
		return 1
	}
	return 0
}
