package decoder

import (
	"sync"
	"sync/atomic"
)

// freeGroups has the groups of a Reader that nobody uses, with cursors that know its lines by now. Groups come back from any goroutine,
// those of batches also when the Reader has ended: then they go on to the process.
type freeGroups[T any] struct {
	codec *codec[T]
	large *largeBuffers // of the Reader's splitter

	ended atomic.Bool

	mu   sync.Mutex
	most int // how many are kept
	free []*group[T]
}

// heldGroups is how many groups a Reader keeps at least: with them batches go from goroutine to goroutine.
const heldGroups = 8

func newFreeGroups[T any](c *codec[T], large *largeBuffers, most int) *freeGroups[T] {
	return &freeGroups[T]{codec: c, large: large, most: max(most, heldGroups)}
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
		putBuffer(g.buf) // nobody is left who could use a larger one
		g.buf = nil
	}
	g.reset(f.large)
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.free) < f.most {
		f.free = append(f.free, g)
	} else {
		putGroup(f.codec, g)
	}
}

// close gives the groups to the process, and also those that come back later.
func (f *freeGroups[T]) close() {
	f.ended.Store(true)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, g := range f.free { // which have been reset
		putGroup(f.codec, g)
	}
	f.free, f.most = nil, 0
}

// abandon is close after a panic.
func (f *freeGroups[T]) abandon() {
	f.ended.Store(true)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free, f.most = nil, 0
}
