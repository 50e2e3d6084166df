package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

const fieldtestPath = modulePath + "/genrt/fieldtest"

// TestsName is the file that Tests returns.
const TestsName = "fields_gen_test.go"

// Tests returns a test file for the package that m describes, in the package pkg: a table of all records, in which each member has a value once.
// Package fieldtest describes what the tests check.
func Tests(m *spec.Model, pkg string) (File, error) {
	if m.Import == "" {
		return File{}, fmt.Errorf("%s: tests import the package, so the spec must say its import path: import: example.com/%s", m.File, m.Package)
	}
	p := newPlan(m)
	p.outside = true
	t := &tests{plan: p, paths: map[*spec.Record]linePath{}}
	t.findPaths()
	f := newFile(m)
	f.File = jen.NewFilePathName("", pkg)
	f.NoFormat = true
	f.HeaderComment(header(m))
	importSpecs(f.File, append(allImports(m), m))
	importTypes(f.File, m)
	f.ImportName(decoderPath, "decoder")
	f.ImportName(fieldtestPath, "fieldtest")
	t.print(f)
	data, err := f.format()
	if err != nil {
		return File{}, fmt.Errorf("gen: %s for %s: %w", TestsName, m.File, err)
	}
	return File{Name: TestsName, Data: data}, nil
}

// tests makes the table. It derives the JSON and the Go form of a member, and the meaning of its absence, from the spec's model, and not from the
// plan that the decoders and encoders are printed from: otherwise a mistake in the plan would be in the code and in its test.
type tests struct {
	*plan
	paths map[*spec.Record]linePath

	ordered bool // members stand in the order of the encoder, because the text is compared byte for byte

	variants []*spec.Union  // the unions by JSON type of which variant is making a value
	open     []*spec.Record // the records of which zeroIn is making one
}

// tag is a member that chooses a record by its value, or, if literal is "", by its presence.
type tag struct{ name, literal string }

func (t *tests) print(f *file) {
	var list []jen.Code
	for _, r := range t.Records {
		if !r.Group && !t.isOpaque(r, nil) {
			list = append(list, t.tables(r)...)
		}
	}
	line, protocol := jen.Qual(fieldtestPath, "Value"), []jen.Code{}
	if len(t.paths) > 0 {
		line = t.ref("", t.Line)
		for _, name := range []string{"Unmarshal", "Borrow", "Clone", "Check"} {
			protocol = append(protocol, keyed(name, t.refName(name+t.Line.Name, t.Line)))
		}
	}
	if t.View {
		protocol = append(protocol, keyed("View", jen.True()))
	}
	f.declare("TestFieldsOfSpec reads and writes each member of each record alone.",
		jen.Func().Id("TestFieldsOfSpec").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
			jen.Qual(fieldtestPath, "Run").Call(id("t"), jen.Qual(fieldtestPath, "Protocol").Index(line).Add(multiLine(protocol...)), id("fieldsOfSpec"))))
	if list := t.siblings(); len(list) > 0 {
		f.declare("TestSiblingsOfSpec writes and reads each payload that a sibling tag chooses.",
			jen.Func().Id("TestSiblingsOfSpec").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
				jen.Qual(fieldtestPath, "Siblings").Call(append([]jen.Code{id("t")}, list...)...)))
	}
	if list := t.results(); len(list) > 0 {
		f.declare("TestResultsOfSpec sets, writes and reads the results of each method.",
			jen.Func().Id("TestResultsOfSpec").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(list...))
	}
	var unions []jen.Code
	for _, u := range t.Unions {
		if u.Variants == nil && !(u.Tree != nil && (u.Tree.Sibling || u.Tree.Results)) {
			unions = append(unions, t.cases(u))
		}
	}
	if len(unions) > 0 {
		f.declare("TestUnionsOfSpec reads and writes each case of each union.",
			jen.Func().Id("TestUnionsOfSpec").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(unions...))
	}
	if t.Line != nil && t.declaredIn[t.Line] == t.Model {
		f.declare("TestKindsOfSpec builds each case of a line. Its kind must be the one that Peek returns, and no other case may have it.",
			jen.Func().Id("TestKindsOfSpec").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(t.kindsOfLine()))
	}
	if list := t.enums(); len(list) > 0 {
		f.declare("TestEnumsOfSpec checks the constants of each enum.",
			jen.Func().Id("TestEnumsOfSpec").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(list...))
	}
	f.declare("fieldsOfSpec has all members of all records, in the order of the spec.",
		jen.Var().Id("fieldsOfSpec").Op("=").Index().Qual(fieldtestPath, "Record").Add(multiLine(list...)))
}

