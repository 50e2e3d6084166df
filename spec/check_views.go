package spec

import (
	"slices"
	"strings"
)

// This file checks what a view cannot keep, since its records have no notes.

// checkAbsentInView checks that a view distinguishes the absence of a tag from the value that its field has then, if both lead to the record with
// different kinds.
func (f *file) checkAbsentInView(r *Record, b branch) {
	n := b.node
	for _, tagPath := range n.Tag {
		f.checkFlattenedInView(r, b, tagPath)
	}
	if len(n.Tag) != 1 {
		return
	}
	field := fieldAt(r, n.Tag[0])
	if field == nil || field.Const != "" {
		f.checkFieldlessInView(r, b)
		return
	}
	if field.Type == nil {
		return
	}
	if b.absent && !field.Optional && !field.Encoded {
		value := readsAbsent(field)
		if c := n.find(value); c == nil || !c.Target.leadsTo(r) {
			f.conflict(field.Pos, n.Absent.at, "%s is chosen where %s is absent, but a view writes it as %s then: write it with a question mark", r.Name, tagPathsText(n), value)
			return
		}
	}
	leads := func(t *Target) bool {
		var list []*Record
		collect(&list, t)
		return slices.Contains(list, r)
	}
	value := readsAbsent(field)
	same := false
	if c := n.find(value); c != nil {
		same = leads(&c.Target)
	} else if leads(n.Otherwise) {
		same = n.Absent != nil || value[0] == '"' && value != `""`
	}
	if !same {
		return
	}
	name, hint := tagPathsText(n), "lead to another record with `absent:`"
	if field.Default != "" {
		hint = "write the field without the default, or " + hint
	}
	f.conflict(b.at, field.Pos, "%s is chosen by %s %s and by its absence, which a view reads alike, although the kinds differ: %s", r.Name, name, value, hint)
}

// checkFlattenedInView checks that no tag is read from among the members of the record around it if that is no place of the tag: a view would write it
// to where it chooses another record.
func (f *file) checkFlattenedInView(r *Record, b branch, tagPath []string) {
	around := r
	for i, name := range tagPath[:len(tagPath)-1] {
		field := memberNamed(around, name)
		if field == nil || field.Type == nil || field.Type.Record == nil {
			return
		}
		flat := slices.Concat(tagPath[:i], tagPath[i+1:])
		if field.Inline == InlineAccepted && !slices.ContainsFunc(b.node.Tag, func(place []string) bool { return slices.Equal(place, flat) }) {
			f.conflict(field.Pos, b.at, "%s is chosen where %s is absent, but a view writes a member %s of the line there: add its place to the tag, or write the field without `inline:`",
				r.Name, TagPathText(tagPath), TagPathText(flat))
			return
		}
		around = field.Type.Record
	}
}

// checkFieldlessInView is checkAbsentInView for a record without a field for the tag, or with a constant: nothing in it says that the tag was absent.
func (f *file) checkFieldlessInView(r *Record, b branch) {
	n := b.node
	w := pathWalk{outer: r, seen: map[pathStep]bool{}, view: true}
	if !b.absent || w.record(r, n.Tag[0]) {
		return
	}
	var other *Target // the first branch that leads to the record, but for the absence
	tag, field := tagPathsText(n), "an optional field for it"
	if len(n.Tag[0]) > 1 {
		field = "an optional field with `path: " + tag + "`"
	}
	value, same := "another "+tag, true
	for _, c := range n.Cases {
		if c.Target.leadsTo(r) && other == nil {
			other, value = &c.Target, tag+" "+c.Literal
		}
	}
	if other == nil && n.Otherwise.leadsTo(r) {
		other = n.Otherwise
	}
	for t := range n.Targets() {
		if t.leadsTo(r) {
			same = same && t.Node == nil && !t.Open && t.Kind == n.Absent.Kind
		}
	}
	if other == nil || same {
		return
	}
	f.conflict(n.Absent.at, r.Pos, "%s is chosen by %s and by its absence, and a view does not keep which of them it was, although the kinds differ: "+
		"give %[1]s %[3]s, or lead to another record with `absent:`", r.Name, value, field)
}

