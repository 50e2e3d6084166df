package writing

import (
	"bytes"
	"errors"
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// numberKind says how the field at hand reads a number.
type numberKind uint8

const (
	kindInt   numberKind = iota // truncated towards zero, and saturated
	kindUint                    // the same, and what is below zero is zero
	kindFloat                   // rounded, and saturated

	kindSeconds      // a time, cut off below a nanosecond, and saturated
	kindMilliseconds // the same
	kindDecimal      // as it is spelled
)

// reading says how the field at hand reads a value.
type reading struct {
	kind numberKind

	// respell is how the value of a text would be written as usual; not ok, if it has none. It is nil where strings are what they are.
	respell func(text string) (usual string, ok bool)
}

// sameDepth bounds how deep two values are compared by meaning; below it, by bytes. The types of a spec are not that deep.
const sameDepth = 64

// same reports whether a field that is written as usual could have been read from text: whether both read as the same Go
// value. Usual is what this package writes, text any JSON.
//
//   - strings are compared by their characters, with U+FFFD for what is no text;
//   - if usual is an integer of an int or uint64 field, text is truncated towards zero and saturated; other numbers are compared as floats;
//   - times and bytes are compared by what they are, decimals as they are spelled;
//   - lists are compared by elements, objects by the last value of each key;
//   - text of another JSON type reads as the zero value.
func same(usual, text []byte, k reading) bool {
	return sameValue(trimSpace(usual), trimSpace(text), k, 0)
}

func sameValue(usual, text []byte, k reading, depth int) bool {
	if bytes.Equal(usual, text) {
		return true
	}
	if depth == sameDepth {
		return false
	}
	t := typeOf(usual)
	if t != typeOf(text) {
		return isZero(usual)
	}
	switch t {
	case typeNumber:
		return sameNumber(usual, text, k.kind)
	case typeString:
		return sameString(usual, text, k.respell)
	case typeArray:
		return sameArray(usual, text, k, depth+1)
	case typeObject:
		return sameObject(usual, text, k, depth+1)
	}
	return false
}

// isZero reports whether a value is how the zero value of some Go type is written.
func isZero(usual []byte) bool {
	switch string(usual) {
	case `""`, "0", "false", "[]", "{}", "null":
		return true
	}
	return false
}

func sameString(usual, text []byte, respell func(string) (string, bool)) bool {
	x, okX := unquote(usual)
	y, okY := unquote(text)
	if !okX || !okY || x == y || respell == nil {
		return okX && okY && x == y
	}
	y, ok := respell(y)
	return ok && x == y
}

func sameArray(a, b []byte, k reading, depth int) bool {
	i, j := 1, 1
	for {
		var x, y []byte
		x, i = nextElement(a, i)
		y, j = nextElement(b, j)
		if i < 0 || j < 0 {
			return false
		}
		if x == nil || y == nil {
			return x == nil && y == nil
		}
		if !sameValue(x, y, k, depth) {
			return false
		}
	}
}

func sameObject(a, b []byte, k reading, depth int) bool {
	x, okA := members(a)
	y, okB := members(b)
	if !okA || !okB || len(x) != len(y) {
		return false
	}
	for name, v := range x {
		w, ok := y[name]
		if !ok || !sameValue(v, w, k, depth) {
			return false
		}
	}
	return true
}

// nextElement reads an element of an array, and gives the offset behind it and its comma. At the end of the array the element
// is nil; the offset is -1 if there is no end.
func nextElement(b []byte, i int) (elem []byte, next int) {
	i = kernel.Space(b, i)
	if i < len(b) && b[i] == ']' {
		return nil, i
	}
	end := skipValue(b, i)
	if end < 0 {
		return nil, -1
	}
	elem = b[i:end]
	i = kernel.Space(b, end)
	if i < len(b) && b[i] == ',' {
		i++
	}
	return elem, i
}

// members is the last value of each key of an object.
func members(b []byte) (m map[string][]byte, ok bool) {
	m = make(map[string][]byte)
	end := walkMembers(b, 1, func(name string, _, value, end int) { m[name] = b[value:end] })
	return m, end >= 0 && end < len(b) && b[end] == '}'
}

// walkMembers visits members that are joined by commas, from an offset on: where the key, the value and what is behind it begin.
// It returns the offset at which there is no member any more, -1 if one is malformed.
func walkMembers(b []byte, i int, visit func(name string, from, value, end int)) int {
	i = kernel.Space(b, i)
	for i < len(b) && b[i] == '"' {
		from := i
		end := skipString(b, i)
		if end < 0 {
			return -1
		}
		name, ok := unquote(b[i:end])
		if !ok {
			return -1
		}
		i = kernel.Space(b, end)
		if i == len(b) || b[i] != ':' {
			return -1
		}
		i = kernel.Space(b, i+1)
		if end = skipValue(b, i); end < 0 {
			return -1
		}
		visit(name, from, i, end)
		i = kernel.Space(b, end)
		if i < len(b) && b[i] == ',' {
			i = kernel.Space(b, i+1)
		}
	}
	return i
}

func sameNumber(usual, text []byte, k numberKind) bool {
	if !isNumber(usual) || !isNumber(text) {
		return false
	}
	switch k {
	case kindUint:
		if n, err := strconv.ParseUint(string(usual), 10, 64); err == nil {
			t, _ := kernel.TruncateUint(text)
			return t == n
		}
	case kindInt:
		if n, err := strconv.ParseInt(string(usual), 10, 64); err == nil {
			t := kernel.Truncate(text)
			return t == n || strconv.IntSize == 32 && max(min(t, math.MaxInt32), math.MinInt32) == n
		}
	case kindSeconds:
		return sameEpoch(usual, text, spelling.Seconds)
	case kindMilliseconds:
		return sameEpoch(usual, text, spelling.Milliseconds)
	case kindDecimal:
		return false
	}
	return float(usual) == float(text)
}

func sameEpoch(usual, text []byte, unit spelling.Unit) bool {
	t, _, _ := spelling.ParseEpoch(text, unit)
	return string(spelling.AppendEpoch(nil, t, unit)) == string(usual)
}

// float is the nearest finite number, as a float field reads it.
func float(text []byte) float64 {
	f, err := strconv.ParseFloat(string(text), 64)
	if errors.Is(err, strconv.ErrRange) {
		return math.Copysign(math.MaxFloat64, f)
	}
	return f
}

func trimSpace(b []byte) []byte {
	b = b[kernel.Space(b, 0):]
	for len(b) > 0 {
		switch b[len(b)-1] {
		case ' ', '\t', '\r', '\n':
			b = b[:len(b)-1]
			continue
		}
		break
	}
	return b
}