// enums prints the test of each enum: its values, and their constants.
func (t *tests) enums() []jen.Code {
	var list []jen.Code
	for _, e := range t.Enums {
		typ := jen.String()
		if !e.Untyped {
			typ = t.ref("", e)
		}
		var values []jen.Code
		for _, v := range e.Values {
			values = append(values, text(v.Value).Op(":").Add(t.refName(v.GoName, e)))
		}
		list = append(list, jen.Qual(fieldtestPath, "Enum").Call(id("t"), jen.Map(jen.String()).Add(typ).Add(multiLine(values...))))
	}
	return list
}

// tables prints the tables of a record: one for the members that it always has, and one for each value of its tag that has members of its own.
func (t *tests) tables(r *spec.Record) []jen.Code {
	groups := map[string][]declaredField{}
	var values []string
	for _, f := range t.record(r).declaredFields() {
		when := ""
		if len(f.field.When) > 0 {
			when = f.field.When[0]
		}
		if _, ok := groups[when]; !ok && when != "" {
			values = append(values, when)
		}
		groups[when] = append(groups[when], f)
	}
	if t.hasRawNull(r, t.paths[r].tags) {
		return nil
	}
	list := []jen.Code{t.table(r, t.paths[r].tags, groups[""])}
	for _, v := range values {
		if t.makesAnother(r, r.TagField.Name, quoteKey(v)) {
			continue
		}
		list = append(list, t.table(r, withTag(t.paths[r].tags, tag{r.TagField.Name, quoteKey(v)}), groups[v]))
	}
	return list
}

// withTag returns a list of tags with one more tag, or with another value for a tag that it has.
func withTag(tags []tag, add tag) []tag {
	tags = slices.DeleteFunc(slices.Clone(tags), func(t tag) bool { return t.name == add.name })
	return append(tags, add)
}

// table prints a table for a record with the tags: a row for each of the fields.
func (t *tests) table(r *spec.Record, tags []tag, fields []declaredField) jen.Code {
	zero := t.zero(r, tags)
	var rows []jen.Code
	own := t.ownTags(t.record(r), t.root(r))
	for _, f := range fields {
		// With another value of a member that is a tag, or has one in it, or that must be absent, the record would be another one.
		if !slices.ContainsFunc(own, func(o ownTag) bool { return o.path[0].key == f.field.Name || o.path[0].field == f.field }) && !t.isMissing(r, f.field.Name) &&
			(t.paths[r].line == "" || !t.isTagOfOuter(f.field)) && !t.hasOwnTags(f.field, nil) {
			rows = append(rows, t.rows(zero, f, tags)...)
		}
	}
	var elems []jen.Code
	if line := t.paths[r].line; line != "" {
		elems = append(elems, keyed("Line", text(line)))
	}
	elems = append(elems, keyed("Zero", t.pointer(zero)), keyed("Text", text(zero.text())),
		keyed("Clone", jen.Qual(fieldtestPath, "Cloner").Call(jen.Parens(jen.Op("*").Add(t.ref("", r))).Dot("Clone"))))
	if len(rows) > 0 {
		elems = append(elems, keyed("Fields", jen.Index().Qual(fieldtestPath, "Field").Add(multiLine(rows...))))
	}
	return multiLine(elems...)
}

