package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/internal/scan"
)

// letter is a record of a union whose tag, type, is late: it follows a message.
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
	for ; n >= 0; n, i = c.Next(i, &recordLetter) {
		switch n {
		case 0:
			seen.Mark(c, 0)
			i = c.Tag(i, `"`+tag+`"`)
		case 1:
			seen.Mark(c, 1)
			m.from, i = c.String(i)
		case 2:
			seen.Mark(c, 2)
			m.message, i = c.Raw(i)
		case 128:
			i = c.TagWithoutField(i, `"short"`)
		default:
			i = c.Unknown(i)
		}
	}
	c.Close(i, seen)
	return tag, i
}

// needsPredictions skips a test of learned predictions if they are switched off.
func needsPredictions(t *testing.T) {
	t.Helper()
	if !predict.NextKeys || !predict.LateTags || !predict.Prefixes {
		t.Skip("predictions are switched off")
	}
}

// TestLateTags checks that late tags are read correctly, and that after several equal ones the message is not searched for the tag.
func TestLateTags(t *testing.T) {
	needsPredictions(t)
	long := strings.Repeat("x", 500) // so that the tag after it is predicted
	line := func(n int, role, end string) string {
		return fmt.Sprintf(`{"from":"%06d","where":"here","message":{"id":"m%d","role":%q,"n":["%s"]}%s}`, n, n, role, long, end)
	}
	first := func(n int, end string) string { // the message is the first member
		return fmt.Sprintf(`{"message":{"to":"m%d","n":["%s"]},"from":"me"%s}`, n, long, end)
	}
	var tests []struct{ text, want string }
	add := func(text, want string) { tests = append(tests, struct{ text, want string }{text, want}) }
	walks := map[int]bool{}
	c := new(scan.Cursor) // a cursor of the pool may have learned letters of other tests
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
			t.Errorf("line %d was searched for its tag", n)
		}
	}
	if !walks[0] || !walks[40] {
		t.Error("the first lines are not walked over: nothing is tested here")
	}
}

// walkedOver decodes letters one after another with one cursor. It returns for each whether it was searched for its tag, and whether it was decoded
// a second time.
func walkedOver(t *testing.T, texts []string, want func(n int) string) (walked, again []bool) {
	t.Helper()
	c := new(scan.Cursor) // a cursor of the pool may have learned letters of other tests
	for n, text := range texts {
		c.Reset([]byte(text), &scan.Options{})
		v, i := scanLetter(c, 0)
		walked, again = append(walked, c.Walked() > 100), append(again, false)
		for c.Retry() {
			v, i = scanLetter(c, 0)
			again[n] = true
		}
		if c.End(i) < 0 || v != want(n) {
			t.Fatalf("line %d is %v, want %s:\n%s", n, v, want(n), text)
		}
	}
	return walked, again
}

// TestContextOfList checks that the first element of the message is a part of the context that predicts the tag.
func TestContextOfList(t *testing.T) {
	needsPredictions(t)
	long := strings.Repeat("x", 500)
	var texts []string
	for n := range 40 {
		texts = append(texts, fmt.Sprintf(`{"message":{"content":[{%s:"%d%s"}]},"type":"%c"}`, []string{`"id"`, `"text"`}[n%2], n, long, 'a'+n%2))
	}
	walked, _ := walkedOver(t, texts, func(n int) string { return string(rune('a' + n%2)) })
	for n, w := range walked {
		if w != (n < 16) {
			t.Errorf("line %d was walked over: %t", n, w)
		}
	}
}

// TestManyContexts checks that predictions for some kinds of letters are not lost when letters of other kinds come between them.
func TestManyContexts(t *testing.T) {
	needsPredictions(t)
	long := strings.Repeat("x", 500)
	const kinds = 8
	var texts []string
	for n := range 12 * kinds {
		texts = append(texts, fmt.Sprintf(`{"%c":{"n":["%s"]},"type":"%[1]c"}`, 'a'+n%kinds, long))
	}
	walked, _ := walkedOver(t, texts, func(n int) string { return string(rune('a' + n%kinds)) })
	for n, w := range walked {
		if w != (n < 8*kinds) {
			t.Errorf("line %d was walked over: %t", n, w)
		}
	}
}

