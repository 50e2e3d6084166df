package spec

import "slices"

// This file has the rules of unions without a tag of their own. Their tag is a member next to the value, the sibling: {type: Payload, by: kind}.
// The sibling has no Go field, since the type of the payload determines it.

// addSiblingCases adds a case for each payload to a discriminator whose otherwise leads to a record with a payload, if the sibling of the payload is
// also the tag of the discriminator. Each payload then has a kind.
func (f *file) addSiblingCases(n *Node) {
	if len(n.Tag) != 1 || len(n.Tag[0]) != 1 || n.Otherwise == nil || n.Otherwise.Record == nil {
		return
	}
	found := false
	for _, by := range siblingsNamed(n.Otherwise.Record, n.Tag[0][0]) {
		if by.Type == nil || by.Type.Union == nil || by.Type.Union.Tree == nil {
			continue
		}
		found = true
		for _, c := range by.Type.Union.Tree.Cases {
			if n.find(c.Literal) == nil {
				n.Cases = append(n.Cases, &Case{Literal: c.Literal, GoName: c.GoName, Target: Target{Record: n.Otherwise.Record, at: c.Pos}, About: c.About})
			}
		}
	}
	if !found && len(n.Cases) == 0 && !n.hasCases {
		f.errorf(n.Pos, "the discriminator has no `cases:`, and %s has no payload with `by: %s` whose cases it could have", n.Otherwise.Record.Name, n.Tag[0][0])
	}
}

// checkSiblings checks the rules for unions without a tag of their own, and for fields of such unions.
func (f *file) checkSiblings() {
	for _, r := range f.model.Records {
		for _, field := range r.Fields {
			f.checkSibling(r, field)
		}
		f.checkSiblingNames(r)
	}
	for _, u := range f.model.Unions {
		for _, v := range u.Variants {
			f.checkNoOutsideTag(v.Type, v.Pos)
		}
		if u.Tree != nil && (u.Tree.Sibling || u.Tree.External) {
			f.checkOneTag(u)
		}
		if u.Tree != nil && u.Tree.Sibling {
			f.checkPayloadCases(u)
		}
	}
}

// checkSibling checks the rules for one field.
func (f *file) checkSibling(r *Record, field *Field) {
	o, t := f.origin[field], field.Type
	if t == nil {
		return
	}
	needsSibling := t.Kind == UnionType && t.Union.Tree != nil && t.Union.Tree.Sibling
	switch {
	case isResult(t):
		f.checkResult(field, o)
	case field.By == "" && o.by != Pos{}:
		// It is not a name.
	case field.By == "" && needsSibling:
		f.errorf(o.typ, "the union %s has no tag of its own: say which member of %s is its tag, {type: %s, by: kind}", t.Union.Name, r.Name, t.Union.Name)
	case field.By == "":
		f.checkNoOutsideTag(t.Elem, o.typ)
	case !needsSibling:
		f.errorf(o.by, "`by:` is for a union without a tag of its own, {cases: {...}}; remove it, since %s is %s", field.Name, t)
	case field.Encoded:
		f.errorf(o.by, "a union with `by:` cannot be encoded in a string: keep it as text, with {type: string}, or give the union a tag of its own, with {tag: kind}")
	case field.Lazy || field.Inline != InlineNever || field.Path != nil || len(field.Alias) > 0 || len(field.When) > 0:
		f.errorf(o.by, "a field with `by:` cannot have `lazy:`, `inline:`, `path:`, `alias:` or `when:`")
	case f.model.View && f.isLineTag(r, field.By):
		f.errorf(o.by, "%q is the tag of the line, and a view would lose it where the payload is absent: give each case a record of its own, whose fields have a path, {path: %s.id}", field.By, field.Name)
	}
}

// isLineTag reports whether a member of r is the tag of the union of all lines, or one by which a line is found to be r.
func (f *file) isLineTag(r *Record, name string) bool {
	if f.model.Line == nil || f.model.Line.Tree == nil {
		return false
	}
	isTag := func(n *Node) bool { return len(n.Tag) == 1 && len(n.Tag[0]) == 1 && n.Tag[0][0] == name }
	var below func(n *Node) bool
	below = func(n *Node) bool {
		for t := range n.Targets() {
			if t.Node != nil && (isTag(t.Node) && hasMembersOf(t, r) || below(t.Node)) {
				return true
			}
		}
		return false
	}
	return isTag(f.model.Line.Tree) || below(f.model.Line.Tree)
}

