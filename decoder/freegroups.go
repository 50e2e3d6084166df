package decoder

import (
	"sync"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/scan"
)

// freeGroups has the free groups of a Reader, and apart from them their cursors, which have learned from its lines and keep the memory of
// recycled lines. A group gets a cursor when it is decoded, not when it is read, so that there are no more of them than decoded groups. Any
// goroutine may put a group back. A batch may be released after the Reader has ended: then its group goes to the process-wide pool.
type freeGroups[T any] struct {
	codec *codec[T]
	large *largeBuffers // of the Reader's splitter

	ended atomic.Bool

	mu    sync.Mutex
	limit int // how many groups are kept
	free  []*group[T]

	cursors []*scan.Cursor
	values  int // bytes of values that cursors keep
	texts   int // bytes of large texts that cursors keep
}

// freeValues is how many bytes of values the free cursors of a Reader keep together, beside those of one more cursor. The values of a
// hostile line can take 8 MB and four times the line.
const freeValues = 16 << 20

// freeTexts is the same for texts, of which a long line has as many bytes as its length.
const freeTexts = 8 << 20

// heldGroups is how many free groups a Reader keeps at least, so that batches can go from goroutine to goroutine without new memory.
const heldGroups = 8

func newFreeGroups[T any](c *codec[T], large *largeBuffers, most int) *freeGroups[T] {
	return &freeGroups[T]{codec: c, large: large, limit: max(most, heldGroups)}
}

// take returns an empty group.
func (f *freeGroups[T]) take() *group[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.free)
	if n == 0 {
		return getGroup(f.codec)
	}
	g := f.free[n-1]
	f.free[n-1], f.free = nil, f.free[:n-1]
	return g
}

// put takes over a group with all its memory.
func (f *freeGroups[T]) put(g *group[T]) {
	if f.ended.Load() {
		putBuffer(g.buf) // largeBuffers of an ended Reader are of no use
		g.buf = nil
	}
	g.reset(f.large)
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.free) >= f.limit {
		putGroup(f.codec, g)
		return
	}
	if c := g.cur; c != nil {
		if f.values > freeValues {
			c.Memory().Shrink()
		}
		if f.texts > freeTexts {
			c.Memory().ShrinkTexts()
		}
		f.values += c.Memory().Kept()
		f.texts += c.Memory().KeptTexts()
		f.cursors, g.cur = append(f.cursors, c), nil
	}
	f.free = append(f.free, g)
}

// giveCursor gives g the cursor that was put back last, if there is one.
func (f *freeGroups[T]) giveCursor(g *group[T]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.cursors); n > 0 && g.cur == nil {
		g.cur = f.cursors[n-1]
		f.cursors[n-1], f.cursors = nil, f.cursors[:n-1]
		f.values -= g.cur.Memory().Kept()
		f.texts -= g.cur.Memory().KeptTexts()
	}
}

// close puts the groups into the process-wide pool, and so does put from now on.
func (f *freeGroups[T]) close() {
	f.ended.Store(true)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, g := range f.free { // these have been reset
		putGroup(f.codec, g)
	}
	for _, c := range f.cursors {
		putCursor(c)
	}
	f.free, f.limit, f.cursors = nil, 0, nil
}

// abandon is close after a panic.
func (f *freeGroups[T]) abandon() {
	f.ended.Store(true)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free, f.limit, f.cursors = nil, 0, nil
}
