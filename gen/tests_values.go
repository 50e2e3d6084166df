package gen

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// zero returns a record that has nothing but the tags and the required members.
func (t *tests) zero(r *spec.Record, tags []tag) *object { return t.zeroIn(t.root(r), r, tags) }

// zeroIn returns zero for a case of a union.
func (t *tests) zeroIn(u *spec.Union, r *spec.Record, tags []tag) *object {
	defer t.enter(r)()
	o := &object{of: r}
	for _, fixed := range r.Tags {
		if !declaresField(r, fixed.Name) && slices.Contains(fixed.Unions, u) {
			o = o.with(entry{fixed.Name, fixed.Literals[0]})
		}
	}
	for _, f := range t.record(r).declaredFields() {
		o = t.withZero(o, f, tags)
	}
	o = t.withOwnTags(o, t.ownTags(t.record(r), u))
	for _, tag := range tags {
		if !declaresField(r, tag.name) && tag.literal != "" {
			o = o.with(entry{tag.name, tag.literal})
		}
	}
	if t.ordered {
		t.order(o)
	}
	return o
}

// withZero returns o with the member of a field, if a record without any set field is written with it.
func (t *tests) withZero(o *object, f declaredField, tags []tag) *object {
	if f.field.Const != "" {
		return o.with(entry{f.field.Name, f.field.Const})
	}
	i := slices.IndexFunc(tags, func(t tag) bool { return t.name == f.field.Name && t.literal != "" && !f.field.LeavesOut(t.literal) })
	switch {
	case i >= 0 && len(f.field.When) == 0:
		value := t.constant(f.field, tags[i].literal)
		o = o.with(entry{f.field.Name, spelled(f.field.Type, tags[i].literal)}, setting{f.owner, f.field.GoName, value})
	case f.field.Inline == spec.InlineAlways:
		if f.field.Type.Kind == spec.RecordType && t.form(f.field) == plain {
			inner := t.zero(f.field.Type.Record, nil)
			for _, m := range t.flattened(inner) {
				o = o.with(m)
			}
			if len(inner.sets) > 0 {
				o = o.with(entry{}, setting{f.owner, f.field.GoName, t.literal(inner)})
			}
		}
	case f.field.Path != nil && !t.hasOwnTags(f.field, nil):
	case f.field.By != "" && slices.ContainsFunc(tags, func(t tag) bool { return t.name == f.field.By }):
		k := slices.IndexFunc(tags, func(t tag) bool { return t.name == f.field.By })
		if v := t.payload(f, tags[k].literal); v != nil {
			o = o.set(f, sample{json: v.text(), tag: tags[k].literal, code: t.pointer(v)})
		} else if !f.field.Optional { // another payload has the tag
			o = o.with(entry{f.field.Name, "null"})
		}
	case t.hasOwnTags(f.field, nil): // they are written, and read into its fields
		leave := t.inText(f.field)
		inner := t.zero(f.field.Type.Record, nil)
		leave()
		json := inner.text()
		if f.field.Encoded {
			json = quoteKey(json)
		}
		o = o.withPath(pathOf(f.field), json, setting{f.owner, f.field.GoName, t.literal(inner)})
	case !f.field.Optional && len(f.field.When) == 0:
		o = o.with(entry{f.field.Name, t.zeroText(f.field)})
	case f.field.Usual:
		o = o.with(entry{f.field.Name, cmp.Or(spelled(f.field.Type, f.field.Default), t.zeroText(f.field))})
	}
	if i < 0 && f.field.Default != "" && !isZeroLiteral(f.field.Default) {
		o.sets = append(o.sets, setting{f.owner, f.field.GoName, t.constant(f.field, f.field.Default)})
	}
	return o
}

// spelled returns a literal as a field of a type is written with it: 1.50 as 1.5, if the Go field is a float64.
func spelled(t *spec.Type, literal string) string {
	if v, err := strconv.ParseFloat(literal, 64); err == nil && t.Kind == spec.Number {
		text, _ := json.Marshal(v)
		return string(text)
	}
	return literal
}

