package spec

import "slices"

// maxMembers is the maximum number of members of a record: the runtime has a bit for each.
const maxMembers = 128

// taken is a name on the wire, and the member that has it.
type taken struct {
	member
	at    Pos
	alias bool // the name is an alias of the member
}

// checkMembers checks that all names on the wire of a record are different: of its own members, of embedded and flattened ones, and aliases.
func (f *file) checkMembers(r *Record) {
	f.checkEmbeds(r)
	all := members(r)
	if n := len(all) + len(r.Tags) + len(siblingTags(all)); n > maxMembers {
		f.errorf(r.Pos, "the record %s has %d members; a record can have at most %d", r.Name, n, maxMembers)
	}
	names := make(map[string]taken)
	for _, m := range all {
		f.takeName(r, names, taken{member: m, at: m.field.Pos})
	}
	for _, m := range all {
		if m.field.Path != nil {
			continue // checkPaths checks its aliases
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

// siblingTags returns the names of the tags that have no field, since they stand next to payloads (`by:`).
func siblingTags(members []member) map[string]bool {
	tags := make(map[string]bool)
	for _, m := range members {
		if m.field.By != "" {
			tags[m.field.By] = true
		}
	}
	return tags
}

// takeName adds a name to names, or reports the member that already has it. Conflicts within one embedded record are reported for that record.
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
		f.errorf(t.at, "the alias %q is the member's own name, or appears twice", t.name)
	case t.alias && first.field.Path != nil: // whose name is not on the wire
	case t.alias:
		f.conflict(t.at, first.at, "the alias %q is also a name of another member of %s", t.name, r.Name)
	default:
		f.conflict(t.at, first.at, "the member %q appears twice in the record %s", t.name, r.Name)
	}
}

// checkFlattened checks that the names of flattened members, their aliases, tags and siblings differ from those of the record itself, and from
// those that other fields can flatten: each member of the object must belong to one of them. A flattened member may have the name of the field
// that can be flattened: if an object has a member of that name, the record counts as nested.
func (f *file) checkFlattened(r *Record, all []member, names map[string]taken) {
	flattened := make(map[string]*flatName)
	for _, m := range all {
		if m.via != nil {
			continue
		}
		for _, record := range flattenable(m.field) {
			f.checkFlatForms(r, m.field, record)
		}
		for _, record := range allFlattened(m.field) {
			for _, inner := range flatNames(record) {
				first := flattened[inner.name]
				own, isOwn := names[inner.name]
				switch {
				case isOwn && own.field == m.field && m.field.Inline == InlineAccepted: // the record counts as nested
				case isOwn && own.at == inner.at: // both embed one record
					f.conflict(m.field.Pos, inner.at, "the member %q of %s is also %s of %s, which can be flattened into it", inner.name, r.Name, inner.what, record.Name)
				case isOwn:
					f.conflict(own.at, inner.at, "the member %q is also %s of %s, which can be flattened into %s", inner.name, inner.what, record.Name, r.Name)
				case tagNamed(r, inner.name) != nil:
					f.conflict(m.field.Pos, inner.at, "the tag %q of %s is also %s of %s, which can be flattened into it", inner.name, r.Name, inner.what, record.Name)
				case siblingNamed(r, inner.name) != nil:
					f.conflict(m.field.Pos, inner.at, "%q, which has the tag of %s, is also %s of %s, which can be flattened into %s",
						inner.name, siblingNamed(r, inner.name).Name, inner.what, record.Name, r.Name)
				case first != nil && first.field != m.field:
					f.conflict(m.field.Pos, first.field.Pos, "%s and %s can both be flattened into %s, and both have the member %q", first.field.Name, m.name, r.Name, inner.name)
				}
				if first == nil {
					inner.field = m.field
					flattened[inner.name] = inner
				}
			}
		}
	}
}

// checkFlatForms reports a field of a flattened record that is nested or flattened itself: the form of a record within the flattened record would
// decide which members belong to the outer record.
func (f *file) checkFlatForms(r *Record, field *Field, record *Record) {
	for _, m := range members(record) {
		if m.field.Inline == InlineAccepted && m.field != field {
			f.conflict(field.Pos, m.field.Pos, "%s can be flattened into %s, so that %s of %s cannot have `inline: accepted`, too: leave it out",
				record.Name, r.Name, m.name, record.Name)
		}
	}
}

// flatName is a name on the wire that a flattened record has.
type flatName struct {
	name, what string
	at         Pos
	field      *Field // the field that can be flattened
}

// flatNames returns the names of a record's members, aliases, tags and siblings.
func flatNames(r *Record) []*flatName {
	var list []*flatName
	for _, m := range members(r) {
		list = append(list, &flatName{name: m.name, what: "a member", at: m.field.Pos})
		for _, alias := range m.field.Alias {
			list = append(list, &flatName{name: alias, what: "an alias", at: m.field.Pos})
		}
		if m.field.By != "" {
			list = append(list, &flatName{name: m.field.By, what: "the tag of a payload", at: m.field.Pos})
		}
	}
	for _, tag := range r.Tags {
		list = append(list, &flatName{name: tag.Name, what: "a tag", at: r.Pos})
	}
	return list
}

// allFlattened returns the records that can be flattened because of a field, also through several levels, without duplicates.
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

// checkEmbeds reports a record that is embedded by two paths, whose fields would be ambiguous in Go.
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

// inlined returns the records that can be flattened into r, also through several levels.
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

// flattenable returns the records whose members can replace the field: its record, or the cases of its union.
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

// checkWhen checks the rules for fields with `when:`.
func (f *file) checkWhen(r *Record) {
	known := f.tagValues(r)
	f.checkChoosing(r)
	claimed := make(map[string]map[string]Pos) // member, value of the tag: position in the member's `when:`
	for _, m := range members(r) {
		o := f.origin[m.field]
		if m.owner == r && o.shared && len(m.field.When) == 0 {
			f.errorf(m.field.Pos, "the member %q has several fields; each needs a `when:` with its cases", m.name)
		}
		if m.owner == r && o.shared && len(m.field.Alias) > 0 {
			f.errorf(o.aliases[0], "the member %q has several fields, so that it cannot have an alias", m.name)
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
				f.conflict(o.when[i], first, "the case %q of the member %q appears twice", value, m.name)
			}
			claimed[m.name][value] = o.when[i]
			if len(known) > 0 && !slices.Contains(known, value) {
				f.errorf(o.when[i], "no case of %s is named %q%s", r.TagField.Name, value, suggest(value, known))
			}
		}
	}
}

