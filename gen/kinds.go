package gen

import (
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// kinds has the kinds of lines. The spec has one for each case.
type kinds struct {
	union  *union
	leaves []leaf
	sub    [][]string   // paths of the subtype of a line of unknown type
	taken  []*spec.Kind // kinds of cases that an unknown tag could make as well: see distinctKind
	shared []*spec.Kind // families with a case of their kind, which lines without a case would have as well: see unmatched
	apart  []*spec.Node // nodes whose unknown values would have the kinds of another node's otherwise: see unknownFamily
}

// leaf is a target that is a record, or a case without one.
type leaf struct {
	*spec.Target
	family *spec.Kind // of all targets of its node; nil if they have none
}

func (p *plan) newKinds() *kinds {
	if p.Line == nil {
		return nil
	}
	i := slices.IndexFunc(p.unions, func(u *union) bool { return u.Union == p.Line })
	k := &kinds{union: p.unions[i], sub: subTag(p.Line.Tree)}
	k.walk(p.Line.Tree, nil)
	k.findTaken(p.Kinds)
	k.findShared()
	k.findApart()
	return k
}

// findApart finds the nodes without an otherwise below whose family the otherwise of another node has kinds that are made of texts.
func (k *kinds) findApart() {
	var open []*spec.Kind
	for _, l := range k.leaves {
		if l.Open {
			open = append(open, l.family)
		}
	}
	var walk func(n *spec.Node, family *spec.Kind)
	walk = func(n *spec.Node, family *spec.Kind) {
		if !n.Has && n.Otherwise == nil && slices.Contains(open, family) {
			k.apart = append(k.apart, n)
		}
		for t := range n.Targets() {
			if t.Node != nil {
				walk(t.Node, t.Kind)
			}
		}
	}
	walk(k.union.Tree, nil)
}

func (k *kinds) walk(n *spec.Node, family *spec.Kind) {
	for t := range n.Targets() {
		if t.Node != nil {
			k.walk(t.Node, t.Kind)
		} else {
			k.leaves = append(k.leaves, leaf{t, family})
		}
	}
}

// findTaken finds the kinds that the text of an unknown tag, below the same family, would make as well: kinds that are not made of the text of
// a case of the family's node, and kinds whose text is also spelled as a number, a bool or null.
func (k *kinds) findTaken(all []*spec.Kind) {
	var families []*spec.Kind // of the nodes for which an unknown text becomes a part of the kind
	cases := map[*spec.Kind][]*spec.Kind{}
	var walk func(n *spec.Node, family *spec.Kind)
	walk = func(n *spec.Node, family *spec.Kind) {
		if isNamed(n) {
			families = append(families, family)
			others := hasLiterals(n)
			for _, c := range n.Cases {
				if s, ok := stringLiteral(c.Literal); ok && c.Target.Kind.Value == family.Below(s) && !(others && looksLiteral(s)) {
					cases[family] = append(cases[family], c.Target.Kind)
				}
			}
		}
		for t := range n.Targets() {
			if t.Node != nil {
				walk(t.Node, t.Kind)
			}
		}
	}
	walk(k.union.Tree, nil)
	for _, kind := range all {
		first := slices.Index(families, kind.Family)
		if first < 0 {
			continue
		}
		if several := slices.Contains(families[first+1:], kind.Family); several || !slices.Contains(cases[kind.Family], kind) {
			k.taken = append(k.taken, kind)
		}
	}
}

// findShared finds the families whose kind is that of a case, and for which a line can match no case by a value that becomes no part of the kind.
func (k *kinds) findShared() {
	var walk func(n *spec.Node, family *spec.Kind)
	walk = func(n *spec.Node, family *spec.Kind) {
		isCase := slices.ContainsFunc(k.leaves, func(l leaf) bool { return l.Kind == family })
		if n.Otherwise == nil && isCase && !slices.Contains(k.shared, family) {
			k.shared = append(k.shared, family)
		}
		for t := range n.Targets() {
			if t.Node != nil {
				walk(t.Node, t.Kind)
			}
		}
	}
	walk(k.union.Tree, nil)
}

// looksLiteral reports whether a text is spelled as a JSON value that is not a text.
func looksLiteral(text string) bool {
	return text == "true" || text == "false" || text == "null" || text != "" && isNumberLiteral(text)
}

// records returns the records of the lines of a kind. bare says that the kind has lines without a record.
func (k *kinds) records(kind *spec.Kind) (list []*spec.Record, bare bool) {
	for _, l := range k.leaves {
		switch {
		case l.Kind != kind:
		case l.Bare:
			bare = true
		case !slices.Contains(list, l.Record):
			list = append(list, l.Record)
		}
	}
	return list, bare
}

// isNamed reports whether a text that no case of a node has becomes a part of the kind.
func isNamed(n *spec.Node) bool { return hasTexts(n) || !n.Has && n.Otherwise == nil }

// hasTexts reports whether a node has cases for texts of a tag.
func hasTexts(n *spec.Node) bool {
	return !n.Has && slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { _, ok := stringLiteral(c.Literal); return ok })
}

