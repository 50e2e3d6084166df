package provider

import (
	"slices"
	"strconv"
	"strings"

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

// keyword is a member of a schema.
type keyword struct {
	name  string
	value decoder.Raw
}

// schema is the keywords of a schema, in order.
type schema []keyword

func (s schema) index(name string) int {
	return slices.IndexFunc(s, func(k keyword) bool { return k.name == name })
}

// get returns the value of a keyword, nil if it is absent.
func (s schema) get(name string) decoder.Raw {
	if i := s.index(name); i >= 0 {
		return s[i].value
	}
	return nil
}

// put sets a keyword.
func (s *schema) put(name string, value decoder.Raw) {
	if i := s.index(name); i >= 0 {
		(*s)[i].value = value
		return
	}
	*s = append(*s, keyword{name, value})
}

// take removes a keyword and returns its value, nil if it is absent.
func (s *schema) take(name string) decoder.Raw {
	i := s.index(name)
	if i < 0 {
		return nil
	}
	value := (*s)[i].value
	*s = slices.Delete(slices.Clone(*s), i, i+1)
	return value
}

// text returns the text of a keyword.
func (s schema) text(name string) string {
	text, _ := s.get(name).Text()
	return text
}

// nullable allows null.
func (s *schema) nullable() { s.put("nullable", decoder.Raw("true")) }

// isBool reports whether a schema is true or false.
func isBool(value decoder.Raw, b bool) bool {
	return value.Type() == decoder.Bool && string(value) == strconv.FormatBool(b)
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

// appendNew appends a value to a list that does not have it.
func appendNew(list []decoder.Raw, value decoder.Raw) []decoder.Raw {
	if slices.ContainsFunc(list, func(o decoder.Raw) bool { return string(o) == string(value) }) {
		return list
	}
	return append(list, value)
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

// choice takes the keywords anyOf and oneOf, and returns their rewritten variants; nil if there are none, or if a single one was merged into out.
func (w *schemaWriter) choice(list, out *schema, path string, refs []string) []schema {
	name := "anyOf"
	value := list.take(name)
	if other := list.take("oneOf"); other != nil {
		if value != nil {
			w.add(ruleSchemaTwoChoices, -1, "%s.oneOf, beside anyOf", path)
		} else {
			name, value = "oneOf", other
			w.add(ruleSchemaOneOf, -1, "%s.oneOf is anyOf", path)
		}
	}
	if value == nil {
		return nil
	}
	at := path + "." + name
	var variants []schema
	for _, v := range value.Elements() {
		if isBool(v, false) {
			w.add(ruleSchemaVariantFalse, -1, "%s[] is false: it is left out", at)
			continue
		}
		s, ok := w.rewrite(v, at+"[]", refs)
		switch {
		case !ok:
			w.add(ruleSchemaVariantOdd, -1, "%s[], which is not a schema", at)
		case s.text("type") == "null":
			w.add(ruleSchemaVariantNull, -1, "%s has null: it is nullable", at)
			out.nullable()
		default:
			variants = append(variants, s)
		}
	}
	if len(variants) > 1 {
		if enum, ok := onlyConstants(variants); ok {
			w.add(ruleSchemaConstants, -1, "%s is an enum", at)
			variants = []schema{enum}
		}
	}
	if len(variants) == 1 {
		w.add(ruleSchemaOneVariant, -1, "%s has one variant, which stands in its place", at)
	}
	return variants
}

// onlyConstants joins variants that have only enums of one type and descriptions.
func onlyConstants(variants []schema) (schema, bool) {
	var all []decoder.Raw
	first := variants[0]
	for _, v := range variants {
		for _, k := range v {
			switch k.name {
			case "type", "format", "enum", "title", "description":
			default:
				return nil, false
			}
		}
		if v.get("enum") == nil || v.text("type") != first.text("type") {
			return nil, false
		}
		for _, value := range v.get("enum").Elements() {
			all = appendNew(all, value)
		}
	}
	out := schema{{"type", first.get("type")}}
	if format := first.get("format"); format != nil {
		out.put("format", format)
	}
	out.put("enum", writeArray(all))
	return out, true
}

// distribute adds the keywords beside a choice to each variant that does not have them.
func (w *schemaWriter) distribute(beside schema, variants []schema, path string) schema {
	if len(variants) == 0 {
		return beside
	}
	list := make([]decoder.Raw, len(variants))
	for i, v := range variants {
		merged := slices.Clone(beside)
		for _, k := range v {
			w.merge(&merged, k, path, len(variants) > 1)
		}
		if len(variants) == 1 {
			return merged
		}
		list[i] = writeObject(merged)
	}
	return schema{{"anyOf", writeArray(list)}}
}

// mergeAll merges the schemas of allOf into the others.
func (w *schemaWriter) mergeAll(list schema, path string, refs []string) schema {
	for depth := 0; ; depth++ {
		all := list.take("allOf")
		if all == nil {
			return list
		}
		at := path + ".allOf"
		if depth == maxSchemaDepth {
			w.add(ruleSchemaDepth, -1, "%s, which is nested too deep", at)
			return list
		}
		w.add(ruleSchemaAllOf, -1, "%s is merged", at)
		for _, part := range all.Elements() {
			if part.Type() != decoder.Object {
				continue
			}
			keywords, _ := w.resolve(keywords(part), at+"[]", refs)
			for _, k := range keywords {
				w.merge(&list, k, path, false)
			}
		}
	}
}

// merge adds a keyword to a schema. If the schema has the keyword, the result must satisfy both values; of two descriptions, the new one wins if new
// is set.
func (w *schemaWriter) merge(list *schema, k keyword, path string, new bool) {
	old := list.get(k.name)
	if old == nil || string(old) == string(k.value) {
		list.put(k.name, k.value)
		return
	}
	switch k.name {
	case "title", "description", "default", "example":
		if new {
			list.put(k.name, k.value)
		}
	case "properties":
		merged := keywords(old)
		for _, p := range keywords(k.value) {
			if other := merged.get(p.name); other != nil && string(other) != string(p.value) {
				p.value = writeObject(schema{{"allOf", writeArray([]decoder.Raw{other, p.value})}})
			}
			merged.put(p.name, p.value)
		}
		list.put(k.name, writeObject(merged))
	case "required", "allOf", "propertyOrdering":
		var all []decoder.Raw
		for _, v := range []decoder.Raw{old, k.value} {
			for _, e := range v.Elements() {
				all = appendNew(all, e)
			}
		}
		list.put(k.name, writeArray(all))
	case "enum":
		var both []decoder.Raw
		for _, v := range old.Elements() {
			for _, o := range k.value.Elements() {
				if string(v) == string(o) {
					both = append(both, v)
				}
			}
		}
		list.put(k.name, writeArray(both))
	case "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		list.put(k.name, tighter(k.name, old, k.value))
	default:
		w.add(ruleSchemaBoth, -1, "%s.%s, which is there in another way: %s", path, k.name, k.value)
	}
}

// tighter returns the stricter one of two bounds; nil means no bound.
func tighter(name string, a, b decoder.Raw) decoder.Raw {
	x, err1 := strconv.ParseFloat(string(a), 64)
	y, err2 := strconv.ParseFloat(string(b), 64)
	switch {
	case err1 != nil:
		return b
	case err2 != nil:
		return a
	case strings.HasPrefix(name, "min") == (x > y):
		return a
	}
	return b
}

// resolve replaces a reference by the keywords that it refers to. Those beside the reference win.
func (w *schemaWriter) resolve(list schema, path string, refs []string) (schema, []string) {
	for {
		value := list.take("$ref")
		if value == nil {
			return list, refs
		}
		ref, _ := value.Text()
		target, ok := w.lookup(ref)
		switch {
		case !ok:
			w.add(ruleSchemaNoRef, -1, "%s.$ref, which refers to nothing: %s", path, ref)
			return list, refs
		case slices.Contains(refs, ref):
			w.add(ruleSchemaRefLoop, -1, "%s.$ref refers to itself: %s", path, ref)
			return list, refs
		case w.written > maxSchemas || len(refs) > maxSchemaDepth:
			w.add(ruleSchemaLimit, -1, "%s.$ref, beyond the limit of %d schemas: %s", path, maxSchemas, ref)
			return list, refs
		}
		w.add(ruleSchemaRef, -1, "%s.$ref is replaced by %s", path, ref)
		refs = append(slices.Clone(refs), ref)
		for _, k := range keywords(target) {
			if list.index(k.name) < 0 {
				list = append(list, k)
			}
		}
	}
}

// lookup returns the schema to which a reference within the schema refers.
func (w *schemaWriter) lookup(ref string) (decoder.Raw, bool) {
	place, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil, false
	}
	keys := strings.Split(place, "/")
	for i, k := range keys {
		keys[i] = strings.ReplaceAll(strings.ReplaceAll(k, "~1", "/"), "~0", "~")
	}
	target, ok := w.root.Get(keys...)
	return target, ok && target.Type() == decoder.Object
}

// keywords returns the members of an object. If a name comes twice, the last member counts.
func keywords(value decoder.Raw) schema {
	var list schema
	for name, value := range value.Members() {
		list.put(name, value)
	}
	return list
}

// writeObject writes keywords as an object.
func writeObject(list schema) decoder.Raw {
	dst := []byte{'{'}
	for i, k := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = encoder.AppendString(dst, k.name)
		dst = append(dst, ':')
		dst = append(dst, k.value...)
	}
	return append(dst, '}')
}

func writeArray(list []decoder.Raw) decoder.Raw {
	dst := []byte{'['}
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, v...)
	}
	return append(dst, ']')
}
