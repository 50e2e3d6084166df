package spec

// checkGetters checks that every case that has a getter's member can return it as the getter's type.
func (f *file) checkGetters(u *Union) {
	for _, g := range u.Getters {
		if !isScalar(g.Type) && g.Type.Kind != JSON {
			f.errorf(g.Pos, "a getter returns a scalar, such as string, an enum, int or time, or json, not %s", g.Type)
			continue
		}
		found := false
		for _, r := range u.Cases {
			field, tag := fieldNamed(r, g.Member), tagNamed(r, g.Member)
			switch {
			case field != nil && field.Const != "":
				tag = &Tag{Name: field.Name, Literals: []string{field.Const}}
				fallthrough
			case field == nil && tag != nil:
				found = true
				if literal := tag.Literals[0]; !g.returns(literal) {
					f.errorf(g.Pos, "%s.%s is %s, which %s cannot return as %s", r.Name, g.Member, literal, g.GoName, g.Type)
				}
			case field != nil:
				found = true
				if field.Type != nil && !g.Type.fits(field.Type) {
					f.conflict(g.Pos, field.Pos, "%s.%s is %s, which %s cannot return as %s; give both one type", r.Name, g.Member, field.typeInErrors(), g.GoName, g.Type)
				}
			}
		}
		if !found && len(u.Cases) > 0 {
			f.errorf(g.Pos, "no case of %s has a member %q%s", u.Name, g.Member, suggest(g.Member, f.caseMembers(u)))
		}
	}
}

func (f *file) caseMembers(u *Union) []string {
	var names []string
	for _, r := range u.Cases {
		names = append(names, memberNames(r)...)
		for _, t := range r.Tags {
			names = append(names, t.Name)
		}
	}
	return names
}

func isPlain(t *Type) bool {
	switch t.Kind {
	case String, UUID, EnumType, Int, Int64, Uint64, Number, Bool:
		return true
	}
	return false
}

// isScalar reports whether a type is neither a list, a map, a record, a union nor json.
func isScalar(t *Type) bool { return isPlain(t) || t.isTime() || t.Kind == Decimal || t.Kind == Bytes }

// isTime reports whether a type is time.Time in Go.
func (t *Type) isTime() bool { return t.Kind == Time || t.Kind == Seconds || t.Kind == Milliseconds }

// returns reports whether the literal of a tag is a value of the getter's type. Enums are open.
func (g *Getter) returns(literal string) bool {
	if g.Type.Kind == EnumType && g.Type.Enum.Int {
		return (&Type{Kind: Int}).holds(literal)
	}
	if g.Type.Kind == EnumType {
		return literal[0] == '"'
	}
	return g.Type.Kind != UUID && g.Type.Kind != JSON && g.Type.holds(literal)
}

// fits reports whether a getter of type t can return a field: it has the same type, or t is string or int, and the field's Go type is based on it.
func (t *Type) fits(field *Type) bool {
	isInt := field.Kind == EnumType && field.Enum.Int
	if t.Kind == String && (field.Kind == UUID || field.Kind == EnumType && !isInt) || t.Kind == Int && isInt {
		return true
	}
	return t.Kind == field.Kind && t.Enum == field.Enum || t.isTime() && field.isTime()
}
