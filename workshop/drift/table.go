package drift

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/spec"
)

// The table is the spec in the form that the walker needs: with maps from names to members, branches and enum values, and with counters.

// value is the type of a value in the spec.
type value struct {
	form  form
	null  bool // of an element: it may be null
	elem  *value
	rec   *record
	union *union
	part  *spec.Union // the part of the union that the type names; nil if it names the union
	enum  *enum
	forms *forms // of a union by JSON type
	seen  shape  // of a tag without a field: its values, without texts
	limit limit  // of a number
}

// form is the way in which a value is compared.
type form uint8

const (
	anything form = iota
	text
	number
	boolean
	enumerated
	numbered // an enum of numbers
	object
	tagged
	byType
	array
	mapping
	moment     // an RFC 3339 text
	base64Text // bytes
	encoded    // a text that contains the JSON of an elem
	external   // an external or adjacent union
	fixedTag   // the value of a tag that has no field
)

// forms are the values of a union by JSON type, nil for a type that it does not have. All places with the union share them: it may contain itself.
type forms [jsonTypes]*value

// scalarForms are the forms of types without parts.
var scalarForms = map[spec.TypeKind]form{
	spec.String: text, spec.UUID: text, spec.Int: number, spec.Int64: number, spec.Uint64: number, spec.Number: number,
	spec.Bool: boolean, spec.JSON: anything, spec.Seconds: number, spec.Milliseconds: number, spec.Decimal: number,
	spec.Time: moment, spec.Bytes: base64Text, spec.GoText: text,
}

// record is the type of an object.
type record struct {
	spec         *spec.Record // nil for an object on the path of a field of a view
	outer        *record      // of an object on a path: the object that contains it
	step         string       // of an object on a path: its name in outer
	open         bool         // unknown members are expected
	members      map[string][]*member
	inline       []*member // members whose objects may be flattened into this one
	all          []*member
	first        *namedMembers // the first member of the previous object, as a prediction
	flattens     bool          // a record is always flattened into this one
	mandatory    []*member     // members without which strict readers refuse the object
	defaultUnion *spec.Union   // the union with whose tags the record is read where no union chooses it; nil if it is not a case
	tags         []*member     // the tags that have no field
	tag          string        // the member that chooses among fields with `when:`
	seen         bool          // a line has an object of it, which is not flattened
}

// member is a member of a record.
type member struct {
	name           string
	step           string // the member as a step of a path, as jq writes it
	value          *value
	alias          []string
	when           []string
	literal        string // the value of a constant member
	always         bool   // always flattened: its own name is never on the line
	field          *spec.Field
	fixed          *spec.Tag       // of a tag whose value the case fixes, which has no field
	keys           map[string]bool // of a member of inline: the names that say that its record is flattened; computed at first use
	cases          []*record       // of a member of inline that is a union: the records of its cases
	requiredNumber int             // its number in the record's list mandatory, from 1; 0 if it is not in the list
	notNull        bool            // strict readers refuse a null
	count          int64
	next           *namedMembers // the member after it in the previous object, as a prediction
}

// namedMembers is a name on the line, and the members of the record that can have it.
type namedMembers struct {
	name string
	list []*member
}

// union is a union by tag.
type union struct {
	spec *spec.Union
	tree *discriminator
}

// discriminator is a discriminator of a union by tag, and its branches.
type discriminator struct {
	node      *spec.Node
	tagPaths  [][]string // the paths to the tag; nil if the presence of a member chooses the case
	branches  map[string]*branch
	literals  []*branch // branches for numbers, true, false and null
	names     []string  // the keys of branches, in the order of the spec
	otherwise *branch
	absent    *branch
	outer     *branch // that leads here; nil for the first discriminator of a union
	path      string
}

// branch is a branch of a discriminator, and its target: a record or another discriminator.
type branch struct {
	literal string
	text    string // of the literal, if it is a text
	notNull bool   // a null counts as absent
	unit    bool   // of an external union: the case has only its name
	rec     *record
	next    *discriminator
	count   int64
	nulls   int64 // objects in which the member is null, and does not choose the case
	pos     spec.Pos
	of      *discriminator
	key     string // "otherwise", "absent"; "" for a case
}

// enum has the values of an enumeration.
type enum struct {
	spec   *spec.Enum
	name   string
	values map[string]*enumValue
}

type enumValue struct {
	value string
	count int64
	pos   spec.Pos
}

// table converts a model.
type table struct {
	records map[*spec.Record]*record
	unions  map[*spec.Union]*union
	forms   map[*spec.Union]*forms
	enums   map[*spec.Enum]*enum
	roots   map[*spec.Record][]*spec.Union // see spec.Model.Roots

	// In the order of the walk through the spec, for the report of unused declarations.
	recordList     []*record
	discriminators []*discriminator
	enumList       []*spec.Enum
	view           bool // unknown members are skipped
	err            error
}