// rows returns the rows of a field: one for its name, and one for each of its aliases.
func (t *tests) rows(zero *object, f declaredField, tags []tag) []jen.Code {
	key := f.field.Name
	if f.field.By != "" {
		return nil // siblings prints its tests
	}
	if f.field.Const != "" || slices.ContainsFunc(tags, func(t tag) bool { return t.name == key }) || isFixed(zero.of, key) {
		return nil // the member is part of the zero record
	}
	if f.field.Inline == spec.InlineAlways {
		return t.innerRows(zero, f)
	}
	value, ok := t.value(f.field, nil)
	if !ok {
		return nil
	}
	name := t.rowName([]string{key})
	if f.field.Path != nil {
		name = t.rowName(f.field.Path)
	}
	want := t.pointer(zero.with(entry{key, value.json}, setting{f.owner, f.field.GoName, value.full()}))
	row := func(name, rule, wrong string) jen.Code {
		args := []jen.Code{text(name), text(value.json), want.Clone()}
		if rule != "Alias" {
			args = append(args, text(wrong))
		}
		return jen.Qual(fieldtestPath, rule).Call(args...)
	}
	list := []jen.Code{row(name, rule(f.field), wrong(f.field))}
	for _, alias := range f.field.Alias {
		path := []string{alias}
		if f.field.Path != nil {
			path = append(slices.Clone(f.field.Path[:len(f.field.Path)-1]), alias)
		}
		list = append(list, row(t.rowName(path), "Alias", ""))
	}
	return list
}

// rowName returns the name of a row: the name of the member, in a view the path of the member. ~1 stands for a slash and ~0 for a tilde, as in
// JSON Pointer.
func (t *tests) rowName(path []string) string {
	if !t.View {
		return path[0]
	}
	steps := make([]string, len(path))
	for i, step := range path {
		steps[i] = strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
	}
	return strings.Join(steps, "/")
}

// innerRows returns the rows of flattened members.
func (t *tests) innerRows(zero *object, f declaredField) []jen.Code {
	if f.field.Type.Kind != spec.RecordType || t.form(f.field) == pointer {
		return nil
	}
	inner := f.field.Type.Record
	var list []jen.Code
	for _, i := range t.record(inner).declaredFields() {
		if i.field.Const != "" || i.field.Inline == spec.InlineAlways || len(i.field.When) > 0 || i.field.By != "" || flatName(i.field) != i.field.Name {
			continue // siblings prints the tests of payloads; a member with two names is missed by the one that it has in its record
		}
		value, ok := t.value(i.field, nil)
		if !ok {
			continue
		}
		set := t.zero(inner, nil).with(entry{}, setting{i.owner, i.field.GoName, value.full()})
		want := zero.with(entry{i.field.Name, value.json}, setting{f.owner, f.field.GoName, t.literal(set)})
		list = append(list, jen.Qual(fieldtestPath, rule(i.field)).Call(text(t.rowName([]string{i.field.Name})), text(value.json), t.pointer(want), text(wrong(i.field))))
	}
	return list
}

// isFixed reports whether a member of r is a tag with one value, which chooses r.
func isFixed(r *spec.Record, key string) bool {
	return slices.ContainsFunc(r.Tags, func(t *spec.Tag) bool { return t.Name == key }) && !declaresField(r, key)
}

func declaresField(r *spec.Record, key string) bool {
	return (&record{Record: r}).declares(key)
}

func rule(f *spec.Field) string {
	switch {
	case f.Usual, f.CanBeEmpty():
		return "Usual"
	case f.Optional || len(f.When) > 0:
		return "Optional"
	case f.Nullable, f.Type.Kind == spec.JSON && f.Zero == "", f.Type.Kind == spec.UnionType && f.Zero == "":
		return "Nullable"
	}
	return "Required"
}

// wrong returns a value of a JSON type that the field cannot have; "" if it can have any.
func wrong(f *spec.Field) string {
	switch {
	case f.Encoded:
		return `"a"`
	case f.Lazy, f.Type.Kind == spec.JSON, f.Type.Kind == spec.UnionType:
		return ""
	case scalars[f.Type.Kind].wrong != "":
		return scalars[f.Type.Kind].wrong
	case isNumber(f.Type), f.Type.Kind == spec.Bool:
		return `"a"`
	}
	return "7"
}
