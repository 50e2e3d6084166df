package spec

import "slices"

// checkPayloadCases reports the cases of a union without a tag of its own that no payload has: the tag also chooses the records with the payload, and
// another value than that of the case.
func (f *file) checkPayloadCases(u *Union) {
	type use struct {
		record *Record
		by     string
	}
	var uses []use
	for _, r := range f.model.Records {
		for _, m := range members(r) {
			if m.field.By != "" && m.field.Type != nil && m.field.Type.Union == u {
				uses = append(uses, use{r, m.field.By})
			}
		}
	}
	for _, c := range u.Tree.Cases {
		if slices.ContainsFunc(f.errs, func(e *Error) bool { return e.Pos == c.Pos }) { // it may not be reached for the same reason
			continue
		}
		var first Pos // of a discriminator that chooses another value
		if len(uses) == 0 || slices.ContainsFunc(uses, func(p use) bool {
			at, canHave := f.canHaveTag(p.record, p.by, c.Literal)
			if first == (Pos{}) {
				first = at
			}
			return canHave
		}) {
			continue
		}
		p := uses[0]
		f.conflict(c.Pos, first, "the case %s is never reached: %s %[1]s does not choose %[3]s, the record with this payload; let it choose %[3]s, or remove the case",
			c.Literal, p.by, p.record.Name)
	}
}

// canHaveTag reports whether some object that is read as a record has a value as a tag: the tag does not choose the record, or also for this value, or the
// record is read otherwise than as a case. If not, it returns the position of what chooses.
func (f *file) canHaveTag(r *Record, name, literal string) (at Pos, can bool) {
	isCase := false
	for _, w := range f.reach {
		if w.record != r {
			continue
		}
		isCase = true
		i := slices.IndexFunc(w.path, func(b branch) bool {
			if b.tag() != name {
				return false
			}
			return b.absent || b.literal != "" && !sameLiteral(b.literal, literal) || b.literal == "" && b.node.find(literal) != nil
		})
		if i < 0 {
			return Pos{}, true
		}
		if b := w.path[i]; at == (Pos{}) {
			at = b.at
			if c := b.node.find(literal); c != nil {
				at = c.Pos
			}
		}
	}
	return at, !isCase || slices.Contains(f.model.Types, r.Name) || f.isFieldType(r)
}

// isFieldType reports whether values of a record stand in fields by themselves, not as a case of a union.
func (f *file) isFieldType(r *Record) bool {
	has := func(t *Type) bool {
		for ; t != nil; t = t.Elem {
			if t.Record == r {
				return true
			}
		}
		return false
	}
	for _, o := range f.model.Records {
		if slices.ContainsFunc(o.Fields, func(field *Field) bool { return has(field.Type) }) {
			return true
		}
		if slices.ContainsFunc(o.Embed, func(e *Embed) bool { return e.Record == r }) {
			return true
		}
	}
	for _, u := range f.model.Unions {
		if slices.ContainsFunc(u.Variants, func(v *Variant) bool { return has(v.Type) }) {
			return true
		}
	}
	return false
}
