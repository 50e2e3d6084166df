// Package genrt is all that generated code calls. Only for generated code; the promise covers nothing but the check: where generated code
// and this package do not fit, a line of the generated code does not compile, and says what to run.
//
// Its types and functions are those of packages below, which have the documentation. When one changes so that code generated before does
// not compile, or does something else, MinVersion and MaxVersion rise; where only something is added, MaxVersion does.
package genrt

// The versions of generated code that this package serves. Every generated file has one, and contains
//
//	const (
//		// If this does not compile, this file is older than package genrt: run go generate.
//		_ = genrt.RunGoGenerate(5 - genrt.MinVersion)
//		// If this does not compile, it is newer: run go get github.com/ndwire/ndwire@latest.
//		_ = genrt.UpdateNdwire(genrt.MaxVersion - 5)
//	)
const (
	MinVersion = 5
	MaxVersion = 5
)

type (
	// RunGoGenerate overflows, by a negative constant, in generated code that is too old for this package.
	RunGoGenerate uint
	// UpdateNdwire overflows, by a negative constant, in generated code that is too new for this package.
	UpdateNdwire uint
)
