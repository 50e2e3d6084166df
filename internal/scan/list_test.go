package scan_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestListsStay checks that the lists of an owned line equal those that a new cursor decodes, and that later lines do not change them. Short lists
// share memory, are read in place or copied, and can be nested.
func TestListsStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := scan.Get(false)
		defer scan.Put(c)
		type pair struct {
			text      string
			got, want line
		}
		var lines []pair
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			text := listLine.Draw(t, "line")
			got, err := decode(c, text, scan.Options{}, scanLine)
			fresh := new(scan.Cursor)
			want, wantErr := decode(fresh, text, scan.Options{}, scanLine)
			if err != wantErr {
				t.Fatalf("%s: %v, want %v", text, err, wantErr)
			}
			if err == nil {
				lines = append(lines, pair{text, got, want})
			}
		}
		for _, p := range lines {
			if diff := cmp.Diff(p.want, p.got, unexported); diff != "" {
				t.Fatalf("%s:\n%s", p.text, diff)
			}
			if e, ok := p.got.(*every); ok {
				for _, spare := range []int{cap(e.Ss) - len(e.Ss), cap(e.Recs) - len(e.Recs), cap(e.Grid) - len(e.Grid), cap(e.Conts) - len(e.Conts)} {
					if spare != 0 {
						t.Fatalf("%s: an element can be appended where another list begins", p.text)
					}
				}
			}
		}
	})
}

// TestLongLinesShareNoLists checks that a list of a long line that a program keeps does not keep lists of other lines alive.
func TestLongLinesShareNoLists(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	first := func(size int) *point {
		v, err := decode(c, `{"type":"every","must":1,"recs":[{"x":1}],"s":"`+strings.Repeat("x", size)+`"}`, scan.Options{}, scanLine)
		if err != nil {
			t.Fatal(err)
		}
		return &v.(*every).Recs[0]
	}
	for _, size := range []int{0, 1 << 10} {
		kept, gone := first(size), weak.Make(first(size))
		runtime.GC()
		if long := size > 0; (gone.Value() == nil) != long {
			t.Errorf("%d bytes more: the list of a line that is gone has been collected: %v", size, !long)
		}
		runtime.KeepAlive(kept)
	}
}

// listLine generates lines with lists of all lengths. Some of their elements have another type, and some lines are cut off.
var listLine = rapid.Custom(func(t *rapid.T) string {
	list := func(elem func() string) string {
		n := rapid.SampledFrom([]int{0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 9, 16, 17}).Draw(t, "length")
		var all []string
		for range n {
			all = append(all, elem())
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	number := func() string {
		return strconv.Itoa(rapid.IntRange(0, 99).Draw(t, "number"))
	}
	odd := func(usual string) string {
		if rapid.IntRange(0, 30).Draw(t, "odd") == 0 {
			return "null"
		}
		return usual
	}
	var blocks func(depth int) string
	blocks = func(depth int) string {
		return list(func() string {
			if depth > 1 || rapid.Bool().Draw(t, "leaf") {
				return odd(`{"type":"text","text":"` + number() + `"}`)
			}
			return `{"type":"tool_use","id":"i","name":"n","input":{},"content":` + blocks(depth+1) + `}`
		})
	}
	members := []string{`"type":"every","must":1`}
	for _, m := range []func() string{
		func() string { return `"ss":` + list(func() string { return odd(`"` + number() + `"`) }) },
		func() string { return `"recs":` + list(func() string { return odd(`{"x":` + number() + `}`) }) },
		func() string {
			return `"grid":` + list(func() string { return odd(list(number)) })
		},
		func() string { return `"conts":[` + blocks(0) + `,` + blocks(1) + `]` },
	} {
		if rapid.Bool().Draw(t, "member") {
			members = append(members, m())
		}
	}
	text := "{" + strings.Join(members, ",") + "}"
	if rapid.IntRange(0, 9).Draw(t, "cut") == 0 {
		text = text[:rapid.IntRange(1, len(text)).Draw(t, "end")]
	}
	return text
})
