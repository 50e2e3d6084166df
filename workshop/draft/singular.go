package draft

import (
	"slices"
	"strings"
)

// plurals has the plurals that end like those of other words, by their last letters, and the singular of these.
var plurals = []struct{ plural, singular string }{
	{"children", "child"},
	{"people", "person"},
	{"indices", "index"},
	{"vertices", "vertex"},
	{"matrices", "matrix"},
	{"analyses", "analysis"},
	{"series", "series"},
	{"species", "species"},
	{"news", "news"},
	{"movies", "movie"},
	{"cookies", "cookie"},
	{"caches", "cache"},
	{"aliases", "alias"},
	{"canvases", "canvas"},
	{"statuses", "status"},
	{"buses", "bus"},
	{"alias", "alias"},
	{"canvas", "canvas"},
	{"contents", "block"},
	{"content", "block"},
}

// Singular returns the name for an element of a list with a name.
func Singular(name string) string {
	lower := strings.ToLower(name)
	for _, p := range plurals {
		if strings.HasSuffix(lower, p.plural) && !(p.singular == "block" && lower != p.plural) {
			at := len(name) - len(p.plural)
			if p.singular[0] != lower[at] {
				return p.singular
			}
			return name[:at+1] + p.singular[1:]
		}
	}
	switch {
	case strings.HasSuffix(lower, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(lower, "sses"), strings.HasSuffix(lower, "xes"), strings.HasSuffix(lower, "ches"), strings.HasSuffix(lower, "shes"):
		return name[:len(name)-2]
	case strings.HasSuffix(lower, "us") && len(name) <= 4 && strings.Trim(lower[:len(lower)-2], "aeiou") != "" && !slices.Contains([]string{"bus", "plus", "opus", "pus", "thus"}, lower):
		return name[:len(name)-1] // pdus, cpus, skus
	case strings.HasSuffix(lower, "s") && !strings.HasSuffix(lower, "ss") && !strings.HasSuffix(lower, "us") && !strings.HasSuffix(lower, "is") && len(name) > 2:
		return name[:len(name)-1]
	}
	return name
}
