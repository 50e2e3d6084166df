package decoder

import (
	"slices"
	"sync"

	"github.com/ndwire/ndwire/internal/alloc"
)

// largeBuffers caches buffers above largerSize for the next long lines of a Reader whose blocks have buffers of their own; the process-wide
// pools have no buffers of such sizes. It may be used from any goroutine.
//
// The largest buffer is always kept, whatever its size: without it, each line as long would leave a buffer of that size to the collector, and
// the heap would be twice as large.
type largeBuffers struct {
	mu         sync.Mutex
	free       []cachedBuffer // the largest one first
	size       int            // bytes of all buffers in free
	clock      int            // bytes of text in all buffers that have been put, of any size
	lastNeeded int            // cachedBuffer.needed of the buffer that takeLargest returned last
}

// cachedBuffer is a buffer that waits for the next long line.
type cachedBuffer struct {
	data   []byte
	needed int // largeBuffers.clock when a line that needs such a buffer has returned it
}

const (
	// largeBuffersSize is how many bytes are cached at most, beside the largest buffer.
	largeBuffersSize = 32 << 20
	// A buffer that no line has needed is dropped when the buffers that have been put meanwhile had unusedTimes as many bytes of text, and
	// unusedSize at least. The size of these buffers does not count: a Read of a pipe fills a small part of one.
	unusedTimes = 4
	unusedSize  = 32 << 20
)

// put takes over a buffer of any size, which was needed for n bytes of text; one of a pool's size goes to the pool.
func (s *largeBuffers) put(b []byte, n int) {
	if b == nil {
		return
	}
	putBuffer(b)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock += n
	s.dropUnused()
	if cap(b) > largerSize {
		s.insert(cachedBuffer{b[:cap(b)], s.clock})
	}
}

// giveBack takes over the buffer that takeLargest has returned for a line that is too short to need it.
func (s *largeBuffers) giveBack(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.insert(cachedBuffer{b[:cap(b)], s.lastNeeded})
}

// dropUnused drops the buffers that no line has needed for long. s.mu is locked.
func (s *largeBuffers) dropUnused() {
	s.free = slices.DeleteFunc(s.free, func(c cachedBuffer) bool {
		unused := s.clock-c.needed > max(unusedTimes*len(c.data), unusedSize)
		if unused {
			s.size -= len(c.data)
		}
		return unused
	})
}

// insert adds a buffer, and drops the smallest ones if there are too many. s.mu is locked.
func (s *largeBuffers) insert(c cachedBuffer) {
	if bufferHook != nil {
		bufferHook.given(c.data)
	}
	at, _ := slices.BinarySearchFunc(s.free, c, func(x, c cachedBuffer) int { return len(c.data) - len(x.data) })
	s.free = slices.Insert(s.free, at, c)
	s.size += len(c.data)
	for s.size-len(s.free[0].data) > largeBuffersSize {
		s.remove(len(s.free) - 1)
	}
}

// remove removes and returns a buffer. s.mu is locked.
func (s *largeBuffers) remove(i int) cachedBuffer {
	c := s.free[i]
	s.free = slices.Delete(s.free, i, i+1)
	s.size -= len(c.data)
	return c
}

// take returns a buffer of at least n bytes; a cached one has at most 4*n.
func (s *largeBuffers) take(n int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, c := range slices.Backward(s.free) {
		if n <= len(c.data) && len(c.data)/4 <= n {
			return taken(s.remove(i).data)
		}
	}
	return alloc.Uncleared(n)
}

// takeLargest returns a buffer of at least n bytes for a line that may become longer: the largest one, so that a line like one before grows
// once. Give it back if it was not needed.
func (s *largeBuffers) takeLargest(n int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.free) == 0 || len(s.free[0].data) < n {
		s.lastNeeded = s.clock
		return alloc.Uncleared(n)
	}
	c := s.remove(0)
	s.lastNeeded = c.needed
	return taken(c.data)
}

func taken(b []byte) []byte {
	if bufferHook != nil {
		bufferHook.taken(b)
	}
	return b
}

// clear empties the cache.
func (s *largeBuffers) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free, s.size = nil, 0
}
