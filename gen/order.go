package gen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// Programs write the members of a record in some order: that of the spec's `order:`, or that of the declaration if no record has an `order:`. The
// code that reads a member ends with a comparison of the line with the key of the next member, whose code follows: a record in this order is
// read from top to bottom. Where another key stands, the loop over the members goes on: the cursor looks the key up.

// compiledOrder returns the members of r in the expected order, without those that are not read where they stand. It returns nil if no order
// is expected.
func (r *record) compiledOrder() []*member {
	orders := r.given()
	if len(orders) == 0 {
		return nil
	}
	var list []*member
	for _, at := range orders[0].Members {
		if m := r.ordered(at.Name); m != nil {
			list = append(list, m)
		}
	}
	return list
}

// lastRequired returns the last member of the order that is not optional.
func (r *record) lastRequired() (last *member) {
	for _, at := range r.given()[0].Members {
		if m := r.ordered(at.Name); m != nil && !at.Optional {
			last = m
		}
	}
	return last
}

// given returns the orders that are expected of r, which may be an object within a record.
func (r *record) given() []*spec.Order {
	switch {
	case r.object == "" && r.DefaultOrder != nil:
		return []*spec.Order{r.DefaultOrder}
	case r.object == "":
		return r.Orders
	}
	for _, o := range r.ObjectOrders {
		if slices.Equal(o.Path, r.path) {
			return o.Orders
		}
	}
	return nil
}

// ordered returns the member that an order names. It returns nil if the member is not read where it stands, or is read by another name.
func (r *record) ordered(name string) *member {
	if list := r.byKey[name]; len(list) == 1 && !list[0].always() && !slices.Contains(list[0].flatNames(), name) {
		return list[0]
	}
	return nil
}

// flatNames returns the names that m has among the members of another record. A note says which name it had.
func (m *member) flatNames() []string {
	if m.field == nil || len(m.field.Flat) == 0 {
		return nil
	}
	return []string{m.key}
}

// passed returns the code that passes over the members that follow m in the orders of the spec, and that the view r does not declare.
func (p *plan) passed(r *record, m *member) []jen.Code { return jumps(p.undeclaredAfter(r, m)) }

// jumps returns the code that passes over members with these names, each of which may be absent.
func jumps(names []string) (code []jen.Code) {
	for _, name := range names {
		key := keyText(name)
		code = append(code, jen.If(compare("i", key, "==", "==", "&&")...).Block(jump(key)))
	}
	return code
}

// jump returns the code that passes over a member whose key stands at i.
func jump(key string) jen.Code { return set("i", call("c.Jump", jen.Id("i").Op("+").Lit(len(key)))) }

// opened returns the code that opens the object r of a view and passes over its first members, if the orders of the spec begin with members that the
// view does not declare. It returns nil if they do not.
func (p *plan) opened(r *record) []jen.Code {
	if !r.view || r.object == "" || len(r.members) > 64 {
		return nil
	}
	names := p.undeclaredAfter(r, nil)
	if names == nil {
		return nil
	}
	key := "{" + keyText(names[0])[1:]
	entered := compare("i", key, "==", "==", "&&")
	last := len(entered) - 1
	entered[last] = jen.Add(entered[last]).Op("&&").Add(call("c.Enter", id("i"), jen.Lit(-1), address(r.table())))
	pass := append([]jen.Code{jump(key)}, jumps(names[1:])...)
	pass = append(pass, set("n, i", call("c.Next", id("i"), address(r.table()))))
	return []jen.Code{
		jen.Var().Id("n").Int(),
		jen.Var().Id("seen").Qual(genrtPath, "Seen"),
		jen.If(entered...).Block(pass...).Else().Block(set("n, i, seen", call("c.Open", id("i"), address(r.table())))),
	}
}