// flattened returns the members of a record as they stand in the record around it.
func (t *tests) flattened(o *object) []entry {
	list := slices.Clone(o.members)
	for _, f := range t.record(o.of).declaredFields() {
		if i := slices.IndexFunc(list, func(m entry) bool { return m.key == f.field.Name }); i >= 0 {
			list[i].key = flatName(f.field)
		}
	}
	return list
}

// flatName returns the name of a member where its record is always flattened.
func flatName(f *spec.Field) string {
	if len(f.Flat) > 0 && f.Flat[0].When == "" {
		return f.Flat[0].Name
	}
	return f.Name
}

// hasOwnTags reports whether a required member is a record that is written with tags from its fields, although no program has set them. within are
// the records around it.
func (t *tests) hasOwnTags(f *spec.Field, within []*spec.Record) bool {
	if f.Optional || f.Type == nil || f.Type.Kind != spec.RecordType || t.form(f) != plain || f.Lazy || len(f.When) > 0 {
		return false
	}
	r := f.Type.Record
	if slices.Contains(within, r) {
		return false
	}
	within = append(slices.Clip(within), r)
	return len(t.ownTags(t.record(r), t.root(r))) > 0 ||
		slices.ContainsFunc(t.record(r).declaredFields(), func(f declaredField) bool {
			return f.field.Inline != spec.InlineAlways && t.hasOwnTags(f.field, within)
		})
}

// form returns how a Go field holds its value.
func (t *tests) form(f *spec.Field) form { return formOf(f) }

// zeroText returns the JSON that is written for a required field that is not set.
func (t *tests) zeroText(f *spec.Field) string {
	switch {
	case f.Nullable && f.Default == "": // with a default, the Go field has no null
		return "null"
	case f.Zero != "":
		return f.Zero
	case f.Lazy:
		return "null"
	case f.Encoded && f.Type.Kind != spec.UnionType:
		decoded := *f
		decoded.Encoded = false
		return quoteKey(t.zeroText(&decoded))
	}
	if s := scalars[f.Type.Kind]; s.zero != "" {
		return s.zero
	}
	if isIntEnum(f.Type) {
		return "0"
	}
	switch f.Type.Kind {
	case spec.EnumType:
		return `""`
	case spec.RecordType:
		return t.unset(f.Type.Record).text()
	case spec.Array:
		return "[]"
	case spec.Map:
		return "{}"
	}
	return "null"
}

// unset returns a record of which no Go field is set, as it is written in a required member: unlike in zero, whose Go fields have the defaults,
// members with another default than the zero value are written.
func (t *tests) unset(r *spec.Record) *object {
	o := t.zero(r, nil)
	for _, f := range t.record(r).declaredFields() {
		switch {
		case f.field.Inline == spec.InlineAlways:
			if f.field.Type.Kind == spec.RecordType && t.form(f.field) == plain {
				for _, m := range t.flattened(t.unset(f.field.Type.Record)) {
					o = o.with(m)
				}
			}
		case f.field.Default != "" && !isZeroLiteral(f.field.Default):
			o = o.withPath(pathOf(f.field), t.zeroText(f.field))
		}
	}
	t.order(o)
	return o
}

// constant returns a JSON literal as the Go value of a field.
func (t *tests) constant(f *spec.Field, literal string) *jen.Statement {
	if literal == "null" && (f.Type.Kind != spec.JSON || t.isNilForNull(f)) {
		return jen.Nil()
	}
	code := id(literal)
	if s, ok := stringLiteral(literal); ok {
		code = text(s)
	}
	switch {
	case isTime(f.Type):
		code = timeOf(f.Type, literal)
	case f.Type.Kind == spec.Decimal:
		code = text(literal)
	case f.Type.Kind == spec.JSON:
		return jen.Qual(decoderPath, "Raw").Call(text(literal))
	}
	if t.form(f) == pointer {
		if !scalars[f.Type.Kind].untyped {
			code = t.goType(f.Type, false).Call(code)
		}
		return call("new", code)
	}
	return code
}

