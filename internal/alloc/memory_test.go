package alloc

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	testRecords Slab[record]
	testInts    Slab[int]
	testLists   Lists[*record]
	testMaps    Maps[string, int]
	testEntries RecordMaps[string, record]
	testLarge   RecordMaps[string, [200]byte]
)

type record struct {
	n    int
	next *record
}

// TestLines checks that the values of a line do not change while the line is valid, and those of an owned line never; that new values are
// zero, and that appending to a list does not overwrite another one.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Memory
		m.Recycle(rapid.Bool().Draw(t, "recycle"))
		var checks []func() string
		for line := range rapid.IntRange(1, 8).Draw(t, "lines") {
			size := rapid.SampledFrom([]int{10, 500, 2000}).Draw(t, "size")
			if m.recycled {
				checks = nil
				if rapid.IntRange(0, 4).Draw(t, "forget") == 0 {
					m.Forget()
				}
				m.Free(size)
			} else {
				m.Begin(size)
			}
			for k := range rapid.IntRange(0, 60).Draw(t, "values") {
				n := 100*line + k
				switch rapid.IntRange(0, 5).Draw(t, "what") {
				case 0:
					r := testRecords.New(&m)
					if *r != (record{}) {
						t.Fatalf("a new record is %+v", *r)
					}
					*r = record{n, r}
					checks = append(checks, func() string { return cmp.Diff(n, r.n) })
				case 1:
					p := Copy(&m, &testInts, n)
					checks = append(checks, func() string { return cmp.Diff(n, *p) })
				case 2:
					want := fmt.Sprint(n)
					s := m.Texts.String([]byte(want))
					checks = append(checks, func() string { return cmp.Diff(want, s) })
				case 3:
					list := drawList(t, &m, n, 0)
					want := slices.Clone(list)
					if cap(list) != len(list) {
						t.Fatalf("a list of %d has a capacity of %d", len(list), cap(list))
					}
					checks = append(checks, func() string {
						if !slices.Equal(list, want) {
							return "a list has changed"
						}
						return ""
					})
				case 4:
					if !m.recycled {
						continue
					}
					all, number := testMaps.Take(&m, 0)
					if len(all) > 0 {
						t.Fatalf("a new map has %d members", len(all))
					}
					all["a"] = n
					testMaps.Keep(&m, number, len(all))
					checks = append(checks, func() string { return cmp.Diff(map[string]int{"a": n}, all) })
				case 5:
					members, want := rapid.IntRange(1, 40).Draw(t, "members"), map[string]int{}
					list, number := testEntries.Begin(&m)
					for k := range members {
						key := fmt.Sprint(k % 30)
						list = append(list, Entry[string, record]{key, record{n: n + k}})
						want[key] = n + k
					}
					all := testEntries.End(&m, list, number, true)
					checks = append(checks, func() string {
						got := map[string]int{}
						for k, r := range all {
							got[k] = r.n
						}
						return cmp.Diff(want, got)
					})
				}
			}
			for k, check := range checks {
				if diff := check(); diff != "" {
					t.Fatalf("value %d has changed (-want +got):\n%s", k, diff)
				}
			}
		}
	})
}

// drawList draws a list. While it is open, some of its elements begin and end other lists.
func drawList(t *rapid.T, m *Memory, n, depth int) []*record {
	list, number := testLists.Begin(m)
	for range rapid.IntRange(1, 20).Draw(t, "elements") {
		r := &record{n: n}
		if depth < 3 && rapid.IntRange(0, 9).Draw(t, "within") == 0 {
			inner := drawList(t, m, n, depth+1)
			if len(inner) > 0 {
				r.next = inner[0]
			}
		}
		list = append(list, r)
	}
	return testLists.End(m, list, number, rapid.IntRange(0, 9).Draw(t, "ok") > 0)
}

// TestRecycledLines checks that a line that needs as much as the line before allocates nothing.
func TestRecycledLines(t *testing.T) {
	var m Memory
	m.Recycle(true)
	text := []byte("text")
	line := func() {
		m.Free(100)
		for range 40 {
			testRecords.New(&m).n = 1
			Copy(&m, &testInts, 7)
			m.Texts.String(text)
		}
		list, number := testLists.Begin(&m)
		for range 10 {
			list = append(list, nil)
		}
		testLists.End(&m, list, number, true)
		all, number := testMaps.Take(&m, 0)
		all["a"] = 1
		testMaps.Keep(&m, number, 1)
		entries, number := testEntries.Begin(&m)
		testEntries.End(&m, append(entries, Entry[string, record]{Key: "a"}), number, true)
		for _, keys := range []string{"ab", "cd", "ac"} { // Go keeps large values outside of their maps
			large, number := testLarge.Begin(&m)
			for k := range keys {
				large = append(large, Entry[string, [200]byte]{Key: keys[k : k+1]})
			}
			testLarge.End(&m, large, number, true)
		}
	}
	line()
	if got := testing.AllocsPerRun(100, line); got > 0 && !copiesTexts { // without unsafe, texts are copied
		t.Errorf("%v allocations in a line like the one before", got)
	}
}

