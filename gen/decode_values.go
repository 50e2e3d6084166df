package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// readField returns the code that reads the value at pos into m's Go field, and assigns the offset after it to next.
func (p *plan) readField(m *member, pos, next string) []jen.Code {
	code := p.readValue(m, pos, next)
	if !m.checksTag || isRawMember(m) { // a raw value is checked when it is read
		return code
	}
	return []jen.Code{jen.Block(slices.Concat([]jen.Code{define("at", id(pos))}, code, []jen.Code{set(next, call("c.LookedUp", id("at"), id(next)))})...)}
}

func (p *plan) readValue(m *member, pos, next string) []jen.Code {
	if m.field.Encoded {
		return p.readEncoded(m, pos, next)
	}
	t, dst := m.field.Type, m.expr()
	into := dst + ", " + next
	other := set(into, jen.List(jen.Nil(), call("c.Mistyped", id(pos))))
	switch {
	case m.tagged && (m.field.Lazy || t.Kind == spec.JSON):
		return []jen.Code{set(into, call("c.RawTag", id(pos)))}
	case m.field.Lazy:
		return []jen.Code{set(into, call("c.Raw", id(pos)))}
	case t.Kind == spec.RecordType && m.form == pointer:
		return []jen.Code{jen.If(p.isRecord(t.Record, pos)).Block(
			set(dst, fromSlab(p.localName(t.Record))),
			set(next, p.scanRecord(dst, true, t.Record, id(pos))),
		).Else().Block(other)}
	case t.Kind == spec.UnionType && m.field.By != "":
		return []jen.Code{set(into, p.scanMember(m, pos))}
	case t.Kind == spec.UnionType && m.form == nilable:
		is := call("c.IsObject", id(pos))
		if t.Union.Tree != nil && t.Union.Tree.External && t.Union.Tree.Adjacent == nil {
			is.Op("||").Add(call("c.Type", id(pos))).Op("==").Qual(genrtPath, "JSONString")
		}
		return []jen.Code{jen.If(is).Block(
			set(into, p.scanMember(m, pos)),
		).Else().Block(other)}
	case t.Kind == spec.GoText && m.form != pointer:
		return []jen.Code{set(next, p.scanInPlace(dst, t, id(pos)))}
	case t.Kind == spec.RecordType, m.form == byJSONType:
		return []jen.Code{set(next, p.scanRecord(dst, false, declared(t), id(pos)))}
	case m.form == plain && m.hasDefault() && !isZeroLiteral(m.field.Default):
		is := call("c.Type", id(pos)).Op("==").Qual(genrtPath, "JSON"+jsonTypeOf(t))
		if t.Kind == spec.Time {
			is = call("c.IsTime", id(pos))
		}
		return []jen.Code{jen.If(is).Block(
			set(into, p.readCall(t, false, false, pos)),
		).Else().Block(set(into, jen.List(p.defaultValue(m), call("c.Mistyped", id(pos)))))}
	}
	if m.form == pointer && m.null && scalars[t.Kind].read != "" {
		return []jen.Code{set(into, scalars[t.Kind].scan("OrNull", pos))}
	}
	return []jen.Code{set(into, p.readCall(t, m.form == pointer, false, pos))}
}

// isRecord returns the condition that a record begins at pos.
func (p *plan) isRecord(r *spec.Record, pos string) jen.Code {
	is := call("c.IsObject", id(pos))
	if r.Shorthand != "" {
		is.Op("||").Add(call("c.Type", id(pos))).Op("==").Qual(genrtPath, "JSONString").Op("&&").Op("!").Add(isEmptyText(pos))
	}
	return is
}

// jsonTypeOf returns the JSON type of a scalar or an enum.
func jsonTypeOf(t *spec.Type) string {
	switch {
	case isIntEnum(t):
		return "Number"
	case t.Kind == spec.EnumType:
		return "String"
	}
	return scalars[t.Kind].json
}

