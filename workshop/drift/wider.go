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
	w, ok := r.wider(f.Type, &g.wrong, f.Encoded)
	if !ok {
		return retype{}, false
	}
	r.old = written(f)
	r.new = orNull(w.text, w.null || f.Nullable)
	return r, r.new != r.old || len(r.kinds) > 0
}

// wide is a type for the values of a declared type and for other values.
type wide struct {
	text string // as a spec writes it, without null
	null bool   // it must allow null
	json string // its JSON type, "" for json
	word string // its Go name as a variant of a union by JSON type
	name string // its name in names of unions
}

// anyJSON is the type for values of which no other type has all.
var anyJSON = wide{text: "json", name: "JSON"}

// wider returns a type for the values of t and for the values that were seen; false if there is none. wrong has the
// values that were seen in the places of t.
func (r *retype) wider(t *spec.Type, wrong *places, encoded bool) (w wide, ok bool) {
	if w = wideOf(t); encoded {
		w.text = "encoded<" + w.text + ">"
	}
	seen := wrong.shape
	w.null = w.null || seen.types[typeNull]
	seen.types[typeNull] = false
	switch {
	case encoded && slices.ContainsFunc(wrong.shapes(), func(s *shape) bool { return s.noCase }):
		seen.types[typeString] = false
		if seen.types != [jsonTypes]bool{} {
			return anyJSON, true
		}
		return wide{text: "string", name: "Text", null: w.null}, true
	case t.Kind == spec.UnionType && t.Union.Variants != nil && !encoded:
		return w, r.widerVariants(t, wrong)
	case wrong.list != nil && t.Kind != spec.Array || wrong.mapping != nil && t.Kind != spec.Map:
		return w, false
	case wrong.list != nil || wrong.mapping != nil:
		if w.text, w.name, ok = r.widerElements(t, cmp.Or(wrong.list, wrong.mapping)); !ok {
			return w, false
		}
		if encoded {
			w.text = "encoded<" + w.text + ">"
		}
	}
	return r.withOthers(w, t, &seen, encoded)
}

// withOthers returns a type for the values of w, which is t or has wider elements, and for values of other JSON types;
// false if there is none.
func (r *retype) withOthers(w wide, t *spec.Type, seen *shape, encoded bool) (wide, bool) {
	if seen.types[typeString] && (encoded || t.Kind == spec.Time || t.Kind == spec.Bytes) {
		seen.types[typeString], encoded = false, false
		w = wide{text: "string", null: w.null, json: "string", word: "Text", name: "Text"}
	}
	if seen.fraction || seen.exceeds {
		number := widerNumber(t, seen)
		if number == nil {
			return w, false
		}
		number.Null = w.null
		w = wideOf(number)
	}
	switch {
	case seen.types == [jsonTypes]bool{} && !seen.noCase:
		return w, true
	case encoded, seen.noCase, t.Kind == spec.UnionType && canBeText(t.Union):
		return anyJSON, true // neither can be a variant
	case t.Kind == spec.GoText:
		w.text, w.word, w.name = "string", "Text", "Text" // without `go_type:`, which retype.in removes
	}
	union, ok := r.unionOf(seen, w)
	return wide{text: union, name: union, null: w.null}, ok
}

// plainTypes has the types that a union by JSON type can have without a name, by their JSON type.
var plainTypes = map[string]string{"string": "string", "number": "number", "boolean": "bool"}

// unionOf adds a union by JSON type with a type and with the JSON types that were seen, and returns its name. ok is
// false if there is no such union.
func (r *retype) unionOf(seen *shape, w wide) (union string, ok bool) {
	variant := "{go: " + w.word + ", type: " + draft.Flow(w.text) + "}"
	if w.text == plainTypes[w.json] {
		variant = w.word
	}
	list, words := variants(seen, w.json, variant)
	if list == nil {
		return "", false
	}
	r.unions = append(r.unions, kindUnion{name: w.name + words, variants: list})
	return w.name + words, true
}