// hasMembersOf reports whether r, or a record that embeds it, is below a target.
func hasMembersOf(t *Target, r *Record) bool {
	var list []*Record
	collect(&list, t)
	return slices.ContainsFunc(list, func(to *Record) bool { return to == r || to.embeds(r) })
}

func (r *Record) embeds(group *Record) bool {
	return slices.ContainsFunc(r.Embed, func(e *Embed) bool { return e.Record == group || e.Record.embeds(group) })
}

// checkNoOutsideTag reports a union whose tag is a sibling or a request's method, in a type that cannot have one.
func (f *file) checkNoOutsideTag(t *Type, at Pos) {
	for ; t != nil; t = t.Elem {
		if t.Kind == UnionType && t.Union.Tree != nil && t.Union.Tree.Sibling {
			f.errorf(at, "the union %s has no tag of its own, so that it can only be the type of a field with `by:`", t.Union.Name)
		}
		if isResult(t) {
			f.errorf(at, "the union %s, whose case is chosen by a request, can only be the type of a field, which is kept raw", t.Union.Name)
		}
	}
}

// checkSiblingNames checks that a sibling has no field, and that several payloads of one tag fit together.
func (f *file) checkSiblingNames(r *Record) {
	first := make(map[string]*Field)
	for _, m := range members(r) {
		by := m.field.By
		if by == "" {
			continue
		}
		if field := memberNamed(r, by); field == m.field {
			f.errorf(field.Pos, "`by:` of %s names the field; it must name the member next to it that has the tag", m.name)
		} else if field != nil {
			f.conflict(field.Pos, m.field.Pos, "the type of %s determines %q, so that it needs no field: remove the field", m.name, by)
		}
		if other := first[by]; other != nil && other != m.field {
			f.checkPayloads(by, other, m.field)
		} else {
			first[by] = m.field
		}
	}
}

// checkPayloads checks two payloads of one tag. The type of each of them must determine the tag, if it is a record: another record for any other
// value, or for none, does not say for which values it stands, so that the tag of one payload could lead to another record for the other.
func (f *file) checkPayloads(by string, first, second *Field) {
	trees := make([]*Node, 0, 2)
	for _, field := range []*Field{first, second} {
		if field.Type == nil || field.Type.Union == nil || field.Type.Union.Tree == nil || !field.Type.Union.Tree.Sibling {
			return // already reported
		}
		tree := field.Type.Union.Tree
		isRecord := func(t *Target) bool { return t != nil && !t.Bare }
		if key := map[bool]string{true: "otherwise", false: "absent"}[isRecord(tree.Otherwise)]; isRecord(tree.Otherwise) || isRecord(tree.Absent) {
			f.conflict(second.Pos, first.Pos, "%q is the tag of %s and of %s, so that their unions can only have cases for values of it: %s has `%s:`, too",
				by, first.Name, second.Name, field.Type.Union.Name, key)
			return
		}
		trees = append(trees, tree)
	}
	for _, c := range trees[1].Cases {
		if other := trees[0].find(c.Literal); other != nil && other.Literal != c.Literal {
			f.conflict(c.Pos, other.Pos, "%q is the tag of %s and of %s: write its value alike in both unions, %s", by, first.Name, second.Name, other.Literal)
		}
	}
}

// siblingsNamed returns the fields whose tag is the member with a name.
func siblingsNamed(r *Record, name string) []*Field {
	var list []*Field
	for _, m := range members(r) {
		if m.field.By == name {
			list = append(list, m.field)
		}
	}
	return list
}

// checkOneTag checks that each record of a union without a tag of its own is chosen by one value of the tag: the record's type must determine it.
func (f *file) checkOneTag(u *Union) {
	const other = "any other value"
	first := make(map[*Record]string)
	at := make(map[*Record]Pos)
	take := func(t *Target, literal string, pos Pos) {
		var records []*Record
		collect(&records, t)
		for _, r := range records {
			if l, ok := first[r]; ok && l != literal {
				f.conflict(pos, at[r], "%s is chosen by %s and by %s, and does not keep which: declare a record for each", r.Name, l, literal)
			}
			first[r], at[r] = literal, pos
		}
	}
	for _, c := range u.Tree.Cases {
		take(&c.Target, c.Literal, c.Pos)
	}
	if t := u.Tree.Otherwise; t != nil {
		take(t, other, t.at)
	}
	if t := u.Tree.Absent; t != nil {
		take(t, "an absent tag", t.at)
	}
}
