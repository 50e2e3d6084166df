package spec

// check finds what only the whole file shows. Each check is a file of its own: check_members.go, ...
func (f *file) check() {
	for _, r := range f.model.Records {
		f.checkMembers(r)
		f.checkPaths(r)
		f.checkWhen(r)
		f.checkStruct(r)
		for _, field := range r.Fields {
			f.checkField(field)
		}
	}
	for _, u := range f.model.Unions {
		f.checkGetters(u)
		f.checkVariants(u)
	}
	f.checkSiblings()
	f.checkReached()
	f.checkOrders()
	f.checkByValue()
	f.checkPackage()
}

// checkField holds the rules about one field's own settings.
func (f *file) checkField(field *Field) {
	o, t := f.origin[field], field.Type
	if t == nil {
		return
	}
	if field.Lazy && (t.Kind != RecordType && t.Kind != UnionType || field.Default != "") {
		f.errorf(o.lazy, "only a record or a union without a default can be lazy; %s is %s", field.Name, t)
	}
	switch {
	case !field.Usual:
	case field.Default == "":
		f.errorf(o.usual, "`usual:` says that programs write a member also with its default, and %s has none; give it one with `default:`", field.Name)
	case len(field.When) > 0:
		f.errorf(o.usual, "`when:` says that %s is left out of other cases, so that it cannot be usual", field.Name)
	}
	if field.Why != "" && !t.mentions(JSON) {
		f.errorf(field.Pos, "`why:` says why a member is json; %s is %s", field.Name, t)
	}
	if field.Inline != InlineNever {
		f.checkInline(field, o)
		for _, r := range flattenable(field) {
			f.checkFlatPaths(r, o)
		}
		if field.Path != nil {
			f.errorf(o.path, "a member that can be flattened has no `path:`")
		}
	}
}

func (f *file) checkInline(field *Field, o *origin) {
	switch t := field.Type; {
	case t.Kind != RecordType && (t.Kind != UnionType || !t.Union.hasTag()) || field.Nullable:
		f.errorf(o.inline, "only a record or a union by tag can be flattened; %s is %s", field.Name, typeText(field))
	case t.Kind == UnionType && t.Import != nil:
		f.errorf(o.inline, "a union that is flattened is of the same file; %s is not", t)
	case t.Kind == UnionType && field.Inline == InlineAlways:
		f.errorf(o.inline, "a union can be nested or flattened, `inline: accepted`; one that is always flattened is a union of the records themselves")
	case field.Lazy || field.Default != "":
		f.errorf(o.inline, "a member that can be flattened is neither lazy nor has it a default")
	case field.Inline == InlineAlways && field.Optional:
		f.errorf(o.inline, "a record that is always flattened is always there; write %q without the question mark", field.Name)
	case field.Inline == InlineAlways && len(field.Alias) > 0:
		f.errorf(o.aliases[0], "the name of a record that is always flattened is not on the wire, so it has no alias")
	}
}

func typeText(field *Field) string {
	if field.Nullable {
		return field.Type.String() + " | null"
	}
	return field.Type.String()
}

// checkVariants holds the rule that the fields of a union's struct have different names.
func (f *file) checkVariants(u *Union) {
	names := f.newNames("the struct")
	for _, name := range []string{"Type", "Other"} {
		names.reserve(name, "a field of every union by JSON type")
	}
	names.methods()
	for _, v := range u.Variants {
		if v.Type.Kind == UnionType && v.Type.Union.Tree != nil && v.Type.Union.Tree.External && v.Type.Union.Tree.Adjacent == nil {
			f.errorf(v.Pos, "the union %s is also told by a string, so that it is no variant for objects", v.Type.Union.Name)
		}
	}
	for _, variant := range u.Variants {
		names.declare(variant.GoName, variant.Pos)
	}
}

// checkByValue finds records that hold themselves: a Go struct cannot.
func (f *file) checkByValue() {
	const walking, done = 1, 2
	state := make(map[*Record]int)
	var walk func(r *Record)
	walk = func(r *Record) {
		state[r] = walking
		for _, field := range r.Fields {
			if !byValue(field) {
				continue
			}
			switch inner := field.Type.Record; state[inner] {
			case walking:
				f.conflict(field.Pos, inner.Pos, "%s.%s makes %s hold itself without end; make it optional (%s?), nullable or a list",
					r.Name, field.Name, inner.Name, field.Name)
			case 0:
				walk(inner)
			}
		}
		for _, e := range r.Embed {
			switch state[e.Record] {
			case walking:
				f.conflict(e.Pos, e.Record.Pos, "%s embeds %s, which holds it", r.Name, e.Record.Name)
			case 0:
				walk(e.Record)
			}
		}
		state[r] = done
	}
	for _, r := range f.model.Records {
		if state[r] == 0 {
			walk(r)
		}
	}
}

// byValue reports whether the Go struct holds the field's record itself, not a pointer to it. A flattened record counts, too:
// its members would have no end.
func byValue(field *Field) bool {
	if field.Type == nil || field.Type.Kind != RecordType || field.Type.Import != nil {
		return false
	}
	pointer := field.Nullable || field.Optional
	return field.Inline != InlineNever || !field.Lazy && (!pointer || field.Default != "")
}
