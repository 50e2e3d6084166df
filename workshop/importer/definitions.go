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

// definitionAt returns the name of the definition at a path, "" if there is none.
func definitionAt(path string) string {
	above, last := parent(path)
	if !isDefinitions(above) {
		return ""
	}
	return shortName(last)
}

// shortName returns the name of a definition without the folders and the suffix of a file: User for
// https://example.com/people/User.schema.json.
func shortName(name string) string {
	file := name[strings.LastIndexByte(name, '/')+1:]
	if file = strings.TrimSuffix(strings.TrimSuffix(file, ".json"), ".schema"); file == "" {
		return name
	}
	return file
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

// definition returns the definition with a name, or else the first one with this short name.
func (i *importer) definition(name string) (found schema, ok bool) {
	for known, at := range i.definitions() {
		if known == name {
			return at.reference(), true
		}
		if short := shortName(known); short == name && found.raw == nil {
			found = at.reference()
		}
	}
	return found, found.raw != nil
}

// reference returns a schema that refers to the definition s, so that its type gets the definition's name.
func (s schema) reference() schema {
	return schema{decoder.Raw(fmt.Sprintf(`{"$ref":%s}`, draft.Quote("#"+s.path))), s.path}
}

// definitionNames returns the names of the first definitions, for the text of an error.
func (i *importer) definitionNames() string {
	var names []string
	for name := range i.definitions() {
		names = append(names, shortName(name))
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