func newTable(m *spec.Model) *table {
	t := &table{records: map[*spec.Record]*record{}, unions: map[*spec.Union]*union{}, forms: map[*spec.Union]*forms{}, enums: map[*spec.Enum]*enum{}, roots: map[*spec.Record][]*spec.Union{}}
	t.view = m.View
	t.addRoots(m)
	return t
}

// addRoots finds the roots of the records of m and of its imports.
func (t *table) addRoots(m *spec.Model) {
	for _, r := range m.Records {
		t.roots[r] = m.Roots(r)
	}
	for _, i := range m.Imports {
		t.addRoots(i.Model)
	}
}

func (t *table) value(s *spec.Type) *value {
	v := &value{null: s.Null}
	if f, ok := scalarForms[s.Kind]; ok {
		v.form, v.limit = f, numberLimits[s.Kind]
		return v
	}
	switch s.Kind {
	case spec.RecordType:
		v.form, v.rec = object, t.record(s.Record)
	case spec.EnumType:
		v.form, v.enum = enumerated, t.enum(s.Enum)
		if s.Enum.Int {
			v.form = numbered
		}
	case spec.Array:
		v.form, v.elem = array, t.value(s.Elem)
	case spec.Map:
		v.form, v.elem = mapping, t.value(s.Elem)
	case spec.UnionType:
		u := s.Union
		if u.Of != nil {
			u, v.part = u.Of, u
		}
		if u.Variants == nil {
			v.form, v.union = tagged, t.union(u)
			if u.Tree.External {
				v.form = external
			}
			break
		}
		v.form, v.forms = byType, t.variants(u)
	default:
		t.err = fmt.Errorf("drift: types of the kind %d are not known", s.Kind)
	}
	return v
}

// variants returns the forms of a union by JSON type.
func (t *table) variants(s *spec.Union) *forms {
	if f := t.forms[s]; f != nil {
		return f
	}
	f := &forms{}
	t.forms[s] = f // before its values, which may have the same union
	for _, a := range s.Variants {
		j, ok := typeByName[string(a.JSON)]
		if !ok {
			t.err = fmt.Errorf("drift: %s: variants for %s are not known", a.Pos, a.JSON)
			continue
		}
		f[j] = t.value(a.Type)
	}
	return f
}

func (t *table) enum(s *spec.Enum) *enum {
	if e := t.enums[s]; e != nil {
		return e
	}
	e := &enum{spec: s, name: s.Name, values: map[string]*enumValue{}}
	t.enums[s] = e
	t.enumList = append(t.enumList, s)
	for _, v := range s.Values {
		e.values[v.Value] = &enumValue{value: v.Value, pos: v.Pos}
	}
	return e
}

func (t *table) union(s *spec.Union) *union {
	if u := t.unions[s]; u != nil {
		return u
	}
	u := &union{spec: s}
	t.unions[s] = u
	u.tree = t.discriminator(s.Tree, s.Name)
	return u
}

func (t *table) discriminator(n *spec.Node, path string) *discriminator {
	q := &discriminator{node: n, branches: map[string]*branch{}, path: path}
	t.discriminators = append(t.discriminators, q)
	if !n.Has {
		q.tagPaths = n.Tag
	}
	for _, c := range n.Cases {
		a := t.branch(&c.Target, path+"/"+c.Literal)
		a.literal, a.unit, a.notNull, a.pos, a.of = c.Literal, c.Unit, c.NotNull, c.Pos, q
		var s string
		if json.Unmarshal([]byte(c.Literal), &s) == nil && strings.HasPrefix(c.Literal, `"`) {
			a.text = s[:min(len(s), maxName+1)]
			q.branches[s] = a
			q.names = append(q.names, s)
		} else {
			q.literals = append(q.literals, a)
		}
	}
	q.otherwise = t.branch(n.Otherwise, path+"/otherwise")
	q.absent = t.branch(n.Absent, path+"/absent")
	for key, a := range map[string]*branch{"otherwise": q.otherwise, "absent": q.absent} {
		if a != nil {
			a.of, a.key, a.pos = q, key, n.Pos
		}
	}
	return q
}

func (t *table) branch(s *spec.Target, path string) *branch {
	if s == nil {
		return nil
	}
	a := &branch{}
	switch {
	case s.Node != nil:
		a.next = t.discriminator(s.Node, path)
		a.next.outer = a
	case s.Record != nil:
		a.rec = t.record(s.Record)
	}
	return a
}

func (t *table) record(s *spec.Record) *record {
	if r := t.records[s]; r != nil {
		return r
	}
	r := &record{spec: s, open: s.Open || t.view, members: map[string][]*member{}}
	t.records[s] = r
	t.recordList = append(t.recordList, r)
	if s.TagField != nil {
		r.tag = s.TagField.Name
	}
	t.fields(r, s)
	if roots := t.roots[s]; len(roots) > 0 {
		r.defaultUnion = roots[0]
	}
	for _, tag := range slices.Concat(s.Tags, s.Others) {
		if r.members[tag.Name] == nil {
			m := &member{name: tag.Name, step: step(tag.Name), value: &value{null: true}}
			r.members[tag.Name] = []*member{m}
			if slices.Contains(s.Tags, tag) {
				m.fixed, m.value.form = tag, fixedTag
				r.tags = append(r.tags, m)
			}
		}
	}
	t.addRequired(r)
	return r
}