// readCall returns the call that reads a scalar, a list, a map or a raw value at pos.
func (p *plan) readCall(t *spec.Type, pointer, elem bool, pos string) *jen.Statement {
	switch {
	case scalars[t.Kind].read != "":
		if pointer {
			return scalars[t.Kind].scan("Ptr", pos)
		}
		return scalars[t.Kind].scan("", pos)
	case t.Kind == spec.GoText: // genrt.ReadText takes a pointer
		return jen.Qual(genrtPath, "ReadTextPtr").Call(id("c"), id(pos), address("slab"+p.goTypeWord(t.GoType)))
	case t.Kind == spec.JSON && elem:
		return call("c.RawElem", id(pos))
	case t.Kind == spec.JSON:
		return call("c.Raw", id(pos))
	case t.Kind == spec.EnumType:
		name := "scan" + p.localName(t.Enum)
		if pointer {
			name += "Ptr"
		}
		return call(name, id("c"), id(pos))
	case !isBuiltIn(t):
		return call("scan"+p.typeName(t), id("c"), id(pos))
	case t.Elem.Kind == spec.Int:
		return call("c.Ints", id(pos))
	}
	return call("c.Strings", id(pos))
}

// printScanComposite prints the function that reads a list or a map, and the variable from which its memory comes.
func printScanComposite(p *plan, f *file, t *spec.Type) {
	name := p.typeName(t)
	memory := "memory" + name
	function := jen.Func().Id("scan"+name).Add(cursorParams()).Params(p.goType(t, false), jen.Int())
	if t.Kind == spec.Array {
		f.declare("", jen.Var().Id(memory).Qual(genrtPath, "Lists").Types(p.elemType(t.Elem)))
		f.declare("", function.Block(
			define("list, i, more", call(memory+".Open", id("c"), id("i"))),
			jen.For(id("more")).Block(append(p.readElem(t.Elem), set("i, more", call("c.NextElem", id("i"))))...),
			jen.Return(call(memory+".Close", id("c"), id("list")), id("i")),
		))
		return
	}
	maps, record := "Maps", inPlace(t.Elem) && !p.elemPointer(t.Elem)
	if record {
		maps = "RecordMaps"
	}
	f.declare("", jen.Var().Id(memory).Qual(genrtPath, maps).Types(p.goType(t.Key, false), p.elemType(t.Elem)))
	var loop []jen.Code
	if record {
		loop = append(loop,
			set("all", call(memory+".Add", id("c"), id("all"), id("key"))),
			set("i", p.scanInPlace("all[len(all)-1].Value", t.Elem, id("i"))),
		)
	} else {
		key := call("c.MapKey", id("key"))
		if t.Key.Kind == spec.EnumType {
			key = p.goType(t.Key, false).Parens(key)
		}
		loop = append(loop, define("k", key), jen.Var().Id("v").Add(p.elemType(t.Elem)))
		loop = append(loop, p.readInto("v", t.Elem)...)
		loop = append(loop, set("all[k]", id("v")))
	}
	loop = append(loop, set("key, i", call("c.NextKey", id("i"))))
	f.declare("", function.Block(
		define("all, key, i", call(memory+".Open", id("c"), id("i"))),
		jen.For(id("key").Op("!=").Nil()).Block(loop...),
		jen.Return(call(memory+".Close", id("c"), id("all")), id("i")),
	))
}

// readElem returns the code that reads the element of a list at i, and appends it.
func (p *plan) readElem(t *spec.Type) []jen.Code {
	if inPlace(t) && !p.elemPointer(t) {
		return []jen.Code{
			set("list", call("append", id("list"), p.zeroInPlace(t))),
			set("i", p.scanInPlace("list[len(list)-1]", t, id("i"))),
		}
	}
	code := append([]jen.Code{jen.Var().Id("v").Add(p.elemType(t))}, p.readInto("v", t)...)
	return append(code, set("list", call("append", id("list"), id("v"))))
}

