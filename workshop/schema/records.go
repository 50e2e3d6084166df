package schema

import (
	"encoding/json"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// fields collects the schema of one object.
type fields struct {
	properties object
	steps      []*step  // objects on the paths of fields of a view
	required   []string // names of members
	all        []object // other schemas that apply to the object
}

// step is a member whose object lies on the path of fields of a view.
type step struct {
	name string
	fields
}

func (w *writer) recordDefinition(s scope, r *spec.Record) object {
	o := append(about(of("type", "object"), &r.About), w.allMembers(s, r)...)
	if r.Open && w.strict {
		o = o.with("additionalProperties", true)
	}
	return o
}

// allMembers returns the schema of the members of a record and of its tags.
func (w *writer) allMembers(s scope, r *spec.Record) object {
	var f fields
	for _, t := range slices.Concat(r.Tags, r.Others) {
		f.tag(r, t)
	}
	w.members(&f, s, r)
	return f.schema()
}

// beside returns the schema of a record that is flattened into an object of another one, which alone says whether the object is open.
func (w *writer) beside(s scope, r *spec.Record) object {
	if r.Open && w.strict {
		return w.allMembers(s, r)
	}
	return w.record(s, r)
}

// members adds the schemas of the members of a record, and of the records that it embeds. It does not have the tags by
// which unions choose these.
func (w *writer) members(f *fields, s scope, r *spec.Record) {
	for _, e := range r.Embed {
		if len(e.Record.Tags)+len(e.Record.Others) > 0 || e.Record.Open && w.strict {
			w.members(f, s, e.Record)
		} else {
			f.all = append(f.all, w.record(s, e.Record))
		}
	}
	for _, list := range byName(r.Fields) {
		if len(list) > 1 {
			for _, field := range list {
				f.all = append(f.all, whenTagged(r, field, named(field, w.field(s, field))))
			}
			continue
		}
		w.add(f, s, list[0])
	}
}

// tag declares a member by which unions choose the record. The schemas of the unions require it, and have its value.
func (f *fields) tag(r *spec.Record, t *spec.Tag) {
	if has(f.properties, t.Name) || slices.ContainsFunc(r.Fields, func(f *spec.Field) bool { return f.Name == t.Name }) {
		return
	}
	f.properties = f.properties.with(t.Name, object{})
}

func has(o object, name string) bool {
	return slices.ContainsFunc(o, func(p pair) bool { return p.name == name })
}

// byName returns the fields in order, grouped by member.
func byName(list []*spec.Field) [][]*spec.Field {
	var groups [][]*spec.Field
	for _, f := range list {
		i := slices.IndexFunc(groups, func(g []*spec.Field) bool { return g[0].Name == f.Name && g[0].Path == nil && f.Path == nil })
		if i < 0 {
			groups = append(groups, []*spec.Field{f})
		} else {
			groups[i] = append(groups[i], f)
		}
	}
	return groups
}

// add adds the schema of a field.
func (w *writer) add(f *fields, s scope, field *spec.Field) {
	switch {
	case field.By != "":
		f.all = append(f.all, w.sibling(s, field))
		if !has(f.properties, field.By) {
			f.properties = f.properties.with(field.By, of("$comment", "says what "+field.Name+" is"))
		}
		f.properties = f.properties.with(field.Name, about(object{}, &field.About))
		if !optional(s, field) {
			f.required = append(f.required, field.Name)
		}
		return
	case field.Inline != spec.InlineNever:
		f.all = append(f.all, w.inline(s, field))
		return
	}
	at := f
	name := field.Name
	if field.Path != nil {
		for _, step := range field.Path[:len(field.Path)-1] {
			at = at.step(step)
		}
		name = field.Path[len(field.Path)-1]
	}
	o := w.field(s, field)
	if len(field.Alias) > 0 {
		at.all = append(at.all, chain(name, field.Alias, o, !optional(s, field)))
		return
	}
	at.properties = at.properties.with(name, o)
	if !optional(s, field) {
		at.required = append(at.required, name)
	}
}

// step returns the schema of the object of a step, creating it if needed.
func (f *fields) step(name string) *fields {
	for _, w := range f.steps {
		if w.name == name {
			return &w.fields
		}
	}
	w := &step{name: name}
	f.steps = append(f.steps, w)
	return &w.fields
}

// schema returns the schema of the object.
func (f *fields) schema() object {
	var o object
	properties := f.properties
	for _, w := range f.steps {
		properties = properties.with(w.name, w.schema())
	}
	if len(properties) > 0 {
		o = o.with("properties", properties)
	}
	if len(f.required) > 0 {
		o = o.with("required", f.required)
	}
	if len(f.all) > 0 {
		o = o.with("allOf", f.all)
	}
	return o
}

// field returns the schema of the value of a field.
func (w *writer) field(s scope, f *spec.Field) object {
	var o object
	switch {
	case f.Const != "":
		o = of("const", json.RawMessage(f.Const))
		if !w.strict { // readers keep another value
			o = of("anyOf", []object{o, of("type", jsonType(f.Const))})
		}
	case f.Encoded:
		o = of("type", "string", "contentMediaType", "application/json", "contentSchema", w.value(s, f.Type))
	default:
		o = w.value(s, f.Type)
	}
	switch {
	case f.Lazy: // readers do not check the value
		o = of("anyOf", []object{o, {}})
	case nullable(s, f):
		o = orNull(o)
	case f.Zero != "": // which is written for a nil value, so that a null is of a wrong type
		o = of("allOf", []object{o, of("not", of("type", "null"))})
	}
	o = about(o, &f.About)
	if f.Default != "" {
		o = o.with("default", json.RawMessage(f.Default))
	}
	return o
}

// jsonType returns the name of a scalar literal's JSON type.
func jsonType(literal string) string {
	switch literal[0] {
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	}
	return "number"
}

// optional reports whether strict readers accept a record without the member. In a view, they do for all members, and otherwise also for a member
// with `when:`.
func optional(s scope, f *spec.Field) bool {
	return f.Optional || len(f.When) > 0 || s.model.View || f.CanBeEmpty()
}

// nullable reports whether strict readers accept null as the value of a field: also if it may be absent, and if it is an interface in Go.
func nullable(s scope, f *spec.Field) bool {
	return f.Nullable || optional(s, f) || f.Type != nil && f.Type.Kind == spec.UnionType && f.Type.Union.Variants == nil
}

// named returns the schema of an object that has a field under one of its names, or not at all.
func named(f *spec.Field, o object) object {
	if len(f.Alias) > 0 {
		return chain(f.Name, f.Alias, o, false)
	}
	return of("properties", of(f.Name, o))
}

// chain returns the schema of an object that has a value under the first present one of several names.
func chain(name string, alias []string, value object, required bool) object {
	var o object
	if required {
		o = of("required", []string{name})
	}
	for _, n := range slices.Backward(append([]string{name}, alias...)) {
		inner := of("if", of("required", []string{n}), "then", of("properties", of(n, value)))
		if len(o) > 0 {
			inner = inner.with("else", o)
		}
		o = inner
	}
	return o
}

// whenTagged returns a schema that requires o if the record's tag has one of the values in the field's `when:`.
func whenTagged(r *spec.Record, f *spec.Field, o object) object {
	if len(f.When) == 0 || r.TagField == nil {
		return o
	}
	name := r.TagField.Name
	return of("if", of("properties", of(name, of("enum", f.When)), "required", []string{name}), "then", o)
}

// inline returns the schema of an object into which a field can be flattened, or always is.
func (w *writer) inline(s scope, f *spec.Field) object {
	in := s.in(f.Type)
	var flat object
	if f.Type.Kind == spec.UnionType {
		flat = w.flattened(in, f.Type.Union)
		if optional(s, f) {
			flat = of("anyOf", []object{flat, {}})
		}
	} else {
		r := f.Type.Record
		flat = w.beside(in, r)
		if tags := tagged(in, r); tags != nil {
			flat = of("allOf", []object{flat, tags})
		}
		if optional(s, f) {
			var names []object
			for _, t := range r.Tags {
				names = append(names, of("required", []string{t.Name}))
			}
			for _, name := range memberNames(r) {
				names = append(names, of("required", []string{name}))
			}
			if len(names) == 0 {
				flat = object{}
			} else {
				flat = of("if", of("anyOf", names), "then", flat)
			}
		}
	}
	if f.Inline == spec.InlineAlways {
		return flat
	}
	o := flat
	for _, name := range slices.Backward(append([]string{f.Name}, f.Alias...)) {
		o = of("if", of("required", []string{name}), "then", of("properties", of(name, w.field(s, f))), "else", o)
	}
	return o
}

// memberNames returns the names under which the members of a record are read.
func memberNames(r *spec.Record) []string {
	var names []string
	for _, e := range r.Embed {
		names = append(names, memberNames(e.Record)...)
	}
	for _, f := range r.Fields {
		if f.Inline != spec.InlineAlways {
			names = append(append(names, f.Name), f.Alias...)
		}
	}
	return names
}
