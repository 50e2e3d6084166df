// Package gen writes the Go code of a protocol: types, decoders, encoders and copies of all that its spec declares.
//
// It works in two steps. First, a plan decides how each declaration is held and named in Go: plan.go, and record.go, members.go, scalars.go,
// paths.go, unions.go and kinds.go, which are parts of it. Then each pass prints one file from the plan: types.go, lines.go,
// decode.go (with tree.go, the decisions of unions, order.go, records in the order of the spec, and numbers.go, the constants of fields),
// encode.go (with whole.go, members that one call writes, kindmethod.go, the kinds of records, and owntags.go, tags that fields have),
// clone.go and jsonv2.go. A decision that two files depend on is part of the plan. This package does not import the runtime that the code
// calls, and has only its import paths.
//
// testdata has a folder for each construct of the spec language: a spec, the package that is generated from it, and lines that the tests
// decode and encode with the package.
package gen

import (
	"fmt"

	"github.com/ndwire/ndwire/spec"
)

// File is one generated file.
type File struct {
	Name string // without a folder: "types_gen.go"
	Data []byte
}

// passes has the pass for each file of a package, in a good order for reading the files.
var passes = []struct {
	name  string
	print func(*plan, *file)
}{
	{"types_gen.go", printTypes},
	{"lines_gen.go", printLines},
	{"decode_gen.go", printDecode},
	{"encode_gen.go", printEncode},
	{"clone_gen.go", printClone},
	{"jsonv2_gen.go", printJSONv2},
}

// Generate returns the files of the package that m describes. The same model gives the same bytes.
func Generate(m *spec.Model) ([]File, error) { return generate(m, Version) }

func generate(m *spec.Model, version int) ([]File, error) {
	p, err := newPlan(m)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, pass := range passes {
		f := newFile(m)
		f.requireVersion(version)
		pass.print(p, f)
		if f.empty {
			continue
		}
		data, err := f.format()
		if err != nil {
			return nil, fmt.Errorf("gen: %s for %s: %w", pass.name, m.File, err)
		}
		files = append(files, File{Name: pass.name, Data: data})
	}
	return files, nil
}
