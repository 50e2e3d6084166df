package alloc

import "testing"

// TestSharedMemory checks that values, texts and short lists of owned lines share allocations, at least three of them each, and that each
// sort stops sharing when it is switched off.
func TestSharedMemory(t *testing.T) {
	const n = 1600
	text := []byte("an identifier of 36 bytes, or nearly")
	long := make([]byte, 700)
	var m Memory
	sorts := []struct {
		name  string
		on    *bool
		value func()
	}{
		{"slabs", &sharedSlabs, func() { testRecords.New(&m) }},
		{"chunks", &sharedChunks, func() { m.Texts.String(text) }},
		{"chunks", &sharedChunks, func() { m.Texts.Bytes(long) }},
		{"lists", &sharedLists, func() {
			list, number := testLists.Begin(&m)
			testLists.End(&m, append(list, nil, nil), number, true)
		}},
	}
	allocations := func(value func()) float64 {
		m = Memory{}
		return testing.AllocsPerRun(1, func() {
			for range n {
				m.Begin(100)
				value()
			}
		})
	}
	for _, s := range sorts {
		if s.name == "chunks" && copiesTexts {
			continue // without unsafe, a text is a copy
		}
		if got := allocations(s.value); got > n/3 {
			t.Errorf("%s: %v allocations for %d values", s.name, got, n)
		}
		if err := SelectNamed(s.name); err != nil {
			t.Fatal(err)
		}
		if got := allocations(s.value); got < n {
			t.Errorf("without %s: %v allocations for %d values", s.name, got, n)
		}
		*s.on = true
	}
	if err := SelectNamed("slabs,everything"); err == nil || sharedSlabs {
		t.Errorf("%v, slabs are %v", err, sharedSlabs)
	}
	sharedSlabs = true
}
