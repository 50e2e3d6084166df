package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// tagField is a field with the value of a tag, in a record that several values of the tag choose.
type tagField struct {
	path     []*member    // to the field
	getter   *spec.Getter // the last field of the path is a union by tag, and this method has the value; else nil
	fallback string       // the unknown member that has the value if the line has no tag at its first path; or ""
}

// tagOf returns the field in which r has the tag of a node, nil if it has none.
func (p *plan) tagOf(s *spec.Record, n *spec.Node) *tagField {
	if s == nil {
		return nil
	}
	r := p.record(s)
	var t tagField
	if t.path, t.getter = p.tagFieldPath(r, n.Tag); t.path == nil {
		return nil
	}
	t.fallback = p.fallbackTag(r, t, n.Tag)
	return &t
}

// canUnset reports whether a case of the union that has the tag has a field for it, which a program can set to "".
func (p *plan) canUnset(t *tagField) bool {
	u := t.path[len(t.path)-1].field.Type.Union
	return slices.ContainsFunc(u.Cases, func(c *spec.Record) bool { return p.record(c).canSet(t.getter.Member) })
}

// saysText reports whether the text of a tag is a part of the kind of an otherwise target: the record, if there is one, has a field for it. The fields
// of a view do not tell an absent tag from one of another type, so that they do not say which of several places has the tag.
func (p *plan) saysText(t *spec.Target, n *spec.Node) bool {
	switch {
	case !t.Open || t.Record == nil:
		return t.Open
	case p.View && len(n.Tag) > 1:
		return false
	}
	if tag := p.tagOf(t.Record, n); tag != nil {
		return tag.getter != nil || isText(tag.path[len(tag.path)-1].field.Type)
	}
	return p.record(t.Record).siblingOf(n) != nil
}

// printKindMethod prints the method that returns the kind of a record: it goes through the nodes of the union for lines that lead to the record,
// by the values of its fields.
func printKindMethod(p *plan, f *file, r *record) {
	code := p.kindCode(r)
	doc, decl := "Kind returns the kind that [Peek] returns for the line", method(r.Name, "Kind").Params().Id("Kind")
	if isConstant(code) {
		f.declare(doc+".", decl.Add(oneLine(code...)))
		return
	}
	f.declare(doc+"; none if m is nil.", decl.Block(append([]jen.Code{ifNil(id("m"))}, code...)...))
}

// kindCode returns the body of the method Kind of a record that is not nil.
func (p *plan) kindCode(r *record) []jen.Code {
	k := kindPrinter{p, r, new(bool)}
	code := k.node(p.Line.Tree, nil)
	switch {
	case *k.unsaid:
		return k.written()
	case !r.view && oneKind(p.Line.Tree) == nil:
		code = append(k.ifEdited(), code...)
	}
	return code
}

// saysKinds reports whether the fields of all lines say their kinds, so that a Reader need not peek at each line.
func (p *plan) saysKinds() bool {
	return !slices.ContainsFunc(p.kinds.union.cases, func(r *record) bool {
		k := kindPrinter{p, r, new(bool)}
		k.node(p.Line.Tree, nil)
		return *k.unsaid
	})
}

// isConstant reports whether code returns a kind without looking at the record.
func isConstant(code []jen.Code) bool {
	source := jen.Add(code[0]).GoString()
	return len(code) == 1 && !strings.ContainsRune(source, '(') && !strings.HasPrefix(source, "return m.")
}

// ifNil returns the code for a record that is nil, and cannot be written: it has no kind.
func ifNil(record *jen.Statement) jen.Code {
	return jen.If(record.Op("==").Nil()).Block(jen.Return(text("")))
}

// kindPrinter prints the method Kind of a record. The method knows the kinds of the usual forms of tags from the fields of the record. For other
// forms, and other values of a usual one, it finds the kind in the JSON of the record, as a peek does.
type kindPrinter struct {
	p      *plan
	r      *record
	unsaid *bool // the form of a tag is not a usual one: all that the method does is to find the kind in the JSON
}

