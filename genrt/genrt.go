// Package genrt is all that generated code calls. It is only for generated code. Its API may change; the promise is that generated code that
// does not fit this package does not compile, at a line whose comment says what to run.
//
// Its types and functions are those of internal packages, which have the documentation. When one changes so that existing generated code
// does not compile, or does something else, MinVersion and MaxVersion rise; when something is added, only MaxVersion does.
package genrt

// The versions of generated code that work with this package. Every generated file has one, and contains
//
//	const (
//		// If this does not compile, this file is older than package genrt: run go generate.
//		_ = genrt.RunGoGenerate(16 - genrt.MinVersion)
//		// If this does not compile, it is newer: run go get github.com/ndwire/ndwire@latest.
//		_ = genrt.UpdateNdwire(genrt.MaxVersion - 16)
//	)
const (
	MinVersion = 15
	MaxVersion = 16
)

type (
	// RunGoGenerate overflows, by a negative constant, in generated code that is too old for this package.
	RunGoGenerate uint
	// UpdateNdwire overflows, by a negative constant, in generated code that is too new for this package.
	UpdateNdwire uint
)
