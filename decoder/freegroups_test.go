package decoder

import (
	"testing"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestFreeTexts checks that the free groups of a Reader, which all have read a long line, do not each keep memory for its texts.
func TestFreeTexts(t *testing.T) {
	const long = 12 << 20
	f := newFreeGroups[any](nil, new(largeBuffers), 0)
	read := func(g *group[any]) {
		if f.giveCursor(g); g.cur == nil {
			g.cur = scan.Get(true)
			g.cur.Memory().Recycle(true)
		}
		g.cur.Memory().Free(long)
		g.cur.Memory().Texts.Reserve(long)
		g.cur.Memory().Texts.Commit(long)
	}
	for range 3 {
		var held []*group[any]
		for range heldGroups {
			g := new(group[any])
			if len(f.free) > 0 {
				g = f.take()
			}
			read(g)
			held = append(held, g)
		}
		for _, g := range held {
			f.put(g)
		}
		kept := 0
		for _, c := range f.cursors {
			kept += c.Memory().KeptTexts()
		}
		if kept != f.texts || kept == 0 || kept > freeTexts+long+long/16 {
			t.Errorf("%d free cursors keep %d bytes of texts, counted as %d", len(f.cursors), kept, f.texts)
		}
	}
}
