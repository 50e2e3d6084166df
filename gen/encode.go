package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printEncode prints the encoders, and the methods that return what has no Go field: Kind, and getters of unions.
func printEncode(p *plan, f *file) {
	defer printUntagged(p, f)
	p.untagged = false
	for _, r := range p.structs {
		if !r.Group {
			printAppend(p, f, r)
			printAppendMethods(p, f, r)
			printMarshal(f, r.Name, "appendJSON")
			if p.kinds != nil && r.isLine(p) {
				printKindMethod(p, f, r)
			}
		}
		printGetters(p, f, r)
		printEncoded(p, f, r)
		printCommonTags(p, f, r)
	}
	for _, u := range p.unions {
		switch {
		case !u.byTag():
			printAppendVariants(p, f, u)
			printAppendMethod(f, u.Name, "AppendJSON", appendDoc, jen.False())
			printMarshal(f, u.Name, "appendJSON")
			printIsSet(p, f, u)
			continue
		case u.owns:
			printUnknown(p, f, u)
		}
		printAppendUnion(p, f, u)
		printUnknownGetters(p, f, u)
		if u.hasOuterTag() {
			continue
		}
		f.declare("MarshalJSON encodes the "+u.Name+", nil as null.",
			jen.Func().Params(jen.Id("a").Id("Any"+u.Name)).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).Block(
				jen.Return(call("a.appendJSON", jen.Nil(), jen.False())),
			))
	}
	for _, r := range p.zeros {
		printIsZero(p, f, r)
	}
	for _, u := range p.foreignIsSets {
		printIsSet(p, f, u)
	}
}

func (r *record) isLine(p *plan) bool {
	for _, u := range r.unions {
		if p.line(u) {
			return true
		}
	}
	return false
}

// appendMethod returns the beginning of the declaration of a method that appends.
func appendMethod(typ, name string) *jen.Statement {
	return method(typ, name).Add(appendParams())
}

const appendDoc = "AppendJSON appends m as JSON to dst."

// printAppendMethods prints the methods by which users append a record.
func printAppendMethods(p *plan, f *file, r *record) {
	printAppendMethod(f, r.Name, "AppendJSON", appendDoc, jen.False())
	if r.isLine(p) {
		printAppendMethod(f, r.Name, "AppendTrusted", trustedDoc, jen.True())
	}
}

const trustedDoc = "AppendTrusted is AppendJSON without a check of raw texts: see [encoder.Trusted]."

func printAppendMethod(f *file, typ, name, doc string, trusted jen.Code) {
	printAppendMethodAs(f, typ, name, doc, "appendJSON", trusted)
}

func printAppendMethodAs(f *file, typ, name, doc, as string, trusted jen.Code) {
	f.declare(doc, method(typ, name).Params(jen.Id("dst").Index().Byte()).Add(appendResults()).
		Add(oneLine(jen.Return(call("m."+as, id("dst"), trusted)))))
}

func printAppend(p *plan, f *file, r *record) {
	roots := p.tagRoots(r.Record)
	code := append([]jen.Code{nilCheck(r.Name)}, p.appendShorthand(r)...)
	code = append(code, p.fillTags(r)...) // a bare string has no tag
	plain := p.isPlain(r)
	both := plain && !r.view // records of a view have no notes
	if both {
		code = append(code, jen.If(id("m.Extra").Op("!=").Add(noExtra())).Block(jen.Return(call("m.appendWithNotes", id("dst"), id("trusted")))))
	}
	if plain {
		code = append(code, p.appendPlain(r)...)
	} else {
		code = append(code, p.appendMembers(r)...)
	}
	if roots != nil {
		f.declare("", appendMethod(r.Name, "appendJSON").Add(oneLine(jen.Return(call("m.appendIn", id("dst"), id("trusted"), jen.Lit(0))))))
		f.declare("appendIn is appendJSON for "+p.rootsText(r)+", which have different tags.",
			method(r.Name, "appendIn").Params(jen.Id("dst").Index().Byte(), jen.Id("trusted").Bool(), jen.Id("in").Int()).Add(appendResults()).Block(code...))
	} else {
		f.declare("", appendMethod(r.Name, "appendJSON").Block(code...))
	}
	if both {
		f.declare("appendWithNotes is appendJSON for a record that has notes or unknown members.",
			appendMethod(r.Name, "appendWithNotes").Block(p.appendMembers(r)...))
	}
	if p.hasFlat(r.Record) {
		p.printAppendFlat(f, r)
	}
	printAppendObjects(p, f, r)
}

