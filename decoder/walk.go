package decoder

import (
	"iter"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/ndwire/ndwire/internal/kernel"
)

// skipString passes a string whose opening quote is at i.
func skipString(p []byte, i int) int {
	end, ok := kernel.StringEnd(p, i+1)
	if !ok {
		return -1
	}
	return end + 1
}

// skipValue passes a value of any type that begins at i.
func skipValue(p []byte, i int) int {
	end, fault := kernel.Skip(p, i, math.MaxInt)
	if fault != kernel.NoFault {
		return -1
	}
	return end
}

// A member is a key with its value, as they stand in the text.
type member struct {
	key   []byte // with its quotes
	value Raw
}

// is reports whether the member has this name. In names, too, each byte that is invalid UTF-8 is U+FFFD.
func (m member) is(name string) bool {
	if inner := m.key[1 : len(m.key)-1]; isPlain(inner) {
		return string(inner) == name
	}
	own := m.name()
	return own == name || !utf8.ValidString(name) && own == string([]rune(name))
}

func (m member) name() string { return text(m.key) }

// members ranges over the members in p from i on, up to a closing brace or the end.
func members(p []byte, i int) iter.Seq[member] {
	return func(yield func(member) bool) {
		for i := kernel.Space(p, i); i < len(p) && p[i] == '"'; i = kernel.Space(p, i+1) {
			key := skipString(p, i)
			if key < 0 {
				return
			}
			v := kernel.Space(p, key)
			if v >= len(p) || p[v] != ':' {
				return
			}
			v = kernel.Space(p, v+1)
			end := skipValue(p, v)
			if end < 0 || !yield(member{p[i:key], p[v:end:end]}) {
				return
			}
			if i = kernel.Space(p, end); i >= len(p) || p[i] != ',' {
				return
			}
		}
	}
}

// decodeAny returns the Go value of the valid JSON text p, and the offset after it. Open objects and arrays are on a stack of its own, so
// that deep nesting cannot exhaust the goroutine's.
func decodeAny(p []byte) (any, int) {
	type frame struct {
		object map[string]any
		array  []any
		key    string
	}
	var open []frame
	i := kernel.Space(p, 0)
	for {
		var v any
		switch p[i] {
		case '{', '[':
			f := frame{array: []any{}}
			if p[i] == '{' {
				f = frame{object: map[string]any{}}
			}
			i = kernel.Space(p, i+1)
			if p[i] != '}' && p[i] != ']' {
				if f.object != nil {
					f.key, i = readKey(p, i)
				}
				open = append(open, f)
				continue
			}
			i++
			if v = f.array; f.object != nil {
				v = f.object
			}
		default:
			end := skipValue(p, i)
			v, i = scalar(p[i:end]), end
		}
		// v is complete; it may complete what is around it.
		for {
			if len(open) == 0 {
				return v, i
			}
			f := &open[len(open)-1]
			if f.object != nil {
				f.object[f.key] = v
			} else {
				f.array = append(f.array, v)
			}
			i = kernel.Space(p, i)
			if p[i] == ',' {
				i = kernel.Space(p, i+1)
				if f.object != nil {
					f.key, i = readKey(p, i)
				}
				break
			}
			i++
			if v = f.array; f.object != nil {
				v = f.object
			}
			open = open[:len(open)-1]
		}
	}
}

func readKey(p []byte, i int) (string, int) {
	end := skipString(p, i)
	key := text(p[i:end])
	return key, kernel.Space(p, kernel.Space(p, end)+1)
}

// scalar returns the Go value of a valid JSON value that is not an object or an array.
func scalar(p []byte) any {
	switch p[0] {
	case '"':
		return text(p)
	case 't':
		return true
	case 'f':
		return false
	case 'n':
		return nil
	}
	const exact = 1 << 53 // a float64 holds all integers up to here
	if n, err := strconv.ParseInt(string(p), 10, 64); err == nil {
		if n < -exact || n > exact {
			return ExactNumber(p)
		}
		if n != 0 { // -0 is a float64 of its own
			return float64(n)
		}
	}
	f, err := strconv.ParseFloat(string(p), 64)
	if err != nil || isInteger(p) && (f < -exact || f > exact) {
		return ExactNumber(p)
	}
	return f
}

func isInteger(p []byte) bool {
	for _, b := range p {
		if b == '.' || b == 'e' || b == 'E' {
			return false
		}
	}
	return true
}
