package drift

import (
	"github.com/ndwire/ndwire/spec"
)

// shareUnions gives the gaps of members whose types are, or have as elements, the same union by JSON type the values that were seen in all of them: the union
// changes once.
func shareUnions(gaps []*gap) {
	seen := map[*spec.Union]*places{}
	for _, g := range gaps {
		if u, around := g.kindUnion(); u != nil && !g.wrong.find(around).isEmpty() {
			if seen[u] == nil {
				seen[u] = &places{}
			}
			seen[u].merge(g.wrong.find(around))
		}
	}
	for _, g := range gaps {
		if u, around := g.kindUnion(); u != nil && !g.wrong.find(around).isEmpty() {
			*g.wrong.at(around) = *seen[u]
		}
	}
}

// kindUnion returns the union by JSON type that is the type of a member, or of the elements of its lists and maps, see walker.around; nil if there
// is none.
func (g *gap) kindUnion() (u *spec.Union, around string) {
	if g.member == nil || g.member.field == nil || g.member.field.Type == nil || g.member.field.Encoded {
		return nil, ""
	}
	t := g.member.field.Type
	for ; t.Kind == spec.Array || t.Kind == spec.Map; t = t.Elem {
		if t.Kind == spec.Array {
			around += string(inList)
		} else {
			around += string(inMap)
		}
	}
	if t.Kind != spec.UnionType || t.Union.Variants == nil {
		return nil, ""
	}
	return t.Union, around
}
