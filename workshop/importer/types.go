package importer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// typeOf returns the type of a member, whether it can be null, and a comment about it.
func (i *importer) typeOf(s schema, name, context string) (typ string, null bool, comment string) {
	at, named := i.resolve(s)
	i.depth++
	defer func() { i.depth-- }()
	if i.depth > maxDepth {
		i.fail(s.path, fmt.Sprintf("more than %d types within each other; describe a part of them as objects", maxDepth))
		return "json", false, ""
	}
	if i.open[at.path] && i.made[at.path] == "" {
		typ, comment = i.typeWithinItself(at)
		return typ, s.isNullable() || at.isNullable(), comment
	}
	if !i.open[at.path] {
		i.open[at.path] = true
		defer delete(i.open, at.path)
	}
	if at.has("allOf") && !i.areObjects(at, map[string]bool{}) {
		at, named = i.joined(at)
	}
	typ, null, comment = i.resolvedType(at, named, cmp.Or(named, name), context)
	return typ, null || s.isNullable() || at.isNullable(), comment
}

// typeWithinItself returns the type of a schema whose type is being made and has no name.
func (i *importer) typeWithinItself(at schema) (typ, comment string) {
	if value, ok := at.get("additionalProperties"); ok && i.made[value.path] != "" && !at.has("properties") {
		return "map<string, " + i.made[value.path] + ">", ""
	}
	return "json", "a value that holds values like itself"
}

// resolvedType is typeOf for a schema that is no reference. named is the name of its definition, "" if it has none.
func (i *importer) resolvedType(at schema, named, name, context string) (typ string, null bool, comment string) {
	if typ, null, comment = i.typeOfValues(at, name, context); typ != "" {
		return typ, null, comment
	}
	types, null := at.typesBesideNull()
	if list := append(at.list("oneOf"), at.list("anyOf")...); len(list) > 0 && !at.has("properties") && !at.has("allOf") {
		typ, anyNull, comment := i.alternatives(at, list, name, context)
		if typ != "json" || len(types) != 1 || scalars[types[0]] == "" {
			return typ, anyNull, comment
		}
		typ, comment = i.oneType(at, types[0], named, name, context) // which the alternatives only restrict
		return typ, null, comment
	}
	if len(types) == 0 && at.has("allOf") {
		types, null = withoutNull(i.typesOf(at, map[string]bool{}))
	}
	switch {
	case isAnything(types) && !at.has("properties") && !at.has("items"):
		return "json", false, ""
	case len(types) > 1:
		return i.severalTypes(at, types, null, name, context)
	case len(types) == 0 && null:
		return "json", false, "always null"
	case len(types) == 0 && !at.has("properties") && !at.has("allOf") && !at.has("additionalProperties"):
		return "json", false, ""
	case len(types) == 0:
		types = []string{"object"}
	}
	typ, comment = i.oneType(at, types[0], named, name, context)
	return typ, null, comment
}

// typeOfValues returns the type of a schema that const or enum limits to texts, or to whole numbers: an enum, or the
// type of the only value. It returns "" for other schemas.
func (i *importer) typeOfValues(at schema, name, context string) (typ string, null bool, comment string) {
	if texts, null := i.texts(at); len(texts) == 1 {
		return "string", null, "always " + draft.Quote(texts[0])
	} else if len(texts) > 1 {
		return i.enum(at, draft.Enum{}, texts, name, context), null, ""
	}
	if numbers, null := i.numbers(at); len(numbers) == 1 {
		return "int", null, "always " + numbers[0]
	} else if len(numbers) > 1 {
		return i.enum(at, draft.Enum{Int: true}, numbers, name, context), null, ""
	}
	return "", false, ""
}

// isAnything reports whether a list of JSON types has all of them, as some programs write `any`.
func isAnything(types []string) bool {
	return !slices.ContainsFunc([]string{"string", "boolean", "array", "object"}, func(t string) bool { return !slices.Contains(types, t) }) &&
		(slices.Contains(types, "number") || slices.Contains(types, "integer"))
}