// appendMembers returns the code that writes the members of r, which is a record, or an object in which fields of a record lie.
func (p *plan) appendMembers(r *record) []jen.Code {
	extra := jen.Qual(genrtPath, "Extra").Values()
	if !r.view {
		extra = extraOf("m")
	}
	code := beginObject(extra)
	done := map[string]bool{}
	for _, m := range r.members {
		switch sharers := r.sharers(m); {
		case m.inner != nil:
			code = append(code, p.writeObject(m))
		case m.payload != nil:
			code = append(code, p.writeSibling(r, m))
		case m.tag && p.isOfSome(r, m):
			code = append(code, call("o.Tag", text(m.keyText()+m.fixed), p.isIn(r, m)))
		case m.fixed != "":
			code = append(code, call("o.Fixed", text(m.keyText()+m.fixed)))
		case sharers != nil:
			if !done[m.key] {
				done[m.key] = true
				code = append(code, p.writeSharers(r, sharers))
			}
		default:
			code = append(code, p.writeMember(m)...)
		}
	}
	return append(code, jen.Return(call("o.End")))
}

// beginObject returns the first statements of a method that appends an object.
func beginObject(extra jen.Code) []jen.Code {
	return []jen.Code{jen.Var().Id("o").Qual(genrtPath, "Object"), call("o.Begin", id("dst"), extra, id("trusted"))}
}

// appendShorthand returns the code that writes the record's form as a bare string.
func (p *plan) appendShorthand(r *record) []jen.Code {
	name := r.Shorthand
	if name == "" {
		return nil
	}
	message := r.Name + ": " + name + " and other fields are set, but a plain string has no members"
	return []jen.Code{jen.If(id("m."+name).Op("!=").Lit("")).Block(
		define("rest", id("*m")),
		set("rest."+name, jen.Lit("")),
		jen.If(jen.Op("!").Add(call("rest.isZero"))).Block(
			jen.Return(id("dst"), jen.Qual(genrtPath, "Conflict").Call(jen.Lit(message))),
		),
		jen.Return(jen.Qual(genrtPath, "AppendString").Call(id("dst"), id("m."+name)), jen.Nil()),
	)}
}

func (p *plan) writeMember(m *member) []jen.Code {
	if method, value := m.whole(); method != "" {
		return []jen.Code{call("o."+method, text(m.keyText()), value)}
	}
	set := p.isSet(m)
	code := objectWriter(p).field(m)
	if !m.field.Lazy && !m.field.Encoded {
		code = append(code, p.hints(m.field.Type)...)
	}
	isWritten := jen.If(call("o."+m.condition(), text(m.keyText()), set)).Block(code...)
	if !m.isInline() {
		return []jen.Code{isWritten}
	}
	notNil := m.form == pointer
	value := p.appendValue(m.expr(), notNil, m.field.Type, call("o.Bytes"))
	if m.field.Type.Kind == spec.RecordType && p.hasFlat(m.field.Type.Record) {
		value = p.appendFlat(m.expr(), notNil, m.field.Type.Record, call("o.Bytes"))
	}
	splice := []jen.Code{call("o.Splice", value)}
	if m.always() {
		if notNil {
			return []jen.Code{jen.If(p.isSet(m)).Block(splice...)}
		}
		return splice
	}
	if m.isFlatUnion() {
		return p.writeFlatUnion(m, splice, isWritten)
	}
	inlined := call("o.Inlined", text(m.key))
	if notNil {
		inlined = p.isSet(m).Op("&&").Add(inlined)
	}
	for _, inner := range p.record(m.field.Type.Record).members {
		if inner.key == m.key && inner.fixed == "" {
			// Flattened, a member with the name of the object would be read as the object: a value that has such a member is written nested.
			fits := p.standsBeside(inner, m.expr()+".")
			if len(inner.aliases()) > 0 {
				fits = jen.Parens(fits)
			}
			inlined.Op("&&").Add(fits)
		}
	}
	return []jen.Code{jen.If(inlined).Block(splice...).Else().Add(isWritten)}
}

