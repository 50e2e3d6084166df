package scan

// names is a bounded table of strings that occur again and again: paths, kinds, values.
type names struct {
	all    map[string]string
	recent [16]string // those that came last, by their lengths and last bytes: lines have the same few
}

const (
	maxNames = 1024
	maxName  = 256
)

// intern is b as a string.
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
			n.all = make(map[string]string) // what is usual comes back soon
		}
		n.all[s] = s
	}
	*recent = s
	return s
}

// keep is a string of the same text that stays as it is.
func (n *names) keep(s string) string {
	if kept, ok := n.all[s]; ok {
		return kept
	}
	return n.intern([]byte(s))
}
