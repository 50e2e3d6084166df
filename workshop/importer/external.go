package importer

import (
	"slices"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// external declares an external union, as Rust writes enums: a case is a text, "stop", or an object with one member whose name is the case,
// {"move": {"x": 1}}. It returns "" if some alternative has another form.
func (i *importer) external(s schema, list []schema, name, context string) string {
	var words []string
	var members []property
	for _, a := range list {
		at, _ := i.resolve(a)
		if texts, null := i.texts(at); texts != nil && !null {
			words = append(words, texts...)
			continue
		}
		objects := i.expand(at)
		if len(objects) != 1 || len(objects[0].members) != 1 || !objects[0].members[0].required {
			return ""
		}
		members = append(members, objects[0].members[0])
	}
	if len(words) == 0 || len(members) == 0 {
		return ""
	}
	var inner []object
	for _, m := range members {
		objects := i.expand(m.schema)
		if len(objects) != 1 || len(objects[0].members) == 0 || slices.Contains(words, m.name) {
			return ""
		}
		inner = append(inner, objects[0])
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.doc(), Deprecated: s.deprecated(), Discriminator: &draft.Discriminator{External: true}}
	i.made[s.path] = u.Name
	i.spec.Unions = append(i.spec.Unions, u)
	all := slices.Clone(words)
	for _, m := range members {
		all = append(all, m.name)
	}
	for k, m := range members {
		word := draft.WithoutPrefix("", all, m.name)
		u.Discriminator.Cases = append(u.Discriminator.Cases, draft.Case{Text: m.name, Record: i.caseRecord(inner[k], nil, word, u.Name+"_"+word)})
	}
	for _, word := range words {
		c := draft.Case{Text: word, Unit: true}
		if name := i.names.Take(word, u.Name+"_"+word); name != spec.GoName(word) {
			c.Go = name
		}
		u.Discriminator.Cases = append(u.Discriminator.Cases, c)
	}
	return u.Name
}
