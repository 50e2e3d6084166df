package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// printTypes prints the types that users see: kinds, unions, records, enums.
func printTypes(p *plan, f *file) {
	if doc := strings.TrimSpace(p.Doc); doc != "" {
		f.PackageComment(comment(doc, 0))
	}
	if p.kinds != nil {
		printKinds(p, f)
	}
	for _, u := range p.unions {
		if u.byTag() {
			printInterface(p, f, u)
		} else {
			printVariants(p, f, u)
		}
	}
	for _, r := range p.structs {
		printStruct(p, f, r)
	}
	for _, e := range p.Enums {
		printEnum(f, e)
	}
}

func printKinds(p *plan, f *file) {
	f.declare("Kind is the kind of a line: the values of its tags, joined by slashes. [Peek] returns it.",
		jen.Type().Id("Kind").Op("=").Qual(decoderPath, "Kind"))
	f.declare("The kinds of lines that the spec names.", jen.Const().DefsFunc(func(g *jen.Group) {
		for _, k := range p.Kinds {
			def := jen.Id(k.GoName).Id("Kind").Op("=").Add(text(k.Value))
			if r := remark(k.About, p.kinds.remark(k)); r != "" {
				def.Comment("// " + oneLineText(r))
			}
			if d := deprecated(k.About); d != "" {
				g.Comment(comment(d, 1))
			}
			g.Add(def)
		}
	}))
}

// remark returns the comment of a kind's constant: its records, if there are several or none.
func (k *kinds) remark(kind *spec.Kind) string {
	records, bare := k.records(kind)
	var names []string
	for _, r := range records {
		names = append(names, r.Name)
	}
	switch {
	case len(names) > 1:
		return and(names)
	case bare:
		return "has no record"
	}
	return ""
}

func oneLineText(s string) string { return strings.Join(strings.Fields(s), " ") }

// printInterface prints a union by tag: a closed interface, and the record for unknown cases.
func printInterface(p *plan, f *file, u *union) {
	f.declare(unionText(u), jen.Type().Id(u.Name).InterfaceFunc(func(g *jen.Group) {
		switch {
		case u.root != u.Union:
			g.Add(p.ref("", u.Of))
		case p.line(u):
			g.Qual(decoderPath, "Line")
		default:
			g.Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).Params(jen.Index().Byte(), jen.Error())
		}
		if u.root == u.Union {
			g.Id("appendJSON").Add(appendParams())
		}
		for _, get := range u.Getters {
			g.Id(get.GoName).Params().Add(p.getterType(get.Type))
		}
		g.Id("is" + u.Name).Params()
	}))
	if u.owns {
		doc := u.unknown + " is " + article(u.Name) + " that the spec does not have. Raw is its JSON text."
		if p.View && p.Line == u.Union {
			doc += " Only its strings and the balance of its brackets have been checked."
		}
		f.declare(doc, jen.Type().Id(u.unknown).Struct(jen.Id("Raw").Qual(decoderPath, "Raw")))
	}
	if !u.hasOuterTag() {
		f.declare("Any"+u.Name+" holds "+article(u.Name)+" in a field of your own struct: encoding/json cannot decode into an interface.",
			jen.Type().Id("Any"+u.Name).Struct(jen.Id(u.Name).Id(u.Name)))
	}
	var marks []jen.Code
	for _, name := range u.caseNames() {
		marks = append(marks, jen.Func().Params(jen.Op("*").Id(name)).Id("is"+u.Name).Params().Add(oneLine()))
	}
	f.Add(joinLines(marks)...)
	f.Line()
	for _, r := range p.embedders(u) {
		f.Line().Comment(fmt.Sprintf("// %s embeds a case of %s, and is none itself. This hides the method that it has from the case.", r.Name, u.Name))
		f.Func().Params(jen.Op("*").Id(r.Name)).Id("is" + u.Name).Params(jen.Struct()).Add(oneLine())
	}
}

// embedders returns the records that embed a case of a union, and are no case of it themselves.
func (p *plan) embedders(u *union) (list []*spec.Record) {
	for _, r := range p.Records {
		embedsCase := slices.ContainsFunc(r.Embed, func(e *spec.Embed) bool { return slices.Contains(u.Cases, e.Record) })
		if embedsCase && !slices.Contains(u.Cases, r) {
			list = append(list, r)
		}
	}
	return list
}

// joinLines returns statements, each on a line of its own, without blank lines between them.
func joinLines(list []jen.Code) []jen.Code {
	var out []jen.Code
	for i, c := range list {
		if i > 0 {
			out = append(out, jen.Line())
		}
		out = append(out, c)
	}
	return out
}

// caseNames returns the names of all Go types that implement the interface.
func (u *union) caseNames() []string {
	var names []string
	for _, r := range u.cases {
		names = append(names, r.Name)
	}
	return append(names, u.unknown)
}

func unionText(u *union) string {
	var pointers []string
	for _, name := range u.caseNames() {
		pointers = append(pointers, "*"+name)
	}
	list := wrap(strings.Join(pointers, " "), textWidth-8)
	return describe(u.Name, u.About, "is one of these.", "\t"+strings.Join(list, "\n\t")) + "\n\n" + sumtype
}

// printVariants prints a union by JSON type: a struct with a field for each type that it can have.
func printVariants(p *plan, f *file, u *union) {
	text := "The encoder writes the field that is set; two set fields are an error. If no field is set, Type selects the empty value to write;" +
		" the zero value is null."
	f.declare(describe(u.Name, u.About, "has a form for each JSON type.", text), jen.Type().Id(u.Name).StructFunc(func(g *jen.Group) {
		g.Id("Type").Qual(decoderPath, "JSONType").Comment("// of the value that was read; need not be set")
		for _, a := range u.Variants {
			printField(g, jen.Id(a.GoName).Add(p.goType(a.Type, p.variantPointer(a))), "", remark(a.About), deprecated(a.About))
		}
		g.Id("Other").Qual(decoderPath, "Raw").Comment("// a value of any other JSON type")
	}))
}

