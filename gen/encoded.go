package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// Members of type encoded<T> are strings that hold the JSON of a value: the Go field has the value. For each such member there is a method that
// appends the string, and a function that decodes a string and encodes the value again. With that function, the encoder finds out whether the
// field still has the value that was read.

// decoded returns m with the type of the value in the string.
func (m *member) decoded() *member {
	field, inner := *m.field, *m
	field.Encoded = false
	inner.field = &field
	return &inner
}

// encodedMethod is the name of the method.
func encodedMethod(field *spec.Field) string { return "appendText" + field.GoName }

// encodedFunc is the name of the function.
func encodedFunc(owner *spec.Record, field *spec.Field) string {
	return "respell" + owner.Name + field.GoName
}

// readsDecoded returns a function that reads the value.
func (p *plan) readsDecoded(m *member) jen.Code {
	body := append(p.readField(m.decoded(), "i", "i"), jen.Return(id("i")))
	return jen.Func().Add(cursorParams()).Int().Block(body...)
}

// readEncoded is readField for the string.
func (p *plan) readEncoded(m *member, pos, next string) []jen.Code {
	zero := jen.Nil()
	if m.form != pointer && inPlace(m.field.Type) {
		zero = p.goType(m.field.Type, false).Values()
	}
	canonical := jen.List(id("canonical"), id("err")).Op(":=").Add(call("m."+encodedMethod(m.field), call("c.EncodedSpace"), jen.True()))
	body := []jen.Code{
		define("end, ok", call("c.Encoded", id(pos), p.readsDecoded(m))),
		jen.If(id("ok")).Block(canonical, call("c.EncodedAs", id(pos), id("end"), id("canonical"), id("err"))).Else().Block(set(m.expr(), zero)),
	}
	if next != "_" {
		body = append(body, set(next, id("end")))
	}
	return []jen.Code{jen.Block(body...)}
}

// printEncoded prints the methods and functions for the members that r declares.
func printEncoded(p *plan, f *file, r *record) {
	for _, field := range r.Fields {
		if !field.Encoded {
			continue
		}
		m := p.newMember(declaredField{field, r.Record})
		w := plainWriter(p)
		value := w.value(m.expr(), field.Type, m.form == pointer, 0)
		code := append([]jen.Code{define("from", call("len", id("dst")))}, w.begin()...)
		code = append(append(code, value...), jen.Return(jen.Qual(genrtPath, "Quote").Call(id("dst"), id("from")), jen.Nil()))
		f.declare(encodedMethod(field)+" appends the string that holds "+field.GoName+".", appendMethod(r.Name, encodedMethod(field)).Block(code...))
		unmarshal := jen.Qual(genrtPath, "UnmarshalRecord").Call(jen.Index().Byte().Parens(id("text")), p.readsDecoded(m))
		f.declare("", jen.Func().Id(encodedFunc(r.Record, field)).Params(jen.Id("text").String()).Params(jen.String(), jen.Bool()).Block(
			define("m", jen.New(jen.Id(r.Name))),
			jen.If(define("err", unmarshal), id("err").Op("!=").Nil()).Block(jen.Return(jen.Lit(""), jen.False())),
			jen.Return(jen.Qual(genrtPath, "Unquoted").Call(call("m."+encodedMethod(field), jen.Nil(), jen.True()))),
		))
	}
}
