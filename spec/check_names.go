package spec

// names are the Go names of one scope: a struct with its methods, or the package.
type names struct {
	f     *file
	scope string // "the package", for errors
	at    map[string]Pos
	why   map[string]string // the use of names that the spec does not declare, for errors

	rename string // what to do about a name that is taken, for errors
}

const withGo = "give another one with `go:`"

func (f *file) newNames(scope string) *names {
	return &names{f: f, scope: scope, at: make(map[string]Pos), why: make(map[string]string), rename: withGo}
}

// reserve takes a name that all generated code has.
func (n *names) reserve(name, why string) { n.why[name] = why }

// methods takes the names of the methods that every type has.
func (n *names) methods() {
	for _, name := range []string{"AppendJSON", "MarshalJSON", "UnmarshalJSON", "MarshalJSONTo", "UnmarshalJSONFrom", "Clone"} {
		n.reserve(name, "a method of every generated type")
	}
}

// declare takes a name for the declaration at a position, or reports that it is taken.
func (n *names) declare(name string, at Pos) {
	if why, ok := n.why[name]; ok {
		n.f.errorf(at, "the Go name %s is taken in %s: it is %s; %s", name, n.scope, why, n.rename)
		return
	}
	if first, ok := n.at[name]; ok {
		if first != at {
			n.f.conflict(at, first, "the Go name %s appears twice in %s; %s", name, n.scope, n.rename)
		}
		return
	}
	n.at[name] = at
}

// derive takes a name that the generator derives from the declaration at a position, or reports that it is taken.
func (n *names) derive(name string, at Pos, what string) {
	if first, ok := n.at[name]; ok && first != at {
		n.f.conflict(first, at, "the Go name %s is taken in %s: it is %s; %s", name, n.scope, what, n.rename)
		return
	}
	if why, ok := n.why[name]; ok && why != what {
		n.f.errorf(at, "the Go name %s is taken in %s twice: %s, and %s", name, n.scope, why, what)
		return
	}
	n.at[name] = at
}

// checkStruct checks that the names of a record's fields and methods are different: its own, embedded and generated ones.
func (f *file) checkStruct(r *Record) {
	n := f.newNames("the struct") // without the record's name, so that a mistake in an embedded record is the same error in all records
	n.methods()
	n.reserve("Extra", "the field for unknown members")
	if f.model.Line != nil {
		for _, c := range f.model.Line.Cases {
			if c == r {
				n.reserve("Kind", "a method of everything that stands on a line")
				n.reserve("AppendTrusted", "a method of everything that stands on a line")
			}
		}
	}
	for _, e := range r.Embed {
		n.declare(e.Record.Name, e.Pos)
	}
	wire := make(map[string]member) // duplicate members are already reported
	for _, m := range members(r) {
		first, again := wire[m.name]
		if m.field.Const != "" || again && !(f.origin[m.field].shared && f.origin[first.field].shared) {
			continue
		}
		wire[m.name] = m
		if o := f.origin[m.field]; o.goName != m.field.Pos {
			n.declare(m.field.GoName, o.goName)
		} else {
			n.declare(m.field.GoName, m.field.Pos)
		}
	}
	for _, g := range r.GoFields {
		n.declare(g.Name, g.Pos)
	}
	if r.Shorthand != "" {
		n.declare(r.Shorthand, r.Pos)
	}
	f.checkMethods(r, n)
}

// checkMethods takes the names of the methods for fields and getters.
func (f *file) checkMethods(r *Record, n *names) {
	members := members(r)
	for _, m := range members {
		switch t := m.field.Type; {
		case m.field.Lazy:
			n.derive("Decode"+m.field.GoName, m.field.Pos, "a method that decodes "+m.name)
			if isResult(t) {
				n.derive("Set"+m.field.GoName, m.field.Pos, "a method that sets "+m.name)
			}
		case t != nil && t.Kind == UUID:
			n.derive("Get"+m.field.GoName, m.field.Pos, "a method that parses "+m.name)
		}
	}
	getters := make(map[string]*Getter)
	for _, u := range f.model.Unions {
		for _, c := range u.Cases {
			if c != r {
				continue
			}
			for _, g := range u.Getters {
				first, again := getters[g.GoName]
				getters[g.GoName] = g
				switch uuid := fieldNamed(r, g.Member); {
				case again && (first.Member != g.Member || first.Type.String() != g.Type.String()):
					f.conflict(g.Pos, first.Pos, "%s has the getter %s from two unions, and they differ", r.Name, g.GoName)
				case again:
				case g.Type.Kind == UUID && uuid != nil && "Get"+uuid.GoName == g.GoName: // the method of the uuid field
				default:
					n.derive(g.GoName, g.Pos, "a getter of the union "+u.Name)
				}
			}
		}
	}
}

// checkPackage checks that all names of the generated package are different.
func (f *file) checkPackage() {
	m := f.model
	n := f.newNames("the package")
	n.reserve("Plumbing", "a variable that every package has")
	n.rename = "choose another name"
	for _, r := range m.Records {
		n.declare(r.Name, r.Pos)
	}
	for _, e := range m.Enums {
		if !e.Untyped {
			n.declare(e.Name, e.Pos)
		}
	}
	for _, u := range m.Unions {
		n.declare(u.Name, u.Pos)
	}
	n.rename = withGo
	for _, e := range m.Enums {
		for _, v := range e.Values {
			if v.GoName != "" { // else already reported
				n.declare(v.GoName, v.Pos)
			}
		}
	}
	n.rename = "choose another name"
	for _, u := range m.Unions {
		if len(u.Variants) > 0 {
			continue
		}
		if u.Unknown != "" {
			n.derive(u.Unknown, u.Pos, "the record for unknown cases of "+u.Name)
		}
		for _, prefix := range []string{"Any", "Unmarshal", "Clone"} {
			n.derive(prefix+u.Name, u.Pos, "generated for the union "+u.Name)
		}
		if u.Tree != nil && u.Tree.Results {
			n.derive("Check"+u.Name, u.Pos, "generated for the union "+u.Name)
		}
	}
	if m.Line != nil {
		f.checkLineNames(n)
	}
}

// checkLineNames takes the names that only a package with lines has.
func (f *file) checkLineNames(n *names) {
	line := f.model.Line
	for _, name := range []string{"Kind", "Peek", "NewReader", "BorrowLine", "CheckLine"} {
		n.derive(name, line.Pos, "generated for what stands on a line")
	}
	f.checkKindNames(n)
}
