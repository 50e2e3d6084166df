package provider

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

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

// merge adds a keyword to a schema. If the schema has the keyword, the result must satisfy both values; of two descriptions, that of k wins
// if newer is set.
func (w *schemaWriter) merge(list *schema, k keyword, path string, newer bool) {
	old := list.get(k.name)
	if old == nil || string(old) == string(k.value) {
		list.put(k.name, k.value)
		return
	}
	switch k.name {
	case "title", "description", "default", "example":
		if newer {
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