// typesBesideNull returns the JSON types of a schema other than null, and whether null is one of them. Of integers and numbers, it returns integer.
func (s schema) typesBesideNull() (types []string, null bool) {
	return withoutNull(s.jsonTypes())
}

func withoutNull(all []string) (types []string, null bool) {
	types, null = slices.Clone(all), slices.Contains(all, "null")
	both := slices.Contains(types, "integer") && slices.Contains(types, "number") // package schema writes an int as ["integer", "number"]
	return slices.DeleteFunc(types, func(t string) bool { return t == "null" || both && t == "number" }), null
}

// oneType returns the type of a schema with one JSON type.
func (i *importer) oneType(s schema, jsonType, named, name, context string) (typ, comment string) {
	switch jsonType {
	case "string":
		if typ, comment = text(s); s.text("contentMediaType") == "application/json" {
			typ, comment = i.encoded(s, name, context)
		}
	case "integer":
		typ = "int"
		if format := s.text("format"); format == "int64" || format == "uint64" {
			typ = format
		} else if s.exceedsInt64() {
			typ = "uint64"
		}
	case "number":
		typ = "number"
	case "boolean":
		typ = "bool"
	case "array":
		typ, comment = i.array(s, name, context)
	case "object":
		typ, comment = i.objectType(s, named, name, context)
	default:
		i.noType(s, jsonType)
	}
	return typ, comment
}

// severalTypes returns the union by JSON type of a schema whose type is a list.
func (i *importer) severalTypes(s schema, types []string, null bool, name, context string) (typ string, nullable bool, comment string) {
	if made, ok := i.made[s.path]; ok {
		return made, null, ""
	}
	u := &draft.Union{Doc: s.doc(), Deprecated: s.deprecated()}
	if slices.Contains(types, "array") || slices.Contains(types, "object") { // whose types get names after this one
		u.Name = i.names.Take(name, context+"_"+name)
	}
	for _, t := range types {
		v := draft.Variant{JSON: variantType(t), Go: variantNames[variantType(t)]}
		switch {
		case v.Go == "":
			i.noType(s, t)
		case t == "integer":
			v.Type = "int"
		case t == "array":
			v.Type, v.Comment = i.array(s, name, context)
		case t == "object":
			v.Type, v.Comment = i.objectType(s, "", name+"_object", context)
		}
		u.Variants = append(u.Variants, v)
	}
	if same := i.sameUnion(u); same != nil {
		i.made[s.path] = same.Name
		return same.Name, null, ""
	}
	if u.Name == "" {
		u.Name = i.names.Take(name, context+"_"+name)
	}
	i.made[s.path] = u.Name
	i.spec.Unions = append(i.spec.Unions, u)
	return u.Name, null, ""
}

// sameUnion returns the union by JSON type that was made of an equal schema of scalars at another place, such as the id of each sort of message. It
// returns nil if there is none.
func (i *importer) sameUnion(u *draft.Union) *draft.Union {
	for _, other := range i.spec.Unions {
		if u.Name == "" && other.Doc == u.Doc && other.Deprecated == u.Deprecated && other.Discriminator == nil && slices.Equal(other.Variants, u.Variants) {
			return other
		}
	}
	return nil
}

func text(s schema) (typ, comment string) {
	switch {
	case s.text("format") == "uuid":
		return "uuid", ""
	case s.text("format") == "date-time":
		return draft.Time, ""
	case s.text("format") == "byte" || s.text("contentEncoding") == "base64":
		return draft.Bytes, ""
	}
	return "string", s.text("format")
}

// inString is the comment about a string with JSON in it that cannot have the type encoded<T>.
const inString = "JSON in a string"

