package drift

import (
	"slices"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// external fills in an edit that declares a case of an external union, or returns the reason if there can be none.
func (g *gap) external(e *edit, goName string) (reason string) {
	a := &g.caseValues
	switch {
	case !g.named:
		return "the name around a value says the case, and here there is no name, or more than one"
	case g.discriminator.branches[g.tag] != nil && g.discriminator.branches[g.tag].unit:
		return "the case is a bare name, and lines have a value: give it a record by hand"
	case g.discriminator.branches[g.tag] != nil:
		return "the case has a record, and lines have another value: change it by hand, to json"
	case a.other || a.bare > 0 && a.objects > 0 || len(a.members) > maxCaseMembers:
		return "a case of the union is an object or a bare name, and lines have more than that for " + printable.Text(g.tag)
	}
	e.key = draft.Plain(g.tag)
	if a.objects == 0 {
		e.values = append([]string{"null"}, withNumbers("{to: null, go: "+goName, "}")...)
		return ""
	}
	e.record = a.record(goName)
	e.values = append([]string{goName}, withNumbers(goName, "")...)
	return ""
}

// noCases replaces the gaps of external unions for which no case can be declared. The members with such values, or the elements of their lists and maps,
// become json: a case is a record or a bare name, and no union by JSON type can have an external union.
func (c *Comparer) noCases(gaps []*gap) (rest []*gap) {
	members := map[spec.Pos]*gap{}
	for _, g := range gaps {
		if g.member != nil && g.member.field != nil && g.payload == nil {
			members[g.member.field.Pos] = g
		}
	}
	for _, g := range gaps {
		if !g.isNoCase() || slices.ContainsFunc(g.holders, func(at *gap) bool { return at.holder.field == nil }) {
			rest = append(rest, g)
			continue
		}
		for _, at := range g.holders {
			m := members[at.holder.field.Pos]
			if m == nil {
				m = &gap{gapKey: gapKey{what: at.what, member: at.holder}, number: at.number, path: at.path, count: at.count, via: at.via}
				members[at.holder.field.Pos] = m
				rest = append(rest, m)
			} else {
				m.also = append(m.also, &gap{gapKey: gapKey{what: at.what}, path: at.path, count: at.count})
			}
			m.wrong.at(at.around).noCase, m.seen.noCase = true, true
		}
	}
	return rest
}

// isNoCase reports whether the values of an external union can be no case of it.
func (g *gap) isNoCase() bool {
	return g.discriminator != nil && g.discriminator.node.External && len(g.holders) > 0 && g.external(&edit{}, "") != ""
}
