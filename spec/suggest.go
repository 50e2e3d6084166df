package spec

import (
	"fmt"
	"slices"
	"strings"
)

// suggest returns ", did you mean X?" with the candidate that is nearest to word. If none is near, it lists all candidates, or returns "" if
// there are more than 15.
func suggest(word string, candidates []string) string {
	if best := nearest(word, candidates); best != "" {
		return fmt.Sprintf(", did you mean %s?", best)
	}
	const most = 15 // the keys of a spec
	names := slices.Compact(slices.Sorted(slices.Values(candidates)))
	if len(names) == 0 || len(names) > most {
		return ""
	}
	return "; there is " + strings.Join(names, ", ")
}

// nearest returns the candidate with the fewest edits to word, the first by name if there are several. It returns "" if all candidates need
// more edits than a third of the letters of word.
func nearest(word string, candidates []string) string {
	const longest = 64 // bytes; the time grows with the square of the length, and longer names are rarely typing errors
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

// distance counts the single-byte insertions, deletions, replacements and swaps of neighbours that turn a into b.
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
