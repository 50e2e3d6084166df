package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/ndwire/ndwire/spec"
)

// This file has the conditions of the method Kind: expressions of generated code that ask what the fields of a record say about its tag, which a
// program can have changed.

// hasEarlier returns the condition that a member is set for which a node chooses an earlier case than that of a target; nil if there is none.
func (k kindPrinter) hasEarlier(n *spec.Node, t *spec.Target) (has *jen.Statement) {
	for _, c := range n.Cases {
		if &c.Target == t {
			break
		}
		name, _ := stringLiteral(c.Literal)
		if list := k.r.byKey[name]; len(list) == 1 && list[0].field != nil && list[0].fixed == "" && list[0].payload == nil && list[0].optional {
			has = anyOf(has, k.p.isSet(list[0]))
		}
	}
	return has
}

// isAnother returns the condition that a field with the tag of a node has a value that leads to another target; nil if no field has it.
func (k kindPrinter) isAnother(n *spec.Node, t *spec.Target) *jen.Statement {
	tagPaths := n.Tag
	if k.lacksTagField(n) { // a place without a field can have had the tag, unless an earlier one has it
		tagPaths = tagPaths[:slices.IndexFunc(tagPaths, k.lacksField)]
	}
	own := ""
	for _, c := range n.Cases {
		if &c.Target == t {
			own = c.Literal
		}
	}
	var is *jen.Statement
	for _, tagPath := range tagPaths {
		path, rest := k.p.fieldPath(k.r, tagPath)
		if path == nil {
			is = anyOf(is, k.isHidden(tagPath))
			continue
		}
		if t == n.Absent && !k.leads(n.Otherwise) {
			k.unusual()
			return nil
		}
		others := k.elsewhereLiterals(n, t)
		switch { // a view reads a value of another type as zero, without a note, and an absent raw member as nil
		case !k.r.view:
		case isRawMember(path[len(path)-1]):
			others = slices.DeleteFunc(others, func(l string) bool { return l == "null" })
		default:
			others = slices.DeleteFunc(others, isZeroLiteral)
		}
		if own != "" && isZeroLiteral(own) && !k.r.view {
			k.unusual()
			return nil
		}
		is = anyOf(is, k.isOther(path, rest, own, others))
	}
	if own == "" && !k.r.view && n.Absent != nil && n.Absent != t {
		k.unusual()
	}
	return is
}

// elsewhereLiterals returns the literals of the cases of a node, without that of a target, that do not lead to the record.
func (k kindPrinter) elsewhereLiterals(n *spec.Node, t *spec.Target) (list []string) {
	for _, c := range n.Cases {
		if &c.Target != t && !k.leads(&c.Target) {
			list = append(list, c.Literal)
		}
	}
	return list
}

// isFixed reports whether the record is written with the tag by which a node chooses a target, whatever a program does.
func (k kindPrinter) isFixed(n *spec.Node, t *spec.Target) bool {
	isCase := slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return &c.Target == t })
	if !isCase || n.Has || len(n.Tag) != 1 || len(n.Tag[0]) != 1 {
		return false
	}
	return slices.ContainsFunc(k.r.byKey[n.Tag[0][0]], func(m *member) bool { return m.tag })
}

// isHidden returns the condition that a field is set that may contain the tag at a path, but whose Go type does not show it: a map, or a union
// with another tag. It returns nil if there is no such field.
func (k kindPrinter) isHidden(tagPath []string) (is *jen.Statement) {
	r, expr := k.r, "m."
	var there *jen.Statement
	for _, key := range tagPath {
		if inner := r.objectNamed(key); inner != nil {
			r = inner
			continue
		}
		list := slices.DeleteFunc(slices.Clone(r.byKey[key]), func(m *member) bool { return m.field == nil || m.fixed != "" || m.payload != nil })
		if len(list) == 1 && list[0].field.Type.Kind == spec.RecordType && !list[0].field.Lazy && !list[0].field.Encoded {
			m := list[0]
			if m.form == pointer {
				there = allOf(there, id(expr+m.goName()).Op("!=").Nil())
			}
			r, expr = k.p.record(m.field.Type.Record), expr+m.goName()+"."
			continue
		}
		for _, m := range list {
			set := k.p.compare(m, expr, false, m.field.Default)
			is = anyOf(is, allOf(there, set))
		}
		return is
	}
	return nil
}

