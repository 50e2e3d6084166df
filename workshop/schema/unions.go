package schema

import (
	"encoding/json"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

func (w *writer) unionDefinition(s scope, u *spec.Union) object {
	doc := &u.About
	switch {
	case u.Of != nil:
		return append(about(of("type", "object"), doc), w.tree(u, w.part(s, u))...)
	case u.Variants != nil:
		var list []object
		for _, v := range u.Variants {
			o := w.value(s, v.Type)
			if v.Type.Kind == spec.JSON {
				o = of("type", v.JSON)
			}
			list = append(list, about(o, &v.About))
		}
		list = append(list, of("type", "null")) // null counts as absent
		return append(about(object{}, doc), of("anyOf", list)...)
	case u.Tree.Results:
		return append(about(object{}, doc), w.results(s, u.Tree)...)
	case u.Tree.External:
		return append(about(object{}, doc), w.external(s, u.Tree)...)
	}
	return append(about(of("type", "object"), doc), w.node(s, u.Tree, false)...)
}

// node returns a schema with an alternative for each case of a node. hasTag reports whether a text chose a case of a node above: then a value
// with none of the members of `has:` is an unknown case; otherwise it has no tag.
func (w *writer) node(s scope, n *spec.Node, hasTag bool) object {
	return of("oneOf", w.alternatives(n, hasTag, func(t *spec.Target, hasTag bool) object { return w.target(s, t, hasTag) }))
}

// none is the schema of no value.
var none = of("not", object{})

// tree returns the schema of a union by tag whose branches lead to records with schemas of their own. A target without
// a record is nil.
func (w *writer) tree(u *spec.Union, target func(r *spec.Record) object) object {
	if u.Of != nil {
		u = u.Of
	}
	var at func(t *spec.Target, hasTag bool) object
	at = func(t *spec.Target, hasTag bool) object {
		if t.Node != nil {
			return of("oneOf", w.alternatives(t.Node, hasTag, at))
		}
		return target(t.Record)
	}
	return of("oneOf", w.alternatives(u.Tree, false, at))
}

// part returns the schemas for the records of a part of a union. Strict readers refuse a record that is no case of the
// part.
func (w *writer) part(s scope, u *spec.Union) func(r *spec.Record) object {
	return func(r *spec.Record) object {
		switch {
		case r == nil:
			return w.target(s, &spec.Target{Bare: true}, false)
		case w.strict && !slices.Contains(u.Cases, r):
			return none
		}
		return w.record(s, r)
	}
}

// flattened returns the schema of an object into which a value of a union by tag is flattened. It has a case with a
// record, and a member of it.
func (w *writer) flattened(s scope, u *spec.Union) object {
	strict := w.strict
	w.strict = true // no unknown cases
	defer func() { w.strict = strict }()
	o := w.tree(u, func(r *spec.Record) object {
		if r == nil || !slices.Contains(u.Cases, r) {
			return none
		}
		return w.beside(s, r)
	})
	var there []object
	for _, name := range flatNames(u) {
		there = append(there, of("required", []string{name}))
	}
	return o.with("anyOf", there)
}

// flatNames returns the names of the members of all cases of a union, and of its tags.
func flatNames(u *spec.Union) []string {
	var names []string
	for _, r := range u.Cases {
		for _, t := range slices.Concat(r.Tags, r.Others) {
			names = append(names, t.Name)
		}
		names = append(names, memberNames(r)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// alternatives returns a schema for each case of a node: the condition of the case, and the schema of its target.
func (w *writer) alternatives(n *spec.Node, hasTag bool, target func(t *spec.Target, hasTag bool) object) []object {
	var cond condition = byTag(n.Tag)
	if n.Has {
		cond = w.presence(n)
	}
	var list []object
	for _, c := range n.Cases {
		hasText := hasTag || !n.Has && c.Literal[0] == '"'
		list = append(list, about(append(cond.is(c.Literal), target(&c.Target, hasText)...), &c.About))
	}
	if n.Otherwise != nil {
		list = append(list, about(append(cond.other(n.Cases, n.Absent == nil), target(n.Otherwise, hasTag)...), &n.Otherwise.About))
	} else if !w.strict && (hasTag || !n.Has) {
		list = append(list, append(cond.unknown(n.Cases), of("$comment", "a case that the spec does not know")...))
	}
	if n.Absent != nil {
		list = append(list, about(append(cond.absent(), target(n.Absent, hasTag)...), &n.Absent.About))
	}
	return list
}

// target returns the schema of a target.
func (w *writer) target(s scope, t *spec.Target, hasTag bool) object {
	switch {
	case t.Record != nil:
		return w.record(s, t.Record)
	case t.Node != nil:
		return w.node(s, t.Node, hasTag)
	case w.strict:
		return of("additionalProperties", true) // a case without a record can be anything
	}
	return nil
}

// results returns the schema of a result. A result does not contain its method, so it can be the result of any method.
func (w *writer) results(s scope, n *spec.Node) object {
	var list []object
	for _, c := range n.Cases {
		o := of("title", text(c.Literal))
		switch t := c.Target; {
		case t.Record != nil:
			o = append(o, w.closed(s, w.record(s, t.Record))...)
		case t.Node != nil:
			o = append(o, w.closed(s, append(of("type", "object"), w.node(s, t.Node, false)...))...)
		}
		list = append(list, about(o, &c.About))
	}
	if !w.strict {
		list = append(list, of("$comment", "the result of a method that the spec does not know"))
	}
	return of("anyOf", list)
}

// sibling returns the schema of an object with a sibling tag and its payload.
func (w *writer) sibling(s scope, f *spec.Field) object {
	s = s.in(f.Type)
	n := *f.Type.Union.Tree
	n.Tag = [][]string{{f.By}}
	list := w.alternatives(&n, false, func(t *spec.Target, hasTag bool) object {
		var o object
		switch {
		case t.Bare:
			return nil
		case t.Record != nil:
			o = w.closed(s, w.record(s, t.Record))
		default:
			o = w.closed(s, append(of("type", "object"), w.node(s, t.Node, hasTag)...))
		}
		return of("allOf", []object{of("properties", of(f.Name, o))})
	})
	// A payload that is null counts as absent, whatever its tag is.
	there := of("properties", of(f.Name, of("not", of("type", "null"))), "required", []string{f.Name})
	return of("if", there, "then", of("oneOf", list))
}

// external returns the schema of an external union.
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
				if w.strict { // without it, the case is unknown
					required = append(required, n.Adjacent.Content)
				}
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
	switch {
	case n.Adjacent != nil:
	case !w.strict: // the name of a case with a record is an unknown case, too
		list = append(list, of("type", "string"))
	case len(units) > 0:
		list = append(list, of("enum", units))
	}
	if !w.strict {
		list = append(list, unknownExternal(n, names)...)
	}
	return of("anyOf", list)
}

// content returns the schema of a value under the name of its case. A value that is not an object is an unknown case.
func (w *writer) content(s scope, r *spec.Record) object {
	o := w.closed(s, w.record(s, r))
	if w.strict {
		return o
	}
	return of("anyOf", []object{o, of("not", of("type", "object"))})
}

// unknownExternal returns the alternatives for unknown cases of an external union.
func unknownExternal(n *spec.Node, names []json.RawMessage) []object {
	if a := n.Adjacent; a != nil {
		known := of("properties", of(a.Tag, of("enum", names)), "propertyNames", of("enum", []string{a.Tag, a.Content}))
		return []object{of("type", "object", "properties", of(a.Tag, of("type", "string")), "required", []string{a.Tag}, "not", known)}
	}
	return []object{of("type", "object", "minProperties", 1, "maxProperties", 1, "propertyNames", of("not", of("enum", names)))}
}

// text returns the text of a JSON string.
func text(literal string) string {
	var s string
	json.Unmarshal([]byte(literal), &s) // the spec package has checked it
	return s
}
