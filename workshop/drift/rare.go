package drift

import (
	"fmt"

	"github.com/ndwire/ndwire/workshop/draft"
)

// withoutRare returns the gaps without their rare values, which it adds to p.Left.
func (p *Patch) withoutRare(c *Comparer, gaps []*gap) (frequent []*gap) {
	for _, g := range gaps {
		rare := c.takeRare(g)
		if rare > 0 {
			p.Left = append(p.Left, Left{What: g.what, Path: g.path, Count: rare, Reason: fmt.Sprintf("rare, %s: look at the line; --rare takes it, too", g.share(c, rare))})
		}
		if rare == 0 || rare != g.total() {
			frequent = append(frequent, g)
		}
	}
	return frequent
}

// takeRare removes rare values from a gap, and returns their number.
func (c *Comparer) takeRare(g *gap) (n int64) {
	of := c.values(g)
	switch {
	case of == 0:
	case g.discriminator != nil && !g.discriminator.node.External && g.named && g.discriminator.isOfOtherType(g.tag):
		if draft.IsRare(g.count, of) {
			return g.total()
		}
	case g.isNoCase():
		if draft.IsRare(g.count, of) {
			return g.total()
		}
	case g.member != nil && g.member.field != nil:
		for t := range g.counts {
			if count := g.counts[t]; jsonType(t) != typeNull && draft.IsRare(count, of) {
				n += count
				for _, seen := range append(g.wrong.shapes(), &g.seen) {
					seen.types[t] = false
					if jsonType(t) == typeNumber {
						seen.fraction, seen.exceeds = false, false
					}
				}
			}
		}
	}
	return n
}

// isOfOtherType reports whether a tag, as JSON, is an object, a list, or a number or bool where all cases are texts.
func (d *discriminator) isOfOtherType(tag string) bool {
	switch typeOf(tag[0]) {
	case typeArray, typeObject:
		return true
	case typeNumber, typeBool:
		return len(d.literals) == 0
	}
	return false
}

// values returns the number of values that were compared with the declaration of a gap, 0 if that is not counted.
func (c *Comparer) values(g *gap) (n int64) {
	switch {
	case g.payload != nil:
		return g.payload.count + g.count
	case g.member != nil && g.member.field != nil:
		for _, r := range c.table.recordList {
			for _, m := range r.all {
				if m.field == g.member.field {
					n += m.count
				}
			}
		}
	case g.discriminator != nil:
		for _, a := range g.discriminator.branches {
			n += a.count
		}
		for _, a := range g.discriminator.literals {
			n += a.count
		}
		n += g.count
	}
	return n
}

// share returns the number of rare values and of all values, as text.
func (g *gap) share(c *Comparer, rare int64) string {
	return fmt.Sprintf("%d of %d", rare, c.values(g))
}
