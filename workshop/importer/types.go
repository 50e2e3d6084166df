package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// typeOf is the type of a member, whether it can be null, and what is to be said of it.
func (i *importer) typeOf(s schema, name, context string) (typ string, null bool, comment string, err error) {
	if i.depth++; i.depth > maxDepth {
		return "", false, "", &Error{s.path, "a type that holds itself without an object between"}
	}
	defer func() { i.depth-- }()
	at, named, err := i.resolve(s)
	if err != nil {
		return "", false, "", err
	}
	if named != "" {
		name, context = named, ""
	}
	if alternatives := append(at.list("oneOf"), at.list("anyOf")...); len(alternatives) > 0 {
		return i.alternatives(at, alternatives, name, context)
	}
	if values := i.values(at); len(values) > 1 || len(at.list("enum")) == 1 && values != nil {
		return i.enum(at, values, name, context), false, "", nil
	}
	if c, ok := at.raw.Get("const"); ok {
		if _, isText := c.Text(); isText {
			return "string", false, "always " + c.String(), nil
		}
	}
	types := at.types()
	null = slices.Contains(types, "null")
	types = slices.DeleteFunc(slices.Clone(types), func(t string) bool { return t == "null" })
	if slices.Equal(types, []string{"integer", "number"}) {
		types = types[:1] // a whole number, where others are kept, as package schema writes it
	}
	if at.has("enum") {
		return "json", false, "one of " + string(at.list("enum")[0].raw) + ", ...", nil
	}
	switch {
	case len(types) > 1:
		return "json", false, "one of " + strings.Join(types, ", "), nil
	case len(types) == 0 && null:
		return "json", false, "always null", nil
	case len(types) == 0 && !at.has("properties") && !at.has("allOf"):
		return "json", false, "", nil
	case len(types) == 0:
		types = []string{"object"}
	}
	switch types[0] {
	case "string":
		typ, comment = text(at)
	case "integer":
		typ = "int"
		if at.text("format") == "int64" || at.text("format") == "uint64" {
			typ = at.text("format")
		}
	case "number":
		typ = "number"
	case "boolean":
		typ = "bool"
	case "array":
		typ, comment, err = i.array(at, name, context)
	case "object":
		typ, comment, err = i.objectType(at, named, name, context)
	default:
		err = &Error{at.path + "/type", fmt.Sprintf("no JSON type is named %q", types[0])}
	}
	return typ, null, comment, err
}

func text(s schema) (typ, comment string) {
	switch {
	case s.text("format") == "uuid":
		return "uuid", ""
	case s.text("format") == "date-time":
		return draft.Time, ""
	case s.text("contentMediaType") == "application/json":
		return "string", "JSON in a string"
	}
	return "string", s.text("format")
}

func (i *importer) array(s schema, name, context string) (typ, comment string, err error) {
	items, ok := s.get("items")
	if !ok || s.has("prefixItems") || len(items.raw) > 0 && items.raw[0] != '{' {
		return "json[]", "", nil
	}
	elem, null, comment, err := i.typeOf(items, name, context)
	if null && elem != "json" {
		elem = "(" + elem + " | null)"
	}
	return elem + "[]", comment, err
}

func (i *importer) objectType(s schema, named, name, context string) (typ, comment string, err error) {
	o := object{schema: s, name: named}
	if err := i.collect(&o, s, 0); err != nil {
		return "", "", err
	}
	if len(o.members) > 0 {
		return i.record(o, nil, name, context+"_"+name), "", nil
	}
	value, ok := s.get("additionalProperties")
	if !ok || len(value.raw) == 0 || value.raw[0] != '{' {
		return "json", "", nil
	}
	elem, null, comment, err := i.typeOf(value, name, context)
	if null && elem != "json" {
		elem += " | null"
	}
	return "map<string, " + elem + ">", comment, err
}

func (i *importer) enum(s schema, values []string, name, context string) string {
	if made, ok := i.made[s.path]; ok {
		return made
	}
	e := &draft.Enum{Name: i.names.Take(name, context+"_"+name), Doc: s.text("description")}
	var names draft.Names
	for _, v := range values {
		value := draft.Value{Text: v}
		if got := names.Take(v); got != spec.GoName(v) {
			value.Go = got
		}
		e.Values = append(e.Values, value)
	}
	i.made[s.path] = e.Name
	i.spec.Enums = append(i.spec.Enums, e)
	return e.Name
}

// alternatives is the type of a oneOf or anyOf: one type that can be null, a union by tag, or a union by JSON type.
func (i *importer) alternatives(s schema, list []schema, name, context string) (typ string, null bool, comment string, err error) {
	var rest []schema
	for _, a := range list {
		if slices.Equal(a.types(), []string{"null"}) || a.text("$ref") == "" && a.isNull() {
			null = true
			continue
		}
		rest = append(rest, a)
	}
	if len(rest) == 1 {
		typ, inner, comment, err := i.typeOf(rest[0], name, context)
		return typ, null || inner, comment, err
	}
	if made, ok := i.made[s.path]; ok {
		return made, null, "", nil
	}
	if last := len(rest) - 1; i.values(rest[0]) != nil && rest[last].isText() {
		rest = rest[:last] // words, or any other text: enums are open
	}
	var texts []string
	for _, a := range rest {
		if texts = append(texts, i.values(a)...); i.values(a) == nil {
			texts = nil
			break
		}
	}
	if texts != nil {
		return i.enum(s, slices.Compact(texts), name, context), null, "", nil
	}
	objects, err := i.objects(rest)
	if err != nil {
		return "", false, "", err
	}
	u := &draft.Union{Name: i.names.Take(name, context+"_"+name), Doc: s.text("description")}
	i.made[s.path] = u.Name
	if objects != nil {
		if u.Ask = i.ask(objects, nil, ""); u.Ask == nil {
			i.made[s.path] = "json"
			return "json", false, fmt.Sprintf("one of %d objects that nothing tells apart", len(objects)), nil
		}
	} else if u.Variants, err = i.variants(rest, u.Name); u.Variants == nil || err != nil {
		i.made[s.path] = "json"
		return "json", false, fmt.Sprintf("one of %d forms, some of the same JSON type", len(rest)), err
	}
	i.spec.Unions = append(i.spec.Unions, u)
	return u.Name, null, "", nil
}

// variants are those of a union by JSON type, nil if two alternatives have the same one.
func (i *importer) variants(list []schema, name string) ([]draft.Variant, error) {
	var variants []draft.Variant
	seen := map[string]bool{}
	for _, a := range list {
		at, _, err := i.resolve(a)
		if err != nil {
			return nil, err
		}
		types := at.types()
		if len(types) != 1 || at.has("const") || at.has("enum") {
			return nil, nil
		}
		v := draft.Variant{JSON: types[0]}
		if v.JSON == "integer" {
			v.JSON = "number"
		}
		if seen[v.JSON] {
			return nil, nil
		}
		seen[v.JSON] = true
		typ, _, comment, err := i.typeOf(a, name, name)
		if err != nil {
			return nil, err
		}
		v.Comment = comment
		switch v.JSON {
		case "string":
			if v.Go = "Text"; typ == "uuid" {
				v.Type = typ
			}
		case "number":
			v.Go, v.Type = "Number", typ
		case "boolean":
			v.Go = "Bool"
		case "array":
			v.Go, v.Type = "List", typ
		case "object":
			v.Go, v.Type = "Object", typ
		default:
			return nil, nil
		}
		variants = append(variants, v)
	}
	return variants, nil
}
