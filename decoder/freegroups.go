package decoder

import (
	"sync"
	"sync/atomic"
)

// freeGroups has the free groups of a Reader. Their cursors have learned from its lines. Any goroutine may put a group back. A batch may be
// released after the Reader has ended: then its group goes to the process-wide pool.
type freeGroups[T any] struct {
	codec *codec[T]
	large *largeBuffers // of the Reader's splitter

	ended atomic.Bool

	mu    sync.Mutex
	limit int // how many groups are kept
	free  []*group[T]
}

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
	if len(f.free) < f.limit {
		f.free = append(f.free, g)
	} else {
		putGroup(f.codec, g)
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
	f.free, f.limit = nil, 0
}

// abandon is close after a panic.
func (f *freeGroups[T]) abandon() {
	f.ended.Store(true)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free, f.limit = nil, 0
}
