package kernel

import "bytes"

// Fault says why a walk over a value ended before the end of the value.
type Fault uint8

const (
	Fine    Fault = iota
	Syntax        // the byte at the offset does not belong there, or the text ends
	TooDeep       // the bracket at the offset is one too many
)

const (
	other    = iota // structure does not depend on the byte
	quoted          // a string begins
	open            // [ {
	closed          // ] }
	escaping        // a backslash: it has no place outside of strings, but there, too, a quote behind it does not count
)

var structure = [256]byte{'"': quoted, '[': open, '{': open, ']': closed, '}': closed, '\\': escaping}

// Skip is the offset behind the value at i. It looks at the quotes of strings and at the balance of brackets only; of a
// value that is neither it sees where it ends, and that its first byte could begin one. With a Fault, end is the offset
// of it.
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
		return end + 1, Fine
	case other, escaping:
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
				return i + 1, Fine
			}
		case escaping:
			i += escapesQuote(b, i)
		}
		i++
	}
	return len(b), Syntax
}

// skipString finds the quote that ends a string whose text begins at i, and looks at nothing but quotes and backslashes.
func skipString(b []byte, i int) (end int, ok bool) {
	// Most strings are short.
	for last := min(len(b), i+32) - 8; i <= last; i += 8 {
		if m := Special(Load(b, i)); m != 0 {
			i += At(m)
			if b[i] == '"' {
				return i, true
			}
			break
		}
	}
	// The library's search is faster than anything here, and quotes in a text are rarer than other escapes. What follows the
	// plain part must not begin behind a backslash.
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

// skipScalar steps over a number, true, false, null, or what stands in place of one.
func skipScalar(b []byte, i int) (end int, f Fault) {
	if !isScalar(b[i]) {
		return i, Syntax
	}
	for i < len(b) {
		switch b[i] {
		case ',', ']', '}', ':', '"', '[', '{', ' ', '\t', '\r', '\n':
			return i, Fine
		}
		i++
	}
	return i, Fine
}

// isScalar reports whether a byte could begin a number, true, false or null.
func isScalar(c byte) bool { return c-'0' <= 9 || c == '-' || c == 't' || c == 'f' || c == 'n' }

// Space is the offset of the first byte from i on that is no white space, or len(b).
func Space(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// escapesQuote is 1 if the backslash at i, outside of a string, is before another one, or a quote.
func escapesQuote(b []byte, i int) int {
	if i+1 < len(b) && (b[i+1] == '"' || b[i+1] == '\\') {
		return 1
	}
	return 0
}
