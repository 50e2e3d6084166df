package spec

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// recordOrder is an order, and the record that has it.
type recordOrder struct {
	record *Record
	path   []string // the path to the object that has the order, see ObjectOrders; nil: the record itself
	order  *Order
	names  []*yaml.Node // the nodes of the order's members
}

// orders reads the orders of r, or of an object within it: a list of members, or a list of such lists.
func (f *file) orders(r *Record, path []string, n *yaml.Node) (all []*Order) {
	lists := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode && len(n.Content) > 0 && n.Content[0].Kind == yaml.SequenceNode {
		lists = n.Content
	}
	for _, n := range lists {
		if broken(n) {
			continue
		}
		if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
			f.errorf(f.nodePos(n), "expected the members in the order in which programs write them, [type, text], or a list of such orders")
			continue
		}
		o := &Order{Pos: f.nodePos(n)}
		all = append(all, o)
		order := recordOrder{record: r, path: path, order: o}
		for _, n := range n.Content {
			if name := f.word(n, "the name of a member"); name != "" {
				name, optional := strings.CutSuffix(name, "?")
				if optional && len(o.Members) == 0 {
					f.errorf(f.nodePos(n), "the first member of an order is always there; write %q without the question mark, or begin the order with another member", name)
				}
				o.Members = append(o.Members, OrderMember{name, optional})
				order.names = append(order.names, n)
			}
		}
		f.order = append(f.order, order)
	}
	return all
}

// checkOrders checks that each order has members of its record, and all that are always there.
func (f *file) checkOrders() {
	for _, o := range f.order {
		r, at := o.record, o.order.Pos
		switch {
		case r.Group:
			f.errorf(at, "%s is only embedded; the records that embed it have orders", r.Name)
			continue
		case f.model.View:
			f.checkViewOrder(o)
			continue
		case o.path != nil:
			continue // already reported
		}
		f.checkOrderNames(o)
		var missing []string
		for _, name := range requiredNames(r) {
			if field := memberNamed(r, name); field != nil && field.Inline != InlineNever {
				continue // it cannot be in an order
			}
			if !o.order.Always(name) {
				missing = append(missing, name)
			}
		}
		f.missingInOrder(at, missing, r.Name)
	}
}

// setDefaultOrders gives the records of a spec in which none has an order the order of their declaration.
func (f *file) setDefaultOrders() {
	if len(f.order) > 0 || f.model.View {
		return
	}
	for _, r := range f.model.Records {
		if o := declaredOrder(r); !r.Group && len(o.Members) > 0 {
			r.DefaultOrder = o
		}
	}
}

// declaredOrder returns the members of r that are always there, in the order of their declaration. Tags that are no fields come first, but the
// tag of a payload comes right before the payload.
func declaredOrder(r *Record) *Order {
	o := &Order{Pos: r.Pos}
	add := func(name string) {
		if o.index(name) < 0 {
			o.Members = append(o.Members, OrderMember{Name: name})
		}
	}
	for _, t := range r.Tags {
		add(t.Name)
	}
	required := requiredNames(r)
	for _, m := range members(r) {
		if m.field.Inline != InlineNever || !slices.Contains(required, m.name) {
			continue
		}
		if m.field.By != "" {
			add(m.field.By)
		}
		add(m.name)
	}
	return o
}

// checkOrderNames checks that the members of an order are members of the record, without duplicates, and that they are neither flattened nor
// fields of some cases only.
func (f *file) checkOrderNames(o recordOrder) {
	r := o.record
	for i, n := range o.names {
		name := o.order.Members[i].Name
		first := o.order.index(name)
		field := memberNamed(r, name)
		switch {
		case first < i:
			f.conflict(f.nodePos(n), f.nodePos(o.names[first]), "the member %q appears twice in an order of %s", name, r.Name)
		case field == nil && tagNamed(r, name) == nil && siblingNamed(r, name) == nil:
			known := memberNames(r)
			for _, t := range r.Tags {
				known = append(known, t.Name)
			}
			f.errorf(f.nodePos(n), "the record %s has no member %q%s", r.Name, name, suggest(name, known))
		case field != nil && (len(field.When) > 0 || field.Inline != InlineNever):
			f.errorf(f.nodePos(n), "%q cannot be in an order: it is flattened, or has `when:`", name)
		}
	}
}

// requiredNames returns the members of r whose absence is noted.
func requiredNames(r *Record) []string {
	var names []string
	for _, t := range r.Tags {
		names = append(names, t.Name)
	}
	for _, m := range members(r) {
		if (!m.field.Optional || m.field.Usual) && len(m.field.When) == 0 && !slices.Contains(names, m.name) {
			names = append(names, m.name)
		}
	}
	return names
}
