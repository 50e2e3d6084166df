package spec

import (
	"fmt"

	"go.yaml.in/yaml/v4"
)

// variantTypes are the JSON types for which a union by JSON type can have a variant.
var variantTypes = []struct {
	json  JSONType
	plain TypeKind   // the type of a variant without `type:`; 0 if it needs one
	kinds []TypeKind // the types that a variant can have
	write string     // the same in the words of a spec
}{
	{"string", String, []TypeKind{String, UUID, EnumType, Time, Bytes}, "string, uuid, time, bytes or an enum"},
	{"number", Number, []TypeKind{Number, Int, Int64, Uint64, Seconds, Milliseconds, Decimal, EnumType}, "number, int, int64, uint64, decimal, time(s), time(ms) or an enum of numbers"},
	{"boolean", Bool, []TypeKind{Bool}, "bool"},
	{"array", 0, []TypeKind{Array, JSON}, "T[] or json"},
	{"object", 0, []TypeKind{RecordType, UnionType, Map, JSON}, "a record, a union by tag, map<string, T> or json"},
}

// variants reads the variants of a union by JSON type: {string: Text, array: {go: Blocks, type: "Block[]"}}.
func (f *file) variants(u *Union, n *yaml.Node) {
	entries := f.entries(n, "the kinds of "+u.Name)
	if len(entries) == 0 && n.Kind == yaml.MappingNode {
		f.errorf(f.nodePos(n), "the union %s has no kinds", u.Name)
	}
	for _, e := range entries {
		variant := &Variant{JSON: JSONType(e.key.Value), About: About{Pos: f.nodePos(e.key)}}
		form := -1
		var names []string
		for i, t := range variantTypes {
			names = append(names, string(t.json))
			if t.json == variant.JSON {
				form = i
			}
		}
		if form < 0 {
			hint := suggest(e.key.Value, names)
			switch word := foreignJSONTypes[e.key.Value]; {
			case e.key.Value == "null":
				hint = "; null needs no variant, since the zero value is null"
			case word != "":
				hint = ", did you mean " + word + "?"
			}
			f.errorf(variant.Pos, "%q is not a JSON type of a variant%s", e.key.Value, hint)
			continue
		}
		if f.variant(variant, e.value, form) {
			u.Variants = append(u.Variants, variant)
		}
	}
}

// foreignJSONTypes maps names of types to the JSON types of their values.
var foreignJSONTypes = map[string]string{
	"str": "string", "text": "string", "uuid": "string", "time": "string", "bytes": "string", "enum": "string",
	"int": "number", "int64": "number", "uint64": "number", "integer": "number", "float": "number", "double": "number", "decimal": "number",
	"bool": "boolean", "list": "array", "map": "object", "record": "object", "dict": "object", "union": "object",
}

// variant reads one variant: a Go name, or {go: Name, type: T}.
func (f *file) variant(variant *Variant, n *yaml.Node, form int) bool {
	t := variantTypes[form]
	if n.Kind != yaml.MappingNode {
		if variant.GoName = f.goName(n); variant.GoName == "" {
			return false
		}
		if t.plain == 0 {
			f.errorf(f.nodePos(n), "the %s variant needs a type: {go: %s, type: ...} with %s", variant.JSON, variant.GoName, t.write)
			return false
		}
		variant.Type = &Type{Kind: t.plain}
		return true
	}
	at := f.nodePos(n)
	if t.plain != 0 {
		variant.Type = &Type{Kind: t.plain}
	}
	var typed typeExpr
	f.read(n, "a variant", keys{
		"go":   func(n *yaml.Node) { variant.GoName = f.goName(n) },
		"type": func(n *yaml.Node) { at = f.nodePos(n); typed = f.parseType(n, "a type"); variant.Type = typed.Type },
		"why":  func(n *yaml.Node) { variant.Why = f.text(n, "why the variant has no type") },
	}.with(f.about(&variant.About)))
	f.requireKey(n, "go", fmt.Sprintf("the %s variant has no Go name: {go: Name, type: T}", variant.JSON))
	if t.plain == 0 {
		f.requireKey(n, "type", fmt.Sprintf("the %s variant has no `type:`, %s", variant.JSON, t.write))
	}
	if variant.Type == nil || variant.GoName == "" {
		return false
	}
	if typed.Null {
		f.errorf(at, "a variant cannot be null; null is the zero value of the union")
	}
	if variant.Why != "" && !variant.Type.mentions(JSON) {
		f.errorf(variant.Pos, "`why:` says why a variant is json; the %s variant is %s", variant.JSON, variant.Type)
	}
	for _, kind := range t.kinds {
		if kind == variant.Type.Kind && (kind != EnumType || variant.Type.Enum.Int == (variant.JSON == "number")) {
			return true
		}
	}
	f.errorf(at, "expected %s for the %s variant, found %s", t.write, variant.JSON, variant.Type)
	return false
}
