package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// Records of which the spec knows the order are read in one go: text that is always the same, a value, more text. See the package scan,
// order.go, for what happens where a line goes on in another way.

// step is some text that stands there whatever the line says, and the member whose value comes behind it.
type step struct {
	text     string
	m        *member // nil: there is only the text
	optional bool    // neither of them may be there
	end      bool    // the record ends with the text
}

// steps are those of r in an order.
func (p *plan) steps(r *record, o *spec.Order) []step {
	var list []step
	text := "{"
	for i, at := range o.Members {
		m := r.ordered(at.Name)
		if at.Optional && text != "" {
			list, text = append(list, step{text: text}), ""
		}
		key := keyText(at.Name)
		if i == 0 {
			key = key[1:]
		}
		text += key
		if m.fixed != "" {
			text += m.fixed
			if !at.Optional {
				continue
			}
			m = nil
		} else if inner := p.inOrder(m); inner != nil && !isNilForNull(m) {
			text += p.head(inner)
		}
		list = append(list, step{text: text, m: m, optional: at.Optional})
		text = ""
	}
	return append(list, step{text: text + "}", end: true})
}

// given are the orders that the spec gives r, which may be an object within a record.
func (r *record) given() []*spec.Order {
	if r.object == "" {
		return r.Orders
	}
	for _, o := range r.ObjectOrders {
		if slices.Equal(o.Path, r.path) {
			return o.Orders
		}
	}
	return nil
}

// ordered is the member that an order names: by its key or, in a view, by another name; or one that a view jumps over.
func (r *record) ordered(name string) *member {
	if list := r.byKey[name]; list != nil {
		return list[0]
	}
	for _, m := range r.members {
		if slices.Contains(m.aliases(), name) {
			return m
		}
	}
	if r.jumped[name] == nil {
		if r.jumped == nil {
			r.jumped = map[string]*member{}
		}
		r.jumped[name] = &member{key: name}
	}
	return r.jumped[name]
}

// isJumped reports whether a view does not want the member.
func (m *member) isJumped() bool { return m.field == nil && m.inner == nil && m.fixed == "" }

// inOrder is the record that is read by its own orders as the value of m, nil if there is none.
func (p *plan) inOrder(m *member) *record {
	if m.field == nil || m.field.Type.Kind != spec.RecordType || len(spec.Ordered(m.field)) == 0 {
		return nil
	}
	return p.record(m.field.Type.Record)
}

// head is the text with which r begins in all of its orders, up to the first value if they all have the same one there.
func (p *plan) head(r *record) string {
	orders := p.orders(r)
	var texts []string
	same := true
	for _, o := range orders {
		texts = append(texts, o[0].text)
		same = same && o[0] == orders[0][0]
	}
	if same {
		return texts[0]
	}
	return beginning(texts)
}

// beginning is what some texts begin with, in whole tokens. None of them is all of it.
func beginning(texts []string) string {
	all := tokens(texts[0])
	for n := len(all) - 1; ; n-- {
		common := strings.Join(all[:n], "")
		if !slices.ContainsFunc(texts, func(t string) bool { return t == common || !strings.HasPrefix(t, common) }) {
			return common
		}
	}
}

// orders are the steps of r in each of its orders.
func (p *plan) orders(r *record) [][]step {
	var all [][]step
	for _, o := range r.given() {
		all = append(all, p.steps(r, o))
	}
	return all
}

// levels is how deep records are nested that are read by the order of r.
func (p *plan) levels(r *record) int {
	deepest := 0
	for _, m := range r.members {
		if m.field == nil || m.fixed != "" {
			continue
		}
		for _, inner := range spec.Ordered(m.field) {
			deepest = max(deepest, p.levels(p.record(inner)))
		}
	}
	return 1 + deepest
}

