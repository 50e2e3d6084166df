package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder/scan"
)

// A letter is a record of a union with the tag "type", in which a message stands before the tag.
type letter struct {
	from    string
	message []byte
}

var (
	recordLetter = scan.Record{Name: "letter", Fields: fields([]scan.Field{{Name: "type"}, {Name: "from"}, {Name: "message"}}), Also: []string{"subtype"}, Required: 1}
	unionLetters = scan.UnionOf("type")
)

func scanLetter(c *scan.Cursor, i int) (any, int) {
	tag := string(c.TagOf(i, &unionLetters))
	if tag == "" {
		return tag, c.Valid(i)
	}
	if sub := c.TagText(c.FindNext(i, "subtype")); string(sub) == "short" {
		return tag + "/short", c.Valid(i)
	}
	m := new(letter)
	n, i, seen := c.Open(i, &recordLetter)
	for ; n >= 0; n, i = c.Next(i, n, &recordLetter) {
		switch n {
		case 0:
			seen.Add(c, 0)
			i = c.Tag(i, `"`+tag+`"`)
		case 1:
			seen.Add(c, 1)
			m.from, i = c.String(i)
		case 2:
			seen.Add(c, 2)
			m.message, i = c.Raw(i)
		case 3:
			i = c.Others(i, `"short"`)
		default:
			i = c.Unknown(i)
		}
	}
	c.Close(i, seen)
	return tag, i
}

// TestLateTags has that tags behind messages are what they are, and that after some that were the same nobody walks over the message.
func TestLateTags(t *testing.T) {
	long := strings.Repeat("x", 500) // so that what stands behind it could be remembered
	line := func(n int, role, end string) string {
		return fmt.Sprintf(`{"from":"%06d","where":"here","message":{"id":"m%d","role":%q,"n":["%s"]}%s}`, n, n, role, long, end)
	}
	first := func(n int, end string) string { // nothing stands before the message
		return fmt.Sprintf(`{"message":{"to":"m%d","n":["%s"]},"from":"me"%s}`, n, long, end)
	}
	var tests []struct{ text, want string }
	add := func(text, want string) { tests = append(tests, struct{ text, want string }{text, want}) }
	walks := map[int]bool{}
	c := scan.Get(false)
	defer scan.Put(c)
	for n := range 40 {
		add(line(n, "a", `,"type":"a"`), "a")
	}
	for n := range 40 {
		add(first(n, `,"type":"b"`), "b")
	}
	settled := []int{20, 39, 60, 79}
	add(line(1, "a", `,"type":"b"`), "b")
	add(line(1, "a", `,"type":"a","subtype":"short"`), "a/short")
	add(line(1, "a", ``), "")
	add(first(1, `,"type":"a"`), "a")
	add(first(1, `,"type":7`), "")
	for _, text := range []string{`{"m":{},"type":"a"}`, `{"from":"x","m":[],"type":"a"}`, `{"m":{},"type":"a"`, `{"m":[`, `{"from":"x","m":{"id":"m`} {
		for range 20 {
			want := "a"
			if !strings.HasSuffix(text, "}") {
				want = "!"
			}
			add(text, want)
		}
	}
	for n, x := range tests {
		c.Reset([]byte(x.text), &scan.Options{})
		v, i := scanLetter(c, 0)
		walks[n] = c.Walked() > 100
		for c.Retry() {
			v, i = scanLetter(c, 0)
		}
		if c.End(i) < 0 {
			v = "!"
		}
		if v != x.want {
			t.Errorf("%d: %.80s...: %v, want %q", n, x.text, v, x.want)
		}
	}
	for _, n := range settled {
		if walks[n] {
			t.Errorf("line %d is walked over in search of its tag", n)
		}
	}
	if !walks[0] || !walks[40] {
		t.Error("the first lines are not walked over: nothing is tested here")
	}
}
