package drift

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// maxMembers is the maximum number of members of a record.
const maxMembers = 128

// withoutOverfull returns the gaps with one gap in the place of the unknown members of a record that would have more members than a record can have: their
// names are data.
func withoutOverfull(gaps []*gap) (rest []*gap) {
	added := map[*spec.Record][]*gap{}
	for _, g := range gaps {
		if g.record != nil && !g.absent {
			added[g.record.spec] = append(added[g.record.spec], g)
		}
	}
	for _, g := range gaps {
		list := added[cmp.Or(g.record, &record{}).spec]
		isCrowd := slices.ContainsFunc(list, func(g *gap) bool { return g.crowd })
		if g.record == nil || g.absent || !isCrowd && len(g.record.all)+len(list) <= maxMembers {
			rest = append(rest, g)
			continue
		}
		if g != list[0] {
			continue
		}
		one := *g
		one.crowd, one.more = true, len(list)
		for _, g := range list[1:] {
			one.count += g.count
			one.seen.merge(&g.seen)
			one.records = append(one.records, g.records...)
			one.via = slices.Concat(one.via, g.via)
		}
		rest = append(rest, &one)
	}
	return rest
}

// crowdReason says why a record is opened that would have too many members.
func (g *gap) crowdReason() string {
	return fmt.Sprintf("the record %s would have %d members, of which this is one, and a record can have at most %d: `open: true` accepts all of them, and new ones are no longer drift. If the names are data, write `map<string, %s>` as the type, in place of the record",
		g.record.spec.Name, len(g.record.all)+g.more, maxMembers, g.seen.spec())
}
