// Package diff compares two versions of a spec. It reports for each change whether old lines are still decoded with the same meaning, and whether
// Go programs that use the generated package still compile.
//
// The effect on lines is found by walking both specs side by side from the union of all lines, as a decoder does: so a record that only has
// another name in Go breaks no line. The effect on callers is found in the Go code that package gen makes of both specs.
//
// The verdicts are conservative. A line counts as broken if a strict reader of the old spec accepts it and a strict
// reader of the new spec does not, or if a value has another meaning. Three sorts of lines are not counted: those
// where a lazy value, which readers do not check, is not of its type; those where a member that a view skipped is not
// of the type with which the new view declares it; and those where a value of type int exceeds 32 bits.
//
// Callers count as broken if a program that compiled may not compile any more, also because of the types that the
// package has from imported specs. Three uses are not counted: literals without field names and imports with a dot,
// for which Go gives no promise either, and records that are compared with ==.
package diff

// The files: header.go, unions.go, records.go, types.go and enums.go compare declarations, api.go reads the generated Go code, and callers.go
// compares it.

import (
	"cmp"
	"slices"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// Report has the differences between two versions of a spec.
type Report struct {
	Changes []Change // by position in the new spec; removed declarations by their position in the old one
}

// Change is one difference.
type Change struct {
	What string   // "record", "member", "case", "kind", "tag", "union", "variant", "enum", "value", "order", "spec" or, where only Go differs, "go"
	Name string   // "Message.text", "Line/system/init"
	Text string   // the difference: "removed", "int, was string"
	Pos  spec.Pos // in the new spec; of a removed declaration in the old spec

	Data    Effect // on lines that were right by the old spec
	Callers Effect // on Go programs that use the old package
}

// Effect says whether a change breaks something.
type Effect struct {
	Breaks bool
	Why    string // the reason, "" if nothing breaks
}

// Compatible reports whether no change breaks old lines or callers.
func (r Report) Compatible() bool {
	return !slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Data.Breaks || c.Callers.Breaks })
}

// Compare lists the changes from a spec to a new version of it, and in the specs that it imports. It returns an error if no Go code can be
// generated from one of them.
func Compare(before, after *spec.Model) (Report, error) {
	main, err := readVersions(before, after)
	if err != nil {
		return Report{}, err
	}
	var imported []versions
	for _, was := range imports(before) {
		list := imports(after)
		i := slices.IndexFunc(list, func(is *spec.Model) bool { return is.Import == was.Import })
		if i < 0 {
			continue // the types of fields have another package
		}
		v, err := readVersions(was, list[i])
		if err != nil {
			return Report{}, err
		}
		imported = append(imported, v)
	}
	return compare(main, imported...), nil
}

// versions are two versions of a spec, and the APIs of their packages.
type versions struct {
	before, after *spec.Model
	old, new      *api
}

func readVersions(before, after *spec.Model) (versions, error) {
	v := versions{before: before, after: after}
	var err error
	if v.old, err = apiOf(before); err == nil {
		v.new, err = apiOf(after)
	}
	return v, err
}

func apiOf(m *spec.Model) (*api, error) {
	files, err := gen.Generate(m)
	if err != nil {
		return nil, err
	}
	return readAPI(m, files)
}

// imports returns the specs that a spec imports, also indirectly, each once.
func imports(m *spec.Model) (list []*spec.Model) {
	var walk func(m *spec.Model)
	walk = func(m *spec.Model) {
		for _, i := range m.Imports {
			if !slices.Contains(list, i.Model) {
				list = append(list, i.Model)
				walk(i.Model)
			}
		}
	}
	walk(m)
	return list
}

// compare is Compare for specs whose generated Go code has been read.
func compare(main versions, imported ...versions) Report {
	before, after := main.before, main.after
	c := &comparer{before: before, after: after, by: map[any]*Change{}, seen: map[[2]any]bool{}, paired: map[any]bool{}, renamed: map[string]string{}}
	c.header()
	if before.Line != nil && after.Line != nil {
		c.pair(before.Line, after.Line)
	}
	c.declarations()
	c.callers(main.old.compare(main.new, c.renamed))
	for _, v := range imported {
		c.importedCallers(v)
	}

	var r Report
	for _, change := range c.changes {
		r.Changes = append(r.Changes, *change)
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int {
		inOld := func(c Change) int { // after the changes of the new file
			if c.Pos.File == before.File && before.File != after.File {
				return 1
			}
			return 0
		}
		return cmp.Or(inOld(a)-inOld(b), cmp.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line, a.Pos.Column-b.Pos.Column)
	})
	return r
}