// widerElements is wider for the elements of a list or map t. It returns a type for the list or map, and its name in names of unions.
func (r *retype) widerElements(t *spec.Type, wrong *places) (text, name string, ok bool) {
	w, ok := r.wider(t.Elem, wrong, false)
	if !ok {
		return "", "", false
	}
	if name = w.name; w.null && !t.Elem.Null {
		name += "OrNull"
	}
	switch elem := orNull(w.text, w.null); {
	case t.Kind == spec.Map:
		return "map<" + t.Key.String() + ", " + elem + ">", name + "Map", true
	case strings.HasSuffix(elem, " | null"):
		return "(" + elem + ")[]", name + "List", true
	default:
		return elem + "[]", name + "List", true
	}
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
	left := *wrong // what no variant takes
	left.types[typeNull] = false
	at := len(r.kinds)
	u := kindUnion{name: t.Union.Name}
	r.kinds = append(r.kinds, u)
	for _, v := range t.Union.Variants {
		typ, ok := r.widerVariant(v, &left)
		if !ok {
			return false
		}
		if typ != v.Type.String() {
			u.types = append(u.types, [2]string{string(v.JSON), typ})
		}
	}
	u.variants, _ = variants(&left.shape, "", "")
	r.kinds[at] = u
	return true
}

// widerVariant returns a type for a variant and for those of the values of its JSON type that are left, which it
// removes. It returns false if there is none.
func (r *retype) widerVariant(v *spec.Variant, left *places) (typ string, ok bool) {
	json := typeByName[string(v.JSON)]
	switch kind := v.Type.Kind; {
	case json == typeNumber && (left.fraction || left.exceeds):
		return widerNumber(v.Type, &left.shape).String(), true
	case kind == spec.Array && left.list != nil:
		w, ok := r.wider(v.Type, &places{list: left.list}, false)
		left.list = nil
		return w.text, ok && !w.null
	case kind == spec.Map && left.mapping != nil:
		w, ok := r.wider(v.Type, &places{mapping: left.mapping}, false)
		left.mapping = nil
		return w.text, ok && !w.null
	case json == typeObject && kind == spec.UnionType && left.noCase:
		return "json", true
	case json == typeString && left.types[json] && (kind == spec.Time || kind == spec.Bytes):
		left.types[json] = false
		return "string", true
	}
	return v.Type.String(), !left.types[json]
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

// wideOf returns a declared type.
func wideOf(t *spec.Type) wide {
	plain := *t
	plain.Null = false
	w := wide{text: plain.String(), null: t.Null, json: "number", word: "Number"}
	switch t.Kind {
	case spec.RecordType, spec.UnionType, spec.Map:
		w.json, w.word = "object", "Object"
	case spec.Array:
		w.json, w.word = "array", "List"
	case spec.Bool:
		w.json, w.word = "boolean", "Flag"
	case spec.JSON:
		w.json, w.word = "", ""
	case spec.String, spec.UUID, spec.Time, spec.Bytes, spec.GoText:
		w.json, w.word = "string", "Text"
	case spec.EnumType:
		if !t.Enum.Int {
			w.json, w.word = "string", "Text"
		}
	}
	w.name = nameInUnion(&plain)
	return w
}

// nameInUnion returns the name of a type without null in names of unions.
func nameInUnion(t *spec.Type) string {
	switch t.Kind {
	case spec.RecordType:
		return t.Record.Name
	case spec.UnionType:
		return t.Union.Name
	case spec.EnumType:
		return t.Enum.Name
	case spec.Array:
		return nameInUnion(t.Elem) + "List"
	case spec.Map:
		return nameInUnion(t.Elem) + "Map"
	case spec.Bool:
		return "Flag"
	case spec.JSON:
		return "JSON"
	case spec.String:
		return "Text"
	case spec.Seconds:
		return "Seconds"
	case spec.Milliseconds:
		return "Milliseconds"
	}
	return (&draft.TypeNames{}).Take(t.String())
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
