package scan

import (
	"bytes"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
)

// maxSteps bounds the length of a path: what lies deeper is left out.
const maxSteps = 1000

// step is an open object or array on the way to an offset.
type step struct {
	key   int // of an object: offset of the quote of its latest key, -1 if it had none or a comma came after it
	index int // of an array: how many commas it had; -1 for an object
}

// PathAt says where in the line data the value at an offset stands, as jq writes it: .message.content[0].text. For an
// offset between values it is the one before, or the object or array. The line may be malformed: all that is looked at
// is what stands before the offset.
func PathAt(data []byte, offset int) string {
	var steps []step
	depth := 0 // len(steps), but for levels beyond maxSteps
	wantKey := false
walk:
	for i := kernel.Space(data, 0); i < len(data) && i < offset+1; {
		switch c := data[i]; c {
		case '"':
			end, ok := kernel.StringEnd(data, i+1)
			if wantKey && depth <= maxSteps {
				steps[depth-1].key = i
			}
			wantKey = false
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
			wantKey = c == '{'
			i++
		case '}', ']':
			if depth == 0 {
				break walk
			}
			if depth <= maxSteps {
				if i == offset {
					steps[depth-1] = step{-1, -1}
					break walk
				}
				steps = steps[:depth-1]
			}
			depth--
			wantKey = false
			i++
		case ',':
			if i == offset || depth == 0 {
				break walk
			}
			if depth <= maxSteps {
				s := &steps[depth-1]
				if s.index >= 0 {
					s.index++
				} else {
					s.key, wantKey = -1, true
				}
			}
			i++
		default:
			i++
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

// appendKey appends the step to the member whose key is at data[at:], with its quotes: .name, or ["na me"] if jq wants
// it so.
func appendKey(p, data []byte, at int) []byte {
	end, _ := kernel.StringEnd(data, at+1)
	key := data[at+1 : min(end, len(data))]
	if hasEscape(key) {
		// Only for names that need none of them.
		room := make([]byte, len(key)+8)
		if n, _, r := kernel.Unquote(room, data, at+1); r&kernel.Done != 0 && isIdentifier(room[:n]) {
			key = room[:n]
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
