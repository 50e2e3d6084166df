// Package schema writes a JSON Schema, of the draft 2020-12, of the lines that a spec describes: for validators, editors and generators of
// other languages.
//
// A schema accepts members, kinds and enum values that the spec does not know, as decoding does. It refuses known members of another
// JSON type, and objects without a required member, as a strict reader does. With Strict it also refuses what the spec does not know.
//
// JSON Schema cannot express some rules of strict readers, about duplicate members, invalid UTF-8, and texts that a Go type of the user refuses. Formats are
// annotations; a validator that asserts them refuses a malformed uuid, which readers keep. An int has the types integer and number, because readers
// keep a fraction. A member that is decoded on demand can be anything, because readers do not check it.
package schema

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// Draft is the URI of the JSON Schema draft.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// Options control which lines a schema accepts.
type Options struct {
	Strict bool // refuse also what the spec does not know; a view accepts it in any case
}

// Of returns the schema of a line as indented JSON, always the same for the same spec. For a spec without a line, the schema has the definitions
// of all types and accepts any value.
func Of(m *spec.Model, o Options) ([]byte, error) {
	w := &writer{strict: o.Strict, names: map[any]string{}, presences: map[*spec.Node]int{}}
	top := scope{model: m}
	root := of("$schema", Draft, "title", m.Protocol)
	if m.Doc != "" {
		root = root.with("description", strings.TrimSpace(m.Doc))
	}
	if m.Line != nil {
		root = append(root, w.closed(top, w.union(top, m.Line))...)
	} else {
		w.all(top)
	}
	var defs object
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		defs = defs.with(next.name, next.make())
	}
	text, err := plain(root.with("$defs", defs))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return printable.JSON(b.Bytes()), nil
}

// writer makes definitions of the types that the schema refers to. Definitions of records and unions accept unknown members, also with Strict. The
// schema that refers to one for a whole value refuses them (see closed). So a definition also serves for embedded and flattened records.
type writer struct {
	strict bool
	names  map[any]string // names of definitions, by the *spec.Record, *spec.Union or *spec.Enum
	queue  []definition   // definitions that are still to be made

	presences map[*spec.Node]int // numbers of the nodes whose members are in definitions: see names.first
}

type definition struct {
	name string
	make func() object
}

// scope is a spec file, and the prefix for the names of its types.
type scope struct {
	model  *spec.Model
	prefix string
}

// in returns the scope of a type that is used in s.
func (s scope) in(t *spec.Type) scope {
	if t.Import == nil {
		return s
	}
	return scope{t.Import.Model, s.prefix + t.Import.Alias + "."}
}

// all makes references to all types of a file, so that they get definitions.
func (w *writer) all(s scope) {
	for _, u := range s.model.Unions {
		if u.Tree == nil || !u.Tree.Sibling {
			w.union(s, u)
		}
	}
	for _, r := range s.model.Records {
		if !r.Group {
			w.record(s, r)
		}
	}
	for _, e := range s.model.Enums {
		w.enum(s, e)
	}
}

// ref returns a reference to a definition. At the first reference, the definition is queued.
func (w *writer) ref(s scope, key any, name string, build func() object) object {
	if _, ok := w.names[key]; !ok {
		w.names[key] = s.prefix + name
		w.queue = append(w.queue, definition{s.prefix + name, build})
	}
	return of("$ref", "#/$defs/"+url.PathEscape(w.names[key]))
}

func (w *writer) record(s scope, r *spec.Record) object {
	return w.ref(s, r, r.Name, func() object { return w.recordDefinition(s, r) })
}

func (w *writer) union(s scope, u *spec.Union) object {
	return w.ref(s, u, u.Name, func() object { return w.unionDefinition(s, u) })
}

func (w *writer) enum(s scope, e *spec.Enum) object {
	return w.ref(s, e, e.Name, func() object { return w.enumDefinition(e) })
}

// closed returns o, and in strict mode refuses members that o does not name.
func (w *writer) closed(s scope, o object) object {
	if w.strict && !s.model.View {
		return o.with("unevaluatedProperties", false)
	}
	return o
}

// about adds the documentation of a declaration to o.
func about(o object, a *spec.About) object {
	doc := strings.TrimSpace(a.Doc)
	if a.Deprecated != "" {
		doc = strings.TrimSpace(doc + "\n\nDeprecated: " + strings.TrimSpace(a.Deprecated))
	}
	if doc != "" {
		o = o.with("description", doc)
	}
	if a.Deprecated != "" {
		o = o.with("deprecated", true)
	}
	return o
}
