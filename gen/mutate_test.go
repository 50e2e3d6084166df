package gen_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// value is a JSON value that keeps what encoding/json's own types lose: the order of members, duplicates, and spelling.
type value struct {
	text    string   // a scalar as it stands
	members []member // an object
	elems   []*value // a list
	kind    byte     // '{', '[' or 0
}

type member struct {
	key   string // with its quotes
	value *value
}

func parse(text string) *value {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var read func() *value
	read = func() *value {
		tok, err := d.Token()
		if err != nil {
			panic(err)
		}
		switch tok := tok.(type) {
		case json.Delim:
			v := &value{kind: byte(tok)}
			for d.More() {
				if v.kind == '[' {
					v.elems = append(v.elems, read())
					continue
				}
				key, err := d.Token()
				if err != nil {
					panic(err)
				}
				v.members = append(v.members, member{quote(key.(string)), read()})
			}
			if _, err := d.Token(); err != nil {
				panic(err)
			}
			return v
		case json.Number:
			return &value{text: tok.String()}
		case string:
			return &value{text: quote(tok)}
		case bool:
			return &value{text: map[bool]string{true: "true", false: "false"}[tok]}
		}
		return &value{text: "null"}
	}
	return read()
}

func quote(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// print writes v, with white space where space says so.
func (v *value) print(b *bytes.Buffer, space func() string) {
	b.WriteString(space())
	switch v.kind {
	case '{':
		b.WriteByte('{')
		for i, m := range v.members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(space())
			b.WriteString(m.key)
			b.WriteString(space())
			b.WriteByte(':')
			m.value.print(b, space)
		}
		b.WriteString(space())
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, e := range v.elems {
			if i > 0 {
				b.WriteByte(',')
			}
			e.print(b, space)
		}
		b.WriteString(space())
		b.WriteByte(']')
	default:
		b.WriteString(v.text)
	}
	b.WriteString(space())
}

// all lists v and what is in it.
func (v *value) all() []*value {
	list := []*value{v}
	for _, m := range v.members {
		list = append(list, m.value.all()...)
	}
	for _, e := range v.elems {
		list = append(list, e.all()...)
	}
	return list
}

func (v *value) clone() *value {
	c := *v
	c.members, c.elems = nil, nil
	for _, m := range v.members {
		c.members = append(c.members, member{m.key, m.value.clone()})
	}
	for _, e := range v.elems {
		c.elems = append(c.elems, e.clone())
	}
	return &c
}

// oddValues are what real writers put where something else belongs.
var oddValues = []string{
	"null", "true", "false", `""`, `"x"`, "[]", "{}", "0", "-0", "0.0", "1.0", "1500.0", "1e3", "1E+2", "1e-7", "0.1e-6", "-1.50",
	"1e400", "-1e400", "1e-400", "123456789012345678901234567890", "9223372036854775807", "-9223372036854775809", "9007199254740993",
	`"\ud800"`, `"\ud83d\ude00"`, `"a\u0000b"`, `"\/"`, `"\u00e9"`, `"é"`, `"text"`, `"red"`, `"type"`, `[1,"a",null]`,
	`["a"]`, `[[]]`, `[{"type":"text","text":"a"}]`, `{"type":"text","text":"a"}`, `{"a":{"b":[1.0]}}`, `{"n":1}`,
}

