package schema

import (
	"encoding/json"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// fields is what is said of the members of one object.
type fields struct {
	properties object
	ways       []*way   // objects on the paths of fields of a view
	required   []string // members
	all        []object // schemas that hold beside these
}

// way is a member whose object is on the path of fields of a view.
type way struct {
	name string
	fields
}

func (w *writer) recordDefinition(s scope, r *spec.Record) object {
	var f fields
	for _, t := range slices.Concat(r.Tags, r.Others) {
		f.tag(r, t)
	}
	for _, e := range r.Embed {
		f.all = append(f.all, w.record(s, e.Record))
	}
	for _, list := range byName(r.Fields) {
		if len(list) > 1 {
			for _, field := range list {
				f.all = append(f.all, whenTagged(r, field, named(field, w.field(s, field))))
			}
			continue
		}
		w.add(&f, s, list[0])
	}
	o := append(about(of("type", "object"), &r.About), f.schema()...)
	if r.Open && w.strict {
		o = o.with("additionalProperties", true)
	}
	return o
}

// tag declares a member by which unions choose the record. They say themselves which value it has, and that it must be there.
func (f *fields) tag(r *spec.Record, t *spec.Tag) {
	if has(f.properties, t.Name) || slices.ContainsFunc(r.Fields, func(f *spec.Field) bool { return f.Name == t.Name }) {
		return
	}
	f.properties = f.properties.with(t.Name, object{})
}

func has(o object, name string) bool {
	return slices.ContainsFunc(o, func(p pair) bool { return p.name == name })
}

// byName returns the fields in order, those of one member together.
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

// add says what a field says of the members of its record.
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
			at = at.way(step)
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

// way returns the way of a member, and creates it if needed.
func (f *fields) way(name string) *fields {
	for _, w := range f.ways {
		if w.name == name {
			return &w.fields
		}
	}
	w := &way{name: name}
	f.ways = append(f.ways, w)
	return &w.fields
}

// schema is what the fields say as a schema.
func (f *fields) schema() object {
	var o object
	properties := f.properties
	for _, w := range f.ways {
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

// field is the schema of the value of a field.
func (w *writer) field(s scope, f *spec.Field) object {
	var o object
	switch {
	case f.Const != "":
		o = of("const", json.RawMessage(f.Const))
		if !w.strict { // readers keep another one
			o = of("anyOf", []object{o, of("type", jsonType(f.Const))})
		}
	case f.Encoded:
		o = of("type", "string", "contentMediaType", "application/json", "contentSchema", w.value(s, f.Type))
	default:
		o = w.value(s, f.Type)
	}
	switch {
	case f.Lazy: // it is not read with the line
		o = of("anyOf", []object{o, {}})
	case nullable(s, f):
		o = orNull(o)
	}
	o = about(o, &f.About)
	if f.Default != "" {
		o = o.with("default", json.RawMessage(f.Default))
	}
	return o
}

// jsonType is the name of a scalar literal's JSON type.
func jsonType(literal string) string {
	switch literal[0] {
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	}
	return "number"
}

// optional reports whether readers take the absence of a member: also of one that is for some cases only, and in views of all.
func optional(s scope, f *spec.Field) bool { return f.Optional || len(f.When) > 0 || s.model.View }

// nullable reports whether readers take a null for the value of a field: where it may be absent, too, and where it is an interface in Go.
func nullable(s scope, f *spec.Field) bool {
	return f.Nullable || optional(s, f) || f.Type != nil && f.Type.Kind == spec.UnionType && f.Type.Union.Variants == nil
}

// named is the schema of an object with a field, which can be absent, under one of its names.
func named(f *spec.Field, o object) object {
	if len(f.Alias) > 0 {
		return chain(f.Name, f.Alias, o, false)
	}
	return of("properties", of(f.Name, o))
}

// chain is the schema of an object in which a value stands under the first of some names that is there.
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

// whenTagged is a schema that holds for the values of the record's tag for which a field is meant.
func whenTagged(r *spec.Record, f *spec.Field, o object) object {
	if len(f.When) == 0 || r.TagField == nil {
		return o
	}
	name := r.TagField.Name
	return of("if", of("properties", of(name, of("enum", f.When)), "required", []string{name}), "then", o)
}

// inline is the schema of an object in which a field's own members can stand, or always stand.
func (w *writer) inline(s scope, f *spec.Field) object {
	in := s.in(f.Type)
	var flat object
	if f.Type.Kind == spec.UnionType {
		u := f.Type.Union
		if u.Of != nil {
			u = u.Of
		}
		flat = w.known(in, u.Tree)
		if optional(s, f) {
			flat = of("anyOf", []object{flat, {}})
		}
	} else {
		flat = w.record(in, f.Type.Record)
		if optional(s, f) {
			var names []object
			for _, name := range memberNames(f.Type.Record) {
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
	nested := of("properties", of(f.Name, w.field(s, f)))
	return of("if", of("required", []string{f.Name}), "then", nested, "else", flat)
}

// memberNames are the names under which the members of a record are read.
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
