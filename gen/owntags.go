package gen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// If one value of a tag always chooses a record, the record has no member for the tag, and the encoder writes the value. But if the tag lies
// deeper in the record, or the record declares it, a field has it. A record that a program has made with that field unset is written with the
// value: without it, the record would be read as another one. A record that was read without the tag has a note, and is written as it was read.

// ownTag is the field of a tag by which a record is always chosen, and its value.
type ownTag struct {
	node    *spec.Node
	tagPath []string  // the path of the tag that has the field
	path    []*member // from the record to the field
	rest    []string  // path of the tag within a raw field
	literal string
	others  []tagHolder // the other paths of the tag, in order: if one has a value, the tag is there
	earlier int         // how many of the others come before path
}

// tagHolder is the field that has the value at a path of a tag, or within which it lies.
type tagHolder struct {
	path []*member // from the record to the field
	rest []string  // path of the tag within a raw field, or within a union
}

// ownTags returns the tags of r, as a case of root, that are fields.
func (p *plan) ownTags(r *record, root *spec.Union) []ownTag {
	if root == nil {
		return nil
	}
	common, ok := p.commonTags[root]
	if !ok {
		common = findCommonTags(root)
		p.commonTags[root] = common
	}
	var list []ownTag
	for _, a := range common[r.Record] {
		if a.findHolder(p, r) {
			list = append(list, a)
		}
	}
	return list
}

// findCommonTags returns, for each record below a union, the tags that are on all paths to it, without their fields. One walk finds those of all
// records: a walk for each record would take quadratic time.
func findCommonTags(root *spec.Union) map[*spec.Record][]ownTag {
	common := map[*spec.Record][]ownTag{}
	var walk func(n *spec.Node, chosen []ownTag)
	walk = func(n *spec.Node, chosen []ownTag) {
		follow := func(t *spec.Target, chosen []ownTag) {
			if t == nil {
				return
			}
			if t.Node != nil {
				walk(t.Node, chosen)
				return
			}
			list, ok := common[t.Record]
			if !ok {
				common[t.Record] = slices.Clone(chosen)
				return
			}
			common[t.Record] = slices.DeleteFunc(list, func(a ownTag) bool {
				return !slices.ContainsFunc(chosen, func(b ownTag) bool { return b.isOf(a.node, a.literal) })
			})
		}
		for _, c := range n.Cases {
			with := chosen
			if !n.Has {
				with = append(slices.Clip(chosen), ownTag{node: n, literal: c.Literal})
			}
			follow(&c.Target, with)
		}
		follow(n.Otherwise, chosen)
		follow(n.Absent, chosen)
	}
	walk(root.Tree, nil)
	return common
}

// isOf reports whether t is the tag of a node with a literal. Several nodes can have the tag, such as below two values of another one.
func (t ownTag) isOf(n *spec.Node, literal string) bool {
	return !n.Has && t.literal == literal && slices.EqualFunc(t.node.Tag, n.Tag, slices.Equal[[]string])
}

// findHolder sets the path of a to the first path of the tag that has a field which can hold the value, and others to the fields of the
// other paths. It returns false if there is no such field.
func (a *ownTag) findHolder(p *plan, r *record) bool {
	for _, tagPath := range a.node.Tag {
		path, rest := p.fieldPath(r, tagPath)
		switch {
		case path == nil:
		case a.path == nil && canHold(path[len(path)-1], a.literal):
			a.tagPath, a.path, a.rest, a.earlier = tagPath, path, rest, len(a.others)
		default:
			a.others = append(a.others, tagHolder{path, rest})
		}
	}
	return a.path != nil
}

// fieldPath returns the field that has the value at a path. If a field on the path is kept raw, it returns that one, and the rest of the path.
// The other fields on the path are records.
func (p *plan) fieldPath(r *record, tagPath []string) (path []*member, rest []string) {
	for i, key := range tagPath {
		if inner := r.objectNamed(key); inner != nil {
			r = inner
			continue
		}
		var m *member
		for _, c := range r.byKey[key] {
			if c.field != nil && c.fixed == "" && c.payload == nil {
				m = c
			}
		}
		if m == nil || len(r.byKey[key]) > 1 {
			return nil, nil
		}
		path = append(path, m)
		switch t := m.field.Type; {
		case isRawMember(m), isTagOf(m, tagPath[i+1:]):
			return path, tagPath[i+1:]
		case i == len(tagPath)-1:
			if isText(t) || isNumber(t) || t.Kind == spec.Bool {
				return path, nil
			}
			return nil, nil
		case t.Kind != spec.RecordType || m.field.Encoded:
			return nil, nil
		default:
			r = p.record(t.Record)
		}
	}
	return nil, nil
}