// checkChoosing checks that the tag of a record is a plain text in Go where generated code chooses by it: one of several fields of a member, or a
// name for the flattened form.
func (f *file) checkChoosing(r *Record) {
	tag := r.TagField
	if tag == nil || !tag.Nullable && (!tag.Optional || tag.Default != "") {
		return
	}
	for _, m := range members(r) {
		chosen := func(flat Flat) bool { return flat.When != "" }
		o := f.origin[m.field] // nil for a field of an imported record
		if o != nil && o.shared && len(m.field.When) > 0 || slices.ContainsFunc(m.field.Flat, chosen) {
			f.conflict(tag.Pos, m.field.Pos, "the tag %s chooses a field or a name of the member %q, so that it must be required and not null", tag.Name, m.name)
			return
		}
	}
}

// tagValues returns the values of r's tag field that the spec names: those of its enum, and the literals of all nodes that ask for this member on
// paths to r, or to a record that contains r. It returns nil if r can have other values, too.
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
			isTag := func(tagPath []string) bool {
				return tagPath[len(tagPath)-1] == field.Name && isHolder(r, w.record, tagPath)
			}
			if !slices.ContainsFunc(a.node.Tag, isTag) {
				continue
			}
			if a.isRest() {
				return nil
			}
			values = append(values, a.node.texts()...)
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// isHolder reports whether the member at the end of a path from the record top can be a member of r.
func isHolder(r, top *Record, tagPath []string) bool {
	for _, holder := range append(inlined(top), top) {
		for _, holder := range embedded(holder) {
			if len(tagPath) == 1 {
				if holder == r {
					return true
				}
				continue
			}
			isInner := func(inner *Record) bool { return isHolder(r, inner, tagPath[1:]) }
			if field := fieldNamed(holder, tagPath[0]); field != nil && slices.ContainsFunc(objects(field.Type), isInner) {
				return true
			}
		}
	}
	return false
}

// objects returns the records that a value of type t can be.
func objects(t *Type) (list []*Record) {
	switch {
	case t == nil:
	case t.Kind == RecordType && t.Record != nil:
		list = append(list, t.Record)
	case t.Kind == UnionType && t.Union != nil:
		list = append(list, t.Union.Cases...)
		for _, v := range t.Union.Variants {
			list = append(list, objects(v.Type)...)
		}
	}
	return list
}