// planOrders finds cases that no line can be told to be, and those that only the ends of lines tell apart.
func (p *plan) planOrders() {
	var alike [][2]*spec.Record
	for _, u := range p.unions {
		if u.Tree == nil {
			continue
		}
		cases := u.Ordered()
		for i, r := range cases {
			for _, other := range cases[:i] {
				a, b := p.head(p.record(other)), p.head(p.record(r))
				if (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) && !p.planSequel(other, r) && !p.planSequel(r, other) {
					alike = append(alike, [2]*spec.Record{other, r})
				}
			}
		}
	}
	for _, pair := range alike {
		a, b := pair[0], pair[1]
		if first, second := p.sequelOf(a), p.sequelOf(b); first.of != nil && first.of == second.of && first.text != second.text {
			continue
		}
		p.failf(b.Orders[0].Pos, "the orders of %s and %s both begin with %s; name what tells them apart first, or last if one embeds the other",
			a.Name, b.Name, min(p.head(p.record(a)), p.head(p.record(b))))
	}
}

// sequel is a record whose lines are those of another one, which it embeds, up to a last member or two that never change. Both are read
// as the other one until that ends.
type sequel struct {
	*spec.Record
	of   *spec.Record
	text string // from where the other one would have its brace, to the brace
}

// sequelOf says of what a record is a sequel; the result is empty if it is none.
func (p *plan) sequelOf(r *spec.Record) sequel {
	for _, q := range p.sequels {
		if q.Record == r {
			return q
		}
	}
	return sequel{}
}

// sequelsOf are the sequels of a record.
func (p *plan) sequelsOf(r *spec.Record) []sequel {
	return slices.DeleteFunc(slices.Clone(p.sequels), func(q sequel) bool { return q.of != r })
}

// planSequel reports whether b is a sequel of a, and takes note of it.
func (p *plan) planSequel(a, b *spec.Record) bool {
	if p.sequelOf(b).of == a {
		return true
	}
	first, second := p.record(a), p.record(b)
	if !first.isAllOf(second) || len(a.Orders) != 1 || len(b.Orders) != 1 || p.isInner(first) || p.isInner(second) || p.isWithout(a, b) {
		return false
	}
	one, two := p.orders(first)[0], p.orders(second)[0]
	same := func(x, y step) bool { return x.text == y.text && x.optional == y.optional }
	last := len(one) - 1
	if len(two) != len(one) || !slices.EqualFunc(one[:last], two[:last], same) {
		return false
	}
	text, ok := strings.CutPrefix(two[last].text, strings.TrimSuffix(one[last].text, "}"))
	if ok {
		p.sequels = append(p.sequels, sequel{b, a, text})
	}
	return ok
}

// isAllOf reports whether b embeds r, and reads as it does where b has nothing but r's members: what it adds is zero where it is absent.
func (r *record) isAllOf(b *record) bool {
	embeds := slices.ContainsFunc(b.Embed, func(e *spec.Embed) bool { return e.Record == r.Record })
	return embeds && len(b.Embed) == 1 && !slices.ContainsFunc(b.Fields, func(f *spec.Field) bool {
		replaces := slices.ContainsFunc(r.flatten(), func(g declaredField) bool { return g.field.GoName == f.GoName })
		return replaces || f.Default != "" && !isZeroLiteral(f.Default)
	})
}

// isWithout reports whether b is a case of a union of which a is none.
func (p *plan) isWithout(a, b *spec.Record) bool {
	return slices.ContainsFunc(p.unions, func(u *union) bool { return slices.Contains(u.Cases, b) && !slices.Contains(u.Cases, a) })
}

// isInner reports whether r is read by its order as the value of a member of another record in an order.
func (p *plan) isInner(r *record) bool {
	return slices.ContainsFunc(p.structs, func(outer *record) bool {
		return len(outer.Orders)+len(outer.ObjectOrders) > 0 && slices.ContainsFunc(outer.fields(), func(m *member) bool { return m.fixed == "" && p.inOrder(m) == r })
	})
}

