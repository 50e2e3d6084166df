// Command avo writes the assembly of package kernel: each loop twice, for AVX2 and for AVX-512. Run go generate in the folder
// above after a change.
//
// All loops work on blocks of 64 bytes, and turn what they look for into masks of 64 bits, one for each byte of the block,
// the first byte lowest. Masks are what both instruction sets have in common, so that most loops are written once, over
// the interface machine.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("amd64,!purego")
	for _, m := range []machine{&avx2{}, &avx512{}} {
		plainEnd(m)
		stringEnd(m)
		validString(m)
		unquote(m)
		skip(m)
		walk(m, false)
		walk(m, true)
		members(m, false)
		members(m, true)
		takeShort(m)
		plainShort(m)
	}
	unquoteLongAVX512()
	escapeAVX2()
	escapeAVX512()
	quoteShortAVX2()
	quoteShortAVX512()
	utf8AVX2()
	utf8AVX512()
	Generate()
}