// checkOtherwiseInView checks that a record for any other value of a tag is not written as another record when its field for the tag is zero, as it is
// for a tag of another JSON type: without a note, that is the tag of the line.
func (f *file) checkOtherwiseInView(r *Record, b branch) {
	n := b.node
	if len(n.Tag) != 1 {
		return
	}
	field := fieldAt(r, n.Tag[0])
	if field == nil || field.Type == nil || field.Const != "" {
		return
	}
	value := readsAbsent(field)
	to, is, hint := (*Target)(nil), value, "write the field with the type json"
	if c := n.find(value); c != nil {
		to = &c.Target
	}
	if field.Optional && !field.Usual {
		to, is, hint = n.Absent, "an absent one", "write the field without a question mark"
	}
	if to == nil {
		return
	}
	var list []*Record
	if collect(&list, to); !slices.Contains(list, r) {
		name := tagPathsText(n)
		f.conflict(n.Otherwise.at, field.Pos, "%s is chosen by any other %s, and a view reads one of another JSON type as %s, which leads to another record: %s",
			r.Name, name, is, hint)
	}
}

// checkScatteredInView checks the records of lines to which branches of several nodes lead, or several branches that choose by presence: each node
// that gives them different kinds must choose by a text or json member for which the record has a field. All other members can be of another type than
// their field, which is then as if the line did not have them.
func (f *file) checkScatteredInView() {
	paths := map[*Record][]branch{} // all branches on the paths to a record
	scattered := map[*Record]bool{}
	var records []*Record
	for _, w := range f.reach {
		if w.union != f.model.Line {
			continue
		}
		last := w.path[len(w.path)-1].node
		if list := paths[w.record]; list == nil {
			records = append(records, w.record)
		} else if last.Has || list[len(list)-1].node != last {
			scattered[w.record] = true
		}
		paths[w.record] = append(paths[w.record], w.path...)
	}
	for _, r := range records {
		i := slices.IndexFunc(paths[r], func(b branch) bool { return b.node.givesKinds(r) && !b.node.tellsInView(r) })
		if i < 0 || !scattered[r] {
			continue
		}
		b := paths[r][i]
		name := "the tag " + tagPathsText(b.node)
		if b.node.Has {
			var members []string
			for _, c := range b.node.Cases {
				members = append(members, c.Literal)
			}
			name = "the presence of " + strings.Join(members, ", ")
		}
		f.conflict(b.at, r.Pos, "%s has several kinds, by %s and by other members, and a view does not keep which of them it was: give each branch a record of its own", r.Name, name)
	}
}

// givesKinds reports whether branches of n lead to a record with different kinds.
func (n *Node) givesKinds(r *Record) bool {
	var first *Target
	var differ func(n *Node) bool
	differ = func(n *Node) bool {
		for t := range n.Targets() {
			switch {
			case t.Node != nil && differ(t.Node):
				return true
			case t.Record != r:
			case first == nil:
				first = t
			case t.Open || t.Kind != first.Kind:
				return true
			}
		}
		return false
	}
	return n.leadsTwice(r) && differ(n)
}

// tellsInView reports whether a field of r tells the branches of n that lead to it apart: by a text or its absence, or as any value.
func (n *Node) tellsInView(r *Record) bool {
	switch {
	case n.Has:
		return false
	case len(n.Tag) > 1:
		return true // checkPlacesInView has the rules
	}
	field := fieldAt(r, n.Tag[0])
	if n.Absent.leadsTo(r) && (field == nil || !field.Optional || n.Otherwise.leadsTo(r)) {
		return false
	}
	switch {
	case field == nil || field.Type == nil:
		return false
	case field.Type.Kind == JSON && !field.Optional:
		return !n.Absent.leadsTo(r)
	case field.Type.Kind != String && (field.Type.Kind != EnumType || field.Type.Enum.Int):
		return false
	}
	return !slices.ContainsFunc(n.Cases, func(c *Case) bool { return c.Literal[0] != '"' && c.Target.leadsTo(r) })
}

