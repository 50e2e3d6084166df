package gen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printDecode prints the decoders: a table and a method for each record, a function for each union, list, map and enum.
func printDecode(p *plan, f *file) {
	cases := map[*spec.Record]bool{}
	for _, u := range p.unions {
		for _, r := range u.Cases {
			cases[r] = true
		}
	}
	for _, r := range p.structs {
		if !r.Group {
			printDecodeRecord(p, f, r, cases[r.Record] || p.listed[listed{"targets", r.Record}])
		}
		printLazy(p, f, r)
	}
	for _, u := range p.unions {
		printDecodeUnion(p, f, u)
		printPresences(p, f)
	}
	for _, r := range p.targets {
		if !p.local(r) {
			printSlab(f, p.localName(r), p.ref("", r))
		}
	}
	for _, t := range p.texts {
		printSlab(f, p.goTypeWord(t.GoType), p.goType(t, false))
	}
	for _, t := range p.composites {
		printScanComposite(p, f, t)
	}
	for _, e := range p.enums {
		printScanEnum(p, f, e)
	}
	printForeignScan(p, f)
	printPlumbing(p, f)
}

// printDecodeRecord prints the decoder of a record. allocates says that values of it are allocated by themselves.
func printDecodeRecord(p *plan, f *file, r *record, allocates bool) {
	printRecordTable(p, f, r)
	if allocates {
		printSlab(f, r.Name, id(r.Name))
	}
	printFlatCases(p, f, r)
	printPieces(p, f, r)
	printScan(p, f, r)
	printScanObjects(p, f, r)
	printUnmarshal(f, r.Name)
}

// printDecodeUnion prints the decoder of a union.
func printDecodeUnion(p *plan, f *file, u *union) {
	switch {
	case !u.byTag():
		printScanVariants(p, f, u)
		printUnmarshal(f, u.Name)
		return
	case u.root != u.Union:
		printScanPart(p, f, u)
	case u.Tree.External:
		printSlab(f, u.unknown, id(u.unknown))
		printScanExternal(p, f, u)
	case u.Tree.Results:
		printSlab(f, u.unknown, id(u.unknown))
		printScanResults(p, f, u)
	default:
		printSlab(f, u.unknown, id(u.unknown))
		printScanTree(p, f, u)
		printSiblingTag(f, u)
	}
	if !u.hasOuterTag() {
		printAny(p, f, u)
	}
}

func printRecordTable(p *plan, f *file, r *record) {
	printNumbers(f, r)
	var fields []jen.Code
	for _, m := range r.members {
		values := []jen.Code{keyed("Name", text(m.key)), keyed("Path", text(m.path()))}
		if m.null {
			values = append(values, keyed("Null", jen.True()))
		}
		if m.always() {
			values = append(values, keyed("Inline", jen.True()))
		}
		if m.required && (m.optional || m.tag && p.isUntagged(r, m.key) || m.field != nil && m.field.CanBeEmpty()) {
			values = append(values, keyed("Optional", jen.True()))
		}
		fields = append(fields, jen.Values(values...))
	}
	table := []jen.Code{keyed("Name", text(r.Name+r.at))}
	if len(fields) > 0 {
		list := jen.Func().Params().Index().Qual(genrtPath, "Field")
		table = append(table, keyed("Fields", list.Block(jen.Return(jen.Index().Qual(genrtPath, "Field").Add(multiLine(fields...))))))
	}
	if also := p.also(r); len(also) > 0 {
		table = append(table, keyed("Also", jen.Index().String().Values(wrapped(also, text)...)))
	}
	low, high := r.required()
	if low != "" {
		table = append(table, keyed("Required", id(low)))
	}
	if high != "" {
		table = append(table, keyed("Required2", id(high)))
	}
	if r.Open {
		table = append(table, keyed("Open", jen.True()))
	}
	if r.view {
		table = append(table, keyed("View", jen.True()))
	}
	f.declare("", jen.Var().Id(r.table()).Op("=").Qual(genrtPath, "Record").Add(multiLine(table...)))
}

