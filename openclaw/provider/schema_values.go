package provider

import (
	"slices"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

// values takes the keywords const and enum.
func (w *schemaWriter) values(out, list *schema, path string) {
	name := "const"
	value := list.take(name)
	var constants []decoder.Raw
	switch {
	case value != nil:
		constants = []decoder.Raw{value}
		w.add(ruleSchemaConst, -1, "%s.const is an enum of one", path)
		list.take("enum")
	default:
		name = "enum"
		if value = list.take(name); value == nil {
			return
		}
		if value.Type() != decoder.Array {
			w.add(ruleSchemaEnumList, -1, "%s.enum, which is not a list", path)
			return
		}
		for _, v := range value.Elements() {
			constants = append(constants, v)
		}
	}
	w.enumerate(out, constants, path+"."+name)
}

// enumerate writes constants as an enum of texts with a type.
func (w *schemaWriter) enumerate(out *schema, constants []decoder.Raw, at string) {
	var texts []decoder.Raw
	types := map[string]bool{}
	for _, v := range constants {
		t := typeOf(v)
		switch t {
		case "null":
			w.add(ruleSchemaEnumNull, -1, "%s has null: it is nullable", at)
			out.nullable()
			continue
		case "string":
		case "integer", "number":
			v = encoder.AppendString(nil, string(v))
		}
		types[t] = true
		if !slices.ContainsFunc(texts, func(o decoder.Raw) bool { return string(o) == string(v) }) {
			texts = append(texts, v)
		}
	}
	declared := out.text("type")
	t := declared
	switch {
	case types["string"] && len(types) == 1 && (declared == "integer" || declared == "number") && areNumbers(texts):
		// Gemini's own form: an enum of numbers is a list of texts.
	case len(types) == 0:
		if out.get("type") == nil { // null is the only value
			out.put("type", decoder.Raw(`"null"`))
		}
		return
	case len(types) == 1:
		for t = range types {
		}
	case types["integer"] && types["number"] && len(types) == 2:
		t = "number"
	default:
		t = ""
	}
	switch {
	case t == "boolean":
		w.add(ruleSchemaEnumBool, -1, "%s is a boolean", at)
	case t == "integer" || t == "number":
		if declared == "number" {
			t = declared
		}
		out.put("format", decoder.Raw(`"enum"`))
		out.put("enum", writeArray(texts))
	case t == "string":
		out.put("enum", writeArray(texts))
	default:
		w.add(ruleSchemaEnumMixed, -1, "%s, whose values have no type that Gemini has enums of", at)
		return
	}
	out.put("type", encoder.AppendString(nil, t))
}

// areNumbers reports whether texts are numbers.
func areNumbers(texts []decoder.Raw) bool {
	return !slices.ContainsFunc(texts, func(v decoder.Raw) bool {
		text, _ := v.Text()
		_, err := strconv.ParseFloat(text, 64)
		return err != nil
	})
}

// typeOf returns the type that a schema has for a value.
func typeOf(value decoder.Raw) string {
	switch value.Type() {
	case decoder.String:
		return "string"
	case decoder.Bool:
		return "boolean"
	case decoder.Null:
		return "null"
	case decoder.Number:
		if _, err := strconv.ParseInt(string(value), 10, 64); err == nil {
			return "integer"
		}
		return "number"
	case decoder.Array:
		return "array"
	}
	return "object"
}

// bound rewrites an exclusive bound as an inclusive one: for integers the next integer, for other numbers the same number.
func (w *schemaWriter) bound(list *schema, exclusive, inclusive string, step int64, path string) {
	value := list.take(exclusive)
	if value == nil {
		return
	}
	at := path + "." + exclusive
	if value.Type() != decoder.Number { // an older JSON Schema had true and false
		w.add(ruleSchemaOldBound, -1, "%s", at)
		return
	}
	if n, err := strconv.ParseInt(string(value), 10, 64); err == nil && list.integral() {
		value = strconv.AppendInt(nil, n+step, 10)
	}
	w.add(ruleSchemaBound, -1, "%s is %s", at, inclusive)
	list.put(inclusive, tighter(inclusive, list.get(inclusive), value))
}

// integral reports whether the schema is of integers, by its remaining keywords.
func (s schema) integral() bool {
	for _, name := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default"} {
		if v := s.get(name); v != nil && v.Type() == decoder.Number && typeOf(v) != "integer" {
			return false
		}
	}
	return true
}

// knowsFormat reports whether Gemini knows a format of a type.
func knowsFormat(typ string, format decoder.Raw) bool {
	name, _ := format.Text()
	switch typ {
	case "number":
		return name == "float" || name == "double"
	case "integer":
		return name == "int32" || name == "int64"
	}
	return name == "enum" || name == "date-time"
}
