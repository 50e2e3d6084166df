package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// ordered is a record with an order: {"ns":[1],"in":{"x":1},"s":"a"}. In another one stands the record in it.
type ordered struct {
	Ns    []int
	In    point
	S     string
	Extra *notes.Set

	tried bool
}

var (
	recordOrdered = scan.Record{Name: "ordered", Required: 0x7, Fields: fields([]scan.Field{
		{Name: "ns", Path: ".ns[]"}, {Name: "in", Path: ".in"}, {Name: "s", Path: ".s"}})}
	orderOrdered = scan.OrderOf(3) // as if other records lay around those that In has
)

func scanOrdered(c *scan.Cursor, i int) (m *ordered, n int) {
	m = new(ordered)
	if c.TryOrder(&orderOrdered) {
		m.tried = true
		if n := m.scanUsual(c, i); c.KeepOrder(&orderOrdered, n) {
			return m, n
		}
	}
	n, i, seen := c.Open(i, &recordOrdered)
	for ; n >= 0; n, i = c.Next(i, n, &recordOrdered) {
		switch n {
		case 0:
			seen.Add(c, 0)
			m.Ns, i = c.Ints(i)
		case 1:
			seen.Add(c, 1)
			i = m.In.ScanJSON(c, i)
		case 2:
			seen.Add(c, 2)
			m.S, i = c.String(i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen)
	return m, i
}

func (m *ordered) scanUsual(c *scan.Cursor, i int) int {
	if s := c.Rest(i); len(s) < 6 || string(s[:6]) != `{"ns":` {
		return scan.NoOrder
	}
	m.Ns, i = c.Ints(i + 6)
	if s := c.Rest(i); len(s) < 6 || string(s[:6]) != `,"in":` {
		return -1
	}
	i = m.In.ScanJSON(c, i+6)
	if s := c.Rest(i); len(s) < 5 || string(s[:5]) != `,"s":` {
		return -1
	}
	m.S, i = c.String(i + 5)
	if s := c.Rest(i); len(s) < 1 || s[0] != '}' {
		return -1
	}
	return i + 1
}

// tries says of each line whether the cursor tried to read it by order, and was right.
func tries(t *testing.T, c *scan.Cursor, lines []string, o scan.Options) string {
	t.Helper()
	var b strings.Builder
	for _, line := range lines {
		m, err := decode(c, line, o, scanOrdered)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if m.tried {
			b.WriteByte('t')
		} else {
			b.WriteByte('.')
		}
	}
	return b.String()
}

// TestOrderIsTried has when a record is read by order: as long as that goes well.
func TestOrderIsTried(t *testing.T) {
	const good, other, bad = `{"ns":[1,2],"in":{"x":1,"y":2},"s":"a"}`, `{"s":"a","ns":[1],"in":{"x":1,"y":2}}`, `{"ns":[1],"in":{"x":1,"y":2},"s":1}`
	for _, test := range []struct {
		name    string
		lines   string // g, o and b for good, other and bad
		want    string
		options scan.Options
	}{
		{"not the first, which makes the tables", "ggg", ".tt", scan.Options{}},
		{"other orders are no failures", "goooo", ".tttt", scan.Options{}},
		{"fewer tries after failures", "gbggbggggbggggggggg", ".t..t....t........t", scan.Options{}},
		{"until enough have gone well", "gb" + "oo" + strings.Repeat("g", 16) + "bggg", ".t" + ".." + strings.Repeat("t", 16) + "t..t", scan.Options{}},
		{"deep enough", "ggg", ".tt", scan.Options{MaxDepth: 4}},
		{"too deep for what has no order", "ggg", ".t.", scan.Options{MaxDepth: 3}},
		{"too deep", "ggg", "...", scan.Options{MaxDepth: 2}},
		{"findings need frames", "ggg", "...", scan.Options{Strict: true}},
		{"recycled", "gggbg", ".ttt.", scan.Options{Recycle: true, Borrow: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var lines []string
			for _, l := range test.lines {
				lines = append(lines, map[rune]string{'g': good, 'o': other, 'b': bad}[l])
			}
			if got := tries(t, new(scan.Cursor), lines, test.options); got != test.want {
				t.Errorf("%s: tried %s, want %s", test.lines, got, test.want)
			}
		})
	}
}

// TestOrderLeavesNothing compares lines at which a try fails with what a cursor makes of them that does not try.
func TestOrderLeavesNothing(t *testing.T) {
	for _, line := range []string{
		`{"ns":[1],"in":{"x":1,"y":2},"s":"a"}`,
		`{"ns":[1],"in":{"x":1,"y":2},"s":"\ud800"}`,
		`{"ns":[1],"in":{"x":1,"y":2},"s":null}`,
		`{"ns":[1],"in":{"x":1,"y":2},"s":"a","new":1}`,
		`{"ns":[1],"in":{"x":1,"y":2},"s":"a","s":"b"}`,
		`{"ns":[1,"a"],"in":{"x":1,"y":2},"s":"a"}`,
		`{"ns":[1,1.5],"in":{"x":1,"y":2},"s":"a"}`,
		`{"ns":[1],"in":{"x":1,"y":2,"z":3},"s":"a"}`,
		`{"ns":[1],"in":{"x":1},"s":"a"}`,
		`{"ns":[1],"in":{"x":{"x":1},"y":2},"s":"a"}`,
		`{"ns":[1],"in":7,"s":"a"}`,
		`{"ns":null,"in":null,"s":null}`,
		`{"ns":[1,2,3],"in":{"x":1,"y":2},"s":7}`, // all the elements that there may be
		`{"ns":[1,2,3,4],"in":{"x":1,"y":2},"s":"a"}`,
		`{"ns":[1],"in":{"x":[[1]],"y":2},"s":"a"}`, // as deep as it may be
		`{"ns":[1],"in":{"x":[[[1]]],"y":2},"s":"a"}`,
		`{"ns":[1],"in":{"x":1,"y":2},"s":"a"`,
		`{"ns":[1],"in":{"x":1,"y":2},"s":"a`,
		`{"ns":[1],"in":{"x":1,"y":2},"s":"a"}}`,
		`{"ns":[1],"in":{"x":1,"y":2x},"s":"a"}`,
		`{"ns":[1`,
	} {
		o := scan.Options{Drift: true, MaxElements: 3, MaxDepth: 4}
		fresh, trying := new(scan.Cursor), new(scan.Cursor)
		tries(t, trying, []string{`{"ns":[1],"in":{"x":1,"y":2},"s":"b"}`}, o)
		want, wantErr := decode(fresh, line, o, scanOrdered)
		got, err := decode(trying, line, o, scanOrdered)
		if want != nil && got != nil {
			again := err != nil || strings.Contains(line, `"b"`) // and without a try: a member stands twice
			if want.tried || got.tried == again {
				t.Fatalf("%s: tried %v, %v", line, want.tried, got.tried)
			}
			want.tried = got.tried
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(ordered{})); diff != "" || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s (-fresh +trying), %v, %v:\n%s", line, wantErr, err, diff)
		}
		if diff := cmp.Diff(fresh.Drift(), trying.Drift()); diff != "" {
			t.Errorf("%s: drift (-fresh +trying):\n%s", line, diff)
		}
		if fresh.Replaced() != trying.Replaced() {
			t.Errorf("%s: %d strings replaced, want %d", line, trying.Replaced(), fresh.Replaced())
		}
	}
}
