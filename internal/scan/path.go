package scan

import (
	"bytes"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
)

// A path is something to be read: of a long name only the beginning is in it, and what lies very deep is left out.
const (
	maxSteps = 1000
	maxKey   = 128
)

// step is an open object or array on the way to an offset.
type step struct {
	key   int // of an object: offset of the quote of its latest key, -1 if it had none or a comma came after it
	index int // of an array: how many commas it had; -1 for an object
}

// PathAt says where in the line data the value at an offset stands, as jq writes it: .message.content[0].text. A value that
// breaks off at the offset, or is missing there, is the one. For an offset between values it is the one before, or the
// object or array. The line may be malformed: all that is looked at is what stands before the offset.
func PathAt(data []byte, offset int) string {
	var steps []step
	depth := 0 // len(steps), but for levels beyond maxSteps
	wantKey := false
	due := false // a member or an element has begun, and is not complete
walk:
	for i := kernel.Space(data, 0); i < len(data) && i < offset+1; {
		switch c := data[i]; c {
		case '"':
			end, ok := kernel.StringEnd(data, i+1)
			if wantKey && depth <= maxSteps {
				steps[depth-1].key = i
			}
			due, wantKey = wantKey, false
			if !ok || offset <= end {
				break walk
			}
			i = end + 1
		case '{', '[':
			if i == offset {
				break walk
			}
			depth++
			if depth <= maxSteps {
				s := step{key: -1, index: -1}
				if c == '[' {
					s.index = 0
				}
				steps = append(steps, s)
			}
			due, wantKey = false, c == '{'
			i++
		case '}', ']':
			if depth == 0 {
				break walk
			}
			if depth <= maxSteps {
				if i == offset {
					if !due {
						steps[depth-1] = step{-1, -1}
					}
					break walk
				}
				steps = steps[:depth-1]
			}
			depth--
			due, wantKey = false, false
			i++
		case ',':
			if i == offset || depth == 0 {
				break walk
			}
			if depth <= maxSteps {
				s := &steps[depth-1]
				if s.index >= 0 {
					s.index++
					due = true
				} else {
					s.key, wantKey, due = -1, true, false
				}
			}
			i++
		case ' ', '\t', '\r', '\n':
			i++
		case ':':
			due = true
			i++
		default:
			end, ok := scalarEnd(data, i)
			due = !ok
			i = max(end, i+1)
		}
	}
	p := make([]byte, 0, 64)
	for _, s := range steps {
		switch {
		case s.index >= 0:
			p = append(p, '[')
			p = strconv.AppendInt(p, int64(s.index), 10)
			p = append(p, ']')
		case s.key >= 0:
			p = appendKey(p, data, s.key)
		}
	}
	return string(rooted(p))
}

// scalarEnd is the offset behind the number or literal at i, or of what is wrong in it.
func scalarEnd(data []byte, i int) (end int, ok bool) {
	if typeOf[data[i]] == Number {
		return kernel.NumberEnd(data, i)
	}
	return kernel.Literal(data, i)
}

// appendKey appends the step to the member whose key is at data[at:], with its quotes: .name, or ["na me"] if jq wants
// it so.
func appendKey(p, data []byte, at int) []byte {
	end, _ := kernel.StringEnd(data, at+1)
	key := data[at+1 : min(end, len(data))]
	if len(key) > maxKey {
		key = append(bytes.Clone(key[:maxKey]), "…"...)
	} else if hasEscape(key) {
		// Only for names that need none of them.
		buf := make([]byte, len(key)+8)
		if n, _, r := kernel.Unquote(buf, data, at+1); r&kernel.Done != 0 && isIdentifier(buf[:n]) {
			key = buf[:n]
		}
	}
	if isIdentifier(key) {
		return append(append(p, '.'), key...)
	}
	p = append(append(p, '[', '"'), bytes.ToValidUTF8(key, []byte("\uFFFD"))...)
	return append(p, '"', ']')
}

func isIdentifier(name []byte) bool {
	for i, c := range name {
		if c != '_' && c|0x20-'a' > 'z'-'a' && (c-'0' > 9 || i == 0) {
			return false
		}
	}
	return len(name) > 0
}

// rooted makes a path of steps a path as jq wants it: it begins with a dot.
func rooted(p []byte) []byte {
	if len(p) == 0 {
		return append(p, '.')
	}
	if p[0] == '[' {
		p = append(p, 0)
		copy(p[1:], p)
		p[0] = '.'
	}
	return p
}
