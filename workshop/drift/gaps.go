package drift

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
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
	if where.discriminator != nil && len(where.tag) > 0 && (where.tag[0] == '{' || where.tag[0] == '[') {
		where.tag = "{}" // all objects and lists are the same gap
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
		for _, seen := range []*shape{&g.seen, &g.wrong.at(string(w.around)).shape} {
			switch where.misfit {
			case fraction:
				seen.fraction = true
			case outOfRange:
				seen.exceeds = true
			default:
				seen.types[t] = true
			}
		}
	}
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

// caseValues counts what was seen at an unknown name of an external union.
type caseValues struct {
	bare    int64         // names without a value
	objects int64         // names whose value is an object
	other   bool          // some name has another value
	members []*caseMember // of the objects
}

// caseMember is one member of the objects.
type caseMember struct {
	name    string
	objects int64 // number of objects that have it
	seen    shape
}

// maxCaseMembers is the largest number of members that the record of a new case can have.
const maxCaseMembers = 64

// add counts a value of an external union with an unknown name.
func (a *caseValues) add(value []byte, adjacent *spec.Adjacent) {
	var content json.RawMessage
	if value[0] == '{' {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil {
			a.other = true
			return
		}
		for name, v := range members {
			if adjacent == nil || name == adjacent.Content {
				content = v
			}
		}
	}
	switch {
	case len(content) == 0, content[0] == 'n':
		a.bare++
		return
	case content[0] != '{':
		a.other = true
		return
	}
	a.objects++
	w := walker{data: content, names: map[int]map[string]int{}}
	w.cut(0)
	for k, p := range w.parts {
		if name := string(w.name(p)); w.find(0, len(w.parts), name) == &w.parts[k] { // the last one with this name
			a.member(name).add(content[p.value:p.end])
		}
	}
}

// member returns the member with a name, and adds it if there is none.
func (a *caseValues) member(name string) *caseMember {
	for _, m := range a.members {
		if m.name == name {
			return m
		}
	}
	m := &caseMember{name: name}
	if len(a.members) <= maxCaseMembers {
		a.members = append(a.members, m)
	}
	return m
}

func (m *caseMember) add(value []byte) {
	m.objects++
	m.seen.add(value)
}

// merge adds the counts of another gap.
func (a *caseValues) merge(o *caseValues) {
	a.bare += o.bare
	a.objects += o.objects
	a.other = a.other || o.other
	for _, from := range o.members {
		to := a.member(from.name)
		to.objects += from.objects
		to.seen.merge(&from.seen)
	}
}

// record returns the record of a new case, as YAML in flow style.
func (a *caseValues) record() string {
	var fields []string
	for _, m := range a.members {
		name := m.name
		if !draft.IsField(name) {
			continue
		}
		if m.objects < a.objects {
			name += "?"
		}
		fields = append(fields, inFlow(draft.Plain(name), m.seen.spec()))
	}
	if len(fields) == 0 {
		return "{}"
	}
	return "{fields: {" + strings.Join(fields, ", ") + "}}"
}

// shape has the types of the values that were seen.
type shape struct {
	types    [jsonTypes]bool
	fraction bool   // a number has a fraction or an exponent
	exceeds  bool   // a number is out of the range of its Go type; for a new member, of an int64
	noCase   bool   // a value of an external union that can be no case of it
	elem     *shape // of the elements of lists
}

func (s *shape) add(value []byte) {
	t := typeOf(value[0])
	s.types[t] = true
	switch t {
	case typeNumber:
		s.fraction = s.fraction || strings.ContainsAny(string(value), ".eE")
		s.exceeds = s.exceeds || signed.misfit(value) == outOfRange || float.misfit(value) == outOfRange
	case typeArray:
		if s.elem == nil {
			s.elem = &shape{}
		}
		var list []json.RawMessage
		if json.Unmarshal(value, &list) == nil {
			for _, v := range list {
				s.elem.add(v)
			}
		}
	}
}

