package scan

import (
	"bytes"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Paths are for people: keys longer than maxKey bytes are cut off, and levels deeper than maxSteps are left out.
const (
	maxSteps = 1000
	maxKey   = 128
)

// step is an open object or array on the path to an offset.
type step struct {
	key   int // object: offset of the opening quote of its latest key; -1 if it has none, or there is a comma after it. Array: -1
	index int // array: number of commas so far; object: -1
}

// PathAt returns the path of the value at an offset of the line data, in jq's notation: .message.content[0].text. If the line ends or is
// damaged at the offset, it is the path of the value that is incomplete or missing there. If the offset is between two values, it is the
// path of the first one, or of the object or array. The line may be malformed after the offset.
func PathAt(data []byte, offset int) string {
	var p path
walk:
	for i := kernel.Space(data, 0); i < len(data) && i <= offset; {
		switch c := data[i]; c {
		case '"':
			end, ok := kernel.StringEnd(data, i+1)
			p.text(i)
			if !ok || offset <= end {
				break walk
			}
			i = end + 1
		case '{', '[':
			if i == offset {
				break walk
			}
			p.open(c == '{')
			i++
		case '}', ']':
			if p.depth == 0 {
				break walk
			}
			if i == offset {
				p.stopBefore()
				break walk
			}
			p.close()
			i++
		case ',':
			if i == offset || p.depth == 0 {
				break walk
			}
			p.comma()
			i++
		case ' ', '\t', '\r', '\n':
			i++
		case ':':
			p.incomplete = true
			i++
		default:
			end, ok := scalarEnd(data, i)
			p.incomplete = !ok
			i = max(end, i+1)
		}
	}
	return p.string(data)
}

// path is the path to an offset, while the line is read up to the offset.
type path struct {
	steps      []step
	depth      int  // len(steps), and more for levels deeper than maxSteps
	expectKey  bool // a string here is a key
	incomplete bool // a member or an element has begun
}

// text reads a string, a key or a value, whose opening quote is at i.
func (p *path) text(i int) {
	if p.expectKey && p.depth <= maxSteps {
		p.steps[p.depth-1].key = i
	}
	p.incomplete, p.expectKey = p.expectKey, false
}

func (p *path) open(object bool) {
	p.depth++
	if p.depth <= maxSteps {
		s := step{key: -1, index: 0}
		if object {
			s.index = -1
		}
		p.steps = append(p.steps, s)
	}
	p.incomplete, p.expectKey = false, object
}

func (p *path) close() {
	if p.depth <= maxSteps {
		p.steps = p.steps[:p.depth-1]
	}
	p.depth--
	p.incomplete, p.expectKey = false, false
}

// stopBefore ends the path before a closing bracket: the path is that of the object or array, unless a value is missing in it.
func (p *path) stopBefore() {
	if p.depth <= maxSteps && !p.incomplete {
		p.steps[p.depth-1] = step{-1, -1}
	}
}

func (p *path) comma() {
	if p.depth > maxSteps {
		return
	}
	s := &p.steps[p.depth-1]
	if s.index >= 0 {
		s.index++
		p.incomplete = true
	} else {
		s.key, p.expectKey, p.incomplete = -1, true, false
	}
}

// string returns the path in jq's notation.
func (p *path) string(data []byte) string {
	text := make([]byte, 0, 64)
	for _, s := range p.steps {
		switch {
		case s.index >= 0:
			text = append(text, '[')
			text = strconv.AppendInt(text, int64(s.index), 10)
			text = append(text, ']')
		case s.key >= 0:
			text = appendKey(text, data, s.key)
		}
	}
	return string(rooted(text))
}

// scalarEnd returns the offset after the number or literal at i. ok is false if it has a syntax error, which is at end.
func scalarEnd(data []byte, i int) (end int, ok bool) {
	if typeOf[data[i]] == Number {
		return kernel.NumberEnd(data, i)
	}
	return kernel.Literal(data, i)
}

// appendKey appends the step to the member whose key, with its quotes, is at data[at:]. It is .name, or ["na me"] if jq requires that. However
// the key is escaped, the step is the same.
func appendKey(p, data []byte, at int) []byte {
	end, _ := kernel.StringEnd(data, at+1)
	key := data[at+1 : min(end, len(data))]
	if len(key) <= 8*maxKey && hasEscape(key) {
		buf := make([]byte, len(key)+8)
		if n, _, r := kernel.Unquote(buf, data, at+1); r&kernel.Done != 0 {
			key = buf[:n]
		}
	}
	if len(key) > maxKey {
		key = append(bytes.Clone(key[:maxKey]), "…"...)
	}
	if isIdentifier(key) {
		return append(append(p, '.'), key...)
	}
	key = bytes.ToValidUTF8(key, []byte("\uFFFD"))
	return append(kernel.AppendQuoted(append(p, '['), string(key)), ']')
}

// isIdentifier reports whether jq allows .name for a name.
func isIdentifier(name []byte) bool {
	for i, c := range name {
		if c != '_' && c|0x20-'a' > 'z'-'a' && (c-'0' > 9 || i == 0) {
			return false
		}
	}
	return len(name) > 0
}

// rooted returns a path that begins with a dot, as jq's paths do.
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
