package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/draft"
)

// maxObjects is the largest number of alternatives of one schema, including those of all parts of its allOf.
const maxObjects = 5000

// expand returns the objects that a schema describes: one, or one for each of its alternatives. The properties, required and allOf beside
// alternatives apply to each of them. It returns nil if the schema does not describe objects.
func (i *importer) expand(s schema) []object {
	at, name := i.resolve(s)
	key := at.path
	if s.hasMore(at) {
		key += "\x00" + s.path
	}
	if i.expanding[key] {
		i.fail(s.path, "an alternative, or a part of allOf, that holds itself; remove it, or make it the type of a member")
		return nil
	}
	list, known := i.expanded[key+"\x00"+name]
	if !known {
		i.expanding[key] = true
		list = i.expandAt(s, at, name)
		delete(i.expanding, key)
		if at.path != i.linePath { // as the type of a member, a line has its alternatives that are not objects, too
			i.expanded[key+"\x00"+name] = list
		}
	}
	list = slices.Clone(list) // callers change it
	for k := range list {
		list[k].members = slices.Clone(list[k].members)
	}
	return list
}

// hasMore reports whether keywords beside a reference, which leads to another schema, apply to objects as well.
func (s schema) hasMore(at schema) bool {
	return at.path != s.path && s.has("$ref") && (s.has("properties") || s.has("required"))
}

// expandAt expands a schema that was resolved to another one, whose name is given.
func (i *importer) expandAt(s, at schema, name string) []object {
	list := []object{{schema: at, name: name, about: at.doc()}}
	isObject := at.has("properties") || slices.Contains(at.types(), "object")
	layers := []schema{at}
	if s.hasMore(at) {
		layers = append(layers, s) // keywords beside a reference apply as well
		list[0].path += " " + string(s.raw)
	}
	for _, layer := range layers {
		parts := layer.parts()
		if layer.path != at.path {
			parts = layer.list("allOf") // its reference leads to at
		}
		for _, part := range parts {
			if below := i.expand(part); below != nil {
				isObject = true
				list = i.product(list, below, layer)
			}
			require(list, part)
		}
		properties, _ := layer.get("properties")
		for name := range properties.raw.Members() {
			member, _ := properties.get(name)
			for k := range list {
				i.addMember(&list[k], property{name: name, schema: member})
			}
		}
		require(list, layer)
		for k := range list {
			list[k].open = list[k].open || layer.isOpen()
		}
	}
	if alternatives := i.alternativesOf(at); len(alternatives) > 0 {
		list = i.product(list, alternatives, at)
	} else if !isObject {
		return nil
	}
	list = i.applyConditions(list, at)
	for k := range list {
		for _, layer := range layers {
			require(list[k:k+1], layer)
			if !list[k].open {
				list[k].addRequired(layer)
			}
		}
	}
	return list
}

// alternativesOf returns the objects of oneOf and anyOf; nil if some alternative is not an object, for example if it only requires members.
// Beside objects that require members, an alternative that says nothing is an object with none of these.
func (i *importer) alternativesOf(at schema) []object {
	var all []object
	var rest []schema
	for _, a := range append(at.list("oneOf"), at.list("anyOf")...) {
		if a.isRest() || a.isOnlyNull() {
			continue
		}
		if i.isBroken(a) {
			continue
		}
		below := i.expand(a)
		if i.hasOtherTypes(a) { // its objects are not all that it allows
			below = nil
		}
		if below == nil {
			if a.saysNothing() {
				rest = append(rest, a)
				continue
			}
			if at.path == i.linePath {
				i.others++ // a line that is not an object, such as a batch
				continue
			}
			return nil
		}
		i.discriminate(at, a, below)
		all = append(all, below...)
	}
	if len(rest) > 0 {
		isObject := at.has("properties") || at.text("type") == "object"
		switch {
		case isObject && len(all) > 0 && !slices.ContainsFunc(all, func(o object) bool { return !o.requires() }):
			all = append(all, object{schema: rest[0]})
		case at.path == i.linePath:
			i.others += len(rest)
		default:
			return nil
		}
	}
	// A part that several alternatives have in common gives none of them its name.
	uses := map[string]int{}
	for _, o := range all {
		uses[o.name]++
	}
	for k := range all {
		if uses[all[k].name] > 1 {
			all[k].name = ""
		}
	}
	return all
}