// hints returns the calls that tell the encoder of a record which scalars the unions by JSON type within a value have: it does not see the types of
// variants.
func (p *plan) hints(t *spec.Type) (calls []jen.Code) {
	numbers := false // besides integers
	for _, kind := range hinted {
		if variantsHave(t, func(t *spec.Type) bool { return t.Kind == kind }, nil) {
			calls = append(calls, call("o."+scalars[kind].hint))
			numbers = numbers || scalars[kind].json == "Number"
		}
	}
	if numbers && variantsHave(t, isInteger, nil) {
		calls = append(calls, call("o.Integers"))
	}
	return append(calls, p.nullable(t, 1)...)
}

// nullable returns the calls that tell the encoder of a record which elements of a list or map can be nil.
func (p *plan) nullable(t *spec.Type, depth int) (calls []jen.Code) {
	elem := t.Elem
	if elem == nil {
		return nil
	}
	is := func(json string) {
		calls = append(calls, jen.Qual(genrtPath, "NilElements").Call(address("o"), jen.Lit(depth), jen.Qual(decoderPath, json)))
	}
	switch s := scalars[elem.Kind]; {
	case !elem.Null || elem.Kind == spec.JSON || elem.Kind == spec.UnionType:
	case elem.Kind == spec.GoText:
		calls = append(calls, jen.Qual(genrtPath, "NilTexts").Types(p.goType(elem, false)).Call(address("o"), jen.Lit(depth)))
	case s.json != "":
		if s.raw { // also if all elements are nil, so that none announces its type
			calls = append(calls, call("o."+s.hint))
		}
		is(s.json)
	case isIntEnum(elem):
		is("Number")
	case elem.Kind == spec.EnumType:
		is("String")
	case elem.Kind == spec.Array:
		is("Array")
	default:
		is("Object")
		if elem.Kind == spec.RecordType && elem.Record.Shorthand != "" {
			is("String")
		}
	}
	return append(calls, p.nullable(elem, depth+1)...)
}

// isInteger reports whether values of a type are integers with a sign.
func isInteger(t *spec.Type) bool {
	return t.Kind == spec.Int || t.Kind == spec.Int64 || t.Kind == spec.EnumType && t.Enum.Int
}

// variantsHave reports whether a union by JSON type within a value has a variant of some type, or with elements of that type.
func variantsHave(t *spec.Type, is func(*spec.Type) bool, seen []*spec.Union) bool {
	switch {
	case t.Elem != nil:
		return variantsHave(t.Elem, is, seen)
	case t.Kind != spec.UnionType || t.Union.Variants == nil || slices.Contains(seen, t.Union):
		return false
	}
	seen = append(seen, t.Union)
	return slices.ContainsFunc(t.Union.Variants, func(a *spec.Variant) bool {
		elem := a.Type
		for elem.Elem != nil {
			elem = elem.Elem
		}
		return is(elem) || variantsHave(elem, is, seen)
	})
}

// writeSharers returns the code that writes a member which has several fields: the field for the record's tag is written. It is an error if
// another one is set, because its value would be lost.
func (p *plan) writeSharers(r *record, sharers []*member) jen.Code {
	tag := p.tagMember(r)
	misplaced := func(m *member) jen.Code {
		message := r.Name + ": " + m.goName() + " is set, which is only for " + and(m.field.When)
		return jen.If(p.isSet(m)).Block(call("o.Fail", jen.Qual(genrtPath, "Conflict").Call(jen.Lit(message))))
	}
	var list, otherwise []jen.Code
	for _, m := range sharers {
		var values, body []jen.Code
		for _, v := range m.field.When {
			values = append(values, p.tagValue(tag, v))
		}
		for _, o := range sharers {
			if o != m {
				body = append(body, misplaced(o))
			}
		}
		list = append(list, jen.Case(values...).Block(append(body, p.writeMember(m)...)...))
		otherwise = append(otherwise, misplaced(m))
	}
	return jen.Switch(id(tag.expr())).Block(append(list, jen.Default().Block(otherwise...))...)
}

