package importer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/workshop/draft"
)

// dropUnused drops the types that no line has: those of alternatives that were tried as a union, and became json because nothing distinguishes
// them.
func dropUnused(s *draft.Spec) {
	unions, records := map[string]*draft.Union{}, map[string]*draft.Record{}
	for _, u := range s.Unions {
		unions[u.Name] = u
	}
	for _, r := range s.Records {
		records[r.Name] = r
	}
	used := map[string]bool{}
	var use func(typ string)
	use = func(typ string) {
		for _, name := range strings.FieldsFunc(typ, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if used[name] {
				continue
			}
			used[name] = true
			if u := unions[name]; u != nil {
				for _, c := range u.Discriminator.All() {
					use(c.Record)
				}
				for _, v := range u.Variants {
					use(v.Type)
				}
			}
			if r := records[name]; r != nil {
				for _, f := range r.Fields {
					use(f.Type)
				}
			}
		}
	}
	use(s.Line)
	s.Unions = slices.DeleteFunc(s.Unions, func(u *draft.Union) bool { return !used[u.Name] })
	s.Records = slices.DeleteFunc(s.Records, func(r *draft.Record) bool { return !used[r.Name] })
	s.Enums = slices.DeleteFunc(s.Enums, func(e *draft.Enum) bool { return !used[e.Name] })
}
