package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// A case of a union whose tag stands behind other members is tried by its orders before anybody looks for the tag, if what stands in front of
// that says which case it is: no line but an assistant's goes on with a message behind `{"parentUuid":null,"isSidechain":false`. Where another
// record stands there all the same, the try fails, and the tag is looked for.

// lateOrder is an order of such a case, or what is left of it.
type lateOrder struct {
	r     *record
	steps []step
}

// opening is a step with which some orders begin.
type opening struct {
	step
	then []lateOrder // what is left of them
}

// isOne reports whether all of the orders are of one record.
func (o *opening) isOne() bool {
	return !slices.ContainsFunc(o.then, func(l lateOrder) bool { return l.r != o.then[0].r })
}

// lateOrders are those of a union.
func (p *plan) lateOrders(u *union) (list []lateOrder) {
	for i, r := range u.Cases {
		if !r.LateOrders || r.FieldTags || slices.Contains(u.Cases[:i], r) || p.sequelOf(r).of != nil || len(p.sequelsOf(r)) > 0 {
			continue
		}
		for _, o := range p.orders(p.record(r)) {
			list = append(list, lateOrder{p.record(r), o})
		}
	}
	return list
}

// openings are the steps with which the orders can begin.
func openings(orders []lateOrder) (list []opening) {
	for _, o := range orders {
		for _, steps := range decided(o.steps) {
			i := slices.IndexFunc(list, func(other opening) bool { return other.text == steps[0].text })
			if i < 0 {
				i, list = len(list), append(list, opening{step: steps[0]})
			}
			list[i].then = append(list[i].then, lateOrder{o.r, steps[1:]})
		}
	}
	return list
}

// tryLate tries the orders of cases with late tags, if several of them begin alike.
func (p *plan) tryLate(f *file, u *union) []jen.Code {
	all := openings(p.lateOrders(u))
	i := slices.IndexFunc(all, func(o opening) bool { return !o.isOne() })
	if i < 0 {
		return nil
	}
	first := all[i]
	body := p.tell(first.then, 1)
	if body == nil || !p.isPassed(first.step) {
		return nil
	}
	levels := 0
	for _, o := range first.then {
		levels = max(levels, p.levels(o.r))
	}
	printOrder(f, "Late"+u.Name, levels)
	body = append([]jen.Code{define("at", call("c.Pass", id(behind(first.text))))}, append(body, noneOfThem())...)
	f.declare("scanLate"+u.Name+" reads "+article(u.Name)+" at i as programs write it, which begins with "+first.text+". What stands before the tag says "+
		"what it is.",
		jen.Func().Id("scanLate"+u.Name).Add(cursorParams()).Params(jen.Id(u.Name), jen.Int()).Block(body...))
	return p.tryOrders("Late"+u.Name, "scanLate"+u.Name, first.text)
}

// tell tells orders apart by what stands at the offset at; nil if that would take too long. branches is how often something may stand there
// that orders of several records have, but not all.
func (p *plan) tell(orders []lateOrder, branches int) []jen.Code {
	all := openings(orders)
	if len(all) == 1 {
		if branches == 0 {
			return nil
		}
		then := p.tellBehind(all[0], branches)
		if then == nil {
			return nil
		}
		return append([]jen.Code{jen.If(lacks("at", all[0].text)...).Block(noneOfThem())}, then...)
	}
	code := []jen.Code{define("s", call("c.Rest", id("at")))}
	for _, o := range all {
		if o.isOne() {
			r := o.then[0].r
			code = append(code, jen.If(starts(o.text)).Block(
				define("m", fromSlab(r.Name)),
				jen.Return(id("m"), call("m.scanUsual", id("c"), id(behind(p.head(r))))),
			))
		} else if branches > 0 {
			if then := p.tellBehind(o, branches-1); then != nil {
				code = append(code, jen.If(starts(o.text)).Block(append(then, noneOfThem())...))
			}
		}
	}
	if len(code) == 1 {
		return nil
	}
	return code
}

// tellBehind tells orders apart by what stands behind their first step, which stands at the offset at.
func (p *plan) tellBehind(o opening, branches int) []jen.Code {
	then := p.tell(o.then, branches)
	if then == nil || !p.isPassed(o.step) {
		return nil
	}
	return append([]jen.Code{set("at", call("c.Pass", jen.Id("at").Op("+").Lit(len(o.text))))}, then...)
}

func noneOfThem() jen.Code { return jen.Return(jen.Nil(), jen.Lit(-1)) }

// isPassed reports whether the text of a step is followed by its member's value, all of it.
func (p *plan) isPassed(at step) bool { return at.m != nil && p.inOrder(at.m) == nil }
