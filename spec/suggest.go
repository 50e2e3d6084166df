package spec

import (
	"fmt"
	"slices"
	"strings"
)

// suggest returns ", did you mean X?" for the candidate that is spelled most like word. If none is near, it names all, unless
// they are many.
func suggest(word string, candidates []string) string {
	if best := nearest(word, candidates); best != "" {
		return fmt.Sprintf(", did you mean %s?", best)
	}
	const most = 14
	names := slices.Compact(slices.Sorted(slices.Values(candidates)))
	if len(names) == 0 || len(names) > most {
		return ""
	}
	return "; there is " + strings.Join(names, ", ")
}

// nearest returns the candidate with the fewest edits to word, at most a third of its letters, and the first by name of
// several.
func nearest(word string, candidates []string) string {
	const longest = 64 // a longer name is no slip of the pen, and costs the square of its length
	if len(word) > longest {
		return ""
	}
	best, limit := "", len(word)/3+1
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		if len(c) > longest {
			continue
		}
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// distance counts the single-byte insertions, deletions, replacements and swaps of neighbours that make b of a.
func distance(a, b string) int {
	before, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := prev[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(prev[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, prev, row = prev, row, before
	}
	return prev[len(b)]
}