func printMarshal(f *file, name, appendJSON string) {
	f.declare("MarshalJSON encodes m for encoding/json. A struct that embeds "+article(name)+" has this method too, and its other fields are then "+
		"not written: give the record a name as a field.",
		jen.Func().Params(jen.Id("m").Id(name)).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).
			Add(oneLine(jen.Return(call("m."+appendJSON, jen.Nil(), jen.False())))))
}

// printAppendVariants prints the encoder of a union by JSON type. The notes on its value belong to the record that has it.
func printAppendVariants(p *plan, f *file, u *union) {
	w := plainWriter(p)
	code := []jen.Code{nilCheck(u.Name), jen.Var().Id("set").Uint()}
	names := []jen.Code{jen.Lit(u.Name), id("set")}
	bit := 1
	var list []jen.Code
	for _, a := range u.Variants {
		code = append(code, jen.If(p.variantIsSet(a)).Block(jen.Id("set").Op("|=").Lit(bit)))
		names = append(names, jen.Lit(a.GoName))
		typ := jen.Qual(decoderPath, jsonTypeName(a.JSON))
		empty := jen.Id("set").Op("==").Lit(0).Op("&&").Id("m.Type").Op("==").Add(typ)
		is := jen.Id("set").Op("==").Lit(bit)
		value := w.value("m."+a.GoName, a.Type, p.variantPointer(a), 0)
		if a.Type.Kind == spec.JSON && firstByte[a.JSON] != 0 {
			value = []jen.Code{w.try("Variant", id("m."+a.GoName), jen.LitRune(firstByte[a.JSON]))}
		}
		if a.JSON == "object" && a.Type.Kind != spec.Map {
			list = append(list, jen.Case(is).Block(value...), jen.Case(empty).Block(appendText("{}")))
		} else {
			list = append(list, jen.Case(is.Op("||").Add(empty)).Block(value...))
		}
		bit <<= 1
	}
	code = append(code, jen.If(id("m.Other").Op("!=").Nil()).Block(jen.Id("set").Op("|=").Lit(bit)))
	names = append(names, jen.Lit("Other"))
	list = append(list,
		jen.Case(jen.Id("set").Op("==").Lit(0).Op("||").Id("set").Op("==").Lit(bit)).Block(w.try("Raw", id("m.Other"))),
		jen.Default().Block(jen.Return(id("dst"), jen.Qual(genrtPath, "TwoSet").Call(names...))),
	)
	code = append(append(code, w.begin()...), jen.Switch().Block(list...), jen.Return(id("dst"), jen.Nil()))
	f.declare("", appendMethod(u.Name, "appendJSON").Block(code...))
}

// firstByte maps a JSON type to the bracket that its values begin with.
var firstByte = map[spec.JSONType]rune{"object": '{', "array": '['}

func (p *plan) variantIsSet(a *spec.Variant) *jen.Statement {
	m := &member{field: &spec.Field{GoName: a.GoName, Type: a.Type}}
	if p.variantPointer(a) || a.Type.Kind == spec.UnionType || a.Type.Kind == spec.JSON || isContainer(m.field) {
		m.form = nilable
	}
	return p.compare(m, "m.", false, "")
}

// printIsSet prints the method that reports whether a union by JSON type has a value.
func printIsSet(p *plan, f *file, u *union) {
	code := id("m.Type").Op("!=").Qual(decoderPath, "Invalid")
	for _, a := range u.Variants {
		code.Op("||").Add(p.variantIsSet(a))
	}
	code.Op("||").Id("m.Other").Op("!=").Nil()
	decl := method(u.Name, "isSet").Params()
	name := "isSet"
	if !p.local(u.Union) {
		name = "isSet" + p.localName(u.Union)
		decl = jen.Func().Id(name).Params(jen.Id("m").Op("*").Add(p.ref("", u.Union)))
	}
	f.declare(name+" reports whether m differs from the value for an absent member.", decl.Bool().Block(jen.Return(code)))
}

