package spec

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v4"
)

// derive fills what follows from the declarations: the cases of unions, the tags of records, and which records are groups.
func (f *file) derive() {
	f.cutEmbedCircles()
	f.deriveResults()
	for _, u := range f.model.Unions {
		if u.Tree != nil {
			f.paths(u)
		}
	}
	f.deriveNotNull()
	f.deriveTags()
	f.deriveTagFields()
	f.deriveGroups()
	f.deriveKinds()
}

// recordTag is the tag that a record names for its `when`, as it stands.
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
			f.conflict(f.nodePos(t.node), fieldNamed(t.record, name).Pos, "the tag of a record is a member of its own; %q has a path", name)
		case field == nil:
			f.errorf(f.nodePos(t.node), "the record %s has no field %q%s", t.record.Name, name, suggest(name, memberNames(t.record)))
		case field.Const != "" || field.Type == nil || field.Type.Kind != String && (field.Type.Kind != EnumType || field.Type.Enum.Int):
			f.conflict(f.nodePos(t.node), field.Pos, "the tag of a record is a string or an enum; %q is none", name)
		}
	}
	for _, r := range f.model.Records {
		for _, inner := range embedded(r) {
			r.TagField = cmp.Or(r.TagField, inner.TagField)
		}
	}
}

// deriveNotNull finds the members whose presence is asked for, and which have no null in the spec.
func (f *file) deriveNotNull() {
	var walk func(n *Node)
	walk = func(n *Node) {
		for _, c := range n.Cases {
			if n.Has {
				c.NotNull = isNeverNull(c)
			}
		}
		for _, t := range n.targets() {
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

// isNeverNull reports whether the records of a case have no null for the member that chooses them. The zero value of a union, and of what is
// kept raw, is written as null.
func isNeverNull(c *Case) bool {
	var records []*Record
	collect(&records, &c.Target)
	name, _ := unquoteJSON(c.Literal)
	for _, r := range records {
		field := memberNamed(r, name)
		if field == nil || field.Nullable || field.Lazy || field.Type == nil || field.Type.Kind == JSON || field.Type.Kind == UnionType {
			return false
		}
	}
	return len(records) > 0
}

// collect adds the records that a target leads to, in the order of first mention.
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

// cutEmbedCircles reports records that embed themselves, and takes the embed away that closes the circle, so that all that
// comes later can walk embeds.
func (f *file) cutEmbedCircles() {
	const walking, done = 1, 2
	state := make(map[*Record]int)
	var walk func(r *Record)
	walk = func(r *Record) {
		state[r] = walking
		r.Embed = slices.DeleteFunc(r.Embed, func(e *Embed) bool {
			switch state[e.Record] {
			case walking:
				f.conflict(e.Pos, e.Record.Pos, "%s embeds %s, which embeds it again", r.Name, e.Record.Name)
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

// deriveGroups finds the records that are embedded, and nothing else.
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

// member is a field of a record, its own or embedded.
type member struct {
	name  string
	field *Field
	owner *Record // that declares it
	via   *Embed  // of the record that was asked: by which the member comes, nil for its own
}

// members returns the members of a record, with those of what it embeds in front. The walk goes into each record once; who
// embeds one by two paths is told elsewhere.
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

// memberNamed returns the field of the member of that name, nil if the record has none.
func memberNamed(r *Record, name string) *Field {
	if field := fieldNamed(r, name); field != nil && field.Path == nil {
		return field
	}
	return nil
}

// fieldNamed is memberNamed for fields that lie deeper, too.
func fieldNamed(r *Record, name string) *Field {
	for _, m := range members(r) {
		if m.name == name {
			return m.field
		}
	}
	return nil
}

// tagNamed returns the tag of that name that r's unions fix, nil if they fix none.
func tagNamed(r *Record, name string) *Tag {
	for _, t := range r.Tags {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// siblingNamed returns the field whose case the member of that name says, nil if r has none.
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