// encoded returns the type of a string with JSON in it: encoded<T>, if the schema of the JSON is a T that this can be.
func (i *importer) encoded(s schema, name, context string) (typ, comment string) {
	content, ok := s.get("contentSchema")
	if !ok {
		return "string", inString
	}
	typ, null, comment := i.typeOf(content, name, context)
	declared := slices.ContainsFunc(i.spec.Records, func(r *draft.Record) bool { return r.Name == typ }) ||
		slices.ContainsFunc(i.spec.Unions, func(u *draft.Union) bool { return u.Name == typ })
	if null || !declared && !strings.HasSuffix(typ, "[]") && !strings.HasPrefix(typ, "map<") {
		return "string", inString
	}
	return "encoded<" + typ + ">", comment
}

// innerType is typeOf for a value within a list, a map or a union, whose type cannot be encoded<T>.
func (i *importer) innerType(s schema, name, context string) (typ string, null bool, comment string) {
	if typ, null, comment = i.typeOf(s, name, context); strings.HasPrefix(typ, "encoded<") {
		typ, comment = "string", inString
	}
	return typ, null, comment
}

// exceedsInt64 reports whether a whole number can be positive only, and larger than an int64.
func (s schema) exceedsInt64() bool {
	least, _ := s.raw.Get("minimum")
	most, ok := s.raw.Get("maximum")
	low, err := strconv.ParseFloat(string(least), 64)
	high, errHigh := strconv.ParseFloat(string(most), 64)
	return ok && err == nil && errHigh == nil && low >= 0 && high >= math.MaxInt64
}

func (i *importer) array(s schema, name, context string) (typ, comment string) {
	items, ok := s.get("items")
	if !ok || s.has("prefixItems") || len(items.raw) > 0 && items.raw[0] != '{' {
		return "json[]", ""
	}
	elem, null, comment := i.innerType(items, draft.Singular(name), context)
	if null && elem != "json" {
		elem = "(" + elem + " | null)"
	}
	return elem + "[]", comment
}

func (i *importer) objectType(s schema, named, name, context string) (typ, comment string) {
	objects := i.expand(s)
	switch {
	case len(objects) > 1:
		return i.taggedUnion(s, objects, name, context, "")
	case len(objects) == 1 && len(objects[0].members) > 0:
		one := objects[0]
		if named != "" {
			one.name = named
		}
		return i.plainRecord(one, name, context+"_"+name), ""
	}
	// Names of members that match a pattern are data, as other names are: a map. Its values are as any of the
	// patterns says.
	var values []schema
	add := func(v schema) {
		if string(v.raw) == "true" {
			v.raw = decoder.Raw("{}")
		}
		if v.raw.Type() == decoder.Object && !slices.ContainsFunc(values, func(known schema) bool { return string(known.raw) == string(v.raw) }) {
			values = append(values, v)
		}
	}
	patterns, _ := s.get("patternProperties")
	for pattern := range patterns.raw.Members() {
		value, _ := patterns.get(pattern)
		add(value)
	}
	others, _ := s.get("additionalProperties")
	add(others)
	if len(values) == 0 {
		return "json", ""
	}
	value := values[0]
	if len(values) > 1 {
		value = i.combined("anyOf", values)
	}
	elem, null, comment := i.innerType(value, draft.Singular(name), context)
	if null && elem != "json" {
		elem += " | null"
	}
	return "map<" + i.keyType(s, name, context) + ", " + elem + ">", comment
}

// keyType returns the type of the keys of a map: an enum, if propertyNames has words, or string.
func (i *importer) keyType(s schema, name, context string) string {
	names, ok := s.get("propertyNames")
	if !ok {
		return "string"
	}
	typ, null, _ := i.typeOf(names, draft.Singular(name)+"_key", context)
	e := i.enumNamed(typ)
	isEnum := e != nil && !e.Int && !null
	if isEnum || names.isAnyOf("string") {
		i.applied[i.inFile(names.path)] = true
	}
	if isEnum {
		return typ
	}
	return "string"
}

