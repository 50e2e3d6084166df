package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/ndwire/ndwire/spec"
)

// This file has the conditions of the method Kind: expressions of generated code that ask what the fields of a record say about its tag, which a
// program can have changed.

// isOwn returns the condition that the first place of a tag that has a value has the tag's own text. If no place has one, what is written says which
// the tag is; in a view, it is the own one.
func (p *plan) isOwn(r *record, t ownTag) *jen.Statement {
	hasOwn := func(o tagHolder) *jen.Statement {
		tag := o.path[len(o.path)-1]
		if !isText(tag.field.Type) && !isRawMember(tag) {
			return nil
		}
		expr := "m"
		var there *jen.Statement
		for _, m := range o.path {
			if expr += "." + m.goName(); m.form == pointer {
				there = allOf(there, id(expr).Op("!=").Nil())
			}
		}
		if isRawMember(tag) {
			return allOf(there, p.tagIs(expr, t.literal, o.rest))
		}
		if tag.form == pointer {
			expr = "*" + expr
		}
		s, _ := stringLiteral(t.literal)
		return allOf(there, id(expr).Op("==").Add(p.tagValue(tag, s)))
	}
	places := slices.Insert(slices.Clone(t.others), t.earlier, tagHolder{t.path, t.rest})
	if r.view {
		return p.isOwnInView(t, places, hasOwn)
	}
	var is *jen.Statement // the condition for a place and those after it
	for _, o := range slices.Backward(places) {
		own := hasOwn(o)
		if is != nil {
			own = anyOf(own, allOf(p.isNotWritten(o), jen.Parens(is)))
		}
		is = own
	}
	return is
}

// isOwnInView is isOwn for a record of a view, which has no notes.
func (p *plan) isOwnInView(t ownTag, places []tagHolder, hasOwn func(tagHolder) *jen.Statement) *jen.Statement {
	var is *jen.Statement // the condition for a place and those after it
	for i, o := range slices.Backward(places) {
		later := is
		if is = p.isTagless(o, i >= t.earlier && !isZeroLiteral(t.literal)); later != nil {
			is = allOf(is, jen.Parens(later))
		}
		is = anyOf(hasOwn(o), is)
	}
	return is
}

// isNotWritten returns the condition that an object is written without a member at the place of a tag. A member with a zero value is written.
func (p *plan) isNotWritten(o tagHolder) *jen.Statement {
	last := o.path[len(o.path)-1]
	if isRawMember(last) && len(o.rest) > 0 {
		return p.isTagless(o, false)
	}
	var list []*jen.Statement
	expr := "m"
	for _, m := range o.path[:len(o.path)-1] {
		if expr += "." + m.goName(); m.form == pointer {
			list = append(list, id(expr).Op("==").Nil())
		}
	}
	state := call(expr+".Extra.State", text(last.key))
	if last.optional {
		state.Op("<=").Qual(decoderPath, "Absent")
	} else {
		state.Op("==").Qual(decoderPath, "Absent")
	}
	list = append(list, allOf(p.absentIn(last, expr+"."), state))
	return optionalParens(anyOf(list...), len(list) > 1)
}

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
			is = anyOf(is, k.isThere(path))
			continue
		}
		others := k.elsewhereLiterals(n, t)
		switch { // a view reads a value of another type as zero, without a note, and an absent raw member as nil
		case !k.r.view:
		case isRawMember(path[len(path)-1]):
			others = slices.DeleteFunc(others, func(l string) bool { return l == "null" })
		default:
			others = slices.DeleteFunc(others, isZeroLiteral)
		}
		is = anyOf(is, k.p.isOther(path, rest, own, others))
		if own != "" && isZeroLiteral(own) && !k.r.view {
			is = anyOf(is, k.lacksZero(path))
		}
	}
	if own == "" && !k.r.view && n.Absent != nil && n.Absent != t && !k.leads(n.Absent) {
		is = anyOf(is, k.isLeftOut(n))
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

// ifBeside returns the code for a record that was read with a tag at a place for which it has no field: the tag is an unknown member, or the spec fixes it
// and the line did not have it there.
func (k kindPrinter) ifBeside(n *spec.Node) (code []jen.Code) {
	if k.r.view || len(n.Tag) == 1 {
		return nil
	}
	for _, tagPath := range n.Tag {
		if path, _ := k.p.fieldPath(k.r, tagPath); path == nil {
			code = append(code, k.ifAt(tagPath))
		}
	}
	return code
}

// ifAt is ifBeside for one place. It goes down the records on the way there, to the one whose member is the tag that the spec fixes.
func (k kindPrinter) ifAt(tagPath []string) jen.Code {
	r, expr := k.r, "m"
	var there *jen.Statement
	for i, key := range tagPath {
		list := r.byKey[key]
		if len(list) != 1 {
			break
		}
		m := list[0]
		if m.fixed != "" && i == len(tagPath)-1 {
			return jen.If(allOf(there, call(expr+".Extra.State", text(key)).Op("!=").Qual(decoderPath, "Usual"))).Block(k.written()...)
		}
		if m.field == nil || m.payload != nil || !isNested(m.field) {
			break
		}
		if expr += "." + m.goName(); m.form == pointer {
			there = allOf(there, id(expr).Op("!=").Nil())
		}
		r = k.p.record(m.field.Type.Record)
	}
	has := jen.List(id("_"), id("ok")).Op(":=").Add(call("m.Extra.Get", text(tagPath[0])))
	return jen.If(has, id("ok")).Block(k.written()...)
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
			set := k.p.compare(m, expr, false, "")
			if m.optional {
				set = k.p.compare(m, expr, false, m.field.Default)
			}
			is = anyOf(is, allOf(there, set))
		}
		return is
	}
	return nil
}

