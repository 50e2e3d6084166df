package scan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// TestSharedSets checks that equal notes of a cursor's lines are one set, and that the number of sets that it keeps is bounded.
func TestSharedSets(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	read := func() *notes.Set {
		v, err := decode(c, `{"type":"assistant","uuid":null,"error":null}`, scan.Options{}, scanLine)
		if err != nil {
			t.Fatal(err)
		}
		return v.(*assistant).Extra
	}
	first := read()
	if first == nil {
		t.Fatal("there is no set")
	}
	members := []string{`"s"`, `"sp"`, `"n"`, `"np"`, `"l"`, `"f"`, `"b"`, `"r"`}
	for n := range 1 << 12 { // four of them, in all orders
		var line strings.Builder
		line.WriteString(`{"type":"every"`)
		for bits := range 4 {
			if m := members[n>>(3*bits)&7] + `:null`; !strings.Contains(line.String(), ","+m) {
				line.WriteString("," + m)
			}
		}
		if _, err := decode(c, line.String()+`}`, scan.Options{}, scanLine); err != nil {
			t.Fatal(err)
		}
	}
	if n := c.SharedSets(); n != 1<<10 {
		t.Errorf("%d sets are kept, want 1024", n)
	}
	if read() != first {
		t.Error("the sets of equal notes are two")
	}
}

func TestRecycled(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	text := `{"type":"every","must":{"a":1},"s":"a short one","sp":"\u0061 pointer","np":5,"ss":["x","` + strings.Repeat("y", 5000) + `"]}`
	var before *every
	for range 3 {
		v, err := decode(c, text, scan.Options{Recycle: true}, scanLine)
		if err != nil {
			t.Fatal(err)
		}
		before = v.(*every)
		if before.S != "a short one" || *before.SP != "a pointer" || *before.NP != 5 || len(before.Ss[1]) != 5000 {
			t.Fatalf("%+v", before)
		}
	}
	c.Poison()
	if poisoned && (before.S != "###########" || *before.SP == "a pointer" || *before.NP == 5 || strings.Contains(before.Ss[1], "y")) {
		t.Errorf("not overwritten: %+v", before)
	}
	// Owned values do not change.
	v, err := decode(c, text, scan.Options{}, scanLine)
	if err != nil {
		t.Fatal(err)
	}
	c.Poison()
	if e := v.(*every); e.S != "a short one" || *e.SP != "a pointer" {
		t.Errorf("%+v", e)
	}
}

// TestOwned checks that no value of an owned line points into the input.
func TestOwned(t *testing.T) {
	text := []byte(`{"type":"every","must":[1,2],"s":"plain","ss":["a","b"],"map":{"k":{"x":1,"y":"odd"}},"e":"other","new":"member"}`)
	c := scan.Get(false)
	defer scan.Put(c)
	c.Reset(text, &scan.Options{})
	v, _ := scanLine(c, c.Start())
	want, _ := decode(scan.Get(false), string(text), scan.Options{}, scanLine)
	for i := range text {
		text[i] = 'X'
	}
	if diff := cmp.Diff(want, v, unexported); diff != "" {
		t.Error(diff)
	}
	raw := v.(*every).Must
	if cap(raw) != len(raw) {
		t.Errorf("raw: len %d, cap %d", len(raw), cap(raw))
	}
}

func TestAllocations(t *testing.T) {
	if !poisoned {
		t.Skip("without unsafe, every string is an allocation")
	}
	c := scan.Get(false)
	defer scan.Put(c)
	var texts []string
	for range 20 {
		texts = append(texts, `"a plain string"`)
	}
	list := []byte(`[` + strings.Join(texts, ",") + `]`)
	got := testing.AllocsPerRun(1000, func() {
		c.Reset(list, &scan.Options{})
		c.Strings(c.Start())
	})
	if got != 1 { // the list
		t.Errorf("%v allocations for a list of 20 strings", got)
	}
	line := []byte(`{"type":"assistant","uuid":null,"session_id":"s","message":{"id":"m\n","content":"text"}}`)
	for name, o := range map[string]scan.Options{"borrowed": {Borrow: true, Recycle: true}, "recycled": {Recycle: true}, "drift": {Recycle: true, Drift: true}} {
		m := new(assistant)
		if got := testing.AllocsPerRun(1000, func() {
			c.Reset(line, &o)
			*m = assistant{}
			if m.ScanJSON(c, c.Start()) < 0 || m.Extra == nil {
				t.Fatal("bad")
			}
		}); got > 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}

// TestPutKeepsNothingLarge checks that a cursor in the pool does not keep memory that only an unusual line has needed.
func TestPutKeepsNothingLarge(t *testing.T) {
	for name, line := range map[string]string{
		"a long text":       `{"type":"every","must":null,"s":"` + strings.Repeat(`\n`, 4<<20) + `"}`,
		"a long key":        `{"type":"every","must":null,"` + strings.Repeat(`\n`, 4<<20) + `":1}`,
		"a long list":       `{"type":"every","must":null,"ss":["` + strings.Repeat(`a","`, 100_000) + `"]}`,
		"many members":      `{"type":"every","must":null` + strings.Repeat(`,"new":1`, 100_000) + `}`,
		"many wrong values": `{"type":"every","must":null,"recs":[{"x":"1"}` + strings.Repeat(`,{"x":"1"}`, 100_000) + `]}`,
		"many keys of maps": `{"type":"every","must":null,"map":{"":{}` + strings.Repeat(`,"\ud83d":{}`, 100_000) + `}}`,
		"deep":              `{"type":"every","must":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
		"not a record":      strings.Repeat("[", 1<<20),
	} {
		for _, o := range []scan.Options{{}, {Strict: true, Drift: true, MaxDepth: 10_000}, {Recycle: true, Borrow: true}} {
			c := scan.Get(false)
			decode(c, line, o, scanLine)
			if i := c.Peek([]byte(line), o.MaxDepth); i >= 0 {
				c.TagText(c.Find(i, "type"))
			}
			scan.Put(c)
			if c.HoldsLine() {
				t.Errorf("%s, %+v: the line is kept", name, o)
			}
			if bytes, items := c.Held(); bytes > 1<<20 || items > 1<<10 {
				t.Errorf("%s, %+v: %d bytes and %d items are kept", name, o, bytes, items)
			}
			if kept, most := c.Kept(); kept > most {
				t.Errorf("%s, %+v: %d values are kept, want %d at most", name, o, kept, most)
			}
		}
	}
}

// TestResetOpen checks that no value of an open line extends beyond a line feed.
func TestResetOpen(t *testing.T) {
	c := scan.Get(true)
	defer scan.Put(c)
	for text, want := range map[string]int{"[1, 2]\n3": 6, "[1,\n2]": -1, "{\"a\":\n{}}": -1, "[\r\n]": -1, "\"a\n\"": -1, "7\n": 1} {
		for name, f := range map[string]func(int) int{"Skip": c.Skip, "Valid": c.Valid} {
			c.ResetOpen([]byte(text), 0, &scan.Options{Borrow: true, Recycle: true})
			if got := f(0); got != want {
				t.Errorf("%s of %q: %d, want %d", name, text, got, want)
			}
			c.Reset([]byte(text), &scan.Options{Borrow: true, Recycle: true})
			if want < 0 && text[0] != '"' {
				if got := f(0); got != len(text) {
					t.Errorf("%s of %q, which is not open: %d", name, text, got)
				}
			}
		}
	}
}