// printSlab prints the slab of a type, from which the cases of unions and the targets of pointers are allocated.
func printSlab(f *file, name string, typ jen.Code) {
	f.declare("", jen.Var().Id("slab"+name).Qual(genrtPath, "Slab").Types(typ))
}

// scanPrinter prints the decoder of one record.
type scanPrinter struct {
	p        *plan
	r        *record
	deferred map[string]string // for each member that is read after the loop, its name in JSON: the variable with its position
	names    []string          // its keys in the order of the switch
	flat     map[*member]string
}

func printScan(p *plan, f *file, r *record) {
	s := &scanPrinter{p: p, r: r, deferred: map[string]string{}, flat: map[*member]string{}}
	s.nameVariables()
	decl := method(r.Name, "scan").Add(cursorParams()).Int()
	if p.tagRoots(r.Record) != nil {
		f.declare("", decl.Add(oneLine(jen.Return(call("m.scanIn", id("c"), id("i"), jen.Lit(0))))))
		f.declare("scanIn is scan for "+p.rootsText(r)+", which have different tags.",
			method(r.Name, "scanIn").Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.List(id("i"), id("in")).Int()).Int().
				Block(append(s.begins(), s.body()...)...))
		return
	}
	if !r.entered {
		f.declare("", decl.Block(append(s.begins(), s.body()...)...))
		return
	}
	f.declare("", decl.Block(append(s.begins(), jen.Return(call("m.scanFrom", id("c"), id("n"), id("i"), id("seen"))))...))
	params := []jen.Code{jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.List(id("n"), id("i")).Int(), jen.Id("seen").Qual(genrtPath, "Seen")}
	f.declare("scanFrom is scan from member n on, whose value is at i.",
		method(r.Name, "scanFrom").Params(params...).Int().Block(s.body()...))
}

// nameVariables finds the members that are read after the loop.
func (s *scanPrinter) nameVariables() {
	taken := map[string]bool{"m": true, "c": true, "i": true, "n": true, "seen": true, "start": true, "at": true, "ok": true, "genrt": true, "decoder": true}
	for _, i := range allImports(s.p.Model) {
		taken[i.Package] = true
	}
	remember := func(key string) {
		if _, ok := s.deferred[key]; !ok {
			s.deferred[key] = variable(spec.GoName(key), taken)
			s.names = append(s.names, key)
		}
	}
	for _, m := range s.r.members {
		if m.payload != nil {
			taken[m.tagAt()] = true
		}
	}
	for _, m := range s.r.members {
		if s.r.sharers(m) != nil {
			remember(m.key)
		}
		for _, alias := range m.aliases() {
			remember(alias)
		}
		switch {
		case m.isFlatUnion():
			s.flat[m] = variable("case"+m.goName(), taken)
		case m.isInline():
			s.flat[m] = variable("flat"+m.goName(), taken)
		}
	}
}

// begins returns the code that opens the record.
func (s *scanPrinter) begins() []jen.Code {
	var code []jen.Code
	add := func(c ...jen.Code) { code = append(code, c...) }
	if s.r.object == "" {
		add(s.shorthand()...)
		add(s.defaults()...)
	}
	if len(s.names) > 0 {
		var vars []jen.Code
		for _, key := range s.names {
			vars = append(vars, id(s.deferred[key]))
		}
		add(jen.Var().List(vars...).Qual(genrtPath, "Deferred"))
	}
	if len(s.flat) > 0 {
		var flags, numbers []jen.Code
		for _, m := range s.r.members {
			switch name := s.flat[m]; {
			case name == "":
			case m.isFlatUnion():
				numbers = append(numbers, id(name))
			default:
				flags = append(flags, id(name))
			}
		}
		add(define("start", id("i")))
		if flags != nil {
			add(jen.Var().List(flags...).Bool())
		}
		if numbers != nil {
			add(jen.Var().List(numbers...).Int())
		}
	}
	for _, m := range s.r.members {
		if m.payload != nil {
			add(define(m.tagAt(), call("c.Find", id("i"), text(m.key))))
		}
	}
	if opened := s.p.opened(s.r); opened != nil {
		return append(code, opened...)
	}
	opener, _ := s.r.frame()
	add(define("n, i, seen", call("c."+opener, id("i"), address(s.r.table()))))
	return code
}

