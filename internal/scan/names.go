package scan

// names is a bounded table of strings that many lines have: paths, kinds, values.
type names struct {
	all    map[string]string
	recent [16]string // the latest strings, by length and last byte: lines have the same few
}

const (
	maxNames = 1024 // the largest number of strings
	maxName  = 256  // the length in bytes of the longest string
)

// intern returns b as a string. Equal texts mostly share one string.
func (n *names) intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	recent := &n.recent[(len(b)+int(b[len(b)-1]))%len(n.recent)]
	if *recent == string(b) {
		return *recent
	}
	s, ok := n.all[string(b)]
	if !ok {
		if s = string(b); len(s) > maxName {
			return s
		}
		if n.all == nil || len(n.all) >= maxNames {
			n.all = make(map[string]string) // frequent strings are soon in it again
		}
		n.all[s] = s
	}
	*recent = s
	return s
}

// keep returns a string equal to s whose memory is never used again for other text.
func (n *names) keep(s string) string {
	if kept, ok := n.all[s]; ok {
		return kept
	}
	return n.intern([]byte(s))
}
