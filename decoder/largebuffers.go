package decoder

import (
	"sync"

	"github.com/ndwire/ndwire/internal/alloc"
)

// largeBuffers caches buffers above largerSize for the next long lines of a Reader with Workers; the process-wide pools have no buffers of
// such sizes. It may be used from any goroutine.
type largeBuffers struct {
	mu    sync.Mutex
	free  [][]byte
	size  int // bytes of all buffers in free
	small int // how many buffers of pool sizes have been put since a large one was
}

const (
	// largeBuffersSize is how many bytes are cached at most.
	largeBuffersSize = 32 << 20
	// largeBuffersUnused is how many buffers of pool sizes are put in a row, without a large one, before the cache is emptied.
	largeBuffersUnused = 64
)

// put takes over a buffer of any size; one of a pool's size goes to the pool.
func (s *largeBuffers) put(b []byte) {
	if b == nil {
		return
	}
	putBuffer(b)
	s.mu.Lock()
	defer s.mu.Unlock()
	if cap(b) <= largerSize {
		if s.small++; s.small > largeBuffersUnused {
			s.free, s.size = nil, 0
		}
		return
	}
	s.small = 0
	if b = b[:cap(b)]; s.size+len(b) <= largeBuffersSize {
		if bufferHook != nil {
			bufferHook.given(b)
		}
		s.free, s.size = append(s.free, b), s.size+len(b)
	}
}

// take returns a buffer of at least n bytes; a cached one has at most 4*n.
func (s *largeBuffers) take(n int) []byte {
	if b := s.find(n); b != nil {
		if bufferHook != nil {
			bufferHook.taken(b)
		}
		return b
	}
	return alloc.Uncleared(n)
}

// find removes and returns a cached buffer that fits; nil if none does.
func (s *largeBuffers) find(n int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, b := range s.free {
		if n <= len(b) && len(b) <= 4*n {
			last := len(s.free) - 1
			s.free[i], s.free[last] = s.free[last], nil
			s.free, s.size = s.free[:last], s.size-len(b)
			return b
		}
	}
	return nil
}

// clear empties the cache.
func (s *largeBuffers) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free, s.size = nil, 0
}
