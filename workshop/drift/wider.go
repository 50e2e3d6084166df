package drift

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// This file chooses the type for a member that has the values of its type and those that were seen.

// written returns the type of a field as the spec writes it.
func written(f *spec.Field) string {
	if f.Const != "" {
		return "always " + f.Const
	}
	return f.TypeText()
}

// wideType returns a type for the values that were seen, and false if there is none.
func (g *gap) wideType() (retype, bool) {
	f := g.member.field
	if f.By != "" || len(f.Path) > 0 || f.Lazy {
		return retype{}, false
	}
	if f.Const != "" {
		seen := g.seen
		seen.add([]byte(f.Const))
		return retype{old: written(f), new: seen.spec()}, true
	}
	var r retype
	text, _, null, ok := r.wider(f.Type, &g.wrong, f.Encoded)
	if !ok {
		return retype{}, false
	}
	r.old = written(f)
	r.new = orNull(text, null || f.Nullable)
	return r, r.new != r.old || len(r.kinds) > 0
}

// wider returns a type for the values of t and for the values that were seen, the name that it has in names of unions, and whether it must allow
// null. wrong has the values that were seen in the places of t.
func (r *retype) wider(t *spec.Type, wrong *places, encoded bool) (text, name string, null, ok bool) {
	plain := *t
	plain.Null = false
	text, null = plain.String(), t.Null
	if encoded {
		text = "encoded<" + text + ">"
	}
	key, word, name := variantOf(&plain)
	if wrong == nil {
		return text, name, null, true
	}
	noCase := slices.ContainsFunc(wrong.shapes(), func(seen *shape) bool { return seen.noCase })
	if encoded && noCase {
		seen := wrong.types
		seen[typeNull], seen[typeString] = false, false
		if seen != [jsonTypes]bool{} {
			return "json", "JSON", false, true
		}
		return "string", "Text", null || wrong.types[typeNull], true
	}
	if t.Kind == spec.UnionType && t.Union.Variants != nil && !encoded {
		return text, name, null || wrong.types[typeNull], r.widerVariants(t, wrong)
	}
	if wrong.list != nil && t.Kind != spec.Array || wrong.mapping != nil && t.Kind != spec.Map {
		return "", "", false, false
	}
	if wrong.list != nil || wrong.mapping != nil {
		if text, name, ok = r.widerElements(t, cmp.Or(wrong.list, wrong.mapping)); !ok {
			return "", "", false, false
		}
		if encoded {
			text = "encoded<" + text + ">"
		}
	}
	seen := wrong.shape
	null = null || seen.types[typeNull]
	seen.types[typeNull] = false
	if seen.types[typeString] && (encoded || t.Kind == spec.Time || t.Kind == spec.Bytes) {
		seen.types[typeString] = false
		text, key, word, name, encoded = "string", "string", "Text", "Text", false
	}
	if seen.fraction || seen.exceeds {
		number := widerNumber(t, &seen)
		if number == nil {
			return "", "", false, false
		}
		text = number.String()
		key, word, name = variantOf(number)
	}
	switch {
	case seen.types == [jsonTypes]bool{} && !seen.noCase:
		return text, name, null, true
	case encoded, seen.noCase, t.Kind == spec.UnionType && canBeText(t.Union):
		return "json", "JSON", false, true // neither can be a variant
	case t.Kind == spec.GoText:
		text, word, name = "string", "Text", "Text" // without `go_type:`, which retype.in removes
	}
	text, ok = r.unionOf(&seen, text, key, word, name)
	return text, text, null, ok
}

// plainTypes has the types that a union by JSON type can have without a name, by their JSON type.
var plainTypes = map[string]string{"string": "string", "number": "number", "boolean": "bool"}

// unionOf adds a union by JSON type with a type and with the JSON types that were seen, and returns its name. key is the type's JSON type, word its
// name as a variant, and name its name in names of unions. ok is false if there is no such union.
func (r *retype) unionOf(seen *shape, text, key, word, name string) (union string, ok bool) {
	variant := "{go: " + word + ", type: " + draft.Flow(text) + "}"
	if text == plainTypes[key] {
		variant = word
	}
	list, words := variants(seen, key, variant)
	if list == nil {
		return "", false
	}
	r.unions = append(r.unions, kindUnion{name: name + words, variants: list})
	return name + words, true
}

// widerElements is wider for the elements of a list or map t. It returns a type for the list or map, and its name in names of unions.
func (r *retype) widerElements(t *spec.Type, wrong *places) (text, name string, ok bool) {
	elem, name, null, ok := r.wider(t.Elem, wrong, false)
	if !ok {
		return "", "", false
	}
	if null && !t.Elem.Null {
		name += "OrNull"
	}
	elem = orNull(elem, null)
	switch {
	case t.Kind == spec.Map:
		return "map<" + t.Key.String() + ", " + elem + ">", name + "Map", true
	case strings.HasSuffix(elem, " | null"):
		return "(" + elem + ")[]", name + "List", true
	}
	return elem + "[]", name + "List", true
}

