package importer

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/draft"
)

// definitionPaths are where definitions stand: those of JSON Schema, and those of an OpenAPI document.
var definitionPaths = []string{"/$defs", "/definitions", "/components/schemas"}

// isDefinitions reports whether the keys at a path are names of definitions.
func isDefinitions(path string) bool {
	return slices.ContainsFunc(definitionPaths, func(p string) bool { return strings.HasSuffix(path, p) })
}

// parent is the path above a path, and the name behind it.
func parent(path string) (above, name string) {
	k := max(strings.LastIndexByte(path, '/'), 0)
	return path[:k], unescape(strings.TrimPrefix(path[k:], "/"))
}

// escape and unescape are for the names in a JSON pointer.
func escape(name string) string   { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }
func unescape(name string) string { return strings.NewReplacer("~1", "/", "~0", "~").Replace(name) }

// definitions are those at the top of the file.
func (i *importer) definitions() iter.Seq2[string, schema] {
	return func(yield func(string, schema) bool) {
		for _, path := range definitionPaths {
			list, _ := i.follow(path)
			for name := range list.raw.Members() {
				if at, _ := list.get(name); !yield(name, at) {
					return
				}
			}
		}
	}
}

// isLibrary reports whether the file has definitions and says nothing of a value.
func (i *importer) isLibrary() bool {
	if slices.ContainsFunc([]string{"$ref", "type", "properties", "oneOf", "anyOf", "allOf", "enum", "const"}, (schema{i.root, ""}).has) {
		return false
	}
	for range i.definitions() {
		return true
	}
	return false
}

// definition returns the definition of a name.
func (i *importer) definition(name string) (schema, bool) {
	for known, at := range i.definitions() {
		if known == name {
			return at.reference(), true
		}
	}
	return schema{}, false
}

// reference is a schema that refers to a definition, by which it has its name.
func (s schema) reference() schema {
	return schema{decoder.Raw(fmt.Sprintf(`{"$ref":%s}`, draft.Quote("#"+s.path))), s.path}
}

// anchor is the definition that has an $anchor.
func (i *importer) anchor(name string) (schema, bool) {
	for _, at := range i.definitions() {
		if at.text("$anchor") == name {
			return at, true
		}
	}
	return schema{}, false
}

// definitionNames are the names of the first definitions, for an error.
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

// library declares all definitions: unions first, so that their cases have the names, and then those that are part of none.
func (i *importer) library() error {
	for _, alternatives := range []bool{true, false} {
		for name, at := range i.definitions() {
			if (at.has("oneOf") || at.has("anyOf")) != alternatives || i.isRecord(at.path) {
				continue
			}
			if _, _, _, err := i.typeOf(at.reference(), name, ""); err != nil {
				return err
			}
		}
	}
	return nil
}
