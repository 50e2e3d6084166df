package gen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// record is a record with its members, including those of embedded records.
type record struct {
	*spec.Record
	members  []*member // in the order of their numbers
	byKey    map[string][]*member
	hasExtra bool     // the Go struct has its own field Extra
	unions   []*union // the unions of which it is a case
	methods  []getter // its methods for the interfaces of unions, also of unions that have a record which embeds it
	view     bool

	entered bool // some union reads the record from the end of its prefix on

	renamed map[*member]string // names of constants that nameNumbers has changed

	// These are set for an object in which fields of a view's record lie, see paths.go. Its fields are those of the record's Go struct.
	object   string   // its name in Go; "" for the record itself
	path     []string // of the object, from the record on
	at       string   // the same as a jq path
	variable string   // with its table
}

// record returns the plan of a record, which may be of an imported spec.
func (p *plan) record(s *spec.Record) *record {
	if r, ok := p.records[s]; ok {
		return r
	}
	r := &record{Record: s, byKey: map[string][]*member{}, view: p.declaredIn[s].View}
	p.records[s] = r
	fixed := map[string]bool{}
	for _, t := range s.Tags {
		if !r.declares(t.Name) {
			fixed[t.Name] = true
			r.add(&member{key: t.Name, fixed: t.Literals[0], tag: true, required: true})
		}
	}
	names := map[string]bool{"in": true}
	for _, f := range r.declaredFields() {
		switch {
		case f.field.Path != nil:
			r.addDeep(p.newMember(f), f.field.Path, names)
		case !fixed[f.field.Name]:
			m := p.newMember(f)
			if f.field.By != "" {
				r.addSibling(m)
			}
			r.add(m)
		}
	}
	r.hasExtra = !s.Group && !r.view && len(extraOwners(s)) != 1
	return r
}

func (r *record) add(m *member) {
	r.members = append(r.members, m)
	r.byKey[m.key] = append(r.byKey[m.key], m)
}

// canSet reports whether a program can set the member with a name in a field.
func (r *record) canSet(name string) bool {
	return slices.ContainsFunc(r.byKey[name], func(m *member) bool { return m.field != nil && m.fixed == "" })
}

// addSibling adds the tag of a payload, unless another payload has the same.
func (r *record) addSibling(m *member) {
	for _, tag := range r.byKey[m.field.By] {
		if tag.payload != nil {
			tag.others = append(tag.others, m)
			m.sibling = tag
			return
		}
	}
	m.sibling = &member{key: m.field.By, payload: m}
	r.add(m.sibling)
}

// declaredField is a field and the record whose Go struct has it.
type declaredField struct {
	field *spec.Field
	owner *spec.Record
}

// declaredFields returns the fields of r in the order in which they are written: those of embedded records first. A record's own field replaces an
// embedded one of the same Go name, as in Go.
func (r *record) declaredFields() []declaredField {
	own := map[string]bool{}
	for _, f := range r.Fields {
		own[f.GoName] = true
	}
	var list []declaredField
	var walk func(*spec.Record, bool)
	walk = func(s *spec.Record, outer bool) {
		for _, e := range s.Embed {
			walk(e.Record, false)
		}
		for _, f := range s.Fields {
			if outer || f.Const != "" || !own[f.GoName] {
				list = append(list, declaredField{f, s})
			}
		}
	}
	walk(r.Record, true)
	return list
}

// declares reports whether r has a field for the member.
func (r *record) declares(key string) bool {
	return slices.ContainsFunc(r.declaredFields(), func(f declaredField) bool {
		return f.field.Name == key && f.field.Const == "" && f.field.Path == nil
	})
}

// extraOwners returns the embedded records whose own field Extra is promoted to s. Groups have none.
func extraOwners(s *spec.Record) []*spec.Record {
	var list []*spec.Record
	for _, e := range s.Embed {
		if e.Record.Group {
			list = append(list, extraOwners(e.Record)...)
		} else {
			list = append(list, e.Record)
		}
	}
	return list
}

// tagMember returns the field that the `when:` of other fields is about: a required text.
func (r *record) tagMember() *member {
	return r.members[slices.IndexFunc(r.members, func(m *member) bool { return m.field != nil && m.field == r.TagField })]
}

// isText reports whether values of a type are Go strings.
func isText(t *spec.Type) bool {
	return t.Kind == spec.String || t.Kind == spec.UUID || t.Kind == spec.EnumType && !t.Enum.Int
}

