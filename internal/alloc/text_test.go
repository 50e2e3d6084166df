package alloc

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/kernel"
)

// TestStrings checks that no text changes when others are made.
func TestStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Arena{recycle: rapid.Bool().Draw(t, "recycle")}
		var got, want []string
		var raw [][]byte
		for k, n := range rapid.SliceOf(rapid.SampledFrom([]int{0, 1, 5, 36, Short, Short + 1, 700, MaxShared, MaxShared + 1, 40_000})).Draw(t, "lengths") {
			text := strings.Repeat(string(rune('a'+k%26)), n)
			want = append(want, text)
			got = append(got, a.String([]byte(text)))
			b := a.Bytes([]byte(text))
			if b == nil || len(b) != n || cap(b) != n {
				t.Fatalf("Bytes of %d: %d, %d", n, len(b), cap(b))
			}
			raw = append(raw, b)
		}
		for k := range want {
			if got[k] != want[k] || string(raw[k]) != want[k] {
				t.Fatalf("%d has changed", k)
			}
		}
	})
}

func TestChunks(t *testing.T) {
	text := []byte(strings.Repeat("x", 20))
	var a Arena
	if got := testing.AllocsPerRun(2000, func() { a.Bytes(text) }); got != 0 { // rounded down
		t.Errorf("%v allocations for 20 bytes", got)
	}
	long := []byte(strings.Repeat("x", 700))
	if got := testing.AllocsPerRun(2000, func() { a.Bytes(long) }); got != 0 {
		t.Errorf("%v allocations for 700 bytes", got)
	}
	// A short string does not keep the chunk of long ones alive.
	if len(a.short.Buf) != smallChunk || len(a.long.Buf) != largeChunk {
		t.Errorf("chunks of %d and %d", len(a.short.Buf), len(a.long.Buf))
	}
}

func TestRecycle(t *testing.T) {
	a := Arena{recycle: true}
	long := []byte(strings.Repeat("x", 50_000))
	work := func() {
		a.reset()
		for range 10 {
			a.Bytes(long)
			a.Bytes(long[:30])
		}
	}
	work()
	work()
	if got := testing.AllocsPerRun(100, work); got != 0 {
		t.Errorf("%v allocations in a line like the one before", got)
	}
	b := a.Bytes([]byte("kept too long"))
	a.poison()
	if want := strings.Repeat("#", len(b)); string(b) != want {
		t.Errorf("%q after poison", b)
	}
	// Memory for an unusually long line is dropped.
	a.Bytes(make([]byte, 2*maxRecycled))
	for range maxIdle * 3 * maxRecycled / len(long) {
		a.reset()
		a.Bytes(long)
	}
	if n := len(a.short.Buf); n > maxRecycled {
		t.Errorf("%d bytes are kept", n)
	}
	// Texts that are not recycled do not change.
	var m Memory
	b = m.Texts.Bytes([]byte("mine"))
	m.Free(0)
	m.Poison()
	m.Texts.Bytes([]byte("other"))
	if string(b) != "mine" {
		t.Errorf("%q", b)
	}
}

// TestKeepReserved checks that memory for long texts is kept while lines need it, whether the texts turn out to be valid or not.
func TestKeepReserved(t *testing.T) {
	for _, valid := range []bool{true, false} {
		a := Arena{recycle: true}
		first := &a.Reserve(2 * maxRecycled)[0]
		for k := range 100_000 {
			a.reset()
			if k%1000 != 0 {
				a.Bytes([]byte("short"))
				continue
			}
			b := a.Reserve(2 * maxRecycled)
			if &b[0] != first {
				t.Fatalf("valid %t: the memory was dropped before line %d", valid, k)
			}
			if valid {
				a.Commit(2 * maxRecycled)
			}
		}
	}
}

// TestBack checks that texts before a Mark do not change when those after it are given up, and that another try at the same texts needs no other
// memory than the first. What fits into chunks of the usual size may be divided into them in another way.
func TestBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Arena{recycle: true}
		lengths := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 36, 700, 40_000, 2 * maxRecycled}), 0, 4)
		fill := func(lengths []int, fill string) (texts []string) {
			for _, n := range lengths {
				texts = append(texts, a.String([]byte(strings.Repeat(fill, n))))
			}
			return texts
		}
		before := lengths.Draw(t, "before")
		kept := fill(before, "a")
		m := a.Mark()
		size := func() (n int) {
			for _, c := range append([]kernel.Chunk{a.short}, a.full...) {
				n += len(c.Buf)
			}
			return n
		}
		again := lengths.Draw(t, "again")
		fill(again, "b")
		most := size()
		for range 3 {
			a.Back(m)
			fill(again, "c")
		}
		if size() > most+maxRecycled {
			t.Errorf("%d bytes for texts that needed %d", size(), most)
		}
		for k, text := range kept {
			if text != strings.Repeat("a", before[k]) {
				t.Errorf("text %d has changed", k)
			}
		}
	})
}

// TestLongerLine checks that a recycled arena for lines that get longer is as large as the longest of them, not as all together.
func TestLongerLine(t *testing.T) {
	a := Arena{recycle: true}
	longest := 0
	for _, longest = range []int{3 * maxRecycled, 5 * maxRecycled, 6 * maxRecycled, 2 * maxRecycled} {
		a.reset()
		a.Reserve(longest)
		a.Commit(longest)
	}
	longest = 6 * maxRecycled
	a.reset()
	if n := len(a.short.Buf); n < longest || n > longest+longest/16 {
		t.Errorf("%d bytes for texts of up to %d", n, longest)
	}
}
