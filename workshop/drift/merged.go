package drift

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// merged returns the gaps in the order in which they were found. Gaps that are closed by the same declaration are merged: a record has the members
// of embedded records, a discriminator can be part of several unions, and a member can have wrong values of several kinds.
func (c *Comparer) merged() []*gap {
	var list []*gap
	same := map[string]*gap{}
	for _, g := range slices.SortedFunc(maps.Values(c.gaps), func(a, b *gap) int { return cmp.Compare(a.number, b.number) }) {
		merged := *g
		merged.wrong = *g.wrong.clone()
		merged.records = []*record{g.record}
		if g.holder != nil {
			merged.holders = []*gap{g}
		}
		list = append(list, &merged)
	}
	members := map[*spec.Record]map[string]*gap{}
	for _, g := range list {
		if g.record != nil {
			if members[g.record.spec] == nil {
				members[g.record.spec] = map[string]*gap{}
			}
			members[g.record.spec][g.tag] = g
		}
	}
	return slices.DeleteFunc(list, func(g *gap) bool {
		var other *gap
		key := ""
		switch {
		case g.record != nil:
			other = embedded(g.record.spec, g.tag, members)
		case g.discriminator != nil:
			key = fmt.Sprint(g.discriminator.node.Pos, g.named, g.crowd, g.tag)
		case g.payload != nil:
			key = fmt.Sprint("payload", g.payload.pos, g.payload.key)
		case g.member != nil && g.member.field != nil:
			key = fmt.Sprint(g.member.field.Pos)
		}
		if key != "" {
			if other = same[key]; other == nil {
				same[key] = g
			}
		}
		if other == nil {
			return false
		}
		other.merge(g)
		return true
	})
}

// merge adds what another gap has, which the same declaration closes.
func (g *gap) merge(o *gap) {
	if g.what == o.what {
		g.count += o.count
	} else {
		g.also = append(g.also, o)
	}
	g.records = append(g.records, o.records...)
	g.via = slices.Concat(g.via, o.via)
	g.seen.merge(&o.seen)
	g.caseValues.merge(&o.caseValues)
	g.holders = append(g.holders, o.holders...)
	for t, n := range o.counts {
		g.counts[t] += n
	}
	g.lacks += o.lacks
	g.wrong.merge(&o.wrong)
}

// embedded returns the gap for the same member in a record that r embeds, the innermost one, nil if there is none.
func embedded(r *spec.Record, member string, members map[*spec.Record]map[string]*gap) *gap {
	for _, e := range r.Embed {
		if g := embedded(e.Record, member, members); g != nil {
			return g
		}
		if g := members[e.Record][member]; g != nil {
			return g
		}
	}
	return nil
}

// parts returns the part of a gap that says that a required member is absent, and the other part, which says that it has other values. absent is nil if
// the gap does not have both parts.
func (g *gap) parts() (absent, rest *gap) {
	if g.member == nil || g.member.field == nil || g.payload != nil || g.lacks == 0 || g.seen.isEmpty() {
		return nil, nil
	}
	absent = &gap{gapKey: g.gapKey, via: g.via, number: g.number, path: g.path, count: g.lacks, lacks: g.lacks}
	other := *g
	other.count, other.lacks, other.absent = g.count-g.lacks, 0, false
	return absent, &other
}

func (g *gap) total() int64 {
	n := g.count
	for _, a := range g.also {
		n += a.count
	}
	return n
}

func (g *gap) left(reason string) []Left {
	list := []Left{{What: g.what, Path: g.path, Count: g.count, Reason: reason}}
	for _, a := range g.also {
		list = append(list, Left{What: a.what, Path: a.path, Count: a.count, Reason: reason})
	}
	return list
}