// value returns a value of a field that differs from its zero value and its default. within are the records around it.
func (t *tests) value(f *spec.Field, within []*spec.Record) (sample, bool) {
	if f.Lazy {
		v, ok := t.ofType(f.Type, within, "")
		return sample{json: v.json, code: jen.Qual(decoderPath, "Raw").Call(text(v.json))}, ok
	}
	leave := t.inText(f)
	but := f.Default
	if len(f.When) > 0 && f.Type.Kind == spec.RecordType {
		but = "{}" // which is not written, as it is no other value
	}
	v, ok := t.ofType(f.Type, within, but)
	leave()
	if ok && t.form(f) == pointer {
		v = t.pointed(v, f.Type)
	}
	if f.Encoded {
		v.json = quoteKey(v.json)
	}
	return v, ok
}

// inText keeps members in the order of the encoder while the value of a field is built, if the field is a text that contains JSON. leave ends it.
func (t *tests) inText(f *spec.Field) (leave func()) {
	outer := t.ordered
	t.ordered = outer || f.Encoded
	return func() { t.ordered = outer }
}

// pointed returns the sample with a pointer to the value.
func (t *tests) pointed(v sample, typ *spec.Type) sample {
	switch {
	case v.typ != nil:
		return sample{json: v.json, code: jen.Op("&").Add(v.full())}
	case typ.Kind == spec.Decimal, isNumber(typ) && !scalars[typ.Kind].untyped && typ.Kind != spec.Number, typ.Kind == spec.EnumType && !typ.Enum.Untyped:
		return sample{json: v.json, code: call("new", t.goType(typ, false).Call(v.code))}
	}
	return sample{json: v.json, code: call("new", v.code)}
}

// ofType returns a value that differs from the zero value of its type and from the literal but. It returns false if there is none, such as for a
// record within itself.
func (t *tests) ofType(typ *spec.Type, within []*spec.Record, but string) (sample, bool) {
	switch typ.Kind {
	case spec.RecordType:
		o, ok := t.some(t.root(typ.Record), typ.Record, nil, within)
		if len(o.sets) == 0 && but != "" {
			return sample{}, false // no field has another value than the zero value, so that this is the default
		}
		return sample{json: o.text(), zero: len(o.sets) == 0, typ: t.ref("", typ.Record), code: t.values(typ.Record, o.sets)}, ok
	case spec.UnionType:
		if typ.Union.Variants != nil {
			return t.variant(typ.Union, within)
		}
		return t.oneCase(typ.Union, within)
	case spec.Array, spec.Map:
	default:
		return t.ofScalar(typ, but)
	}
	elem, ok := t.ofType(typ.Elem, within, "")
	if !ok {
		return sample{}, false
	}
	code := elem.code // a composite literal in a list or map needs no type
	if t.elemPointer(typ.Elem) && elem.typ == nil {
		code = t.pointed(elem, typ.Elem).code
	}
	if typ.Kind == spec.Array {
		return sample{json: "[" + elem.json + "]", typ: t.goType(typ, false), code: jen.Values(code)}, true
	}
	key, _ := t.ofType(typ.Key, nil, "")
	return sample{json: "{" + key.json + ":" + elem.json + "}", typ: t.goType(typ, false), code: jen.Values(jen.Add(key.code).Op(":").Add(code))}, true
}

