package decoder

import "sync"

// shelf keeps the buffers of long lines for the next ones, while blocks live on beside each other. The pools of usual buffers keep
// none that are larger.
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

// put takes back any buffer.
func (s *shelf) put(b []byte) {
	putBuffer(b)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case b == nil:
	case cap(b) <= largerSize:
		if s.small++; s.small > shelfPatience {
			s.large, s.size = nil, 0
		}
	default:
		s.small = 0
		if s.size+cap(b) <= shelfSize {
			s.large, s.size = append(s.large, b[:cap(b)]), s.size+cap(b)
		}
	}
}

// take is a buffer of n bytes or more, but not of many more; nil if there is none.
func (s *shelf) take(n int) []byte {
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
