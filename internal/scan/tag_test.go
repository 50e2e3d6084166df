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
	// read returns the members of a record that begins with want, as numbers and values.
	read := func(text, want string) (keys []string) {
		n, i, _ := c.Open(c.Start(), &rec)
		for ; n >= 0; n, i = c.Next(i, &rec) {
			from := i
			if n == 0 && strings.HasPrefix(text[i:], `"`+want+`"`) {
				var here scan.Seen // a tag may come twice
				here.Add(c, 0)
				i = c.Tag(i, `"`+want+`"`)
			} else {
				i = c.Unknown(i)
			}
			keys = append(keys, fmt.Sprint(min(n, 2), text[from:max(from, i)]))
		}
		c.Close(i, scan.Seen{})
		return keys
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
			keys := read(text, want)
			var all []string
			for _, m := range members {
				name, value, _ := strings.Cut(m, ":")
				k := map[string]int{"type": 0, `ty\u0070e`: 0, "id": 1}
				number, ok := k[strings.Trim(name, `" `)]
				if !ok {
					number = 2
				}
				all = append(all, fmt.Sprint(number, strings.TrimLeft(value, " ")))
			}
			if fmt.Sprint(keys) != fmt.Sprint(all) {
				t.Fatalf("%s: members %q, want %q", text, keys, all)
			}
		}
	})
}
