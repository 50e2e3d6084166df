package spec

import "slices"

// maxMembers is how many members a record can have: the runtime has a bit for each.
const maxMembers = 128

// taken is a name on the wire, and who has it.
type taken struct {
	member
	at    Pos
	alias bool
}

// checkMembers holds the rule that a record knows a name once, be it its own, embedded, an alias or flattened.
func (f *file) checkMembers(r *Record) {
	f.checkEmbeds(r)
	all := members(r)
	if n := len(all) + len(r.Tags); n > maxMembers {
		f.errorf(r.Pos, "the record %s has %d members; at most %d can be told apart", r.Name, n, maxMembers)
	}
	names := make(map[string]taken)
	for _, m := range all {
		f.takeName(r, names, taken{member: m, at: m.field.Pos})
	}
	for _, m := range all {
		if m.field.Path != nil {
			continue // its aliases stand elsewhere, see checkPaths
		}
		for i, alias := range m.field.Alias {
			m.name = alias
			if i < len(f.origin[m.field].aliases) {
				f.takeName(r, names, taken{member: m, at: f.origin[m.field].aliases[i], alias: true})
			}
			if tagNamed(r, alias) != nil {
				f.errorf(f.origin[m.field].aliases[i], "the alias %q is a tag of the record %s", alias, r.Name)
			}
		}
	}
	f.checkFlattened(r, all, names)
}

// takeName notes a name, or reports who has it already. What happens within one embedded record is reported there.
func (f *file) takeName(r *Record, names map[string]taken, t taken) {
	first, ok := names[t.name]
	if !ok {
		names[t.name] = t
		return
	}
	both := f.origin[t.field].shared && f.origin[first.field].shared && t.owner == first.owner
	switch {
	case t.via != nil && t.via == first.via || both && !t.alias:
	case t.alias && t.field == first.field:
		f.errorf(t.at, "the alias %q names the member itself, or stands twice", t.name)
	case t.alias && first.field.Path != nil: // whose name is not on the wire
	case t.alias:
		f.conflict(t.at, first.at, "the alias %q is also a name of another member of %s", t.name, r.Name)
	default:
		f.conflict(t.at, first.at, "the member %q stands twice in the record %s", t.name, r.Name)
	}
}

// checkFlattened holds the rule that flattened members are none of the record's own. One of the name under which the record
// usually stands is none of them: where there is a member of that name, the record is nested.
func (f *file) checkFlattened(r *Record, all []member, names map[string]taken) {
	for _, m := range all {
		if m.via != nil {
			continue
		}
		for _, record := range allFlattened(m.field) {
			for _, im := range members(record) {
				own, ok := names[im.name]
				if ok && own.field != im.field && (own.field != m.field || m.field.Inline == InlineAlways) {
					f.conflict(own.at, im.field.Pos, "the member %q stands also in %s, which can be flattened into %s", im.name, record.Name, r.Name)
				}
			}
			for _, tag := range record.Tags {
				if own, ok := names[tag.Name]; ok {
					f.errorf(own.at, "the member %q is also a tag of %s, which can be flattened into %s", tag.Name, record.Name, r.Name)
				}
			}
		}
	}
}

// allFlattened returns the records that can be flattened by way of a field, each once.
func allFlattened(field *Field) []*Record {
	var list []*Record
	for _, inner := range flattenable(field) {
		for _, r := range append([]*Record{inner}, inlined(inner)...) {
			if !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}

// checkEmbeds reports a record that is embedded by two paths: Go would not know which one is meant.
func (f *file) checkEmbeds(r *Record) {
	first := make(map[*Record]*Embed)
	for _, e := range r.Embed {
		for _, inner := range embedded(e.Record) {
			if other, ok := first[inner]; ok {
				f.conflict(e.Pos, other.Pos, "the record %s embeds %s by two paths", r.Name, inner.Name)
				continue
			}
			first[inner] = e
		}
	}
}

// embedded returns r and all that it embeds.
func embedded(r *Record) []*Record {
	all := []*Record{r}
	seen := map[*Record]bool{r: true}
	for i := 0; i < len(all); i++ {
		for _, e := range all[i].Embed {
			if !seen[e.Record] {
				seen[e.Record] = true
				all = append(all, e.Record)
			}
		}
	}
	return all
}

// inlined returns the records whose members can stand among those of r.
func inlined(r *Record) []*Record {
	var list []*Record
	for todo := []*Record{r}; len(todo) > 0; {
		r, todo = todo[0], todo[1:]
		for _, m := range members(r) {
			for _, inner := range flattenable(m.field) {
				if !slices.Contains(list, inner) {
					list, todo = append(list, inner), append(todo, inner)
				}
			}
		}
	}
	return list
}

// flattenable returns the records whose members can stand in place of the field: its own, or the cases of its union.
func flattenable(field *Field) []*Record {
	switch t := field.Type; {
	case field.Inline == InlineNever || t == nil:
		return nil
	case t.Kind == RecordType && t.Record != nil:
		return []*Record{t.Record}
	case t.Kind == UnionType && t.Union != nil:
		return t.Union.Cases
	}
	return nil
}

// checkWhen holds the rules about members that are meant in some cases only.
func (f *file) checkWhen(r *Record) {
	known := f.tagValues(r)
	claimed := make(map[string]map[string]Pos) // member, value: where it was claimed
	for _, m := range members(r) {
		o := f.origin[m.field]
		if m.owner == r && o.shared && len(m.field.When) == 0 {
			f.errorf(m.field.Pos, "several fields stand for the member %q; each says its cases with `when`", m.name)
		}
		if m.owner == r && o.shared && len(m.field.Alias) > 0 {
			f.errorf(o.aliases[0], "several fields stand for the member %q: it has no other names", m.name)
		}
		if len(m.field.When) > 0 && r.TagField == nil && !r.Group {
			f.errorf(o.when[0], "`when` needs a tag: %s has no `tag:` that names the field with these values", r.Name)
			continue
		}
		if m.owner != r {
			continue
		}
		if claimed[m.name] == nil {
			claimed[m.name] = make(map[string]Pos)
		}
		for i, value := range m.field.When {
			if first, ok := claimed[m.name][value]; ok {
				f.conflict(o.when[i], first, "the case %q of the member %q stands twice", value, m.name)
			}
			claimed[m.name][value] = o.when[i]
			if len(known) > 0 && !slices.Contains(known, value) {
				f.errorf(o.when[i], "no case of %s is named %q%s", r.TagField.Name, value, suggest(value, known))
			}
		}
	}
}

// tagValues returns the values that the tag field of r can have, as far as the spec names them: those of its enum, and the
// cases of all questions that ask for a member of its name.
func (f *file) tagValues(r *Record) []string {
	field := r.TagField
	if field == nil {
		return nil
	}
	var values []string
	if field.Type != nil && field.Type.Enum != nil {
		values = append(values, field.Type.Enum.texts()...)
	}
	for _, w := range f.reach {
		for _, a := range w.path {
			for _, place := range a.node.Tag {
				if place[len(place)-1] == field.Name {
					values = append(values, a.node.texts()...)
					break
				}
			}
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}