// mutate changes one thing in v, which is an object.
func mutate(t *rapid.T, v *value) {
	all := v.all()
	at := rapid.SampledFrom(all).Draw(t, "at")
	switch rapid.IntRange(0, 7).Draw(t, "change") {
	case 0: // a value of another type
		if at != v {
			*at = *odd(t)
		}
	case 1: // an unknown member
		if at.kind == '{' {
			i := rapid.IntRange(0, len(at.members)).Draw(t, "index")
			key := rapid.SampledFrom([]string{`"new"`, `"n\u0065w"`, `"a b"`, `""`, `"\ud800"`, `"\""`}).Draw(t, "key")
			at.members = append(at.members[:i:i], append([]member{{key, odd(t)}}, at.members[i:]...)...)
		}
	case 2: // a duplicate
		if at.kind == '{' && len(at.members) > 0 {
			m := rapid.SampledFrom(at.members).Draw(t, "member")
			val := odd(t)
			if rapid.Bool().Draw(t, "same") {
				val = m.value.clone()
			} else if rapid.Bool().Draw(t, "other") {
				val = rapid.SampledFrom(all).Draw(t, "from").clone()
			}
			i := rapid.IntRange(0, len(at.members)).Draw(t, "index")
			at.members = append(at.members[:i:i], append([]member{{m.key, val}}, at.members[i:]...)...)
		}
	case 3: // a member is missing
		if n := len(at.members); n > 0 {
			i := rapid.IntRange(0, n-1).Draw(t, "index")
			at.members = append(at.members[:i:i], at.members[i+1:]...)
		}
	case 4: // another order
		if n := len(at.members); n > 1 {
			i, k := rapid.IntRange(0, n-1).Draw(t, "index"), rapid.IntRange(0, n-1).Draw(t, "other")
			at.members[i], at.members[k] = at.members[k], at.members[i]
		}
	case 5: // a key in another spelling
		if len(at.members) > 0 {
			i := rapid.IntRange(0, len(at.members)-1).Draw(t, "index")
			if key := at.members[i].key; len(key) > 2 && key[1] >= 'a' && key[1] <= 'z' {
				at.members[i].key = `"\u00` + string("0123456789abcdef"[key[1]>>4]) + string("0123456789abcdef"[key[1]&15]) + key[2:]
			}
		}
	case 6: // more elements
		if at.kind == '[' {
			i := rapid.IntRange(0, len(at.elems)).Draw(t, "index")
			at.elems = append(at.elems[:i:i], append([]*value{odd(t)}, at.elems[i:]...)...)
		}
	case 7: // a value from elsewhere
		if at != v {
			*at = *rapid.SampledFrom(all).Draw(t, "from").clone()
		}
	}
}

// odd draws an odd value as it is spelled: parse would lose the spelling of a string.
func odd(t *rapid.T) *value {
	text := rapid.SampledFrom(oddValues).Draw(t, "odd")
	if text[0] == '{' || text[0] == '[' {
		return parse(text)
	}
	return &value{text: text}
}

func (v *value) depth() int {
	deepest := 0
	for _, m := range v.members {
		deepest = max(deepest, m.value.depth())
	}
	for _, e := range v.elems {
		deepest = max(deepest, e.depth())
	}
	if v.kind != 0 {
		deepest++
	}
	return deepest
}

// TestMutations changes the lines of the cases in all ways that real lines are changed: decoding and encoding still gives the
// same JSON value, and nothing else depends on how the line was spelled.
func TestMutations(t *testing.T) {
	for _, p := range protocols {
		lines := p.lines(t)
		t.Run(p.name, rapid.MakeCheck(func(t *rapid.T) {
			v := parse(rapid.SampledFrom(lines).Draw(t, "line"))
			for range rapid.IntRange(1, 5).Draw(t, "changes") {
				mutate(t, v)
			}
			if p.name == "limits" && v.depth() > 12 {
				t.Skip("deeper than the spec permits")
			}
			space := func() string { return "" }
			if rapid.IntRange(0, 4).Draw(t, "loose") == 0 {
				space = func() string { return rapid.SampledFrom([]string{"", "", " ", "\t ", "\r"}).Draw(t, "space") }
			}
			var b bytes.Buffer
			v.print(&b, space)
			checkLine(t, p, strings.TrimSpace(b.String()))
		}))
	}
}

// TestTwoLines decodes one line after the other into the same value.
func TestTwoLines(t *testing.T) {
	for _, p := range protocols {
		lines := p.lines(t)
		t.Run(p.name, rapid.MakeCheck(func(t *rapid.T) {
			first := rapid.SampledFrom(lines).Draw(t, "first")
			second := rapid.SampledFrom(lines).Draw(t, "second")
			checkReuse(t, p, first, second)
		}))
	}
}
