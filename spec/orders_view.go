package spec

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// This file has the orders of views. They name all members that programs write; those that the view does not declare are skipped. The objects on
// the paths of fields have orders of their own, in `order_of:`.

// objectOrders reads the orders of objects within r, by their paths.
func (f *file) objectOrders(r *Record, n *yaml.Node) {
	for _, e := range f.entries(n, "`order_of:` of "+r.Name) {
		at := f.nodePos(e.key)
		if !f.model.View {
			f.errorf(at, "`order_of:` is for objects on the path of a field, which only views have; here each object has a record with an order")
			continue
		}
		path := strings.Split(e.key.Value, ".")
		orders := f.orders(r, path, e.value)
		r.ObjectOrders = append(r.ObjectOrders, &ObjectOrders{Path: path, Orders: orders})
	}
}

// orderable is a member that a view declares in the object of an order: a tag, a field, or an object on the path of a field.
type orderable struct {
	names    []string // the member's name and aliases
	field    *Field   // nil for a tag and for an object
	required bool
}

// orderables returns the members that the view declares in the object of the order.
func (o recordOrder) orderables() (list []orderable) {
	if o.path == nil {
		for _, t := range o.record.Tags {
			list = append(list, orderable{names: []string{t.Name}, required: true})
		}
	}
	for _, m := range members(o.record) {
		path, depth := pathOf(m.field), len(o.path)
		if len(path) <= depth || !slices.Equal(path[:depth], o.path) {
			continue
		}
		this := orderable{names: path[depth : depth+1], required: !m.field.Optional && len(m.field.When) == 0}
		if len(path) == depth+1 {
			this.names, this.field = append(slices.Clone(this.names), m.field.Alias...), m.field
		} else if i := slices.IndexFunc(list, func(x orderable) bool { return x.field == nil && x.names[0] == path[depth] }); i >= 0 {
			list[i].required = list[i].required || this.required
			continue
		}
		list = append(list, this)
	}
	return list
}

// pathOf returns the path from a record to a field's value.
func pathOf(f *Field) []string {
	if f.Path != nil {
		return f.Path
	}
	return []string{f.Name}
}

// checkViewOrder checks that an order has all required members that the view declares, without duplicates.
func (f *file) checkViewOrder(o recordOrder) {
	what := o.record.Name
	all := o.orderables()
	if o.path != nil {
		if all == nil {
			f.errorf(o.order.Pos, "no field of %s has a `path:` through %s; `order_of:` is for objects on the path of a field", what, strings.Join(o.path, "."))
			return
		}
		what = strings.Join(o.path, ".") + " of " + what
	}
	for i, n := range o.names {
		name := o.order.Members[i].Name
		k := slices.IndexFunc(all, func(x orderable) bool { return slices.Contains(x.names, name) })
		first := o.order.index(name)
		if k >= 0 && first == i {
			first = slices.IndexFunc(o.order.Members, func(m OrderMember) bool { return slices.Contains(all[k].names, m.Name) })
		}
		switch {
		case first < i && o.order.Members[first].Name == name:
			f.conflict(f.nodePos(n), f.nodePos(o.names[first]), "the member %q appears twice in an order of %s", name, what)
		case first < i:
			f.conflict(f.nodePos(n), f.nodePos(o.names[first]), "%q and %q are names of one field, and both are in an order of %s",
				o.order.Members[first].Name, name, what)
		case k >= 0 && all[k].field != nil && (len(all[k].field.When) > 0 || all[k].field.Inline != InlineNever):
			f.errorf(f.nodePos(n), "%q cannot be in an order: it is flattened, or has `when:`", name)
		}
	}
	var missing []string
	for _, x := range all {
		if x.required && !slices.ContainsFunc(x.names, o.order.Always) {
			if !slices.Contains(missing, x.names[0]) {
				missing = append(missing, x.names[0])
			}
		}
	}
	f.missingInOrder(o.order.Pos, missing, what)
}

// missingInOrder reports the members that an order lacks, or has as optional ones.
func (f *file) missingInOrder(at Pos, missing []string, what string) {
	if len(missing) == 0 {
		return
	}
	are := "are"
	if len(missing) == 1 {
		are = "is"
	}
	for i, name := range missing {
		missing[i] = strconv.Quote(name)
	}
	f.errorf(at, "%s %s missing or optional in an order of %s; an order must have all members that are always there", strings.Join(missing, ", "), are, what)
}
