package source

// WithoutNotices makes a Source of Follow do with polling.
func WithoutNotices(s *Source) {
	f := s.in.(*follower)
	f.leave()
	f.blind = true
}
