package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// maxTags is the maximum number of nested tags.
const maxTags = 3

// tag is a tag with the only value that it can have in a case.
type tag struct{ name, literal string }

// branch is a place in a tree of discriminators.
type branch struct {
	tags  []string // of the discriminators above: none of them decides again
	fixed []tag    // those with one value, for which records have no field
	words string   // the values of the tags above: names of records begin with them
}

// below returns a branch below the tag of a discriminator.
func (b branch) below(tag, word string) branch {
	return branch{append(slices.Clone(b.tags), tag), b.fixed, b.with(word)}
}

// with returns the words of the branch and one more.
func (b branch) with(word string) string { return strings.TrimPrefix(b.words+"_"+word, "_") }

// discriminator returns the discriminator that chooses between objects, nil if there is none.
func (i *importer) discriminator(objects []object, at branch) *draft.Discriminator {
	if len(objects) == 0 || len(at.tags) >= maxTags {
		return nil
	}
	var best *division
	have := map[string]int{} // how many objects have a member
	for _, o := range objects {
		for _, m := range o.members {
			have[m.name]++
		}
	}
	tried := map[string]bool{}
	for _, o := range objects {
		for _, m := range o.members {
			if tried[m.name] || have[m.name]*2 < len(objects) || slices.Contains(at.tags, m.name) || !draft.IsField(m.name) {
				continue
			}
			tried[m.name] = true
			d := i.divide(objects, []string{m.name})
			if d == nil || len(objects) == 1 && !isTagName(m.name) {
				continue // the words of a single object's member are those of its severity, or its version
			}
			if best == nil || d.score() > best.score() {
				best = d
			}
		}
	}
	if best == nil {
		best = i.byPath(objects)
	}
	if best != nil {
		return i.byTag(best, at)
	}
	return i.byPresence(objects, at)
}

// byPath returns the division of objects by a member of an object that all of them have, such as the type in an
// event's context; nil if no such member has a value for each object that the others do not have. Objects that
// differ in nothing but that member are one record, with a union in it.
func (i *importer) byPath(objects []object) *division {
	if len(objects) < 2 {
		return nil
	}
	for _, m := range objects[0].members {
		if !differBeside(objects, m.name) || !draft.IsField(m.name) || i.hasNull(m.schema) || !i.areObjects(m.schema, map[string]bool{}) {
			continue
		}
		for _, below := range i.expand(m.schema) {
			for _, tag := range below.members {
				if i.literals(tag.schema) == nil || !draft.IsField(tag.name) {
					continue
				}
				if d := i.divide(objects, []string{m.name, tag.name}); d != nil && d.most == 1 && len(d.absent)+len(d.open) == 0 {
					return d
				}
			}
		}
	}
	return nil
}

// differBeside reports whether objects differ in members other than the one of a name.
func differBeside(objects []object, name string) bool {
	for _, o := range objects {
		if len(o.members) != len(objects[0].members) {
			return true
		}
		for _, m := range o.members {
			if first := objects[0].member(m.name); m.name != name && (first == nil || first.required != m.required || string(first.raw) != string(m.raw)) {
				return true
			}
		}
	}
	return false
}

// at returns the member at the path of a tag; nil if there is none in some objects. It is required if the object
// around it is.
func (i *importer) at(o *object, path []string) *property {
	m := o.member(path[0])
	if len(path) == 1 || m == nil {
		return m
	}
	if i.hasNull(m.schema) || !i.areObjects(m.schema, map[string]bool{}) {
		return nil
	}
	inner := i.expand(m.schema)
	if len(inner) != 1 {
		return nil
	}
	below := i.at(&inner[0], path[1:])
	if below == nil || !below.required {
		return nil
	}
	return &property{below.name, m.required, below.schema}
}

// isTagName reports whether a member of this name usually says what an object is.
func isTagName(name string) bool {
	plain := strings.NewReplacer("_", "", "-", "", ".", "", "@", "", "$", "").Replace(strings.ToLower(name))
	return slices.Contains([]string{"type", "kind", "event", "eventtype", "eventname", "messagetype", "msgtype", "op", "opcode", "method"}, plain)
}

// division divides objects by the literals that a member can have.
type division struct {
	tag      []string // its path
	order    []string // JSON literals
	objects  map[string][]object
	open     []object          // objects in which the member can be any text
	absent   []object          // objects without the member
	optional int               // objects that can be without the member: if they have it, it is one literal, or any text
	several  int               // objects with several literals
	most     int               // the largest number of objects that one literal has
	chosen   map[string]string // by literals: the numbers of their objects
	vague    map[string]bool   // the literals of which some object has others, too
	groups   int               // the number of different lists of objects that literals have
}

func (d *division) score() int { return 2*d.groups - len(d.open) - len(d.absent) - d.optional }

