package schema

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// condition makes the schemas that distinguish the cases of a node. At most one of them accepts an object.
type condition interface {
	is(literal string) object
	other(cases []*spec.Case, orAbsent bool) object // none of the cases; with orAbsent also no tag
	unknown(cases []*spec.Case) object              // an unknown case: none of the cases, but a tag of a type that tags have
	absent() object
}

// byTag is the condition about a tag: the value at the first present one of several paths.
type byTag [][]string

func (t byTag) is(literal string) object { return t.at(of("const", json.RawMessage(literal))) }

func (t byTag) other(cases []*spec.Case, orAbsent bool) object {
	value := object{}
	if len(cases) > 0 {
		value = of("not", of("enum", literals(cases)))
	}
	switch {
	case !orAbsent:
		return t.at(value)
	case len(cases) == 0:
		return nil
	case len(t) == 1 && len(t[0]) == 1:
		return of("properties", of(t[0][0], value))
	}
	return of("anyOf", []object{t.at(value), t.absent()})
}

func (t byTag) unknown(cases []*spec.Case) object {
	value := of("type", "string")
	if slices.ContainsFunc(cases, func(c *spec.Case) bool { return c.Literal[0] != '"' }) {
		value = of("type", []string{"string", "number", "boolean", "null"})
	}
	if len(cases) > 0 {
		value = value.with("not", of("enum", literals(cases)))
	}
	return t.at(value)
}

func (t byTag) absent() object {
	var there []object
	for _, tagPath := range t {
		there = append(there, present(tagPath))
	}
	if len(there) == 1 {
		return of("not", there[0])
	}
	return of("not", of("anyOf", there))
}

// at returns the schema of an object whose tag, at its first present path, conforms to value.
func (t byTag) at(value object) object {
	var list []object
	for i, tagPath := range t {
		o := nest(tagPath, value)
		if i > 0 {
			o = append(o, t[:i].absent()...)
		}
		list = append(list, o)
	}
	if len(list) == 1 {
		return list[0]
	}
	return of("anyOf", list)
}

// nest returns the schema of an object that has a value at the end of a path; value is its schema.
func nest(path []string, value object) object {
	if len(path) > 1 {
		value = append(of("type", "object"), nest(path[1:], value)...)
	}
	if len(value) == 0 {
		return of("required", path[:1])
	}
	return of("properties", of(path[0], value), "required", path[:1])
}

func present(path []string) object { return nest(path, nil) }

func literals(cases []*spec.Case) []json.RawMessage {
	var list []json.RawMessage
	for _, c := range cases {
		list = append(list, json.RawMessage(c.Literal))
	}
	return list
}

// names is the condition about presence: which of the members is the first one present.
type names struct {
	list []presentName
	w    *writer
	node *spec.Node
}

// presentName is a member that must be present, and not null if notNull is set.
type presentName struct {
	name    string
	notNull bool
}

func (w *writer) presence(n *spec.Node) names {
	list := names{w: w, node: n}
	for _, c := range n.Cases {
		list.list = append(list.list, presentName{text(c.Literal), c.NotNull})
	}
	return list
}

func (n names) is(literal string) object {
	name := text(literal)
	at := slices.IndexFunc(n.list, func(p presentName) bool { return p.name == name })
	not := n.there(at)
	if n.list[at].notNull {
		not = append(not, of("properties", of(name, of("type", "null"))))
	}
	o := of("required", []string{name})
	if len(not) > 0 {
		o = append(o, of("not", of("anyOf", not))...)
	}
	return o
}

func (n names) other([]*spec.Case, bool) object { return n.absent() }
func (n names) unknown([]*spec.Case) object     { return n.absent() }

func (n names) absent() object {
	if len(n.list) == 0 {
		return nil // a union of one record
	}
	return of("not", of("anyOf", n.there(len(n.list))))
}

// presenceBlock is the number of members in a definition of [names.first]. Every case names the members of all earlier
// cases, which would take quadratic space.
const presenceBlock = 32

// there returns, for each of the first members, the schema of objects that have it. Many members are in definitions
// that the cases share.
func (n names) there(count int) (list []object) {
	from := 0
	if len(n.list) > 2*presenceBlock && count >= presenceBlock {
		from = count / presenceBlock * presenceBlock
		list = append(list, n.first(from))
	}
	for _, p := range n.list[from:count] {
		there := of("required", []string{p.name})
		if p.notNull {
			there = append(there, of("properties", of(p.name, of("not", of("type", "null"))))...)
		}
		list = append(list, there)
	}
	return list
}

// first returns a reference to the schema of objects that have one of the first members, whose number is a multiple of
// presenceBlock.
func (n names) first(count int) object {
	type key struct {
		node  *spec.Node
		count int
	}
	number, ok := n.w.presences[n.node]
	if !ok {
		number = len(n.w.presences) + 1
		n.w.presences[n.node] = number
	}
	name := fmt.Sprintf("has%d.%d", number, count) // the names of types begin with a capital letter
	return n.w.ref(scope{}, key{n.node, count}, name, func() object {
		list := n
		list.list = n.list[count-presenceBlock : count]
		there := list.there(presenceBlock)
		if count > presenceBlock {
			there = append([]object{n.first(count - presenceBlock)}, there...)
		}
		return of("anyOf", there)
	})
}
