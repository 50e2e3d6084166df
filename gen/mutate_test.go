package gen_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/jsontest"
)

// oddValues are values that real writers put in unexpected places.
var oddValues = []string{
	"null", "true", "false", `""`, `"x"`, "[]", "{}", "0", "-0", "0.0", "1.0", "1500.0", "1e3", "1E+2", "1e-7", "0.1e-6", "-1.50",
	"1e400", "-1e400", "1e-400", "123456789012345678901234567890", "9223372036854775807", "-9223372036854775809", "9007199254740993",
	`"\ud800"`, "\"\xff\"", "\"\xc3\\u00e9\"", `"\ud83d\ude00"`, `"a\u0000b"`, `"\/"`, `"\u00e9"`, `"é"`, `"text"`, `"red"`, `"type"`, `[1,"a",null]`,
	`["a"]`, `[[]]`, `[{"type":"text","text":"a"}]`, `{"type":"text","text":"a"}`, `{"a":{"b":[1.0]}}`, `{"n":1}`,
}

// mutate changes one value in v, which is an object, or one list of members.
func mutate(t *rapid.T, v *jsontest.Tree) {
	all := v.All()
	at := rapid.SampledFrom(all).Draw(t, "at")
	n := len(at.Members)
	switch rapid.IntRange(0, 7).Draw(t, "change") {
	case 0: // a value of another type
		if at != v {
			*at = *odd(t)
		}
	case 1: // an unknown member
		if at.Open == '{' {
			key := rapid.SampledFrom([]string{`"new"`, `"n\u0065w"`, `"a b"`, `""`, `"\ud800"`, "\"\xff\"", `"\""`}).Draw(t, "key")
			at.Insert(rapid.IntRange(0, n).Draw(t, "index"), jsontest.Member{Key: key, Value: odd(t)})
		}
	case 2: // a duplicate
		if at.Open == '{' && n > 0 {
			m := rapid.SampledFrom(at.Members).Draw(t, "member")
			val := odd(t)
			if rapid.Bool().Draw(t, "same") {
				val = m.Value.Clone()
			} else if rapid.Bool().Draw(t, "other") {
				val = rapid.SampledFrom(all).Draw(t, "from").Clone()
			}
			at.Insert(rapid.IntRange(0, n).Draw(t, "index"), jsontest.Member{Key: m.Key, Value: val})
		}
	case 3: // a missing member
		if n > 0 {
			at.Delete(rapid.IntRange(0, n-1).Draw(t, "index"))
		}
	case 4: // another order
		if n > 1 {
			i, k := rapid.IntRange(0, n-1).Draw(t, "index"), rapid.IntRange(0, n-1).Draw(t, "other")
			at.Members[i], at.Members[k] = at.Members[k], at.Members[i]
		}
	case 5: // a key in another spelling
		if at.Open == '{' && n > 0 {
			m := &at.Members[rapid.IntRange(0, n-1).Draw(t, "index")]
			if len(m.Key) > 2 && m.Key[1] >= 'a' && m.Key[1] <= 'z' {
				m.Key = fmt.Sprintf(`"\u%04x%s`, m.Key[1], m.Key[2:])
			}
		}
	case 6: // one more element
		if at.Open == '[' {
			at.Insert(rapid.IntRange(0, n).Draw(t, "index"), jsontest.Member{Value: odd(t)})
		}
	case 7: // a value from elsewhere
		if at != v {
			*at = *rapid.SampledFrom(all).Draw(t, "from").Clone()
		}
	}
}

// odd draws an odd value.
func odd(t *rapid.T) *jsontest.Tree {
	return jsontest.Parse(rapid.SampledFrom(oddValues).Draw(t, "odd"))
}

func depth(v *jsontest.Tree) int {
	deepest := 0
	for _, m := range v.Members {
		deepest = max(deepest, depth(m.Value))
	}
	if v.Open != 0 {
		deepest++
	}
	return deepest
}

// TestMutations checks that changed lines of the cases are decoded and encoded without a loss, and that nothing depends on the spelling of a line.
func TestMutations(t *testing.T) {
	for _, p := range protocols {
		lines := p.lines(t)
		t.Run(p.name, rapid.MakeCheck(func(t *rapid.T) {
			v := jsontest.Parse(rapid.SampledFrom(lines).Draw(t, "line"))
			for range rapid.IntRange(1, 5).Draw(t, "changes") {
				mutate(t, v)
			}
			if p.name == "limits" && depth(v) > 12 {
				t.Skip("deeper than the spec permits")
			}
			space := func(bool) string { return "" }
			if rapid.IntRange(0, 4).Draw(t, "spaces") == 0 {
				space = func(bool) string { return rapid.SampledFrom([]string{"", "", " ", "\t ", "\r"}).Draw(t, "space") }
			}
			checkLine(t, p, string(v.AppendSpaced(nil, space)))
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
