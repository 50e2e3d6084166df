package drift

import (
	"bytes"
	"encoding/json"
)

// This file cuts a line, which must be valid JSON, into values and the members of objects.

// jsonType numbers JSON's types.
type jsonType uint8

const (
	typeNull jsonType = iota
	typeBool
	typeNumber
	typeString
	typeArray
	typeObject
	jsonTypes
)

var typeNames = [jsonTypes]string{"null", "boolean", "number", "string", "array", "object"}

var typeByName = map[string]jsonType{"null": typeNull, "boolean": typeBool, "number": typeNumber, "string": typeString, "array": typeArray, "object": typeObject}

func typeOf(b byte) jsonType {
	switch b {
	case '{':
		return typeObject
	case '[':
		return typeArray
	case '"':
		return typeString
	case 't', 'f':
		return typeBool
	case 'n':
		return typeNull
	}
	return typeNumber
}

// part is a member of an object on the line.
type part struct{ key, keyEnd, value, end int32 }

// space returns the offset of the next byte that is not white space.
func (w *walker) space(i int) int {
	for w.data[i] <= ' ' {
		i++
	}
	return i
}

// stringEnd returns the offset after the string at i.
func (w *walker) stringEnd(i int) int {
	i++
	for {
		n := bytes.IndexByte(w.data[i:], '"')
		end := i + n
		back := end
		for back > i && w.data[back-1] == '\\' {
			back--
		}
		i = end + 1
		if (end-back)%2 == 0 {
			return i
		}
	}
}

// skip returns the offset after the value at i.
func (w *walker) skip(i int) int {
	switch w.data[i] {
	case '"':
		return w.stringEnd(i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch w.data[i] {
			case '"':
				i = w.stringEnd(i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	for i < len(w.data) {
		switch w.data[i] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return i
		}
		i++
	}
	return i
}

// cut appends the members of the object at i to w.parts.
func (w *walker) cut(i int) {
	if i = w.space(i + 1); w.data[i] == '}' {
		return
	}
	for {
		key := i
		keyEnd := w.stringEnd(key)
		value := w.space(w.space(keyEnd) + 1)
		end := w.skip(value)
		w.parts = append(w.parts, part{int32(key), int32(keyEnd), int32(value), int32(end)})
		if i = w.space(end); w.data[i] == '}' {
			return
		}
		i = w.space(i + 1)
	}
}

// text returns the text of the string data[from:to], which includes the quotes.
func (w *walker) text(from, to int) []byte {
	raw := w.data[from+1 : to-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	var s string
	if json.Unmarshal(w.data[from:to], &s) != nil {
		return raw
	}
	return []byte(s)
}

func (w *walker) name(p part) []byte { return w.text(int(p.key), int(p.keyEnd)) }

// manyParts is the number of members from which an object's names are looked up in a map.
const manyParts = 64

// find returns the last member with a name in the open object with the parts w.parts[from:to], nil if there is none.
func (w *walker) find(from, to int, name string) *part {
	if to-from < manyParts {
		return w.findPlain(from, to, name)
	}
	index := w.names[from]
	if index == nil {
		index = make(map[string]int, to-from)
		for k := from; k < to; k++ {
			index[string(w.name(w.parts[k]))] = k
		}
		w.names[from] = index
	}
	if k, ok := index[name]; ok {
		return &w.parts[k]
	}
	return nil
}

// findPlain is find without an index, for an object that is searched once.
func (w *walker) findPlain(from, to int, name string) *part {
	for k := to - 1; k >= from; k-- {
		if p := &w.parts[k]; string(w.name(*p)) == name {
			return p
		}
	}
	return nil
}

// close forgets the open object whose parts begin at from.
func (w *walker) close(from int) {
	if len(w.parts)-from >= manyParts {
		delete(w.names, from)
	}
	w.parts = w.parts[:from]
}
