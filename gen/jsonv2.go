package gen

import "github.com/dave/jennifer/jen"

const (
	jsontextPath = "encoding/json/jsontext"
	jsonv2Tag    = "goexperiment.jsonv2" // set where there is an encoding/json/v2: by Go 1.27, and by Go 1.25 and 1.26 if they are asked to
)

// printJSONv2 prints the methods that encoding/json/v2 prefers to MarshalJSON and UnmarshalJSON. They are in a file of their own, which a Go
// without encoding/json/v2 does not compile.
func printJSONv2(p *plan, f *file) {
	f.buildTag = jsonv2Tag
	for _, r := range p.structs {
		if !r.Group {
			printRecordJSONv2(f, r.Name)
		}
	}
	for _, u := range p.unions {
		switch {
		case !u.byTag():
			printRecordJSONv2(f, u.Name)
			continue
		case u.owns:
			printRecordJSONv2(f, u.unknown)
		}
		if u.hasOuterTag() {
			continue
		}
		name := "Any" + u.Name
		printMarshalTo(f, name, jen.Qual(genrtPath, "MarshalUnionTo").Call(id("enc"), id("m.appendJSON")))
		printUnmarshalFrom(f, name)
	}
}

func printRecordJSONv2(f *file, name string) {
	printMarshalTo(f, name, jen.Qual(genrtPath, "MarshalTo").Call(id("enc"), id("m")))
	printUnmarshalFrom(f, name)
}

func printMarshalTo(f *file, name string, marshal jen.Code) {
	f.declare("MarshalJSONTo is MarshalJSON for encoding/json/v2.",
		method(name, "MarshalJSONTo").Params(jen.Id("enc").Op("*").Qual(jsontextPath, "Encoder")).Error().
			Add(oneLine(jen.Return(marshal))))
}

func printUnmarshalFrom(f *file, name string) {
	f.declare("UnmarshalJSONFrom is UnmarshalJSON for encoding/json/v2.",
		method(name, "UnmarshalJSONFrom").Params(jen.Id("dec").Op("*").Qual(jsontextPath, "Decoder")).Error().
			Add(oneLine(jen.Return(jen.Qual(genrtPath, "UnmarshalFrom").Call(id("dec"), id("m"))))))
}
