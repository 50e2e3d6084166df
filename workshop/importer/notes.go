package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/draft"
)

// unsupported are keywords that a spec cannot express.
var unsupported = []string{"if", "not", "patternProperties", "dependentRequired", "dependentSchemas", "dependencies", "propertyNames", "prefixItems",
	"$dynamicRef", "$recursiveRef"}

// noteAll notes the keywords that are left out, in s and in all schemas within it.
func (i *importer) noteAll(s schema) {
	if s.raw.Type() == decoder.Array {
		for k, raw := range s.raw.Elements() {
			i.noteAll(schema{raw, fmt.Sprintf("%s/%d", s.path, k)})
		}
		return
	}
	if s.isRest() {
		return
	}
	for key, raw := range s.raw.Members() {
		at := schema{raw, s.path + "/" + escape(key)}
		if slices.Contains(unsupported, key) && !isNameOfMember(s.path) {
			i.left[key] = append(i.left[key], at.path)
		}
		if !slices.Contains(withoutValues, key) || isNameOfMember(s.path) {
			i.noteAll(at)
		}
	}
}

// isNameOfMember reports whether the keys at a path are names of members or definitions, and not keywords.
func isNameOfMember(path string) bool {
	last := path[strings.LastIndexByte(path, '/')+1:]
	return isDefinitions(path) || slices.Contains([]string{"properties", "patternProperties", "dependentSchemas"}, last)
}

func (i *importer) notes() []string {
	var list []string
	if i.others > 0 {
		list = append(list, "Lines that are not objects are left out: "+alternatives(i.others)+".")
	}
	for _, key := range slices.Sorted(maps.Keys(i.left)) {
		paths := slices.DeleteFunc(i.left[key], func(path string) bool { return i.applied[path] })
		if len(paths) > 0 {
			list = append(list, draft.Comment(fmt.Sprintf("What `%s` says is left out: %s in line %d, #%s.", key, times(len(paths)), LineOf(i.root, paths[0]), paths[0])))
		}
	}
	return list
}

// alternatives returns a number of alternatives in words.
func alternatives(n int) string {
	if n == 1 {
		return "1 alternative"
	}
	return fmt.Sprintf("%d alternatives", n)
}

// times returns how often a keyword is used, before the place of its first use.
func times(n int) string {
	if n == 1 {
		return "once,"
	}
	return fmt.Sprintf("%d times, first", n)
}
