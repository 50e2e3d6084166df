package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// In a view, a field can have a path into objects of its record. These objects have no Go type. Each is a member with a record of its own, whose
// fields are those of the outer Go struct. Two methods of that struct read and write the object: it is read once, however many fields lie in it.

// addDeep adds a field with a path. names are the Go names of the record's objects so far.
func (r *record) addDeep(m *member, path []string, names map[string]bool) {
	at, goName := r, ""
	for depth, key := range path[:len(path)-1] {
		goName += spec.GoName(key)
		inner := at.objectNamed(key)
		if inner == nil {
			// The object's name consists of the Go names on the path. Two paths can have the same Go names.
			name := strings.TrimPrefix(variable("In"+goName, names), "in")
			inner = &record{Record: r.Record, byKey: map[string][]*member{}, view: true,
				object: name, path: path[:depth+1], at: at.at + jqStep(key), variable: "object" + r.Name + name}
			at.add(&member{key: key, inner: inner})
		}
		at = inner
	}
	m.key = path[len(path)-1]
	at.add(m)
}

// objectNamed returns the object of a member in which fields of r lie, nil if there is none.
func (r *record) objectNamed(key string) *record {
	for _, m := range r.byKey[key] {
		if m.inner != nil {
			return m.inner
		}
	}
	return nil
}

// fields returns the members, with the members of objects in place of the objects.
func (r *record) fields() []*member {
	var list []*member
	for _, m := range r.members {
		if m.inner != nil {
			list = append(list, m.inner.fields()...)
		} else {
			list = append(list, m)
		}
	}
	return list
}

// deepNamed returns the field with a path that has the name in the spec, nil if there is none.
func (r *record) deepNamed(name string) *member {
	list := r.fields()
	i := slices.IndexFunc(list, func(m *member) bool { return m.field != nil && m.field.Path != nil && m.field.Name == name })
	if i < 0 {
		return nil
	}
	return list[i]
}

// table returns the name of the variable with the table of r.
func (r *record) table() string {
	if r.object != "" {
		return r.variable
	}
	return "record" + r.Name
}

// objects returns all objects in which fields of r lie, outer ones first.
func (r *record) objects() []*record {
	var list []*record
	for _, m := range r.members {
		if m.inner != nil {
			list = append(append(list, m.inner), m.inner.objects()...)
		}
	}
	return list
}

func printScanObjects(p *plan, f *file, r *record) {
	for _, o := range r.objects() {
		printRecordTable(p, f, o)
		s := &scanPrinter{p: p, r: o, deferred: map[string]string{}, flat: map[*member]string{}}
		s.nameVariables()
		name := "scan" + o.object
		f.declare(name+" reads the object at i of c's line, in which fields of m lie.",
			method(r.Name, name).Add(cursorParams()).Int().Block(append(s.begins(), s.body()...)...))
	}
}

// object returns the code that reads an object in which fields lie. It clears the values that an earlier member of the same name has set. A value
// that is not an object has none of the fields. It is not an error: other kinds of lines may have a string there.
func (s *scanPrinter) object(m *member, pos string) []jen.Code {
	var reset []jen.Code
	for _, field := range m.inner.fields() {
		reset = append(reset, set(field.expr(), s.p.absent(field)))
	}
	return []jen.Code{
		jen.If(call("c.Again")).Block(reset...),
		jen.If(call("c.IsObject", id(pos))).Block(
			set(pos, call("m.scan"+m.inner.object, id("c"), id(pos))),
		).Else().Block(set(pos, call("c.Skip", id(pos)))),
	}
}

// absent returns the value of a field whose member is absent.
func (p *plan) absent(m *member) *jen.Statement {
	switch m.form {
	case pointer, nilable:
		return jen.Nil()
	case byJSONType:
		return p.goType(m.field.Type, false).Values()
	}
	return p.defaultValue(m)
}

// writeObject returns the code that writes an object in which fields lie. An object without members is left out.
func (p *plan) writeObject(m *member) jen.Code {
	ask := call("o.Required", text(m.keyText()), jen.True())
	if fields := m.inner.fields(); !slices.ContainsFunc(fields, func(f *member) bool { return f.required }) {
		some := p.isSet(fields[0])
		for _, f := range fields[1:] {
			some = some.Op("||").Add(p.isSet(f))
		}
		ask = call("o.Optional", text(m.keyText()), some)
	}
	return jen.If(ask).Block(call("o.Value", call("m.append"+m.inner.object, call("o.Bytes"), id("trusted"))))
}

func printAppendObjects(p *plan, f *file, r *record) {
	for _, o := range r.objects() {
		name := "append" + o.object
		f.declare(name+" appends the object in which fields of m lie.",
			appendMethod(r.Name, name).Block(p.appendMembers(o)...))
	}
}

// jqPath returns the jq path of a value.
func jqPath(path []string) string {
	var b strings.Builder
	for _, key := range path {
		b.WriteString(jqStep(key))
	}
	return b.String()
}