// comparer walks two specs side by side.
type comparer struct {
	before, after *spec.Model
	changes       []*Change
	by            map[any]*Change   // the change of a declaration, old or new: *spec.Field, *spec.Kind, caseOf...
	seen          map[[2]any]bool   // pairs that were compared
	paired        map[any]bool      // declarations that were compared with a declaration of the other spec
	renamed       map[string]string // old and new names of renamed types; no other type has either name
}

// caseOf is the declaration that a record is a case of a union.
type caseOf struct {
	union  string
	record string
}

// change records a change of some declarations. The effects of these declarations on callers are added to it later.
func (c *comparer) change(change Change, of ...any) *Change {
	made := &change
	c.changes = append(c.changes, made)
	for _, d := range of {
		if c.by[d] == nil {
			c.by[d] = made
		}
	}
	return made
}

// breaks returns an effect with a reason. Without a reason, nothing breaks.
func breaks(why string) Effect { return Effect{Breaks: why != "", Why: why} }

// pair compares two declarations, once.
func (c *comparer) pair(before, after any) {
	if c.seen[[2]any{before, after}] {
		return
	}
	c.seen[[2]any{before, after}] = true
	c.paired[before], c.paired[after] = true, true
	switch before := before.(type) {
	case *spec.Record:
		c.records(before, after.(*spec.Record))
	case *spec.Union:
		c.unions(before, after.(*spec.Union))
	case *spec.Enum:
		c.enums(before, after.(*spec.Enum))
	}
}

// named records that a declaration was renamed, unless another declaration has the old or the new name.
func (c *comparer) named(what, before, after string, pos spec.Pos, of ...any) {
	if before != after && declared(c.before, after) == nil && declared(c.after, before) == nil {
		c.change(Change{What: what, Name: before, Text: "is named " + after, Pos: pos}, of...)
		c.renamed[before] = after
	}
}

// declared returns the record, union or enum with a name, nil if there is none.
func declared(m *spec.Model, name string) any {
	for _, r := range m.Records {
		if r.Name == name {
			return r
		}
	}
	for _, u := range m.Unions {
		if u.Name == name {
			return u
		}
	}
	for _, e := range m.Enums {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// declarations compares the declarations that no line has by their names, and lists those that only one of the specs has.
func (c *comparer) declarations() {
	for _, before := range all(c.before) {
		name, what, _ := about(before)
		after := declared(c.after, name)
		if after == nil || c.paired[before] && c.paired[after] {
			continue
		}
		if _, sort, _ := about(after); sort == what {
			c.pair(before, after)
		}
	}
	for _, before := range all(c.before) {
		if name, what, at := about(before); !c.paired[before] {
			text := "removed"
			if after := declared(c.after, name); after != nil {
				_, sort, _ := about(after)
				text += "; the name is that of a " + sort
			}
			c.change(Change{What: what, Name: name, Text: text, Pos: at.Pos}, before)
		}
	}
	for _, after := range all(c.after) {
		if name, what, at := about(after); !c.paired[after] {
			c.change(Change{What: what, Name: name, Text: "added", Pos: at.Pos}, after)
		}
	}
}

// all returns the declarations of a spec: unions, records, enums.
func all(m *spec.Model) []any {
	var list []any
	for _, u := range m.Unions {
		list = append(list, u)
	}
	for _, r := range m.Records {
		list = append(list, r)
	}
	for _, e := range m.Enums {
		list = append(list, e)
	}
	return list
}

// about returns the name of a declaration, its form and its About.
func about(d any) (name, what string, a *spec.About) {
	switch d := d.(type) {
	case *spec.Record:
		return d.Name, "record", &d.About
	case *spec.Union:
		return d.Name, "union", &d.About
	case *spec.Enum:
		return d.Name, "enum", &d.About
	}
	return "", "", &spec.About{}
}

// deprecated returns the text of a change of Deprecated, "" if there is none.
func deprecated(before, after spec.About) string {
	switch {
	case before.Deprecated == "" && after.Deprecated != "":
		return "deprecated"
	case before.Deprecated != "" && after.Deprecated == "":
		return "not deprecated any more"
	}
	return ""
}

// find returns the first element of a list for which is returns true, nil if there is none.
func find[T any](list []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return nil
}