// isFlattened returns the condition that the record with the tag was read flattened, where no place of the tag is; nil if there is no such record.
func (k kindPrinter) isFlattened(n *spec.Node) (is *jen.Statement) {
	if k.r.view {
		return nil
	}
	for _, tagPath := range n.Tag {
		inFlat := func(other []string) bool { return slices.Equal(other, tagPath[1:]) }
		for _, m := range k.r.byKey[tagPath[0]] {
			if m.isInline() && !m.always() && !slices.ContainsFunc(n.Tag, inFlat) {
				is = anyOf(is, call("m.Extra.State", text(m.key)).Op("==").Qual(decoderPath, "Inlined"))
			}
		}
	}
	return is
}

// isThere returns the condition that the field at the end of a path is written, so that the case for its absence is not chosen.
func (k kindPrinter) isThere(path []*member) *jen.Statement {
	expr := "m."
	var there *jen.Statement
	for i, m := range path {
		switch last := i == len(path)-1; {
		case m.optional && last:
			return allOf(there, k.p.compare(m, expr, false, m.field.Default))
		case last && len(path) == 1 && !k.r.view:
			return call("m.Extra.State", text(m.key)).Op("!=").Qual(decoderPath, "Absent")
		case m.form == pointer:
			there = allOf(there, id(expr+m.goName()).Op("!=").Nil())
		}
		expr += m.goName() + "."
	}
	return there
}

// lacksZero returns the condition that the field at the end of a path has the zero value, which is its tag, but is not written with it.
func (k kindPrinter) lacksZero(path []*member) (is *jen.Statement) {
	holder := "m."
	noted := func(m *member) *jen.Statement {
		return call(holder+"Extra.State", text(m.key)).Op("!=").Qual(decoderPath, "Usual")
	}
	for i, m := range path {
		switch last := i == len(path)-1; {
		case last && (m.form == pointer || isRawMember(m) || m.field.Type.Kind == spec.UnionType):
			return is // the encoder fills it, or it says itself what it is
		case last:
			return anyOf(is, noted(m))
		case m.form == pointer:
			is = anyOf(is, id(holder+m.goName()).Op("==").Nil())
		case m.optional:
			is = anyOf(is, k.p.absentIn(m, holder))
		default:
			is = anyOf(is, noted(m).Op("&&").Add(k.p.absentIn(m, holder)))
		}
		holder += m.goName() + "."
	}
	return is
}

// isLeftOut returns the condition that no path of a tag is written; nil if one always is.
func (k kindPrinter) isLeftOut(n *spec.Node) (is *jen.Statement) {
	for _, tagPath := range n.Tag {
		path, rest := k.p.fieldPath(k.r, tagPath)
		if path == nil {
			continue
		}
		var out *jen.Statement
		expr := "m"
		for i, m := range path {
			expr += "." + m.goName()
			switch last := i == len(path)-1; {
			case isRawMember(m) && len(rest) > 0:
				if m.form == pointer {
					out = anyOf(out, id(expr).Op("==").Nil())
				}
				out = anyOf(out, jen.Op("!").Add(k.p.hasTag(expr, rest)))
			case m.form == pointer && (m.optional || !last), isRawMember(m) && m.optional, m.field.Type.Kind == spec.UnionType:
				out = anyOf(out, id(expr).Op("==").Nil())
			case m.optional && last:
				out = anyOf(out, k.p.compare(m, strings.TrimSuffix(expr, m.goName()), true, m.field.Default))
			}
		}
		if out == nil {
			return nil
		}
		is = allOf(is, jen.Parens(out))
	}
	return is
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

// holderOf returns the record with the last field of a path, as the beginning of an expression.
func holderOf(path []*member) string {
	expr := "m."
	for _, m := range path[:len(path)-1] {
		expr += m.goName() + "."
	}
	return expr
}