// body returns the code that reads the members, from the current one on, and closes the record.
func (s *scanPrinter) body() []jen.Code {
	var code []jen.Code
	add := func(c ...jen.Code) { code = append(code, c...) }
	_, closer := s.r.frame()
	next := set("n, i", call("c.Next", id("i"), address(s.r.table())))
	add(jen.For(jen.Empty(), id("n").Op(">=").Lit(0), next).Block(s.loop()...))
	add(s.after()...)
	add(s.p.excuses(s.r)...)
	closed := call("c."+closer, id("i"), id("seen"))
	if s.r.view {
		add(closed)
	} else {
		add(setExtra(closed))
	}
	add(jen.Return(id("i")))
	return code
}

// end returns the code that closes the record if it ends at i. It returns nil for a record that needs other code before its end.
func (s *scanPrinter) end() []jen.Code {
	if len(s.r.members) > 64 || s.r.view || len(s.after()) > 0 || len(s.p.excuses(s.r)) > 0 {
		return nil
	}
	return []jen.Code{jen.If(call("c.TryClose", id("i"), id("seen"))).Block(jen.Return(jen.Id("i").Op("+").Lit(1)))}
}

// setExtra returns an assignment to the record's Extra.
func setExtra(set jen.Code) jen.Code {
	return jen.Id("m").Dot("Extra").Op("=").Qual(decoderPath, "Extra").Call(set)
}

// shorthand returns the code that reads the record's form as a bare string.
func (s *scanPrinter) shorthand() []jen.Code {
	name := s.r.Shorthand
	if name == "" {
		return nil
	}
	return []jen.Code{jen.If(call("c.Type", id("i")).Op("==").Qual(genrtPath, "JSONString")).Block(
		jen.If(isEmptyText("i")).Block(
			jen.Return(call("c.Mistyped", id("i"))).Comment("// m would be the same for an empty object"),
		),
		set("m."+name+", i", call("c.String", id("i"))),
		jen.Return(id("i")),
	)}
}

func isEmptyText(pos string) *jen.Statement { return call("c.IsOneOf", id(pos), text(`""`)) }

// defaults returns the code that sets the fields whose default is not the zero value. It does not run if the value is not an object: then the
// record must stay zero, and the value is noted on the field that holds the record.
func (s *scanPrinter) defaults() []jen.Code {
	var code []jen.Code
	for _, m := range s.r.fields() {
		if m.hasDefault() && !isZeroLiteral(m.field.Default) {
			code = append(code, set(m.expr(), s.p.defaultValue(m)))
		}
	}
	if code == nil {
		return nil
	}
	return []jen.Code{jen.If(call("c.IsObject", id("i"))).Block(code...)}
}

// loop returns the body of the loop over the members.
func (s *scanPrinter) loop() []jen.Code {
	unknown := set("i", call("c.Unknown", id("i")))
	list := append(s.fieldCases(), s.otherCases()...)
	switch {
	case list == nil:
		return []jen.Code{unknown}
	case !s.r.view: // Next skips the members that a view does not declare
		list = append(list, jen.Default(), unknown)
	}
	return []jen.Code{call("seen.Mark", id("c"), id("n")), jen.Switch(id("n")).Block(list...)}
}