// TestWrongPredictionsGetRare checks that a prediction that fails now and then is no longer used, so that few lines are decoded twice.
func TestWrongPredictionsGetRare(t *testing.T) {
	needsPredictions(t)
	long := strings.Repeat("x", 500)
	var texts []string
	kind := func(n int) string { return map[bool]string{false: "a", true: "b"}[n%200 == 199] }
	for n := range 4000 {
		texts = append(texts, fmt.Sprintf(`{"message":{"n":["%s"]},"type":"%s"}`, long, kind(n)))
	}
	_, again := walkedOver(t, texts, kind)
	times := 0
	for _, a := range again {
		if a {
			times++
		}
	}
	if times < 1 || times > 4 {
		t.Errorf("%d of 20 letters with another tag were decoded twice, want a few", times)
	}
}

// TestDamageKeepsPredictions checks that damaged lines do not change predictions.
func TestDamageKeepsPredictions(t *testing.T) {
	needsPredictions(t)
	letter := fmt.Sprintf(`{"message":{"n":["%s"]},"type":"a"}`, strings.Repeat("x", 500))
	c := new(scan.Cursor)
	read := func(text string) (walked bool, err scan.Code) {
		c.Reset([]byte(text), &scan.Options{})
		_, i := scanLetter(c, 0)
		c.End(i)
		walked = c.Walked() > 100
		for c.Retry() {
			_, i = scanLetter(c, 0)
			c.End(i)
		}
		err, _ = c.Err()
		return walked, err
	}
	for range 20 {
		read(letter)
	}
	for _, damaged := range []string{letter + letter, letter[:len(letter)-1], letter[:400], strings.Replace(letter, `]}`, `]]`, 1), letter + "x"} {
		if _, err := read(damaged); err == 0 {
			t.Fatalf("nothing is wrong with %s", damaged)
		}
		if walked, err := read(letter); walked || err != 0 {
			t.Errorf("behind %s: walked over: %t, error %d", damaged, walked, err)
		}
	}
}

// parcel is a record of a union whose late tag is an optional member, and that has another record in it.
type parcel struct{ kind, name string }

var (
	recordParcel  = scan.Record{Name: "parcel", Fields: fields([]scan.Field{{Name: "kind"}, {Name: "content"}})}
	recordContent = scan.Record{Name: "content", Fields: fields([]scan.Field{{Name: "name"}})}
	unionParcels  = scan.UnionOf("kind")
)

func scanParcel(c *scan.Cursor, i int) (*parcel, int) {
	if c.TagOf(i, &unionParcels) == nil {
		return nil, c.Valid(i)
	}
	m := new(parcel)
	n, i, seen := c.Open(i, &recordParcel)
	for ; n >= 0; n, i = c.Next(i, &recordParcel) {
		switch n {
		case 0:
			seen.Mark(c, 0)
			c.Confirm(i)
			m.kind, i = c.String(i)
		case 1:
			seen.Mark(c, 1)
			var inner scan.Seen
			n, i, inner = c.Open(i, &recordContent)
			for ; n >= 0; n, i = c.Next(i, &recordContent) {
				if n == 0 {
					inner.Mark(c, 0)
					m.name, i = c.String(i)
				} else {
					i = c.Unknown(i)
				}
			}
			c.Close(i, inner)
		default:
			i = c.Unknown(i)
		}
	}
	c.Close(i, seen)
	return m, i
}

// A predicted tag that is missing is noticed, whatever the records before its place have.
func TestMissingLateTag(t *testing.T) {
	needsPredictions(t)
	for _, content := range []string{`{"name":"x"}`, `{"name":"x","new":1}`, `{"name":7}`, `{"name":7,"new":1,"newer":2}`} {
		c := new(scan.Cursor)
		read := func(text string) *parcel {
			c.Reset([]byte(text), &scan.Options{})
			m, i := scanParcel(c, 0)
			for c.Retry() {
				m, i = scanParcel(c, 0)
			}
			if c.End(i) < 0 {
				t.Fatalf("%s is not read", text)
			}
			return m
		}
		for range 20 {
			if m := read(`{"content":` + content + `,"kind":"box"}`); m == nil || m.kind != "box" {
				t.Fatalf("content %s: the parcel is %v", content, m)
			}
		}
		if m := read(`{"content":` + content + `}`); m != nil {
			t.Errorf("content %s: without its tag, the parcel is %v", content, *m)
		}
	}
}
