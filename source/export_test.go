package source

import "time"

// WithoutNotices makes a Source of Follow use polling only.
func WithoutNotices(s *Source) {
	f := s.in.(*follower)
	if f.watcher != nil {
		f.watcher.Close()
		f.watcher = nil
	}
	f.blind = true
}

// Sleep makes a Source of Follow call sleep instead of waiting.
func Sleep(s *Source, sleep func(time.Duration)) {
	WithoutNotices(s)
	s.in.(*follower).sleep = sleep
}

// Ahead sets the size from which archives are decompressed ahead, and the sizes of parts and blocks.
func Ahead(from, part int64, block, blocks int) (restore func()) {
	old := aheadSizes
	aheadSizes = sizes{from, part, block, blocks}
	return func() { aheadSizes = old }
}
