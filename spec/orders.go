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

// checkOrders checks that lines in one of the orders can be read without a lookup, and that no absence has to be noted for them.
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
		for _, name := range requiredNames(r) {
			if !o.order.Always(name) {
				f.errorf(at, "%q is missing or optional in an order of %s; an order must have all members that are always there", name, r.Name)
			}
		}
		f.checkOrderTags(o)
	}
	f.checkOrderCycles()
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
			f.errorf(f.nodePos(n), "%q cannot be in an order: it is flattened, or a field of some cases only", name)
		}
	}
}

// field returns the field that is read under a name of the order, nil if there is none.
func (o recordOrder) field(name string) *Field {
	for _, m := range members(o.record) {
		path := pathOf(m.field)
		last := len(path) - 1
		if slices.Equal(path[:last], o.path) && (path[last] == name || slices.Contains(m.field.Alias, name)) {
			return m.field
		}
	}
	return nil
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

// checkOrderTags checks that the case of a record with an order is chosen only by tags that are in the order. It also sets
// Record.OrdersAfterTag and Record.FieldTags: a tag that is a field has several values, so that the order does not identify the case.
func (f *file) checkOrderTags(o recordOrder) {
	for _, w := range f.reach {
		if w.record != o.record {
			continue
		}
		if i := slices.IndexFunc(w.path, func(b branch) bool { return !b.isImplied(o) }); i >= 0 {
			f.conflict(o.order.Pos, w.path[i].at, "%s cannot have this order: its case is chosen by more than the tags in the order", o.record.Name)
			return
		}
		if slices.ContainsFunc(w.path, func(b branch) bool { return b.literal != "" && tagNamed(o.record, b.tag()) == nil }) {
			o.record.OrdersAfterTag, o.record.FieldTags = true, true
		} else if len(o.order.Members) > 0 && o.order.Members[0].Name != w.path[0].tag() {
			o.record.OrdersAfterTag = true
		}
	}
}

// isImplied reports whether the branch follows from the order: by the value of a tag in the order, or by the absence of the tag.
func (b branch) isImplied(o recordOrder) bool {
	name := b.tag()
	switch {
	case name == "":
		return false
	case b.literal != "":
		return tagNamed(o.record, name) != nil || o.order.Always(name)
	}
	return o.order.index(name) < 0 && (b.absent || b.node.Absent == nil)
}

// checkOrderCycles reports an order that leads to its own record: predicting its members would have no end.
func (f *file) checkOrderCycles() {
	const walking, done = 1, 2
	state := make(map[*Record]int)
	var walk func(r *Record, at Pos)
	walk = func(r *Record, at Pos) {
		switch state[r] {
		case walking:
			f.errorf(at, "the order of %s leads to %s again; a record that contains itself cannot have an order", r.Name, r.Name)
			return
		case done:
			return
		}
		state[r] = walking
		for _, o := range f.order {
			if o.record != r {
				continue
			}
			for _, m := range o.order.Members {
				if field := o.field(m.Name); field != nil {
					for _, inner := range Ordered(field) {
						walk(inner, o.order.Pos)
					}
				}
			}
		}
		state[r] = done
	}
	for _, o := range f.order {
		walk(o.record, o.order.Pos)
	}
}

// Ordered returns the records whose orders are predicted for the value of a field that is in an order itself: the field's record if it has one
// order without optional members, or the cases of its union that are identified by the start of their orders.
func Ordered(field *Field) []*Record {
	t := field.Type
	if t == nil || t.Import != nil || field.Lazy {
		return nil
	}
	switch {
	case t.Kind == RecordType && t.Record != nil && t.Record.hasFixedOrder():
		return []*Record{t.Record}
	case t.Kind == UnionType && t.Union != nil && t.Union.Tree != nil:
		return t.Union.Ordered()
	}
	return nil
}

// hasFixedOrder reports whether r has one order, without optional members.
func (r *Record) hasFixedOrder() bool {
	return len(r.Orders) == 1 && !slices.ContainsFunc(r.Orders[0].Members, func(m OrderMember) bool { return m.Optional })
}

// Ordered returns the cases of u that are identified by the start of their orders.
func (u *Union) Ordered() []*Record {
	return slices.DeleteFunc(slices.Clone(u.Cases), func(r *Record) bool { return len(r.Orders) == 0 || r.OrdersAfterTag })
}