// readInto returns the code that reads the element of a list or map at i into a variable that is zero.
func (p *plan) readInto(dst string, t *spec.Type) []jen.Code {
	into := dst + ", i"
	isNull := call("c.Type", id("i")).Op("==").Qual(genrtPath, "JSONNull")
	skipNull := set("i", call("c.Null", id("i")))
	var read []jen.Code
	switch {
	case t.Kind == spec.UnionType && t.Union.Variants == nil:
		read = []jen.Code{set(into, p.scanUnion(t.Union).Call(id("c"), id("i")))}
	case t.Kind == spec.RecordType: // the record's method has a pointer as its receiver
		read = []jen.Code{set(dst, fromSlab(p.localName(t.Record))), set("i", p.scanRecord(dst, true, t.Record, id("i")))}
	default:
		read = []jen.Code{set(into, p.readCall(t, p.elemPointer(t), true, "i"))}
		if p.elemPointer(t) && t.Kind != spec.EnumType && t.Kind != spec.GoText {
			return read // the methods of the cursor return nil for null
		}
	}
	if !t.Null || t.Kind == spec.JSON {
		return read
	}
	return []jen.Code{jen.If(isNull).Block(skipNull).Else().Block(read...)}
}

// printScanEnum prints the function that reads a value of an enum, and the one for pointers.
func printScanEnum(p *plan, f *file, s *enumScan) {
	e := s.enum
	name := "scan" + p.localName(e)
	result := func(star bool) jen.Code {
		typ := p.enumGoType(e)
		if star {
			typ = jen.Op("*").Add(typ)
		}
		return jen.Params(typ, jen.Int())
	}
	var list []jen.Code
	for _, v := range e.Values {
		list = append(list, jen.Case(text(v.Value)).Block(jen.Return(p.refName(v.GoName, e), id("i"))))
	}
	switch {
	case e.Open && e.Int:
		f.declare("", jen.Func().Id(name).Add(cursorParams()).Add(result(false)).Block(
			define("n, end", call("c.Int", id("i"))),
			call("c.KnownNumber", id("i")),
			jen.Return(enumOf(p, e, id("n")), id("end")),
		))
	case e.Open:
		f.declare("", jen.Func().Id(name).Add(cursorParams()).Add(result(false)).Block(
			define("text, i", call("c.String", id("i"))),
			jen.Return(enumOf(p, e, id("text")), id("i")),
		))
	case e.Int:
		var known []jen.Code
		for _, v := range e.Values {
			known = append(known, p.refName(v.GoName, e))
		}
		f.declare("", jen.Func().Id(name).Add(cursorParams()).Add(result(false)).Block(
			define("n, end", call("c.Int", id("i"))),
			define("v", enumOf(p, e, id("n"))),
			jen.Switch(id("v")).Block(
				jen.Case(known...).Block(call("c.KnownNumber", id("i"))),
				jen.Default().Block(call("c.UnknownNumber", id("i"), id("n"))),
			),
			jen.Return(id("v"), id("end")),
		))
	default:
		f.declare("", jen.Func().Id(name).Add(cursorParams()).Add(result(false)).Block(
			define("text, i", call("c.Token", id("i"))),
			jen.Switch(jen.String().Parens(id("text"))).Block(list...),
			jen.Return(enumOf(p, e, call("c.UnknownEnum", id("text"))), id("i")),
		))
	}
	if !s.pointer {
		return
	}
	printSlab(f, p.localName(e), p.enumGoType(e))
	f.declare("", jen.Func().Id(name+"Ptr").Add(cursorParams()).Add(result(true)).Block(
		jen.If(call("c.Type", id("i")).Op("!=").Qual(genrtPath, "JSON"+jsonTypeOf(&spec.Type{Kind: spec.EnumType, Enum: e}))).Block(
			jen.Return(jen.Nil(), call("c.Mistyped", id("i"))),
		),
		define("v", fromSlab(p.localName(e))),
		set("*v, i", call(name, id("c"), id("i"))),
		jen.Return(id("v"), id("i")),
	))
}

// enumOf returns a string as a value of an enum.
func enumOf(p *plan, e *spec.Enum, s *jen.Statement) *jen.Statement {
	if e.Untyped {
		return s
	}
	return p.ref("", e).Parens(s)
}
