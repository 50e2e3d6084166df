package infer

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/workshop/draft"
)

// typeOf returns the type of the values at a place, without null, and a comment about them.
func (b *builder) typeOf(p *place, name string) (typ, comment string) {
	types := p.jsonTypes()
	if o := p.object.find(); o != nil && o.discriminator != nil && o.discriminator.external && !p.deep {
		return b.object(o, name)
	}
	switch {
	case p.deep:
		return "json", "nested too deep to be looked at"
	case len(types) == 0 && p.nulls > 0:
		return "json", "always null"
	case len(types) == 0:
		return "json", "never seen with a value"
	case p.isFree():
		return "json", "values of " + strconv.Itoa(len(types)) + " JSON types"
	case len(types) > 1:
		return b.variants(p, types, name)
	}
	switch types[0] {
	case "string":
		return b.text(p, name)
	case "number":
		return number(&p.numbers, name)
	case "boolean":
		return "bool", ""
	case "array":
		return b.list(p, name)
	}
	return b.object(p.object.find(), name)
}

// elemType returns the type of an element of a list or map. An element cannot have the type encoded<T>.
func (b *builder) elemType(p *place, name string) (typ, comment string) {
	if p.texts.count > 0 && !p.texts.plain && len(p.jsonTypes()) == 1 && !p.deep {
		return "string", "JSON in strings"
	}
	if typ, comment = b.typeOf(p, name); strings.Count(typ, "[]")+strings.Count(typ, "map<") >= maxNested {
		return "json", "nested too deep for a type"
	}
	return typ, comment
}

// maxNested is the number of lists and maps within each other in a type. Nobody reads more, and a spec cannot have many more.
const maxNested = 8

func (b *builder) text(p *place, name string) (typ, comment string) {
	t := &p.texts
	switch {
	case t.areAll(t.uuids):
		return "uuid", ""
	case t.areAll(t.times):
		return draft.Time, ""
	case !t.plain && p.inside != nil:
		return b.encoded(p.inside, name)
	case t.isBytes() && !isOpaque(name):
		return draft.Bytes, ""
	case b.enums[t] != nil:
		return b.enum(b.enums[t]), join(p.always(), t.noWords())
	}
	return "string", p.always()
}

// always returns a comment about the only word of several texts, "" if there is none.
func (p *place) always() string {
	t := &p.texts
	if word := t.only(); word != "" && t.count > 1 && isWord([]byte(word)) && !looksLikeData([]byte(word)) {
		if p.nulls > 0 {
			return fmt.Sprintf("%q or null", word)
		}
		return fmt.Sprintf("always %q", word)
	}
	return ""
}

// encoded returns the type of texts that hold JSON. If most members of the objects in them are rare, the objects become a map.
func (b *builder) encoded(p *place, name string) (typ, comment string) {
	types := p.jsonTypes()
	if len(types) > 1 {
		return "string", "JSON in a string"
	}
	if types[0] == "array" {
		typ, comment = b.list(p, name)
		return "encoded<" + typ + ">", comment
	}
	o := p.object.find()
	if o.discriminator == nil && !o.isMap && !o.isEven() {
		return draft.EncodedObject, ""
	}
	typ, comment = b.object(o, name)
	if typ == "json" {
		return draft.EncodedObject, comment
	}
	return "encoded<" + typ + ">", comment
}

// isEven reports whether most members of o are present in most of its values.
func (o *object) isEven() bool {
	n := 0
	for _, m := range o.members {
		n += m.objects
	}
	return n*2 >= o.count*len(o.members)
}