// printScanUsual prints how a record is read by its orders, from behind its head on.
func printScanUsual(p *plan, f *file, r *record) {
	if len(r.given()) == 0 || r.object == "" && p.sequelOf(r.Record).of != nil {
		return
	}
	orders := p.orders(r)
	s := &orderPrinter{scanPrinter{p: p, r: r}}
	head := p.head(r)
	for _, o := range orders {
		o[0].text = o[0].text[len(head):]
	}
	upTo := ""
	if r.object == "" && len(p.sequelsOf(r.Record)) > 0 {
		end := &orders[0][len(orders[0])-1].text
		*end, upTo = strings.TrimSuffix(*end, "}"), " up to its brace,"
	}
	code := s.absent()
	if slices.ContainsFunc(orders, func(o []step) bool { return slices.ContainsFunc(o, s.isNoted) }) {
		code = append(code, jen.Var().Id("noted").Qual(genrtPath, "Noted"))
	}
	f.declare(r.scanUsual()+" reads "+r.noun()+" from behind "+head+" on,"+upTo+" as programs write it.",
		method(r.Name, r.scanUsual()).Add(cursorParams()).Int().Block(append(code, s.from(orders, false)...)...))
}

// scanUsual is the name of the method that reads r by its orders.
func (r *record) scanUsual() string { return "scanUsual" + r.object }

// noun says what r is.
func (r *record) noun() string {
	if r.object != "" {
		return "the object " + r.at
	}
	return "a record"
}

// orderPrinter prints the reading of one record by its orders.
type orderPrinter struct {
	scanPrinter
}

// absent sets what an absent member reads as, for members that may be. Of the fields in an object of a record, that has seen to it.
func (s *orderPrinter) absent() []jen.Code {
	if s.r.object != "" {
		return nil
	}
	var code []jen.Code
	for _, m := range s.r.fields() {
		lacks := func(o *spec.Order) bool { return !o.Always(m.key) }
		if m.hasDefault() && !isZeroLiteral(m.field.Default) && slices.ContainsFunc(s.r.Orders, lacks) {
			code = append(code, set(m.expr(), s.p.defaultValue(m)))
		}
	}
	return code
}

// from reads what is left of the orders, of which one must stand there. noted says that there may be something to note before.
func (s *orderPrinter) from(orders [][]step, noted bool) []jen.Code {
	var code []jen.Code
	orders = slices.Clone(orders)
	for {
		i := slices.IndexFunc(orders, func(o []step) bool { return o[0].optional && o[0].isFree(orders) })
		if i < 0 {
			break
		}
		first := orders[i][0]
		code = append(code, ifStands(first.text, s.read(first)))
		noted = noted || s.isNoted(first)
		for k, o := range orders {
			if o[0] == first {
				orders[k] = o[1:]
			}
		}
	}
	told, rest := divide(orders)
	for len(told) > 0 {
		first := told[0][0]
		var same, others [][]step
		for _, o := range told {
			if o[0] == first {
				same = append(same, o[1:])
			} else {
				others = append(others, o)
			}
		}
		body := s.step(first, same, noted)
		switch {
		case first.text == "":
			code = append(code, body...)
		case len(others)+len(rest) > 0:
			code = append(code, ifStands(first.text, body))
		default:
			code = append(append(code, unlessStands(first.text)), body...)
		}
		told = others
	}
	if len(rest) > 0 {
		code = append(code, s.from(rest, noted)...)
	}
	return code
}

// isFree reports whether the step may be taken before it is known which of the orders stands there: those that do not begin with it do
// not have its member at all, so that no member is read twice. A line that mixes orders is read then, too, as well as any.
func (at step) isFree(orders [][]step) bool {
	return !slices.ContainsFunc(orders, func(o []step) bool {
		return o[0] != at && (at.m == nil || slices.ContainsFunc(o, func(other step) bool { return other.m == at.m }))
	})
}

// divide finds out by what a line tells which order it has. told are orders that begin with a step which is not optional: one with an
// optional first step, and one without it, stand for an order that has such a step. rest are those that begin as the last one does: they
// are read if it is none of the others, so that nothing of them is printed twice. There is no rest if one of the others begins so, too.
func divide(orders [][]step) (told, rest [][]step) {
	last := orders[len(orders)-1][0]
	var restTold [][]step
	for _, o := range orders {
		if o[0] == last {
			rest, restTold = append(rest, o), append(restTold, decided(o)...)
		} else {
			told = append(told, decided(o)...)
		}
	}
	isRest := func(o []step) bool {
		return slices.ContainsFunc(restTold, func(r []step) bool { return r[0].text == o[0].text })
	}
	if len(told) == 0 || slices.ContainsFunc(told, isRest) {
		return append(told, restTold...), nil
	}
	return told, rest
}

