package drift

import (
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// getters returns the paths of the getters that return a member, as keys of the spec.
func (c *Comparer) getters(f *spec.Field) (paths [][]string) {
	var of func(m *spec.Model)
	of = func(m *spec.Model) {
		for _, u := range m.Unions {
			for _, g := range u.Getters {
				if g.Member == f.Name && slices.ContainsFunc(u.Cases, func(r *spec.Record) bool { return hasField(r, f) }) {
					paths = append(paths, []string{"unions", u.Name, "getters", g.GoName})
				}
			}
		}
		for _, i := range m.Imports {
			of(i.Model)
		}
	}
	of(c.model)
	return paths
}

// hasField reports whether a field is one of a record, or of a record that it embeds.
func hasField(r *spec.Record, f *spec.Field) bool {
	return slices.Contains(r.Fields, f) || slices.ContainsFunc(r.Embed, func(e *spec.Embed) bool { return hasField(e.Record, f) })
}
