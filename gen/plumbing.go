package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// Generated code calls unexported generated methods (scan, appendJSON, copyParts) and functions (scanX and copyX for a union X). A generated
// package whose fields have types of another package calls that package's functions through the methods of Plumbing, a variable of an unexported
// type: so the documentation shows one name and not thousands. The calls are inlined.

// scanRecord returns the call that reads a record, or a union by JSON type, at pos. dst is the variable, or a pointer to it.
func (p *plan) scanRecord(dst string, isPointer bool, d named, pos jen.Code) *jen.Statement {
	if p.local(d) {
		return call(dst+".scan", id("c"), pos)
	}
	return p.plumbing("Scan", d).Call(id("c"), pos, pointerTo(dst, isPointer))
}

// scanInPlace is like scanRecord, for any type with a method that reads it.
func (p *plan) scanInPlace(dst string, t *spec.Type, pos jen.Code) *jen.Statement {
	if t.Kind == spec.GoText {
		return jen.Qual(genrtPath, "ReadText").Call(id("c"), pos, address(dst))
	}
	return p.scanRecord(dst, false, declared(t), pos)
}

// appendValue returns the call that appends a record or a union to dst.
func (p *plan) appendValue(expr string, isPointer bool, t *spec.Type, dst jen.Code) *jen.Statement {
	byUnion := t.Kind == spec.UnionType && p.appendsByUnion(t.Union)
	switch {
	case p.local(declared(t)) && byUnion:
		return call("append"+t.Union.Name, dst, id(expr), id("trusted"))
	case p.local(declared(t)):
		return call(expr+".appendJSON", dst, id("trusted"))
	case byUnion && p.isForeignSibling(t.Union):
		return p.plumbing("AppendBySibling"+t.Union.Name, t.Union).Call(dst, id(expr), id("trusted"))
	case byUnion:
		value := p.ref("Any", t.Union).Values(keyed(t.Union.Name, id(expr)))
		return p.plumbing("Append", declared(t)).Call(dst, jen.Op("&").Add(value), id("trusted"))
	}
	return p.plumbing("Append", declared(t)).Call(dst, pointerTo(expr, isPointer || !inPlace(t)), id("trusted"))
}

// appendFlat is like appendValue, for a flattened record.
func (p *plan) appendFlat(expr string, isPointer bool, r *spec.Record, dst jen.Code) *jen.Statement {
	if p.local(r) {
		return call(expr+".appendFlat", dst, id("trusted"))
	}
	return p.plumbing("AppendFlat", r).Call(dst, pointerTo(expr, isPointer), id("trusted"))
}

// copyParts returns the call that copies what a record, or a union by JSON type, refers to.
func (p *plan) copyParts(expr string, d named) *jen.Statement {
	if p.local(d) {
		return call(expr+".copyParts", id("k"))
	}
	return p.plumbing("Copy", d).Call(id("k"), address(expr))
}

// scanUnion returns the function that reads a union by tag.
func (p *plan) scanUnion(u *spec.Union) *jen.Statement { return id("scan" + p.union(u)) }

// copyUnion returns the function that copies a union by tag.
func (p *plan) copyUnion(u *spec.Union) *jen.Statement {
	if p.isForeignSibling(u) {
		return p.plumbing("CopyBySibling"+u.Name, u)
	}
	return id("copy" + p.union(u))
}

// union returns the name of a union in names of functions. Functions for a union of another package are printed, too.
func (p *plan) union(u *spec.Union) string {
	if !p.local(u) && p.isNew("foreigners", u) {
		p.foreigners = append(p.foreigners, u)
	}
	return p.localName(u)
}

func (p *plan) plumbing(name string, d named) *jen.Statement {
	return p.refName("Plumbing", d).Dot(name)
}

func pointerTo(expr string, isPointer bool) *jen.Statement {
	if isPointer {
		return id(expr)
	}
	return address(expr)
}

func copierParam() *jen.Statement { return jen.Id("k").Op("*").Qual(genrtPath, "Copier") }

// appendParams returns the parameters and results of all encoders.
func appendParams() *jen.Statement {
	return jen.Params(jen.Id("dst").Index().Byte(), jen.Id("trusted").Bool()).Params(jen.Index().Byte(), jen.Error())
}

func appendResults() *jen.Statement { return jen.Params(jen.Index().Byte(), jen.Error()) }

