package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// writer prints code that writes values: by methods of a genrt.Object, or by append and functions of package genrt.
type writer struct {
	p         *plan
	put       func(name string, args ...jen.Code) jen.Code             // the call of that method, or function
	try       func(name string, args ...jen.Code) jen.Code             // put for a method, or function, that can fail
	nested    func(expr string, isPointer bool, t *spec.Type) jen.Code // the call that appends a record or union
	encoded   func(m *member) []jen.Code                               // a string that holds the value
	marshaled func(pointer jen.Code) jen.Code                          // a value with a MarshalText method of its own
	symbol    func(name, text string) jen.Code                         // punctuation: a method's name, and the text that it writes
	null      func() jen.Code
	text      func(json string) jen.Code  // a constant JSON value
	comma     func(index string) jen.Code // what comes before an element of a list
	counts    bool                        // comma needs the index
	fails     bool                        // something has been printed that can fail
}

// objectWriter returns a writer that prints calls of methods of o, a genrt.Object. The Object keeps the first error.
func objectWriter(p *plan) *writer {
	put := func(name string, args ...jen.Code) jen.Code { return call("o."+name, args...) }
	return &writer{
		encoded: func(m *member) []jen.Code {
			return []jen.Code{
				put("Respell", id(encodedFunc(m.owner, m.field))),
				put("Value", call("m."+encodedMethod(m.field), call("o.Bytes"), id("trusted"))),
			}
		},
		p:   p,
		put: put,
		try: put,
		nested: func(expr string, isPointer bool, t *spec.Type) jen.Code {
			return put("Value", p.appendValue(expr, isPointer, t, call("o.Bytes")))
		},
		marshaled: func(pointer jen.Code) jen.Code { return jen.Qual(genrtPath, "WriteText").Call(address("o"), pointer) },
		symbol:    func(name, _ string) jen.Code { return put(name) },
		null:      func() jen.Code { return put("Raw", jen.Nil()) },
		text:      func(json string) jen.Code { return put("Raw", jen.Index().Byte().Parens(text(json))) },
		comma:     func(string) jen.Code { return put("Elem") },
	}
}

// plainWriter returns a writer that prints code that appends to dst. At the first error, that code returns dst as it was before the record.
func plainWriter(p *plan) *writer {
	function := func(name string, args []jen.Code) jen.Code {
		return jen.Qual(genrtPath, "Append"+name).Call(append([]jen.Code{id("dst")}, args...)...)
	}
	w := &writer{p: p, counts: true}
	try := func(value jen.Code) jen.Code {
		w.fails = true
		return jen.If(set("dst, err", value), id("err").Op("!=").Nil()).Block(
			jen.Return(jen.Qual(genrtPath, "Failed").Call(id("was"), id("dst"), id("err"))))
	}
	w.put = func(name string, args ...jen.Code) jen.Code { return set("dst", function(name, args)) }
	w.try = func(name string, args ...jen.Code) jen.Code {
		if name == "Raw" || name == "Variant" {
			args = append(args, id("trusted"))
		}
		return try(function(name, args))
	}
	w.nested = func(expr string, isPointer bool, t *spec.Type) jen.Code {
		return try(jen.Qual(genrtPath, "OrNull").Call(p.appendValue(expr, isPointer, t, id("dst"))))
	}
	w.encoded = func(m *member) []jen.Code {
		return []jen.Code{try(call("m."+encodedMethod(m.field), id("dst"), id("trusted")))}
	}
	w.marshaled = func(pointer jen.Code) jen.Code {
		return try(jen.Qual(genrtPath, "AppendMarshaled").Call(id("dst"), pointer))
	}
	w.symbol = func(_, text string) jen.Code { return appendText(text) }
	w.null = func() jen.Code { return appendText("null") }
	w.text = appendText
	w.comma = func(index string) jen.Code { return jen.If(id(index).Op(">").Lit(0)).Block(appendText(",")) }
	return w
}

// begin returns the declarations of the variables that a plainWriter has used.
func (w *writer) begin() []jen.Code {
	if !w.fails {
		return nil
	}
	return []jen.Code{define("was", id("dst")), jen.Var().Id("err").Error()}
}

func appendText(s string) jen.Code { return set("dst", afterDst(s)) }

// afterDst returns an expression that appends s to dst. A text of more than 16 bytes is appended by genrt.AppendText, which copies without a call.
func afterDst(s string) jen.Code {
	switch {
	case len(s) == 1:
		return call("append", id("dst"), jen.LitRune(rune(s[0])))
	case len(s) <= 16:
		return call("append", id("dst"), text(s).Op("..."))
	}
	return jen.Qual(genrtPath, "AppendText").Call(id("dst"), text(s))
}