// hasOtherTypes reports whether a schema names types besides object and null.
func (i *importer) hasOtherTypes(s schema) bool {
	at, _, _ := i.lookUp(s)
	return slices.ContainsFunc(at.types(), func(t string) bool { return t != "object" && t != "null" })
}

// discriminate gives the member that OpenAPI's discriminator names fixed values, in the objects of one alternative: the texts that the mapping
// has for the alternative, or else the name of the schema.
func (i *importer) discriminate(at, alternative schema, objects []object) {
	says, _ := at.get("discriminator")
	tag := says.text("propertyName")
	_, name, _ := i.lookUp(alternative)
	if tag == "" || name == "" {
		return
	}
	var texts []string
	mapping, _ := says.get("mapping")
	for text := range mapping.raw.Members() {
		if ref := mapping.text(text); ref == name || ref == alternative.text("$ref") {
			texts = append(texts, draft.Quote(text))
		}
	}
	if len(texts) == 0 {
		texts = []string{draft.Quote(name)}
	}
	values := strings.Join(texts, ",")
	fixed := schema{decoder.Raw(`{"enum":[` + values + "]}"), says.path}
	for k := range objects {
		if m := objects[k].member(tag); m == nil || !m.fixes() {
			i.addMember(&objects[k], property{tag, true, fixed})
			objects[k].path += " " + tag + " " + values
		} else {
			m.required = true // also if it has a default: readers choose by it
		}
	}
}

// product returns an object for each pair of objects from the two lists, with the members of both. Its name comes from both alternatives. Pairs that
// contradict each other are left out, unless all do.
func (i *importer) product(list, below []object, at schema) []object {
	if len(list)*len(below) > maxObjects {
		i.fail(at.path, fmt.Sprintf("more than %d alternatives; describe some of them as one object with optional members", maxObjects))
		return nil
	}
	var all []object
	possible := slices.ContainsFunc(list, func(o object) bool {
		return slices.ContainsFunc(below, func(b object) bool { return !i.contradict(&o, &b) })
	})
	for _, o := range list {
		for _, b := range below {
			if possible && i.contradict(&o, &b) {
				continue
			}
			one := object{schema: o.schema, name: o.name, about: o.about, members: slices.Clone(o.members), open: o.open || b.open}
			if b.name != "" && (len(below) > 1 || o.name == "") || len(below) > 1 {
				one.name, one.schema = b.name, b.schema
				one.path = b.path + " " + o.path // the paths of both parts
			}
			switch {
			case len(below) > 1:
				one.about = b.about
			case b.name == "": // the description of a named part is about that part
				one.about = cmp.Or(o.about, b.about)
			}
			for _, m := range b.members {
				i.addMember(&one, m)
			}
			all = append(all, one)
		}
	}
	return all
}

// contradict reports whether no object can be both: a member that it must have has other values in each of them.
func (i *importer) contradict(o, b *object) bool {
	return slices.ContainsFunc(b.members, func(p property) bool {
		m := o.member(p.name)
		if m == nil || !m.required && !p.required {
			return false
		}
		x, y := i.literals(m.schema), i.literals(p.schema)
		return len(x) > 0 && len(y) > 0 && !slices.ContainsFunc(x, func(l string) bool { return slices.Contains(y, l) })
	})
}

