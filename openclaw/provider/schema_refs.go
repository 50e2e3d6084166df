package provider

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

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
