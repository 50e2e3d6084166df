// Package gen writes the Go code of a protocol: types, decoders, encoders and copies of all that its spec declares.
package gen

// The generator works in two steps. First, a plan decides how each declaration is held and named in Go: plan.go, and record.go, members.go,
// scalars.go, paths.go, unions.go, kinds.go and names.go, which are parts of it. Then each pass prints one file from the plan. A decision that
// two files depend on is part of the plan.
//
//   - types.go and lines.go print the types, and the functions for lines.
//   - decode.go prints the decoders of records, decode_values.go those of values, decode_unions.go and tree.go those of unions; order.go has the
//     compiled prediction of members, numbers.go the constants of fields.
//   - encode.go prints the encoders; plain.go those of records without notes, writer.go the statements for one value, whole.go the members that
//     one call writes, hints.go what the encoder must know of a value's type; getters.go prints getters, iszero.go isZero and isSet;
//     kindmethod.go prints the method Kind, with the conditions of conditions.go and the checks of edited.go; owntags.go has the
//     tags that are fields.
//   - clone.go and jsonv2.go print Clone, and the methods for encoding/json/v2.
//   - tests.go prints the tests of all fields, with the cases of unions (tests_cases.go), the kinds of lines (tests_kinds.go), the values
//     (tests_values.go, tests_objects.go) and the lines around records (tests_paths.go).
//   - docs.go writes the pages about specs.
//
// Some constructs of the spec language have one file for all passes: external.go, encoded.go, flat.go, siblings.go, presence.go, results.go, and roots.go
// for records that are cases of several unions. emit.go has the file that a pass prints to and short forms for code, comment.go its comments,
// values.go the values in it, plumbing.go the calls of another package's generated code.
//
// This package does not import the runtime that the code calls, and has only its import paths.
//
// testdata has a folder for each construct of the spec language: a spec, the package that is generated from it, and lines that the tests
// decode and encode with the package.

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

// Generate returns the files of the package that m describes. The same model gives the same bytes. An error is a bug
// of the generator: what it printed is not Go.
func Generate(m *spec.Model) ([]File, error) { return generate(m, Version) }

func generate(m *spec.Model, version int) ([]File, error) {
	p := newPlan(m)
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