// divide divides objects by a member. It returns nil if the member does not choose between them.
func (i *importer) divide(objects []object, tag []string) *division {
	d := &division{tag: tag, objects: map[string][]object{}, chosen: map[string]string{}, vague: map[string]bool{}}
	for k, o := range objects {
		m := i.at(&o, tag)
		if m == nil {
			d.absent = append(d.absent, o)
			continue
		}
		if !m.required {
			d.optional++
		}
		switch literals := i.literals(m.schema); {
		case literals == nil && i.isAnyText(m.schema):
			d.open = append(d.open, o)
		case literals == nil, !m.required && (len(literals) > 1 || len(objects) == 1), !areOfOneType(literals):
			return nil // a record whose tag has several literals has a field for it, which has one type
		default:
			d.add(o, k, literals)
		}
	}
	groups := map[string]bool{}
	for _, numbers := range d.chosen {
		groups[numbers] = true
	}
	if d.groups = len(groups); !d.isChoice(len(objects)) {
		return nil
	}
	return d
}

// add adds an object of a number to its literals.
func (d *division) add(o object, number int, literals []string) {
	if len(literals) > 1 {
		d.several++
	}
	for _, l := range literals {
		if d.objects[l] == nil {
			d.order = append(d.order, l)
		}
		d.objects[l] = append(d.objects[l], o)
		d.most = max(d.most, len(d.objects[l]))
		d.chosen[l] += fmt.Sprint(number, " ")
		d.vague[l] = d.vague[l] || len(literals) > 1
	}
}

// isChoice reports whether the member chooses between all objects.
func (d *division) isChoice(all int) bool {
	rest := len(d.open) + len(d.absent)
	switch with := all - rest; {
	case len(d.order) == 0 || rest*2 > all:
		return false
	case all == 1:
		return true
	case d.groups == 1 && d.most == all:
		return false
	case d.several*2 <= with:
		return true
	case with == 1 || !isTagName(d.tag[len(d.tag)-1]):
		return false // the words of states, say
	}
	shared := 0
	for l, vague := range d.vague {
		if vague && len(d.objects[l]) > 1 {
			shared++
		}
	}
	return shared*2 <= len(d.order)
}

// isAnyText reports whether a member has texts, but no certain ones.
func (i *importer) isAnyText(s schema) bool {
	at, _, _ := i.lookUp(s)
	return slices.Equal(at.types(), []string{"string"})
}

// areOfOneType reports whether literals have one JSON type.
func areOfOneType(literals []string) bool {
	var values []decoder.Raw
	for _, l := range literals {
		values = append(values, decoder.Raw(l))
	}
	return len(typesOfValues(values)) == 1
}

// byTag returns the discriminator for a division. Where few objects can be without the tag, the tag becomes required.
func (i *importer) byTag(d *division, at branch) *draft.Discriminator {
	disc := &draft.Discriminator{Tag: d.tag}
	last := d.tag[len(d.tag)-1]
	var kinds draft.Names
	var texts []string
	for _, l := range d.order {
		text, isText := decoder.Raw(l).Text()
		if !isText {
			text = l
		}
		texts = append(texts, text)
	}
	for _, l := range d.order {
		c, word := caseOf(l, last, &kinds)
		below := at.below(last, draft.WithoutPrefix(last, texts, word))
		if d.groups == 1 && len(d.order) > 1 {
			below.words = at.words // the objects are those of the other literals as well
		}
		objects := d.objects[l]
		lacks := d.lacksTag(objects)
		if !lacks {
			d.require(objects)
		}
		if len(d.tag) == 1 && !lacks && !slices.ContainsFunc(objects, func(o object) bool { return len(i.literals(o.member(last).schema)) > 1 }) {
			below.fixed = append(slices.Clone(at.fixed), tag{last, l})
		}
		i.fillTarget(&c, objects, below)
		disc.Cases = append(disc.Cases, c)
		if lacks {
			disc.Absent = &draft.Case{Record: c.Record}
		}
	}
	switch {
	case d.optional == 0 || disc.Absent != nil:
	case d.lacksTag(d.open): // otherwise is also for objects without the tag
	default:
		d.require(d.open)
		disc.Absent = &draft.Case{Comment: alternatives(d.optional) + " can be without the tag"}
	}
	if len(d.open) > 0 {
		disc.Otherwise = &draft.Case{}
		i.fillTarget(disc.Otherwise, d.open, at.below(last, "other"))
	}
	if len(d.absent) > 0 {
		disc.Absent = cmp.Or(disc.Absent, &draft.Case{})
		i.fillTarget(disc.Absent, d.absent, at.below(last, "other"))
	}
	return disc
}

// lacksTag reports whether the objects of a literal are the only one of all that can be without the tag.
func (d *division) lacksTag(objects []object) bool {
	return d.optional == 1 && len(d.absent) == 0 && len(d.tag) == 1 && len(objects) == 1 && !objects[0].member(d.tag[0]).required
}

