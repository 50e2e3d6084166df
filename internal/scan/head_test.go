package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestTagOf has that the tag of an object is found wherever it stands, however the object is spelled, and whatever the objects before
// were like; and that the record that is chosen by it sees each member once.
func TestTagOf(t *testing.T) {
	union := scan.UnionOf("type")
	rec := scan.Record{Name: "record", Open: true, Fields: fields([]scan.Field{{Name: "type", Path: ".type"}, {Name: "id", Path: ".id"}})}
	c := scan.Get(false)
	defer scan.Put(c)
	member := rapid.SampledFrom([]string{`"type":"text"`, `"type":"text_delta"`, `"type":"content_block_start"`, `"type":"content_block_stop"`,
		`"type":"a_tag_that_is_longer_than_a_head"`, `"type":"\u0074ext"`, `"ty\u0070e":"text"`, `"type":null`, `"type":7`, `"type" : "text"`, `"type": "text"`, `"type": "text_delta"`, `"id": "1"`,
		`"id":"1"`, `"id":"22"`, `"id":null`, `"id":true`, `"id":false`, `"id":{"type":"text"}`, `"id":["type",{"type":"x"}]`, `"type_":"text"`, `"typ":"text"`,
		`"other":"the same as before"`})
	passed := 0
	// read gives the members of a record that begins as want says, as numbers and values.
	read := func(text, want string) (keys []string) {
		n, i, seen := c.Open(c.Start(), &rec)
		if seen.Has(0) {
			passed++
			keys = append(keys, fmt.Sprint(0, `"`+want+`"`))
		}
		for ; n >= 0; n, i = c.Next(i, n, &rec) {
			from := i
			if n == 0 && strings.HasPrefix(text[i:], `"`+want+`"`) {
				var here scan.Seen // tags may stand twice
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
	for range 3 { // whatever is drawn below, this record is begun behind its tag once it is known
		text := `{"type":"text","id":"1"}` + strings.Repeat(" ", 40)
		c.Reset([]byte(text), &scan.Options{})
		read(text, string(c.TagOf(c.Start(), &union)))
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 3 {
			members := rapid.SliceOfN(member, 0, 5).Draw(t, "members")
			text := "{" + rapid.SampledFrom([]string{"", "", " "}).Draw(t, "space") + strings.Join(members, rapid.SampledFrom([]string{",", ", "}).Draw(t, "comma")) + "}" +
				rapid.SampledFrom([]string{"", strings.Repeat(" ", 40)}).Draw(t, "behind")
			var want string // the first tag as a reader would have it
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
	if passed == 0 {
		t.Error("no record was begun behind its tag")
	}
}

// TestHeads has that a record which begins behind its tag has seen that member and no other, whichever record had this head before, and
// whichever tag it was chosen by.
func TestHeads(t *testing.T) {
	byType, byKind := scan.UnionOf("type"), scan.UnionOf("kind")
	names := func(list ...string) func() []scan.Field {
		all := make([]scan.Field, len(list))
		for k, name := range list {
			all[k].Name = name
		}
		return fields(all)
	}
	many := make([]string, 0, 71)
	for k := range 70 {
		many = append(many, fmt.Sprintf("f%d", k))
	}
	records := map[string]*scan.Record{
		"first":  {Name: "first", Fields: names("type", "kind", "sub", "n")},
		"second": {Name: "second", Fields: names("n", "sub", "kind", "type")},
		"many":   {Name: "many", Fields: names(append(many, "type")...)},
	}
	c := scan.Get(false)
	defer scan.Put(c)
	for k, x := range []struct {
		union *scan.Union
		rec   string
		text  string
		want  string // the members in the order of the line, behind those that Open has passed
	}{
		{&byType, "first", `{"type":"here","sub":"there","n":1234567890123}`, "type sub n"},
		{&byType, "first", `{"type":"here","sub":"there","n":1234567890123}`, "[type] sub n"},
		{&byType, "first", `{"type":"here","sub":"there","n":1234567890123}`, "[type] sub n"},
		{&byType, "second", `{"type":"here","sub":"there","n":1234567890123}`, "type sub n"},
		{&byType, "second", `{"type":"here","n":1,"sub":"there","n":123456}`, "[type] n sub n"},
		{&byType, "first", `{"type":"here","sub":"there","n":1234567890123}`, "type sub n"},
		{&byType, "first", `{"type":"here","type":"there","n":123456789012}`, "[type] type n"},
		{&byKind, "first", `{"kind":"here","sub":"there","n":1234567890123}`, "kind sub n"},
		{&byKind, "first", `{"kind":"here","sub":"there","n":1234567890123}`, "[kind] sub n"},
		{&byType, "first", `{"type":"here","sub":"there","n":1234567890123}`, "[type] sub n"},
		{&byKind, "first", `{"kind":"else","sub":"there","n":1234567890123}`, "kind sub n"},
		{&byKind, "first", `{"sub":"there","kind":"here","n":1234567890123}`, "sub kind n"},
		{&byType, "many", `{"type":"here","f1":"there","f2":1234567890123}`, "type f1 f2"},
		{&byType, "many", `{"type":"here","f1":"there","f2":1234567890123}`, "type f1 f2"},
	} {
		rec := records[x.rec]
		name := func(n int) string { return rec.Fields()[n].Name }
		c.Reset([]byte(x.text), &scan.Options{})
		c.TagOf(0, x.union)
		if at := c.Find(0, "sub"); at > 0 {
			c.TagText(at) // as a union does that asks for two tags
		}
		var got []string
		n, i, seen := c.Open128(0, rec)
		for m := range rec.Fields() {
			if seen.Has(m) {
				got = append(got, "["+name(m)+"]")
			}
		}
		for ; n >= 0; n, i = c.Next(i, n, rec) {
			got = append(got, name(n))
			var here scan.Seen128 // members may stand twice
			here.Add(c, n)
			if value, _, _ := strings.Cut(x.text[i+1:], `"`); x.text[i] == '"' {
				i = c.Tag(i, `"`+value+`"`)
			} else {
				_, i = c.Int(i)
			}
		}
		if c.Close128(i, seen); strings.Join(got, " ") != x.want {
			t.Errorf("line %d: %q, want %q", k, got, x.want)
		}
	}
}
