package schema

import (
	"encoding/json"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// scalars has the schemas of scalar types. Readers keep a fraction in an int field, so the schema of an int accepts any number.
var scalars = map[spec.TypeKind]object{
	spec.String:       of("type", "string"),
	spec.GoText:       of("type", "string"),
	spec.UUID:         of("type", "string", "format", "uuid"),
	spec.Time:         of("type", "string", "format", "date-time"),
	spec.Bytes:        of("type", "string", "contentEncoding", "base64"),
	spec.Int:          of("type", []string{"integer", "number"}),
	spec.Int64:        of("type", []string{"integer", "number"}, "format", "int64"),
	spec.Uint64:       of("type", []string{"integer", "number"}, "format", "uint64"),
	spec.Number:       of("type", "number"),
	spec.Decimal:      of("type", "number"),
	spec.Seconds:      of("type", "number", "$comment", "seconds since 1970-01-01T00:00:00Z"),
	spec.Milliseconds: of("type", "number", "$comment", "milliseconds since 1970-01-01T00:00:00Z"),
	spec.Bool:         of("type", "boolean"),
	spec.JSON:         {},
}

// bounds has the least and the largest number of each type that a Go type can hold. Strict readers refuse others. A number that is rounded to the
// largest float64 is not out of range.
var bounds = map[spec.TypeKind][2]json.RawMessage{
	spec.Int:          {json.RawMessage("-9223372036854775808"), json.RawMessage("9223372036854775807")},
	spec.Int64:        {json.RawMessage("-9223372036854775808"), json.RawMessage("9223372036854775807")},
	spec.Uint64:       {nil, json.RawMessage("18446744073709551615")}, // its minimum is in scalar
	spec.Number:       {json.RawMessage("-1.797693134862315807e308"), json.RawMessage("1.797693134862315807e308")},
	spec.Seconds:      {json.RawMessage("-4611686018427387904"), json.RawMessage("4611686018427387904")},
	spec.Milliseconds: {json.RawMessage("-4611686018427387904000"), json.RawMessage("4611686018427387904000")},
}

// scalar returns the schema of a scalar type.
func (w *writer) scalar(kind spec.TypeKind) object {
	o := scalars[kind]
	limits, ok := bounds[kind]
	if !ok || !w.strict {
		return o
	}
	if kind == spec.Uint64 {
		o = o.with("exclusiveMinimum", -1) // -0.5 is cut off to 0
	} else {
		o = o.with("minimum", limits[0])
	}
	return o.with("maximum", limits[1])
}

// value returns the schema of a value of a type.
func (w *writer) value(s scope, t *spec.Type) object {
	o := w.present(s, t)
	if t.Null {
		o = orNull(o)
	}
	return o
}

func (w *writer) present(s scope, t *spec.Type) object {
	switch t.Kind {
	case spec.Array:
		return of("type", "array", "items", w.value(s, t.Elem))
	case spec.Map:
		o := of("type", "object")
		if t.Key.Kind == spec.EnumType {
			key := w.enum(s.in(t.Key), t.Key.Enum)
			if w.strict { // readers keep any key
				key = of("anyOf", []object{key, of("type", "string")})
			}
			o = o.with("propertyNames", key)
		}
		return o.with("additionalProperties", w.value(s, t.Elem))
	case spec.EnumType:
		return w.enum(s.in(t), t.Enum)
	case spec.UnionType:
		in := s.in(t)
		o := w.union(in, t.Union)
		if t.Union.Variants != nil {
			return o
		}
		return w.closed(in, o)
	case spec.RecordType:
		in := s.in(t)
		o := w.closed(in, append(w.record(in, t.Record), tagged(in, t.Record)...))
		if t.Record.Shorthand != "" {
			o = of("anyOf", []object{of("type", "string", "minLength", 1), o})
		}
		return o
	}
	return w.scalar(t.Kind)
}

// tagged returns the schema for a record that is not a case where it stands: it requires the tags with which the
// record is written alone, those of its first union. Their values do not matter. Views do not require tags.
func tagged(s scope, r *spec.Record) object {
	unions := s.model.Roots(r)
	if len(unions) == 0 || s.model.View {
		return nil
	}
	var required []string
	for _, t := range r.Tags {
		if slices.Contains(t.Unions, unions[0]) {
			required = append(required, t.Name)
		}
	}
	if required == nil {
		return nil
	}
	return of("required", required)
}

// orNull returns a schema that accepts null and what o accepts.
func orNull(o object) object {
	if len(o) == 0 {
		return o // o accepts any value
	}
	for _, m := range o {
		switch m.name {
		case "type", "items", "additionalProperties", "propertyNames", "minimum", "exclusiveMinimum", "maximum", "format", "contentEncoding", "contentMediaType", "contentSchema", "$comment":
			continue
		}
		return of("anyOf", []object{o, of("type", "null")})
	}
	types := []string{"null"} // o has one type: its other keywords do not apply to null
	if list, ok := o[0].value.([]string); ok {
		types = append(list[:len(list):len(list)], types...)
	} else {
		types = append([]string{o[0].value.(string)}, types...)
	}
	return append(of("type", types), o[1:]...)
}

func (w *writer) enumDefinition(e *spec.Enum) object {
	var kind any = "string"
	switch {
	case e.Int && w.strict:
		kind = "integer"
	case e.Int:
		kind = []string{"integer", "number"} // as for an int
	}
	literal := func(v *spec.EnumValue) any {
		if e.Int {
			return json.RawMessage(v.Value)
		}
		return v.Value
	}
	var plain []any    // values without documentation
	var known []object // a schema for each value with documentation
	for _, v := range e.Values {
		if o := about(of("const", literal(v)), &v.About); len(o) > 1 {
			known = append(known, o)
		} else {
			plain = append(plain, literal(v))
		}
	}
	if len(plain) > 0 {
		known = append([]object{of("enum", plain)}, known...)
	}
	switch {
	case w.strict && e.Open && e.Int:
		known = append(known, w.scalar(spec.Int)) // the type around it refuses fractions
	case !w.strict || e.Open:
		known = append(known, of("type", kind))
	}
	return append(about(of("type", kind), &e.About), of("anyOf", known)...)
}
