package writing

import (
	"bytes"
	"errors"
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/scan"
	"github.com/ndwire/ndwire/internal/spelling"
)

// This file decides whether a field still has the value that was read from a text with a note: readsSame compares that text with what is
// written for the field now.

// numberKind says how the current field reads a number. A union by JSON type can have numbers of several kinds: two numbers are the same if
// one of them reads both as the same value.
type numberKind uint8

const (
	kindInt   numberKind = 1 << iota // truncated towards zero, and saturated; also the kind of a field without any bit
	kindUint                         // the same, and negative numbers are 0
	kindFloat                        // rounded to a float64, and saturated

	kindSeconds      // a time, truncated to nanoseconds, and saturated
	kindMilliseconds // the same
	kindDecimal      // kept as it is spelled
	kindZeroTime     // beside one of the two kinds of times: 0 may be the zero time, which no number but that of the year 1 reads as
)

// fieldType says how the current field reads a value.
type fieldType struct {
	kinds uint64 // a numberKind for each depth, 0 being that of the value itself; the last one is also that of all depths below
	depth int    // the kinds that are added next are those of this depth, and of all below

	// respell returns the canonical text for the value of another text; ok is false if that is not valid. It is nil if strings are read
	// as they are. second is that of a union by JSON type with strings of two kinds.
	respell, second func(text string) (canonical string, ok bool)

	nullable uint64 // a bit for each depth and JSON type of elements that are nil if the text has null
}

// maxDepth is the last depth with numbers of its own kind.
const maxDepth = 7

// allDepths multiplied by a numberKind has it for each depth.
const allDepths = 0x0101010101010101

// below begins the kinds of a depth and of all below.
func (f *fieldType) below(depth int) {
	f.depth = min(depth, maxDepth)
	f.kinds &^= uint64(math.MaxUint64) << (8 * f.depth)
}

// addKind says that numbers may be of a kind, at the depth of the last call of below, and under it.
func (f *fieldType) addKind(k numberKind) { f.kinds |= uint64(k) * allDepths << (8 * f.depth) }

func (f *fieldType) kindAt(depth int) numberKind {
	return numberKind(f.kinds >> (8 * min(depth, maxDepth)))
}

// nilElements says that the elements of a list or map at a depth, from 1 on, are of a JSON type, or nil.
func (f *fieldType) nilElements(depth int, t scan.JSONType) {
	f.nullable |= 1 << (8*depth + int(t))
}

func (f *fieldType) isNullable(depth int, t scan.JSONType) bool {
	return depth < 8 && f.nullable&(1<<(8*depth+int(t))) != 0
}

// addRespell adds a function that returns canonical texts.
func (f *fieldType) addRespell(respell func(text string) (canonical string, ok bool)) {
	f.respell, f.second = respell, f.respell
}

// sameDepth is the nesting depth below which values are compared by their bytes. No types of a spec are so deep.
const sameDepth = 64

// readsSame reports whether a field that is written as canonical may have been read from text: whether both read as the same Go value.
// canonical was written by this package, and text is any JSON.
//
//   - Strings are compared by their characters, with U+FFFD for lone surrogates and invalid UTF-8.
//   - If canonical is the integer of an int or uint64 field, text is truncated and saturated; other numbers are compared as floats.
//   - Times and bytes are compared by their values, decimals by their spelling.
//   - Lists are compared by elements, objects by the last value of each key.
//   - An element that is null reads as the zero value, or as nil if it can be nil. Other values of another JSON type are not the same: a list or map
//     with such an element is not read.
func readsSame(canonical, text []byte, k fieldType) bool {
	return sameValue(trimSpace(canonical), trimSpace(text), k, 0)
}

func sameValue(canonical, text []byte, k fieldType, depth int) bool {
	if bytes.Equal(canonical, text) {
		return true
	}
	if depth == sameDepth {
		return false
	}
	t := typeOf(canonical)
	if of := typeOf(text); t != of { // an element that is null is read as zero, or as nil
		return of == scan.Null && depth > 0 && isZero(canonical) && !k.isNullable(depth, t)
	}
	switch t {
	case scan.Number:
		return sameNumber(canonical, text, k.kindAt(depth))
	case scan.String:
		return sameString(canonical, text, k.respell) || k.second != nil && sameString(canonical, text, k.second)
	case scan.Array:
		return sameArray(canonical, text, k, depth+1)
	case scan.Object:
		return sameObject(canonical, text, k, depth+1)
	}
	return false
}

// isZero reports whether canonical is how the zero value of some Go type is written.
func isZero(canonical []byte) bool {
	switch string(canonical) {
	case `""`, "0", "false", "[]", "{}", "null":
		return true
	}
	return false
}

func sameString(canonical, text []byte, respell func(string) (string, bool)) bool {
	x, okX := unquote(canonical)
	y, okY := unquote(text)
	if !okX || !okY || x == y || respell == nil {
		return okX && okY && x == y
	}
	y, ok := respell(y)
	return ok && x == y
}

func sameArray(a, b []byte, k fieldType, depth int) bool {
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

func sameObject(a, b []byte, k fieldType, depth int) bool {
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

// nextElement returns the array element at i, and the offset after it and its comma. At the end of the array the element is nil; if the
// array does not end, the offset is -1.
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

// members returns the last value of each key of an object.
func members(b []byte) (m map[string][]byte, ok bool) {
	m = make(map[string][]byte)
	end := walkMembers(b, 1, func(name string, _, value, end int) { m[name] = b[value:end] })
	return m, end >= 0 && end < len(b) && b[end] == '}'
}

// walkMembers calls visit for each of the members in b from i on, which are separated by commas, with the offsets of its key, of its
// value and after its value. It returns the offset at which no member follows, -1 if one is malformed.
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

func sameNumber(canonical, text []byte, k numberKind) bool {
	if !isNumber(canonical) || !isNumber(text) {
		return false
	}
	if k == 0 || k&kindInt != 0 {
		if n, err := strconv.ParseInt(string(canonical), 10, 64); err == nil {
			t, _ := kernel.Truncate(text)
			if t == n || strconv.IntSize == 32 && max(min(t, math.MaxInt32), math.MinInt32) == n {
				return true
			}
		} else {
			k |= kindFloat
		}
	}
	if k&kindUint != 0 {
		if n, err := strconv.ParseUint(string(canonical), 10, 64); err == nil {
			if t, _ := kernel.TruncateUint(text); t == n {
				return true
			}
		} else {
			k |= kindFloat
		}
	}
	return k&kindSeconds != 0 && sameEpoch(canonical, text, spelling.Seconds, k) ||
		k&kindMilliseconds != 0 && sameEpoch(canonical, text, spelling.Milliseconds, k) ||
		k&kindFloat != 0 && float(canonical) == float(text)
}

func sameEpoch(canonical, text []byte, unit spelling.Unit, k numberKind) bool {
	t, _, _ := spelling.ParseEpoch(text, unit)
	if t.IsZero() && k&kindZeroTime == 0 {
		return false
	}
	return string(spelling.AppendEpoch(nil, t, unit)) == string(canonical)
}

// float returns the nearest finite number, as a float field reads it.
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
