package gen

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// sample is a value in JSON and in Go.
type sample struct {
	json string
	tag  string         // the sibling tag of the value, in JSON; "" if it has none
	zero bool           // the Go value is the zero value, as no other one is known
	typ  *jen.Statement // the type of a composite literal; nil for other values
	code *jen.Statement // the value, or the part of the composite literal after its type
}

func (s sample) full() *jen.Statement {
	if s.typ == nil {
		return s.code
	}
	return s.typ.Clone().Add(s.code)
}

// object is a record with values for some of its members.
type object struct {
	of      *spec.Record
	members []entry // in the order of the line
	sets    []setting
}

type entry struct{ key, value string }

// setting is a Go field with a value.
type setting struct {
	owner *spec.Record // whose Go struct has the field
	name  string
	value *jen.Statement
}

// set returns o with a value in a field, and with the field's sibling tag, if it has one.
func (o *object) set(f declaredField, v sample) *object {
	if f.field.By != "" {
		o = o.with(entry{f.field.By, v.tag})
	}
	e := entry{f.field.Name, v.json}
	if v.zero {
		o = o.with(e)
		o.sets = slices.DeleteFunc(o.sets, func(s setting) bool { return s.owner == f.owner && s.name == f.field.GoName }) // a default
		return o
	}
	return o.with(e, setting{f.owner, f.field.GoName, v.full()})
}

// with returns o with a member, which replaces the one of that name, and with Go fields.
func (o *object) with(e entry, sets ...setting) *object {
	c := &object{of: o.of, members: slices.Clone(o.members), sets: slices.Clone(o.sets)}
	if i := slices.IndexFunc(c.members, func(m entry) bool { return m.key == e.key }); i >= 0 {
		c.members[i] = e
	} else if e.key != "" {
		c.members = append(c.members, e)
	}
	for _, s := range sets {
		c.sets = slices.DeleteFunc(c.sets, func(o setting) bool { return o.owner == s.owner && o.name == s.name })
		c.sets = append(c.sets, s)
	}
	return c
}

// withPath returns o with a value at a path. Nested objects are made, or get one more member.
func (o *object) withPath(path []string, value string, sets ...setting) *object {
	if len(path) == 1 {
		return o.with(entry{path[0], value}, sets...)
	}
	inner := &object{}
	if i := slices.IndexFunc(o.members, func(m entry) bool { return m.key == path[0] }); i >= 0 {
		var members map[string]json.RawMessage
		if json.Unmarshal([]byte(o.members[i].value), &members) == nil {
			for _, key := range slices.Sorted(maps.Keys(members)) {
				inner = inner.with(entry{key, string(members[key])})
			}
		}
	}
	return o.with(entry{path[0], inner.withPath(path[1:], value).text()}, sets...)
}

// hasPath reports whether o has a value at a path.
func (o *object) hasPath(path []string) bool {
	value := json.RawMessage(o.text())
	for _, key := range path {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil || members[key] == nil {
			return false
		}
		value = members[key]
	}
	return true
}

// pathOf returns the names of the members on the path to the value of a field.
func pathOf(f *spec.Field) []string {
	if f.Path != nil {
		return f.Path
	}
	return []string{f.Name}
}

// text returns the object in JSON.
func (o *object) text() string {
	var list []string
	for _, m := range o.members {
		list = append(list, quoteKey(m.key)+":"+m.value)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// textAround returns o in JSON with $ for the value of a member. There is no other $ in it.
func (o *object) textAround(member string) string {
	const hole = "\x00"
	text := o.with(entry{member, hole}).text()
	return strings.Replace(strings.ReplaceAll(text, "$", `\u0024`), hole, "$", 1)
}

func (t *tests) literal(o *object) *jen.Statement {
	return t.ref("", o.of).Add(t.values(o.of, o.sets))
}

func (t *tests) pointer(o *object) *jen.Statement { return jen.Op("&").Add(t.literal(o)) }

// values returns the part of a composite literal of a record after its type.
func (t *tests) values(r *spec.Record, sets []setting) *jen.Statement {
	var elems []jen.Code
	for _, e := range r.Embed {
		if hasAny(e.Record, sets) {
			elems = append(elems, keyed(e.Record.Name, t.ref("", e.Record).Add(t.values(e.Record, sets))))
		}
	}
	for _, f := range r.Fields {
		for _, s := range sets {
			if s.owner == r && s.name == f.GoName {
				elems = append(elems, keyed(f.GoName, s.value))
			}
		}
	}
	return jen.Values(elems...)
}

// hasAny reports whether some setting is for a field that r, or a record that it embeds, declares.
func hasAny(r *spec.Record, sets []setting) bool {
	return slices.ContainsFunc(sets, func(s setting) bool { return s.owner == r }) ||
		slices.ContainsFunc(r.Embed, func(e *spec.Embed) bool { return hasAny(e.Record, sets) })
}