// enum declares an enum for a schema with several texts, or several whole numbers, once, and returns its name.
func (i *importer) enum(s schema, e draft.Enum, values []string, name, context string) string {
	key := s.path + "+enum" // the path alone is that of another type, if the schema contradicts itself
	if made, ok := i.made[key]; ok {
		return made
	}
	e.Doc, e.Deprecated = s.doc(), s.deprecated()
	about := i.aboutValues(s)
	var names draft.Names
	prefix := draft.CommonPrefix(name, values)
	for _, v := range values {
		value := about[v]
		word := v[prefix:]
		if e.Int && value.Go != "" {
			word = value.Go
		}
		value.Text, value.Go = v, ""
		if got := names.Take(word); got != spec.GoName(v) && (!e.Int || v[0] == '-' || word != v) {
			value.Go = got
		}
		e.Values = append(e.Values, value)
	}
	i.names.NameEnum(&e, name, context+"_"+name, name+"_value", context+"_"+name+"_value")
	i.made[key] = e.Name
	i.spec.Enums = append(i.spec.Enums, &e)
	return e.Name
}

// enumNamed returns the enum of a name, nil if there is none.
func (i *importer) enumNamed(name string) *draft.Enum {
	for _, e := range i.spec.Enums {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// alternatives returns the type of a oneOf or anyOf: one type that can be null, an enum, a scalar, a union by tag, or a union by JSON type.
func (i *importer) alternatives(s schema, list []schema, name, context string) (typ string, null bool, comment string) {
	rest, null := i.withoutNulls(list)
	if len(rest) > 1 {
		within := false
		rest, within = i.withoutNulls(i.scalarAlternatives(rest))
		null = null || within
	}
	switch len(rest) {
	case 0:
		return "json", false, "always null"
	case 1:
		typ, inner, comment := i.typeOf(rest[0], name, context)
		return typ, null || inner, comment
	}
	if made, ok := i.made[s.path]; ok {
		return made, null, ""
	}
	if texts, nullable := i.allTexts(withoutAny("string", rest)); len(texts) > 1 { // words or any other text
		return i.enum(s, draft.Enum{Open: true}, texts, name, context), null || nullable, ""
	}
	if numbers, nullable := allOf(withoutAny("integer", rest), i.numbers); len(numbers) > 1 {
		return i.enum(s, draft.Enum{Int: true, Open: true}, numbers, name, context), null || nullable, ""
	}
	if texts, nullable := i.allTexts(rest); texts != nil {
		return i.enum(s, draft.Enum{}, texts, name, context), null || nullable, ""
	}
	if numbers, nullable := allOf(rest, i.numbers); len(numbers) > 1 {
		return i.enum(s, draft.Enum{Int: true}, numbers, name, context), null || nullable, ""
	}
	if typ := i.external(s, rest, name, context); typ != "" {
		return typ, null, ""
	}
	if scalar := i.sameScalar(rest); scalar != "" {
		return scalar, null, fmt.Sprintf("one of %d forms", len(rest))
	}
	if objects := i.alternativesOf(s); objects != nil {
		typ, comment = i.taggedUnion(s, objects, name, context, "")
		return typ, null && typ != "json", comment
	}
	groups := i.byType(rest)
	if groups == nil {
		i.made[s.path] = "json"
		return "json", false, fmt.Sprintf("one of %d forms, some of the same JSON type", len(rest))
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.doc(), Deprecated: s.deprecated()}
	i.made[s.path] = u.Name
	for _, g := range groups {
		u.Variants = append(u.Variants, i.variant(s, g, u.Name))
	}
	i.spec.Unions = append(i.spec.Unions, u)
	return u.Name, null, ""
}

// withoutNulls returns the alternatives that are not only null, and whether one is. It leaves out references with a mistake.
func (i *importer) withoutNulls(list []schema) (rest []schema, null bool) {
	for _, a := range list {
		if i.isBroken(a) {
			continue
		}
		if at, _ := i.resolve(a); at.isOnlyNull() {
			null = true
			continue
		}
		rest = append(rest, a)
	}
	return rest, null
}

// scalarAlternatives returns a list of alternatives with those within them, where all of these are scalars or null.
func (i *importer) scalarAlternatives(list []schema) (flat []schema) {
	for _, a := range list {
		var leaves []schema
		if i.addLeaves(a, &leaves, map[string]bool{}) {
			flat = append(flat, leaves...)
		} else {
			flat = append(flat, a)
		}
	}
	return flat
}

// addLeaves adds the innermost alternatives of a schema to a list. It returns false if one of them is not a scalar or null. seen has the paths of
// schemas that were added.
func (i *importer) addLeaves(s schema, list *[]schema, seen map[string]bool) bool {
	at, _, err := i.lookUp(s)
	if seen[at.path] {
		return true
	}
	seen[at.path] = true
	if below := slices.Concat(at.list("oneOf"), at.list("anyOf")); err == nil && len(below) > 0 {
		return !at.has("type") && !at.isNullable() && !s.isNullable() && !at.fixes() && !at.has("properties") && !at.has("allOf") &&
			!slices.ContainsFunc(below, func(a schema) bool { return !i.addLeaves(a, list, seen) })
	}
	*list = append(*list, s)
	types := at.jsonTypes()
	return len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return scalars[t] == "" && t != "null" })
}

