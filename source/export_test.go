package source

import "time"

// WithoutNotices makes a Source of Follow do with polling.
func WithoutNotices(s *Source) {
	f := s.in.(*follower)
	if f.watcher != nil {
		f.watcher.Close()
		f.watcher = nil
	}
	f.blind = true
}

// Sleep makes a Source of Follow call sleep where it would wait. The time that it would wait is over when sleep returns.
func Sleep(s *Source, sleep func(time.Duration)) {
	WithoutNotices(s)
	s.in.(*follower).sleep = sleep
}

// Ahead makes archives of from bytes and more be decompressed ahead, in parts of part bytes and blocks of block bytes.
func Ahead(from, part int64, block, blocks int) (restore func()) {
	old := aheadSizes
	aheadSizes = sizes{from, part, block, blocks}
	return func() { aheadSizes = old }
}
