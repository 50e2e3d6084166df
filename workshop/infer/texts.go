package infer

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// texts has the statistics of the texts at a place. Texts longer than maxText are not counted by value; only their forms are.
type texts struct {
	count   int
	uuids   int
	times   int  // number of texts that are RFC 3339 times
	plain   bool // some text is not the JSON of an object or array
	base64  int  // number of base64 texts, up to the first text of another form
	encoded int  // number of these that have +, / or padding
	mixed   int  // number of these that have lower-case letters, capitals and digits
	values  map[string]*counted
	first   []*counted // the first maxFirst of values, which are found faster than in a map
	many    bool       // there were more than maxValues values, or one longer than maxText: values is not complete
	names   bool       // the values are names of things in another kind of the union: see shareEnums
}

// counted is a text and its number of occurrences.
type counted struct {
	text string
	n    int
}

// add adds a text; raw is the text between its quotes. It returns the JSON that the text holds; nil if this text or an earlier one is not JSON.
func (t *texts) add(raw []byte) (inside []byte) {
	t.count++
	if !t.plain {
		inside = jsonInside(raw)
		t.plain = inside == nil
	}
	if t.base64 == t.count-1 {
		t.addBase64(raw)
	}
	t.addValue(raw)
	return inside
}

// addBase64 counts a text if it can be base64.
func (t *texts) addBase64(raw []byte) {
	ok, mixed := isBase64(raw)
	if !ok {
		return
	}
	t.base64++
	if mixed {
		t.mixed++
	}
	if bytes.HasSuffix(raw, []byte("=")) || bytes.IndexByte(raw, '+') >= 0 || bytes.IndexByte(raw, '/') >= 0 {
		t.encoded++
	}
}

func (t *texts) addValue(raw []byte) {
	if len(raw) > maxText {
		t.forget()
		return
	}
	switch {
	case len(raw) == 36 && raw[8] == '-':
		if uuid.Validate(string(raw)) == nil {
			t.uuids++
		}
	case len(raw) >= 20 && len(raw) <= 35 && raw[4] == '-' && raw[10] == 'T':
		if isTime(raw) {
			t.times++
		}
	}
	if t.many {
		return
	}
	for _, v := range t.first {
		if v.text == string(raw) {
			v.n++
			return
		}
	}
	v := t.values[string(raw)]
	if v == nil {
		if len(t.values) >= maxValues {
			t.forget()
			return
		}
		v = t.addCount(string(raw), 0)
	}
	v.n++
}

// maxFirst is the number of values that are searched one after another.
const maxFirst = 8

func (t *texts) merge(o *texts) {
	t.count += o.count
	t.uuids += o.uuids
	t.times += o.times
	t.plain = t.plain || o.plain
	t.base64 += o.base64
	t.encoded += o.encoded
	t.mixed += o.mixed
	if t.many = t.many || o.many; !t.many {
		for text, v := range o.values {
			t.addCount(text, v.n)
		}
		t.many = len(t.values) > maxValues
	}
	if t.many {
		t.forget()
	}
}

// of returns the number of occurrences of a value.
func (t *texts) of(value string) int {
	if t == nil || t.values[value] == nil {
		return 0
	}
	return t.values[value].n
}

// addCount counts a value n times more.
func (t *texts) addCount(value string, n int) *counted {
	v := t.values[value]
	if v == nil {
		if t.values == nil {
			t.values = map[string]*counted{}
		}
		v = &counted{text: value}
		t.values[value] = v
		if len(t.first) < maxFirst {
			t.first = append(t.first, v)
		}
	}
	v.n += n
	return v
}

// forget drops the counted values and stops counting.
func (t *texts) forget() { t.many, t.values, t.first = true, nil, nil }

// only returns the value of all texts; "" if there are several, or if it has escapes.
func (t *texts) only() string {
	if !t.many && len(t.values) == 1 {
		for v := range t.values {
			if !strings.ContainsRune(v, '\\') {
				return v
			}
		}
	}
	return ""
}

// sorted returns the values, the most frequent first.
func (t *texts) sorted() []string {
	list := make([]string, 0, len(t.values))
	for v := range t.values {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b string) int {
		if d := t.of(b) - t.of(a); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return list
}

// isBytes reports whether all texts are base64, most of them are not short and have letters of both cases and digits, and at least a quarter has a
// character that words do not have: +, / or padding.
func (t *texts) isBytes() bool {
	return t.base64 == t.count && t.encoded > 0 && t.encoded*4 >= t.count && t.mixed*4 >= t.count*3
}

// number returns the number of texts; 0 for nil.
func (t *texts) number() int {
	if t == nil {
		return 0
	}
	return t.count
}

// words returns the values in alphabetical order.
func (t *texts) words() []string { return slices.Sorted(maps.Keys(t.values)) }

// isEnum reports whether the values are few words with many occurrences.
func (t *texts) isEnum() bool {
	n := len(t.values)
	if t.names || t.many || n < 2 || n > 32 || t.count < 3*n || t.uuids+t.times > 0 {
		return false
	}
	words := 0
	for v, counted := range t.values {
		if isEnumWord(v) {
			words++
		} else if !isRare(counted.n, t.count) {
			return false
		}
	}
	return words > 1 && !t.areNumbered()
}

// isEnumWord reports whether a text could be a value of an enum.
func isEnumWord(v string) bool {
	return isWord([]byte(v)) && !looksLikeData([]byte(v)) && !strings.ContainsAny(v, "/.:")
}

// areNumbered reports whether all values are one word and a number: node-1, node-2. Other inputs have other numbers.
func (t *texts) areNumbered() bool {
	word, first := "", true
	for v := range t.values {
		stem := strings.TrimRight(v, "0123456789")
		if stem == v || !first && stem != word {
			return false
		}
		word, first = stem, false
	}
	return true
}