// unusual returns no code, since the method is not made of the code of nodes.
func (k kindPrinter) unusual() []jen.Code {
	*k.unsaid = true
	return nil
}

// leads reports whether the record is below a target.
func (k kindPrinter) leads(t *spec.Target) bool {
	if t == nil || t.Node == nil {
		return t != nil && t.Record == k.r.Record
	}
	return k.p.isBelow(k.r.Record, t.Node)
}

// isBelow reports whether a node leads to a record, by any number of nodes below it.
func (p *plan) isBelow(r *spec.Record, n *spec.Node) bool {
	records, ok := p.below[n]
	if !ok {
		records = map[*spec.Record]bool{}
		addRecords(n, records)
		p.below[n] = records
	}
	return records[r]
}

// addRecords adds all records to which a node leads.
func addRecords(n *spec.Node, records map[*spec.Record]bool) {
	for t := range n.Targets() {
		if t.Node != nil {
			addRecords(t.Node, records)
		} else if t.Record != nil {
			records[t.Record] = true
		}
	}
}

// node returns the code for a node. All paths end in a return.
func (k kindPrinter) node(n *spec.Node, family *spec.Kind) []jen.Code {
	if one := oneKind(n); one != nil {
		return []jen.Code{jen.Return(id(one.GoName))}
	}
	var list []*spec.Target
	for t := range n.Targets() {
		if k.leads(t) {
			list = append(list, t)
		}
	}
	if m := k.r.siblingOf(n); m != nil {
		return k.sibling(n, family, m)
	}
	switch {
	case k.r.isScattered(n), !k.r.view && slices.Contains(k.p.kinds.apart, n):
		return k.unusual()
	case len(n.Tag) > 1 && !k.hasFallback(n, family) && !k.lacksTagField(n):
		return k.unusual()
	case len(list) == 1 && !list[0].Open:
		return k.only(n, family, list[0])
	case n.Has, !k.r.view && k.isFlattened(n):
		return k.unusual()
	}
	return k.byTag(n, family, list)
}

// hasFallback reports whether a tag with two places is at the first one in a field, and at the second one not in any, and always makes the kind.
func (k kindPrinter) hasFallback(n *spec.Node, family *spec.Kind) bool {
	tag := k.p.tagOf(k.r.Record, n)
	return tag != nil && tag.fallback != "" && len(n.Tag) == 2 && n.Tag[1][0] == tag.fallback && k.isTextKind(n, family)
}

// isScattered reports whether branches of several nodes lead to the record, or several branches of one that chooses by presence. The fields that say
// which of them are then those of several nodes, and only the JSON of the record says it for all values of them.
func (r *record) isScattered(n *spec.Node) bool {
	var nodes []*spec.Node
	r.addLeaves(n, &nodes)
	return len(nodes) > 1 && slices.ContainsFunc(nodes[1:], func(o *spec.Node) bool { return o != nodes[0] || o.Has })
}

// addLeaves adds the node of each branch that ends in the record.
func (r *record) addLeaves(n *spec.Node, nodes *[]*spec.Node) {
	for t := range n.Targets() {
		if t.Node != nil {
			r.addLeaves(t.Node, nodes)
		} else if t.Record == r.Record {
			*nodes = append(*nodes, n)
		}
	}
}

// byTag returns the code for a node that chooses by a tag. list has the targets that lead to the record.
func (k kindPrinter) byTag(n *spec.Node, family *spec.Kind, list []*spec.Target) []jen.Code {
	tag := k.p.tagOf(k.r.Record, n)
	switch {
	case k.leads(n.Absent), len(list) > 1 && k.isRaw(n):
		return k.unusual()
	case tag != nil:
		return k.tagged(n, family, tag)
	}
	if len(list) > 1 && !k.r.view && !k.sameKind(list) { // no field says which of the values was read: an unknown member may
		return append(k.byCase(n), k.written()...)
	}
	return k.unless(k.isAnother(n, list[0]), list[0])
}