// printPlumbing prints Plumbing and its type.
func printPlumbing(p *plan, f *file) {
	if len(p.structs) == 0 && len(p.unions) == 0 {
		return
	}
	hasFlat := false
	for _, r := range p.structs {
		hasFlat = hasFlat || !r.Group && p.hasFlat(r.Record)
	}
	f.declareOnce(jen.Func().Id("unmarshalRecord").Params(jen.Id("data").Index().Byte(), jen.Id("m").Add(withMethod("scan", cursorParams().Int()))).Error().
		Add(oneLine(jen.Return(jen.Qual(genrtPath, "UnmarshalRecord").Call(id("data"), id("m.scan"))))))
	f.declare("Plumbing is for the generated code of packages that import this one.", jen.Var().Id("Plumbing").Id("plumbing"))
	f.declare("", jen.Type().Id("plumbing").Struct())
	on := func(name string) *jen.Statement { return jen.Func().Params(jen.Id("plumbing")).Id(name) }
	f.declare("Scan reads the value at i of c's line into m.",
		on("Scan").Params(jen.Id("c").Op("*").Qual(genrtPath, "Cursor"), jen.Id("i").Int(), jen.Id("m").Add(withMethod("scan", cursorParams().Int()))).Int().
			Add(oneLine(jen.Return(call("m.scan", id("c"), id("i"))))))
	f.declare("Append appends m to dst.",
		on("Append").Params(jen.Id("dst").Index().Byte(), jen.Id("m").Add(withMethod("appendJSON", appendParams())), jen.Id("trusted").Bool()).Add(appendResults()).
			Block(jen.Return(call("m.appendJSON", id("dst"), id("trusted")))))
	if hasFlat {
		f.declare("AppendFlat appends m to dst in the form in which its members stand beside those of another record.",
			on("AppendFlat").Params(jen.Id("dst").Index().Byte(), jen.Id("m").Add(withMethod("appendFlat", appendParams())), jen.Id("trusted").Bool()).Add(appendResults()).
				Block(jen.Return(call("m.appendFlat", id("dst"), id("trusted")))))
	}
	f.declare("Copy replaces all that m refers to by copies.",
		on("Copy").Params(copierParam(), jen.Id("m").Add(withMethod("copyParts", jen.Params(copierParam())))).Add(oneLine(call("m.copyParts", id("k")))))
	for _, u := range p.unions {
		if p.Import != "" && u.Tree != nil && u.Tree.Sibling {
			printSiblingPlumbing(p, f, u)
		}
	}
}

// withMethod returns an interface type with one method.
func withMethod(name string, signature jen.Code) *jen.Statement {
	return jen.Interface(jen.Id(name).Add(signature))
}

// printForeignScan prints the functions that read unions of other packages.
func printForeignScan(p *plan, f *file) {
	for _, u := range p.foreigners {
		f.declare("", jen.Func().Id("scan"+p.localName(u)).Add(cursorParams()).Params(p.ref("", u), jen.Int()).Block(
			jen.Var().Id("a").Add(p.ref("Any", u)),
			set("i", p.plumbing("Scan", u).Call(id("c"), id("i"), address("a"))),
			jen.Return(id("a."+u.Name), id("i")),
		))
	}
}

// printForeignCopy prints the functions that copy them.
func printForeignCopy(p *plan, f *file) {
	for _, u := range p.foreigners {
		f.declare("", jen.Func().Id("copy"+p.localName(u)).Params(copierParam(), jen.Id("v").Add(p.ref("", u))).Add(p.ref("", u)).Block(
			define("a", p.ref("Any", u).Values(keyed(u.Name, id("v")))),
			p.plumbing("Copy", u).Call(id("k"), address("a")),
			jen.Return(id("a."+u.Name)),
		))
	}
}

// printAny prints the unexported methods of a union's wrapper, with which it is read, written and copied as a record is.
func printAny(p *plan, f *file, u *union) {
	value := "a." + u.Name
	on := func(name string) *jen.Statement {
		return jen.Func().Params(jen.Id("a").Op("*").Id("Any" + u.Name)).Id(name)
	}
	f.declare("", on("scan").Add(cursorParams()).Int().Block(
		set(value+", i", p.scanUnion(u.Union).Call(id("c"), id("i"))),
		jen.Return(id("i")),
	))
	f.declare("", on("appendJSON").Add(appendParams()).Block(
		jen.If(id(value).Op("==").Nil()).Block(jen.Return(call("append", id("dst"), jen.Lit("null").Op("...")), jen.Nil())),
		jen.Return(p.appendValue(value, false, &spec.Type{Kind: spec.UnionType, Union: u.Union}, id("dst"))),
	))
	f.declare("", on("copyParts").Params(copierParam()).Add(oneLine(set(value, p.copyUnion(u.Union).Call(id("k"), id(value))))))
}