// ofScalar is ofType for a type without parts.
func (t *tests) ofScalar(typ *spec.Type, but string) (sample, bool) {
	simple := func(literals ...string) (sample, bool) {
		literal := literals[0]
		if literal == but {
			literal = literals[1]
		}
		code := id(literal)
		if s, ok := stringLiteral(literal); ok {
			code = text(s)
		}
		return sample{json: literal, code: code}, true
	}
	switch typ.Kind {
	case spec.String:
		return simple(`"a"`, `"b"`)
	case spec.UUID:
		return simple(`"6f1c8f5e-3f0a-4a52-9e7b-0c8f0b7d2a11"`)
	case spec.Int, spec.Int64, spec.Uint64:
		return simple("7", "8")
	case spec.Number:
		return simple("1.5", "2.5")
	case spec.Bool:
		v, _ := simple("true", "false")
		v.zero = v.json == "false" // the default is true
		return v, true
	case spec.EnumType:
		var values []string
		for _, v := range typ.Enum.Values {
			literal := enumLiteral(typ.Enum, v)
			if literal == but || v.Value == "0" && typ.Enum.Int {
				continue // the zero value, or the default
			}
			values = append(values, literal)
		}
		if values == nil {
			return sample{}, false // any other value is an error for strict readers
		}
		return simple(values...)
	case spec.Time, spec.Seconds, spec.Milliseconds:
		literals := []string{"7", "8"}
		if typ.Kind == spec.Time {
			literals = []string{`"2026-01-02T03:04:05.500Z"`, `"2026-01-02T03:04:06Z"`}
		}
		v, _ := simple(literals...)
		return sample{json: v.json, code: timeOf(typ, v.json)}, true
	case spec.Decimal:
		v, _ := simple("1.10", "2.20")
		return sample{json: v.json, code: text(v.json)}, true
	case spec.Bytes:
		return sample{json: `"YQ=="`, typ: t.goType(typ, false), code: jen.Values(jen.LitRune('a'))}, true
	case spec.JSON:
		const value = `{"a":1}`
		return sample{json: value, code: jen.Qual(decoderPath, "Raw").Call(text(value))}, true
	}
	return sample{}, false // a Go type of the user: no text is known to be valid for it
}

// isOpaque reports whether a record has a required member with a Go type of the user, or is written with a record that has one: no text is known to
// be valid for it.
func (t *tests) isOpaque(r *spec.Record, within []*spec.Record) bool {
	if slices.Contains(within, r) {
		return false
	}
	within = append(slices.Clip(within), r)
	for _, own := range t.ownTags(t.record(r), t.root(r)) {
		inner := own.path[0].field.Type
		switch {
		case len(own.path) > 1 && inner.Kind == spec.RecordType && t.isOpaque(inner.Record, within):
			return true
		case len(own.path) == 1 && inner.Kind == spec.UnionType && t.isOpaque(caseOf(inner.Union, own.literal), within):
			return true
		}
	}
	return slices.ContainsFunc(t.record(r).declaredFields(), func(f declaredField) bool {
		if f.field.Const != "" || f.field.Optional || t.form(f.field) != plain {
			return false
		}
		return f.field.Type.Kind == spec.GoText || f.field.Type.Kind == spec.RecordType && t.isOpaque(f.field.Type.Record, within)
	})
}

// some returns a record with one member besides the tags and the required members, a plain one if possible.
func (t *tests) some(u *spec.Union, r *spec.Record, tags []tag, within []*spec.Record) (*object, bool) {
	o := t.zeroIn(u, r, tags)
	if slices.Contains(within, r) || t.isOpaque(r, nil) {
		return o, false
	}
	within = append(slices.Clip(within), r)
	o = t.withAccepted(o, u, tags, within)
	fields := t.freeFields(u, r, tags, within)
	if len(fields) == 0 {
		return o, true
	}
	slices.SortStableFunc(fields, func(a, b declaredField) int { return depth(a.field.Type) - depth(b.field.Type) })
	var one *object // o with a value in the first field that has one: one that is not the zero value, if there is such a field
	for _, f := range fields {
		v, ok := t.value(f.field, within)
		if ok && (one == nil || !v.zero) {
			one = o.set(f, v)
		}
		if ok && !v.zero {
			break
		}
	}
	if one == nil {
		return o, false
	}
	if t.ordered {
		t.order(one)
	}
	return one, true
}

