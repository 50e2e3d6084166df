package provider

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

// GoogleSchema makes a schema that Gemini accepts of the JSON Schema of a tool's parameters. Keywords that it does not know are
// stripped; what has another form there is rewritten: references are replaced by what they refer to (a reference within itself
// by {}, which is anything), const by an enum of one, oneOf by anyOf, a choice of constants by an enum, a choice with null by the
// other part of it. The properties of an object are no keywords, whatever their names. What is no schema comes back as it is.
//
// The index of each Change is -1, its Detail begins with the path as jq writes it.
func GoogleSchema(schema decoder.Raw) (decoder.Raw, []Change) {
	w := schemaWriter{root: schema}
	out := w.rewrite(schema, "", nil)
	return out, w.changes
}

type schemaWriter struct {
	changes
	root decoder.Raw
}

// keyword is a member of a schema.
type keyword struct {
	name  string
	value decoder.Raw
}

// rewrite returns a schema in Gemini's words. refs are the references that led to it.
func (w *schemaWriter) rewrite(schema decoder.Raw, path string, refs []string) decoder.Raw {
	if schema.Type() != decoder.Object {
		return schema
	}
	list, refs := w.resolve(keywords(schema), path, refs)
	var out []keyword
	for _, k := range list {
		at := path + "." + k.name
		switch {
		case RefusedKeyword(k.name).Known():
			w.add(KeywordStripped, -1, "%s", at)
		case k.name == "const":
			w.add(SchemaRewritten, -1, "%s is an enum of one", at)
			out = put(out, "enum", writeArray([]decoder.Raw{k.value}))
		case k.name == "type" && k.value.Type() == decoder.Array:
			out = w.types(out, k.value, at)
		case k.name == "properties" && k.value.Type() == decoder.Object:
			var properties []keyword
			for _, p := range keywords(k.value) {
				properties = append(properties, keyword{p.name, w.rewrite(p.value, at+"."+p.name, refs)})
			}
			out = put(out, k.name, writeObject(properties))
		case k.name == "anyOf" || k.name == "oneOf":
			out = w.choice(out, k, at, refs)
		case k.value.Type() == decoder.Array && (k.name == "allOf" || k.name == "items"):
			out = put(out, k.name, writeArray(w.each(k.value, at, refs)))
		case k.name == "items":
			out = put(out, k.name, w.rewrite(k.value, at, refs))
		default:
			out = put(out, k.name, k.value)
		}
	}
	return writeObject(out)
}

// resolve replaces a reference by the keywords that it refers to. Those beside the reference win.
func (w *schemaWriter) resolve(list []keyword, path string, refs []string) ([]keyword, []string) {
	for {
		i := slices.IndexFunc(list, func(k keyword) bool { return k.name == "$ref" })
		if i < 0 {
			return list, refs
		}
		ref, _ := list[i].value.Text()
		list = slices.Delete(slices.Clone(list), i, i+1)
		target, ok := w.lookup(ref)
		switch {
		case !ok:
			w.add(KeywordStripped, -1, "%s.$ref, which refers to nothing: %s", path, ref)
			return list, refs
		case slices.Contains(refs, ref):
			w.add(SchemaRewritten, -1, "%s.$ref refers to itself: %s", path, ref)
			return list, refs
		}
		w.add(SchemaRewritten, -1, "%s.$ref is replaced by %s", path, ref)
		refs = append(slices.Clone(refs), ref)
		for _, k := range keywords(target) {
			if !slices.ContainsFunc(list, func(o keyword) bool { return o.name == k.name }) {
				list = append(list, k)
			}
		}
	}
}

// lookup finds what a reference within the schema refers to.
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

// types rewrites a list of types: null is left out, and one type is no list.
func (w *schemaWriter) types(out []keyword, list decoder.Raw, at string) []keyword {
	var types []decoder.Raw
	for _, t := range list.Elements() {
		if s, _ := t.Text(); s != "null" {
			types = append(types, t)
		}
	}
	w.add(SchemaRewritten, -1, "%s is a list", at)
	switch len(types) {
	case 0:
		return out
	case 1:
		return put(out, "type", types[0])
	}
	for i, t := range types {
		types[i] = writeObject([]keyword{{"type", t}})
	}
	return put(out, "anyOf", writeArray(types))
}

// choice rewrites anyOf and oneOf.
func (w *schemaWriter) choice(out []keyword, k keyword, at string, refs []string) []keyword {
	variants := w.each(k.value, at, refs)
	n := len(variants)
	variants = slices.DeleteFunc(variants, func(v decoder.Raw) bool {
		t, _ := v.Get("type")
		s, _ := t.Text()
		return s == "null"
	})
	if len(variants) < n {
		w.add(SchemaRewritten, -1, "%s is without null", at)
	}
	if values, typ, ok := constants(variants); ok && len(variants) > 1 {
		w.add(SchemaRewritten, -1, "%s is an enum", at)
		if typ != nil {
			out = put(out, "type", typ)
		}
		return put(out, "enum", writeArray(values))
	}
	if len(variants) == 1 {
		w.add(SchemaRewritten, -1, "%s has one variant, which stands in its place", at)
		for _, v := range keywords(variants[0]) {
			if !slices.ContainsFunc(out, func(o keyword) bool { return o.name == v.name }) {
				out = append(out, v)
			}
		}
		return out
	}
	if k.name == "oneOf" {
		w.add(SchemaRewritten, -1, "%s is anyOf", at)
	}
	return put(out, "anyOf", writeArray(variants))
}

// constants returns the values of variants that are all enums, and the type of the first one.
func constants(variants []decoder.Raw) (values []decoder.Raw, typ decoder.Raw, ok bool) {
	for _, v := range variants {
		enum, has := v.Get("enum")
		if !has || enum.Type() != decoder.Array {
			return nil, nil, false
		}
		t, _ := v.Get("type")
		switch {
		case typ == nil:
			typ = t
		case t != nil && string(t) != string(typ):
			return nil, nil, false
		}
		for _, value := range enum.Elements() {
			values = append(values, value)
		}
	}
	return values, typ, len(variants) > 0
}

func (w *schemaWriter) each(list decoder.Raw, at string, refs []string) []decoder.Raw {
	var out []decoder.Raw
	for _, v := range list.Elements() {
		out = append(out, w.rewrite(v, at+"[]", refs))
	}
	return out
}

// keywords lists the members of an object. Of those that stand twice the last one counts.
func keywords(schema decoder.Raw) []keyword {
	var list []keyword
	for name, value := range schema.Members() {
		list = put(list, name, value)
	}
	return list
}

// put sets a keyword.
func put(list []keyword, name string, value decoder.Raw) []keyword {
	for i := range list {
		if list[i].name == name {
			list[i].value = value
			return list
		}
	}
	return append(list, keyword{name, value})
}

// writeObject writes keywords as an object.
func writeObject(list []keyword) decoder.Raw {
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