// variantPointer reports whether the Go field of a variant is a pointer. That of a record is, so that nil says that it is not set.
func (p *plan) variantPointer(a *spec.Variant) bool { return a.Type.Kind == spec.RecordType }

func printStruct(p *plan, f *file, r *record) {
	f.declare(describe(r.Name, r.About, p.defaultDoc(r)+"."), jen.Type().Id(r.Name).StructFunc(func(g *jen.Group) {
		for _, e := range r.Embed {
			g.Add(p.ref("", e.Record))
		}
		if r.Shorthand != "" {
			printField(g, jen.Id(r.Shorthand).String(), "-", "stands for the whole record as a plain string; no other field is set then", "")
		}
		keys := map[string]bool{}
		for _, field := range r.Fields {
			if field.Const == "" {
				p.printMember(g, field, keys[field.Name])
				keys[field.Name] = true
			}
		}
		for _, gf := range r.GoFields {
			printField(g, jen.Id(gf.Name).Add(p.foreignType(gf.Go)), "-", remark(gf.About, "not on the wire"), deprecated(gf.About))
		}
		if r.hasExtra {
			g.Id("Extra").Qual(decoderPath, "Extra").Tag(map[string]string{"json": "-"})
		}
	}))
}

// printMember prints the Go field of a member. again says that another field has the same name in JSON.
func (p *plan) printMember(g *jen.Group, field *spec.Field, again bool) {
	m := p.newMember(declaredField{field: field})
	typ := p.goType(field.Type, m.form == pointer)
	if field.Lazy {
		typ = jen.Qual(decoderPath, "Raw")
	}
	tag, path := field.Name, ""
	switch {
	case field.Path != nil:
		tag, path = "-", jqPath(field.Path)
	case strings.ContainsAny(tag, `,"\`):
		tag = "" // encoding/json has no way to write such a name
	case again:
		tag = "-" // nor two fields of one name
	case m.optional:
		tag += ",omitempty"
	}
	var when, def, lazy string
	if len(field.When) > 0 {
		when = "for " + and(field.When)
	}
	if field.Default != "" && !isZeroLiteral(field.Default) {
		def = "default " + field.Default
	}
	if field.Lazy {
		lazy = "decoded by Decode" + field.GoName
		if isResult(field.Type) {
			lazy = "its type depends on the request: see Decode" + field.GoName + " and Set" + field.GoName
		}
	}
	by := ""
	if field.By != "" {
		by = "its type says the member " + field.By
	}
	inline := ""
	if field.Inline == spec.InlineAlways {
		inline = "its members stand among those of the record"
	}
	printField(g, jen.Id(field.GoName).Add(typ), tag, remark(field.About, path, by, when, def, lazy, inline), deprecated(field.About))
}

// shortRemark is the length of the longest remark that stands after its field; longer ones stand above it.
const shortRemark = 64

func printField(g *jen.Group, field *jen.Statement, tag, remark, deprecated string) {
	if tag != "" {
		field.Tag(map[string]string{"json": tag})
	}
	switch {
	case deprecated != "":
		if remark != "" {
			deprecated = sentence(upperFirst(remark)) + "\n\n" + deprecated
		}
		g.Comment(comment(deprecated, 1))
	case remark == "":
	case len(remark) <= shortRemark && !strings.Contains(remark, "\n"):
		field.Comment("// " + remark)
	default:
		g.Comment(comment(sentence(upperFirst(remark)), 1))
	}
	g.Add(field)
}

func upperFirst(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if word != strings.ToLower(word) || strings.ContainsAny(word, "_.:/") || word == "null" || word == "nil" {
		return text // the first word is a name
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func printEnum(f *file, e *spec.Enum) {
	consts := jen.Const().DefsFunc(func(g *jen.Group) {
		for _, v := range e.Values {
			def := jen.Id(v.GoName)
			if !e.Untyped {
				def.Id(e.Name)
			}
			if e.Int {
				def.Op("=").Id(v.Value)
			} else {
				def.Op("=").Add(text(v.Value))
			}
			if r := remark(v.About); r != "" {
				def.Comment("// " + oneLineText(r))
			}
			if d := deprecated(v.About); d != "" {
				g.Comment(comment(d, 1))
			}
			g.Add(def)
		}
	})
	if e.Untyped {
		f.declare(describe(e.Name, e.About, "has values of fields that are plain strings."), consts)
		return
	}
	underlying := jen.String()
	if e.Int {
		underlying = jen.Int()
	}
	f.declare(describe(e.Name, e.About, "is a set of values.", openText(e)...), jen.Type().Id(e.Name).Add(underlying))
	f.declare("The values of "+e.Name+" that the spec names.", consts)
	f.declare("Known reports whether the spec names the value.",
		jen.Func().Params(jen.Id("e").Id(e.Name)).Id("Known").Params().Bool().Block(
			jen.Switch(jen.Id("e")).Block(jen.Case(wrapped(constNames(e), id)...).Block(jen.Return(jen.True()))),
			jen.Return(jen.False()),
		))
}

// openText returns the sentence that an enum is open, "" if its doc says so.
func openText(e *spec.Enum) []string {
	if strings.Contains(e.Doc, "ther values") {
		return nil
	}
	return []string{"Other values than the named ones are kept as they are."}
}

func constNames(e *spec.Enum) []string {
	var names []string
	for _, v := range e.Values {
		names = append(names, v.GoName)
	}
	return names
}