// withAccepted returns o with values that a strict reader accepts, where the zero value is none, as for an enum.
func (t *tests) withAccepted(o *object, u *spec.Union, tags []tag, within []*spec.Record) *object {
	for _, f := range t.record(o.of).declaredFields() {
		if f.field.Inline == spec.InlineAlways && f.field.Type.Kind == spec.RecordType && t.form(f.field) == plain {
			if inner, ok := t.some(t.root(f.field.Type.Record), f.field.Type.Record, nil, within); ok {
				for _, m := range t.flattened(inner) {
					o = o.with(m)
				}
				o = o.with(entry{}, setting{f.owner, f.field.GoName, t.literal(inner)})
			}
		}
	}
	for _, f := range t.freeFields(u, o.of, tags, within) {
		if kind := f.field.Type.Kind; rule(f.field) == "Required" && (kind == spec.EnumType || kind == spec.RecordType) {
			if v, ok := t.value(f.field, within); ok {
				o = o.set(f, v)
			}
		}
	}
	return o
}

// freeFields returns the fields of a record that can have any value of their types: neither tags, nor fields that
// others decide on.
func (t *tests) freeFields(u *spec.Union, r *spec.Record, tags []tag, within []*spec.Record) []declaredField {
	return slices.DeleteFunc(t.record(r).declaredFields(), func(f declaredField) bool {
		return f.field.Const != "" || len(f.field.When) > 0 || f.field.Inline == spec.InlineAlways || f.field.Path != nil || isFixed(r, f.field.Name) ||
			slices.ContainsFunc(t.ownTags(t.record(r), u), func(o ownTag) bool { return o.path[0].field == f.field }) || // it has a tag already
			len(within) > 1 && t.isTagOfOuter(f.field) || t.isMissing(r, f.field.Name) ||
			slices.ContainsFunc(tags, func(t tag) bool { return t.name == f.field.Name && t.literal != "" })
	})
}

// order sorts the members of a record after its tags in the order of the spec.
func (t *tests) order(o *object) {
	var keys []string
	var add func(r *spec.Record)
	add = func(r *spec.Record) {
		for _, f := range t.record(r).declaredFields() {
			if f.field.Inline == spec.InlineAlways && f.field.Type.Kind == spec.RecordType {
				add(f.field.Type.Record)
			} else {
				if f.field.By != "" && !slices.Contains(keys, f.field.By) {
					keys = append(keys, f.field.By)
				}
				keys = append(keys, f.field.Name)
			}
		}
	}
	add(o.of)
	slices.SortStableFunc(o.members, func(a, b entry) int { return slices.Index(keys, a.key) - slices.Index(keys, b.key) })
}

// depth returns 0 for plain values, 1 for JSON and lists of plain values, and so on.
func depth(t *spec.Type) int {
	switch t.Kind {
	case spec.JSON:
		return 1
	case spec.Array, spec.Map:
		return 1 + depth(t.Elem)
	case spec.RecordType, spec.UnionType:
		return 9
	}
	return 0
}

// variant returns a value of a union by JSON type: of its first variant for which ofType has a value. It returns false if the value would be
// part of another one of the union.
func (t *tests) variant(u *spec.Union, within []*spec.Record) (sample, bool) {
	if slices.Contains(t.variants, u) {
		return sample{}, false
	}
	t.variants = append(t.variants, u)
	defer func() { t.variants = t.variants[:len(t.variants)-1] }()
	for _, a := range u.Variants {
		v, ok := t.ofType(a.Type, within, "")
		if !ok {
			continue
		}
		if a.Type.Kind == spec.JSON && a.JSON == "array" {
			const list = `[{"a":1}]`
			v = sample{json: list, code: jen.Qual(decoderPath, "Raw").Call(text(list))}
		}
		code := v.full()
		if t.variantPointer(a) {
			code = t.pointed(v, a.Type).code
		}
		typ := keyed("Type", jen.Qual(decoderPath, jsonTypeName(a.JSON)))
		return sample{json: v.json, typ: t.ref("", u), code: jen.Values(typ, keyed(a.GoName, code))}, true
	}
	return sample{}, false
}
