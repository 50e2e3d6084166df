package gen

import (
	"cmp"
	"fmt"
	"path/filepath"
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
	p, err := newPlan(m)
	if err != nil {
		return File{}, err
	}
	p.outside = true
	t := &tests{plan: p, paths: map[*spec.Record]linePath{}}
	t.findPaths()
	f := newFile(m)
	f.File = jen.NewFilePathName("", pkg)
	f.NoFormat = true
	f.HeaderComment(Header + filepath.ToSlash(m.File) + ". DO NOT EDIT.")
	for _, i := range append(allImports(m), m) {
		f.ImportName(i.Import, i.Package)
	}
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

	variants []*spec.Union // the unions by JSON type of which variant is making a value
}

// linePath is a line that contains a record.
type linePath struct {
	line string // JSON with $ in place of the record
	tags []tag  // the tags that choose the record
}

// sample is a value in JSON and in Go.
type sample struct {
	json string
	tag  string         // the sibling tag of the value, in JSON; "" if it has none
	typ  *jen.Statement // the type of a composite literal; nil for other values
	code *jen.Statement // the value, or the part of the composite literal after its type
}

func (s sample) full() *jen.Statement {
	if s.typ == nil {
		return s.code
	}
	return s.typ.Clone().Add(s.code)
}

// object is a record with values for some of its members.
type object struct {
	of      *spec.Record
	members []entry // in the order of the line
	sets    []setting
}

type entry struct{ key, value string }

// setting is a Go field with a value.
type setting struct {
	owner *spec.Record // whose Go struct has the field
	name  string
	value *jen.Statement
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
	f.declare("fieldsOfSpec has all members of all records, in the order of the spec.",
		jen.Var().Id("fieldsOfSpec").Op("=").Index().Qual(fieldtestPath, "Record").Add(multiLine(list...)))
}

// cases prints the test of a union by tag. It leaves out cases that are not chosen by their own members alone.
func (t *tests) cases(u *spec.Union) jen.Code {
	root := rootOf(u)
	later := ""
	if n := root.Tree; n.Otherwise == nil && len(n.Tag) > 0 && len(n.Tag[0]) == 1 {
		word := "later"
		for slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == quoteKey(word) }) {
			word += "_"
		}
		later = "{" + quoteKey(n.Tag[0][0]) + ":" + quoteKey(word) + "}"
	}
	test, args := "Cases", []jen.Code{id("t")}
	if t.appendsByUnion(u) {
		test = "CasesOf"
		wrapped := t.ref("Any", u).Values(keyed(u.Name, id("v"))).Dot("MarshalJSON").Call()
		args = append(args, jen.Func().Params(jen.Id("v").Add(t.ref("", u))).Params(jen.Index().Byte(), jen.Error()).Add(oneLine(jen.Return(wrapped))))
	}
	args = append(args, t.refName("Unmarshal"+u.Name, u), t.refName("Clone"+u.Name, u), text(later),
		jen.Op("&").Add(t.refName(root.Unknown, root).Values()))
	for _, r := range u.Cases {
		if tags, ok := tagsOf(u, r); ok && !t.isOpaque(r, nil) {
			args = append(args, jen.Line().Add(t.pointer(t.zeroIn(root, r, tags))))
		}
	}
	return jen.Qual(fieldtestPath, test).Index(t.ref("", u)).Call(append(args, jen.Line())...)
}

// siblings returns a record for each payload that a sibling tag chooses, also for payloads of records that are always flattened.
func (t *tests) siblings() []jen.Code {
	var list []jen.Code
	for _, r := range t.Records {
		if r.Group {
			continue
		}
		for _, f := range r.Fields {
			switch {
			case f.By != "":
				for _, value := range t.payloads(f) {
					o := t.zero(r, t.paths[r].tags).with(entry{f.Name, value.text()}, setting{r, f.GoName, t.pointer(value)})
					list = append(list, jen.Line().Add(t.pointer(o)))
				}
			case f.Inline == spec.InlineAlways && f.Type.Kind == spec.RecordType && t.form(f) == plain:
				inner := f.Type.Record
				for _, i := range t.record(inner).flatten() {
					if i.field.By == "" {
						continue
					}
					for _, value := range t.payloads(i.field) {
						set := t.zero(inner, nil).with(entry{}, setting{i.owner, i.field.GoName, t.pointer(value)})
						o := t.zero(r, t.paths[r].tags).with(entry{}, setting{r, f.GoName, t.literal(set)})
						list = append(list, jen.Line().Add(t.pointer(o)))
					}
				}
			}
		}
	}
	if list != nil {
		list = append(list, jen.Line())
	}
	return list
}

// payloads returns the payloads that the sibling tag of f chooses, with nothing but the tags that choose them.
func (t *tests) payloads(f *spec.Field) []*object {
	var list []*object
	for _, c := range f.Type.Union.Tree.Cases {
		for _, r := range recordsOf(&c.Target) {
			if tags, ok := tagsOf(f.Type.Union, r); ok {
				list = append(list, t.zeroIn(f.Type.Union, r, tags))
			}
		}
	}
	return list
}

