package drift

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/ndwire/ndwire/spec"
)

// A member whose values have another JSON type than in the spec gets a wider type: string for a time with other texts, `| null` for null,
// else a union by JSON type with the old type as a variant. Programs that use the member must change. Therefore a patch lists these members.

// Retyped is a member whose type a patch changes. Go programs that use the member may have to change.
type Retyped struct {
	Path     string // of the first value of another type
	Count    int64  // the number of such values
	Pos      spec.Pos
	Old, New string // types as the spec writes them
}

// retype is another type for a member.
type retype struct {
	old, new string
	optional bool        // the member gets a question mark
	presence bool        // the member's presence chooses a case, and the new type allows null
	notNull  bool        // the new type is json, and `zero:` says that the member, whose presence chooses a case, cannot be null
	getters  [][]string  // the getters that return the member, as paths in the spec
	unions   []kindUnion // unions by JSON type that must be declared, those of elements first
	typ      string      // new, with the names of unions as they were declared; "" before in
	kinds    []kindUnion // the declared unions that get more variants
}

// kindUnion is a union by JSON type, and variants of it: JSON type and variant, as YAML.
type kindUnion struct {
	name     string
	variants [][2]string
	types    [][2]string // other types of declared variants: JSON type and type
	named    [][2]string // types, with the names of unions as they were declared
}

// words returns the new type, for a message, if it was written in one of the ways.
func (r *retype) words(way int) string {
	text := r.change()
	if way == asJSON {
		text = "json"
	}
	if way >= withoutGetters {
		for _, g := range r.getters {
			text += ", without the getter " + g[3] + " of " + g[1]
		}
	}
	return text
}

// change returns the new type, for a message.
func (r *retype) change() string {
	text := cmp.Or(r.typ, r.new)
	for _, u := range r.kinds {
		in := ""
		if !strings.Contains(text, u.name) {
			in = " in " + u.name
		}
		for _, v := range u.variants {
			text += " with " + v[0] + in
		}
		for _, v := range u.named {
			text += " with " + v[1] + " as " + v[0] + in
		}
	}
	if r.optional {
		text = "optional " + text
	}
	if r.presence {
		text += ", so that null chooses the case as well"
	}
	return text
}

// retype returns a wider type for a member, and false if there is none.
func (g *gap) retype() (retype, bool) {
	r := retype{old: written(g.member.field), optional: g.lacks > 0}
	if g.seen.isEmpty() && g.member.field.Const == "" {
		r.new = r.old
		return r, r.optional
	}
	wide, ok := g.wideType()
	wide.optional = r.optional
	return wide, ok
}

// The ways to change a type. Each is tried if the spec does not load after those before.
const (
	keepDefault    = iota // the member keeps its default and its zero value
	withoutDefault        // a union by JSON type can have no default
	withoutGetters        // a getter returns only some types
	asJSON                // any value
	retypeWays
)

// in applies the change to a text in one of the ways. pos is the member's position in the original.
func (r *retype) in(original, text string, pos spec.Pos, number int) (string, error) {
	if number == withoutGetters && len(r.getters) == 0 {
		return "", errors.New("drift: no getter returns the member")
	}
	if number == asJSON {
		wide := *r
		wide.new, wide.unions, wide.kinds = "json", nil, nil
		r = &wide
	}
	was, err := rootOf(original)
	if err != nil {
		return "", err
	}
	path := findPath(was, nil, func(key, value *yaml.Node, path []string) bool {
		return len(path) == 4 && path[0] == "records" && path[2] == "fields" && (isAt(key, pos) || isAt(value, pos))
	})
	if path == nil {
		return "", fmt.Errorf("drift: %v: the member has several fields: change one of them by hand", pos)
	}
	unions, typ, err := r.named(was, text)
	if err != nil {
		return "", err
	}
	for _, step := range r.steps(was, path, typ, number) {
		if text, err = step(text); err != nil {
			return "", err
		}
	}
	for _, u := range unions {
		if text, err = insert(text, []string{"unions"}, u[0], u[1]); err != nil {
			return "", err
		}
	}
	return text, nil
}