// undeclaredAfter returns the names that stand between m and the next declared member in some order; before the first declared member, if m is nil. Where
// orders differ, the names are in the order that has most of them.
func (p *plan) undeclaredAfter(r *record, m *member) (names []string) {
	known := r.knownKeys()
	for _, name := range p.also(r) {
		known[name] = true
	}
	var runs [][]string
	for _, o := range r.given() {
		from := -1
		if m != nil {
			from = slices.IndexFunc(o.Members, func(at spec.OrderMember) bool { return r.ordered(at.Name) == m })
		}
		if m == nil || from >= 0 {
			var run []string
			for _, at := range o.Members[from+1:] {
				if known[at.Name] {
					break
				}
				run = append(run, at.Name)
			}
			runs = append(runs, run)
		}
	}
	slices.SortStableFunc(runs, func(a, b []string) int { return len(b) - len(a) })
	for _, name := range slices.Concat(runs...) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// fallThrough returns the end of a case of the switch: it continues with the case of m if the key of m stands at i.
func (r *record) fallThrough(m *member) []jen.Code {
	key := m.keyText()
	return []jen.Code{
		jen.If(lacks(key)...).Block(call("c.Missed", id("i")), jen.Break()),
		call("seen.Add", id("c"), r.number(m)),
		id("i").Op("+=").Lit(len(key)),
		jen.Fallthrough(),
	}
}

// prefix is the text that the objects of a case begin with: its tags, and the key after them. Only that case has it.
type prefix struct {
	record *record
	text   string
	size   int       // bytes of text before the value of m
	m      *member   // the first member whose value is read
	seen   []*member // the members before m
}

// prefix returns the prefix of r, a case of u. Its text is empty if the union may look at more than the tags in it.
func (p *plan) prefix(u *union, r *record) (h prefix) {
	orders := r.given()
	if len(orders) == 0 || len(r.members) > 64 || len(r.outOfLoop()) > 0 || p.tagRoots(r.Record) != nil || slices.ContainsFunc(r.members, func(m *member) bool { return m.payload != nil }) {
		return prefix{}
	}
	fixed := map[string]string{}
	text := "{"
	for i, at := range orders[0].Members {
		m := r.ordered(at.Name)
		if m == nil || at.Optional {
			break
		}
		key := m.keyText()
		if i == 0 {
			key = key[1:]
		}
		if h.m != nil {
			h.seen = append(h.seen, h.m)
		}
		h.m, h.size = m, len(text+key)
		text += key + m.fixed
		if m.fixed == "" {
			break
		}
		fixed[m.key] = m.fixed
	}
	if h.m == nil || p.caseByTags(u.Tree, fixed) != r.Record {
		return prefix{}
	}
	h.record, h.text = r, text
	return h
}

// outOfLoop returns the members of r for which code stands before or after the loop over the members.
func (r *record) outOfLoop() []*member {
	return slices.DeleteFunc(r.fields(), func(m *member) bool {
		return r.Shorthand == "" && !m.isInline() && len(m.aliases()) == 0 && r.sharers(m) == nil && (!m.hasDefault() || isZeroLiteral(m.field.Default))
	})
}

// caseByTags returns the record that the tags lead to in the first attempt at a line, nil if they lead to none.
func (p *plan) caseByTags(n *spec.Node, tags map[string]string) *spec.Record {
	var target *spec.Target
	if !n.Has && len(n.Tag) > 0 && len(n.Tag[0]) == 1 && tags[n.Tag[0][0]] != "" {
		literal := tags[n.Tag[0][0]]
		target = n.Otherwise
		if i := slices.IndexFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == literal }); i >= 0 {
			target = &n.Cases[i].Target
		}
	} else if p.isRare(n) {
		target = n.Otherwise
	}
	switch {
	case target == nil:
		return nil
	case target.Node == nil:
		return target.Record
	case uniform(target.Node) != nil:
		return uniform(target.Node)
	}
	return p.caseByTags(target.Node, tags)
}

// planEntries finds the records that have a prefix in some union.
func (p *plan) planEntries() {
	for _, u := range p.unions {
		if !u.byTag() || u.root != u.Union {
			continue
		}
		for _, s := range u.Cases {
			if len(p.prefix(u, p.record(s)).text) >= inWords {
				p.record(s).entered = true
			}
		}
	}
}

// prefixCases returns the code that reads the cases of u whose prefix stands at i.
func (p *plan) prefixCases(u *union) (code []jen.Code) {
	var prefixes []prefix
	for _, s := range u.Cases {
		if h := p.prefix(u, p.record(s)); len(h.text) >= inWords {
			prefixes = append(prefixes, h)
		}
	}
	if len(prefixes) == 0 {
		return nil
	}
	var cases []jen.Code
	done := map[string]bool{}
	for _, h := range prefixes {
		first := h.text[:inWords]
		if done[first] {
			continue
		}
		done[first] = true
		var body []jen.Code
		for _, h := range prefixes {
			if h.text[:inWords] != first {
				continue
			}
			seen := jen.Qual(genrtPath, "SeenOf").Call(jen.Lit(0))
			if len(h.seen) > 0 {
				seen = jen.Qual(genrtPath, "SeenOf").Call(id(h.record.bits(h.seen)))
			}
			enter := []jen.Code{
				define("m", fromSlab(h.record.Name)),
				jen.If(call("c.Enter", id("i"), h.record.number(h.m), address(h.record.table()))).Block(
					jen.Return(id("m"), call("m.scanFrom", id("c"), h.record.number(h.m), jen.Id("i").Op("+").Lit(h.size), seen)),
				),
				jen.Return(id("m"), call("m.scan", id("c"), id("i"))),
			}
			body = append(body, jen.Comment("// "+h.text))
			if rest := h.text[inWords:]; rest != "" {
				body = append(body, jen.If(compare("i+"+strconv.Itoa(inWords), rest, "==", "==", "&&")...).Block(enter...))
			} else {
				body = append(body, enter...)
			}
		}
		cases = append(cases, jen.Case(text(first)).Block(body...))
	}
	return []jen.Code{jen.Switch(jen.String().Parens(call("c.Text", id("i"), jen.Lit(inWords)))).Block(cases...)}
}

// lacks returns the condition that the line does not have the text at i.
func lacks(text string) []jen.Code { return compare("i", text, "!=", "!=", "||") }

// compare returns a comparison of the line with a text: in one expression if the compiler compares it by words, otherwise of the length and
// of pieces that the compiler compares by words.
func compare(at, want, equal, size, join string) []jen.Code {
	here := call("c.Text", id(at), jen.Lit(len(want)))
	if len(want) <= inWords {
		return []jen.Code{jen.String().Parens(here).Op(equal).Add(text(want))}
	}
	is := jen.Len(id("s")).Op(size).Lit(len(want))
	for from := 0; from < len(want); from += inWords {
		to := min(from+inWords, len(want))
		part := jen.Id("s").Index(jen.Lit(from).Op(":").Lit(to))
		if from == 0 {
			part = jen.Id("s").Index(jen.Op(":").Lit(to))
		}
		is.Op(join).Add(jen.String().Parens(part).Op(equal).Add(text(want[from:to])))
	}
	return []jen.Code{define("s", here), is}
}

// inWords is the length in bytes of the longest text that the compiler compares by words, without a call.
const inWords = 16
