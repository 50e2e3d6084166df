package decoder

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/internal/protocol"
)

// hint returns the text of Stats.Hint. It names a package whose Signs, the members by which its lines are recognized, stand on most lines; it is
// "" if there is no such package. Lines that were skipped, and lines of unknown kinds, do not count.
func hint(signs []protocol.Signs, s *Stats) string {
	lines := s.Lines - s.Blank - s.Skipped - s.Unknown
	for _, other := range signs {
		missing := slices.ContainsFunc(other.Members, func(name string) bool {
			return !slices.ContainsFunc(s.Drift, func(d Drift) bool {
				return d.What == UnknownField && d.Path == "."+name && 2*d.Count > lines
			})
		})
		if !missing {
			return "these are lines of package " + other.Package + ": they have " + strings.Join(other.Members, ", ") +
				"; read them with its NewReader"
		}
	}
	return ""
}
