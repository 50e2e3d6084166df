package importer

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// condition is an `if` that compares one member with literals. A schema that has it says by `then` and `else` what
// objects with these literals, and others, have.
type condition struct {
	schema            // that has the `if`
	tag      string   // the member
	literals []string // as JSON
	required bool     // objects without the member are others
}

// condition returns the condition of a schema; false if it has no `if`, or one that says more.
func (i *importer) condition(s schema) (c condition, ok bool) {
	at, ok := s.get("if")
	if !ok {
		return c, false
	}
	at, _, _ = i.lookUp(at)
	for key := range at.raw.Members() {
		if key != "properties" && key != "required" && key != "type" && !slices.Contains(remarks, key) {
			return c, false
		}
	}
	c.schema = s
	properties, _ := at.get("properties")
	for name := range properties.raw.Members() {
		if c.tag != "" {
			return c, false
		}
		member, _ := properties.get(name)
		c.tag, c.literals = name, i.literals(member)
	}
	for _, r := range at.list("required") {
		if name, _ := r.raw.Text(); name != c.tag {
			return c, false
		}
		c.required = true
	}
	return c, len(c.literals) > 0
}

// conditioned is an object with those of the conditions that do not divide it: some of these objects have what they
// say.
type conditioned struct {
	object
	possible []schema
}

// applyConditions returns the objects that a schema describes by its `if`, and those of the parts of its allOf:
// one for each group of literals with the same consequences.
func (i *importer) applyConditions(objects []object, at schema) []object {
	var all []condition
	var possible []schema
	for _, part := range append([]schema{at}, at.list("allOf")...) {
		if c, ok := i.condition(part); ok {
			all = append(all, c)
		} else if part.has("if") {
			possible = append(possible, part)
		}
	}
	var list []conditioned
	for _, o := range objects {
		list = append(list, conditioned{o, possible})
	}
	for len(all) > 0 {
		tag := all[0].tag
		var same, others []condition
		for _, c := range all {
			if c.tag == tag {
				same = append(same, c)
			} else {
				others = append(others, c)
			}
		}
		all = others
		var next []conditioned
		for _, o := range list {
			divided := i.divideBy(o.object, tag, same)
			possible := slices.Clone(o.possible)
			if len(divided) == 1 {
				for _, c := range same {
					possible = append(possible, c.schema)
				}
			}
			for _, d := range divided {
				next = append(next, conditioned{d, possible})
			}
		}
		if len(next) > maxObjects {
			i.fail(at.path, fmt.Sprintf("more than %d alternatives; describe some of them as one object with optional members", maxObjects))
			return objects
		}
		list = next
	}
	objects = nil
	for _, o := range list {
		i.addPossible(&o.object, o.possible)
		objects = append(objects, o.object)
	}
	return objects
}

// addPossible adds the members that conditions give to some of the objects, as optional ones. A member that several
// of them describe is as any of them says.
func (i *importer) addPossible(o *object, conditions []schema) {
	own := len(o.members)
	forms := map[string][]schema{}
	for _, s := range conditions {
		for _, key := range []string{"then", "else"} {
			part, _ := s.get(key)
			for _, below := range i.expand(part) {
				o.open = o.open || below.open
				for _, m := range below.members {
					m.required = false
					switch mine := o.member(m.name); {
					case string(m.raw) == "false":
					case mine == nil:
						o.members = append(o.members, m)
						forms[m.name] = []schema{m.schema}
					case !slices.ContainsFunc(forms[m.name], func(s schema) bool { return string(s.raw) == string(m.raw) }):
						forms[m.name] = append(forms[m.name], m.schema)
					}
				}
			}
		}
	}
	for n, m := range o.members[own:] {
		if list := forms[m.name]; len(list) > 1 {
			o.members[own+n].schema = i.combined("anyOf", list)
		}
	}
}

// divideBy divides an object by conditions about one member.
func (i *importer) divideBy(o object, tag string, conditions []condition) []object {
	m := o.member(tag)
	if m == nil || !m.required && slices.ContainsFunc(conditions, func(c condition) bool { return !c.required }) {
		return []object{o}
	}
	groups := i.consequenceGroups(m.schema, conditions)
	changes := func(g *consequenceGroup) bool {
		return slices.ContainsFunc(g.parts, func(p schema) bool { return i.changes(&o, p) })
	}
	if len(groups) < 2 || !isTagName(tag) && !slices.ContainsFunc(groups, changes) {
		return []object{o}
	}
	for _, c := range conditions {
		for c := range i.chain(c) {
			i.applied[i.inFile(c.path)+"/if"] = true
		}
	}
	var list []object
	for _, g := range groups {
		list = append(list, i.restricted(o, tag, g)...)
	}
	if !m.required && !slices.ContainsFunc(groups, func(g *consequenceGroup) bool { return !g.named }) {
		o.path += " without " + tag
		o.members = slices.DeleteFunc(slices.Clone(o.members), func(m property) bool { return m.name == tag })
		list = append(list, i.restricted(o, tag, i.withoutTag(conditions))...)
	}
	return list
}