// field returns the code that writes the field of m, which is set.
func (w *writer) field(m *member) []jen.Code {
	if m.field.Lazy {
		return []jen.Code{w.try("Raw", id(m.expr()))}
	}
	if m.field.Encoded {
		return w.encoded(m)
	}
	value := w.value(m.expr(), m.field.Type, m.form == pointer, 0)
	if m.field.Zero != "" {
		is := w.p.isSet(m)
		if m.field.Type.Kind == spec.JSON { // a null that was read is nil
			is.Op("&&").Id(m.expr()).Dot("Type").Call().Op("!=").Qual(decoderPath, "Null")
		}
		return []jen.Code{jen.If(is).Block(value...).Else().Block(w.text(m.field.Zero))}
	}
	return value
}

// value returns the code that writes a value, or the value that a pointer points to. depth is the number of loops around it.
func (w *writer) value(expr string, t *spec.Type, deref bool, depth int) []jen.Code {
	value := id(expr)
	if t.Kind == spec.GoText {
		return []jen.Code{w.marshaled(pointerTo(expr, deref))}
	}
	if deref && t.Kind != spec.RecordType {
		value = jen.Op("*").Id(expr)
	}
	if s := scalars[t.Kind]; s.write != "" {
		if s.as != nil {
			value = jen.Add(s.as).Parens(value)
		}
		if s.fails {
			return []jen.Code{w.try(s.write, value)}
		}
		return []jen.Code{w.put(s.write, value)}
	}
	switch t.Kind {
	case spec.EnumType:
		if t.Enum.Int {
			return []jen.Code{w.put("Int", jen.Int64().Parens(value))}
		}
		if !t.Enum.Untyped {
			value = jen.String().Parens(value)
		}
		return []jen.Code{w.put("String", value)}
	case spec.JSON:
		return []jen.Code{w.try("Raw", value)}
	case spec.RecordType, spec.UnionType:
		return []jen.Code{w.nested(expr, deref, t)}
	case spec.Array:
		return w.list(expr, t, depth)
	}
	return w.mapping(expr, t, depth)
}

func (w *writer) list(expr string, t *spec.Type, depth int) []jen.Code {
	if isBuiltIn(t) {
		name := "Strings"
		if t.Elem.Kind == spec.Int {
			name = "Ints"
		}
		return []jen.Code{w.put(name, id(expr))}
	}
	index, elem := loopName("i", depth), loopName("v", depth)
	count := "_"
	if w.counts {
		count = index
	}
	loop := define(count+", "+elem, jen.Range().Id(expr))
	if inPlace(t.Elem) && !w.p.elemPointer(t.Elem) {
		loop = define(index, jen.Range().Id(expr)) // a loop over values would copy each record
		elem = expr + "[" + index + "]"
	}
	body := append([]jen.Code{w.comma(index)}, w.elem(elem, t.Elem, depth+1)...)
	return []jen.Code{w.symbol("BeginList", "["), jen.For(loop).Block(body...), w.symbol("EndList", "]")}
}

func (w *writer) mapping(expr string, t *spec.Type, depth int) []jen.Code {
	key, elem := loopName("k", depth), loopName("v", depth)
	keyText := id(key)
	if t.Key.Kind == spec.EnumType {
		keyText = jen.String().Parens(id(key))
	}
	body := []jen.Code{w.put("Key", keyText), define(elem, id(expr+"["+key+"]"))}
	body = append(body, w.elem(elem, t.Elem, depth+1)...)
	return []jen.Code{
		w.symbol("BeginMap", "{"),
		jen.For(jen.Id("_").Op(",").Id(key).Op(":=").Range().Qual(genrtPath, "SortedKeys").Call(id(expr))).Block(body...),
		w.symbol("EndMap", "}"),
	}
}

// elem returns the code that writes an element of a list or map: null if it is nil.
func (w *writer) elem(elem string, t *spec.Type, depth int) []jen.Code {
	pointer := w.p.elemPointer(t)
	code := w.value(elem, t, pointer, depth)
	container := t.Kind == spec.Array || t.Kind == spec.Map || t.Kind == spec.Bytes
	iface := t.Kind == spec.UnionType && t.Union.Variants == nil
	if !pointer && !iface && !(container && t.Null) {
		return code
	}
	return []jen.Code{jen.If(id(elem).Op("==").Nil()).Block(w.null()).Else().Block(code...)}
}

// loopName returns the name of a loop's variable: v, v2, v3.
func loopName(name string, depth int) string {
	if depth == 0 {
		return name
	}
	return fmt.Sprintf("%s%d", name, depth+1)
}