// fieldCases returns the cases of the fields, in the order of the compiled prediction, and then of those that it does not have.
func (s *scanPrinter) fieldCases() (list []jen.Code) {
	add := func(label jen.Code, body []jen.Code) { list = append(append(list, label), body...) }
	order := s.r.compiledOrder()
	for i, m := range order {
		body := s.member(m, "i")
		if m == s.r.lastRequired() {
			body = append(body, s.end()...)
		}
		if s.r.view {
			body = append(body, s.p.passed(s.r, m)...)
		}
		if i+1 < len(order) {
			body = append(body, s.r.fallThrough(order[i+1])...)
		}
		add(s.r.label(m), body)
	}
	done := map[string]bool{}
	for _, m := range s.r.members {
		if done[m.key] || m.always() || slices.Contains(order, m) {
			continue
		}
		done[m.key] = true
		body := s.member(m, "i")
		if s.r.sharers(m) != nil {
			body = s.remember(m.key)
		}
		add(s.r.label(m), body)
	}
	return list
}

// otherCases returns the cases of the members that are no fields. They have the numbers of the record's table.
func (s *scanPrinter) otherCases() (list []jen.Code) {
	add := func(label jen.Code, body ...jen.Code) { list = append(append(list, label), body...) }
	num := firstOther
	for _, m := range s.r.members {
		for _, alias := range m.aliases() {
			add(numbered(num, alias), s.remember(alias)...)
			num++
		}
	}
	for _, o := range s.r.otherTags() {
		args := append([]jen.Code{id("i")}, cases(o.Literals)...)
		add(numbered(num, o.Name), set("i", call("c.TagWithoutField", args...)))
		num++
	}
	for _, m := range s.r.members {
		for _, g := range s.p.pieces(s.r, m) {
			label := numbered(num, g.keys...)
			if g.masks != nil {
				label = numberedRange(num, len(g.keys), piecesVar(s.r, m))
			}
			add(label, s.piece(m, g, num)...)
			num += len(g.keys)
		}
	}
	return list
}

// firstOther is the number of the first name of a record's table that is not a field.
const firstOther = 128

// numbered returns the label of n members, from the number on.
func numbered(num int, keys ...string) jen.Code {
	numbers := make([]string, len(keys))
	for k := range keys {
		numbers[k] = strconv.Itoa(num + k)
	}
	return id("case " + strings.Join(numbers, ", ") + ":").Comment("// " + strings.Join(keys, ", "))
}

func (s *scanPrinter) remember(key string) []jen.Code {
	return []jen.Code{set(s.deferred[key]+", i", call("c.Defer", id("i"), id(s.deferred[key])))}
}

// piece returns the code that skips members of an inlined record, which are read after the loop.
func (s *scanPrinter) piece(m *member, g pieceGroup, num int) []jen.Code {
	if m.isFlatUnion() {
		return s.flatUnionMember(m, g, num)
	}
	flat := s.flat[m]
	skip := set("i", call("c.Skip", id("i")))
	if m.always() {
		return []jen.Code{set(flat, jen.True()), skip}
	}
	find := call("c.Find", id("start"), text(m.key)).Op("<").Lit(0)
	for _, alias := range m.aliases() {
		find = find.Op("&&").Add(call("c.Find", id("start"), text(alias))).Op("<").Lit(0)
	}
	return []jen.Code{
		jen.If(set(flat, id(flat).Op("||").Add(find)), id(flat)).Block(
			skip.Comment("// a member of " + m.goName() + ", which is flattened"),
		).Else().Block(
			set("i", call("c.Unknown", id("i"))),
		),
	}
}