// payload returns the first record that a literal of the sibling tag of f chooses, with nothing but the tags that choose it; nil if there is
// none.
func (t *tests) payload(f declaredField, literal string) *object {
	for _, c := range f.field.Type.Union.Tree.Cases {
		for _, r := range recordsOf(&c.Target) {
			if tags, ok := tagsOf(f.field.Type.Union, r); ok && c.Literal == literal {
				return t.zeroIn(f.field.Type.Union, r, tags)
			}
		}
	}
	return nil
}

// canBuildPayload reports whether a record with the tags can be built. If one of them is a sibling tag, its payload must be a record.
func (t *tests) canBuildPayload(r *spec.Record, tags []tag) bool {
	return !slices.ContainsFunc(t.record(r).flatten(), func(f declaredField) bool {
		i := slices.IndexFunc(tags, func(t tag) bool { return f.field.By != "" && t.name == f.field.By })
		return i >= 0 && t.payload(f, tags[i].literal) == nil
	})
}

// set returns o with a value in a field, and with the field's sibling tag, if it has one.
func (o *object) set(f declaredField, v sample) *object {
	if f.field.By != "" {
		o = o.with(entry{f.field.By, v.tag})
	}
	return o.with(entry{f.field.Name, v.json}, setting{f.owner, f.field.GoName, v.full()})
}

// kindsOfLine prints the test of the kinds: each kind with a line that has it. It leaves out cases that are not chosen by their own members alone.
func (t *tests) kindsOfLine() jen.Code {
	var list []jen.Code
	var missing []string // tags that must be absent: a record that such a tag chooses as well is written with the tag
	add := func(to *spec.Target, tags []tag) {
		if t.isOpaque(to.Record, nil) || !t.canBuildPayload(to.Record, tags) {
			return
		}
		value := t.zeroIn(t.Line, to.Record, tags)
		for _, own := range t.ownTags(t.record(to.Record), t.Line) { // the encoder writes them also if their fields are not set
			value.sets = slices.DeleteFunc(value.sets, func(s setting) bool { return s.name == own.path[0].goName() })
		}
		list = append(list, jen.Values(keyed("Kind", t.refName(to.Kind.GoName, t.Line)), keyed("Line", t.pointer(value))))
	}
	var walk func(n *spec.Node, tags []tag)
	walk = func(n *spec.Node, tags []tag) {
		follow := func(to *spec.Target, tags []tag) {
			switch {
			case to == nil:
			case to.Node != nil:
				walk(to.Node, tags)
			case to == n.Otherwise && isAnotherWhenNew(n, to.Record):
			case to.Record != nil && !slices.ContainsFunc(missing, func(tag string) bool { return isFixed(to.Record, tag) }):
				add(to, tags)
			}
		}
		for i, c := range n.Cases {
			switch {
			case n.Has && slices.ContainsFunc(n.Cases[:i], func(o *spec.Case) bool { return o.Target.Record != nil && o.Target.Record == c.Target.Record }):
				// If several members must be present, the first one determines the kind.
			case n.Has && c.Target.Record != nil && requires(c.Target.Record, nameOfCase(c)):
				follow(&c.Target, withTag(tags, tag{name: nameOfCase(c)}))
			case n.Has && c.Target.Node != nil:
				walk(c.Target.Node, withTag(tags, tag{name: nameOfCase(c)}))
			case !n.Has && len(n.Tag) == 1 && len(n.Tag[0]) == 1:
				follow(&c.Target, withTag(tags, tag{n.Tag[0][0], c.Literal}))
			case !n.Has && c.Target.Record != nil && slices.ContainsFunc(t.ownTags(t.record(c.Target.Record), t.Line), func(o ownTag) bool { return o.node == n }):
				follow(&c.Target, tags) // the encoder writes the tag, at any place
			}
		}
		if n.Absent != nil {
			missing = append(missing, n.Tag[0][0])
			follow(n.Absent, tags)
			missing = missing[:len(missing)-1]
		}
		follow(n.Otherwise, tags)
	}
	walk(t.Line.Tree, nil)
	args := []jen.Code{id("t"), t.refName("Peek", t.Line), t.refName("Unmarshal"+t.Line.Name, t.Line)}
	for _, c := range list {
		args = append(args, jen.Line().Qual(fieldtestPath, "Kind").Index(t.ref("", t.Line)).Add(c))
	}
	return jen.Qual(fieldtestPath, "Kinds").Index(t.ref("", t.Line)).Call(append(args, jen.Line())...)
}

// nameOfCase returns the member whose presence chooses a case.
func nameOfCase(c *spec.Case) string {
	name, _ := stringLiteral(c.Literal)
	return name
}

