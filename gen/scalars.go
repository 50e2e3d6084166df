package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// scalar is what the generator knows of a type whose values have no parts.
type scalar struct {
	read  string         // the method of the cursor, and the word for the type in names of functions
	json  string         // the JSON type: a constant of decoder without its package
	typ   *jen.Statement // in Go
	zero  string         // as a literal of Go and JSON
	write string         // the method of genrt.Object
	as    *jen.Statement // the type of the method's argument, nil if it is the same
	fails bool           // the method can refuse a value
	parse string         // the function of strconv that reads it, "" if it is no number

	untyped bool // new(literal) is a pointer to it
}

// scalars are all of them. UUIDs are strings in Go.
var scalars = map[spec.TypeKind]scalar{
	spec.String: {read: "String", json: "String", typ: jen.String(), zero: `""`, write: "String", untyped: true},
	spec.UUID:   {read: "String", json: "String", typ: jen.String(), zero: `""`, write: "String", untyped: true},
	spec.Int:    {read: "Int", json: "Number", typ: jen.Int(), zero: "0", write: "Int", as: jen.Int64(), parse: "ParseInt", untyped: true},
	spec.Int64:  {read: "Int64", json: "Number", typ: jen.Int64(), zero: "0", write: "Int", parse: "ParseInt"},
	spec.Uint64: {read: "Uint64", json: "Number", typ: jen.Uint64(), zero: "0", write: "Uint", parse: "ParseUint"},
	spec.Number: {read: "Float", json: "Number", typ: jen.Float64(), zero: "0", write: "Float", fails: true, parse: "ParseFloat"},
	spec.Bool:   {read: "Bool", json: "Bool", typ: jen.Bool(), zero: "false", write: "Bool", untyped: true},
}

// isNumber reports whether values of a type are Go numbers.
func isNumber(t *spec.Type) bool { return scalars[t.Kind].parse != "" }

// parsed reads a number from the text v, zero if it is none.
func (s scalar) parsed() []jen.Code {
	args := []jen.Code{jen.String().Parens(id("v"))}
	if s.parse != "ParseFloat" {
		args = append(args, jen.Lit(10))
	}
	n := id("n")
	if s.as != nil {
		n = jen.Add(s.typ).Parens(n)
	}
	return []jen.Code{define("n, _", jen.Qual("strconv", s.parse).Call(append(args, jen.Lit(64))...)), jen.Return(n)}
}
