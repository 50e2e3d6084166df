package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printEncode prints the encoders, and the methods that return what has no Go field: Kind, and getters of unions.
func printEncode(p *plan, f *file) {
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
	if !m.isInline() || p.View && !m.always() { // a view has no note that a record was read flattened
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

// writeSharers returns the code that writes a member which has several fields: the field for the record's tag is written. It is an error if
// another one is set, because its value would be lost.
func (p *plan) writeSharers(r *record, sharers []*member) jen.Code {
	tag := r.tagMember()
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
		pair := brackets[a.JSON]
		if a.Type.Kind == spec.JSON && pair != "" {
			value = []jen.Code{w.try("Variant", id("m."+a.GoName), jen.LitRune(rune(pair[0])))}
		}
		if pair != "" && a.Type.Kind != spec.Map && a.Type.Kind != spec.Array {
			list = append(list, jen.Case(is).Block(value...), jen.Case(empty).Block(appendText(pair)))
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

// brackets maps a JSON type to the brackets around its values.
var brackets = map[spec.JSONType]string{"object": "{}", "array": "[]"}

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
		f.declare("Kind returns the kind that [Peek] returns for Raw; none if m is nil.", method(name, "Kind").Params().Id("Kind").Block(
			ifNil(id("m")),
			define("k, _", call("Peek", id("m.Raw"))),
			jen.Return(id("k")),
		))
	}
}