// member returns the code that reads the current member, whose value is at pos, into m's field.
func (s *scanPrinter) member(m *member, pos string) []jen.Code {
	if m.inner != nil {
		return s.object(m, pos)
	}
	var code []jen.Code
	if m.field != nil && m.fixed == "" && (m.form == byJSONType || m.form == plain && m.field.Type.Kind == spec.RecordType) {
		// The field is read in place: the values of an earlier member of the same name are cleared.
		code = append(code, jen.If(call("c.Again")).Block(set(m.expr(), s.p.goType(m.field.Type, false).Values())))
	}
	if m.confirms {
		code = append(code, call("c.Confirm", id(pos)))
	}
	if m.field != nil && len(m.field.Flat) > 0 && !s.r.view {
		code = append(code, call("c.OwnName"))
	}
	return append(code, s.value(m, pos, pos)...)
}

// begin returns the code that makes m the current field, after the loop.
func (s *scanPrinter) begin(m *member) jen.Code { return call("seen.Set", id("c"), s.r.number(m)) }

// value returns the code that reads the value at pos and assigns the offset after it to next.
func (s *scanPrinter) value(m *member, pos, next string) []jen.Code {
	switch {
	case m.payload != nil:
		return []jen.Code{set(next, call("c.Sibling", id(pos)))}
	case m.tag && s.p.isOfSome(s.r, m):
		return []jen.Code{set(next, call("c.TagOfSome", id(pos), text(m.fixed), s.p.isIn(s.r, m)))}
	case m.tag:
		return []jen.Code{set(next, call("c.Tag", id(pos), text(m.fixed)))}
	case m.fixed != "":
		return []jen.Code{set(next, call("c.Const", id(pos), text(m.fixed)))}
	}
	if m.notesPresence() && !s.r.view && isZeroLiteral(m.field.Default) && (isText(m.field.Type) && m.field.Type.Kind != spec.EnumType || m.field.Type.Kind == spec.Bool) {
		return []jen.Code{set(m.expr()+", "+next, call("c.Optional"+scalars[m.field.Type.Kind].read, id(pos)))}
	}
	code := s.p.readField(m, pos, next)
	if m.notesPresence() && !s.r.view {
		code = append(code, jen.If(s.p.isDefault(m)).Block(call("c.Present")))
	}
	return code
}

// after returns the code that reads the deferred members, after the loop.
func (s *scanPrinter) after() []jen.Code {
	var code []jen.Code
	for _, m := range s.r.members {
		if s.r.sharers(m) == nil {
			code = append(code, s.aliased(m)...)
		}
	}
	for _, key := range s.names {
		if sharers := s.r.byKey[key]; len(sharers) > 1 {
			code = append(code, s.shared(sharers))
		}
	}
	for _, m := range s.r.members {
		if m.isInline() {
			code = append(code, s.inlined(m))
		}
		if m.payload != nil && !s.r.view {
			tag, before := s.p.commonTag(m)
			keep := call("c.KeepSibling", s.r.number(m), id(m.tagAt()), tag)
			if before != nil {
				code = append(code, jen.Block(append(before, keep)...))
			} else {
				code = append(code, keep)
			}
		}
	}
	return append(code, s.p.noteUntagged(s.r)...)
}

// aliased returns the code that reads a member that the line has under an alias, and not under its own name.
func (s *scanPrinter) aliased(m *member) []jen.Code {
	var code []jen.Code
	for _, alias := range m.aliases() {
		l := s.deferred[alias]
		begin := []jen.Code{s.begin(m)}
		if !s.r.view {
			begin = append(begin, call("c.Aliased", id(l)))
		}
		code = append(code, jen.If(call(l+".Set")).Block(
			jen.If(call("seen.Has", s.r.number(m))).Block(
				call("c.KeepDeferred", id(l)),
			).Else().Block(append(begin, s.readDeferred(m, l)...)...),
		))
	}
	return code
}