// byCase returns the code for a node whose tag is that of a union in a field of the record, which chooses by it too: the type of the union's value
// determines the kind, if the type has no field for the tag. Such a type is the case for one value only. There is no code if no field has such a union.
func (k kindPrinter) byCase(n *spec.Node) []jen.Code {
	if len(n.Tag) > 1 {
		return nil
	}
	path, rest := k.p.fieldPath(k.r, n.Tag[0])
	if len(path) != 1 || !isTagOf(path[0], rest) {
		return nil
	}
	u := path[0].field.Type.Union
	var cases []jen.Code
	for _, c := range n.Cases {
		if s := caseOf(u, c.Literal); s != nil && k.leads(&c.Target) && !k.p.record(s).canSet(rest[0]) {
			cases = append(cases, jen.Case(jen.Op("*").Add(k.p.ref("", s))).Block(k.target(&c.Target)...))
		}
	}
	if cases == nil {
		return nil
	}
	return []jen.Code{jen.Switch(id("m." + path[0].goName()).Assert(jen.Type())).Block(cases...)}
}

// sameKind reports whether all targets that lead to the record have one kind.
func (k kindPrinter) sameKind(list []*spec.Target) bool {
	return !slices.ContainsFunc(list, func(t *spec.Target) bool { return t.Node != nil || t.Kind != list[0].Kind })
}

// isRaw reports whether a tag is in a field that can have any value.
func (k kindPrinter) isRaw(n *spec.Node) bool {
	return slices.ContainsFunc(n.Tag, func(tagPath []string) bool {
		path, _ := k.p.fieldPath(k.r, tagPath)
		return path != nil && isRawMember(path[len(path)-1])
	})
}

// only returns the code for a node with one target that leads to the record. If a field has the tag, a program can have given it another value.
func (k kindPrinter) only(n *spec.Node, family *spec.Kind, t *spec.Target) []jen.Code {
	if n.Has {
		return k.unless(k.hasEarlier(n, t), t)
	}
	tags := k.p.ownTags(k.r, k.p.root(k.r.Record))
	i := slices.IndexFunc(tags, func(o ownTag) bool {
		return slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return &c.Target == t && o.isOf(n, c.Literal) })
	})
	if i < 0 || !isText(tags[i].path[len(tags[i].path)-1].field.Type) {
		return k.unless(k.isAnother(n, t), t)
	}
	own := tags[i]
	s, _ := stringLiteral(own.literal)
	is := k.p.tagValue(own.path[len(own.path)-1], s)
	expr := "m"
	var code []jen.Code
	for i, m := range own.path {
		expr += "." + m.goName()
		if m.form == pointer {
			code = append(code, jen.If(id(expr).Op("==").Nil()).Block(k.target(t)...))
			if i == len(own.path)-1 {
				expr = "*" + expr
			}
		}
	}
	var list []branch
	switch tag := k.p.tagOf(k.r.Record, n); {
	case s == "":
		list = []branch{{[]jen.Code{is}, k.target(t)}}
	case tag != nil && tag.fallback != "": // with the object, which a program may have set, its empty tag is written
		unset := k.unless(jen.Op("!").Parens(k.isAtFallback(tag)), t)
		list = []branch{{[]jen.Code{jen.Lit("")}, unset}, {[]jen.Code{is}, k.target(t)}}
	default:
		list = []branch{{[]jen.Code{jen.Lit(""), is}, k.target(t)}}
	}
	return append(code, k.elsewhere(n, family, own.path[len(own.path)-1], expr, list)...)
}

