package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// TestKeys checks that a member is found by its name, for any order and spelling of the members, and for any earlier objects.
func TestKeys(t *testing.T) {
	names := []string{"id", "type", "uuid", "session", "sessions", "session_id", "a_name_of_13_", "a_name_of_14__", "a_name_of_15___", "a_name_of_15__x",
		"axbxc", "aybyc", // the same place in the hash table
		"parent_tool_use_id", "cache_creation_input_tokens", "cache_creation_input_tokenz", "", "é", `quo"te`, "tab\t", `back\slash`}
	var list []scan.Field
	for _, name := range names[:len(names)-2] {
		list = append(list, scan.Field{Name: name, Path: "." + name})
	}
	list = append(list, scan.Field{Name: "inline", Inline: true})
	rec := scan.Record{Name: "all", Open: true, Fields: fields(list), Also: names[len(names)-2:]}
	numbers := map[string]int{}
	for k, name := range names {
		numbers[name] = k
		if other := k - (len(names) - 2); other >= 0 {
			numbers[name] = 128 + other
		}
	}
	c := scan.Get(false)
	defer scan.Put(c)
	rapid.Check(t, func(t *rapid.T) {
		// spellings has, for each name, the texts between the quotes of a key.
		spellings := map[string][]string{`quo"te`: {`quo\"te`, `quo\u0022te`}, "tab\t": {`tab\t`}, `back\slash`: {`back\\slash`}, "id": {"id", `\u0069d`}}
		var text strings.Builder
		var want []string
		space := rapid.SampledFrom([]string{"", "", "", " ", "\t\r "})
		text.WriteString("{" + space.Draw(t, "space"))
		for k, name := range rapid.SliceOf(rapid.SampledFrom(append(names, "unknown", "inline", "session_i", "session_idd", "typ"))).Draw(t, "names") {
			if k > 0 {
				text.WriteString(space.Draw(t, "space") + "," + space.Draw(t, "space"))
			}
			spelling := name
			if all := spellings[name]; all != nil {
				spelling = rapid.SampledFrom(all).Draw(t, "spelling")
			}
			fmt.Fprintf(&text, `"%s"%s:%s%d`, spelling, space.Draw(t, "space"), space.Draw(t, "space"), k)
			n, known := numbers[name]
			if known {
				want = append(want, fmt.Sprint(n, " ", k))
			}
		}
		text.WriteString("}")
		var got []string
		_, err := decode(c, text.String(), scan.Options{}, func(c *scan.Cursor, i int) (*notes.Set, int) {
			n, i, seen := c.Open(i, &rec)
			for ; n >= 0; n, i = c.Next(i, &rec) {
				if n >= 130 {
					i = c.Unknown(i)
					continue
				}
				var value int
				value, i = c.Int(i)
				got = append(got, fmt.Sprint(n, " ", value))
			}
			return c.Close(i, seen).Set(), i
		})
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v; %v", text.String(), got, want, err)
		}
	})
}

// TestLongKeys checks that a name that is too long for one comparison is compared to its end, and that the text after it is compared as well.
func TestLongKeys(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	const long = "cache_creation_input_tokens_and_more"
	for size := 16; size <= len(long); size++ {
		name := long[:size]
		rec := scan.Record{Name: "long", Open: true, Fields: fields([]scan.Field{{Name: "id"}, {Name: name}})}
		// try returns the number and the value of the last member that is not 0.
		try := func(text string) (got string, err error) {
			_, err = decode(c, text, scan.Options{}, func(c *scan.Cursor, i int) (*notes.Set, int) {
				n, i, seen := c.Open(i, &rec)
				for ; n >= 0; n, i = c.Next(i, &rec) {
					var value int
					value, i = c.Int(i)
					if value != 0 {
						got = fmt.Sprint(n, value)
					}
				}
				return c.Close(i, seen).Set(), i
			})
			return got, err
		}
		read := func(text string) string {
			got, err := try(text)
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			return got
		}
		for _, style := range []struct{ before, after string }{
			{`{"id":0,"`, `":`}, {`{"id": 0, "`, `": `}, {`{"`, `":`}, {`{"`, `": `},
		} {
			for _, x := range []struct{ key, want string }{
				{name + `":`, "1 34"}, {name + `": `, "1 34"}, {name + `" :`, "1 34"}, {name + `":  `, "1 34"},
				{name + `_":`, "128 34"}, {name[:size-1] + `Z":`, "128 34"}, {name[:size-1] + `":`, "128 34"}, {name + `\u0073":`, "128 34"},
				{name[:size-1] + `\u005f":`, map[bool]string{true: "1 34", false: "128 34"}[name[size-1] == '_']},
			} {
				for _, rest := range []string{"", `,"id":0`, `,"other_members_that_fill_the_line":0`} {
					for range 3 { // compared from the second one on
						read(style.before + name + style.after + "12" + rest + "}")
					}
					text := style.before + x.key + "34" + rest + "}"
					if got := read(text); got != x.want {
						t.Errorf("%s: the member is %s, want %s", text, got, x.want)
					}
					for end := range text {
						if _, err := try(text[:end]); err == nil {
							t.Errorf("%s: no error", text[:end])
						}
					}
				}
			}
		}
	}
}