// isTagOf reports whether the field of a member is a union whose tag lies at a path within its values.
func isTagOf(m *member, tagPath []string) bool {
	t := m.field.Type
	if t.Kind != spec.UnionType || m.field.Encoded || t.Union.Tree == nil {
		return false
	}
	n := t.Union.Tree
	return !n.Has && !n.Sibling && !n.External && !n.Results && len(n.Tag) == 1 && slices.Equal(n.Tag[0], tagPath)
}

// caseOf returns the record of a union that a literal chooses, nil if there is none.
func caseOf(u *spec.Union, literal string) *spec.Record {
	for _, c := range u.Tree.Cases {
		if c.Literal == literal {
			return c.Target.Record
		}
	}
	return nil
}

// isRawMember reports whether the Go field of a member can have any JSON value.
func isRawMember(m *member) bool { return m.field.Lazy || m.field.Type.Kind == spec.JSON }

// canHold reports whether a field can have a literal that is not its zero value.
func canHold(m *member, literal string) bool {
	t := m.field.Type
	isZero := literal == `""` || literal == "0" || literal == "false"
	switch {
	case isRawMember(m):
		return true
	case t.Kind == spec.UnionType:
		return caseOf(t.Union, literal) != nil
	case isZero && m.form != pointer:
		return false
	case isText(t):
		return literal[0] == '"'
	case isIntEnum(t) || t.Kind == spec.Int || t.Kind == spec.Int64 || t.Kind == spec.Uint64:
		_, err := strconv.ParseInt(literal, 10, 64)
		return err == nil && (literal[0] != '-' || t.Kind != spec.Uint64)
	case isNumber(t):
		return isNumberLiteral(literal)
	}
	return t.Kind == spec.Bool && (literal == "true" || literal == "false")
}

func isNumberLiteral(literal string) bool {
	return literal[0] == '-' || literal[0] >= '0' && literal[0] <= '9'
}

// eachOwnTag yields the tags of r that are fields. through is the condition that r is read or written as a case of the union with the tag; nil if
// r has the same tags in all its unions.
func (p *plan) eachOwnTag(r *record, yield func(t ownTag, through *jen.Statement)) {
	roots := p.tagRoots(r.Record)
	if roots == nil {
		for _, t := range p.ownTags(r, p.root(r.Record)) {
			yield(t, nil)
		}
	}
	for i, u := range roots {
		for _, t := range p.ownTags(r, u) {
			yield(t, id("in").Op("==").Lit(i))
		}
	}
}

// fillTags returns the code that sets the tags of a record that are not set, in a copy.
func (p *plan) fillTags(r *record) (code []jen.Code) {
	p.eachOwnTag(r, func(t ownTag, through *jen.Statement) { code = append(code, p.fillTag(r, t, through)) })
	return code
}

// noteUntagged returns the code that notes, after the members of a record have been read, that no field has a value for a tag: the record was read
// alone, or as the type of a field, from an object without the tag, or with its zero value.
func (p *plan) noteUntagged(r *record) (code []jen.Code) {
	if r.view || r.object != "" {
		return nil
	}
	p.eachOwnTag(r, func(t ownTag, through *jen.Statement) {
		isNull := t.literal == "null" && len(t.rest) == 0
		if isNull && !slices.ContainsFunc(t.path, func(m *member) bool { return !m.required }) {
			return // the tag is what an unset field is written as
		}
		code = append(code, jen.If(p.isMissing(t, through)).Block(call("c.NoteUntagged", r.number(r.byKey[t.tagPath[0]][0]))))
	})
	return code
}