// places has the shapes of a member's values, and of the elements of lists and maps in it.
type places struct {
	shape
	list, mapping *places // the elements of lists, and of maps; nil if there are none
}

// at returns the elements in the given lists and maps, see walker.around. It creates them if needed.
func (p *places) at(around string) *places {
	for _, step := range []byte(around) {
		inner := &p.list
		if step == inMap {
			inner = &p.mapping
		}
		if *inner == nil {
			*inner = &places{}
		}
		p = *inner
	}
	return p
}

// merge adds other places.
func (p *places) merge(o *places) {
	p.shape.merge(&o.shape)
	if o.list != nil {
		p.at(string(inList)).merge(o.list)
	}
	if o.mapping != nil {
		p.at(string(inMap)).merge(o.mapping)
	}
}

// find returns the elements in the given lists and maps, nil if there are none.
func (p *places) find(around string) *places {
	for _, step := range []byte(around) {
		if p == nil {
			break
		}
		if step == inMap {
			p = p.mapping
		} else {
			p = p.list
		}
	}
	return p
}

// clone returns a copy of p.
func (p *places) clone() *places {
	if p == nil {
		return nil
	}
	return &places{p.shape, p.list.clone(), p.mapping.clone()}
}

// isEmpty reports whether nothing was seen in any place.
func (p *places) isEmpty() bool {
	return !slices.ContainsFunc(p.shapes(), func(s *shape) bool { return !s.isEmpty() })
}

// shapes returns all shapes of p.
func (p *places) shapes() (all []*shape) {
	if p == nil {
		return nil
	}
	return append(append([]*shape{&p.shape}, p.list.shapes()...), p.mapping.shapes()...)
}

// words returns the JSON types that were seen, and the numbers that do not fit, for a sentence.
func (s *shape) words() string {
	var list []string
	for t, seen := range s.types {
		if seen {
			list = append(list, [jsonTypes]string{"null", "a bool", "a number", "a string", "a list", "an object"}[t])
		}
	}
	if s.fraction && !s.types[typeNumber] {
		list = append(list, "a number with a fraction")
	}
	if s.exceeds && !s.types[typeNumber] {
		list = append(list, "a number out of range")
	}
	if s.noCase {
		list = append(list, "a value that can be no case of an external union")
	}
	return strings.Join(list, " and ")
}

// merge adds another shape.
func (s *shape) merge(o *shape) {
	for t, seen := range o.types {
		s.types[t] = s.types[t] || seen
	}
	s.fraction = s.fraction || o.fraction
	s.exceeds = s.exceeds || o.exceeds
	s.noCase = s.noCase || o.noCase
	if s.elem == nil {
		s.elem = o.elem
	} else if o.elem != nil {
		s.elem.merge(o.elem)
	}
}

// isEmpty reports whether nothing was seen.
func (s *shape) isEmpty() bool {
	return s.types == [jsonTypes]bool{} && !s.fraction && !s.exceeds && !s.noCase
}

// spec returns the type in the spec language: json for objects and for values of several types.
func (s *shape) spec() string {
	var names []string
	for t, name := range map[jsonType]string{typeBool: "bool", typeString: "string", typeNumber: "number", typeArray: "json", typeObject: "json"} {
		if s.types[t] {
			names = append(names, name)
		}
	}
	if len(names) != 1 {
		return "json"
	}
	typ := names[0]
	switch {
	case typ == "number" && s.exceeds:
		typ = "decimal"
	case typ == "number" && !s.fraction:
		typ = "int"
	case s.types[typeArray] && slices.Contains([]string{"string", "int", "number", "decimal", "bool"}, s.elem.spec()):
		typ = s.elem.spec() + "[]"
	case s.types[typeArray] && strings.HasSuffix(s.elem.spec(), " | null"):
		typ = "(" + s.elem.spec() + ")[]"
	case s.types[typeArray] && !s.elem.types[typeNull]:
		typ = "json[]"
	}
	if s.types[typeNull] && typ != "json" {
		typ += " | null"
	}
	return typ
}