// subTag returns the tag of the first node below the root whose cases are texts.
func subTag(root *spec.Node) [][]string {
	var find func(n *spec.Node, depth int) [][]string
	find = func(n *spec.Node, depth int) [][]string {
		if depth > 0 && hasTexts(n) {
			return n.Tag
		}
		for t := range n.Targets() {
			if t.Node != nil {
				if tag := find(t.Node, depth+1); tag != nil {
					return tag
				}
			}
		}
		return nil
	}
	return find(root, 0)
}

// oneKind returns the kind of all targets of a node. It returns nil if they have several, or if a text of the line can be a part of it.
func oneKind(n *spec.Node) *spec.Kind {
	if hasTexts(n) || n.Otherwise == nil {
		return nil
	}
	var one *spec.Kind
	for t := range n.Targets() {
		kind := t.Kind
		if t.Node != nil {
			kind = oneKind(t.Node)
		}
		if kind == nil || one != nil && kind != one {
			return nil
		}
		one = kind
	}
	return one
}

// kindName returns the constant of a kind; KindOther for nil.
func kindName(k *spec.Kind) string {
	if k == nil {
		return `""`
	}
	return k.GoName
}

// tagFieldPath finds the field that holds a tag, through the records on the way to it; or the field of a union by tag that has a getter
// for it.
func (p *plan) tagFieldPath(r *record, tagPaths [][]string) ([]*member, *spec.Getter) {
	for _, tagPath := range tagPaths {
		var path []*member
		var getter *spec.Getter
		at := r
		for i, key := range tagPath {
			if inner := at.objectNamed(key); inner != nil {
				at = inner
				continue
			}
			var m *member
			for _, c := range at.byKey[key] {
				if c.field != nil && c.fixed == "" {
					m = c
				}
			}
			if m == nil {
				path = nil
				break
			}
			path = append(path, m)
			last := i == len(tagPath)-1
			if i == len(tagPath)-2 && m.field.Type.Kind == spec.UnionType && !m.field.Lazy {
				getter = textGetter(m.field.Type.Union, tagPath[i+1])
			}
			if getter != nil {
				break
			}
			if last && !isText(m.field.Type) && !isNumber(m.field.Type) && m.field.Type.Kind != spec.Bool || !last && m.field.Type.Kind != spec.RecordType || m.field.Lazy || m.field.Encoded {
				path = nil
				break
			}
			if !last {
				at = p.record(m.field.Type.Record)
			}
		}
		if path != nil {
			return path, getter
		}
	}
	return nil, nil
}

// fallbackTag finds the second path of a tag whose first path leads through a record within r, or a case of a union. The second path is a member of r
// itself, which is unknown to r while the inner record is nested.
func (p *plan) fallbackTag(r *record, k tagField, tagPaths [][]string) string {
	nested := len(k.path) == 2 && k.getter == nil && k.path[0].form != pointer && k.path[1].form != pointer
	inUnion := len(k.path) == 1 && k.getter != nil && p.local(k.path[0].field.Type.Union)
	if !nested && !inUnion || r.view {
		return ""
	}
	for _, tagPath := range tagPaths {
		if len(tagPath) == 1 && !r.knownKeys()[tagPath[0]] {
			return tagPath[0]
		}
	}
	return ""
}

// textGetter returns the getter of a union by tag for a member that is a text, nil if it has none.
func textGetter(u *spec.Union, member string) *spec.Getter {
	for _, g := range u.Getters {
		if g.Member == member && (g.Type.Kind == spec.String || g.Type.Kind == spec.EnumType && !g.Type.Enum.Int) {
			return g
		}
	}
	return nil
}
