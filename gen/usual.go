package gen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// Programs write the members of a record in a usual order, which is that of `order:` in the spec. The code for a member ends with a
// comparison of the line with the key of the usual next one, whose code follows: a record in its usual order is read from top to bottom.
// Where another key stands, the loop over the members asks the cursor what it is, and goes on from there.

// usualOrder are the members of r as programs write them, as far as the spec says; those that are read where they stand.
func (r *record) usualOrder() []*member {
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

// usualLast is the last member that is always there, as far as the spec says.
func (r *record) usualLast() (last *member) {
	for _, at := range r.given()[0].Members {
		if m := r.ordered(at.Name); m != nil && !at.Optional {
			last = m
		}
	}
	return last
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

// ordered is the member that an order names; nil if it is not read where it stands, or by another name.
func (r *record) ordered(name string) *member {
	if list := r.byKey[name]; len(list) == 1 && !list[0].always() && !slices.Contains(list[0].flatNames(), name) {
		return list[0]
	}
	return nil
}

// flatNames are the names that m has among the members of another record: it is to be noted then which name it has.
func (m *member) flatNames() []string {
	if m.field == nil || len(m.field.Flat) == 0 {
		return nil
	}
	return []string{m.key}
}

// goOn goes on with the code of the next case if the key of m stands at i.
func (r *record) goOn(m *member) []jen.Code {
	key := m.keyText()
	return []jen.Code{
		jen.If(lacks(key)...).Block(jen.Break()),
		call("seen.Add", id("c"), r.number(m)),
		id("i").Op("+=").Lit(len(key)),
		jen.Fallthrough(),
	}
}

// prefix is how the objects of a case begin, if that tells the case: with its tags, and the key behind them.
type prefix struct {
	record *record
	text   string
	size   int       // of text, up to the value of m
	m      *member   // the first one whose value is read
	seen   []*member // those before it
}

// prefix is the usual beginning of r, a case of u. It has no text if the union may ask for more than that.
func (p *plan) prefix(u *union, r *record) (h prefix) {
	if len(r.Orders) == 0 || len(r.members) > 64 || len(r.apart()) > 0 || p.tagRoots(r.Record) != nil || slices.ContainsFunc(r.members, func(m *member) bool { return m.payload != nil }) {
		return prefix{}
	}
	fixed := map[string]string{}
	text := "{"
	for i, at := range r.Orders[0].Members {
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
	if h.m == nil || p.told(u.Tree, fixed) != r.Record {
		return prefix{}
	}
	h.record, h.text = r, text
	return h
}

// apart are the members of r for which there is something to do before or behind all others.
func (r *record) apart() []*member {
	return slices.DeleteFunc(r.fields(), func(m *member) bool {
		return r.Shorthand == "" && !m.isInline() && len(m.aliases()) == 0 && r.sharers(m) == nil && (!m.hasDefault() || isZeroLiteral(m.field.Default))
	})
}

// told is the case that the tags tell, as the first try at a line takes it; nil if they do not.
func (p *plan) told(n *spec.Node, tags map[string]string) *spec.Record {
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
	return p.told(target.Node, tags)
}

// planEntries finds the records that are read from behind their usual beginning.
func (p *plan) planEntries() {
	for _, u := range p.unions {
		if !u.byTag() || u.root != u.Union {
			continue
		}
		for _, s := range u.Ordered() {
			if len(p.prefix(u, p.record(s)).text) >= inWords {
				p.record(s).entered = true
			}
		}
	}
}

// usualCases reads the cases of u whose usual beginning stands at i.
func (p *plan) usualCases(u *union) (code []jen.Code) {
	var prefixes []prefix
	for _, s := range u.Ordered() {
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

// lacks is the condition that another text stands at i.
func lacks(text string) []jen.Code { return compare("i", text, "!=", "!=", "||") }

// compare compares the line with a text: all of it at once where the compiler does that by words, or else its length and piece by piece.
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

// inWords is how much text the compiler compares by words, without a call.
const inWords = 16