// withoutAny returns the alternatives besides the first one that allows any value of a JSON type; nil if there is none.
func withoutAny(jsonType string, list []schema) []schema {
	k := slices.IndexFunc(list, func(a schema) bool { return a.isAnyOf(jsonType) })
	if k < 0 {
		return nil
	}
	return slices.Delete(slices.Clone(list), k, k+1)
}

// sameScalar returns the type of alternatives that all are of one scalar JSON type; "" if they are not.
func (i *importer) sameScalar(list []schema) string {
	same := ""
	for _, a := range list {
		at, _ := i.resolve(a)
		types := at.jsonTypes()
		switch {
		case len(types) != 1:
			return ""
		case same == "" || same == "integer" && types[0] == "number":
			same = types[0]
		case same != types[0] && !(same == "number" && types[0] == "integer"):
			return ""
		}
	}
	return scalars[same]
}

// scalars are the types for JSON types other than array, object and null.
var scalars = map[string]string{"string": "string", "integer": "int", "number": "number", "boolean": "bool"}

// taggedUnion declares the union of objects, once. above begins the names of its records.
func (i *importer) taggedUnion(s schema, objects []object, name, context, above string) (typ, comment string) {
	if made, ok := i.made[s.path]; ok {
		return made, ""
	}
	if len(objects) == 1 {
		return i.plainRecord(objects[0], name, context+"_"+name), ""
	}
	key := alternativesKey(objects)
	if made, ok := i.made[key]; ok { // the same objects at another place
		i.made[s.path] = made
		return made, ""
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.doc(), Deprecated: s.deprecated()}
	i.made[s.path], i.made[key] = u.Name, u.Name
	outer := i.union
	i.union = u.Name
	u.Discriminator = i.discriminator(objects, branch{words: above})
	i.union = outer
	if u.Discriminator == nil {
		i.made[s.path] = "json"
		delete(i.made, key)
		return "json", fmt.Sprintf("one of %d objects that nothing tells apart", len(objects))
	}
	i.spec.Unions = append(i.spec.Unions, u)
	return u.Name, ""
}

// alternativesKey returns a key for the alternatives of a union, by the places of their schemas.
func alternativesKey(objects []object) string {
	var paths []string
	for _, o := range objects {
		paths = append(paths, o.path)
	}
	return "union " + strings.Join(paths, "\x01")
}

// group is the alternatives of one JSON type.
type group struct {
	json         string // as a union by JSON type names it: number, also for whole numbers
	alternatives []schema
}