// unless returns the code for a target. changed is the condition that a program has changed the record, so that it will be read as another one.
func (k kindPrinter) unless(changed *jen.Statement, t *spec.Target) []jen.Code {
	if changed == nil {
		return k.target(t)
	}
	return append([]jen.Code{jen.If(changed).Block(k.written()...)}, k.target(t)...)
}

// elsewhere returns a switch over the text of a tag, which is in expr and has the type of a field. list has the cases that lead to the record;
// with any other text, the record is read as another one.
func (k kindPrinter) elsewhere(n *spec.Node, family *spec.Kind, field *member, expr string, list []branch) []jen.Code {
	o := n.Otherwise
	tag := id(expr)
	if t := field.field.Type; t.Kind == spec.EnumType && !t.Enum.Untyped {
		tag = jen.String().Parens(tag)
	}
	last := []jen.Code{jen.Return(k.sub(family, tag))}
	isMade := true // the kind is the family and the text
	switch {
	case k.leads(o) && !o.Open:
		last, isMade = k.target(o), false
	case o != nil && o.Node != nil:
		last, isMade = k.written(), false
	case o != nil && !k.p.saysText(o, n):
		last, isMade = []jen.Code{jen.Return(id(kindName(o.Kind)))}, false
	case o == nil && k.hasSubtype(n):
		last = k.written()
	}
	var texts []string // of cases with another record and another kind
	for _, c := range n.Cases {
		s, ok := stringLiteral(c.Literal)
		if ok && s != "" && !(isMade && k.p.saysItsKind(c, family)) && !k.leads(&c.Target) {
			texts = append(texts, s)
		}
	}
	switch {
	case len(texts) == 0:
	case k.leads(o) || !isMade:
		list = append(list, branch{cases(texts), k.written()})
	default: // the record is read with no other text
		last = k.written()
	}
	return append(choose(id(expr), list), last...)
}

// written returns the code that finds the kind of a record from its JSON.
func (k kindPrinter) written() []jen.Code {
	return []jen.Code{jen.Return(jen.Qual(genrtPath, "WrittenKind").Call(id("m.AppendJSON"), id("Peek")))}
}

// sibling returns the code for a node whose tag also chooses a payload: the type of the payload determines the tag. If it does not, the record
// has a note with the tag.
func (k kindPrinter) sibling(n *spec.Node, family *spec.Kind, m *member) []jen.Code {
	var list []branch
	for _, c := range n.Cases {
		if k.leads(&c.Target) {
			list = append(list, branch{[]jen.Code{text(c.Literal)}, k.target(&c.Target)})
		}
	}
	none := []jen.Code{jen.Return(k.p.unmatched(family))}
	if o := n.Otherwise; o != nil && k.leads(o) {
		none = k.target(o)
	}
	var absent []jen.Code // for a line without the tag, if its kind is another one
	switch a, o := n.Absent, n.Otherwise; {
	case a == nil:
	case !k.leads(a): // what is written is another record
		absent = k.written()
	case a.Node != nil || !k.leads(o) || o.Node != nil || o.Kind != a.Kind:
		absent = k.target(a)
	}
	noted := k.noted(n, family, m, absent)
	if list == nil && absent == nil {
		return append(noted, none...)
	}
	tag, code := k.p.commonTag(m)
	if noted != nil {
		list = append(list, branch{[]jen.Code{text(""), jen.Qual(genrtPath, "UnknownSibling")}, noted})
	}
	return append(append(code, choose(tag, list)...), none...)
}

