package spec

import (
	"fmt"

	"go.yaml.in/yaml/v4"
)

// armTypes are JSON's types that a union by JSON type can have an arm for, with the type that a plain arm has, and those that
// one can be given.
var armTypes = []struct {
	json  JSONType
	plain TypeKind
	kinds []TypeKind
	write string // how the types are written
}{
	{"string", String, []TypeKind{String, UUID, EnumType}, "string, uuid or an enum"},
	{"number", Number, []TypeKind{Number, Int, Int64}, "number, int or int64"},
	{"boolean", Bool, []TypeKind{Bool}, "bool"},
	{"array", 0, []TypeKind{Array, JSON}, "T[] or json"},
	{"object", 0, []TypeKind{RecordType, UnionType, Map, JSON}, "a record, a union by tag, map<string, T> or json"},
}

// arms reads the arms of a union by JSON type: {string: Text, array: {go: Blocks, type: "Block[]"}}.
func (f *file) arms(u *Union, n *yaml.Node) {
	entries := f.entries(n, "the kinds of "+u.Name)
	if len(entries) == 0 && n.Kind == yaml.MappingNode {
		f.errorf(f.nodePos(n), "the union %s has no kinds", u.Name)
	}
	for _, e := range entries {
		arm := &Arm{JSON: JSONType(e.key.Value), About: About{Pos: f.nodePos(e.key)}}
		form := -1
		var names []string
		for i, t := range armTypes {
			names = append(names, string(t.json))
			if t.json == arm.JSON {
				form = i
			}
		}
		if form < 0 {
			f.errorf(arm.Pos, "%q is no JSON type that an arm can have%s", e.key.Value, suggest(e.key.Value, names))
			continue
		}
		if f.arm(arm, e.value, form) {
			u.Arms = append(u.Arms, arm)
		}
	}
}

// arm reads one arm: a Go name, or {go: Name, type: T}.
func (f *file) arm(arm *Arm, n *yaml.Node, form int) bool {
	t := armTypes[form]
	if n.Kind != yaml.MappingNode {
		if arm.GoName = f.goName(n); arm.GoName == "" {
			return false
		}
		if t.plain == 0 {
			f.errorf(f.nodePos(n), "the %s arm needs a type: {go: %s, type: ...} with %s", arm.JSON, arm.GoName, t.write)
			return false
		}
		arm.Type = &Type{Kind: t.plain}
		return true
	}
	at := f.nodePos(n)
	if t.plain != 0 {
		arm.Type = &Type{Kind: t.plain}
	}
	var typed typeExpr
	f.read(n, "an arm", keys{
		"go":   func(n *yaml.Node) { arm.GoName = f.goName(n) },
		"type": func(n *yaml.Node) { at = f.nodePos(n); typed = f.parseType(n, "a type"); arm.Type = typed.Type },
		"why":  func(n *yaml.Node) { arm.Why = f.text(n, "why the arm has no type") },
	}.with(f.about(&arm.About)))
	f.requireKey(n, "go", fmt.Sprintf("the %s arm has no Go name: {go: Name, type: T}", arm.JSON))
	if t.plain == 0 {
		f.requireKey(n, "type", fmt.Sprintf("the %s arm has no `type:`, %s", arm.JSON, t.write))
	}
	if arm.Type == nil || arm.GoName == "" {
		return false
	}
	if typed.Null {
		f.errorf(at, "an arm cannot be null; null is the zero value of the union")
	}
	if arm.Why != "" && !arm.Type.mentions(JSON) {
		f.errorf(arm.Pos, "`why:` says why an arm is json; the %s arm is %s", arm.JSON, arm.Type)
	}
	for _, kind := range t.kinds {
		if kind == arm.Type.Kind {
			return true
		}
	}
	f.errorf(at, "expected %s for the %s arm, found %s", t.write, arm.JSON, arm.Type)
	return false
}
