package importer

import (
	"maps"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/draft"
)

// joined returns one schema with the keywords of all parts of an allOf whose values are not objects, and the name
// of the only definition among the parts. Of two lists of types or values, the shorter one counts, of other
// keywords the first one.
func (i *importer) joined(s schema) (one schema, name string) {
	keywords := map[string]schema{}
	var order []string
	named := map[string]bool{}
	seen := map[string]bool{}
	var heavy []schema
	heavyName := ""
	var add func(part schema)
	add = func(part schema) {
		at, name := i.resolve(part)
		if seen[at.path] {
			return
		}
		seen[at.path] = true
		if name != "" && at.path != s.path {
			named[name] = true
			delete(keywords, "description") // which is about the member
		}
		if at.weight() > 1 && !at.has("allOf") {
			heavy, heavyName = append(heavy, at), name
		}
		for key := range at.raw.Members() {
			value, _ := at.get(key)
			switch old, ok := keywords[key]; {
			case key == "allOf":
			case !ok:
				if keywords[key] = value; !slices.Contains(order, key) {
					order = append(order, key)
				}
			case (key == "type" || key == "enum") && count(value.raw) < count(old.raw):
				keywords[key] = value
			}
		}
		for _, below := range at.list("allOf") {
			add(below)
		}
	}
	add(s)
	if len(heavy) == 1 && len(heavy[0].jsonTypes()) > 0 {
		return heavy[0], heavyName // the other parts only restrict it
	}
	path := s.path + "+joined"
	var members []string
	for _, key := range order {
		if keywords[key].raw == nil {
			continue
		}
		members = append(members, draft.Quote(key)+":"+string(keywords[key].raw))
		i.parts[path+"/"+escape(key)] = keywords[key].path
	}
	if len(named) == 1 {
		name = slices.Collect(maps.Keys(named))[0]
	}
	return schema{decoder.Raw("{" + strings.Join(members, ",") + "}"), path}, name
}

// count returns the number of elements of a list, 1 for another value.
func count(v decoder.Raw) int {
	if v.Type() != decoder.Array {
		return 1
	}
	n := 0
	for range v.Elements() {
		n++
	}
	return n
}

// typesOf returns the JSON types that a schema and all parts of its allOf allow, nil if none of them names types or values.
// seen has the paths that were looked at before.
func (i *importer) typesOf(s schema, seen map[string]bool) []string {
	at, _, _ := i.lookUp(s)
	if seen[at.path] {
		return nil
	}
	seen[at.path] = true
	types := at.jsonTypes()
	for _, part := range at.list("allOf") {
		if other := i.typesOf(part, seen); types == nil {
			types = other
		} else if other != nil {
			types = slices.DeleteFunc(slices.Clone(types), func(t string) bool { return !slices.Contains(other, t) })
		}
	}
	return types
}