// isFlattened reports whether the record with the tag can have been read flattened, where no place of the tag is.
func (k kindPrinter) isFlattened(n *spec.Node) bool {
	return slices.ContainsFunc(n.Tag, func(tagPath []string) bool {
		inFlat := func(other []string) bool { return slices.Equal(other, tagPath[1:]) }
		return slices.ContainsFunc(k.r.byKey[tagPath[0]], func(m *member) bool {
			return m.isInline() && !m.always() && !slices.ContainsFunc(n.Tag, inFlat)
		})
	})
}

// lacksTagField reports whether the record belongs to a view and has no field for some path of a tag, so that it is not written as it was read.
func (k kindPrinter) lacksTagField(n *spec.Node) bool {
	return k.r.view && slices.ContainsFunc(n.Tag, k.lacksField)
}

// lacksField reports whether the record has no field for a path of a tag, nor one that may contain it.
func (k kindPrinter) lacksField(tagPath []string) bool {
	path, _ := k.p.fieldPath(k.r, tagPath)
	return path == nil && k.isHidden(tagPath) == nil
}

// isOther returns the condition that the field at the end of a path has a value that leads to another record: a value other than the literal
// own, or, if own is "", one of others. A field that is not set is written with own. It returns nil if the field cannot have such a value.
func (k kindPrinter) isOther(path []*member, rest []string, own string, others []string) *jen.Statement {
	tag := tagAt(path)
	switch {
	case own == "" && isRawMember(tag.member) && (k.r.view || !slices.Contains(others, "null")):
		var is *jen.Statement
		for _, o := range others {
			is = anyOf(is, allOf(tag.isSet, k.p.tagIs(tag.expr, o, rest)))
		}
		return is
	case own != "" && isNumberLiteral(own) && !isRawMember(tag.member) && isNumber(tag.field.Type):
		return k.p.isOtherNumber(tag, own)
	}
	k.unusual()
	return nil
}

// tagExpr is the field of a tag at the end of a path.
type tagExpr struct {
	*member
	expr  string
	isSet *jen.Statement // the condition that the field is set; nil if it always is
}

// tagAt returns the field at the end of a path. A pointer is dereferenced.
func tagAt(path []*member) tagExpr {
	last := len(path) - 1
	t := tagExpr{member: path[last], expr: "m"}
	for i, m := range path {
		t.expr += "." + m.goName()
		if m.form == pointer {
			t.isSet = allOf(t.isSet, id(t.expr).Op("!=").Nil())
			if i == last {
				t.expr = "*" + t.expr
			}
		}
	}
	return t
}

// isOtherNumber returns the condition that a field, whose type is a number, has a value other than the literal own and zero, which is written as own.
func (p *plan) isOtherNumber(tag tagExpr, own string) *jen.Statement {
	value := id(own)
	if t := tag.field.Type; isIntEnum(t) {
		value = p.enumValue(t.Enum, own)
	}
	is := allOf(tag.isSet)
	if !isZeroLiteral(own) {
		is = allOf(is, id(tag.expr).Op("!=").Lit(0))
	}
	return allOf(is, id(tag.expr).Op("!=").Add(value))
}

// tagIs returns the condition that the value at a path within a raw one, in expr, is a literal.
func (p *plan) tagIs(expr, literal string, tagPath []string) *jen.Statement {
	return jen.Qual(genrtPath, "TagIs").Call(append([]jen.Code{id(expr), text(literal)}, cases(tagPath)...)...)
}
