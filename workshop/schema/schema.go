// Package schema writes a JSON Schema, of the draft 2020-12, of the lines that a spec describes: for validators, editors and generators of
// other languages.
//
// A schema is as open as decoding is: it accepts members, kinds and enum values that the spec does not know, and refuses what a strict reader
// refuses of what it does know, values of another JSON type and required members that are absent. With Strict it also refuses the unknown.
//
// Some rules of strict readers have no words in JSON Schema: duplicate members, invalid UTF-8, numbers out of range, and texts that a Go type of
// the user's refuses. Formats are annotations; a validator that asserts them refuses a uuid that is none, which readers keep. A whole number has
// the types integer and number, as readers keep a fraction. A member that is decoded on demand can be anything, for readers do not look into it.
package schema

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// Draft is the URI of the JSON Schema draft.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// Options say what a schema is for.
type Options struct {
	Strict bool // refuse what the spec does not know, too. A view passes over it in any case
}

// Of returns the schema of a line as indented JSON, always the same for the same spec. For a spec that does not say what stands on a line, it
// has the definitions of all types and accepts any value.
func Of(m *spec.Model, o Options) ([]byte, error) {
	w := &writer{strict: o.Strict, names: map[any]string{}}
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
	return b.Bytes(), nil
}

// writer makes definitions of the types that are referred to. Definitions of records and unions are open, also with Strict: what refers to one
// as a whole value closes it. So records can embed each other, and stand beside each other's members.
type writer struct {
	strict bool
	names  map[any]string // of definitions, by the *spec.Record, *spec.Union or *spec.Enum
	queue  []definition   // that are still to be made
}

type definition struct {
	name string
	make func() object
}

// scope is a spec file, and what stands in front of the names of its types.
type scope struct {
	model  *spec.Model
	prefix string
}

// in is the scope of a type that is used in s.
func (s scope) in(t *spec.Type) scope {
	if t.Import == nil {
		return s
	}
	return scope{t.Import.Model, s.prefix + t.Import.Alias + "."}
}

// all refers to all types of a file.
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

// ref refers to a definition, which is made later if nothing has referred to it before.
func (w *writer) ref(s scope, key any, name string, make func() object) object {
	if _, ok := w.names[key]; !ok {
		w.names[key] = s.prefix + name
		w.queue = append(w.queue, definition{s.prefix + name, make})
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

// closed refuses members that a schema says nothing of, if all must be known.
func (w *writer) closed(s scope, o object) object {
	if w.strict && !s.model.View {
		return o.with("unevaluatedProperties", false)
	}
	return o
}

// about adds what documents a declaration.
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
