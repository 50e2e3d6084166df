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
	owns    bool // the union declares the unknown record; its parts use the same one
}

// getter is a method of a union's interface on one record.
type getter struct {
	*spec.Getter
	union *union
	from  *member // the member that has the value; nil if the record has none
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

// markTagged sets member.tagged and member.checksTag for the members of records whose values contain tags. tagPaths are the paths of the
// tags of the nodes above: those within a member's value.
func (p *plan) markTagged(n *spec.Node, tagPaths [][]string) {
	for _, tagPath := range n.Tag {
		if len(tagPath) > 1 {
			tagPaths = append(tagPaths[:len(tagPaths):len(tagPaths)], tagPath)
		}
	}
	for t := range n.Targets() {
		switch {
		case t.Node != nil:
			p.markTagged(t.Node, tagPaths)
		case t.Record != nil:
			for _, tagPath := range tagPaths {
				for _, m := range p.record(t.Record).byKey[tagPath[0]] {
					m.tagged = true
					m.checksTag = m.checksTag || p.needsTagCheck(p.record(t.Record), tagPath)
				}
			}
		}
	}
}

// needsTagCheck reports whether no record on a path to a tag has a member for it, so that none notices when the tag comes a second time.
func (p *plan) needsTagCheck(r *record, tagPath []string) bool {
	path, _ := p.fieldPath(r, tagPath)
	return path == nil || isRawMember(path[len(path)-1])
}

// markConfirming sets member.confirms for the fields that are the tag by which a union chooses their record. Tags without a field are checked
// by Cursor.Tag.
func (p *plan) markConfirming(n *spec.Node, key string) {
	for t := range n.Targets() {
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

// hasOuterTag reports whether the tag stands outside of the value, beside it or in its request: the value alone does not determine its case.
func (u *union) hasOuterTag() bool { return u.Tree != nil && (u.Tree.Sibling || u.Tree.Results) }

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

// uniform returns the record that all targets of a node have, including the target for an absent tag; nil if they differ.
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

// isChecked reports whether the record of Otherwise checks the tag when it reads it (scan.Cursor.TagWithoutField). Then the first attempt at a line may
// choose the record without a search for the tag among all members.
func (p *plan) isChecked(n *spec.Node) bool {
	if n.Has || len(n.Tag) != 1 || len(n.Tag[0]) != 1 || n.Absent != nil || n.Otherwise == nil || n.Otherwise.Record == nil {
		return false
	}
	r := p.record(n.Otherwise.Record)
	key := n.Tag[0][0]
	other := slices.IndexFunc(r.Others, func(t *spec.Tag) bool { return t.Name == key && len(t.Literals) > 0 })
	return len(r.byKey[key]) == 0 && other >= 0
}

// isRare reports whether the first attempt at a line may choose the record of Otherwise without any search for the tag. This is so if all
// literals of the tag are true, null or numbers: tags with strings are on so many lines that too many of them would be decoded twice.
func (p *plan) isRare(n *spec.Node) bool {
	for _, c := range n.Cases {
		if _, ok := stringLiteral(c.Literal); ok {
			return false
		}
	}
	return p.isChecked(n)
}
