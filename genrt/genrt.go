// Package genrt is all that generated code calls. Only for generated code; the promise covers nothing but the check: generated code and
// a genrt that do not fit do not compile, and the line that fails says what to run.
package genrt

// RunGoGenerate4 is the version of what generated code calls. Generated files contain
//
//	const _ = genrt.RunGoGenerate4
//
// If that does not compile, run go generate with the ndwire-gen of this module.
const RunGoGenerate4 = 4