// canBeText reports whether a value of a union by tag can be a string, a bare name.
func canBeText(u *spec.Union) bool {
	return u.Tree != nil && u.Tree.External && u.Tree.Adjacent == nil
}

// widerNumber returns a type for numbers of t and for those that were seen, nil if there is none.
func widerNumber(t *spec.Type, seen *shape) *spec.Type {
	switch {
	case t.Kind == spec.UnionType:
		return nil
	case seen.exceeds:
		return &spec.Type{Kind: spec.Decimal}
	}
	return &spec.Type{Kind: spec.Number}
}

// widerVariants gives a union by JSON type the variants that were seen, and its variants wider types. It returns false if that is not possible.
func (r *retype) widerVariants(t *spec.Type, wrong *places) bool {
	if t.Import != nil || slices.ContainsFunc(r.kinds, func(u kindUnion) bool { return u.name == t.Union.Name }) {
		return false
	}
	seen := wrong.shape
	seen.types[typeNull] = false
	at := len(r.kinds)
	r.kinds = append(r.kinds, kindUnion{name: t.Union.Name})
	u := kindUnion{name: t.Union.Name}
	list, mapping := wrong.list, wrong.mapping
	for _, v := range t.Union.Variants {
		typ, json := "", typeByName[string(v.JSON)]
		switch kind := v.Type.Kind; {
		case json == typeNumber && (seen.fraction || seen.exceeds):
			number := widerNumber(v.Type, &seen)
			if number == nil {
				return false
			}
			typ = number.String()
		case kind == spec.Array && list != nil, kind == spec.Map && mapping != nil:
			inner := places{list: list}
			if kind == spec.Map {
				inner = places{mapping: mapping}
				mapping = nil
			} else {
				list = nil
			}
			text, _, null, ok := r.wider(v.Type, &inner, false)
			if !ok || null {
				return false
			}
			if text != v.Type.String() {
				typ = text
			}
		case json == typeObject && kind == spec.UnionType && seen.noCase:
			typ = "json"
		case json == typeString && seen.types[json] && (kind == spec.Time || kind == spec.Bytes):
			typ, seen.types[json] = "string", false
		case seen.types[json]:
			return false
		}
		if typ != "" {
			u.types = append(u.types, [2]string{string(v.JSON), typ})
		}
	}
	if list != nil || mapping != nil {
		return false // of lists and maps that are no variants
	}
	u.variants, _ = variants(&seen, "", "")
	r.kinds[at] = u
	return true
}

// takesNull reports whether the new type allows null.
func (r *retype) takesNull() bool {
	return slices.ContainsFunc(r.unions, func(u kindUnion) bool { return u.name == r.new }) || r.new == "json" || strings.HasSuffix(r.new, " | null")
}

func orNull(typ string, null bool) string {
	if null && typ != "json" {
		return typ + " | null"
	}
	return typ
}

// variantOf returns the variant for a type in a union by JSON type: its JSON type, its Go name, and the beginning of the union's name.
func variantOf(t *spec.Type) (key, word, name string) {
	switch t.Kind {
	case spec.RecordType:
		return "object", "Object", t.Record.Name
	case spec.UnionType:
		return "object", "Object", t.Union.Name
	case spec.EnumType:
		if t.Enum.Int {
			return "number", "Number", t.Enum.Name
		}
		return "string", "Text", t.Enum.Name
	case spec.Array:
		_, _, name = variantOf(t.Elem)
		return "array", "List", name + "List"
	case spec.Map:
		_, _, name = variantOf(t.Elem)
		return "object", "Object", name + "Map"
	case spec.Bool:
		return "boolean", "Flag", "Flag"
	case spec.JSON:
		return "", "", "JSON"
	case spec.String:
		return "string", "Text", "Text"
	case spec.UUID, spec.Time, spec.Bytes, spec.GoText:
		return "string", "Text", (&draft.TypeNames{}).Take(t.String())
	case spec.Seconds:
		return "number", "Number", "Seconds"
	case spec.Milliseconds:
		return "number", "Number", "Milliseconds"
	}
	return "number", "Number", (&draft.TypeNames{}).Take(t.String())
}

// variants returns the variants of a union by JSON type, for the types that were seen and for the variant with the given key, and the part of the
// union's name for the types that were seen. It returns nil if the type of the given variant was also seen.
func variants(seen *shape, key, variant string) (list [][2]string, words string) {
	for _, v := range []struct {
		jsonType
		key, word, variant string
	}{
		{typeString, "string", "Text", "Text"},
		{typeNumber, "number", "Number", "Number"},
		{typeBool, "boolean", "Flag", "Flag"},
		{typeArray, "array", "List", "{go: List, type: json}"},
		{typeObject, "object", "Object", "{go: Object, type: json}"},
	} {
		switch {
		case key == v.key && seen.types[v.jsonType]:
			return nil, ""
		case key == v.key:
			list = append(list, [2]string{key, variant})
		case seen.types[v.jsonType]:
			if v.jsonType == typeNumber && seen.huge {
				v.variant = "{go: Number, type: decimal}"
			}
			list = append(list, [2]string{v.key, v.variant})
			words += "Or" + v.word
		}
	}
	return list, words
}