// withoutTag returns the group of the objects without the member that all conditions require.
func (i *importer) withoutTag(conditions []condition) *consequenceGroup {
	g := &consequenceGroup{literals: []string{""}}
	for _, c := range conditions {
		g.parts = append(g.parts, i.consequences(c, "")...)
	}
	return g
}

// consequenceGroup is literals of a member with the same consequences.
type consequenceGroup struct {
	literals []string // "" for all values that no condition names
	parts    []schema // that the conditions add
	named    bool     // a condition that requires the member names the literals
}

// consequenceGroups returns the groups of the literals that a member can have; nil if conditions cannot divide its
// values.
func (i *importer) consequenceGroups(member schema, conditions []condition) (groups []*consequenceGroup) {
	literals := i.literals(member)
	if literals == nil {
		if !i.isAnyText(member) {
			return nil
		}
		literals = append(i.textsOf(conditions), "")
	}
	byParts := map[string]*consequenceGroup{}
	for _, l := range literals {
		var parts []schema
		named := false
		key := fmt.Sprint(l == "") // never a group with literals
		for _, c := range conditions {
			for _, p := range i.consequences(c, l) {
				parts = append(parts, p)
				key += " " + p.path
			}
			for c := range i.chain(c) {
				named = named || c.required && slices.Contains(c.literals, l)
			}
		}
		key += fmt.Sprint(named)
		if byParts[key] == nil {
			byParts[key] = &consequenceGroup{parts: parts, named: named}
			groups = append(groups, byParts[key])
		}
		byParts[key].literals = append(byParts[key].literals, l)
	}
	return groups
}

// textsOf returns the texts that conditions name, as JSON, each once.
func (i *importer) textsOf(conditions []condition) (texts []string) {
	for _, c := range conditions {
		for c := range i.chain(c) {
			for _, l := range c.literals {
				if _, isText := decoder.Raw(l).Text(); isText && !slices.Contains(texts, l) {
					texts = append(texts, l)
				}
			}
		}
	}
	return texts
}

// restricted returns the objects whose tag has one of the literals of a group, with the consequences.
func (i *importer) restricted(o object, tag string, g *consequenceGroup) []object {
	one := object{schema: schema{decoder.Raw("{}"), o.path}, open: o.open, members: slices.Clone(o.members)}
	if g.literals[0] != "" {
		values := strings.Join(g.literals, ",")
		one.path += " if " + tag + " " + values
		m := one.member(tag)
		m.schema = schema{decoder.Raw(`{"enum":[` + values + "]}"), m.path + "+" + values}
		m.required = m.required || g.named
	}
	all := []object{one}
	for _, p := range g.parts {
		if below := i.expand(p); below != nil {
			for k := range below {
				below[k].name = ""
			}
			all = i.product(all, below, p)
		}
		require(all, p)
	}
	for k := range all {
		all[k].members = slices.DeleteFunc(all[k].members, func(m property) bool { return string(m.raw) == "false" })
	}
	return all
}

// consequences returns the schemas that a condition adds for a literal, "" for all others.
func (i *importer) consequences(c condition, literal string) []schema {
	key := "else"
	if slices.Contains(c.literals, literal) {
		key = "then"
	}
	s, ok := c.get(key)
	if !ok {
		return nil
	}
	if below, ok := i.next(c); ok && key == "else" {
		return i.consequences(below, literal)
	}
	return []schema{s}
}

// chain iterates over a condition, and those about the same member that its else, and theirs, are.
func (i *importer) chain(c condition) iter.Seq[condition] {
	return func(yield func(condition) bool) {
		for ok := true; ok && yield(c); c, ok = i.next(c) {
		}
	}
}

// next returns the condition about the same member that the else of a condition is.
func (i *importer) next(c condition) (below condition, ok bool) {
	s, ok := c.get("else")
	if !ok || s.has("properties") || s.has("required") {
		return c, false
	}
	below, ok = i.condition(s)
	return below, ok && below.tag == c.tag
}

// changes reports whether a part gives an object members that it does not have, or other types, and does not only
// require some.
func (i *importer) changes(o *object, part schema) bool {
	for _, below := range i.expand(part) {
		for _, m := range below.members {
			if mine := o.member(m.name); mine == nil || m.weight() > mine.weight() || m.weight() == 2 && string(m.raw) != string(mine.raw) {
				return true
			}
		}
	}
	return false
}