// frame returns the names of the methods that open and close r.
func (r *record) frame() (opener, closer string) {
	if len(r.members) > 64 {
		return "Open128", "Close128"
	}
	return "Open", "Close"
}

// required returns the bits of the required members, "" for none.
func (r *record) required() (low, high string) {
	if r.view {
		return "", ""
	}
	var lows, highs []*member
	for k, m := range r.members {
		switch {
		case !m.required:
		case k < 64:
			lows = append(lows, m)
		default:
			highs = append(highs, m)
		}
	}
	return r.bits(lows), r.bits(highs)
}

// isUntagged reports whether a union chooses r if the tag is absent.
func (p *plan) isUntagged(r *record, tag string) bool {
	return slices.ContainsFunc(r.unions, func(u *union) bool { return u.ChoosesWithout(tag, r.Record) })
}

// sharers returns the fields that stand for the same member, each for other values of the record's tag, in order.
func (r *record) sharers(m *member) []*member {
	if len(r.byKey[m.key]) < 2 {
		return nil
	}
	return r.byKey[m.key]
}

// also returns the names for which r's switch has a case beside those of its members, in the order of their numbers.
func (p *plan) also(r *record) []string {
	var keys []string
	for _, m := range r.members {
		keys = append(keys, m.aliases()...)
	}
	for _, o := range r.otherTags() {
		keys = append(keys, o.Name)
	}
	for _, m := range r.members {
		for _, g := range p.pieces(r, m) {
			keys = append(keys, g.keys...)
		}
	}
	return keys
}

// otherTags returns the tags for which r has no member, and which have chosen r because their value was not that of another case.
func (r *record) otherTags() []*spec.Tag {
	return slices.DeleteFunc(slices.Clone(r.Others), func(o *spec.Tag) bool {
		return slices.ContainsFunc(r.byKey[o.Name], func(m *member) bool { return !m.always() })
	})
}

// innerKeys returns the names of the members of a flattened record within r. A name that r has as well belongs to r, and is left out.
func (p *plan) innerKeys(r, inner *record) []string {
	known := r.knownKeys()
	var keys []string
	for _, i := range inner.members {
		if i.field != nil && i.field.Inline == spec.InlineAlways {
			keys = append(keys, p.innerKeys(inner, p.record(i.field.Type.Record))...)
		} else if !known[i.key] && !slices.Contains(keys, i.key) {
			keys = append(keys, i.key)
		}
		for _, alias := range i.aliases() {
			if !known[alias] && !slices.Contains(keys, alias) {
				keys = append(keys, alias)
			}
		}
	}
	return keys
}

func (r *record) knownKeys() map[string]bool {
	known := map[string]bool{}
	for _, m := range r.members {
		if !m.always() {
			known[m.key] = true
		}
		for _, alias := range m.aliases() {
			known[alias] = true
		}
	}
	for _, o := range r.Others {
		if len(o.Literals) > 0 {
			known[o.Name] = true
		}
	}
	return known
}

// defaultDoc returns the doc for a record without one in the spec: the unions of which it is a case, and its tags.
func (p *plan) defaultDoc(r *record) string {
	for _, u := range r.unions {
		if u.Tree != nil {
			if path := p.casePath(u.Union, r.Record); len(path) > 0 {
				return "is the case " + strings.Join(path, "/") + " of [" + u.Name + "]"
			}
			return "is a case of [" + u.Name + "]"
		}
	}
	if len(r.members) == 0 && len(r.GoFields) == 0 {
		return "has no members that the spec names"
	}
	return "is an object of the protocol"
}

// casePath returns the tags by which a union leads to a record, nil if it is by more than plain tags.
func (p *plan) casePath(u *spec.Union, r *spec.Record) []string {
	paths, ok := p.casePaths[u]
	if !ok {
		paths = map[*spec.Record][]string{}
		findCasePaths(u.Tree, nil, paths)
		p.casePaths[u] = paths
	}
	return paths[r]
}

// findCasePaths adds the tags by which a node leads to the records below it: for each record, those of its first case. chosen has the tags that lead
// to the node.
func findCasePaths(n *spec.Node, chosen []string, paths map[*spec.Record][]string) {
	for _, c := range n.Cases {
		path := append(slices.Clip(chosen), cmp.Or(plainLiteral(c.Literal), `""`))
		if c.Target.Node != nil {
			findCasePaths(c.Target.Node, path, paths)
		} else if _, ok := paths[c.Target.Record]; !ok {
			paths[c.Target.Record] = path
		}
	}
}
