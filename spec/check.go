package spec

// check reports the mistakes that need the whole file. The check_*.go files have a group of rules each.
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
	f.checkShorthands()
	f.checkTags()
	f.checkOrders()
	f.setDefaultOrders()
	f.checkByValue()
	f.checkPackage()
}

// checkShorthands checks that no union leads to a record for which a bare string stands: the string has no tag, and would be read as another value, or
// as a line that is no object.
func (f *file) checkShorthands() {
	seen := map[*Record]bool{}
	check := func(u *Union, r *Record, at Pos) {
		if r.Shorthand != "" && !seen[r] {
			seen[r] = true
			f.conflict(at, r.Pos, "a string stands for %s (`string:`), which says nothing of %s: such a record can only be the type of a field, a list or a map", r.Name, u.Name)
		}
	}
	for _, w := range f.reach {
		check(w.union, w.record, w.path[len(w.path)-1].at)
	}
	for _, u := range f.model.Unions {
		for _, v := range u.Variants {
			if v.Type != nil && v.Type.Kind == RecordType {
				check(u, v.Type.Record, v.Pos)
			}
		}
	}
}

// checkField checks the settings of one field.
func (f *file) checkField(field *Field) {
	o, t := f.origin[field], field.Type
	if t == nil {
		return
	}
	f.checkImported(t, o.typ)
	if field.Lazy && (t.Kind != RecordType && t.Kind != UnionType || field.Default != "") {
		f.errorf(o.lazy, "only a record or a union without a default can be lazy; %s is %s", field.Name, t)
	}
	switch {
	case !field.Usual:
	case field.Default == "":
		f.errorf(o.usual, "`usual:` means that programs write a member even if it has its default, and %s has no default; give it one with `default:`", field.Name)
	case len(field.When) > 0:
		f.errorf(o.usual, "%s cannot be usual: by its `when:`, other cases do not have it", field.Name)
	}
	if field.Zero != "" && t.Kind == UnionType && (t.Union.hasTag() || field.Lazy) {
		f.errorf(field.Pos, "the field %s is a union by tag, so its zero value cannot be %s", field.Name, field.Zero)
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

// checkImported reports a type of an imported view in a spec that keeps unknown members: its records would drop them.
func (f *file) checkImported(t *Type, at Pos) {
	for ; t != nil; t = t.Elem {
		if t.Import != nil && t.Import.Model.View && !f.model.View && t.Kind != EnumType {
			f.errorf(at, "%s is of a view (`unknown: skip`), which drops the members that it does not declare, so that a line would not be written back as it was read: declare the type here, or import the spec of which it is a view", t)
		}
	}
}

func (f *file) checkInline(field *Field, o *origin) {
	switch t := field.Type; {
	case t.Kind != RecordType && (t.Kind != UnionType || !t.Union.hasTag()) || field.Nullable:
		f.errorf(o.inline, "only a record or a union with a tag of its own can be flattened; %s is %s", field.Name, field.TypeText())
	case t.Kind == UnionType && t.Import != nil:
		f.errorf(o.inline, "a union that is flattened must be in the same file; %s is not", t)
	case t.Kind == UnionType && field.Inline == InlineAlways:
		f.errorf(o.inline, "a union can only be nested or flattened, `inline: accepted`; instead of one that is always flattened, declare a union of records with all members")
	case field.Lazy || field.Default != "":
		f.errorf(o.inline, "a member that can be flattened cannot be lazy or have a default")
	case field.Inline == InlineAlways && field.Optional:
		f.errorf(o.inline, "a record that is always flattened cannot be optional; write %q without the question mark", field.Name)
	case field.Inline == InlineAlways && len(field.Alias) > 0:
		f.errorf(o.aliases[0], "the name of a record that is always flattened is not on the wire, so that it cannot have an alias")
	}
}

// checkVariants checks that the fields of a union's struct have different names, and that no variant for objects is a union that can be a string,
// or one by JSON type.
func (f *file) checkVariants(u *Union) {
	names := f.newNames("the struct")
	for _, name := range []string{"Type", "Other"} {
		names.reserve(name, "a field of every union by JSON type")
	}
	names.methods()
	for _, v := range u.Variants {
		if v.Type.Kind == UnionType && v.Type.Union.Variants != nil {
			f.errorf(v.Pos, "the variant for objects is a union by tag, and %s is one by JSON type; declare its variant for objects here", v.Type.Union.Name)
		}
		if v.Type.Kind == UnionType && v.Type.Union.Tree != nil && v.Type.Union.Tree.External && v.Type.Union.Tree.Adjacent == nil {
			f.errorf(v.Pos, "the union %s can also be a string, so that it cannot be the variant for objects", v.Type.Union.Name)
		}
	}
	for _, variant := range u.Variants {
		names.declare(variant.GoName, variant.Pos)
		f.checkImported(variant.Type, variant.Pos)
	}
}

// checkByValue reports records that contain themselves, which a Go struct cannot.
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
				f.conflict(field.Pos, inner.Pos, "%s.%s makes %s contain itself; make it optional (%s?), nullable or a list",
					r.Name, field.Name, inner.Name, field.Name)
			case 0:
				walk(inner)
			}
		}
		for _, e := range r.Embed {
			switch state[e.Record] {
			case walking:
				f.conflict(e.Pos, e.Record.Pos, "%s embeds %s, which contains it", r.Name, e.Record.Name)
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

// byValue reports whether the Go struct contains the struct of the field's record, not a pointer to it. It also reports true for a flattened
// record, which cannot contain itself either.
func byValue(field *Field) bool {
	if field.Type == nil || field.Type.Kind != RecordType || field.Type.Import != nil {
		return false
	}
	pointer := field.Nullable || field.Optional
	return field.Inline != InlineNever || !field.Lazy && (!pointer || field.Default != "")
}
