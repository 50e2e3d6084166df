package importer

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/draft"
)

// definitionPaths are the paths of the objects that have definitions, in a JSON Schema and in an OpenAPI document.
var definitionPaths = []string{"/$defs", "/definitions", "/components/schemas"}

// isDefinitions reports whether the keys at a path are names of definitions.
func isDefinitions(path string) bool {
	return slices.ContainsFunc(definitionPaths, func(p string) bool { return strings.HasSuffix(path, p) })
}

// parent splits a path into the path above it and its last name.
func parent(path string) (above, name string) {
	k := max(strings.LastIndexByte(path, '/'), 0)
	return path[:k], unescape(strings.TrimPrefix(path[k:], "/"))
}

// escape and unescape convert a name to its form in a JSON Pointer, and back.
func escape(name string) string   { return escaper.Replace(name) }
func unescape(name string) string { return unescaper.Replace(name) }

var escaper, unescaper = strings.NewReplacer("~", "~0", "/", "~1"), strings.NewReplacer("~1", "/", "~0", "~")

// definitions ranges over the names and schemas of the definitions at the top of the file.
func (i *importer) definitions() iter.Seq2[string, schema] {
	return func(yield func(string, schema) bool) {
		for _, path := range definitionPaths {
			list, _ := i.follow(path)
			for name, raw := range list.raw.Members() {
				if at := (schema{raw, list.path + "/" + escape(name)}); !yield(name, at) {
					return
				}
			}
		}
	}
}

// isLibrary reports whether the file has definitions, and its root does not describe a value: that it is an object, without more, says nothing.
func (i *importer) isLibrary() bool {
	root := schema{i.root, ""}
	describes := []string{"$ref", "properties", "required", "additionalProperties", "patternProperties", "oneOf", "anyOf", "allOf", "enum", "const"}
	if slices.ContainsFunc(describes, root.has) || root.has("type") && !slices.Equal(root.types(), []string{"object"}) {
		return false
	}
	for range i.definitions() {
		return true
	}
	return false
}

// definition returns the definition with a name.
func (i *importer) definition(name string) (schema, bool) {
	for known, at := range i.definitions() {
		if known == name {
			return at.reference(), true
		}
	}
	return schema{}, false
}

// reference returns a schema that refers to the definition s, so that its type gets the definition's name.
func (s schema) reference() schema {
	return schema{decoder.Raw(fmt.Sprintf(`{"$ref":%s}`, draft.Quote("#"+s.path))), s.path}
}

// anchor returns the definition that has an $anchor.
func (i *importer) anchor(name string) (schema, bool) {
	for _, at := range i.definitions() {
		if at.text("$anchor") == name {
			return at, true
		}
	}
	return schema{}, false
}

// definitionNames returns the names of the first definitions, for the text of an error.
func (i *importer) definitionNames() string {
	var names []string
	for name := range i.definitions() {
		names = append(names, name)
	}
	switch {
	case len(names) == 0:
		return "none"
	case len(names) > 12:
		return strings.Join(names[:12], ", ") + fmt.Sprintf(" and %d more", len(names)-12)
	}
	return strings.Join(names, ", ")
}

// library declares all definitions: unions first, so that their cases get the names of the definitions, and then all others.
func (i *importer) library() {
	for _, alternatives := range []bool{true, false} {
		for name, at := range i.definitions() {
			if (at.has("oneOf") || at.has("anyOf")) != alternatives || i.isRecord(at.path) {
				continue
			}
			i.typeOf(at.reference(), name, "")
		}
	}
}
