package importer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Options control how a schema is read. The zero value is for schemas whose root describes a line.
type Options struct {
	Line string // the name of the definition that describes a line; "" for the root of the schema
	All  bool   // declare all definitions, also those that no line refers to
}

// Import makes a spec from a schema whose root, or Options.Line, describes a line. If the schema has only definitions, all of them become types,
// and the spec has no line. An error is [Errors], or a *[decoder.Error] if data is not JSON.
func Import(name string, data []byte, o Options) (*draft.Spec, error) {
	if _, err := decoder.Raw(data).Any(); err != nil {
		return nil, err
	}
	i := &importer{root: data, spec: &draft.Spec{Name: name, About: []string{"From a JSON Schema."}}, made: map[string]string{}, cases: map[string]madeCase{}, linePath: "none", open: map[string]bool{}, left: map[string][]string{}, followed: map[string]schema{}, parts: map[string]string{}, combinations: map[string][]schema{}, members: map[string]schema{}, applied: map[string]bool{}, expanding: map[string]bool{}, expanded: map[string][]object{}, failed: map[Error]bool{}, resources: resourcesOf(data)}
	i.names.Reserve("NewReader", "Line")
	root := schema{data, ""}
	if o.Line != "" {
		at, ok := i.definition(o.Line)
		if !ok {
			return nil, Errors{{Line: 1, Reason: fmt.Sprintf("no definition is named %q; there are %s", o.Line, i.definitionNames())}}
		}
		root = at
	}
	i.noteAll(schema{data, ""})
	library := o.Line == "" && i.isLibrary()
	if library {
		i.spec.About = append(i.spec.About, "No definition is said to be a line: add `line:`, or name one by --line.")
	} else {
		i.line(root)
	}
	i.fill()
	if library || o.All {
		i.library()
		i.fill()
	} else {
		dropUnused(i.spec)
	}
	if len(i.errs) > 0 {
		return nil, i.mistakes()
	}
	endEndless(i.spec.Records)
	i.spec.About = append(i.spec.About, i.notes()...)
	return i.spec, nil
}

// line declares the type of a line.
func (i *importer) line(root schema) {
	at, _ := i.resolve(root)
	i.linePath = at.path
	objects := i.expand(root)
	i.linePath = "none"
	if len(objects) == 0 {
		if len(i.errs) == 0 { // after a mistake, nothing is known of the lines
			i.fail(at.path, "the lines are not objects; choose a definition that describes objects (--line)")
		}
		return
	}
	i.spec.Line = "Line"
	union := &draft.Union{Name: "Line", Doc: at.doc(), Deprecated: at.deprecated()}
	i.spec.Unions = append(i.spec.Unions, union)
	if union.Discriminator = i.discriminator(objects, branch{}); union.Discriminator != nil {
		i.made[at.path] = "Line" // members can have lines
		nameKinds(union.Discriminator, "", map[string]bool{})
		return
	}
	one, comment := i.merged(objects)
	// A tag can have the same values in all of them.
	if union.Discriminator = i.discriminator([]object{one}, branch{}); union.Discriminator != nil {
		union.Comment = comment
		nameKinds(union.Discriminator, "", map[string]bool{})
		return
	}
	record := i.caseRecord(one, nil, "entry")
	union.Discriminator = draft.OneRecord(record, comment)
}

// isRecord reports whether a schema has a record already, as the case of a union or the type of a member.
func (i *importer) isRecord(path string) bool {
	for key := range i.made {
		if strings.HasPrefix(key, path+"\x00") {
			return true
		}
	}
	return false
}

type importer struct {
	root      decoder.Raw
	resources resources
	followed  map[string]schema // see follow
	spec      *draft.Spec
	names     draft.TypeNames
	made      map[string]string   // types by the paths of their schemas
	cases     map[string]madeCase // the first records that are cases, by the paths of their schemas
	open      map[string]bool     // the paths of schemas whose types are being made
	left      map[string][]string // the paths of keywords that a spec cannot express, by keyword
	applied   map[string]bool     // the paths of conditions that are not left out
	parts     map[string]string   // the paths of schemas in the file, by those that they have within a combined schema
	members   map[string]schema   // see shared
	// the parts of combined schemas, by their paths
	combinations map[string][]schema
	errs         Errors         // the mistakes so far
	failed       map[Error]bool // the same
	// See expand. The keys are paths, and names of definitions.
	expanding map[string]bool
	expanded  map[string][]object
	// The path of the schema of a line, and the number of its alternatives that are not objects.
	linePath string
	others   int
	union    string  // the union of a member whose cases are being made; "" for lines
	depth    int     // nesting of the type that is being made
	queue    []*todo // records whose fields are still to be written
}

// madeCase is a record that is a case with fixed tags.
type madeCase struct {
	record  string
	members []string // of the schema, including the tags
}

// maxDepth is the largest nesting of types without a record between them.
const maxDepth = 100

type todo struct {
	record *draft.Record
	object object
	fixed  []tag
}

// object is the schema of an object with its members, including those of its allOf. Its path has the paths of its parts, or their texts, behind
// spaces: objects with equal paths have equal members.
type object struct {
	schema
	name    string
	about   string // its description, or that of an unnamed part of its allOf; "" if there is none
	members []property
	open    bool // the schema says of which types members without a name of their own are
}

func (o *object) member(name string) *property {
	for k := range o.members {
		if o.members[k].name == name {
			return &o.members[k]
		}
	}
	return nil
}

// requires reports whether the object must have some member.
func (o *object) requires() bool {
	return slices.ContainsFunc(o.members, func(m property) bool { return m.required })
}

