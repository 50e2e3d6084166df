package spec

// A union without a tag of its own is told by a member that stands beside it: {type: Payload, by: kind}. The member has no Go field, for
// the payload's type says it. This file holds what follows.

// addSiblingCases gives a question a case for each payload, where any other answer leads to a record whose payload is told by the same
// member: each payload has a kind then.
func (f *file) addSiblingCases(n *Node) {
	if len(n.Tag) != 1 || len(n.Tag[0]) != 1 || n.Otherwise == nil || n.Otherwise.Record == nil {
		return
	}
	by := siblingNamed(n.Otherwise.Record, n.Tag[0][0])
	if by == nil || by.Type == nil || by.Type.Union == nil || by.Type.Union.Tree == nil {
		if len(n.Cases) == 0 {
			f.errorf(n.Pos, "the question has no `cases:`")
		}
		return
	}
	for _, c := range by.Type.Union.Tree.Cases {
		if n.find(c.Literal) == nil {
			n.Cases = append(n.Cases, &Case{Literal: c.Literal, GoName: c.GoName, Target: Target{Record: n.Otherwise.Record, at: c.Pos}, About: c.About})
		}
	}
}

// checkSiblings holds the rules about unions without a tag of their own, and about fields of them.
func (f *file) checkSiblings() {
	for _, r := range f.model.Records {
		for _, field := range r.Fields {
			f.checkSibling(r, field)
		}
		f.checkSiblingNames(r)
	}
	for _, u := range f.model.Unions {
		for _, v := range u.Variants {
			f.checkTold(v.Type, v.Pos)
		}
		if u.Tree != nil && (u.Tree.Sibling || u.Tree.External) {
			f.checkOneTag(u)
		}
	}
}

// checkSibling holds the rules about one field.
func (f *file) checkSibling(r *Record, field *Field) {
	o, t := f.origin[field], field.Type
	if t == nil {
		return
	}
	isTold := t.Kind == UnionType && t.Union.Tree != nil && t.Union.Tree.Sibling
	switch {
	case isResult(t):
		f.checkResult(field, o)
	case field.By == "" && isTold:
		f.errorf(o.typ, "the union %s has no tag of its own: say which member of %s tells its cases, {type: %s, by: kind}", t.Union.Name, r.Name, t.Union.Name)
	case field.By == "":
		f.checkTold(t.Elem, o.typ)
	case !isTold:
		f.errorf(o.by, "`by:` is for a union without a tag of its own, {cases: {...}}; %s is %s", field.Name, t)
	case field.Encoded:
		f.errorf(o.by, "a union that a sibling tells cannot stand in a string: keep it as text, with {type: string}, or let an object tell it, with {tag: kind}")
	case field.Lazy || field.Inline != InlineNever || field.Path != nil || len(field.Alias) > 0 || len(field.When) > 0:
		f.errorf(o.by, "a field with `by:` has no lazy, inline, path, alias or when")
	case f.model.View && f.isLineTag(field.By):
		f.errorf(o.by, "%q tells the lines of a view, which keeps nothing of a line whose payload is absent: give each case a record of its own, whose fields have a path, {path: %s.id}", field.By, field.Name)
	}
}

// isLineTag reports whether a member is the tag of the union for lines.
func (f *file) isLineTag(name string) bool {
	u := f.model.Line
	return u != nil && u.Tree != nil && len(u.Tree.Tag) == 1 && len(u.Tree.Tag[0]) == 1 && u.Tree.Tag[0][0] == name
}

// checkTold reports a union without a tag in a place where no sibling can stand.
func (f *file) checkTold(t *Type, at Pos) {
	for ; t != nil; t = t.Elem {
		if t.Kind == UnionType && t.Union.Tree != nil && t.Union.Tree.Sibling {
			f.errorf(at, "the union %s has no tag of its own, so that it can only be the type of a field that says `by:`", t.Union.Name)
		}
		if isResult(t) {
			f.errorf(at, "the union %s is told by a request, so that it can only be the type of a field, which is kept raw", t.Union.Name)
		}
	}
}

// checkSiblingNames holds the rule that a member that tells a payload has no field, and tells no other.
func (f *file) checkSiblingNames(r *Record) {
	first := make(map[string]*Field)
	for _, m := range members(r) {
		by := m.field.By
		if by == "" {
			continue
		}
		if field := memberNamed(r, by); field != nil {
			f.conflict(field.Pos, m.field.Pos, "the type of %s says what %q is, so that it needs no field: take it away", m.name, by)
		}
		if other := first[by]; other != nil && other != m.field {
			f.conflict(m.field.Pos, other.Pos, "%q tells %s and %s: only one of them can say it when it is written", by, other.Name, m.name)
		}
		first[by] = m.field
	}
}

// checkOneTag holds the rule that each case of a union without a tag of its own says which value its sibling has, or which name it has.
func (f *file) checkOneTag(u *Union) {
	const other = "any other value"
	first := make(map[*Record]string)
	at := make(map[*Record]Pos)
	take := func(t *Target, literal string, pos Pos) {
		var records []*Record
		collect(&records, t)
		for _, r := range records {
			if l, ok := first[r]; ok && l != literal {
				f.conflict(pos, at[r], "%s is reached by %s and by %s, and cannot say which: declare a record for each", r.Name, l, literal)
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
