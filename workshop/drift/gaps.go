package drift

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/spelling"
	"github.com/ndwire/ndwire/workshop/draft"
)

// A gap is something that a declaration of the spec lacks. Findings at several paths are one gap if the same record is at these paths.

// gapKey is a declaration and what it lacks. One of record, discriminator, enum and member is set.
type gapKey struct {
	what          decoder.DriftKind
	record        *record        // lacks a member with the name tag; if absent is set, the member is its tag, for which it has no field
	discriminator *discriminator // lacks a case for tag, a JSON literal, or the name of the only member of the object; if named is false, a target for an absent tag
	enum          *enum          // lacks the value tag
	member        *member        // has another type, or another constant
	payload       *branch        // of a member with `by:`: the branch for the value, which leads to a record or a discriminator
	tag           string
	crowd         bool    // there are too many tags, or their names are too long: they are one gap without a tag
	named         bool    // the tag is present
	absent        bool    // the member is required and absent
	null          bool    // the member is required and null
	misfit        misfit  // of a number that does not fit into its Go type
	refused       bool    // strict readers refuse such a number
	at            int     // offset of the value of an unknown member
	holder        *member // of an external union: the member with the value
	around        string  // of an external union: the lists and maps of the holder around the value, as walker.around
}

// gap is a declaration, what it lacks, and the values that were seen there.
type gap struct {
	gapKey
	via        [][]holder // what leads to the record, from the line on: one list for each declaration that leads there directly
	number     int        // in the order in which gaps were found
	path       string     // of the first finding
	count      int64
	seen       shape
	counts     [jsonTypes]int64 // of a member: the number of values of each type
	caseValues caseValues       // of an external union: what was seen at an unknown name
	wrong      places           // of a member: the values of a wrong type, as its value, as its elements, and so on
	lacks      int64            // of a required member or tag: the number of objects without it
	also       []*gap           // gaps of another decoder.DriftKind for the same member
	records    []*record        // of an unknown member: the records that lack it
	more       int              // of a record with too many unknown members: their number
	holders    []*gap           // of a gap that was merged from those of an external union: one for each holder and depth
}

// gap records a gap and the value that was seen: the value of an unknown member, or the value of a wrong type at the offset value.
func (c *Comparer) gap(w *walker, what decoder.DriftKind, where gapKey, value int) {
	at := where.at
	where.at, where.what = 0, what
	if where.discriminator != nil && !where.discriminator.node.External {
		where.tag = canonicalTag(where.tag)
	}
	g := c.gaps[where]
	if g == nil {
		if of := where.declaration(); c.tags[of] >= maxTags || len(where.tag) > maxName {
			where.tag, where.named, where.crowd = "", false, true
			g = c.gaps[where]
		} else if where.tag != "" {
			c.tags[of]++
		}
	}
	if g == nil {
		where.tag = strings.Clone(where.tag)
		g = &gap{gapKey: where, number: len(c.gaps), path: string(c.scratch)}
		c.gaps[where] = g
	}
	g.addHolders(w.holders)
	g.count++
	switch {
	case where.record != nil && where.absent:
		g.lacks++
	case where.record != nil:
		g.seen.add(w.data[at:w.skip(at)])
	case where.discriminator != nil && where.discriminator.node.External:
		g.caseValues.add(w.data[value:w.skip(value)], where.discriminator.node.Adjacent)
	case where.absent:
		g.lacks++
	case where.member != nil:
		t := typeOf(w.data[value])
		g.counts[t]++
		if where.member.literal != "" { // the new type has these values and the constant
			g.seen.add(w.data[value:w.skip(value)])
			break
		}
		for _, seen := range []*shape{&g.seen, &g.wrong.at(string(w.around)).shape} {
			switch where.misfit {
			case fraction:
				seen.fraction = true
			case outOfRange:
				seen.exceeds = true
			default:
				seen.types[t] = true
				seen.huge = seen.huge || t == typeNumber && float.misfit(w.data[value:w.skip(value)]) == outOfRange
			}
		}
	}
}

// canonicalTag returns the spelling that stands for all spellings of a tag, so that they are one gap. All objects and lists are the same gap, too.
func canonicalTag(literal string) string {
	switch {
	case literal == "" || literal[0] == '"' && strings.IndexByte(literal, '\\') < 0:
	case literal[0] == '{' || literal[0] == '[':
		return "{}"
	case literal[0] == '"':
		if text, ok := decoder.Raw(literal).Text(); ok {
			return draft.Quote(text)
		}
	case typeOf(literal[0]) == typeNumber:
		return string(spelling.Number([]byte(literal)))
	}
	return literal
}

// maxTags is the number of new names that are kept for one declaration: members of a record, cases of a discriminator, values of an enum.
const maxTags = 1000

// declaration returns the record, discriminator or enum that lacks something; nil for a member.
func (k *gapKey) declaration() any {
	switch {
	case k.record != nil:
		return k.record
	case k.discriminator != nil:
		return k.discriminator
	case k.enum != nil:
		return k.enum
	}
	return nil
}

// maxHolders limits the lists in gap.via, and the length of each.
const maxHolders = 32

// addHolders adds a list of holders, unless there is one with the same last holder.
func (g *gap) addHolders(list []holder) {
	if len(list) == 0 || len(g.via) == maxHolders {
		return
	}
	last := list[len(list)-1]
	if !slices.ContainsFunc(g.via, func(l []holder) bool { return l[len(l)-1] == last }) {
		g.via = append(g.via, slices.Clone(list[max(0, len(list)-maxHolders):]))
	}
}
