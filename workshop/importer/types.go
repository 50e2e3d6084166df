package importer

import (
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
func (i *importer) typeOf(s schema, name, context string) (typ string, null bool, comment string, err error) {
	at, named, err := i.resolve(s)
	if err != nil {
		return "", false, "", err
	}
	if i.depth++; i.depth > maxDepth {
		return "", false, "", &Error{s.path, "types are nested too deep"}
	}
	defer func() {
		i.depth--
		null = null || s.isNullable() || at.isNullable()
	}()
	if i.open[at.path] && i.made[at.path] == "" {
		if value, ok := at.get("additionalProperties"); ok && i.made[value.path] != "" && !at.has("properties") {
			return "map<string, " + i.made[value.path] + ">", false, "", nil
		}
		return "json", false, "a value that holds values like itself", nil
	}
	if !i.open[at.path] {
		i.open[at.path] = true
		defer delete(i.open, at.path)
	}
	if named != "" {
		name = named
	}
	if alternatives := append(at.list("oneOf"), at.list("anyOf")...); len(alternatives) > 0 && !at.has("properties") && !at.has("allOf") {
		return i.alternatives(at, alternatives, name, context)
	}
	texts, null := i.texts(at)
	if len(texts) > 1 {
		return i.enum(at, texts, name, context), null, "", nil
	}
	if len(texts) == 1 {
		return "string", null, "always " + draft.Quote(texts[0]), nil
	}
	if numbers := i.numbers(at); len(numbers) > 1 {
		return i.enum(at, numbers, name, context), false, "", nil
	}
	types, null := i.typesOf(at)
	switch {
	case len(types) > 1:
		return i.severalTypes(at, types, null, name, context)
	case len(types) == 0 && null:
		return "json", false, "always null", nil
	case len(types) == 0 && at.has("enum"):
		return "json", false, "one of " + string(at.list("enum")[0].raw) + ", ...", nil
	case len(types) == 0 && !at.has("properties") && !at.has("allOf") && !at.has("additionalProperties"):
		return "json", false, "", nil
	case len(types) == 0:
		types = []string{"object"}
	}
	typ, comment, err = i.oneType(at, types[0], named, name, context)
	return typ, null, comment, err
}

// typesOf returns the JSON types of a schema other than null, and whether null is one of them. Of integers and numbers, it returns integer.
func (i *importer) typesOf(s schema) (types []string, null bool) {
	types = slices.Clone(i.jsonTypes(s))
	null = slices.Contains(types, "null")
	both := slices.Contains(types, "integer") && slices.Contains(types, "number") // package schema writes an int as ["integer", "number"]
	return slices.DeleteFunc(types, func(t string) bool { return t == "null" || both && t == "number" }), null
}

// oneType returns the type of a schema with one JSON type.
func (i *importer) oneType(s schema, jsonType, named, name, context string) (typ, comment string, err error) {
	switch jsonType {
	case "string":
		typ, comment = text(s)
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
		typ, comment, err = i.array(s, name, context)
	case "object":
		typ, comment, err = i.objectType(s, named, name, context)
	default:
		err = &Error{s.path + "/type", fmt.Sprintf("no JSON type is named %q", jsonType)}
	}
	return typ, comment, err
}

// severalTypes returns the union by JSON type of a schema whose type is a list.
func (i *importer) severalTypes(s schema, types []string, null bool, name, context string) (typ string, nullable bool, comment string, err error) {
	if made, ok := i.made[s.path]; ok {
		return made, null, "", nil
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.doc()}
	for _, t := range types {
		v := draft.Variant{JSON: t}
		switch t {
		case "string":
			v.Go = "Text"
		case "integer", "number":
			v.JSON, v.Go = "number", "Number"
			if t == "integer" {
				v.Type = "int"
			}
		case "boolean":
			v.Go = "Bool"
		case "array":
			v.Go = "List"
			v.Type, v.Comment, err = i.array(s, name, context)
		case "object":
			v.Go = "Object"
			v.Type, v.Comment, err = i.objectType(s, "", name+"_object", context)
		default:
			err = &Error{s.path + "/type", fmt.Sprintf("no JSON type is named %q", t)}
		}
		if err != nil {
			return "", false, "", err
		}
		u.Variants = append(u.Variants, v)
	}
	i.made[s.path] = u.Name
	i.spec.Unions = append(i.spec.Unions, u)
	return u.Name, null, "", nil
}

func text(s schema) (typ, comment string) {
	switch {
	case s.text("format") == "uuid":
		return "uuid", ""
	case s.text("format") == "date-time":
		return draft.Time, ""
	case s.text("format") == "byte" || s.text("contentEncoding") == "base64":
		return draft.Bytes, ""
	case s.text("contentMediaType") == "application/json":
		return "string", "JSON in a string"
	}
	return "string", s.text("format")
}

// exceedsInt64 reports whether a whole number can be positive only, and larger than an int64.
func (s schema) exceedsInt64() bool {
	least, _ := s.raw.Get("minimum")
	most, ok := s.raw.Get("maximum")
	low, err := strconv.ParseFloat(string(least), 64)
	high, errHigh := strconv.ParseFloat(string(most), 64)
	return ok && err == nil && errHigh == nil && low >= 0 && high >= math.MaxInt64
}

func (i *importer) array(s schema, name, context string) (typ, comment string, err error) {
	items, ok := s.get("items")
	if !ok || s.has("prefixItems") || len(items.raw) > 0 && items.raw[0] != '{' {
		return "json[]", "", nil
	}
	elem, null, comment, err := i.typeOf(items, draft.Singular(name), context)
	if null && elem != "json" {
		elem = "(" + elem + " | null)"
	}
	return elem + "[]", comment, err
}

func (i *importer) objectType(s schema, named, name, context string) (typ, comment string, err error) {
	objects, err := i.expand(s)
	if err != nil {
		return "", "", err
	}
	switch {
	case len(objects) > 1:
		typ, comment = i.taggedUnion(s, objects, name, context, "")
		return typ, comment, nil
	case len(objects) == 1 && len(objects[0].members) > 0:
		one := objects[0]
		if named != "" {
			one.name = named
		}
		return i.record(one, nil, name, context+"_"+name), "", nil
	}
	value, ok := s.get("additionalProperties")
	if !ok || value.raw.Type() != decoder.Object {
		patterns, _ := s.get("patternProperties")
		for pattern := range patterns.raw.Members() {
			value, ok = patterns.get(pattern) // names of members that match a pattern are data: a map
		}
	}
	if !ok || len(value.raw) == 0 || value.raw[0] != '{' {
		return "json", "", nil
	}
	elem, null, comment, err := i.typeOf(value, draft.Singular(name), context)
	if null && elem != "json" {
		elem += " | null"
	}
	return "map<string, " + elem + ">", comment, err
}

func (i *importer) enum(s schema, values []string, name, context string) string {
	if made, ok := i.made[s.path]; ok {
		return made
	}
	e := &draft.Enum{Doc: s.doc(), Int: len(i.numbers(s)) > 0}
	wishes := []string{name, context + "_" + name}
	if e.Int { // its constants are names in Go, too
		wishes = slices.DeleteFunc(append(wishes, name+"_value", context+"_"+name+"_value"), func(w string) bool {
			return slices.ContainsFunc(values, func(v string) bool { return i.names.IsTaken(w + "_" + v) })
		})
	}
	e.Name = i.names.Take(append(wishes, name+"_enum")...)
	var names draft.Names
	for _, v := range values {
		value := draft.Value{Text: v}
		if got := names.Take(v); got != spec.GoName(v) && !e.Int {
			value.Go = got
		}
		e.Values = append(e.Values, value)
	}
	i.made[s.path] = e.Name
	i.spec.Enums = append(i.spec.Enums, e)
	return e.Name
}

// openEnum declares an enum for a member that often has one of some texts, and can have any other, and returns its name.
func (i *importer) openEnum(s schema, values []string, name, context string) string {
	made := i.enum(schema{s.raw, s.path + "+open"}, values, name, context)
	for _, e := range i.spec.Enums {
		if e.Name == made {
			e.Open = true
		}
	}
	return made
}

// numbers returns the whole numbers that a member can have, as JSON; nil if it can have other values.
func (i *importer) numbers(s schema) []string {
	if types := s.types(); len(types) > 0 && !slices.Contains(types, "integer") && !slices.Contains(types, "number") {
		return nil // a number in const or enum contradicts type
	}
	list := i.literals(s)
	if slices.ContainsFunc(list, func(l string) bool { return l[0] != '-' && (l[0] < '0' || l[0] > '9') || len(l) > 17 || l == "-0" }) {
		return nil
	}
	return list
}

// alternatives returns the type of a oneOf or anyOf: one type that can be null, an enum, a scalar, a union by tag, or a union by JSON type.
func (i *importer) alternatives(s schema, list []schema, name, context string) (typ string, null bool, comment string, err error) {
	var rest []schema
	for _, a := range list {
		if at, _, err := i.resolve(a); err != nil {
			return "", false, "", err
		} else if at.isOnlyNull() {
			null = true
			continue
		}
		rest = append(rest, a)
	}
	switch len(rest) {
	case 0:
		return "json", false, "always null", nil
	case 1:
		typ, inner, comment, err := i.typeOf(rest[0], name, context)
		return typ, null || inner, comment, err
	}
	if made, ok := i.made[s.path]; ok {
		return made, null, "", nil
	}
	if any := slices.IndexFunc(rest, schema.isText); any >= 0 { // words or any other text
		if texts := i.allTexts(slices.Delete(slices.Clone(rest), any, any+1)); len(texts) > 1 {
			return i.openEnum(s, texts, name, context), null, "", nil
		}
	}
	if texts := i.allTexts(rest); texts != nil {
		return i.enum(s, texts, name, context), null, "", nil
	}
	if typ, err := i.external(s, rest, name, context); typ != "" || err != nil {
		return typ, null, "", err
	}
	if scalar, err := i.sameScalar(rest); scalar != "" || err != nil {
		return scalar, null, fmt.Sprintf("one of %d forms", len(rest)), err
	}
	objects, err := i.alternativesOf(s)
	if err != nil {
		return "", false, "", err
	}
	if objects != nil {
		typ, comment = i.taggedUnion(s, objects, name, context, "")
		return typ, null && typ != "json", comment, nil
	}
	groups, err := i.byType(rest)
	if err != nil || groups == nil {
		i.made[s.path] = "json"
		return "json", false, fmt.Sprintf("one of %d forms, some of the same JSON type", len(rest)), err
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.doc()}
	i.made[s.path] = u.Name
	if u.Variants, err = i.variants(s, groups, u.Name); err != nil {
		return "", false, "", err
	}
	i.spec.Unions = append(i.spec.Unions, u)
	return u.Name, null, "", nil
}

// jsonTypes returns the JSON types that a schema names, or those of its literals if it names none.
func (i *importer) jsonTypes(s schema) []string {
	types := s.types()
	if len(types) > 0 {
		return types
	}
	for _, l := range i.literals(s) {
		t := "integer"
		switch l[0] {
		case '"':
			t = "string"
		case 't', 'f':
			t = "boolean"
		}
		if !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return types
}

// allTexts returns the texts of alternatives that all are words; nil if some alternative is not.
func (i *importer) allTexts(list []schema) []string {
	var all []string
	for _, a := range list {
		texts, _ := i.texts(a)
		if texts == nil {
			return nil
		}
		for _, text := range texts {
			if !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}

// sameScalar returns the type of alternatives that all are of one scalar JSON type; "" if they are not.
func (i *importer) sameScalar(list []schema) (string, error) {
	same := ""
	for _, a := range list {
		at, _, err := i.resolve(a)
		if err != nil {
			return "", err
		}
		types := i.jsonTypes(at)
		switch {
		case len(types) != 1:
			return "", nil
		case same == "" || same == "integer" && types[0] == "number":
			same = types[0]
		case same != types[0] && !(same == "number" && types[0] == "integer"):
			return "", nil
		}
	}
	return map[string]string{"string": "string", "integer": "int", "number": "number", "boolean": "bool"}[same], nil
}

// taggedUnion declares the union of objects, once. above begins the names of its records.
func (i *importer) taggedUnion(s schema, objects []object, name, context, above string) (typ, comment string) {
	if made, ok := i.made[s.path]; ok {
		return made, ""
	}
	if len(objects) == 1 {
		return i.record(objects[0], nil, name, context+"_"+name), ""
	}
	key := alternativesKey(objects)
	if made, ok := i.made[key]; ok { // the same objects at another place
		i.made[s.path] = made
		return made, ""
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.doc()}
	i.made[s.path], i.made[key] = u.Name, u.Name
	outer := i.union
	i.union = u.Name
	u.Discriminator = i.discriminator(objects, nil, above)
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

// byType returns alternatives in groups of one JSON type each, in the order of the first ones; nil if there is no variant for some group.
func (i *importer) byType(list []schema) ([][]schema, error) {
	var groups [][]schema
	index := map[string]int{}
	for _, a := range list {
		at, _, err := i.resolve(a)
		if err != nil {
			return nil, err
		}
		types := i.jsonTypes(at)
		if len(types) == 0 && (at.has("properties") || at.has("allOf")) {
			types = []string{"object"}
		}
		if len(types) != 1 || !slices.Contains([]string{"string", "integer", "number", "boolean", "array", "object"}, types[0]) {
			return nil, nil
		}
		t := types[0]
		if t == "integer" {
			t = "number"
		}
		k, ok := index[t]
		switch {
		case !ok:
			index[t] = len(groups)
			groups = append(groups, []schema{a})
		case t == "array":
			return nil, nil // nothing distinguishes lists
		default:
			groups[k] = append(groups[k], a)
		}
	}
	if len(groups) < 2 {
		return nil, nil
	}
	return groups, nil
}

// variants returns the variants of a union by JSON type, one for each group of alternatives. Several objects become a union, and several texts an
// enum, unless one of them can be any text.
func (i *importer) variants(s schema, groups [][]schema, name string) ([]draft.Variant, error) {
	var variants []draft.Variant
	for _, list := range groups {
		first, _, err := i.resolve(list[0])
		if err != nil {
			return nil, err
		}
		v := draft.Variant{}
		if types := i.jsonTypes(first); len(types) > 0 {
			v.JSON = types[0]
		}
		typ, comment := "", ""
		switch texts := i.allTexts(list); {
		case len(texts) > 1:
			typ = i.enum(schema{first.raw, s.path + "+texts"}, texts, name+"_text", name)
		case len(list) == 1:
			if typ, _, comment, err = i.typeOf(list[0], name, name); err != nil {
				return nil, err
			}
		case v.JSON == "object" || v.JSON == "":
			if typ, comment, err = i.objects(s, list, name); err != nil {
				return nil, err
			}
		default:
			if typ, err = i.sameScalar(list); err != nil {
				return nil, err
			}
			comment = fmt.Sprintf("one of %d forms", len(list))
		}
		v.Comment = comment
		isEnum := len(i.allTexts(list)) > 1 || len(i.numbers(first)) > 1
		if widest := widestOf[v.JSON]; widest != "" && !isOf(v.JSON, typ, isEnum) {
			typ = widest // the rest of the schema says nothing more, or contradicts
		}
		switch v.JSON {
		case "string":
			if v.Go = "Text"; typ != "string" {
				v.Type = typ
			}
		case "integer", "number":
			v.JSON, v.Go, v.Type = "number", "Number", typ
		case "boolean":
			v.Go = "Bool"
		case "array":
			v.Go, v.Type = "List", typ
		default:
			v.JSON, v.Go, v.Type = "object", "Object", typ
		}
		variants = append(variants, v)
	}
	return variants, nil
}

// widestOf has the types for any value of a JSON type that a variant without a type of its own can have.
var widestOf = map[string]string{"string": "string", "integer": "int", "number": "number", "array": "json[]", "object": "json"}

// isOf reports whether the values of a type can have a JSON type. A name is that of an enum, or of a record or union.
func isOf(jsonType, typ string, isEnum bool) bool {
	scalar := ""
	switch typ {
	case "string", "uuid", "time", "bytes":
		scalar = "string"
	case "int", "int64", "uint64", "number", "decimal", "time(s)", "time(ms)":
		scalar = "number"
	case "bool":
		scalar = "boolean"
	}
	list, mapping := strings.HasSuffix(typ, "[]"), strings.HasPrefix(typ, "map<")
	named := scalar == "" && !list && !mapping && typ != "json"
	switch jsonType {
	case "array":
		return list
	case "object":
		return mapping || named || typ == "json"
	case "integer":
		jsonType = "number"
	}
	return scalar == jsonType || named && isEnum
}

// objects returns the union of several alternatives that are objects.
func (i *importer) objects(s schema, list []schema, name string) (typ, comment string, err error) {
	var all []object
	for _, a := range list {
		objects, err := i.expand(a)
		if err != nil {
			return "", "", err
		}
		if objects == nil {
			return "json", "", nil
		}
		i.discriminate(s, a, objects)
		all = append(all, objects...)
	}
	typ, comment = i.taggedUnion(schema{s.raw, s.path + "+objects"}, all, name+"_object", name, name)
	return typ, comment, nil
}
