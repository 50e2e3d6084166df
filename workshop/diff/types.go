package diff

import (
	"fmt"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// Reasons why a number or time has another value after a change of its type.
const (
	rounded   = "integers beyond 2^53 are rounded"
	saturated = "numbers beyond its range saturate"
	cut       = "fractions are cut off"
	negative  = "negative numbers become 0"
	unit      = "the same number is another time"
)

// becomes maps an old and a new type to the effect on values: "" if they stay the same, else the reason why not. For types that are not in it,
// values are of a wrong type. The spec's int has 32 bits, which Go's int has on all platforms.
var becomes = map[spec.TypeKind]map[spec.TypeKind]string{
	spec.String:       {spec.UUID: "", spec.Time: "texts that are not a time are refused", spec.Bytes: "texts that are not base64 are refused"},
	spec.UUID:         {spec.String: "", spec.Time: "texts that are not a time are refused", spec.Bytes: "texts that are not base64 are refused"},
	spec.Time:         {spec.String: "", spec.UUID: "", spec.Bytes: "texts that are not base64 are refused"},
	spec.Bytes:        {spec.String: "", spec.UUID: "", spec.Time: "texts that are not a time are refused"},
	spec.GoText:       {spec.String: "", spec.UUID: "", spec.Time: "texts that are not a time are refused", spec.Bytes: "texts that are not base64 are refused"},
	spec.Int:          {spec.Int64: "", spec.Uint64: negative, spec.Number: "", spec.Decimal: "", spec.Seconds: "", spec.Milliseconds: ""},
	spec.Int64:        {spec.Int: "numbers beyond 32 bits saturate where int has 32", spec.Uint64: negative, spec.Number: rounded, spec.Decimal: "", spec.Seconds: saturated, spec.Milliseconds: ""},
	spec.Uint64:       {spec.Int: saturated, spec.Int64: saturated, spec.Number: rounded, spec.Decimal: "", spec.Seconds: saturated, spec.Milliseconds: saturated},
	spec.Number:       {spec.Int: cut, spec.Int64: cut, spec.Uint64: cut, spec.Decimal: "", spec.Seconds: saturated, spec.Milliseconds: saturated},
	spec.Decimal:      {spec.Int: cut, spec.Int64: cut, spec.Uint64: cut, spec.Number: "more than 15 digits are rounded", spec.Seconds: saturated, spec.Milliseconds: saturated},
	spec.Seconds:      {spec.Int: cut, spec.Int64: cut, spec.Uint64: cut, spec.Number: "", spec.Decimal: "", spec.Milliseconds: unit},
	spec.Milliseconds: {spec.Int: cut, spec.Int64: cut, spec.Uint64: cut, spec.Number: "", spec.Decimal: "", spec.Seconds: unit},
}

// reads returns the reason why values of the old type change when they are read as the new type; "" if they stay the same. Changes within
// declarations that both types name are recorded for these declarations.
func (c *comparer) reads(before, after *spec.Type) string {
	switch {
	case before.Null && !after.Null && !isKinds(after) && after.Kind != spec.JSON:
		return "a null among the elements is refused"
	case after.Kind == spec.JSON:
		return ""
	case before.Kind == spec.JSON:
		return fmt.Sprintf("it could be any value: one that is not of type %s is kept, but not decoded", after)
	case isKinds(before) && isKinds(after):
		c.pair(before.Union, after.Union)
		return ""
	case isKinds(before):
		for _, v := range before.Union.Variants {
			if why := c.reads(v.Type, after); why != "" {
				return why
			}
		}
		return ""
	case isKinds(after):
		for _, v := range after.Union.Variants {
			if v.JSON == jsonType(before) {
				value := *before
				value.Null = false // the union takes a null
				return c.reads(&value, v.Type)
			}
		}
		if jsonType(before) == "" {
			return fmt.Sprintf("it is read as the union %s, was as the union %s", after, before)
		}
		return fmt.Sprintf("%s has no variant for a JSON %s", after, jsonType(before))
	case before.Kind == spec.EnumType:
		return c.enumReads(before.Enum, after)
	case before.Kind == after.Kind && before.Kind != spec.GoText:
		return c.partsRead(before, after)
	}
	return c.otherReads(before, after)
}

// otherReads is reads for types of two kinds, and for the types of a user.
func (c *comparer) otherReads(before, after *spec.Type) string {
	switch {
	case after.Kind == spec.EnumType && (jsonType(before) != jsonType(after) || after.Enum.Open && !after.Enum.Int):
		return c.reads(before, plain(after.Enum))
	case after.Kind == spec.EnumType && after.Enum.Open:
		return "strict readers refuse fractions, and numbers that int cannot hold"
	case after.Kind == spec.EnumType:
		return fmt.Sprintf("strict readers refuse what is no value of %s", after)
	case after.Kind == spec.GoText && jsonType(before) == "string":
		if before.Kind == spec.GoText && before.GoType == after.GoType {
			return ""
		}
		return fmt.Sprintf("texts that %s.%s does not take are refused", after.GoType.Package, after.GoType.Name)
	case before.Kind == spec.RecordType && after.Kind == spec.Map:
		return c.recordReads(before.Record, after)
	case before.Kind == spec.RecordType && after.Kind == spec.UnionType:
		return fmt.Sprintf("it is read as the union %s, was as the record %s", after, before)
	case before.Kind == spec.UnionType && after.Kind == spec.RecordType:
		return fmt.Sprintf("it is read as the record %s, was as the union %s", after, before)
	}
	if why, ok := becomes[before.Kind][after.Kind]; ok {
		return why
	}
	return wrongType(before)
}

// partsRead is reads for two types of one kind: they differ in what they consist of.
func (c *comparer) partsRead(before, after *spec.Type) string {
	switch before.Kind {
	case spec.RecordType:
		c.pair(before.Record, after.Record)
		return tagsRead(before, after, c.before, c.after)
	case spec.UnionType:
		c.pair(before.Union, after.Union)
	case spec.Array:
		return c.reads(before.Elem, after.Elem)
	case spec.Map: // readers keep any key
		if before.Key.Enum != nil && after.Key.Enum != nil {
			c.pair(before.Key.Enum, after.Key.Enum)
		}
		return c.reads(before.Elem, after.Elem)
	}
	return ""
}

// tagsRead returns the reason why values of a record that is not a case where it stands are refused because of the
// tags that unions give it.
func tagsRead(before, after *spec.Type, in, now *spec.Model) string {
	if before.Import != nil {
		in = before.Import.Model
	}
	if after.Import != nil {
		now = after.Import.Model
	}
	if now.View {
		return ""
	}
	var had []string // the members that are tags, which strict readers accept
	for _, t := range slices.Concat(before.Record.Tags, before.Record.Others) {
		had = append(had, t.Name)
	}
	alone := tagsAlone(in, before.Record)
	for _, name := range tagsAlone(now, after.Record) {
		if !slices.Contains(alone, name) && len(reading(members(before.Record), name)) == 0 {
			return fmt.Sprintf("old lines lack its tag %q, since %s was not a case: strict readers refuse them", name, before)
		}
	}
	for _, name := range had {
		if !after.Record.Open && !says(after.Record, name) && len(reading(members(after.Record), name)) == 0 {
			return fmt.Sprintf("its tag %q is an unknown member, since %s is no longer a case: strict readers refuse it", name, after)
		}
	}
	return ""
}

// tagsAlone returns the names of the tags that a record of a spec has where it is not a case: those of its first
// union.
func tagsAlone(in *spec.Model, r *spec.Record) (names []string) {
	unions := in.Roots(r)
	for _, t := range r.Tags {
		if len(unions) > 0 && slices.Contains(t.Unions, unions[0]) {
			names = append(names, t.Name)
		}
	}
	return names
}

// enumReads is reads for values of an enum.
func (c *comparer) enumReads(before *spec.Enum, after *spec.Type) string {
	if after.Kind != spec.EnumType || before.Int != after.Enum.Int {
		return c.reads(plain(before), after)
	}
	c.pair(before, after.Enum)
	return ""
}

// plain returns the type of all texts, or of all numbers, that a member of an open enum can have.
func plain(e *spec.Enum) *spec.Type {
	if e.Int {
		return &spec.Type{Kind: spec.Int}
	}
	return &spec.Type{Kind: spec.String}
}

// recordReads is reads for a record whose members become those of a map.
func (c *comparer) recordReads(before *spec.Record, after *spec.Type) string {
	for _, m := range members(before) {
		switch f := m.field; {
		case f.Type == nil || f.Encoded || f.Inline != spec.InlineNever || f.By != "":
			return fmt.Sprintf("not all of its members are %s", after.Elem)
		case f.Nullable && !after.Elem.Null && !isKinds(after.Elem) && after.Elem.Kind != spec.JSON:
			return fmt.Sprintf("a null %s is refused", f.Name)
		default:
			if why := c.reads(f.Type, after.Elem); why != "" {
				return fmt.Sprintf("of the member %s, %s", f.Name, why)
			}
		}
	}
	return ""
}

func wrongType(before *spec.Type) string {
	return fmt.Sprintf("values of type %s are of a wrong one: the field is zero, and Extra keeps them", before)
}

func isKinds(t *spec.Type) bool { return t.Kind == spec.UnionType && t.Union.Variants != nil }

// jsonType returns the JSON type of the values of a type, "" if there are several.
func jsonType(t *spec.Type) spec.JSONType {
	switch t.Kind {
	case spec.String, spec.UUID, spec.Time, spec.Bytes, spec.GoText:
		return "string"
	case spec.Int, spec.Int64, spec.Uint64, spec.Number, spec.Decimal, spec.Seconds, spec.Milliseconds:
		return "number"
	case spec.EnumType:
		if t.Enum.Int {
			return "number"
		}
		return "string"
	case spec.Bool:
		return "boolean"
	case spec.Array:
		return "array"
	case spec.RecordType, spec.Map:
		return "object"
	case spec.UnionType:
		if t.Union.Tree == nil && t.Union.Of == nil || t.Union.Tree != nil && t.Union.Tree.External && t.Union.Tree.Adjacent == nil {
			return ""
		}
		return "object"
	}
	return ""
}
