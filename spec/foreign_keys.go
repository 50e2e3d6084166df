package spec

import (
	"slices"

	"go.yaml.in/yaml/v4"
)

// foreignKey is a key of schema languages that users expect in a spec.
type foreignKey struct {
	in      string   // a key of the mappings in which it is expected: of fields, records, whole specs, unions by tag and cases, unions, enums, or all declarations
	names   []string // its spellings
	instead string   // what a spec has instead
	as      string   // the key that has the same values; "" if there is none
}

var foreignKeys = []foreignKey{
	{"go_type", []string{"optional", "required"}, "a member that may be absent has a question mark, `name?: T`", ""},
	{"go_type", []string{"nullable", "null"}, "a member that may be null has the type `T | null`", ""},
	{"go_type", []string{"enum", "values"}, "an enum is declared under `enums:`, and its name is the type", ""},
	{"go_type", []string{"fields", "properties", "members"}, "an object is declared under `records:`, and its name is the type", ""},
	{"go_type", []string{"items", "list", "array"}, "a list has the type `T[]`", ""},
	{"go_type", []string{"tag", "discriminator"}, "`by:` names the member next to the value whose value says which case it is", ""},
	{"go_type", []string{"name", "json"}, "the key of the field is the name on the wire, and `go:` the name in Go", ""},
	{"go_fields", []string{"properties", "members"}, "the members are under `fields:`", "fields"},
	{"go_fields", []string{"optional", "required"}, "a member that may be absent has a question mark, `name?: T`; all others are required", ""},
	{"go_fields", []string{"extends", "inherits", "base", "allOf"}, "`embed:` names the records whose members this one has, too", "embed"},
	{"go_fields", []string{"additionalProperties"}, "`open: true` accepts members that are not declared", ""},
	{"go_fields", []string{"cases", "has", "otherwise", "absent", "external", "kinds", "results", "oneOf", "anyOf"}, "a choice of several records is declared under `unions:`", ""},
	{"protocol", []string{"structs", "messages", "objects", "models", "definitions", "schemas"}, "objects are declared under `records:`", "records"},
	{"otherwise", []string{"default", "else", "rest"}, "`otherwise:` is for all other values", "otherwise"},
	{"otherwise", []string{"missing", "none"}, "`absent:` is for values without the tag", "absent"},
	{"otherwise", []string{"discriminator", "propertyName", "key"}, "`tag:` names the member that chooses the case", "tag"},
	{"otherwise", []string{"oneOf", "anyOf", "mapping", "variants", "members"}, "the records of the values are under `cases:`", "cases"},
	{"kinds", []string{"by"}, "`by:` is a key of a field whose type is this union", ""},
	{"kinds", []string{"type", "types"}, "`tag:` names the member that chooses the case, and `kinds:` has the variants of a union by JSON type", ""},
	{"untyped", []string{"enum", "members", "cases"}, "the values are under `values:`", "values"},
	{"doc", []string{"description", "desc", "comment", "title", "summary"}, "`doc:` has the text", "doc"},
}

// foreign returns what is known about a foreign key of a mapping with the keys k; nil if nothing is.
func foreign(name string, k keys) *foreignKey {
	i := slices.IndexFunc(foreignKeys, func(f foreignKey) bool { return k[f.in] != nil && slices.Contains(f.names, name) })
	if i < 0 {
		return nil
	}
	return &foreignKeys[i]
}

// isUnquoted reports whether a text of the spec is not in quotes.
func isUnquoted(n *yaml.Node) bool {
	return n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0
}