// readDeferred returns the code that reads the value of a member, whose position is in the variable l. The syntax of the value has been
// checked, but the first attempt can still choose a wrong record for it: after a restart, the offset is -1.
func (s *scanPrinter) readDeferred(m *member, l string) []jen.Code {
	if !m.field.Lazy && hasRecord(m.field.Type) {
		code := append([]jen.Code{define("at", call(l+".At"))}, s.value(m, "at", "at")...)
		return append(code, jen.If(id("at").Op("<").Lit(0)).Block(set("i", jen.Lit(-1))))
	}
	return s.value(m, l+".At()", "_")
}

// hasRecord reports whether records can be in a value.
func hasRecord(t *spec.Type) bool {
	for t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == spec.RecordType || t.Kind == spec.UnionType
}

// shared returns the code that reads a member which has several fields, each for other values of the record's tag.
func (s *scanPrinter) shared(sharers []*member) jen.Code {
	l := s.deferred[sharers[0].key]
	tag := s.r.tagMember()
	var list []jen.Code
	for _, m := range sharers {
		var values []jen.Code
		for _, v := range m.field.When {
			values = append(values, s.p.tagValue(tag, v))
		}
		list = append(list, jen.Case(values...).Block(append([]jen.Code{s.begin(m)}, s.readDeferred(m, l)...)...))
	}
	list = append(list, jen.Default().Block(call("c.KeepDeferred", id(l))))
	return jen.If(call(l + ".Set")).Block(jen.Switch(id(tag.expr())).Block(list...))
}

// inlined returns the code that reads a record whose members stood among those of the outer one.
func (s *scanPrinter) inlined(m *member) jen.Code {
	if m.isFlatUnion() {
		return s.readFlatUnion(m)
	}
	var code []jen.Code
	if !m.always() {
		code = append(code, s.begin(m))
	}
	code = append(code, call("c.Inline"))
	if m.form == pointer {
		code = append(code, set(m.expr(), jen.New(s.p.goType(m.field.Type, false))))
	}
	code = append(code, jen.If(s.p.scanRecord(m.expr(), m.form == pointer, declared(m.field.Type), id("start")).Op("<").Lit(0)).Block(set("i", jen.Lit(-1))))
	if !m.always() {
		code = append(code, call("c.NoteInlined", s.r.number(m)))
	}
	flat := id(s.flat[m])
	if m.always() && m.form != pointer {
		return jen.If(flat.Op("||").Add(call("c.IsObject", id("start")))).Block(code...)
	}
	return jen.If(flat).Block(code...)
}

// printUnmarshal prints the method that encoding/json calls.
func printUnmarshal(f *file, name string) {
	f.declare("UnmarshalJSON decodes data, and replaces all fields of m.",
		method(name, "UnmarshalJSON").Params(jen.Id("data").Index().Byte()).Error().Block(
			set("*m", jen.Id(name).Values()),
			jen.Return(call("unmarshalRecord", id("data"), id("m"))),
		))
}

// printLazy prints the methods that decode what a record keeps raw: records and unions.
func printLazy(p *plan, f *file, r *record) {
	for _, field := range r.Fields {
		if !field.Lazy {
			continue
		}
		t := field.Type
		if isResult(t) {
			printResult(p, f, r, field)
			continue
		}
		data := id("m." + field.GoName)
		body := []jen.Code{jen.If(data.Clone().Op("==").Nil()).Block(jen.Return(jen.Nil(), jen.Nil()))}
		if inPlace(t) {
			body = append(body,
				define("v", jen.New(p.goType(t, false))),
				jen.If(define("err", call("v.UnmarshalJSON", data)), id("err").Op("!=").Nil()).Block(jen.Return(jen.Nil(), id("err"))),
				jen.Return(id("v"), jen.Nil()),
			)
		} else {
			body = append(body, jen.Return(p.ref("Unmarshal", t.Union).Call(data)))
		}
		f.declare("Decode"+field.GoName+" decodes "+field.GoName+". The result is nil if "+field.GoName+" is nil.",
			method(r.Name, "Decode"+field.GoName).Params().Params(p.goType(t, inPlace(t)), jen.Error()).Block(body...))
	}
}
