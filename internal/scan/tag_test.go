package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestTagOf checks that the tag of an object is found at any place, for any spelling of the object and any earlier objects, and that the chosen record
// reads each member once.
func TestTagOf(t *testing.T) {
	union := scan.UnionOf("type")
	rec := scan.Record{Name: "record", Open: true, Fields: fields([]scan.Field{{Name: "type", Path: ".type"}, {Name: "id", Path: ".id"}})}
	c := scan.Get(false)
	defer scan.Put(c)
	member := rapid.SampledFrom([]string{`"type":"text"`, `"type":"text_delta"`, `"type":"content_block_start"`, `"type":"content_block_stop"`,
		`"type":"a_tag_that_is_longer_than_a_head"`, `"type":"\u0074ext"`, `"ty\u0070e":"text"`, `"type":null`, `"type":7`, `"type" : "text"`, `"type": "text"`, `"type": "text_delta"`, `"id": "1"`,
		`"id":"1"`, `"id":"22"`, `"id":null`, `"id":true`, `"id":false`, `"id":{"type":"text"}`, `"id":["type",{"type":"x"}]`, `"type_":"text"`, `"typ":"text"`,
		`"other":"the same as before"`})
	// read returns the members of a record that begins with want: the fields as numbers and values, and the text of the unknown members.
	read := func(text, want string) (known []string, unknown string) {
		n, i, _ := c.Open(c.Start(), &rec)
		for ; n >= 0; n, i = c.Next(i, &rec) {
			from := i
			switch {
			case n == 0 && strings.HasPrefix(text[i:], `"`+want+`"`):
				var here scan.Seen // a tag may come twice
				here.Add(c, 0)
				i = c.Tag(i, `"`+want+`"`)
			case n < 2:
				i = c.Skip(i)
			default:
				i = c.Unknown(i)
				continue
			}
			known = append(known, fmt.Sprint(n, text[from:max(from, i)]))
		}
		if set := c.Close(i, scan.Seen{}).Set(); set != nil {
			unknown = string(set.Unknown)
		}
		return known, unknown
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 3 {
			members := rapid.SliceOfN(member, 0, 5).Draw(t, "members")
			text := "{" + rapid.SampledFrom([]string{"", "", " "}).Draw(t, "space") + strings.Join(members, rapid.SampledFrom([]string{",", ", "}).Draw(t, "comma")) + "}" +
				rapid.SampledFrom([]string{"", strings.Repeat(" ", 40)}).Draw(t, "behind")
			var want string // the text of the first tag
			for _, m := range members {
				if name, value, _ := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(m, " ", ""), `\u0070`, "p"), ":"); name == `"type"` {
					if want = value; strings.HasPrefix(want, `"`) {
						want = strings.ReplaceAll(strings.Trim(want, `"`), `\u0074`, "t")
					} else {
						want = ""
					}
					break
				}
			}
			c.Reset([]byte(text), &scan.Options{})
			if got := string(c.TagOf(c.Start(), &union)); got != want {
				t.Fatalf("%s: the tag is %q, want %q", text, got, want)
			}
			var known, unknown []string
			for _, m := range members {
				name, value, _ := strings.Cut(m, ":")
				if number, ok := map[string]int{"type": 0, `ty\u0070e`: 0, "id": 1}[strings.Trim(name, `" `)]; ok {
					known = append(known, fmt.Sprint(number, strings.TrimLeft(value, " ")))
				} else {
					unknown = append(unknown, m)
				}
			}
			gotKnown, gotUnknown := read(text, want)
			if fmt.Sprint(gotKnown) != fmt.Sprint(known) {
				t.Fatalf("%s: fields %q, want %q", text, gotKnown, known)
			}
			if want := strings.Join(unknown, ","); gotUnknown != want {
				t.Fatalf("%s: unknown members %s, want %s", text, gotUnknown, want)
			}
		}
	})
}

// A late tag is found however its key is spelled, and only behind a key of that name.
func TestSpellingsOfLateTags(t *testing.T) {
	kind, long := scan.UnionOf("kind"), scan.UnionOf("a name that is longer than the compared words")
	const rest = `,"more":"so that the line goes on"}`
	for _, tt := range []struct {
		union *scan.Union
		text  string
		want  string
	}{
		{&kind, `{"from":"x","kind":"a"` + rest, "a"},
		{&kind, `{"from":"x","kind": "a"` + rest, "a"},
		{&kind, `{"from":"x","kind":` + "\t" + `"a"` + rest, "a"},
		{&kind, `{"from":"x","kind":  "a"` + rest, "a"},
		{&kind, `{"from":"x", "kind" : "a"` + rest, "a"},
		{&kind, `{"from":"x","\u006bind":"a"` + rest, "a"},
		{&kind, `{"from":"x","kinds":"b","kind":"a"` + rest, "a"},
		{&kind, `{"from":"x","kin":"b","xkind":"b"` + rest, ""},
		{&kind, `{"from":"x","kind":7` + rest, ""},
		{&kind, `{"from":"x","kind":"a"}`, "a"},
		{&long, `{"from":"x","a name that is longer than the compared words":"a"` + rest, "a"},
		{&long, `{"from":"x","kind":"b"` + rest, ""},
	} {
		c := new(scan.Cursor)
		for range 4 { // also after the cursor has learned how the object begins
			c.Reset([]byte(tt.text), &scan.Options{})
			if got := string(c.TagOf(0, tt.union)); got != tt.want {
				t.Errorf("the tag of %s is %q, want %q", tt.text, got, tt.want)
			}
		}
	}
}