// addMember adds a member to o. If o has a member of that name, the two are combined: an object has the members of both, and of two schemas the
// one with fewer fixed values wins, or the one that has some.
func (i *importer) addMember(o *object, p property) {
	m := o.member(p.name)
	if m == nil {
		o.members = append(o.members, p)
		return
	}
	m.required = m.required || p.required
	switch {
	case p.weight() < m.weight(): // it says less: that a text is not empty, say
	case string(m.raw) != string(p.raw) && i.areObjects(m.schema, map[string]bool{}) && i.areObjects(p.schema, map[string]bool{}):
		m.schema = i.both(m.schema, p.schema)
	case p.fixes() && (!m.fixes() || len(i.literals(p.schema)) <= len(i.literals(m.schema))) || !m.fixes():
		m.schema = p.schema
	}
}

// weight says how much a schema says of the type of a value: nothing, its JSON type, or more.
func (s schema) weight() int {
	most := 0
	for key := range s.raw.Members() {
		switch key {
		case "type":
			most = max(most, 1)
		case "$ref", "const", "enum", "properties", "items", "oneOf", "anyOf", "allOf", "additionalProperties", "patternProperties", "format",
			"contentEncoding", "contentMediaType":
			most = 2
		}
	}
	if string(s.raw) == "false" {
		return 2
	}
	return most
}

// both returns a schema of the objects that two schemas describe. The parts of combined schemas are combined once,
// without those that others of them include, so that members of members that refer to themselves come back to a
// schema that is known.
func (i *importer) both(a, b schema) schema {
	null := i.hasNull(a) && i.hasNull(b)
	var parts []schema
	for _, s := range []schema{a, b} {
		if of, ok := i.combinations[s.path]; ok {
			parts = append(parts, of...)
		} else {
			parts = append(parts, s)
		}
	}
	var needed []schema
	for k, s := range parts {
		includes := func(other schema) bool { return i.includes(other, s, map[string]bool{}) }
		if !slices.ContainsFunc(needed, includes) && !slices.ContainsFunc(parts[k+1:], includes) {
			needed = append(needed, s)
		}
	}
	if len(needed) == 1 && i.hasNull(needed[0]) == null {
		return needed[0]
	}
	one := needed[0]
	if len(needed) > 1 {
		one = i.combined("allOf", needed)
	}
	i.combinations[one.path] = needed
	if null {
		inner := one.path
		one = schema{decoder.Raw(`{"anyOf":[` + string(one.raw) + `,{"type":"null"}]}`), inner + "+null"}
		i.parts[one.path+"/anyOf/0"] = inner
		i.combinations[one.path] = needed
	}
	return one
}

// includes reports whether a schema is a part, or extends it, at any depth. seen has the paths that were
// looked at before.
func (i *importer) includes(s, part schema, seen map[string]bool) bool {
	at, _, _ := i.lookUp(s)
	other, _, _ := i.lookUp(part)
	if s.path == part.path || part.weight() < 2 || at.path == other.path && !part.hasMore(other) {
		return true
	}
	if seen[at.path] {
		return false
	}
	seen[at.path] = true
	return slices.ContainsFunc(at.parts(), func(below schema) bool { return i.includes(below, part, seen) })
}

// areObjects reports whether a schema says that the value is an object, or which members it has, or null. seen has
// what is known by paths.
func (i *importer) areObjects(s schema, seen map[string]bool) (are bool) {
	at, _, _ := i.lookUp(s)
	if known, ok := seen[at.path]; ok {
		return known
	}
	seen[at.path] = true // as a part of itself
	defer func() { seen[at.path] = are }()
	alternatives := append(at.list("oneOf"), at.list("anyOf")...)
	switch types := slices.DeleteFunc(at.types(), func(t string) bool { return t == "null" }); {
	case slices.Equal(types, []string{"object"}):
		return true
	case len(types) > 0:
		return false
	case at.has("properties"):
		return true
	case slices.ContainsFunc(at.list("allOf"), func(part schema) bool { return i.areObjects(part, seen) }):
		return true
	}
	objects := 0
	for _, a := range alternatives {
		if one, _, _ := i.lookUp(a); one.isOnlyNull() {
			continue
		}
		if !i.areObjects(a, seen) {
			return false
		}
		objects++
	}
	return objects > 0
}