// noted returns the code for a record whose payload does not determine the tag m. A tag that was read is in a note; absent is the code for a line
// without a tag. If the code does not end in a return, the kind is that of otherwise.
func (k kindPrinter) noted(n *spec.Node, family *spec.Kind, m *member, absent []jen.Code) []jen.Code {
	o := n.Otherwise
	isOpen := o == nil || !k.leads(o) || o.Open // the text of another tag is a part of the kind
	var list []branch
	onlyTexts := true // no case is another value than a text, or the empty one, which is as no text
	var others []string
	for _, c := range n.Cases {
		s, _ := stringLiteral(c.Literal)
		switch {
		case s == "":
			onlyTexts = false
		case isOpen && k.p.saysItsKind(c, family): // as the text of another tag
		case k.leads(&c.Target):
			list = append(list, branch{[]jen.Code{text(s)}, k.target(&c.Target)})
		case isOpen:
			others = append(others, s)
		}
	}
	if others != nil {
		list = append(list, branch{cases(others), k.written()})
	}
	if !isOpen && list == nil && absent == nil && onlyTexts {
		return nil
	}
	odd := call("m.Extra.OddValue", text(m.key))
	var code []jen.Code
	if absent != nil || !onlyTexts {
		code, odd = []jen.Code{define("noted", odd)}, id("noted")
	}
	if absent != nil {
		code = append(code, jen.If(id("noted").Op("==").Nil()).Block(absent...))
	}
	code = append(code, define("tag, _", odd.Dot("Text").Call()))
	if !onlyTexts {
		isNoText := id("tag").Op("==").Lit("")
		if absent == nil {
			isNoText.Op("&&").Id("noted").Op("!=").Nil()
		}
		code = append(code, jen.If(isNoText).Block(k.written()...))
	}
	code = append(code, choose(id("tag"), list)...)
	if isOpen {
		code = append(code, jen.If(id("tag").Op("!=").Lit("")).Block(jen.Return(k.sub(family, id("tag")))))
	}
	return code
}

// saysItsKind reports whether the kind of a case is what an unknown tag with the text of the case makes: the family and the text.
func (p *plan) saysItsKind(c *spec.Case, family *spec.Kind) bool {
	s, _ := stringLiteral(c.Literal)
	return s != "" && c.Target.Node == nil && c.Target.Kind.Value == family.Below(s) && !slices.Contains(p.kinds.taken, c.Target.Kind)
}

func (k kindPrinter) target(t *spec.Target) []jen.Code {
	if t.Node != nil {
		return k.node(t.Node, t.Kind)
	}
	return []jen.Code{jen.Return(id(kindName(t.Kind)))}
}

// tagged returns the code for a node whose tag is a field.
func (k kindPrinter) tagged(n *spec.Node, family *spec.Kind, t *tagField) []jen.Code {
	field := t.path[len(t.path)-1]
	if t.getter == nil && (!isText(field.field.Type) || !k.r.view && field.form != pointer && (field.optional || k.isAmbiguous(n))) {
		return k.unusual()
	}
	none := k.withoutText(n, family)
	code, expr := k.nilChecks(n, family, t, none)
	if g := t.getter; g != nil {
		if t.fallback != "" {
			code = append(code, k.unknown(t, family, expr))
		}
		code = append(code, k.nilCases(t, expr)...)
		field = &member{field: &spec.Field{Type: g.Type}}
		code = append(code, define("tag", call(expr+"."+g.GoName)))
		expr = "tag"
	}
	if t.fallback != "" && t.getter == nil {
		none = append([]jen.Code{k.fallbackKind(t, family)}, none...)
	}
	var list []branch
	hasEmpty := false
	for _, c := range n.Cases {
		if s, ok := stringLiteral(c.Literal); ok && k.leads(&c.Target) {
			hasEmpty = hasEmpty || s == ""
			list = append(list, branch{[]jen.Code{k.p.tagValue(field, s)}, k.target(&c.Target)})
		}
	}
	if !hasEmpty {
		list = append([]branch{{[]jen.Code{text("")}, k.emptyTag(n, family, t, field, none)}}, list...)
	}
	return append(code, k.elsewhere(n, family, field, expr, list)...)
}

