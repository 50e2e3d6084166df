package schema

import (
	"encoding/json"

	"github.com/ndwire/ndwire/spec"
)

func (w *writer) unionDefinition(s scope, u *spec.Union) object {
	doc := &u.About
	if u.Of != nil {
		u = u.Of
	}
	switch {
	case u.Variants != nil:
		var list []object
		for _, v := range u.Variants {
			list = append(list, about(w.value(s, v.Type), &v.About))
		}
		list = append(list, of("type", "null")) // readers take it for absence
		return append(about(object{}, doc), of("anyOf", list)...)
	case u.Tree.Results:
		return append(about(object{}, doc), w.results(s, u.Tree)...)
	case u.Tree.External:
		return append(about(object{}, doc), w.external(s, u.Tree)...)
	}
	return append(about(of("type", "object"), doc), w.question(s, u.Tree, false)...)
}

// question is a schema with an alternative for each answer. told says that a tag has said something before.
func (w *writer) question(s scope, n *spec.Node, told bool) object {
	return of("oneOf", w.answers(s, n, told, func(t *spec.Target, told bool) object { return w.target(s, t, told) }))
}

// known is a question that no unknown case answers.
func (w *writer) known(s scope, n *spec.Node) object {
	strict := w.strict
	w.strict = true
	defer func() { w.strict = strict }()
	return w.question(s, n, false)
}

// answers are the alternatives of a question: each has a condition, and what the answer leads to.
func (w *writer) answers(s scope, n *spec.Node, told bool, target func(t *spec.Target, told bool) object) []object {
	var ask condition = asTag(n.Tag)
	if n.Has {
		ask = presence(n)
	}
	var list []object
	for _, c := range n.Cases {
		list = append(list, about(append(ask.is(c.Literal), target(&c.Target, true)...), &c.About))
	}
	if n.Otherwise != nil {
		list = append(list, append(ask.other(n.Cases, n.Absent == nil), target(n.Otherwise, told)...))
	} else if !w.strict && (told || !n.Has) {
		list = append(list, append(ask.unknown(n.Cases), of("$comment", "a case that the spec does not know")...))
	}
	if n.Absent != nil {
		list = append(list, append(ask.absent(), target(n.Absent, told)...))
	}
	return list
}

// target is what an answer leads to.
func (w *writer) target(s scope, t *spec.Target, told bool) object {
	switch {
	case t.Record != nil:
		return w.record(s, t.Record)
	case t.Node != nil:
		return w.question(s, t.Node, told)
	case w.strict:
		return of("additionalProperties", true) // without a record: anything
	}
	return nil
}

// results is the schema of what answers requests: the value does not say to which of them, so that it can be what any method leads to.
func (w *writer) results(s scope, n *spec.Node) object {
	var list []object
	for _, c := range n.Cases {
		o := of("title", text(c.Literal))
		switch t := c.Target; {
		case t.Record != nil:
			o = append(o, w.closed(s, w.record(s, t.Record))...)
		case t.Node != nil:
			o = append(o, w.closed(s, append(of("type", "object"), w.question(s, t.Node, false)...))...)
		}
		list = append(list, about(o, &c.About))
	}
	if !w.strict {
		list = append(list, of("$comment", "the result of a method that the spec does not know"))
	}
	return of("anyOf", list)
}

// sibling is the schema of an object with a member that says what another one is.
func (w *writer) sibling(s scope, f *spec.Field) object {
	s = s.in(f.Type)
	n := *f.Type.Union.Tree
	n.Tag = [][]string{{f.By}}
	list := w.answers(s, &n, false, func(t *spec.Target, told bool) object {
		var o object
		switch {
		case t.Bare:
			return nil
		case t.Record != nil:
			o = w.closed(s, w.record(s, t.Record))
		default:
			o = w.closed(s, append(of("type", "object"), w.question(s, t.Node, told)...))
		}
		return of("allOf", []object{of("properties", of(f.Name, o))})
	})
	// A null is the absence of a payload, whatever its tag says.
	there := of("properties", of(f.Name, of("not", of("type", "null"))), "required", []string{f.Name})
	return of("if", there, "then", of("oneOf", list))
}

// external is the schema of a union whose tag stands around the value.
func (w *writer) external(s scope, n *spec.Node) object {
	var list []object
	var units, names []json.RawMessage
	null := of("type", "null") // the value of a case without a record
	if !w.strict {
		null = object{}
	}
	for _, c := range n.Cases {
		literal := json.RawMessage(c.Literal)
		names = append(names, literal)
		var o object
		switch {
		case n.Adjacent != nil:
			properties := of(n.Adjacent.Tag, of("const", literal))
			required := []string{n.Adjacent.Tag}
			if c.Unit {
				properties = properties.with(n.Adjacent.Content, null)
			} else {
				properties = properties.with(n.Adjacent.Content, w.content(s, c.Target.Record))
				required = append(required, n.Adjacent.Content)
			}
			o = of("type", "object", "properties", properties, "required", required, "additionalProperties", false)
		default:
			value := null
			if c.Unit {
				units = append(units, literal)
			} else {
				value = w.content(s, c.Target.Record)
			}
			name := text(c.Literal)
			o = of("type", "object", "properties", of(name, value), "required", []string{name}, "additionalProperties", false)
		}
		list = append(list, about(o, &c.About))
	}
	if len(units) > 0 && n.Adjacent == nil {
		list = append(list, of("enum", units))
	}
	if !w.strict {
		list = append(list, unknownExternal(n, names)...)
	}
	return of("anyOf", list)
}

// content is the schema of a value under its name. One that is no object is an unknown case.
func (w *writer) content(s scope, r *spec.Record) object {
	o := w.closed(s, w.record(s, r))
	if w.strict {
		return o
	}
	return of("anyOf", []object{o, of("not", of("type", "object"))})
}

// unknownExternal are the alternatives for what no case of an external union knows.
func unknownExternal(n *spec.Node, names []json.RawMessage) []object {
	if a := n.Adjacent; a != nil {
		known := of("properties", of(a.Tag, of("enum", names)), "propertyNames", of("enum", []string{a.Tag, a.Content}))
		return []object{of("type", "object", "properties", of(a.Tag, of("type", "string")), "required", []string{a.Tag}, "not", known)}
	}
	return []object{
		of("type", "object", "minProperties", 1, "maxProperties", 1, "propertyNames", of("not", of("enum", names))),
		of("type", "string", "not", of("enum", names)),
	}
}

// text is the text of a JSON string.
func text(literal string) string {
	var s string
	json.Unmarshal([]byte(literal), &s) // the spec package has checked it
	return s
}