// decided are the orders without an optional first step that stand for o.
func decided(o []step) [][]step {
	var list [][]step
	for ; o[0].optional; o = o[1:] {
		with := slices.Clone(o)
		with[0].optional = false
		list = append(list, with)
	}
	return append(list, o)
}

// step reads what a step says, whose text stands there, and all that comes then.
func (s *orderPrinter) step(at step, then [][]step, noted bool) []jen.Code {
	if !at.end {
		return append(s.read(at), s.from(then, noted || s.isNoted(at))...)
	}
	var code []jen.Code
	if noted {
		code = append(code, setExtra(call("c.MakeNoted", id("noted"), address(s.r.table()))))
	}
	return append(code, jen.Return(id(behind(at.text))))
}

// read passes the text of a step, which stands there, and reads its value.
func (s *orderPrinter) read(at step) []jen.Code {
	advance := func(n int) jen.Code { return id("i").Op("+=").Lit(n) }
	if at.m != nil && !isNilForNull(at.m) {
		return s.value(at.m, behind(at.text))
	}
	var code []jen.Code
	if at.text != "" {
		code = append(code, advance(len(at.text)))
	}
	if at.m == nil {
		return code
	}
	null := []jen.Code{advance(len("null"))}
	if s.isNotedNull(at.m) {
		null = append(null, call("noted.Null", jen.Lit(at.m.num)))
	}
	return append(code, orElse(jen.If(call("c.IsNull", id("i"))).Block(null...), s.value(at.m, "i")))
}

// isNoted reports whether there may be something to note about the member of a step. Views note nothing.
func (s *orderPrinter) isNoted(at step) bool {
	return at.m != nil && !s.r.view && (s.isNotedNull(at.m) || at.m.hides())
}

// orElse adds an else to an if.
func orElse(condition *jen.Statement, otherwise []jen.Code) jen.Code {
	if len(otherwise) == 1 && strings.HasPrefix(fmt.Sprintf("%#v", otherwise[0]), "if ") {
		return condition.Else().Add(otherwise...)
	}
	return condition.Else().Block(otherwise...)
}

// isNilForNull reports whether the spec has null for m, of which the field says nothing but that it is nil.
func isNilForNull(m *member) bool {
	return m.field != nil && m.field.Nullable && (m.form == pointer || m.form == nilable && !m.field.Lazy && m.field.Type.Kind != spec.JSON)
}

// isNotedNull reports whether such a member may be absent, too, so that a null is noted.
func (s *orderPrinter) isNotedNull(m *member) bool { return isNilForNull(m) && !m.null && !s.r.view }

// value reads the value of m at pos. What there would be to note about it ends the try.
func (s *orderPrinter) value(m *member, pos string) []jen.Code {
	switch {
	case m.isJumped():
		return []jen.Code{set("i", call("c.Jump", id(pos)))}
	case m.inner != nil:
		return []jen.Code{
			jen.If(jen.Op("!").Add(call("c.IsObject", id(pos)))).Block(jen.Return(jen.Lit(-1))),
			set("i", call("m.scan"+m.inner.object, id("c"), id(pos))),
		}
	}
	dst := m.expr()
	if inner := s.p.inOrder(m); inner != nil {
		var code []jen.Code
		if isNilForNull(m) {
			head := s.p.head(inner)
			code = append(code, unlessStands(head))
			pos = behind(head)
		}
		if m.form == pointer {
			code = append(code, set(dst, fromSlab(s.p.localName(inner.Record))))
		}
		code = append(code, set("i", call(dst+".scanUsual", id("c"), id(pos))))
		return append(code, s.present(m)...)
	}
	if cases := spec.Ordered(m.field); len(cases) > 0 {
		if len(cases) == len(m.field.Type.Union.Cases) { // any other is new
			return []jen.Code{set(dst+", i", call("scanUsual"+m.field.Type.Union.Name, id("c"), id(pos)))}
		}
		usual := define("v, n", call("scanUsual"+m.field.Type.Union.Name, id("c"), id(pos)))
		return []jen.Code{orElse(jen.If(usual, jen.Id("n").Op("!=").Qual(genrtPath, "NoOrder")).Block(
			set(dst+", i", jen.List(id("v"), id("n"))),
		), s.p.readField(m, pos, "i"))}
	}
	return append(s.p.readField(m, pos, "i"), s.present(m)...)
}

