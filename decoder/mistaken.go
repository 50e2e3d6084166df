package decoder

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/internal/protocol"
)

// hint says of lines most of which have all signs of another package that they are of that one, "" if there is no such package. Nothing is
// known of the members of lines that are skipped, and of those of unknown kinds.
func hint(signs []protocol.Signs, s *Stats) string {
	lines := s.Lines - s.Blank - s.Skipped - s.Unknown
	for _, other := range signs {
		missing := slices.ContainsFunc(other.Members, func(name string) bool {
			return !slices.ContainsFunc(s.Drift, func(d Drift) bool {
				return d.What == UnknownField && d.Path == "."+name && 2*d.Count > lines
			})
		})
		if !missing {
			return "these are lines of package " + other.Package + ": they have " + strings.Join(other.Members, ", ") + "; read them with its NewReader"
		}
	}
	return ""
}