// hasNull reports whether a schema allows null, by its type or as an alternative.
func (i *importer) hasNull(s schema) bool {
	at, _, _ := i.lookUp(s)
	return s.isNullable() || at.isNullable() || slices.Contains(at.types(), "null") || slices.ContainsFunc(append(at.list("oneOf"), at.list("anyOf")...), func(a schema) bool {
		one, _, _ := i.lookUp(a)
		return one.isOnlyNull() || one.isNullable() || slices.Contains(one.types(), "null")
	})
}

// isOpen reports whether a schema allows members besides its properties explicitly, by a schema for them or by patterns of their names.
func (s schema) isOpen() bool {
	other, ok := s.raw.Get("additionalProperties")
	patterns, _ := s.get("patternProperties")
	return ok && (other.Type() == decoder.Object || string(other) == "true") || len(patterns.raw) > len("{}")
}

// fixes reports whether a schema fixes its values, by const or enum.
func (s schema) fixes() bool { return s.has("const") || s.has("enum") }

// require marks the members that a schema requires.
func require(list []object, s schema) {
	for _, r := range s.list("required") {
		name, _ := r.raw.Text()
		for k := range list {
			if m := list[k].member(name); m != nil {
				m.required = true
			}
		}
	}
}

// addRequired adds the members that a schema requires and nothing describes: they can have any value.
func (o *object) addRequired(s schema) {
	for k, r := range s.list("required") {
		if name, ok := r.raw.Text(); ok && o.member(name) == nil {
			o.members = append(o.members, property{name, true, schema{decoder.Raw("{}"), fmt.Sprintf("%s/required/%d", s.path, k)}})
		}
	}
}

// merged returns one object with the members of all objects, which no member distinguishes. A member is required if all of them require it.
func (i *importer) merged(objects []object) (one object, comment string) {
	if len(objects) == 1 {
		return objects[0], ""
	}
	one = object{schema: schema{raw: decoder.Raw("{}")}, name: commonName(objects)}
	forms := map[string][]schema{} // the different schemas of the members
	var paths []string
	for k, o := range objects {
		paths = append(paths, o.path)
		one.open = one.open || o.open
		for _, m := range o.members {
			mine := one.member(m.name)
			switch {
			case mine == nil:
				m.required = m.required && k == 0
				one.members = append(one.members, m)
				forms[m.name] = []schema{m.schema}
			case !slices.ContainsFunc(forms[m.name], func(s schema) bool { return string(s.raw) == string(m.raw) }):
				forms[m.name] = append(forms[m.name], m.schema)
			}
		}
		for n := range one.members {
			m := o.member(one.members[n].name)
			one.members[n].required = one.members[n].required && m != nil && m.required
		}
	}
	one.path = strings.Join(paths, "+")
	for n, m := range one.members {
		if list := forms[m.name]; len(list) > 1 {
			one.members[n].schema = i.combined("anyOf", list)
		}
	}
	return one, fmt.Sprintf("%d alternatives that nothing tells apart", len(objects))
}

// combined returns a schema with a keyword for a list of schemas: anyOf or allOf.
func (i *importer) combined(keyword string, list []schema) schema {
	var texts, paths []string
	for _, s := range list {
		texts, paths = append(texts, string(s.raw)), append(paths, s.path)
	}
	path := strings.Join(paths, "+") + "+" + keyword
	for k := range list {
		i.parts[fmt.Sprintf("%s/%s/%d", path, keyword, k)] = paths[k]
	}
	return schema{decoder.Raw(`{"` + keyword + `":[` + strings.Join(texts, ",") + "]}"), path}
}

// commonName returns the last word if all names or titles of the objects end in it: Request for AgentRequest and ClientRequest. Otherwise it is
// "".
func commonName(objects []object) string {
	common := ""
	for k, o := range objects {
		name := o.name
		if name == "" {
			name = o.text("title")
		}
		i := strings.LastIndexFunc(name, unicode.IsUpper)
		if i < 0 || k > 0 && name[i:] != common {
			return ""
		}
		common = name[i:]
	}
	return common
}