// own returns the path of the first part of the object.
func (o *object) own() string {
	own, _, _ := strings.Cut(o.path, " ")
	return own
}

type property struct {
	name     string
	required bool
	schema
}

// plainRecord returns the record for an object that no union chooses: a record that is a case, if there is one with its members, and reads and writes
// its tags, too.
func (i *importer) plainRecord(o object, wishes ...string) string {
	if c, ok := i.cases[o.own()]; ok && slices.Equal(c.members, names(o.members)) {
		return c.record
	}
	return i.record(o, nil, wishes)
}

// caseRecord returns the record for an object that is the case of a union. It has no fields for fixed tags.
func (i *importer) caseRecord(o object, fixed []tag, wishes ...string) string {
	name := i.record(o, fixed, wishes)
	if _, ok := i.cases[o.own()]; !ok && len(fixed) > 0 {
		i.cases[o.own()] = madeCase{name, names(o.members)}
	}
	return name
}

// record declares a record, once for an object and its fixed tags.
func (i *importer) record(o object, fixed []tag, wishes []string) string {
	key := o.path + "\x00"
	for _, t := range fixed {
		key += t.name + "\x00" + t.literal + "\x00"
	}
	if made, ok := i.made[key]; ok {
		return made
	}
	if o.name != "" {
		wishes = append([]string{o.name}, wishes...)
	} else if title := o.text("title"); title != "" && !strings.Contains(title, " ") {
		wishes = append([]string{title}, wishes...)
	}
	r := &draft.Record{Name: i.names.Take(wishes...), Doc: cmp.Or(o.about, o.doc()), Deprecated: o.deprecated(), Open: o.open}
	i.made[key] = r.Name
	i.spec.Records = append(i.spec.Records, r)
	i.queue = append(i.queue, &todo{r, o, fixed})
	return r.Name
}

// fill adds the fields to all records of the queue. Their types may add more records to it.
func (i *importer) fill() {
	for len(i.queue) > 0 {
		next := i.queue[0]
		i.queue = i.queue[1:]
		for _, m := range next.object.members {
			if slices.ContainsFunc(next.fixed, func(t tag) bool { return t.name == m.name }) {
				continue
			}
			if !draft.IsField(m.name) {
				next.record.Open = true
				continue
			}
			m.schema = i.shared(m)
			f := draft.Field{Name: m.name, Optional: !m.required, Doc: m.doc(), Deprecated: m.deprecated()}
			at, _ := i.resolve(m.schema)
			if literals := i.literals(at); len(literals) == 1 && m.required {
				f.Const = literals[0]
			} else {
				f.Type, f.Nullable, f.Comment = i.typeOf(m.schema, m.name, next.record.Name)
			}
			f.Nullable = f.Nullable && f.Type != "json"
			f.Default = i.defaultOf(f, m.schema, at)
			next.record.Fields = append(next.record.Fields, f)
		}
		cut(next.record, len(next.fixed))
	}
}

// shared returns the schema of a member: that of an earlier member of this name, in any record, if the two have
// the same text, so that both have one type.
func (i *importer) shared(m property) schema {
	if m.has("$ref") {
		return m.schema
	}
	var text bytes.Buffer
	_ = json.Compact(&text, m.raw) // valid JSON
	key := m.name + "\x00" + text.String()
	if strings.Contains(key, `"$ref"`) {
		_, resource := i.resources.around(i.inFile(m.path)) // to which references are relative
		key += "\x00" + resource
	}
	first, ok := i.members[key]
	if !ok {
		i.members[key], first = m.schema, m.schema
	}
	return first
}

// defaultOf returns the default of an optional field, as JSON, "" if it has none that a spec can have: a text, number or bool of the field's type.
func (i *importer) defaultOf(f draft.Field, s, at schema) string {
	value, ok := s.raw.Get("default")
	if !ok {
		value, ok = at.raw.Get("default")
	}
	if !ok || !f.Optional || f.Nullable || f.Const != "" || !i.canBeDefault(value, f.Type) {
		return ""
	}
	if text, isText := value.Text(); isText {
		return draft.Quote(text)
	}
	return string(value)
}

// canBeDefault reports whether a type can have a default, and a value is one of it.
func (i *importer) canBeDefault(value decoder.Raw, typ string) bool {
	if e := i.enumNamed(typ); e != nil {
		text, isText := value.Text()
		if e.Int {
			text = string(value)
		}
		return isText != e.Int && slices.ContainsFunc(e.Values, func(v draft.Value) bool { return v.Text == text })
	}
	whole := !strings.ContainsAny(string(value), ".eE") && len(value) < 18
	switch value.Type() {
	case decoder.Bool:
		return typ == "bool"
	case decoder.String:
		return typ == "string"
	case decoder.Number:
		_, err := strconv.ParseFloat(string(value), 64)
		return typ == "number" && err == nil || whole && (typ == "int" || typ == "int64" || typ == "uint64" && value[0] != '-')
	}
	return false
}

// maxMembers is the largest number of members of a record, including its tags.
const maxMembers = 128

// cut removes the fields beyond the limit for a record, optional ones first. On lines they are unknown members, which are expected.
func cut(r *draft.Record, tags int) {
	over := len(r.Fields) + tags - maxMembers
	if over <= 0 {
		return
	}
	r.Open = true
	r.Comment = fmt.Sprintf("%d of %d members are left out: a record has at most %d", over, len(r.Fields)+tags, maxMembers)
	for k := len(r.Fields) - 1; k >= 0 && over > 0; k-- {
		if r.Fields[k].Optional {
			r.Fields = slices.Delete(r.Fields, k, k+1)
			over--
		}
	}
	r.Fields = r.Fields[:len(r.Fields)-max(over, 0)]
}