// TestPoison checks that values of a recycled line are overwritten, and those of an owned line are not.
func TestPoison(t *testing.T) {
	for _, recycle := range []bool{false, true} {
		var m Memory
		m.Recycle(recycle)
		var all []*int
		for n := range 100 {
			all = append(all, Copy(&m, &testInts, n))
		}
		r := testRecords.New(&m)
		r.n = 5
		m.Poison()
		Poison(&m, &testInts, -1)
		for n, p := range all {
			if want := map[bool]int{false: n, true: -1}[recycle]; *p != want {
				t.Fatalf("recycled is %v: %d has become %d", recycle, n, *p)
			}
		}
		if (r.n == 0) != recycle {
			t.Errorf("recycled is %v: the record has %d", recycle, r.n)
		}
	}
}

const recordSize = 16

// TestTrim checks that the memory that only a long line has needed is dropped after enough shorter lines.
func TestTrim(t *testing.T) {
	var m Memory
	m.Recycle(true)
	for range 2 * MaxKept / recordSize {
		testRecords.New(&m)
	}
	most := m.Kept()
	m.Free(100) // ends the long line
	for range shortLines {
		m.Free(100)
	}
	if m.Kept() != most {
		t.Errorf("%d of %d bytes are left after %d short lines", m.Kept(), most, shortLines)
	}
	m.Free(100)
	if m.Kept() != 0 {
		t.Errorf("%d bytes are left of a long line", m.Kept())
	}
	for range 2 * MaxKept / recordSize {
		testRecords.New(&m)
	}
	m.Shrink()
	if m.Kept() != 0 {
		t.Errorf("%d bytes are left after Shrink", m.Kept())
	}
}

// TestKeptForAlikeLines checks that lines that take as much memory as the one before, far more than is kept for shorter lines, allocate nothing.
func TestKeptForAlikeLines(t *testing.T) {
	var m Memory
	m.Recycle(true)
	line := func() {
		m.Allow(8 * MaxKept)
		m.Free(100)
		for range 4 * MaxKept / recordSize {
			testRecords.New(&m)
		}
		list, n := testLists.Begin(&m)
		for range MaxKept / 16 {
			m.Left -= 8
			list = append(list, nil)
		}
		testLists.End(&m, list, n, true)
	}
	line()
	if n := testing.AllocsPerRun(3*shortLines, line); n > 0 {
		t.Errorf("%v allocations a line", n)
	}
}

// TestOtherValuesAreDropped checks that a line that needs much memory does not keep as much memory of another type from an earlier line.
func TestOtherValuesAreDropped(t *testing.T) {
	const need = 24 << 20
	var m Memory
	m.Recycle(true)
	for k := range 8 {
		m.Allow(2 * need)
		m.Free(need / BytesPerByte)
		switch k % 4 {
		case 0:
			for range need / recordSize {
				testRecords.New(&m)
			}
		case 1:
			for n := range need / 8 {
				*testInts.New(&m) = n
			}
		case 2:
			for range need / (keepMembers * testMaps.MemberSize()) {
				all, number := testMaps.Take(&m, 0)
				for n := range keepMembers {
					all[fmt.Sprint(n)] = n
				}
				m.Left -= keepMembers * testMaps.MemberSize()
				testMaps.Keep(&m, number, len(all))
			}
		case 3:
			const elements = 1 << 14
			for range need / (8 * elements) {
				list, number := testLists.Begin(&m)
				m.Left -= 8 * elements
				testLists.End(&m, append(list, make([]*record, elements)...), number, true)
			}
		}
		if m.Kept() > need+mostKept+mostKept/4 {
			t.Errorf("line %d: %d bytes are kept for %d", k, m.Kept(), need)
		}
	}
}

var (
	testBools Slab[bool]
	testWords Slab[[3]uint16]
)

// TestSmallValues checks that values that are smaller than a pointer, or not aligned like one, are zero in the next line.
func TestSmallValues(t *testing.T) {
	var m Memory
	m.Recycle(true)
	for line := range 3 {
		for k := range 100 {
			on, words := testBools.New(&m), testWords.New(&m)
			if *on || *words != [3]uint16{} {
				t.Fatalf("line %d, value %d: %v, %v", line, k, *on, *words)
			}
			*on, *words = true, [3]uint16{1, 2, 3}
		}
		kept := testBools.New(&m)
		*kept = true
		if m.Poison(); *kept {
			t.Fatalf("line %d is still there", line)
		}
		m.Free(10)
	}
}

// TestMapAfterManyValues checks that a map with new keys is made although the Memory drops at that moment what an earlier line needed, other maps too.
func TestMapAfterManyValues(t *testing.T) {
	var m Memory
	m.Recycle(true)
	take := func(keys ...string) int {
		list, number := testEntries.Begin(&m)
		for _, key := range keys {
			list = append(list, Entry[string, record]{Key: key})
		}
		return len(testEntries.End(&m, list, number, true))
	}
	for range 3 {
		m.Allow(4 * mostKept)
		m.Free(mostKept)
		take("a")
		take("b", "c")
		take("d", "e")
		for range 2 * mostKept / recordSize {
			testRecords.New(&m)
		}
		m.Free(mostKept)
		if n := take("f", "g", "h"); n != 3 {
			t.Fatalf("a map of %d members, want 3", n)
		}
	}
}
