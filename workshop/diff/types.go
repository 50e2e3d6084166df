package diff

import (
	"fmt"

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
func (c *comparer) reads(old, new *spec.Type) string {
	switch {
	case old.Null && !new.Null && !isKinds(new) && new.Kind != spec.JSON:
		return "a null among the elements is refused"
	case new.Kind == spec.JSON:
		return ""
	case old.Kind == spec.JSON:
		return fmt.Sprintf("it could be any value: one that is not of type %s is kept, but not decoded", new)
	case isKinds(old) && isKinds(new):
		c.pair(old.Union, new.Union)
		return ""
	case isKinds(old):
		for _, v := range old.Union.Variants {
			if why := c.reads(v.Type, new); why != "" {
				return why
			}
		}
		return ""
	case isKinds(new):
		for _, v := range new.Union.Variants {
			if v.JSON == jsonType(old) {
				return c.reads(old, v.Type)
			}
		}
		return fmt.Sprintf("%s has no variant for a JSON %s", new, jsonType(old))
	case old.Kind == spec.EnumType:
		return c.enumReads(old.Enum, new)
	case new.Kind == spec.EnumType:
		if jsonType(old) != jsonType(new) {
			return wrongType(old)
		}
		return fmt.Sprintf("strict readers refuse texts that are not values of %s", new)
	case new.Kind == spec.GoText && jsonType(old) == "string":
		if old.Kind == spec.GoText && old.GoType == new.GoType {
			return ""
		}
		return fmt.Sprintf("texts that %s.%s does not take are refused", new.GoType.Package, new.GoType.Name)
	case old.Kind == spec.RecordType && new.Kind == spec.Map:
		return c.recordReads(old.Record, new)
	case old.Kind == spec.RecordType && new.Kind == spec.UnionType:
		return fmt.Sprintf("it is read as the union %s, was as the record %s", new, old)
	case old.Kind == spec.UnionType && new.Kind == spec.RecordType:
		return fmt.Sprintf("it is read as the record %s, was as the union %s", new, old)
	case old.Kind != new.Kind:
		if why, ok := becomes[old.Kind][new.Kind]; ok {
			return why
		}
		return wrongType(old)
	}
	switch old.Kind {
	case spec.RecordType:
		c.pair(old.Record, new.Record)
	case spec.UnionType:
		c.pair(old.Union, new.Union)
	case spec.Array:
		return c.reads(old.Elem, new.Elem)
	case spec.Map: // readers keep any key
		if old.Key.Enum != nil && new.Key.Enum != nil {
			c.pair(old.Key.Enum, new.Key.Enum)
		}
		return c.reads(old.Elem, new.Elem)
	}
	return ""
}

// enumReads is reads for values of an enum.
func (c *comparer) enumReads(old *spec.Enum, new *spec.Type) string {
	from := &spec.Type{Kind: spec.String}
	if old.Int {
		from.Kind = spec.Int
	}
	if new.Kind != spec.EnumType {
		return c.reads(from, new)
	}
	if old.Int != new.Enum.Int {
		return wrongType(from)
	}
	c.pair(old, new.Enum)
	return ""
}

// recordReads is reads for a record whose members become those of a map.
func (c *comparer) recordReads(old *spec.Record, new *spec.Type) string {
	for _, m := range members(old) {
		switch f := m.field; {
		case f.Type == nil || f.Encoded || f.Inline != spec.InlineNever || f.By != "":
			return fmt.Sprintf("not all of its members are %s", new.Elem)
		case f.Nullable && !new.Elem.Null && !isKinds(new.Elem) && new.Elem.Kind != spec.JSON:
			return fmt.Sprintf("a null %s is refused", f.Name)
		default:
			if why := c.reads(f.Type, new.Elem); why != "" {
				return fmt.Sprintf("of the member %s, %s", f.Name, why)
			}
		}
	}
	return ""
}

func wrongType(old *spec.Type) string {
	return fmt.Sprintf("values of type %s are of a wrong one: the field is zero, and Extra keeps them", old)
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