// present notes that m stands there with its default value, if that is to be noted.
func (s *orderPrinter) present(m *member) []jen.Code {
	if !m.hides() || s.r.view {
		return nil
	}
	return []jen.Code{jen.If(s.p.isDefault(m)).Block(call("noted.Present", jen.Lit(m.num)))}
}

// printUnionUsual prints the function that reads a case of a union by its order.
func printUnionUsual(p *plan, f *file, u *union) {
	cases := u.Ordered()
	if len(cases) == 0 {
		return
	}
	code := []jen.Code{define("s", call("c.Rest", id("i")))}
	for _, r := range cases {
		if p.sequelOf(r).of == nil {
			code = append(code, p.caseUsual(u, r))
		}
	}
	code = append(code, jen.Return(jen.Nil(), jen.Qual(genrtPath, "NoOrder")))
	f.declare("scanUsual"+u.Name+" reads "+article(u.Name)+" at i as programs write it.",
		jen.Func().Id("scanUsual"+u.Name).Add(cursorParams()).Params(jen.Id(u.Name), jen.Int()).Block(code...))
}

// caseUsual reads a case whose head stands at i, or a sequel of it.
func (p *plan) caseUsual(u *union, r *spec.Record) jen.Code {
	head := p.head(p.record(r))
	m, read := define("m", fromSlab(r.Name)), call("m.scanUsual", id("c"), id(behind(head)))
	sequels := p.sequelsOf(r)
	if len(sequels) == 0 {
		return jen.If(starts(head)).Block(m, jen.Return(id("m"), read))
	}
	code := []jen.Code{m, set("i", read), set("s", call("c.Rest", id("i"))),
		jen.If(starts("}")).Block(jen.Return(id("m"), id(behind("}"))))}
	for _, q := range sequels {
		if slices.Contains(u.Cases, q.Record) {
			code = append(code, jen.If(starts(q.text)).Block(
				define("q", fromSlab(q.Name)),
				set("q."+r.Name, jen.Op("*").Id("m")),
				jen.Return(id("q"), id(behind(q.text))),
			))
		}
	}
	return jen.If(starts(head)).Block(append(code, jen.Return(jen.Nil(), jen.Lit(-1)))...)
}

// tryUnion tries the orders of a union's cases.
func (p *plan) tryUnion(f *file, u *union) []jen.Code {
	cases := u.Ordered()
	if len(cases) == 0 {
		return nil
	}
	levels := 0
	var heads []string
	for _, r := range cases {
		levels = max(levels, p.levels(p.record(r)))
		heads = append(heads, p.head(p.record(r)))
	}
	printOrder(f, u.Name, levels)
	// Values that begin otherwise cost no try.
	return p.tryOrders(u.Name, "scanUsual"+u.Name, pieces(beginning(heads))[0])
}

// tryOrders tries the orders that a function reads, where their first text stands.
func (p *plan) tryOrders(order, scan, first string) []jen.Code {
	order = "order" + order
	return []jen.Code{jen.If(stands("i", first, call("c.TryOrder", address(order)))...).Block(
		jen.If(define("m, n", call(scan, id("c"), id("i"))), call("c.KeepOrder", address(order), id("n"))).Block(
			jen.Return(id("m"), id("n")),
		),
	)}
}

