package spec

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v4"
)

// derive computes what follows from the declarations, such as the cases of unions, the tags of records and the kinds of lines.
func (f *file) derive() {
	f.cutEmbedCycles()
	f.deriveResults()
	for _, u := range f.model.Unions {
		if u.Tree != nil {
			f.paths(u)
		}
	}
	f.deriveTags()
	f.deriveNotNull()
	f.deriveTagFields()
	f.deriveGroups()
	f.deriveKinds()
}

// recordTag is the `tag:` key of a record, which names the field for its `when:`.
type recordTag struct {
	record *Record
	node   *yaml.Node
}

func (f *file) deriveTagFields() {
	for _, t := range f.tags {
		name := f.word(t.node, "the name of a member")
		if name == "" {
			continue
		}
		t.record.TagField = memberNamed(t.record, name)
		switch field := t.record.TagField; {
		case field == nil && fieldNamed(t.record, name) != nil:
			f.conflict(f.nodePos(t.node), fieldNamed(t.record, name).Pos, "the tag of a record must be a member of its own; %q has a path", name)
		case field == nil:
			f.errorf(f.nodePos(t.node), "the record %s has no field %q%s", t.record.Name, name, suggest(name, memberNames(t.record)))
		case field.Const != "" || field.Type == nil || field.Type.Kind != String && (field.Type.Kind != EnumType || field.Type.Enum.Int):
			f.conflict(f.nodePos(t.node), field.Pos, "the tag of a record must be a string or an enum; %q is not", name)
		}
	}
	for _, r := range f.model.Records {
		for _, inner := range embedded(r) {
			r.TagField = cmp.Or(r.TagField, inner.TagField)
		}
	}
}

// deriveNotNull sets Case.NotNull in the trees of all unions.
func (f *file) deriveNotNull() {
	var walk func(n *Node)
	walk = func(n *Node) {
		for _, c := range n.Cases {
			if n.Has {
				c.NotNull = isNeverNull(c)
			}
		}
		for t := range n.Targets() {
			if t.Node != nil {
				walk(t.Node)
			}
		}
	}
	for _, u := range f.model.Unions {
		if u.Tree != nil {
			walk(u.Tree)
		}
	}
}

// isNeverNull reports whether the member that chooses a case can be null in none of its records. Unions and raw values can be null, since null
// is written for their zero values; raw values with `zero:`, constants, and tags with another value cannot. It needs Record.Tags.
func isNeverNull(c *Case) bool {
	var records []*Record
	collect(&records, &c.Target)
	name, _ := unquoteJSON(c.Literal)
	for _, r := range records {
		isNullTag := func(t *Tag) bool { return t.Name == name && slices.Contains(t.Literals, "null") }
		switch field := memberNamed(r, name); {
		case slices.ContainsFunc(r.Tags, isNullTag):
			return false
		case field == nil || field.Const != "" || field.Zero != "" && field.Type.Kind == JSON:
		case field.Nullable || field.Lazy || field.Type == nil || field.Type.Kind == JSON || field.Type.Kind == UnionType:
			return false
		}
	}
	return len(records) > 0
}

// collect adds the records below a target to the list, in the order of first mention.
func collect(list *[]*Record, t *Target) {
	switch {
	case t == nil:
	case t.Record != nil:
		if !slices.Contains(*list, t.Record) {
			*list = append(*list, t.Record)
		}
	case t.Node != nil:
		for _, c := range t.Node.Cases {
			collect(list, &c.Target)
		}
		collect(list, t.Node.Otherwise)
		collect(list, t.Node.Absent)
	}
}

// cutEmbedCycles reports records that embed themselves, and removes the embed that closes the cycle, so that later steps can walk embeds
// without end.
func (f *file) cutEmbedCycles() {
	const walking, done = 1, 2
	state := make(map[*Record]int)
	var walk func(r *Record)
	walk = func(r *Record) {
		state[r] = walking
		r.Embed = slices.DeleteFunc(r.Embed, func(e *Embed) bool {
			switch state[e.Record] {
			case walking:
				if e.Record == r {
					f.errorf(e.Pos, "%s embeds itself", r.Name)
				} else {
					f.conflict(e.Pos, e.Record.Pos, "%s embeds %s, which embeds it again", r.Name, e.Record.Name)
				}
				return true
			case 0:
				walk(e.Record)
			}
			return false
		})
		state[r] = done
	}
	for _, r := range f.model.Records {
		if state[r] == 0 {
			walk(r)
		}
	}
}

// deriveGroups sets Record.Group for records that are only embedded.
func (f *file) deriveGroups() {
	used := make(map[*Record]bool)
	use := func(t *Type) {
		for ; t != nil; t = t.Elem {
			if t.Record != nil {
				used[t.Record] = true
			}
		}
	}
	for _, r := range f.model.Records {
		for _, field := range r.Fields {
			use(field.Type)
		}
	}
	for _, u := range f.model.Unions {
		for _, variant := range u.Variants {
			use(variant.Type)
		}
		for _, r := range u.Cases {
			used[r] = true
		}
	}
	for _, l := range f.links {
		l.Record.Group = !used[l.Record]
	}
}

// member is a member of a record, its own or an embedded one.
type member struct {
	name  string
	field *Field
	owner *Record // the record that declares the field
	via   *Embed  // the record's embed that has the member, nil for the record's own members
}

// members returns the members of a record; those of embedded records come first. A record that is embedded by two paths, which checkEmbeds
// reports, is visited once.
func members(r *Record) []member {
	var list []member
	seen := make(map[*Record]bool)
	var walk func(r *Record, via *Embed)
	walk = func(r *Record, via *Embed) {
		seen[r] = true
		for _, e := range r.Embed {
			if !seen[e.Record] {
				walk(e.Record, cmp.Or(via, e))
			}
		}
		for _, field := range r.Fields {
			list = append(list, member{name: field.Name, field: field, owner: r, via: via})
		}
	}
	walk(r, nil)
	return list
}

// memberNamed returns the field of a member, nil if the record has no such member.
func memberNamed(r *Record, name string) *Field {
	if field := fieldNamed(r, name); field != nil && field.Path == nil {
		return field
	}
	return nil
}

// fieldNamed returns the field with a name in the spec, also if it has a path; nil if the record has none.
func fieldNamed(r *Record, name string) *Field {
	for _, m := range members(r) {
		if m.name == name {
			return m.field
		}
	}
	return nil
}

// tagNamed returns the tag with a name from r.Tags, nil if there is none.
func tagNamed(r *Record, name string) *Tag {
	for _, t := range r.Tags {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// siblingNamed returns the field whose tag is the member with a name, nil if r has none.
func siblingNamed(r *Record, name string) *Field {
	for _, m := range members(r) {
		if m.field.By == name {
			return m.field
		}
	}
	return nil
}

func memberNames(r *Record) []string {
	var names []string
	for _, m := range members(r) {
		names = append(names, m.name)
	}
	return names
}
