package gen

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// kinds are the names of what can stand on a line: the values of its string tags, joined by slashes.
type kinds struct {
	union  *union
	consts []*kindConst
	open   []*kindConst // families of which every subtype is known
	all    bool         // every kind is known
	none   bool         // a line without a type leads to a case, so that the kind "" is known
	sub    [][]string   // where the subtype of a line of unknown type would be
}

// kindConst is a kind that the spec names.
type kindConst struct {
	goName  string
	value   string
	about   spec.About
	known   bool // a line of this very kind leads to a case
	records []*spec.Record
	bare    bool
}

func (p *plan) newKinds() *kinds {
	if p.Line == nil {
		return nil
	}
	i := slices.IndexFunc(p.unions, func(u *union) bool { return u.Union == p.Line })
	k := &kinds{union: p.unions[i]}
	k.walk(p.Line.Tree, nil)
	k.sub = subTag(p.Line.Tree)
	byName := map[string]*kindConst{}
	for _, c := range k.consts {
		if other := byName[c.goName]; other != nil {
			p.failf(c.about.Pos, "the kinds %s and %s would both be %s in Go", other.value, c.value, c.goName)
		}
		byName[c.goName] = c
	}
	return k
}

// walk collects the kinds below a node. family is the kind of the values so far, nil at the root.
func (k *kinds) walk(n *spec.Node, family *kindConst) {
	named := isNamed(n)
	for _, c := range n.Cases {
		of := family
		if s, ok := stringLiteral(c.Literal); ok && named {
			of = k.add(family, s, c)
		}
		k.target(&c.Target, of, n, true)
	}
	for _, t := range []*spec.Target{n.Otherwise, n.Absent} {
		if t == nil {
			continue
		}
		k.target(t, family, n, !named)
		switch {
		case !named:
		case family == nil && t == n.Absent:
			k.none = k.none || t.Node == nil || t.Node.Otherwise != nil
		case family == nil:
			k.all = true
		case t == n.Otherwise && !slices.Contains(k.open, family):
			k.open = append(k.open, family)
		default:
			family.known = true
		}
	}
}

// target follows an answer. leaf says that a value of kind of leads there and nowhere else.
func (k *kinds) target(t *spec.Target, of *kindConst, n *spec.Node, leaf bool) {
	switch {
	case t.Node != nil:
		k.walk(t.Node, of)
	case of == nil:
		k.all = k.all || leaf
	default:
		of.known = of.known || leaf
		of.bare = of.bare || t.Bare
		if t.Record != nil && leaf && !slices.Contains(of.records, t.Record) {
			of.records = append(of.records, t.Record)
		}
	}
}

// add returns the kind of a value below a family.
func (k *kinds) add(family *kindConst, value string, c *spec.Case) *kindConst {
	goName := "Kind"
	if family != nil {
		goName = family.goName
		value = family.value + "/" + value
	}
	goName += c.GoName
	if i := slices.IndexFunc(k.consts, func(c *kindConst) bool { return c.value == value }); i >= 0 {
		return k.consts[i]
	}
	n := &kindConst{goName: goName, value: value, about: c.About}
	n.about.Source = "" // stands on the record
	k.consts = append(k.consts, n)
	return n
}

func lastPart(kind string) string { return kind[strings.LastIndexByte(kind, '/')+1:] }

// isNamed reports whether the answers of a node are parts of a kind: only the values of tags that are strings are.
func isNamed(n *spec.Node) bool {
	return !n.Has && slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { _, ok := stringLiteral(c.Literal); return ok })
}