// tryRecord tries the orders of a record. A case of a union that can be told by them has been tried there.
func (p *plan) tryRecord(f *file, r *record) []jen.Code {
	late := r.LateOrders && r.object == ""
	if len(r.given()) == 0 || len(r.unions) > 0 && !late {
		return nil
	}
	name := r.Name + r.object
	printOrder(f, name, p.levels(r))
	order := address("order" + name)
	try, keep := call("c.TryOrder", order), call("c.KeepOrder", order, id("n"))
	if late {
		method := "c.TryLate"
		if r.FieldTags {
			method = "c.TryKnown"
		}
		try, keep = call(method, id("i"), order, address(r.table())), call("c.KeepLate", id("i"), order, id("n"))
	}
	head := p.head(r)
	return []jen.Code{jen.If(stands("i", head, try)...).Block(
		jen.If(define("n", call("m."+r.scanUsual(), id("c"), id(behind(head)))), keep).Block(
			jen.Return(id("n")),
		),
	)}
}

func printOrder(f *file, name string, levels int) {
	f.declare("", jen.Var().Id("order"+name).Op("=").Qual(genrtPath, "OrderOf").Call(jen.Lit(levels)))
}

// behind is the offset behind a text at i.
func behind(text string) string {
	if text == "" {
		return "i"
	}
	return "i+" + strconv.Itoa(len(text))
}

// ifStands does something where a text stands at i.
func ifStands(text string, body []jen.Code) jen.Code {
	return jen.If(stands("i", text)...).Block(body...)
}

// unlessStands ends the try where another text stands at i.
func unlessStands(text string) jen.Code {
	return jen.If(lacks("i", text)...).Block(jen.Return(jen.Lit(-1)))
}

// stands is the condition that a text stands at an offset, and that more holds.
func stands(at, text string, more ...jen.Code) []jen.Code {
	return compareAt(at, text, "==", ">=", "&&", more)
}

// lacks is the condition that another text stands at an offset.
func lacks(at, want string) []jen.Code { return compareAt(at, want, "!=", "<", "||", nil) }

// compareAt compares what stands at an offset with a text: all of it at once where the compiler does that by words, or else its length and
// piece by piece.
func compareAt(at, want, equal, size, join string, more []jen.Code) []jen.Code {
	here := call("c.Text", id(at), jen.Lit(len(want)))
	is := jen.String().Parens(here).Op(equal).Add(text(want))
	var code []jen.Code
	if len(want) > inWords {
		code, is = append(code, define("s", here)), compared(want, size, equal, join)
	}
	for _, m := range more {
		is.Op(join).Add(m)
	}
	return append(code, is)
}

// starts asks whether s begins with a text.
func starts(text string) *jen.Statement { return compared(text, ">=", "==", "&&") }

// compared compares the length of s, and s, with a text, piece by piece.
func compared(want, size, equal, join string) *jen.Statement {
	is := jen.Len(id("s")).Op(size).Lit(len(want))
	from := 0
	for _, piece := range pieces(want) {
		to := from + len(piece)
		part := jen.Id("s").Index(jen.Lit(from).Op(":").Lit(to))
		if from == 0 {
			part = jen.Id("s").Index(jen.Op(":").Lit(to))
		}
		is.Op(join).Add(jen.String().Parens(part).Op(equal).Add(text(piece)))
		from = to
	}
	return is
}

// inWords is how much text the compiler compares by words, without a call.
const inWords = 16

// pieces cuts a text into pieces that are compared by words: between keys and values, where that is possible.
func pieces(text string) []string {
	var list []string
	piece := ""
	for _, t := range tokens(text) {
		if len(piece)+len(t) > inWords && len(t) <= inWords {
			list, piece = append(list, piece), ""
		}
		for piece += t; len(piece) > inWords; piece = piece[inWords:] {
			list = append(list, piece[:inWords])
		}
	}
	return append(list, piece)
}

// tokens cuts JSON text into its strings, a key with its colon, and whatever is in between.
func tokens(text string) []string {
	var list []string
	for text != "" {
		n := 1
		if text[0] == '"' {
			for text[n] != '"' {
				if text[n] == '\\' {
					n++
				}
				n++
			}
			if n++; n < len(text) && text[n] == ':' {
				n++
			}
		}
		list, text = append(list, text[:n]), text[n:]
	}
	return list
}
