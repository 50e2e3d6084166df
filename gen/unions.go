package gen

import (
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// union is a union, with the decisions about its Go interface and functions.
type union struct {
	*spec.Union
	cases   []*record
	unknown string // Go name of the record for unknown cases
	root    *spec.Union
	owns    bool // declares the unknown record, which its parts share
}

// getter is a method of a union's interface on one record.
type getter struct {
	*spec.Getter
	union *union
	from  *member // nil: the record has no such member
}

func (p *plan) newUnion(u *spec.Union) *union {
	n := &union{Union: u, root: u}
	for n.root.Of != nil {
		n.root = n.root.Of
	}
	if u.Variants != nil {
		return n
	}
	n.unknown = n.root.Unknown
	n.owns = n.root == u
	if !p.local(u) {
		return n
	}
	for _, r := range u.Cases {
		c := p.record(r)
		n.cases = append(n.cases, c)
		c.unions = append(c.unions, n)
	}
	if u.Tree != nil {
		p.markTagged(u.Tree, nil)
		if n := u.Tree; !n.Has && len(n.Tag) == 1 && len(n.Tag[0]) == 1 {
			p.markConfirming(n, n.Tag[0][0])
		}
	}
	return n
}

// markTagged marks the members of records in whose values tags stand. If such a value is kept raw, reading it does not find a second tag. places
// are the places of the nodes above that lie deeper than the object.
func (p *plan) markTagged(n *spec.Node, places [][]string) {
	for _, place := range n.Tag {
		if len(place) > 1 {
			places = append(places[:len(places):len(places)], place)
		}
	}
	for _, t := range targets(n) {
		switch {
		case t.Node != nil:
			p.markTagged(t.Node, places)
		case t.Record != nil:
			for _, place := range places {
				for _, m := range p.record(t.Record).byKey[place[0]] {
					m.tagged = true
					m.blind = m.blind || p.isBlindTo(p.record(t.Record), place)
				}
			}
		}
	}
}

// isBlindTo reports whether reading the value in which a tag stands does not find a second tag at its place, because it has no record that knows it.
func (p *plan) isBlindTo(r *record, place []string) bool {
	path, _ := p.fieldPath(r, place)
	return path == nil || isRawMember(path[len(path)-1])
}

// markConfirming marks the fields that are the tag by which a union chooses their record. Tags without a field have a check of their own.
func (p *plan) markConfirming(n *spec.Node, key string) {
	for _, t := range targets(n) {
		switch {
		case t.Node != nil:
			p.markConfirming(t.Node, key)
		case t.Record != nil:
			if list := p.record(t.Record).byKey[key]; len(list) == 1 && list[0].field != nil && list[0].fixed == "" {
				list[0].confirms = true
			}
		}
	}
}

// byTag reports whether the union is a Go interface.
func (u *union) byTag() bool { return u.Variants == nil }

// isTold reports whether the tag stands beside the values, or in their requests: a value alone does not say its case.
func (u *union) isTold() bool { return u.Tree != nil && (u.Tree.Sibling || u.Tree.Results) }

// line reports whether values of the union stand on lines, so that they have a Kind.
func (p *plan) line(u *union) bool { return p.Line != nil && u.root == p.Line }

// planGetters adds the getters of each union to the records that declare their members.
func (p *plan) planGetters() {
	for _, u := range p.unions {
		for _, r := range u.cases {
			for _, g := range u.Getters {
				p.planGetter(u, r, g)
			}
		}
	}
}

func (p *plan) planGetter(u *union, r *record, g *spec.Getter) {
	var from *member
	if list := r.byKey[g.Member]; len(list) > 0 && list[0].inner == nil {
		from = list[0]
	} else if deep := r.deepNamed(g.Member); deep != nil {
		from = deep
	}
	on := r
	if from != nil && from.field != nil && from.fixed == "" {
		if from.field.Type.Kind == spec.UUID && g.GoName == "Get"+from.field.GoName && p.local(from.owner) {
			return // every uuid field has it
		}
		if p.local(from.owner) {
			on = p.record(from.owner)
		}
	}
	if !slices.ContainsFunc(on.methods, func(m getter) bool { return m.GoName == g.GoName }) {
		on.methods = append(on.methods, getter{Getter: g, union: u, from: from})
	}
}

// uniform returns the record of all targets of a node, an absent tag included, nil if they differ.
func uniform(n *spec.Node) *spec.Record {
	if n.Otherwise == nil {
		return nil
	}
	r := targetRecord(n.Otherwise)
	for _, c := range n.Cases {
		if r == nil || targetRecord(&c.Target) != r {
			return nil
		}
	}
	if n.Absent != nil && targetRecord(n.Absent) != r {
		return nil
	}
	return r
}

// targetRecord returns the one record below a target, nil if there are several or none.
func targetRecord(t *spec.Target) *spec.Record {
	if t.Node != nil {
		return uniform(t.Node)
	}
	return t.Record
}

// isChecked reports whether the record of Otherwise reports a tag that leads elsewhere when it meets it (scan.Cursor.Others): then
// the first try at a line may take it without having looked at every member.
func (p *plan) isChecked(n *spec.Node) bool {
	if n.Has || len(n.Tag) != 1 || len(n.Tag[0]) != 1 || n.Absent != nil || n.Otherwise == nil || n.Otherwise.Record == nil {
		return false
	}
	r := p.record(n.Otherwise.Record)
	key := n.Tag[0][0]
	other := slices.IndexFunc(r.Others, func(t *spec.Tag) bool { return t.Name == key && len(t.Literals) > 0 })
	return len(r.byKey[key]) == 0 && other >= 0
}

// isRare reports whether the first try at a line may take the record of Otherwise without asking: all other answers are told by
// true, null or a number. What strings tell apart is never rare enough to read lines twice for.
func (p *plan) isRare(n *spec.Node) bool {
	for _, c := range n.Cases {
		if _, ok := stringLiteral(c.Literal); ok {
			return false
		}
	}
	return p.isChecked(n)
}
