package infer

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
)

// pair is a member of a valid object: its name without escapes, and its value as JSON.
type pair struct{ name, value []byte }

// split pushes the members of a valid object on the stack, from index from on. The caller pops them.
func (s *Sample) split(object []byte) (from int) {
	from = len(s.stack)
	i := space(object, 1)
	for object[i] == '"' {
		end := i + 1
		for object[end] != '"' && object[end] != '\\' { // names are short
			end++
		}
		name := object[i+1 : end]
		if object[end] == '\\' {
			end, _ = kernel.StringEnd(object, end)
			text, _ := decoder.Raw(object[i : end+1]).Text()
			name = []byte(text)
		}
		i = space(object, space(object, end+1)+1)
		start := i
		i = valueEnd(object, i)
		s.stack = append(s.stack, pair{name, object[start:i:i]})
		if i = space(object, i); object[i] == ',' {
			i = space(object, i+1)
		}
	}
	return from
}

// space is [kernel.Space] with a fast path for no white space.
func space(b []byte, i int) int {
	if b[i] > ' ' {
		return i
	}
	return kernel.Space(b, i)
}

// valueEnd returns the offset after the valid value at i.
func valueEnd(b []byte, i int) int {
	switch b[i] {
	case '"':
		end, _ := kernel.StringEnd(b, i+1)
		return end + 1
	case '{', '[':
		end, _ := kernel.Skip(b, i, len(b))
		return end
	}
	for i < len(b) && b[i] != ',' && b[i] != '}' && b[i] != ']' && b[i] > ' ' {
		i++
	}
	return i
}

// follow returns the value at a path; nil if there is none.
func follow(pairs []pair, path []string) []byte {
	for i := len(pairs) - 1; i >= 0; i-- {
		if string(pairs[i].name) != path[0] {
			continue
		}
		if len(path) == 1 {
			return pairs[i].value
		}
		v, _ := decoder.Raw(pairs[i].value).Get(path[1:]...)
		return v
	}
	return nil
}

func isInteger(v []byte) bool {
	for _, c := range v {
		if !isDigit(c) {
			return false
		}
	}
	return len(v) > 0 && len(v) < 10 && (v[0] != '0' || len(v) == 1)
}