// subTag is the tag of the first question behind the root whose answers are parts of a kind.
func subTag(root *spec.Node) [][]string {
	var find func(n *spec.Node, depth int) [][]string
	find = func(n *spec.Node, depth int) [][]string {
		if depth > 0 && isNamed(n) {
			return n.Tag
		}
		for _, t := range targets(n) {
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

// targets are all answers of a node.
func targets(n *spec.Node) []*spec.Target {
	var list []*spec.Target
	for _, c := range n.Cases {
		list = append(list, &c.Target)
	}
	for _, t := range []*spec.Target{n.Otherwise, n.Absent} {
		if t != nil {
			list = append(list, t)
		}
	}
	return list
}

// hasNamed reports whether a question below t is part of a kind.
func hasNamed(t *spec.Target) bool {
	return t != nil && t.Node != nil && (isNamed(t.Node) || slices.ContainsFunc(targets(t.Node), hasNamed))
}

// kindOf is how a record's method Kind finds its kind.
type kindOf struct {
	family *kindConst   // what it is at least; nil for a record whose first tag is a field
	tag    []*member    // the path to the field that has the last part; nil: the family is the kind
	getter *spec.Getter // the last field of the path is a union by tag, and this method has the last part; else nil
	cases  []*kindConst // the kinds that the spec names for this record
	spare  string       // where the tag's own place is missing on the line, an unknown member of this name has the last part; or ""
}

// kindOf finds out what decides about the kind of r.
func (p *plan) kindOf(r *record) kindOf {
	var found kindOf
	var walk func(n *spec.Node, family *kindConst, at *spec.Node, above *kindConst)
	first := true
	walk = func(n *spec.Node, family *kindConst, at *spec.Node, above *kindConst) {
		if isNamed(n) {
			at, above = n, family
		}
		visit := func(t *spec.Target, kind *kindConst) {
			switch {
			case t == nil:
			case t.Node != nil:
				walk(t.Node, kind, at, above)
			case t.Record != r.Record:
			default:
				if first {
					found.family, first = kind, false
				} else if found.family != kind {
					found.family = above
				}
				if kind != nil && kind != above && !slices.Contains(found.cases, kind) {
					found.cases = append(found.cases, kind)
				}
				if found.family == above && found.tag == nil && at != nil {
					found.tag, found.getter = p.tagPath(r, at.Tag)
					found.spare = p.spareTag(r, found, at.Tag)
				}
			}
		}
		for _, c := range n.Cases {
			kind := family
			if s, ok := stringLiteral(c.Literal); ok && isNamed(n) {
				kind = p.kinds.add(family, s, c)
			}
			visit(&c.Target, kind)
		}
		visit(n.Otherwise, family)
		visit(n.Absent, family)
	}
	walk(p.Line.Tree, nil, nil, nil)
	if found.tag == nil && len(found.cases) == 1 {
		found.family = found.cases[0] // the record fixes its tags, so that this is what it writes
	}
	return found
}

// tagPath finds the field that holds a tag, through the records on the way to it; or the field of a union by tag that has a getter
// for it.
func (p *plan) tagPath(r *record, places [][]string) ([]*member, *spec.Getter) {
	for _, place := range places {
		var path []*member
		var getter *spec.Getter
		at := r
		for i, key := range place {
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
			last := i == len(place)-1
			if i == len(place)-2 && m.field.Type.Kind == spec.UnionType && !m.field.Lazy {
				getter = textGetter(m.field.Type.Union, place[i+1])
			}
			if getter != nil {
				break
			}
			if last && !isText(m.field.Type) || !last && m.field.Type.Kind != spec.RecordType || m.field.Lazy {
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

// spareTag finds a later place of a tag that lies in a record within r, or in a case of a union: a member of r itself, which r
// does not know while the inner record is nested.
func (p *plan) spareTag(r *record, k kindOf, places [][]string) string {
	nested := len(k.tag) == 2 && k.getter == nil && k.tag[0].form != pointer && k.tag[1].form != pointer
	inUnion := len(k.tag) == 1 && k.getter != nil && p.local(k.tag[0].field.Type.Union)
	if !nested && !inUnion || r.view {
		return ""
	}
	for _, place := range places {
		if len(place) == 1 && !r.knownKeys()[place[0]] {
			return place[0]
		}
	}
	return ""
}

// textGetter is the method of a union by tag that returns a member which is a text, nil if it has none.
func textGetter(u *spec.Union, member string) *spec.Getter {
	for _, g := range u.Getters {
		if g.Member == member && (g.Type.Kind == spec.String || g.Type.Kind == spec.EnumType) {
			return g
		}
	}
	return nil
}