// byType returns alternatives in groups of one JSON type each, in the order of the first ones; nil if there is no variant for some group.
func (i *importer) byType(list []schema) []group {
	var groups []group
	for _, a := range list {
		at, _ := i.resolve(a)
		types := at.jsonTypes()
		if len(types) == 0 {
			types = i.typesOf(at, map[string]bool{})
		}
		if len(types) == 0 && (at.has("properties") || at.has("allOf")) {
			types = []string{"object"}
		}
		if len(types) != 1 || variantNames[variantType(types[0])] == "" {
			return nil
		}
		t := variantType(types[0])
		k := slices.IndexFunc(groups, func(g group) bool { return g.json == t })
		switch {
		case k < 0:
			groups = append(groups, group{t, []schema{a}})
		case t == "array":
			return nil // nothing distinguishes lists
		default:
			groups[k].alternatives = append(groups[k].alternatives, a)
		}
	}
	if len(groups) < 2 {
		return nil
	}
	return groups
}

// variantNames are the Go names of the variants of a union, by JSON type.
var variantNames = map[string]string{"string": "Text", "number": "Number", "boolean": "Bool", "array": "List", "object": "Object"}

// variantType returns the JSON type of a variant for a type of JSON Schema.
func variantType(jsonType string) string {
	if jsonType == "integer" {
		return "number"
	}
	return jsonType
}

// variant returns the variant of a union by JSON type for a group of alternatives. Several objects become a union, and several texts an enum, unless
// one of them can be any text.
func (i *importer) variant(s schema, g group, name string) draft.Variant {
	v := draft.Variant{JSON: g.json, Go: variantNames[g.json]}
	texts, _ := i.allTexts(g.alternatives) // null is not one of their types
	switch {
	case len(texts) > 1:
		first, _ := i.resolve(g.alternatives[0])
		v.Type = i.enum(schema{first.raw, s.path + "+texts"}, draft.Enum{}, texts, name+"_text", name)
	case len(g.alternatives) == 1:
		v.Type, _, v.Comment = i.innerType(g.alternatives[0], name, name)
	case g.json == "object":
		v.Type, v.Comment = i.objects(s, g.alternatives, name)
	default:
		v.Type = i.sameScalar(g.alternatives)
		v.Comment = fmt.Sprintf("one of %d forms", len(g.alternatives))
	}
	if i.jsonTypeOf(v.Type) != g.json {
		v.Type = widest[g.json] // the rest of the schema contradicts its JSON type
	}
	if g.json == "boolean" || v.Type == "string" {
		v.Type = ""
	}
	return v
}

// widest are the types for any value of a JSON type.
var widest = map[string]string{"string": "string", "number": "number", "boolean": "bool", "array": "json[]", "object": "json"}

// jsonTypeOf returns the JSON type of the values of a type of the spec; "" if it can have several.
func (i *importer) jsonTypeOf(typ string) string {
	switch typ {
	case "string", "uuid", draft.Time, draft.Bytes:
		return "string"
	case "int", "int64", "uint64", "number":
		return "number"
	case "bool":
		return "boolean"
	case "json":
		return ""
	}
	switch {
	case strings.HasSuffix(typ, "[]"):
		return "array"
	case strings.HasPrefix(typ, "map<"):
		return "object"
	}
	if e := i.enumNamed(typ); e != nil && e.Int {
		return "number"
	} else if e != nil {
		return "string"
	}
	for _, u := range i.spec.Unions {
		if u.Name == typ && u.Discriminator != nil {
			return "object"
		}
	}
	if slices.ContainsFunc(i.spec.Records, func(r *draft.Record) bool { return r.Name == typ }) {
		return "object"
	}
	return ""
}

// objects returns the union of several alternatives that are objects.
func (i *importer) objects(s schema, list []schema, name string) (typ, comment string) {
	var all []object
	for _, a := range list {
		objects := i.expand(a)
		if objects == nil {
			return "json", ""
		}
		i.discriminate(s, a, objects)
		all = append(all, objects...)
	}
	return i.taggedUnion(schema{s.raw, s.path + "+objects"}, all, name+"_object", name, name)
}
