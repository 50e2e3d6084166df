package importer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// schema is a schema within the file, and its path.
type schema struct {
	raw  decoder.Raw
	path string
}

func (s schema) get(key string) (schema, bool) {
	raw, ok := s.raw.Get(key)
	return schema{raw, s.path + "/" + escape(key)}, ok
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

// list returns the elements of the array below a key.
func (s schema) list(key string) []schema {
	at, _ := s.get(key)
	var list []schema
	for i, raw := range at.raw.Elements() {
		list = append(list, schema{raw, fmt.Sprintf("%s/%d", at.path, i)})
	}
	return list
}

// types returns the JSON types that the keyword type names, including null.
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

// isNullable reports whether the keyword nullable of OpenAPI 3.0 allows null besides the type.
func (s schema) isNullable() bool {
	null, _ := s.raw.Get("nullable")
	return string(null) == "true"
}

// isAnyOf reports whether a schema allows any value of a JSON type, string or integer, and nothing else.
func (s schema) isAnyOf(jsonType string) bool {
	for name := range s.raw.Members() {
		isWidth := name == "format" && jsonType == "integer" // of an int
		if !isWidth && !slices.Contains([]string{"type", "title", "description", "$comment", "examples", "default"}, name) {
			return false
		}
	}
	return s.text("type") == jsonType
}

// isRest reports whether a schema is the alternative for unknown values: it only excludes values of a member, by not.
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
func (s schema) isOnlyNull() bool { return slices.Equal(s.jsonTypes(), []string{"null"}) }

// remarks are keywords that do not restrict a value.
var remarks = []string{"title", "description", "default", "examples", "deprecated", "$comment", "readOnly", "writeOnly", "nullable"}

// saysNothing reports whether a schema allows any value.
func (s schema) saysNothing() bool {
	for key := range s.raw.Members() {
		if !slices.Contains(remarks, key) && !strings.HasPrefix(key, "x-") {
			return false
		}
	}
	return string(s.raw) != "false"
}

// wrapped returns the only part of a schema that has no other keyword: of {"allOf": [{...}]}, or of a oneOf or anyOf with one alternative.
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

// parts returns the schemas that a schema extends: those of its allOf, and the one to which a reference beside its
// properties leads.
func (s schema) parts() []schema {
	list := s.list("allOf")
	if ref, ok := s.raw.Get("$ref"); ok {
		list = append([]schema{{decoder.Raw(`{"$ref":` + string(ref) + `}`), s.path + "/$ref"}}, list...)
	}
	return list
}

// resolve follows references within the file, and returns the name of the definition that the last of them led to. After a mistake, the schema
// allows anything.
func (i *importer) resolve(s schema) (at schema, name string) {
	at, name, err := i.lookUp(s)
	if err != nil {
		i.fail(err.Path, err.Reason)
	}
	return at, name
}

// isBroken reports whether a reference has a mistake, which it records. Without such an alternative, the others are looked at.
func (i *importer) isBroken(s schema) bool {
	_, _, err := i.lookUp(s)
	if err != nil {
		i.fail(err.Path, err.Reason)
	}
	return err != nil
}

// lookUp is resolve for a schema that may not become a part of the spec: it returns a mistake and does not report it.
func (i *importer) lookUp(s schema) (at schema, name string, mistake *Error) {
	asked := s
	name = definitionAt(s.path)
	failed := func(format string, args ...any) (schema, string, *Error) {
		return schema{decoder.Raw("{}"), asked.path}, "", &Error{Path: s.path, Reason: fmt.Sprintf(format, args...)}
	}
	for range 100 {
		if inner, ok := s.wrapped(); ok {
			s = inner
			continue
		}
		ref := s.text("$ref")
		if ref == "" || s.has("properties") && (s.path != asked.path || name != "") {
			return s, name, nil // a definition that extends another one is a schema of its own
		}
		path, ok := i.resources.find(ref, i.inFile(s.path))
		if !ok {
			return failed("$ref %q leads to another file; bundle the schemas into one", ref)
		}
		at, found := i.follow(path)
		if fragment := strings.TrimPrefix(ref, "#"); !found && fragment != ref { // some references are relative to the file in spite of an `$id`
			at, found = i.follow(fragment)
		}
		if !found {
			return failed("$ref %q leads to nothing; declare it, or correct the reference", ref)
		}
		if s.fixes() { // one of the values that the other schema has
			return s, name, nil
		}
		s = at
		name = definitionAt(at.path)
	}
	return failed("$ref leads in a circle; let one of its references lead to a schema of a value")
}

// follow returns the schema at a JSON Pointer. Looking for it takes as long as the file, so that what was found is
// remembered.
func (i *importer) follow(path string) (at schema, ok bool) {
	if at, ok = i.followed[path]; !ok {
		if at, ok = i.find(path); ok {
			i.followed[path] = at
		}
	}
	return at, ok
}

func (i *importer) find(path string) (at schema, ok bool) {
	at = schema{i.root, ""}
	if path != "" && path[0] != '/' {
		return at, false
	}
	for _, key := range strings.Split(path, "/")[1:] {
		name := unescape(key)
		outer := at
		at, ok = outer.get(name)
		for k, raw := range outer.raw.Elements() {
			if strconv.Itoa(k) == name {
				at, ok = schema{raw, outer.path + "/" + name}, true
			}
		}
		if !ok {
			return at, false
		}
		if isDefinitions(at.path) {
			i.followAll(at)
		}
	}
	return at, true
}

// followAll remembers all definitions of an object.
func (i *importer) followAll(list schema) {
	if i.followed[list.path].raw != nil {
		return
	}
	i.followed[list.path] = list
	for name, raw := range list.raw.Members() {
		at := schema{raw, list.path + "/" + escape(name)}
		i.followed[at.path] = at
	}
}
