package importer

import (
	"slices"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// external declares an external union, as Rust writes enums: a case is a text, "stop", or an object with one member whose name is the case,
// {"move": {"x": 1}}. It returns "" if some alternative has another form.
func (i *importer) external(s schema, list []schema, name, context string) (typ string, err error) {
	var words []string
	var members []property
	for _, a := range list {
		at, _, err := i.resolve(a)
		if err != nil {
			return "", err
		}
		if texts, null := i.texts(at); texts != nil && !null {
			words = append(words, texts...)
			continue
		}
		objects, err := i.expand(at)
		if err != nil || len(objects) != 1 || len(objects[0].members) != 1 || !objects[0].members[0].required {
			return "", err
		}
		members = append(members, objects[0].members[0])
	}
	if len(words) == 0 || len(members) == 0 {
		return "", nil
	}
	var inner []object
	for _, m := range members {
		objects, err := i.expand(m.schema)
		if err != nil || len(objects) != 1 || len(objects[0].members) == 0 || slices.Contains(words, m.name) {
			return "", err
		}
		inner = append(inner, objects[0])
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.doc(), Discriminator: &draft.Discriminator{External: true}}
	i.made[s.path] = u.Name
	i.spec.Unions = append(i.spec.Unions, u)
	for k, m := range members {
		u.Discriminator.Cases = append(u.Discriminator.Cases, draft.Case{Text: m.name, Record: i.caseRecord(inner[k], nil, m.name, u.Name+"_"+m.name)})
	}
	for _, word := range words {
		c := draft.Case{Text: word, Unit: true}
		if name := i.names.Take(word, u.Name+"_"+word); name != spec.GoName(word) {
			c.Go = name
		}
		u.Discriminator.Cases = append(u.Discriminator.Cases, c)
	}
	return u.Name, nil
}