// tables prints the tables of a record: one for the members that it always has, and one for each value of its tag that has members of its own.
func (t *tests) tables(r *spec.Record) []jen.Code {
	groups := map[string][]declaredField{}
	var values []string
	for _, f := range t.record(r).flatten() {
		when := ""
		if len(f.field.When) > 0 {
			when = f.field.When[0]
		}
		if _, ok := groups[when]; !ok && when != "" {
			values = append(values, when)
		}
		groups[when] = append(groups[when], f)
	}
	list := []jen.Code{t.table(r, t.paths[r].tags, groups[""])}
	for _, v := range values {
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
		if !slices.ContainsFunc(own, func(o ownTag) bool { return o.path[0].key == f.field.Name }) && !t.isMissing(r, f.field.Name) {
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
	for _, i := range t.record(inner).flatten() {
		if i.field.Const != "" || i.field.Inline == spec.InlineAlways || len(i.field.When) > 0 || i.field.By != "" {
			continue // siblings prints the tests of payloads
		}
		value, ok := t.value(i.field, nil)
		if !ok {
			continue
		}
		set := t.zero(inner, nil).with(entry{}, setting{i.owner, i.field.GoName, value.full()})
		want := zero.with(entry{i.field.Name, value.json}, setting{f.owner, f.field.GoName, t.literal(set)})
		list = append(list, jen.Qual(fieldtestPath, rule(i.field)).Call(text(i.field.Name), text(value.json), t.pointer(want), text(wrong(i.field))))
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
	case f.Usual:
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

// zero returns a record that has nothing but the tags and the required members.
func (t *tests) zero(r *spec.Record, tags []tag) *object { return t.zeroIn(t.root(r), r, tags) }

// zeroIn returns zero for a case of a union.
func (t *tests) zeroIn(u *spec.Union, r *spec.Record, tags []tag) *object {
	o := &object{of: r}
	for _, fixed := range r.Tags {
		if !declaresField(r, fixed.Name) && slices.Contains(fixed.Unions, u) {
			o = o.with(entry{fixed.Name, fixed.Literals[0]})
		}
	}
	for _, f := range t.record(r).flatten() {
		if f.field.Const != "" {
			o = o.with(entry{f.field.Name, f.field.Const})
			continue
		}
		i := slices.IndexFunc(tags, func(t tag) bool { return t.name == f.field.Name && t.literal != "" })
		switch {
		case i >= 0 && len(f.field.When) == 0:
			value := t.constant(f.field, tags[i].literal)
			o = o.with(entry{f.field.Name, tags[i].literal}, setting{f.owner, f.field.GoName, value})
		case f.field.Inline == spec.InlineAlways:
			if f.field.Type.Kind == spec.RecordType && t.form(f.field) == plain {
				inner := t.zero(f.field.Type.Record, nil)
				for _, m := range inner.members {
					o = o.with(m)
				}
				if len(inner.sets) > 0 {
					o = o.with(entry{}, setting{f.owner, f.field.GoName, t.literal(inner)})
				}
			}
		case f.field.Path != nil:
		case f.field.By != "" && slices.ContainsFunc(tags, func(t tag) bool { return t.name == f.field.By }):
			k := slices.IndexFunc(tags, func(t tag) bool { return t.name == f.field.By })
			if v := t.payload(f, tags[k].literal); v != nil {
				o = o.set(f, sample{json: v.text(), tag: tags[k].literal, code: t.pointer(v)})
			}
		case !f.field.Optional && len(f.field.When) == 0:
			o = o.with(entry{f.field.Name, t.zeroText(f.field)})
		case f.field.Usual:
			o = o.with(entry{f.field.Name, cmp.Or(f.field.Default, t.zeroText(f.field))})
		}
		if i < 0 && f.field.Default != "" && !isZeroLiteral(f.field.Default) {
			o.sets = append(o.sets, setting{f.owner, f.field.GoName, t.constant(f.field, f.field.Default)})
		}
	}
	o = t.withOwnTags(o, t.ownTags(t.record(r), u))
	for _, tag := range tags {
		if !declaresField(r, tag.name) && tag.literal != "" {
			o = o.with(entry{tag.name, tag.literal})
		}
	}
	return o
}

// withOwnTags returns o with those tags in list that are fields: the tags that always choose the record.
func (t *tests) withOwnTags(o *object, list []ownTag) *object {
	for i, own := range list {
		m := own.path[0]
		if m.field.Path != nil {
			continue // the tag lies in an object that o does not have
		}
		if len(own.path) == 1 {
			json := own.text()
			if m.field.Type.Kind == spec.UnionType {
				json = t.zeroIn(m.field.Type.Union, caseOf(m.field.Type.Union, own.literal), nil).text()
			}
			o = o.with(entry{m.key, json}, setting{m.owner, m.goName(), t.holderValue(own, m)})
			continue
		}
		goesThrough := func(o ownTag) bool { return len(o.path) > 1 && o.path[0] == m }
		if slices.IndexFunc(list, goesThrough) != i {
			continue // o has the tag already
		}
		var within []ownTag
		for _, own := range list[i:] {
			if goesThrough(own) {
				own.path = own.path[1:]
				within = append(within, own)
			}
		}
		inner := t.withOwnTags(t.zero(m.field.Type.Record, nil), within)
		value := t.literal(inner)
		if m.form == pointer {
			value = t.pointer(inner)
		}
		o = o.with(entry{m.key, inner.text()}, setting{m.owner, m.goName(), value})
	}
	return o
}

// form returns how a Go field holds its value.
func (t *tests) form(f *spec.Field) form { return formOf(f) }

// zeroText returns the JSON that is written for a required field that is not set.
func (t *tests) zeroText(f *spec.Field) string {
	switch {
	case f.Nullable:
		return "null"
	case f.Zero != "":
		return f.Zero
	case f.Lazy:
		return "null"
	case f.Encoded && f.Type.Kind != spec.UnionType:
		decoded := *f
		decoded.Encoded = false
		return quoteKey(t.zeroText(&decoded))
	}
	if s := scalars[f.Type.Kind]; s.zero != "" {
		return s.zero
	}
	if isIntEnum(f.Type) {
		return "0"
	}
	switch f.Type.Kind {
	case spec.EnumType:
		return `""`
	case spec.RecordType:
		return t.unset(f.Type.Record).text()
	case spec.Array:
		return "[]"
	case spec.Map:
		return "{}"
	}
	return "null"
}

// unset returns a record of which no Go field is set, as it is written in a required member: unlike in zero, whose Go fields have the defaults,
// members with another default than the zero value are written.
func (t *tests) unset(r *spec.Record) *object {
	o := t.zero(r, nil)
	for _, f := range t.record(r).flatten() {
		switch {
		case f.field.Inline == spec.InlineAlways:
			if f.field.Type.Kind == spec.RecordType && t.form(f.field) == plain {
				for _, m := range t.unset(f.field.Type.Record).members {
					o = o.with(m)
				}
			}
		case f.field.Default != "" && !isZeroLiteral(f.field.Default):
			o = o.with(entry{f.field.Name, t.zeroText(f.field)})
		}
	}
	t.order(o)
	return o
}

// constant returns a JSON literal as the Go value of a field.
func (t *tests) constant(f *spec.Field, literal string) *jen.Statement {
	if literal == "null" {
		return jen.Nil()
	}
	code := id(literal)
	if s, ok := stringLiteral(literal); ok {
		code = text(s)
	}
	switch {
	case isTime(f.Type):
		code = timeOf(f.Type, literal)
	case f.Type.Kind == spec.Decimal:
		code = text(literal)
	}
	if t.form(f) == pointer {
		if !scalars[f.Type.Kind].untyped {
			code = t.goType(f.Type, false).Call(code)
		}
		return call("new", code)
	}
	return code
}

// value returns a value of a field that differs from its zero value and its default. within are the records around it.
func (t *tests) value(f *spec.Field, within []*spec.Record) (sample, bool) {
	if f.Lazy {
		v, ok := t.ofType(f.Type, within, "")
		return sample{json: v.json, code: jen.Qual(decoderPath, "Raw").Call(text(v.json))}, ok
	}
	outer := t.ordered
	t.ordered = outer || f.Encoded
	v, ok := t.ofType(f.Type, within, f.Default)
	t.ordered = outer
	if ok && t.form(f) == pointer {
		v = t.pointed(v, f.Type)
	}
	if f.Encoded {
		v.json = quoteKey(v.json)
	}
	return v, ok
}

// pointed returns the sample with a pointer to the value.
func (t *tests) pointed(v sample, typ *spec.Type) sample {
	switch {
	case v.typ != nil:
		return sample{json: v.json, code: jen.Op("&").Add(v.full())}
	case typ.Kind == spec.Decimal, isNumber(typ) && !scalars[typ.Kind].untyped && typ.Kind != spec.Number, typ.Kind == spec.EnumType && !typ.Enum.Untyped:
		return sample{json: v.json, code: call("new", t.goType(typ, false).Call(v.code))}
	}
	return sample{json: v.json, code: call("new", v.code)}
}

// ofType returns a value that differs from the zero value of its type and from the literal but. It returns false if there is none, such as for a
// record within itself.
func (t *tests) ofType(typ *spec.Type, within []*spec.Record, but string) (sample, bool) {
	simple := func(literals ...string) (sample, bool) {
		literal := literals[0]
		if literal == but {
			literal = literals[1]
		}
		code := id(literal)
		if s, ok := stringLiteral(literal); ok {
			code = text(s)
		}
		return sample{json: literal, code: code}, true
	}
	switch typ.Kind {
	case spec.String:
		return simple(`"a"`, `"b"`)
	case spec.UUID:
		return simple(`"6f1c8f5e-3f0a-4a52-9e7b-0c8f0b7d2a11"`)
	case spec.Int, spec.Int64, spec.Uint64:
		return simple("7", "8")
	case spec.Number:
		return simple("1.5", "2.5")
	case spec.Bool:
		return simple("true", "false")
	case spec.EnumType:
		var values []string
		for _, v := range typ.Enum.Values {
			if v.Value == "0" && typ.Enum.Int {
				continue // the zero value
			}
			values = append(values, enumLiteral(typ.Enum, v))
		}
		if typ.Enum.Int {
			return simple(append(values, "7", "8")...)
		}
		return simple(append(values, `"a"`, `"b"`)...)
	case spec.Time, spec.Seconds, spec.Milliseconds:
		literals := []string{"7", "8"}
		if typ.Kind == spec.Time {
			literals = []string{`"2026-01-02T03:04:05.5Z"`, `"2026-01-02T03:04:06Z"`}
		}
		v, _ := simple(literals...)
		return sample{json: v.json, code: timeOf(typ, v.json)}, true
	case spec.Decimal:
		v, _ := simple("1.10", "2.20")
		return sample{json: v.json, code: text(v.json)}, true
	case spec.Bytes:
		return sample{json: `"YQ=="`, typ: t.goType(typ, false), code: jen.Values(jen.LitRune('a'))}, true
	case spec.JSON:
		const value = `{"a":1}`
		return sample{json: value, code: jen.Qual(decoderPath, "Raw").Call(text(value))}, true
	case spec.RecordType:
		o, ok := t.some(t.root(typ.Record), typ.Record, nil, within)
		return sample{json: o.text(), typ: t.ref("", typ.Record), code: t.values(typ.Record, o.sets)}, ok
	case spec.UnionType:
		if typ.Union.Variants != nil {
			return t.variant(typ.Union, within)
		}
		return t.oneCase(typ.Union, within)
	}
	if typ.Kind == spec.GoText {
		return sample{}, false
	}
	elem, ok := t.ofType(typ.Elem, within, "")
	if !ok {
		return sample{}, false
	}
	code := elem.code // a composite literal in a list or map needs no type
	if t.elemPointer(typ.Elem) && elem.typ == nil {
		code = t.pointed(elem, typ.Elem).code
	}
	if typ.Kind == spec.Array {
		return sample{json: "[" + elem.json + "]", typ: t.goType(typ, false), code: jen.Values(code)}, true
	}
	key, _ := t.ofType(typ.Key, nil, "")
	return sample{json: "{" + key.json + ":" + elem.json + "}", typ: t.goType(typ, false), code: jen.Values(jen.Add(key.code).Op(":").Add(code))}, true
}

// isOpaque reports whether a record has a required member with a Go type of the user: no text is known to be valid for it.
func (t *tests) isOpaque(r *spec.Record, within []*spec.Record) bool {
	if slices.Contains(within, r) {
		return false
	}
	within = append(slices.Clip(within), r)
	return slices.ContainsFunc(t.record(r).flatten(), func(f declaredField) bool {
		if f.field.Const != "" || f.field.Optional || t.form(f.field) != plain {
			return false
		}
		return f.field.Type.Kind == spec.GoText || f.field.Type.Kind == spec.RecordType && t.isOpaque(f.field.Type.Record, within)
	})
}

// some returns a record with one member besides the tags and the required members, a plain one if possible.
func (t *tests) some(u *spec.Union, r *spec.Record, tags []tag, within []*spec.Record) (*object, bool) {
	o := t.zeroIn(u, r, tags)
	if slices.Contains(within, r) || t.isOpaque(r, nil) {
		return o, false
	}
	within = append(slices.Clip(within), r)
	fields := slices.DeleteFunc(t.record(r).flatten(), func(f declaredField) bool {
		return f.field.Const != "" || len(f.field.When) > 0 || f.field.Inline == spec.InlineAlways || f.field.Path != nil || isFixed(r, f.field.Name) ||
			slices.ContainsFunc(tags, func(t tag) bool { return t.name == f.field.Name && t.literal != "" })
	})
	for _, f := range fields {
		// For a strict reader, "" is not a value of an enum.
		if kind := f.field.Type.Kind; rule(f.field) == "Required" && (kind == spec.EnumType || kind == spec.RecordType) {
			if v, ok := t.value(f.field, within); ok {
				o = o.set(f, v)
			}
		}
	}
	slices.SortStableFunc(fields, func(a, b declaredField) int { return depth(a.field.Type) - depth(b.field.Type) })
	for _, f := range fields {
		if v, ok := t.value(f.field, within); ok {
			o = o.set(f, v)
			if t.ordered {
				t.order(o)
			}
			return o, true
		}
	}
	return o, len(fields) == 0
}

// order sorts the members of a record after its tags in the order of the spec.
func (t *tests) order(o *object) {
	fields := t.record(o.of).flatten()
	place := func(e entry) int {
		return slices.IndexFunc(fields, func(f declaredField) bool { return f.field.Name == e.key })
	}
	slices.SortStableFunc(o.members, func(a, b entry) int { return place(a) - place(b) })
}

// depth returns 0 for plain values, 1 for JSON and lists of plain values, and so on.
func depth(t *spec.Type) int {
	switch t.Kind {
	case spec.JSON:
		return 1
	case spec.Array, spec.Map:
		return 1 + depth(t.Elem)
	case spec.RecordType, spec.UnionType:
		return 9
	}
	return 0
}

// variant returns a value of a union by JSON type: of its first variant for which ofType has a value. It returns false if the value would be
// part of another one of the union.
func (t *tests) variant(u *spec.Union, within []*spec.Record) (sample, bool) {
	if slices.Contains(t.variants, u) {
		return sample{}, false
	}
	t.variants = append(t.variants, u)
	defer func() { t.variants = t.variants[:len(t.variants)-1] }()
	for _, a := range u.Variants {
		v, ok := t.ofType(a.Type, within, "")
		if !ok {
			continue
		}
		code := v.full()
		if t.variantPointer(a) {
			code = t.pointed(v, a.Type).code
		}
		typ := keyed("Type", jen.Qual(decoderPath, jsonTypeName(a.JSON)))
		return sample{json: v.json, typ: t.ref("", u), code: jen.Values(typ, keyed(a.GoName, code))}, true
	}
	return sample{}, false
}

// oneCase returns a value of a union by tag: its first case that tags alone can choose.
func (t *tests) oneCase(u *spec.Union, within []*spec.Record) (sample, bool) {
	for _, r := range u.Cases {
		tags, ok := tagsOf(u, r)
		if !ok || slices.Contains(within, r) {
			continue
		}
		if o, ok := t.some(rootOf(u), r, tags, within); ok {
			return sample{json: strings.Replace(around(u, r), "$", o.text(), 1), tag: siblingLiteral(u, r), code: t.pointer(o)}, true
		}
	}
	return sample{}, false
}

// tagsOf returns the members by which a union chooses a case. ok is false if the case is not chosen by its own members alone.
func tagsOf(u *spec.Union, r *spec.Record) ([]tag, bool) {
	u = rootOf(u)
	var leads func(n *spec.Node, tags []tag) ([]tag, bool)
	follow := func(to *spec.Target, tags []tag) ([]tag, bool) {
		switch {
		case to == nil:
		case to.Record == r:
			return tags, true
		case to.Node != nil:
			return leads(to.Node, tags)
		}
		return nil, false
	}
	leads = func(n *spec.Node, tags []tag) ([]tag, bool) {
		simple := !n.Has && len(n.Tag) == 1 && len(n.Tag[0]) == 1
		for _, c := range n.Cases {
			if n.Sibling || n.External || n.Results { // the tag is not a member of the case
				if list, ok := follow(&c.Target, tags); ok {
					return list, true
				}
			} else if simple {
				if list, ok := follow(&c.Target, withTag(tags, tag{n.Tag[0][0], c.Literal})); ok {
					return list, true
				}
			} else if name, _ := stringLiteral(c.Literal); n.Has && requires(r, name) {
				if list, ok := follow(&c.Target, withTag(tags, tag{name: name})); ok {
					return list, true
				}
			}
		}
		if n.Absent != nil {
			return follow(n.Absent, tags)
		}
		if isAnotherWhenNew(n, r) {
			return nil, false
		}
		return follow(n.Otherwise, tags)
	}
	return leads(u.Tree, nil)
}

// isMissing reports whether a union chooses a record by the absence of a member.
func (t *tests) isMissing(r *spec.Record, name string) bool {
	var in func(n *spec.Node) bool
	in = func(n *spec.Node) bool {
		if a := n.Absent; a != nil && a.Record == r && (n.Otherwise == nil || n.Otherwise.Record != r) {
			if slices.ContainsFunc(n.Tag, func(place []string) bool { return place[0] == name }) {
				return true
			}
		}
		return slices.ContainsFunc(targets(n), func(t *spec.Target) bool { return t.Node != nil && in(t.Node) })
	}
	return slices.ContainsFunc(t.Unions, func(u *spec.Union) bool { return u.Tree != nil && in(u.Tree) })
}

// requiresPlace reports whether a new record is written with a value at the place of a tag.
func requiresPlace(r *spec.Record, place []string) bool {
	for _, f := range (&record{Record: r}).flatten() {
		switch {
		case f.field.Name != place[0] || f.field.Optional || f.field.Nullable && len(place) > 1 || f.field.Type == nil:
		case len(place) == 1:
			return true
		case f.field.Type.Kind == spec.RecordType && !f.field.Lazy && !f.field.Encoded:
			return requiresPlace(f.field.Type.Record, place[1:])
		}
	}
	return false
}

// isAnotherWhenNew reports whether a new record that a node chooses for unknown values of its tag would be read as a known case, because its
// field for the tag is not set.
func isAnotherWhenNew(n *spec.Node, r *spec.Record) bool {
	if r == nil || n.Has || n.Otherwise == nil || n.Otherwise.Record != r {
		return false
	}
	if len(n.Tag) != 1 || len(n.Tag[0]) != 1 {
		isAlwaysThere := func(place []string) bool { return requiresPlace(r, place) }
		return n.Absent != nil && n.Absent.Record != r && !slices.ContainsFunc(n.Tag, isAlwaysThere)
	}
	name := n.Tag[0][0]
	elsewhere := func(literal string) bool {
		return slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == literal && c.Target.Record != r })
	}
	absent := n.Absent != nil && n.Absent.Record != r
	for _, f := range (&record{Record: r}).flatten() {
		switch {
		case f.field.By == name, f.field.Name == name && f.field.Optional:
			return absent
		case f.field.Name != name || f.field.Type == nil:
		case f.field.Nullable || f.field.Type.Kind == spec.JSON && f.field.Zero == "":
			return elsewhere("null")
		default:
			return elsewhere(map[bool]string{true: `""`, false: scalars[f.field.Type.Kind].zero}[isText(f.field.Type)])
		}
	}
	return false
}

// rootOf returns the union that has the tags of u.
func rootOf(u *spec.Union) *spec.Union {
	for u.Of != nil {
		u = u.Of
	}
	return u
}

// requires reports whether a record is always written with a member.
func requires(r *spec.Record, name string) bool {
	return slices.ContainsFunc((&record{Record: r}).flatten(), func(f declaredField) bool {
		return f.field.Name == name && !f.field.Optional && len(f.field.When) == 0
	})
}

// findPaths finds the shortest path from a line to each record of the spec. No path leads through members that are decoded on demand, or that may
// stand elsewhere.
func (t *tests) findPaths() {
	if t.Line == nil || t.View {
		return
	}
	var queue []*spec.Record
	add := func(r *spec.Record, w linePath) {
		if _, ok := t.paths[r]; !ok && t.declaredIn[r] == t.Model && !t.isOpaque(r, nil) {
			t.paths[r] = w
			queue = append(queue, r)
		}
	}
	t.within(&spec.Type{Kind: spec.UnionType, Union: t.Line}, "$", add)
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		for _, f := range t.record(r).flatten() {
			if f.field.Const != "" || f.field.Lazy || f.field.Encoded || f.field.Inline == spec.InlineAlways || isFixed(r, f.field.Name) {
				continue
			}
			tags := t.paths[r].tags
			if len(f.field.When) > 0 {
				tags = withTag(tags, tag{r.TagField.Name, quoteKey(f.field.When[0])})
			}
			o := t.zero(r, tags)
			if f.field.By == "" {
				t.within(f.field.Type, strings.Replace(t.paths[r].line, "$", o.textAround(f.field.Name), 1), add)
				continue
			}
			for _, payload := range f.field.Type.Union.Cases {
				// Without the sibling tag, the payload would be another record.
				literal := siblingLiteral(f.field.Type.Union, payload)
				if tags, ok := tagsOf(f.field.Type.Union, payload); ok && literal != "" && !slices.ContainsFunc(tags, func(t tag) bool { return t.literal == "" }) {
					line := strings.Replace(t.paths[r].line, "$", o.with(entry{f.field.By, literal}).textAround(f.field.Name), 1)
					add(payload, linePath{line, tags})
				}
			}
		}
	}
}

// within calls add with each record that a value of a type can contain, and with the line that has $ in place of the record. open are the
// unions of which the value is a part: a value of a recursive union can contain the same records at any depth.
func (t *tests) within(typ *spec.Type, line string, add func(*spec.Record, linePath), open ...*spec.Union) {
	switch typ.Kind {
	case spec.RecordType:
		add(typ.Record, linePath{line: line})
	case spec.Array:
		t.within(typ.Elem, strings.Replace(line, "$", "[$]", 1), add, open...)
	case spec.Map:
		if key, ok := t.ofType(typ.Key, nil, ""); ok {
			t.within(typ.Elem, strings.Replace(line, "$", "{"+key.json+":$}", 1), add, open...)
		}
	case spec.UnionType:
		if slices.Contains(open, typ.Union) {
			return
		}
		open = append(slices.Clip(open), typ.Union)
		for _, a := range typ.Union.Variants {
			t.within(a.Type, line, add, open...)
		}
		for _, r := range typ.Union.Cases {
			if t.hasOtherTags(typ.Union, r) {
				continue
			}
			// Without a member whose presence chooses it, the record would be another one.
			if tags, ok := tagsOf(typ.Union, r); ok && !slices.ContainsFunc(tags, func(t tag) bool { return t.literal == "" }) {
				if text := around(typ.Union, r); strings.Contains(text, "$") {
					add(r, linePath{strings.Replace(line, "$", text, 1), tags})
				}
			}
		}
	}
}

// hasOtherTags reports whether a record has other tags in a union than alone. The table has the record alone.
func (t *tests) hasOtherTags(u *spec.Union, r *spec.Record) bool {
	u, root := rootOf(u), t.root(r)
	return slices.ContainsFunc(r.Tags, func(g *spec.Tag) bool { return slices.Contains(g.Unions, u) != slices.Contains(g.Unions, root) })
}

// around returns the JSON around a case of a union, with $ in place of the case.
func around(u *spec.Union, r *spec.Record) string {
	if u.Tree == nil || !u.Tree.External {
		return "$"
	}
	for _, c := range u.Tree.Cases {
		a := u.Tree.Adjacent
		switch {
		case c.Target.Record != r:
		case a != nil && c.Unit:
			return "{" + quoteKey(a.Tag) + ":" + c.Literal + "}"
		case a != nil:
			return "{" + quoteKey(a.Tag) + ":" + c.Literal + keyText(a.Content) + "$}"
		case c.Unit:
			return c.Literal
		default:
			return "{" + c.Literal + ":$}"
		}
	}
	return ""
}

// with returns o with a member, which replaces the one of that name, and with Go fields.
func (o *object) with(e entry, sets ...setting) *object {
	c := &object{of: o.of, members: slices.Clone(o.members), sets: slices.Clone(o.sets)}
	if i := slices.IndexFunc(c.members, func(m entry) bool { return m.key == e.key }); i >= 0 {
		c.members[i] = e
	} else if e.key != "" {
		c.members = append(c.members, e)
	}
	for _, s := range sets {
		c.sets = slices.DeleteFunc(c.sets, func(o setting) bool { return o.owner == s.owner && o.name == s.name })
		c.sets = append(c.sets, s)
	}
	return c
}

// text returns the object in JSON.
func (o *object) text() string {
	var list []string
	for _, m := range o.members {
		list = append(list, quoteKey(m.key)+":"+m.value)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// textAround returns o in JSON with $ for the value of a member. There is no other $ in it.
func (o *object) textAround(member string) string {
	const hole = "\x00"
	text := o.with(entry{member, hole}).text()
	return strings.Replace(strings.ReplaceAll(text, "$", `\u0024`), hole, "$", 1)
}

func (t *tests) literal(o *object) *jen.Statement {
	return t.ref("", o.of).Add(t.values(o.of, o.sets))
}

func (t *tests) pointer(o *object) *jen.Statement { return jen.Op("&").Add(t.literal(o)) }

// values returns the part of a composite literal of a record after its type.
func (t *tests) values(r *spec.Record, sets []setting) *jen.Statement {
	var elems []jen.Code
	for _, e := range r.Embed {
		if hasAny(e.Record, sets) {
			elems = append(elems, keyed(e.Record.Name, t.ref("", e.Record).Add(t.values(e.Record, sets))))
		}
	}
	for _, f := range r.Fields {
		for _, s := range sets {
			if s.owner == r && s.name == f.GoName {
				elems = append(elems, keyed(f.GoName, s.value))
			}
		}
	}
	return jen.Values(elems...)
}

// hasAny reports whether some setting is for a field that r, or a record that it embeds, declares.
func hasAny(r *spec.Record, sets []setting) bool {
	return slices.ContainsFunc(sets, func(s setting) bool { return s.owner == r }) ||
		slices.ContainsFunc(r.Embed, func(e *spec.Embed) bool { return hasAny(e.Record, sets) })
}

// results prints the tests of fields that have results: each case of each method.
func (t *tests) results() []jen.Code {
	var list []jen.Code
	for _, r := range t.Records {
		for _, f := range r.Fields {
			if !isResult(f.Type) || r.Group {
				continue
			}
			u := f.Type.Union
			typ := t.ref("", r)
			args := []jen.Code{id("t"),
				jen.Func().Params().Params(jen.Op("*").Add(typ)).Add(oneLine(jen.Return(t.pointer(t.zero(r, t.paths[r].tags))))),
				jen.Parens(jen.Op("*").Add(typ)).Dot("Set" + f.GoName), jen.Parens(jen.Op("*").Add(typ)).Dot("Decode" + f.GoName)}
			for _, c := range u.Tree.Cases {
				name, _ := stringLiteral(c.Literal)
				for _, payload := range recordsOf(&c.Target) {
					if tags, ok := tagsOf(u, payload); ok {
						args = append(args, jen.Line().Qual(fieldtestPath, "Result").Index(t.ref("", u)).Values(
							keyed("Method", text(name)), keyed("Value", t.pointer(t.zeroIn(u, payload, tags)))))
					}
				}
			}
			list = append(list, jen.Qual(fieldtestPath, "Results").Call(append(args, jen.Line())...))
		}
	}
	return list
}
