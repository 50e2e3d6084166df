package importer

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Error is a mistake of a schema.
type Error struct {
	Path   string // JSON pointer behind #: "/$defs/Line"
	Reason string
}

func (e *Error) Error() string {
	return "importer: #" + printable.Text(e.Path) + ": " + printable.Text(e.Reason)
}

// schema is a piece of the schema, and where it stands.
type schema struct {
	raw  decoder.Raw
	path string
}

func (s schema) get(key string) (schema, bool) {
	raw, ok := s.raw.Get(key)
	return schema{raw, s.path + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)}, ok
}

func (s schema) text(key string) string {
	raw, _ := s.raw.Get(key)
	text, _ := raw.Text()
	return text
}

func (s schema) has(key string) bool {
	_, ok := s.raw.Get(key)
	return ok
}

// list are the elements of an array below a key.
func (s schema) list(key string) []schema {
	at, _ := s.get(key)
	var list []schema
	for i, raw := range at.raw.Elements() {
		list = append(list, schema{raw, fmt.Sprintf("%s/%d", at.path, i)})
	}
	return list
}

// types are the JSON types that the schema's type names, null among them.
func (s schema) types() []string {
	raw, _ := s.raw.Get("type")
	if text, ok := raw.Text(); ok {
		return []string{text}
	}
	var list []string
	for _, e := range raw.Elements() {
		text, _ := e.Text()
		list = append(list, text)
	}
	return list
}

// isNull reports whether the only value is null, by a const.
func (s schema) isNull() bool {
	c, _ := s.raw.Get("const")
	return c.Type() == decoder.Null
}

// isText reports whether a schema says that a value is a text, and nothing more.
func (s schema) isText() bool {
	n := 0
	for range s.raw.Members() {
		n++
	}
	return n == 1 && s.text("type") == "string"
}

// isRest reports whether a schema is an alternative for what the others do not know: it says nothing but what a member is not.
func (s schema) isRest() bool {
	if s.has("$ref") {
		return false
	}
	properties, _ := s.get("properties")
	rest := false
	for name := range properties.raw.Members() {
		member, _ := properties.get(name)
		if rest = member.has("not"); !rest {
			break
		}
	}
	return rest
}

// isOnlyNull reports whether the only value is null, by a type, const or enum.
func (s schema) isOnlyNull() bool {
	e := s.list("enum")
	return slices.Equal(s.types(), []string{"null"}) || s.has("const") && s.isNull() || len(e) == 1 && e[0].raw.Type() == decoder.Null
}

// definitionWords are the keywords under which definitions stand.
var definitionWords = []string{"$defs", "definitions"}

// isLibrary reports whether a schema has definitions and says nothing of a value.
func (s schema) isLibrary() bool {
	says := slices.ContainsFunc([]string{"$ref", "type", "properties", "oneOf", "anyOf", "allOf", "enum", "const"}, s.has)
	return !says && slices.ContainsFunc(definitionWords, s.has)
}

// definition returns the definition of a name.
func (i *importer) definition(name string) (schema, bool) {
	for _, words := range definitionWords {
		list, _ := schema{i.root, ""}.get(words)
		if at, ok := list.get(name); ok {
			return at.reference(), true
		}
	}
	return schema{}, false
}

// reference is a schema that refers to a definition, by which it has its name.
func (s schema) reference() schema {
	return schema{decoder.Raw(fmt.Sprintf(`{"$ref":%s}`, draft.Quote("#"+s.path))), s.path}
}

// definitionNames are the names of the first definitions, for an error.
func (i *importer) definitionNames() string {
	var names []string
	for _, words := range definitionWords {
		list, _ := schema{i.root, ""}.get(words)
		for name := range list.raw.Members() {
			names = append(names, name)
		}
	}
	switch {
	case len(names) == 0:
		return "none"
	case len(names) > 12:
		return strings.Join(names[:12], ", ") + fmt.Sprintf(" and %d more", len(names)-12)
	}
	return strings.Join(names, ", ")
}

// remarks are keywords that say nothing of a value.
var remarks = []string{"title", "description", "default", "examples", "deprecated", "$comment", "readOnly", "writeOnly"}

// wrapped is the only part of a schema that says nothing else: of {"allOf": [{...}]}, or of a oneOf or anyOf with one alternative.
func (s schema) wrapped() (schema, bool) {
	var inner []schema
	for key := range s.raw.Members() {
		switch {
		case key == "allOf" || key == "oneOf" || key == "anyOf":
			inner = append(inner, s.list(key)...)
		case !slices.Contains(remarks, key) && !strings.HasPrefix(key, "x-"):
			return s, false
		}
	}
	if len(inner) != 1 {
		return s, false
	}
	return inner[0], true
}

// resolve follows references within the file, and returns the name of the definition that the last of them led to.
func (i *importer) resolve(s schema) (at schema, name string, err error) {
	for range 100 {
		if inner, ok := s.wrapped(); ok {
			s = inner
			continue
		}
		ref := s.text("$ref")
		if ref == "" {
			return s, name, nil
		}
		if id := (schema{i.root, ""}).text("$id"); id != "" {
			ref = strings.TrimPrefix(ref, strings.TrimSuffix(id, "#"))
		}
		path, ok := strings.CutPrefix(ref, "#")
		if !ok {
			return s, "", &Error{s.path, fmt.Sprintf("$ref %q leads to another file; bundle the schemas into one", ref)}
		}
		at, found := i.follow(path)
		if !found {
			return s, "", &Error{s.path, fmt.Sprintf("$ref %q leads to nothing", ref)}
		}
		s = at
		name = ""
		if words := strings.Split(at.path, "/"); len(words) > 2 && slices.Contains(definitionWords, words[len(words)-2]) {
			name = strings.NewReplacer("~1", "/", "~0", "~").Replace(words[len(words)-1])
		}
	}
	return s, "", &Error{s.path, "$ref leads in a circle"}
}

// follow is the schema at a JSON pointer, or of an anchor.
func (i *importer) follow(path string) (at schema, ok bool) {
	if plain, err := url.PathUnescape(path); err == nil {
		path = plain
	}
	at = schema{i.root, ""}
	if path != "" && path[0] != '/' {
		return i.anchor(path)
	}
	for _, key := range strings.Split(path, "/")[1:] {
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		if n, err := strconv.Atoi(name); err == nil && at.raw.Type() == decoder.Array {
			next, ok := schema{}, false
			for k, raw := range at.raw.Elements() {
				if k == n {
					next, ok = schema{raw, at.path + "/" + name}, true
				}
			}
			if !ok {
				return at, false
			}
			at = next
			continue
		}
		if at, ok = at.get(name); !ok {
			return at, false
		}
	}
	return at, true
}

// anchor is the definition that has an $anchor.
func (i *importer) anchor(name string) (schema, bool) {
	for _, words := range definitionWords {
		list, _ := schema{i.root, ""}.get(words)
		for key := range list.raw.Members() {
			if at, _ := list.get(key); at.text("$anchor") == name {
				return at, true
			}
		}
	}
	return schema{}, false
}