// isMissing returns the condition that no field has a value for a tag.
func (p *plan) isMissing(t ownTag, through *jen.Statement) *jen.Statement {
	zero := !isZeroLiteral(t.literal)
	list := []*jen.Statement{through, p.isUnset(t.path, zero)}
	for i, o := range t.others {
		list = append(list, p.isTagless(o, zero && i >= t.earlier))
	}
	return allOf(list...)
}

// fillTag returns the code that sets a tag if the record was made by a program, and is written as a case of the union that has the tag.
func (p *plan) fillTag(r *record, t ownTag, through *jen.Statement) jen.Code {
	is := p.isMissing(t, through)
	isView := t.path[0].owner != nil && p.declaredIn[t.path[0].owner].View
	if isView {
		is = allOf(is, isNoString(t.path))
	} else {
		is = allOf(append([]*jen.Statement{is}, p.areUntagged(r, t)...)...)
	}
	expr, copied := "m", "filled"
	var steps []jen.Code
	for i, m := range t.path {
		expr, copied = expr+"."+m.goName(), copied+"."+m.goName()
		switch {
		case i == len(t.path)-1:
		case m.form == pointer:
			// The inner record belongs to the caller: it is copied before it is changed.
			name := "inner" + m.goName()
			steps = append(steps,
				define(name, p.goType(m.field.Type, false).Values()),
				jen.If(id(copied).Op("!=").Nil()).Block(set(name, id("*"+copied))),
				set(copied, id("&"+name)))
		}
	}
	tag := t.path[len(t.path)-1]
	value := p.holderValue(t, tag)
	body := append([]jen.Code{define("filled", id("*m"))}, steps...)
	body = append(body, set(copied, value), set("m", id("&filled")))
	return jen.If(is).Block(body...)
}

// isNoString returns the condition that no record around the field at the end of a path stands for a bare string, which has no tag: a view has no
// note that the string was read.
func isNoString(path []*member) *jen.Statement {
	var list []*jen.Statement
	var missing *jen.Statement // the condition that a record on the path is not set
	expr := "m"
	for _, m := range path[:len(path)-1] {
		expr += "." + m.goName()
		if m.form == pointer {
			missing = anyOf(missing, id(expr).Op("==").Nil())
		}
		if name := m.field.Type.Record.Shorthand; name != "" {
			is := id(expr + "." + name).Op("==").Lit("")
			list = append(list, optionalParens(anyOf(missing, is), missing != nil))
		}
	}
	return allOf(list...)
}

// areUntagged returns the conditions that the records on the paths of a tag have no note about it, and no unknown member in which it
// can be: a record that was read without the tag in its own field is written as it was.
func (p *plan) areUntagged(r *record, t ownTag) []*jen.Statement {
	type level struct {
		expr  string
		there []*jen.Statement // the records that must be set so that this one is
		names []string
	}
	var levels []*level
	for _, tagPath := range t.node.Tag {
		r, at, there := r, "m", []*jen.Statement(nil)
		for _, key := range tagPath {
			i := slices.IndexFunc(levels, func(l *level) bool { return l.expr == at })
			if i < 0 {
				i = len(levels)
				levels = append(levels, &level{expr: at, there: there})
			}
			if l := levels[i]; !slices.Contains(l.names, key) {
				l.names = append(l.names, key)
			}
			list := r.byKey[key]
			if len(list) != 1 || list[0].field == nil || list[0].fixed != "" || list[0].payload != nil || !isNested(list[0].field) {
				break
			}
			m := list[0]
			at += "." + m.goName()
			if m.form == pointer {
				there = append(slices.Clip(there), id(at).Op("==").Nil())
			}
			r = p.record(m.field.Type.Record)
		}
	}
	var code []*jen.Statement
	for _, l := range levels {
		is := jen.Qual(genrtPath, "IsUntagged").Call(append([]jen.Code{id(l.expr + ".Extra")}, cases(l.names)...)...)
		if len(l.there) > 0 {
			is = jen.Parens(anyOf(append(slices.Clone(l.there), is)...))
		}
		code = append(code, is)
	}
	return code
}

// isNested reports whether the Go field of a member is a record with an Extra of its own, or a pointer to one.
func isNested(f *spec.Field) bool {
	return f.Type != nil && f.Type.Kind == spec.RecordType && !f.Lazy && !f.Encoded
}