// emptyTag returns the code for a tag whose field has the text "", for which no case leads to the record. none is the
// code for a tag without a text.
func (k kindPrinter) emptyTag(n *spec.Node, family *spec.Kind, t *tagField, field *member, none []jen.Code) []jen.Code {
	isNoCase := slices.Contains(k.p.kinds.shared, family) && !k.r.view // the kind of "" is not that of the case for an absent tag
	switch {
	case t.getter == nil && n.Absent != nil && (field.form == pointer || isNoCase): // "" is not absent
	case !k.r.view && slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == `""` }): // of another record
	case t.getter != nil && !k.r.view && k.p.canUnset(t): // a case whose field for the tag is not set is written with its own tag
	default:
		return none
	}
	return k.written()
}

// nilCases returns the code for the union in expr that has the tag, if a program has set it to a nil pointer to a case whose method would read a field.
func (k kindPrinter) nilCases(t *tagField, expr string) (code []jen.Code) {
	u := t.path[len(t.path)-1].field.Type.Union
	var cases []*jen.Statement
	if t.fallback == "" { // else k.unknown has the code
		cases = append(cases, k.p.refName(u.Unknown, u))
	}
	for _, c := range u.Cases {
		if k.p.record(c).canSet(t.getter.Member) {
			cases = append(cases, k.p.ref("", c))
		}
	}
	for _, c := range cases {
		isCase := jen.List(id("v"), id("ok")).Op(":=").Id(expr).Assert(jen.Op("*").Add(c))
		code = append(code, jen.If(isCase, id("ok").Op("&&").Id("v").Op("==").Nil()).Block(jen.Return(text(""))))
	}
	return code
}

// withoutText returns the code for a tag whose field has no text.
func (k kindPrinter) withoutText(n *spec.Node, family *spec.Kind) []jen.Code {
	switch {
	case k.r.view && k.leads(n.Otherwise): // a view reads a value of another type as an absent one
		return k.target(n.Otherwise)
	case n.Absent != nil, slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == "null" && !k.leads(&c.Target) }):
		return k.written() // the record may be read as another one
	case k.leads(n.Otherwise):
		return k.target(n.Otherwise)
	case n.Otherwise != nil: // the record is read as another one
		return k.written()
	}
	if k.hasSubtype(n) && !k.r.view { // a view reads an absent tag as ""
		return k.written()
	}
	return []jen.Code{jen.Return(k.p.unmatched(family))}
}

// hasSubtype reports whether the kind of a line whose tag no case of a node has is made of more than the family and the tag: of a further tag, or of
// the part ~.
func (k kindPrinter) hasSubtype(n *spec.Node) bool {
	return n == k.p.Line.Tree && k.p.kinds.sub != nil || slices.Contains(k.p.kinds.apart, n)
}

// nilChecks returns the code for the pointers and unions on the path to a tag that are nil, and the expression for the tag's value. none is the code
// for a tag without a text.
func (k kindPrinter) nilChecks(n *spec.Node, family *spec.Kind, t *tagField, none []jen.Code) (code []jen.Code, expr string) {
	null := slices.IndexFunc(n.Cases, func(c *spec.Case) bool { return c.Literal == "null" && k.leads(&c.Target) })
	last := len(t.path) - 1
	expr = "m"
	for i, m := range t.path {
		expr += "." + m.goName()
		if m.form != pointer && (t.getter == nil || i < last) {
			continue
		}
		missing := none
		switch {
		case t.getter != nil && t.fallback != "":
			missing = k.fallbackLookup(t, family)
		case i == last && m.field.Nullable && (null >= 0 || n.Otherwise == nil && hasLiterals(n)): // null is a case, or a part of the kind
			missing = k.written()
		}
		code = append(code, jen.If(id(expr).Op("==").Nil()).Block(missing...))
		if i == last && t.getter == nil {
			expr = "*" + expr
		}
	}
	return code, expr
}

// hasLiterals reports whether a node has cases of other JSON types than text, so that the literal of an unknown tag becomes a part of the kind.
func hasLiterals(n *spec.Node) bool {
	return slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { _, ok := stringLiteral(c.Literal); return !ok })
}