// require makes the tag required in objects: one without it is of none of their cases.
func (d *division) require(objects []object) {
	for _, o := range objects {
		o.member(d.tag[0]).required = true
	}
}

// caseOf returns the case of a literal without its target, and the word for it in names. kinds are the words of the
// cases so far.
func caseOf(literal, tag string, kinds *draft.Names) (c draft.Case, word string) {
	text, isText := decoder.Raw(literal).Text()
	if !isText {
		word = tag + "_" + literal
		kinds.Take(word)
		return draft.Case{Text: literal, Literal: true}, word
	}
	if word = text; spec.GoName(text) == "" {
		word = "empty"
	}
	c.Text = text
	if got := kinds.Take(word); got != spec.GoName(text) {
		c.Go = got
	}
	return c, word
}

// fillTarget sets the target of a case: a discriminator, or a record.
func (i *importer) fillTarget(c *draft.Case, objects []object, at branch) {
	if len(objects) > 1 {
		if c.Discriminator = i.discriminator(objects, at); c.Discriminator != nil {
			return
		}
	}
	one, comment := i.merged(objects)
	c.Record, c.Comment = i.caseRecord(one, at.fixed, i.caseNames(at.words)...), comment
}

// caseNames returns names for a case of the union that is being made, the best first. A case for the rest of the objects has the name of the union in
// its own.
func (i *importer) caseNames(words string) []string {
	switch {
	case i.union == "":
		return []string{cmp.Or(words, "entry")}
	case words == "":
		return []string{i.union + "_object"}
	case words == "other":
		return []string{i.union + "_" + words}
	}
	return []string{words, i.union + "_" + words}
}

// byPresence returns a discriminator that chooses by the first present member of a list: each member is required
// by one object, and the later objects do not have it. The object that is left at the end is the case for all
// others, or several that no member tells apart, if they are at most half of the objects.
func (i *importer) byPresence(objects []object, at branch) *draft.Discriminator {
	if len(objects) < 2 {
		return nil
	}
	rest := i.sameMembers(objects)
	if len(rest) == 1 {
		return nil
	}
	objects = slices.Clone(rest)
	var chosen []object
	var by []string
	for len(rest) > 1 {
		k, name := ownMember(rest)
		if k < 0 {
			break
		}
		chosen, by = append(chosen, rest[k]), append(by, name)
		rest = slices.Delete(rest, k, k+1)
	}
	if len(rest) > 1 && len(chosen) < len(rest) {
		return nil
	}
	disc := &draft.Discriminator{}
	for k, name := range by {
		disc.Cases = append(disc.Cases, draft.Case{Text: name, Record: i.caseRecord(chosen[k], at.fixed, i.caseNames(at.with(name))...)})
	}
	last := &draft.Case{}
	if len(rest) > 1 {
		one, comment := i.merged(rest)
		if last.Comment = comment; i.union == "" {
			last.Record = i.caseRecord(one, at.fixed, i.caseNames(at.with("other"))...)
		}
		disc.Otherwise = last
		return disc
	}
	record := func(words ...string) string {
		var names []string
		for _, word := range words {
			names = append(names, i.caseNames(at.with(word))...)
		}
		return i.caseRecord(rest[0], at.fixed, names...)
	}
	for _, m := range rest[0].members {
		if m.required && draft.IsField(m.name) && !slices.ContainsFunc(disc.Cases, func(c draft.Case) bool { return c.Text == m.name }) && !slices.ContainsFunc(objects, func(o object) bool {
			n := o.member(m.name)
			return n != nil && !slices.Equal(names(o.members), names(rest[0].members))
		}) {
			last.Text, last.Record = m.name, record(m.name, "other")
			disc.Cases = append(disc.Cases, *last)
			return disc
		}
	}
	last.Record = record("other")
	disc.Otherwise = last
	return disc
}

// sameMembers merges objects with the same members.
func (i *importer) sameMembers(objects []object) []object {
	var order []string
	groups := map[string][]object{}
	for _, o := range objects {
		key := strings.Join(slices.Sorted(slices.Values(names(o.members))), "\x00")
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], o)
	}
	var list []object
	for _, key := range order {
		one, _ := i.merged(groups[key])
		list = append(list, one)
	}
	return list
}

func names(members []property) []string {
	var list []string
	for _, m := range members {
		list = append(list, m.name)
	}
	return list
}

// ownMember returns the first member that one object requires and the others do not have, and the index of that object; -1 if there is none.
func ownMember(objects []object) (at int, name string) {
	for k, o := range objects {
		for _, m := range o.members {
			if m.required && draft.IsField(m.name) && !slices.ContainsFunc(slices.Delete(slices.Clone(objects), k, k+1), func(other object) bool { return other.member(m.name) != nil }) {
				return k, m.name
			}
		}
	}
	return -1, ""
}