// printIsZero prints the method that reports whether a record is zero.
func printIsZero(p *plan, f *file, r *record) {
	var parts []jen.Code
	if r.Shorthand != "" {
		parts = append(parts, id("m."+r.Shorthand).Op("==").Lit(""))
	}
	for _, m := range r.fields() {
		if m.field != nil && m.fixed == "" {
			parts = append(parts, p.compare(m, "m.", true, ""))
		}
	}
	if !r.view {
		parts = append(parts, id("m.Extra").Op("==").Add(noExtra()))
	}
	code := jen.Return()
	if len(parts) == 0 {
		code.True()
	}
	for i, part := range parts {
		if i > 0 {
			code.Op("&&").Line()
		}
		code.Add(part)
	}
	decl := method(r.Name, "isZero").Params()
	name := "isZero"
	if !p.local(r.Record) {
		name += p.localName(r.Record)
		decl = jen.Func().Id(name).Params(jen.Id("m").Op("*").Add(p.ref("", r.Record)))
	}
	f.declare(name+" reports whether all fields of m are zero, Extra included.", decl.Bool().Block(code))
}

// printUnknown prints the methods of the record for unknown cases of a union.
func printUnknown(p *plan, f *file, u *union) {
	name := u.unknown
	body := func(what string) []jen.Code {
		return []jen.Code{nilCheck(name), jen.Return(jen.Qual(genrtPath, what).Call(id("dst"), id("m.Raw"), id("trusted")))}
	}
	f.declare("", appendMethod(name, "appendJSON").Block(body("AppendCase")...))
	if p.line(u) { // within another line, which can have the union as the type of a field, it may be any value
		f.declare("", appendMethod(name, "appendLine").Block(body("AppendLine")...))
		printAppendMethodAs(f, name, "AppendJSON", appendDoc, "appendLine", jen.False())
		printAppendMethodAs(f, name, "AppendTrusted", trustedDoc, "appendLine", jen.True())
		printMarshal(f, name, "appendLine")
	} else {
		printAppendMethod(f, name, "AppendJSON", appendDoc, jen.False())
		printMarshal(f, name, "appendJSON")
	}
	f.declare("UnmarshalJSON keeps a copy of data.",
		method(name, "UnmarshalJSON").Params(jen.Id("data").Index().Byte()).Error().Add(oneLine(jen.Return(call("m.Raw.UnmarshalJSON", id("data"))))))
	if p.line(u) {
		f.declare("Kind returns the kind that [Peek] returns for Raw.", method(name, "Kind").Params().Id("Kind").Block(
			define("k, _", call("Peek", id("m.Raw"))),
			jen.Return(id("k")),
		))
	}
}

// getterType returns the type that a getter returns.
func (p *plan) getterType(t *spec.Type) *jen.Statement {
	if t.Kind == spec.UUID {
		return jen.Qual(uuidPath, "UUID")
	}
	return p.goType(t, false)
}

// printGetters prints the methods that the interfaces of unions have, and those of uuid fields.
func printGetters(p *plan, f *file, r *record) {
	for _, field := range r.Fields {
		if field.Type == nil || field.Type.Kind != spec.UUID || field.Lazy {
			continue
		}
		m := p.newMember(declaredField{field, r.Record})
		f.declare("Get"+field.GoName+" parses "+field.GoName+". It returns uuid.Nil if that is no UUID.",
			method(r.Name, "Get"+field.GoName).Params().Qual(uuidPath, "UUID").Block(p.parseUUID(m.expr(), m.form == pointer)...))
	}
	for _, g := range r.methods {
		decl := method(r.Name, g.GoName).Params().Add(p.getterType(g.Type))
		f.declare(g.GoName+" implements ["+g.union.Name+"].", decl.Add(p.getterBody(g)))
	}
}

