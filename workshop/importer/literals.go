package importer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/draft"
)

// values returns the values to which const and enum limit a schema, without those that its type excludes; nil if there is no limit, or if the
// schema contradicts itself.
func (s schema) values() []decoder.Raw {
	var list []decoder.Raw
	if c, ok := s.raw.Get("const"); ok {
		list = append(list, c)
	} else {
		for _, e := range s.list("enum") {
			list = append(list, e.raw)
		}
	}
	types := s.types()
	if len(types) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(v decoder.Raw) bool {
		t := typeOfValue(v)
		return !slices.Contains(types, t) && !(t == "integer" && slices.Contains(types, "number"))
	})
}

// typeOfValue returns the JSON type of a value, as the keyword type names it.
func typeOfValue(v decoder.Raw) string {
	switch v.Type() {
	case decoder.Null:
		return "null"
	case decoder.Bool:
		return "boolean"
	case decoder.String:
		return "string"
	case decoder.Array:
		return "array"
	case decoder.Object:
		return "object"
	}
	if strings.ContainsAny(string(v), ".eE") {
		return "number"
	}
	return "integer"
}

// literals returns the values that a member can have, as JSON: texts, whole numbers, true and false, also those of
// alternatives. It is nil if other values are possible.
func (i *importer) literals(s schema) []string {
	var list []string
	if !i.addLiterals(s, &list, map[string]bool{}) {
		return nil
	}
	return list
}

// addLiterals adds the values of a schema to a list. It returns false if other values are possible. seen has the
// paths of schemas that were added.
func (i *importer) addLiterals(s schema, list *[]string, seen map[string]bool) bool {
	at, _, _ := i.lookUp(s)
	if seen[at.path] {
		return true
	}
	seen[at.path] = true
	if at.has("allOf") && !at.fixes() && !i.areObjects(at, map[string]bool{}) {
		at, _ = i.joined(at)
	}
	for _, v := range at.values() {
		literal := string(v)
		switch typeOfValue(v) {
		case "string":
			text, _ := v.Text()
			literal = draft.Quote(text)
		case "integer", "boolean":
		default:
			return false
		}
		if !slices.Contains(*list, literal) {
			*list = append(*list, literal)
		}
	}
	if at.fixes() {
		return true
	}
	below := append(at.list("oneOf"), at.list("anyOf")...)
	return len(below) > 0 && !slices.ContainsFunc(below, func(a schema) bool { return !i.addLiterals(a, list, seen) })
}

// texts returns the texts that a member can have; nil if it can have other values, apart from null, which the second result reports.
func (i *importer) texts(s schema) (list []string, null bool) {
	return i.only(s, func(v decoder.Raw) (string, bool) { return v.Text() })
}

// numbers is like texts, for the whole numbers that an enum can have, as JSON.
func (i *importer) numbers(s schema) (list []string, null bool) {
	return i.only(s, func(v decoder.Raw) (string, bool) {
		n, _ := strconv.ParseInt(string(v), 10, 32)
		return string(v), strconv.FormatInt(n, 10) == string(v)
	})
}

// only returns the values that a member can have, each once, as take returns them; nil if take refuses one other than null, which the second result
// reports.
func (i *importer) only(s schema, take func(decoder.Raw) (string, bool)) (list []string, null bool) {
	at, _, _ := i.lookUp(s)
	seen := map[string]bool{}
	for _, v := range at.values() {
		switch value, ok := take(v); {
		case v.Type() == decoder.Null:
			null = true
		case !ok:
			return nil, false
		case !seen[value]:
			seen[value] = true
			list = append(list, value)
		}
	}
	return list, null
}

// allTexts returns the texts of alternatives that all are words, and whether one of them can be null, too; nil if some
// alternative is not.
func (i *importer) allTexts(list []schema) (all []string, null bool) { return allOf(list, i.texts) }

// allOf returns the values of alternatives, each once, and whether one of them can be null, too; nil if values has none for some alternative.
func allOf(list []schema, values func(schema) ([]string, bool)) (all []string, null bool) {
	seen := map[string]bool{}
	for _, a := range list {
		own, nullable := values(a)
		if own == nil {
			return nil, false
		}
		null = null || nullable
		for _, value := range own {
			if !seen[value] {
				seen[value] = true
				all = append(all, value)
			}
		}
	}
	return all, null
}

// jsonTypes returns the JSON types that a schema names, or those of its values if it names none.
func (s schema) jsonTypes() []string {
	if types := s.types(); len(types) > 0 {
		return types
	}
	return typesOfValues(s.values())
}

// typesOfValues returns the JSON types of values, each once: number for whole numbers beside others.
func typesOfValues(values []decoder.Raw) []string {
	var types []string
	for _, v := range values {
		if t := typeOfValue(v); !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	if slices.Contains(types, "number") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "integer" })
	}
	return types
}
