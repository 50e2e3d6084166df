package importer

import "github.com/ndwire/ndwire/workshop/draft"

// endEndless finds records whose required members contain the record itself, and changes one such member to json. A schema can describe that,
// although no finite value conforms to it.
func endEndless(records []*draft.Record) {
	byName := map[string]*draft.Record{}
	for _, r := range records {
		byName[r.Name] = r
	}
	const open, done = 1, 2
	state := map[*draft.Record]int{}
	var visit func(r *draft.Record)
	visit = func(r *draft.Record) {
		state[r] = open
		for k := range r.Fields {
			f := &r.Fields[k]
			inner := byName[f.Type]
			if inner == nil || f.Optional || f.Nullable {
				continue
			}
			switch state[inner] {
			case open:
				f.Type, f.Comment = "json", f.Type+" would contain itself without end"
			case 0:
				visit(inner)
			}
		}
		state[r] = done
	}
	for _, r := range records {
		if state[r] == 0 {
			visit(r)
		}
	}
}
