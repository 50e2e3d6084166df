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