// text returns the value of the tag in JSON.
func (t ownTag) text() string {
	value := t.literal
	for _, key := range slices.Backward(t.rest) {
		value = "{" + quoteKey(key) + ":" + value + "}"
	}
	return value
}

// holderValue returns the Go value of the field that holds a tag.
func (p *plan) holderValue(t ownTag, tag *member) *jen.Statement {
	value := id(t.literal)
	s, isString := stringLiteral(t.literal)
	switch {
	case isRawMember(tag):
		return jen.Qual(decoderPath, "Raw").Call(text(t.text()))
	case tag.field.Type.Kind == spec.UnionType:
		return jen.Op("&").Add(p.ref("", caseOf(tag.field.Type.Union, t.literal)).Values())
	case isString:
		value = p.tagValue(tag, s)
	}
	if tag.form == pointer {
		return call("new", p.goType(tag.field.Type, false).Call(value))
	}
	return value
}

// isTagless returns the condition that the path of a tag has no value. With zero, a pointer to a zero value is none, too: an earlier path is
// written with the value of the tag.
func (p *plan) isTagless(t tagHolder, zero bool) *jen.Statement {
	tag := t.path[len(t.path)-1]
	switch {
	case isRawMember(tag) && len(t.rest) > 0:
	case len(t.path) > 1 && !p.record(t.path[len(t.path)-2].field.Type.Record).view:
		return p.isUnnoted(t.path, zero)
	default:
		return p.isUnset(t.path, zero)
	}
	var list []*jen.Statement
	expr := "m"
	for _, m := range t.path {
		if expr += "." + m.goName(); m.form == pointer {
			list = append(list, id(expr).Op("==").Nil())
		}
	}
	list = append(list, jen.Op("!").Add(p.hasTag(expr, t.rest)))
	return optionalParens(anyOf(list...), len(list) > 1)
}

// isUnnoted returns isUnset for a field within an inner record, without those fields for which the record has a note of another value: null, or
// one of another type.
func (p *plan) isUnnoted(path []*member, zero bool) *jen.Statement {
	var list []*jen.Statement
	expr := "m"
	for _, m := range path[:len(path)-1] {
		if expr += "." + m.goName(); m.form == pointer {
			list = append(list, id(expr).Op("==").Nil())
		}
	}
	last := path[len(path)-1]
	unset := p.isUnsetIn(expr, path[len(path)-1:], zero)
	list = append(list, unset.Op("&&").Op("!").Qual(genrtPath, "HadOther").Call(id(expr+".Extra"), text(last.key)))
	return optionalParens(anyOf(list...), len(list) > 1)
}

// hasTag returns the condition that a raw value has something at a path within it.
func (p *plan) hasTag(expr string, tagPath []string) *jen.Statement {
	return jen.Qual(genrtPath, "HasTag").Call(append([]jen.Code{id(expr)}, cases(tagPath)...)...)
}

// isUnset returns the condition that the field at the end of a path has its zero value, or that a pointer on the path is nil. With zero, a pointer
// to a zero value counts, too.
func (p *plan) isUnset(path []*member, zero bool) *jen.Statement { return p.isUnsetIn("m", path, zero) }

func (p *plan) isUnsetIn(expr string, path []*member, zero bool) *jen.Statement {
	var list []*jen.Statement
	for _, m := range path {
		if expr += "." + m.goName(); m.form == pointer {
			list = append(list, id(expr).Op("==").Nil())
		}
	}
	tag := path[len(path)-1]
	if tag.form == pointer && zero {
		expr = "*" + expr
	}
	switch {
	case isRawMember(tag), tag.field.Type.Kind == spec.UnionType:
		list = append(list, id(expr).Op("==").Nil())
	case tag.form == pointer && !zero:
	case isText(tag.field.Type):
		list = append(list, id(expr).Op("==").Lit(""))
	case isNumber(tag.field.Type):
		list = append(list, id(expr).Op("==").Lit(0))
	default:
		list = append(list, jen.Op("!").Add(id(expr)))
	}
	return optionalParens(anyOf(list...), len(list) > 1)
}
