package provider

import (
	"slices"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

// The rules of schemas. Gemini's Schema is a part of that of OpenAPI 3.0.
var (
	ruleSchemaKeyword = newRule("schema: a keyword that Gemini does not know is left out", KeywordStripped,
		geminiSchema+" refuses others: \"Unknown name ... Cannot find field\"")
	ruleSchemaFormat = newRule("schema: a format that Gemini does not know is left out", KeywordStripped,
		geminiSchema+", format, refuses others: \"only 'enum' and 'date-time' are supported for STRING type\"; float and double, int32 and int64 of numbers")
	ruleSchemaTrue           = newRule("schema: true is {}", SchemaRewritten, jsonSchema+"#section-4.3.2, boolean schemas; "+geminiSchema+": an object")
	ruleSchemaTypes          = newRule("schema: a list of types is one type, nullable or a choice", SchemaRewritten, geminiSchema+", type: one of Type; nullable")
	ruleSchemaTypesAndChoice = newRule("schema: a list of types beside a choice is left out", KeywordStripped, geminiSchema+", type, anyOf")
	ruleSchemaConst          = newRule("schema: a constant is an enum", SchemaRewritten, jsonValidation+"#section-6.1.3, const; "+geminiSchema+", enum")
	ruleSchemaEnumList       = newRule("schema: an enum that is not a list is left out", KeywordStripped, geminiSchema+", enum: a list of texts")
	ruleSchemaEnumNull       = newRule("schema: null in an enum is nullable", SchemaRewritten, geminiSchema+", enum: texts; nullable")
	ruleSchemaEnumBool       = newRule("schema: an enum of true and false is a boolean", SchemaRewritten, geminiSchema+", enum: of STRING, INTEGER and NUMBER")
	ruleSchemaEnumMixed      = newRule("schema: an enum of several types is left out", KeywordStripped, geminiSchema+", enum: of one type")
	ruleSchemaBound          = newRule("schema: an exclusive bound is an inclusive one", SchemaRewritten,
		jsonValidation+"#section-6.2.5, exclusiveMaximum; "+geminiSchema+", minimum, maximum")
	ruleSchemaOldBound      = newRule("schema: an exclusive bound of the old form is left out", KeywordStripped, openAPI+": exclusiveMaximum is a boolean; "+geminiSchema+" has none")
	ruleSchemaTuple         = newRule("schema: a list of items is items of any of them", SchemaRewritten, jsonSchema+"#section-10.3.1.1, prefixItems; "+geminiSchema+", items: one Schema")
	ruleSchemaItemsFalse    = newRule("schema: no further items is a largest number of them", SchemaRewritten, jsonSchema+"#section-10.3.1.2, items; "+geminiSchema+", maxItems")
	ruleSchemaPropertyFalse = newRule("schema: a property that is never there is left out", SchemaRewritten, jsonSchema+"#section-4.3.2, boolean schemas")
	ruleSchemaPropertyOdd   = newRule("schema: a property that is not a schema is left out", KeywordStripped, geminiSchema+", properties: each is a Schema")
	ruleSchemaRequired      = newRule("schema: required names only properties that there are", SchemaRewritten, geminiSchema+", required: required properties of the object; others are refused")
	ruleSchemaOneOf         = newRule("schema: oneOf is anyOf", SchemaRewritten, openAPI+", oneOf; "+geminiSchema+", anyOf")
	ruleSchemaTwoChoices    = newRule("schema: oneOf beside anyOf is left out", KeywordStripped, geminiSchema+", anyOf: one choice")
	ruleSchemaVariantFalse  = newRule("schema: a variant that nothing fits is left out", SchemaRewritten, jsonSchema+"#section-4.3.2, boolean schemas")
	ruleSchemaVariantOdd    = newRule("schema: a variant that is not a schema is left out", KeywordStripped, geminiSchema+", anyOf: each is a Schema")
	ruleSchemaVariantNull   = newRule("schema: null in a choice is nullable", SchemaRewritten, geminiSchema+", nullable")
	ruleSchemaConstants     = newRule("schema: a choice of constants is an enum", SchemaRewritten, geminiSchema+", enum")
	ruleSchemaOneVariant    = newRule("schema: a choice of one is that one", SchemaRewritten, jsonSchema+"#section-10.2.1.2, anyOf")
	ruleSchemaAllOf         = newRule("schema: allOf is merged", SchemaRewritten, jsonSchema+"#section-10.2.1.1, allOf; "+geminiSchema+" has none")
	ruleSchemaBoth          = newRule("schema: what two parts of allOf say in different ways is said once", KeywordStripped, geminiSchema+" has no allOf")
	ruleSchemaRef           = newRule("schema: a reference is what it refers to", SchemaRewritten, jsonSchema+"#section-8.2.3.1, $ref; "+geminiSchema+" has none")
	ruleSchemaNoRef         = newRule("schema: a reference to nothing is left out", KeywordStripped, jsonSchema+"#section-8.2.3.1, $ref")
	ruleSchemaRefLoop       = newRule("schema: a reference within itself is anything", SchemaRewritten, jsonSchema+"#section-9.4.1, infinite recursion")
	ruleSchemaLimit         = newRule("schema: references expand to 10,000 schemas at most", KeywordStripped, "a limit of this package")
	ruleSchemaDepth         = newRule("schema: schemas nest 200 deep at most", KeywordStripped, "a limit of this package")
)

// GoogleSchema converts the JSON Schema of a tool's parameters to one that Gemini accepts. Keywords of its Schema ([GoogleKeyword]) are kept,
// others are rewritten to these if possible, and stripped if not. Every change but that of form is reported.
//
//   - A reference is replaced by what it refers to; a recursive one by {}, which accepts anything.
//   - const, enum and a choice of constants are an enum of texts with a type; null in any of them, in a list of types or in a choice
//     is nullable. A constant of true or false is a boolean.
//   - oneOf is anyOf. A choice of one is replaced by it. Keywords beside a choice go into each variant, since Gemini allows none
//     beside it.
//   - allOf is merged into one schema. exclusiveMinimum and exclusiveMaximum become minimum and maximum, of a whole number the next one.
//   - prefixItems, and items as a list, become items of any of them. A schema that is true is {}; a property that is false is left out.
//   - required names only properties that there are. A format is kept where Gemini knows it.
//
// Names of properties are not keywords. What is not a schema is returned unchanged. Schemas are expanded up to a
// limit, beyond which a reference is {}: a few nested references can expand to billions of schemas.
//
// The index of each Change is -1, its Detail begins with the path as jq writes it. Rules names the source of each change.
func GoogleSchema(schema decoder.Raw) (decoder.Raw, []Change) {
	w := schemaWriter{root: schema}
	out, ok := w.rewrite(schema, "", nil)
	if !ok {
		return schema, w.changes
	}
	return writeObject(out), w.changes
}

const (
	maxSchemas     = 10_000 // the largest number of schemas that are written for one
	maxSchemaDepth = 200
)

type schemaWriter struct {
	changes
	root    decoder.Raw
	written int // number of schemas written so far
	depth   int // nesting of the current one
}

// rewrite returns a schema in Gemini's keywords. refs are the references that led to it. ok is false if value is not an object.
func (w *schemaWriter) rewrite(value decoder.Raw, path string, refs []string) (out schema, ok bool) {
	if isBool(value, true) {
		w.add(ruleSchemaTrue, -1, "%s is true, which is {}", at(path))
		return nil, true
	}
	if value.Type() != decoder.Object {
		return nil, false
	}
	w.written++
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > maxSchemaDepth {
		w.add(ruleSchemaDepth, -1, "all of %s, which is nested too deep", path)
		return nil, true
	}
	list, refs := w.resolve(keywords(value), path, refs)
	list = w.mergeAll(list, path, refs)
	return w.words(list, path, refs), true
}

// at returns a path as jq writes it, "." for the whole.
func at(path string) string {
	if path == "" {
		return "."
	}
	return path
}

// words rewrites the keywords of one schema to Gemini's. allOf and $ref are resolved already.
func (w *schemaWriter) words(list schema, path string, refs []string) schema {
	var out schema
	w.types(&out, &list, path)
	w.values(&out, &list, path)
	w.bound(&list, "exclusiveMinimum", "minimum", 1, path)
	w.bound(&list, "exclusiveMaximum", "maximum", -1, path)
	w.items(&out, &list, path, refs)
	choice := w.choice(&list, &out, path, refs)
	for _, k := range list {
		at := path + "." + k.name
		switch {
		case k.name == "properties" && k.value.Type() == decoder.Object:
			out.put(k.name, w.properties(k.value, at, refs))
		case k.name == "format" && out.get("format") != nil: // that of an enum of numbers
			if out.text("format") != list.text("format") {
				w.add(ruleSchemaFormat, -1, "%s", at)
			}
		case k.name == "format" && !knowsFormat(out.text("type"), k.value):
			w.add(ruleSchemaFormat, -1, "%s", at)
		case GoogleKeyword(k.name).Known():
			if out.get(k.name) == nil {
				out.put(k.name, k.value)
			}
		default:
			w.add(ruleSchemaKeyword, -1, "%s", at)
		}
	}
	w.required(&out, path)
	infer(&out)
	if choice != nil {
		return w.distribute(out, choice, path)
	}
	return out
}

// types takes the keyword type: null becomes nullable, and several types become a choice.
func (w *schemaWriter) types(out, list *schema, path string) {
	value := list.take("type")
	if value == nil {
		return
	}
	if value.Type() != decoder.Array {
		out.put("type", value)
		return
	}
	var types []decoder.Raw
	for _, t := range value.Elements() {
		if s, _ := t.Text(); s == "null" {
			out.nullable()
		} else {
			types = append(types, t)
		}
	}
	w.add(ruleSchemaTypes, -1, "%s.type is a list", path)
	switch len(types) {
	case 0:
		out.put("type", decoder.Raw(`"null"`))
		out.take("nullable")
	case 1:
		out.put("type", types[0])
	default:
		for i, t := range types {
			types[i] = writeObject(schema{{"type", t}})
		}
		all := writeArray(types)
		if other := list.take("anyOf"); other != nil { // both choices must hold, and only one of them can be written
			all = other
			w.add(ruleSchemaTypesAndChoice, -1, "%s.type, beside a choice", path)
		}
		list.put("anyOf", all)
	}
}

// items takes the keywords items and prefixItems.
func (w *schemaWriter) items(out, list *schema, path string, refs []string) {
	first, name := list.take("prefixItems"), "prefixItems"
	rest := list.take("items")
	if first == nil && rest.Type() == decoder.Array {
		first, name, rest = rest, "items", list.take("additionalItems")
	}
	var variants []decoder.Raw
	n := 0
	if first.Type() == decoder.Array {
		for _, v := range first.Elements() {
			n++
			if s, ok := w.rewrite(v, path+"."+name+"[]", refs); ok {
				variants = appendNew(variants, writeObject(s))
			}
		}
		w.add(ruleSchemaTuple, -1, "%s.%s is items of any of them", path, name)
	}
	switch {
	case isBool(rest, false):
		w.add(ruleSchemaItemsFalse, -1, "%s.items is false: there are %d at most", path, n)
		list.put("maxItems", tighter("maxItems", list.get("maxItems"), strconv.AppendInt(nil, int64(n), 10)))
	case rest != nil:
		if s, ok := w.rewrite(rest, path+".items", refs); ok {
			variants = appendNew(variants, writeObject(s))
		}
	}
	switch len(variants) {
	case 0:
	case 1:
		out.put("items", variants[0])
	default:
		out.put("items", writeObject(schema{{"anyOf", writeArray(variants)}}))
	}
}

// properties rewrites each property.
func (w *schemaWriter) properties(value decoder.Raw, path string, refs []string) decoder.Raw {
	var list schema
	for _, p := range keywords(value) {
		at := path + "." + p.name
		if isBool(p.value, false) {
			w.add(ruleSchemaPropertyFalse, -1, "%s is false: it is left out", at)
			continue
		}
		s, ok := w.rewrite(p.value, at, refs)
		if !ok {
			w.add(ruleSchemaPropertyOdd, -1, "%s, which is not a schema", at)
			continue
		}
		list = append(list, keyword{p.name, writeObject(s)})
	}
	return writeObject(list)
}

// required removes the names of properties that do not exist: Gemini refuses them.
func (w *schemaWriter) required(out *schema, path string) {
	value := out.get("required")
	if value == nil {
		return
	}
	properties := keywords(out.get("properties"))
	var names []decoder.Raw
	for _, name := range value.Elements() {
		if s, ok := name.Text(); ok && properties.index(s) >= 0 {
			names = append(names, name)
		} else {
			w.add(ruleSchemaRequired, -1, "%s.required names no property: %s", path, s)
		}
	}
	if len(names) == 0 {
		out.take("required")
		return
	}
	out.put("required", writeArray(names))
}

// infer sets the type of a schema without one to the type that its keywords are for.
func infer(out *schema) {
	if out.get("type") != nil || out.get("anyOf") != nil {
		return
	}
	for _, of := range [...]struct {
		typ      string
		keywords []string
	}{
		{"object", []string{"properties", "required", "propertyOrdering", "minProperties", "maxProperties"}},
		{"array", []string{"items", "minItems", "maxItems"}},
		{"string", []string{"pattern", "minLength", "maxLength"}},
		{"number", []string{"minimum", "maximum"}},
	} {
		if slices.ContainsFunc(of.keywords, func(name string) bool { return out.get(name) != nil }) {
			out.put("type", encoder.AppendString(nil, of.typ))
			return
		}
	}
}