func number(n *numbers, name string) (typ, comment string) {
	switch {
	case n.areMillis(name):
		return draft.Millis, n.noTimes(n.millis)
	case n.areSeconds(name):
		return draft.Seconds, n.noTimes(n.epochs)
	case n.padded || n.decimal:
		return draft.Decimal, ""
	case n.huge || n.unsigned && n.min < 0:
		return draft.Decimal, "numbers that no type of 64 bits can hold"
	case n.fractions > 0 && isRare(n.fractions, n.count):
		return "number", fmt.Sprintf("a fraction: only %d of %d", n.fractions, n.count)
	case n.fractions > 0 || n.fractional, n.zeros == n.count && isFractionName(name):
		return "number", ""
	case n.unsigned:
		return "uint64", ""
	case n.max > math.MaxInt32 || n.min < math.MinInt32:
		return "int64", ""
	}
	return "int", ""
}

func (b *builder) list(p *place, name string) (typ, comment string) {
	if p.elem == nil || p.elem.count == 0 {
		return "json[]", "always empty"
	}
	elem, comment := b.elemType(p.elem, draft.Singular(name))
	comment = join(comment, p.elem.rareTypes())
	if p.elem.nulls > 0 && elem != "json" {
		return "(" + elem + " | null)[]", comment
	}
	return elem + "[]", comment
}

// variants returns the union by JSON type of a place, and declares it.
func (b *builder) variants(p *place, types []string, name string) (typ, comment string) {
	u := &draft.Union{Name: b.unions[p]}
	if slices.ContainsFunc(b.spec.Unions, func(made *draft.Union) bool { return made.Name == u.Name }) {
		return u.Name, ""
	}
	b.spec.Unions = append(b.spec.Unions, u)
	for _, t := range types {
		v := draft.Variant{JSON: t}
		switch t {
		case "string":
			v.Go = "Text"
			if p.texts.areAll(p.texts.uuids) {
				v.Type = "uuid"
			}
		case "number":
			v.Go = "Number"
			v.Type, _ = number(&p.numbers, "")
		case "boolean":
			v.Go = "Bool"
		case "array":
			v.Go = "List"
			v.Type, v.Comment = b.list(p, name)
		case "object":
			v.Go = "Object"
			v.Type, v.Comment = b.object(p.object.find(), name)
		}
		n, all := 0, 0
		for _, other := range b.unionPlaces[u.Name] {
			n, all = n+other.countOf(t), all+other.count
		}
		v.Comment = join(fmt.Sprintf("%d of %d", n, all), v.Comment)
		u.Variants = append(u.Variants, v)
	}
	return u.Name, ""
}

// countOf returns the number of values of a JSON type.
func (p *place) countOf(typ string) int {
	switch typ {
	case "string":
		return p.texts.count
	case "number":
		return p.numbers.count
	case "boolean":
		return p.bools
	case "array":
		return p.arrays
	}
	return p.count - p.nulls - p.bools - p.texts.count - p.numbers.count - p.arrays
}

// object returns the type of an object in a field.
func (b *builder) object(o *object, name string) (typ, comment string) {
	if made, ok := b.made[o]; ok {
		return made, ""
	}
	switch {
	case o.isMap:
		b.made[o] = "json" // the type for objects within it that refer back to it
		value, note := b.elemType(o.value, draft.Singular(name))
		if o.value.nulls > 0 && value != "json" {
			value += " | null"
		}
		typ = "map<string, " + value + ">"
		b.made[o] = typ
		return typ, join(o.differentKeys(), note, o.value.rareTypes())
	case o.more():
		return "json", fmt.Sprintf("more than %d members", maxMembers)
	case o.discriminator == nil && len(o.members) == 0:
		return "json", "always {}"
	}
	typ = b.types[o]
	b.made[o] = typ
	if one := o.onlyKind(); one != nil {
		b.record(one, typ, nil)
		return typ, ""
	}
	if o.discriminator == nil {
		b.record(o, typ, nil)
		return typ, ""
	}
	u := &draft.Union{Name: typ, Comment: fmt.Sprint(o.count + b.units[o].number())}
	b.spec.Unions = append(b.spec.Unions, u)
	u.Discriminator = b.discriminator(o, nil, &draft.Names{}, "")
	return typ, ""
}