// steps returns the changes of the member at a path, and of the declarations that depend on its type, which is to be typ.
func (r *retype) steps(was *yaml.Node, path []string, typ string, number int) (list []way) {
	without := func(keys ...string) {
		for _, key := range keys {
			list = append(list, func(text string) (string, error) { return remove(text, path, key) })
		}
	}
	if number != keepDefault {
		without("default", "usual", "zero")
	}
	if number == asJSON {
		without("lazy")
	}
	if number >= withoutGetters {
		for _, getter := range r.getters {
			list = append(list, func(text string) (string, error) { return removeGetter(text, getter) })
		}
	}
	if r.new != r.old {
		list = append(list, func(text string) (string, error) { return replaceType(text, path, typ, number == keepDefault) })
		if r.notNull && typ == "json" {
			list = append(list, func(text string) (string, error) { return neverNull(text, path) })
		}
		if len(r.unions) > 0 || typ == "json" {
			without("go_type") // which only texts, and lists and maps of them, can have
		}
	}
	if r.optional { // the last change at this path, which has another name then
		list = append(list, func(text string) (string, error) { return markOptional(text, path) })
	}
	for _, u := range r.kinds {
		list = append(list, func(text string) (string, error) { return u.in(was, text) })
	}
	return list
}

// in adds the variants to the declared union in a text, and gives its variants their other types.
func (u *kindUnion) in(was *yaml.Node, text string) (string, error) {
	for _, v := range u.variants {
		now, err := rootOf(text)
		if err != nil {
			return "", err
		}
		if child(child(child(child(now, "unions"), u.name), "kinds"), v[0]) != nil {
			continue // added for another member of the same type
		}
		if text, err = insert(text, []string{"unions", u.name, "kinds"}, v[0], v[1]); err != nil {
			return "", err
		}
	}
	for _, v := range u.named {
		var err error
		if text, err = replaceVariant(was, text, []string{"unions", u.name, "kinds", v[0]}, v[1]); err != nil {
			return "", err
		}
	}
	return text, nil
}

// named returns the unions to declare, each with its name and declaration, and the new type. A union that was declared for another member is not declared
// again. A name that the spec has for something else gets a number.
func (r *retype) named(was *yaml.Node, text string) (unions [][2]string, typ string, err error) {
	now, err := rootOf(text)
	if err != nil {
		return nil, "", err
	}
	declared := func(root *yaml.Node, name string) bool {
		return slices.ContainsFunc([]string{"unions", "records", "enums"}, func(section string) bool { return child(child(root, section), name) != nil })
	}
	names := map[string]string{} // of the unions that have another name than planned
	renamed := func(text string) string {
		return typeName.ReplaceAllStringFunc(text, func(name string) string { return cmp.Or(names[name], name) })
	}
	for _, u := range r.unions {
		var entries []string
		for _, v := range u.variants {
			entries = append(entries, v[0]+": "+renamed(v[1]))
		}
		declaration := "{kinds: {" + strings.Join(entries, ", ") + "}}"
		name := u.name
		for n := 2; declared(now, name); n++ {
			if !declared(was, name) && strings.Contains(text, " "+name+": "+declaration) {
				declaration = ""
				break
			}
			name = u.name + strconv.Itoa(n)
		}
		if declaration != "" {
			unions = append(unions, [2]string{name, declaration})
		}
		if name != u.name {
			names[u.name] = name
		}
	}
	r.typ = renamed(r.new)
	for i := range r.kinds {
		u := &r.kinds[i]
		u.named = nil
		for _, v := range u.types {
			u.named = append(u.named, [2]string{v[0], renamed(v[1])})
		}
	}
	return unions, r.typ, nil
}

var typeName = regexp.MustCompile(`\w+`)