// fields adds the fields of s to r. s is the record itself or embedded in it.
func (t *table) fields(r *record, s *spec.Record) {
	for _, f := range s.Fields {
		m := &member{name: f.Name, step: step(f.Name), alias: f.Alias, when: f.When, field: f, literal: f.Const}
		switch {
		case f.Const != "":
			m.value = &value{}
		case f.Lazy:
			m.value = &value{}
		default:
			m.value = t.value(f.Type)
		}
		if f.Encoded {
			m.value = &value{form: encoded, elem: m.value}
		}
		at := r
		if len(f.Path) > 0 {
			for _, name := range f.Path[:len(f.Path)-1] {
				at = at.objectOn(name)
			}
			m.name = f.Path[len(f.Path)-1]
			m.step = step(m.name)
		}
		if f.Inline != spec.InlineNever {
			at.inline = append(at.inline, m)
			m.always = f.Inline == spec.InlineAlways
			if m.value.form == tagged {
				for _, c := range f.Type.Union.Cases {
					m.cases = append(m.cases, t.record(c))
				}
			}
		}
		if f.By != "" && r.members[f.By] == nil {
			r.members[f.By] = []*member{{name: f.By, step: step(f.By), value: &value{null: true}}}
		}
		r.all = append(r.all, m)
		if m.always {
			continue
		}
		at.members[m.name] = append(at.members[m.name], m)
		for _, a := range f.Alias {
			at.members[a] = append(at.members[a], m)
		}
	}
	for _, e := range s.Embed {
		t.fields(r, e.Record)
	}
}

// addRequired sets r.mandatory: the members without which strict readers refuse an object of r. A view has none. A tag is not among them if a union
// chooses r where the tag is absent.
func (t *table) addRequired(r *record) {
	if t.view {
		return
	}
	for _, m := range r.tags {
		if !slices.ContainsFunc(t.roots[r.spec], func(u *spec.Union) bool { return u.ChoosesWithout(m.name, r.spec) }) {
			r.require(m)
		}
	}
	for _, m := range r.all {
		f := m.field
		r.flattens = r.flattens || m.always
		if f.Optional || len(f.When) > 0 || f.Inline == spec.InlineAlways || len(f.Path) > 0 || f.CanBeEmpty() {
			continue
		}
		r.require(m)
		m.notNull = !f.Nullable && m.literal != "null" && (m.literal != "" || !isNilable(f))
	}
}

func (r *record) require(m *member) {
	r.mandatory = append(r.mandatory, m)
	m.requiredNumber = len(r.mandatory)
}

// flatKeys returns the names of the members of the record that m flattens into r, or of all cases of the union. A name that r has as well belongs
// to r, and is left out.
func (r *record) flatKeys(m *member) map[string]bool {
	if m.keys == nil {
		m.keys = map[string]bool{}
		inner := m.cases
		if m.value.rec != nil {
			inner = []*record{m.value.rec}
		}
		for _, i := range inner {
			r.addKeys(m.keys, i)
		}
	}
	return m.keys
}

func (r *record) addKeys(keys map[string]bool, inner *record) {
	add := func(name string) {
		if r.members[name] == nil {
			keys[name] = true
		}
	}
	for _, m := range inner.tags {
		add(m.name)
	}
	for _, m := range inner.all {
		if m.always {
			inner.addKeys(keys, m.value.rec)
			continue
		}
		add(m.name)
		for _, a := range m.alias {
			add(a)
		}
		if m.field.By != "" {
			add(m.field.By)
		}
	}
}

// isNilable reports whether the nil of a field's Go type is written as null. Then a null is the field's zero value.
func isNilable(f *spec.Field) bool {
	return f.Zero == "" && (f.Lazy || f.Type.Kind == spec.JSON || f.Type.Kind == spec.UnionType)
}

// objectOn returns the object with a name in r, which is on the path of a field of a view. It creates it if needed.
func (r *record) objectOn(name string) *record {
	for _, m := range r.members[name] {
		if m.field == nil && m.value.rec != nil {
			return m.value.rec
		}
	}
	inner := &record{outer: r, step: name, open: true, members: map[string][]*member{}}
	r.members[name] = append(r.members[name], &member{name: name, step: step(name), value: &value{form: object, rec: inner, null: true}})
	return inner
}

// step returns the name of a member as a step of a path of jq.
func step(name string) string {
	plain := name != ""
	for i, c := range []byte(name) {
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9' || i == 0) {
			plain = false
		}
	}
	if plain {
		return "." + name
	}
	return "[" + string(kernel.AppendQuoted(nil, name)) + "]"
}
