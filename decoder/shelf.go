package decoder

import (
	"sync"

	"github.com/ndwire/ndwire/internal/arena"
)

// A shelf keeps the buffers of long lines for the next ones of a Reader, while blocks live on beside each other. The pools of usual
// buffers keep none that are larger. Any goroutine may use it.
type shelf struct {
	mu    sync.Mutex
	large [][]byte
	size  int // of them all
	small int // how many usual buffers have come back since a large one did
}

const (
	// shelfSize is how many bytes a shelf keeps at most.
	shelfSize = 32 << 20
	// shelfPatience is after how many usual buffers the large ones are given up.
	shelfPatience = 64
)

// put takes back a buffer of any size, which nobody uses any more.
func (s *shelf) put(b []byte) {
	if b == nil {
		return
	}
	putBuffer(b)
	s.mu.Lock()
	defer s.mu.Unlock()
	if cap(b) <= largerSize {
		if s.small++; s.small > shelfPatience {
			s.large, s.size = nil, 0
		}
		return
	}
	s.small = 0
	if b = b[:cap(b)]; s.size+len(b) <= shelfSize {
		if watch != nil {
			watch.given(b)
		}
		s.large, s.size = append(s.large, b), s.size+len(b)
	}
}

// take returns a buffer of n bytes or more, but not of many more.
func (s *shelf) take(n int) []byte {
	if b := s.find(n); b != nil {
		if watch != nil {
			watch.taken(b)
		}
		return b
	}
	return arena.Uncleared(n)
}

// find takes a buffer from the shelf; nil if none fits.
func (s *shelf) find(n int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, b := range s.large {
		if n <= len(b) && len(b) <= 4*n {
			last := len(s.large) - 1
			s.large[i], s.large[last] = s.large[last], nil
			s.large, s.size = s.large[:last], s.size-len(b)
			return b
		}
	}
	return nil
}

// clear gives up all of it.
func (s *shelf) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.large, s.size = nil, 0
}
