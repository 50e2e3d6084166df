package scan

// names is a bounded table of strings that many lines have: paths, kinds, values.
type names map[string]string

const (
	maxNames = 1024 // the largest number of strings
	maxName  = 256  // the length in bytes of the longest string
)

// intern returns b as a string. Equal texts mostly share one string.
func (n *names) intern(b []byte) string {
	if s, ok := (*n)[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(s) > maxName {
		return s
	}
	if *n == nil || len(*n) >= maxNames {
		*n = make(names) // frequent strings are soon in it again
	}
	(*n)[s] = s
	return s
}

// keep returns a string equal to s whose memory is never used again for other text.
func (n *names) keep(s string) string {
	if kept, ok := (*n)[s]; ok {
		return kept
	}
	return n.intern([]byte(s))
}

// drifts is a bounded table of Drifts, by their content. Most lines that differ from the spec have the same few.
type drifts map[Drift]*Drift

// of returns the Drift with this content. The memory of path and value must never be used again for other text.
func (t *drifts) of(what What, path, value string) *Drift {
	d := Drift{what, path, value}
	known := (*t)[d]
	if known == nil {
		known = &Drift{what, path, value}
		if *t == nil || len(*t) >= maxNames {
			*t = make(drifts)
		}
		(*t)[d] = known
	}
	return known
}
