package bench

import (
	"bytes"
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/bench/corpus"
)

// TestAllocations bounds the allocations for a line of each corpus, by each way of decoding: a Recycled loop allocates nothing for lines like earlier
// ones.
func TestAllocations(t *testing.T) {
	if uncounted {
		t.Skip("allocations cannot be counted in this build")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	for _, x := range []struct {
		corpus                    string
		owned, borrowed, recycled float64 // allocations a line, at most
	}{
		{"mixed", 1.2, 1, 0},
		{"tiny", 0.4, 0.3, 0},
		{"bulky", 9, 6.5, 0},
	} {
		c := corpus.Generate(x.corpus, 1<<20)
		lines := ndwire.NewReader(bytes.NewReader(bytes.Repeat(c.Data, 3)))
		passes := 0
		mallocs := func() uint64 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.Mallocs
		}
		pass := func() uint64 {
			before, n := mallocs(), 0
			for _, err := range lines.Recycled() {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == c.Len() {
					break
				}
			}
			passes++
			return mallocs() - before
		}
		pass()
		pass()
		if n := pass(); n > 8 { // allocations of the loop itself
			t.Errorf("%s: %d allocations for %d recycled lines", x.corpus, n, c.Len())
		}
		each := func(name string, decode func([]byte) (ndwire.Line, error), most float64) {
			got := math.Inf(1)
			for range 3 { // on another processor the pool may be empty
				before := mallocs()
				for i := range c.Len() {
					if _, err := decode(c.Line(i)); err != nil {
						t.Fatal(err)
					}
				}
				got = min(got, float64(mallocs()-before)/float64(c.Len()))
			}
			if got > most {
				t.Errorf("%s, %s: %.2f allocations a line, want %v at most", x.corpus, name, got, most)
			} else {
				t.Logf("%s, %s: %.2f allocations a line", x.corpus, name, got)
			}
		}
		each("owned", ndwire.UnmarshalLine, x.owned)
		each("borrowed", ndwire.BorrowLine, x.borrowed)
	}
}