func (p *plan) parseUUID(expr string, pointer bool) []jen.Code {
	var code []jen.Code
	value := id(expr)
	if pointer {
		code = append(code, jen.If(id(expr).Op("==").Nil()).Block(jen.Return(jen.Qual(uuidPath, "Nil"))))
		value = jen.Op("*").Id(expr)
	}
	return append(code,
		define("u, err", jen.Qual(uuidPath, "Parse").Call(value)),
		jen.If(id("err").Op("!=").Nil()).Block(jen.Return(jen.Qual(uuidPath, "Nil"))),
		jen.Return(id("u")),
	)
}

// getterBody returns the body of a getter: it returns a field, the fixed value of a tag, or the zero value.
func (p *plan) getterBody(g getter) *jen.Statement {
	m := g.from
	zero := &member{field: &spec.Field{Type: g.Type}}
	none := p.defaultValue(zero)
	switch g.Type.Kind {
	case spec.UUID:
		none = jen.Qual(uuidPath, "Nil")
	case spec.JSON, spec.Bytes:
		none = jen.Nil()
	}
	switch {
	case m == nil:
		return oneLine(jen.Return(none))
	case m.fixed != "":
		zero.field.Default = m.fixed
		return oneLine(jen.Return(p.defaultValue(zero)))
	case g.Type.Kind == spec.UUID:
		return jen.Block(p.parseUUID(m.expr(), m.form == pointer)...)
	}
	convert := func(s *jen.Statement) *jen.Statement {
		if g.Type.Kind == m.field.Type.Kind && declared(g.Type) == declared(m.field.Type) || isTime(g.Type) {
			return s
		}
		return p.goType(g.Type, false).Parens(s)
	}
	if m.form != pointer {
		return oneLine(jen.Return(convert(id(m.expr()))))
	}
	return jen.Block(
		jen.If(id(m.expr()).Op("==").Nil()).Block(jen.Return(none)),
		jen.Return(convert(jen.Op("*").Id(m.expr()))),
	)
}

// printUnknownGetters prints the getters of a union's unknown record, which read Raw. A union and its parts share the record, which has each
// method once.
func printUnknownGetters(p *plan, f *file, u *union) {
	for _, g := range u.Getters {
		if p.unknownHas(u, g) {
			continue
		}
		member := define("v, _", call("m.Raw.Get", text(g.Member)))
		var body []jen.Code
		switch kind := g.Type.Kind; {
		case isIntEnum(g.Type):
			body = scalar{parse: "ParseInt", typ: p.goType(g.Type, false), as: jen.Int64()}.parsed()
		case kind == spec.String:
			body = []jen.Code{define("s, _", call("v.Text")), jen.Return(id("s"))}
		case kind == spec.EnumType:
			body = []jen.Code{define("s, _", call("v.Text")), jen.Return(p.goType(g.Type, false).Parens(id("s")))}
		case kind == spec.UUID:
			body = append([]jen.Code{define("s, _", call("v.Text"))}, p.parseUUID("s", false)...)
		case kind == spec.JSON:
			body = []jen.Code{jen.Return(id("v"))}
		case kind == spec.Bool:
			body = []jen.Code{jen.Return(jen.String().Parens(id("v")).Op("==").Lit("true"))}
		case isTime(g.Type), kind == spec.Decimal, kind == spec.Bytes:
			body = []jen.Code{jen.Return(jen.Qual(genrtPath, scalars[kind].read+"Of").Call(id("v")))}
		default:
			body = scalars[g.Type.Kind].parsed()
		}
		f.declare(g.GoName+" returns the member of Raw; zero if Raw has no such value.", method(u.unknown, g.GoName).Params().Add(p.getterType(g.Type)).Block(append([]jen.Code{member}, body...)...))
	}
}

// unknownHas reports whether the getter of the unknown record has been printed for a union before u.
func (p *plan) unknownHas(u *union, g *spec.Getter) bool {
	for _, o := range p.unions {
		if o == u {
			return false
		}
		for _, h := range o.Getters {
			if o.unknown == u.unknown && h.GoName == g.GoName {
				return true
			}
		}
	}
	return false
}