// isLostInView reports whether a view leaves out a tag that it has read: the null of an optional json member is nil there, as if it were absent.
func isLostInView(field *Field, literal string) bool {
	return literal == "null" && field.Type != nil && field.Type.Kind == JSON && field.Optional
}

// checkPlacesInView checks a record of a view that is chosen by a tag with several places: fields do not tell an absent tag from one of another type,
// so that they do not say which place had the tag.
func (f *file) checkPlacesInView(w reached, b branch) {
	r, n := w.record, b.node
	if w.union == f.model.Line && n.givesKinds(r) {
		if first := f.firstBranchTo(r, n); first != b {
			at := b.at
			switch {
			case b.absent:
				at = n.Absent.at
			case b.literal == "":
				at = n.Otherwise.at
			}
			f.conflict(at, first.at, "%s is chosen by several values of %s, and a view does not keep which of the places has the tag: give each value a record of its own",
				r.Name, tagPathsText(n))
			return
		}
	}
	if b.literal == "" {
		return
	}
	for _, tagPath := range n.Tag {
		if field := fieldAt(r, tagPath); field != nil && field.Type != nil && field.Const == "" && isPlain(field.Type) && !canBe(field, b.literal) {
			f.conflict(field.Pos, b.at, "%s is chosen by %s %s, which a field of type %s cannot hold, so that a view loses it: write the field with the type json",
				r.Name, tagPathsText(n), b.literal, field.TypeText())
			return
		}
	}
	for i, tagPath := range n.Tag[:len(n.Tag)-1] {
		if w.union == f.model.Line && fieldAt(r, tagPath) == nil && looseAt(r, tagPath) == nil {
			for _, later := range n.Tag[i+1:] {
				if field := fieldAt(r, later); field != nil && field.Const == "" {
					f.conflict(b.at, field.Pos, "%s is chosen by %s, and a view does not keep the first of them, so that the member %q can have another value: give %[1]s a field for %[4]s, too",
						r.Name, tagPathsText(n), field.Name, TagPathText(tagPath))
					return
				}
			}
		}
		field := looseAt(r, tagPath)
		if field == nil {
			continue
		}
		for _, later := range n.Tag[i+1:] {
			if fieldAt(r, later) == nil {
				f.conflict(b.at, field.Pos, "%s is chosen by %s, and where the member %q is without it, a view loses the tag: give %[1]s a field for %[4]s, too",
					r.Name, tagPathsText(n), field.Name, TagPathText(later))
				return
			}
		}
	}
}

// firstBranchTo returns the first of a node's branches that lead to a record.
func (f *file) firstBranchTo(r *Record, n *Node) (first branch) {
	for _, w := range f.reach {
		if i := slices.IndexFunc(w.path, func(b branch) bool { return b.node == n }); i >= 0 && w.record == r {
			return w.path[i]
		}
	}
	return first
}

// looseAt returns the first field on the path to a tag whose Go type also has values that stay without the tag: a json member, a record that can be a
// string, or a union, whose unknown cases have none. The encoder sets the tag in all others.
func looseAt(r *Record, tagPath []string) *Field {
	field := memberNamed(r, tagPath[0])
	switch {
	case field == nil || field.Type == nil || field.Encoded || len(tagPath) == 1:
		return nil
	case field.Lazy, field.Type.Kind == JSON, field.Type.Kind == UnionType, field.Type.Kind == RecordType && field.Type.Record.Shorthand != "":
		return field
	case field.Type.Kind == RecordType:
		return looseAt(field.Type.Record, tagPath[1:])
	}
	return nil
}
