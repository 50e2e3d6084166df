package importer

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
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

// resolve follows references within the file, and returns the name of the definition that the last of them led to.
func (i *importer) resolve(s schema) (at schema, name string, err error) {
	for range 100 {
		ref := s.text("$ref")
		if ref == "" {
			return s, name, nil
		}
		path, ok := strings.CutPrefix(ref, "#")
		if !ok {
			return s, "", &Error{s.path, fmt.Sprintf("$ref %q leads to another file; bundle the schemas into one", ref)}
		}
		at := schema{i.root, ""}
		for _, key := range strings.Split(path, "/")[1:] {
			name = strings.NewReplacer("~1", "/", "~0", "~", "%20", " ", "%3C", "<", "%3E", ">").Replace(key)
			if at, ok = at.get(name); !ok {
				return s, "", &Error{s.path, fmt.Sprintf("$ref %q leads to nothing", ref)}
			}
		}
		s = at
	}
	return s, "", &Error{s.path, "$ref leads in a circle"}
}