// isAmbiguous reports whether the empty text is a value of a tag that leads to the record, as does the absence of the tag.
func (k kindPrinter) isAmbiguous(n *spec.Node) bool {
	isEmpty := func(c *spec.Case) bool { return c.Literal == `""` && k.leads(&c.Target) }
	return n.Absent == nil && k.leads(n.Otherwise) && slices.ContainsFunc(n.Cases, isEmpty)
}

// fallbackKind returns the code that looks for the tag at its second path if the line has no tag at the first one.
func (k kindPrinter) fallbackKind(t *tagField, family *spec.Kind) jen.Code {
	look := jen.List(id("tag"), jen.Id("_")).Op(":=").Add(call("m.Extra.Get", text(t.fallback)))
	read := jen.List(id("sub"), jen.Id("_")).Op(":=").Add(call("tag.Text"))
	return jen.If(k.isAtFallback(t)).Block(
		look,
		jen.If(read, id("sub").Op("!=").Lit("")).Block(jen.Return(k.sub(family, id("sub")))),
	)
}

// isAtFallback returns the condition that the line has no tag at the first path of t.
func (k kindPrinter) isAtFallback(t *tagField) *jen.Statement {
	inner := t.path[0]
	absent := call(inner.expr()+".Extra.State", text(t.path[1].key)).Op("==").Qual(decoderPath, "Absent")
	noObject := call("m.Extra.State", text(inner.key)).Op("!=").Qual(decoderPath, "Usual").Op("&&").Add(k.p.absentIn(inner, "m.")) // a set record is written
	return absent.Op("||").Add(noObject)
}

// unknown returns the kind of a line whose union, in expr, has an unknown case. The kind has the text of the union's tag; if there is none, of
// the tag at its second path.
func (k kindPrinter) unknown(t *tagField, family *spec.Kind, expr string) jen.Code {
	u := t.path[len(t.path)-1].field.Type.Union
	isUnknown := jen.List(id("u"), id("ok")).Op(":=").Id(expr).Assert(jen.Op("*").Add(k.p.refName(u.Unknown, u)))
	look := jen.List(id("tag"), id("has")).Op(":=").Add(call("u.Raw.Get", text(t.getter.Member)))
	return jen.If(isUnknown, id("ok")).Block(append([]jen.Code{ifNil(id("u")), jen.If(look, id("has")).Block(k.rawKind(family))}, k.fallbackLookup(t, family)...)...)
}

// fallbackLookup returns the kind for the tag at its second path.
func (k kindPrinter) fallbackLookup(t *tagField, family *spec.Kind) []jen.Code {
	return []jen.Code{jen.List(id("tag"), jen.Id("_")).Op(":=").Add(call("m.Extra.Get", text(t.fallback))), k.rawKind(family)}
}

// isTextKind reports whether the kind is made of the text of the tag, whatever the tag is.
func (k kindPrinter) isTextKind(n *spec.Node, family *spec.Kind) bool {
	isText := n.Otherwise == nil || n.Otherwise.Node == nil && n.Otherwise.Kind == family && k.p.saysText(n.Otherwise, n)
	return isText && n.Absent == nil && !slices.ContainsFunc(n.Cases, func(c *spec.Case) bool { return !k.p.saysItsKind(c, family) })
}

// rawKind returns the kind of a line whose tag is the raw value tag.
func (k kindPrinter) rawKind(family *spec.Kind) jen.Code {
	return jen.Return(k.p.distinctValue(jen.Qual(genrtPath, "SubKind").Call(id(kindName(family)), id("tag")), family))
}

// sub returns the kind of a line whose tag is a text.
func (k kindPrinter) sub(family *spec.Kind, tag jen.Code) jen.Code {
	name := `Kind("")`
	if family != nil {
		name = family.GoName
	}
	return k.p.distinctKind(call(name+".Sub", tag), family)
}
