package gen

import (
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// scalar describes a built-in type to the generator.
type scalar struct {
	read   string         // method of the cursor, and the word for the type in names of functions
	json   string         // the JSON type: a constant of decoder without its package
	typ    *jen.Statement // the Go type
	zero   string         // as a literal of Go and JSON
	write  string         // the method of genrt.Object
	as     *jen.Statement // type of the method's argument; nil if it is typ
	fails  bool           // the method can return an error
	number bool           // values are Go numbers

	untyped bool // new(literal) is a *typ

	function bool   // read is a function of genrt, and not a method
	hint     string // method of genrt.Object that announces such values in a union by JSON type; "" if none is needed
	raw      bool   // a variant of a union may have a text that is not of the type, which is kept raw
	wrong    string // a JSON value of a wrong type, for tests
}

// scalars has all scalars. UUIDs are strings in Go.
var scalars = map[spec.TypeKind]scalar{
	spec.String: {read: "String", json: "String", typ: jen.String(), zero: `""`, write: "String", untyped: true},
	spec.UUID:   {read: "String", json: "String", typ: jen.String(), zero: `""`, write: "String", untyped: true},
	spec.Int:    {read: "Int", json: "Number", typ: jen.Int(), zero: "0", write: "Int", as: jen.Int64(), number: true, untyped: true},
	spec.Int64:  {read: "Int64", json: "Number", typ: jen.Int64(), zero: "0", write: "Int", number: true},
	spec.Uint64: {read: "Uint64", json: "Number", typ: jen.Uint64(), zero: "0", write: "Uint", number: true, hint: "Unsigned"},
	spec.Number: {read: "Float", json: "Number", typ: jen.Float64(), zero: "0", write: "Float", fails: true, number: true, hint: "Floats"},
	spec.Time: {read: "Time", json: "String", typ: jen.Qual("time", "Time"), zero: `"0001-01-01T00:00:00Z"`, write: "Time", fails: true,
		hint: "Times", raw: true, wrong: `"a"`},
	spec.Seconds:      {read: "Seconds", json: "Number", typ: jen.Qual("time", "Time"), zero: "0", write: "Seconds", hint: "Epochs", wrong: `"a"`},
	spec.Milliseconds: {read: "Milliseconds", json: "Number", typ: jen.Qual("time", "Time"), zero: "0", write: "Milliseconds", hint: "MilliEpochs", wrong: `"a"`},
	spec.Decimal: {read: "Decimal", json: "Number", typ: jen.Qual(decoderPath, "ExactNumber"), zero: "0", write: "Decimal", as: jen.String(), fails: true,
		function: true, hint: "Decimals", wrong: `"a"`},
	spec.Bytes: {read: "Base64", json: "String", typ: jen.Index().Byte(), zero: `""`, write: "Base64", hint: "Base64s", raw: true, wrong: `"?"`},
	spec.Bool:  {read: "Bool", json: "Bool", typ: jen.Bool(), zero: "false", write: "Bool", untyped: true},
}

// hinted has the types whose values need a hint, in the order of the hints.
var hinted = []spec.TypeKind{spec.Uint64, spec.Number, spec.Time, spec.Seconds, spec.Milliseconds, spec.Decimal, spec.Bytes}

// isTime reports whether values of a type are times in Go.
func isTime(t *spec.Type) bool {
	return t.Kind == spec.Time || t.Kind == spec.Seconds || t.Kind == spec.Milliseconds
}

// scan returns the call that reads a value at pos. form is the suffix of the method's name: "", Ptr for a pointer, or OrNull for a pointer whose
// null is not noted.
func (s scalar) scan(form, pos string) *jen.Statement {
	if s.function {
		return jen.Qual(genrtPath, s.read+form).Call(id("c"), id(pos))
	}
	return call("c."+s.read+form, id(pos))
}

// timeOf returns a Go expression for the time of a literal, which is a text or a number.
func timeOf(t *spec.Type, literal string) *jen.Statement {
	in := func(name string, args ...jen.Code) *jen.Statement { return jen.Qual("time", name).Call(args...) }
	switch t.Kind {
	case spec.Seconds:
		return in("Unix", id(literal), jen.Lit(0)).Dot("UTC").Call()
	case spec.Milliseconds:
		return in("UnixMilli", id(literal)).Dot("UTC").Call()
	}
	s, _ := stringLiteral(literal)
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return jen.Qual("time", "Time").Values()
	}
	return in("Date", jen.Lit(at.Year()), jen.Qual("time", at.Month().String()), jen.Lit(at.Day()), jen.Lit(at.Hour()), jen.Lit(at.Minute()), jen.Lit(at.Second()),
		jen.Lit(at.Nanosecond()), jen.Qual("time", "UTC"))
}

// isNumber reports whether values of a type are Go numbers.
func isNumber(t *spec.Type) bool { return scalars[t.Kind].number || isIntEnum(t) }

// isIntEnum reports whether values of a type are those of an enum of numbers.
func isIntEnum(t *spec.Type) bool { return t.Kind == spec.EnumType && t.Enum.Int }
