package main

import (
	"fmt"

	"github.com/ndwire/ndwire/internal/kernel/avo/tables"
)

// The UTF-8 check is that of Keiser and Lemire, see package tables.
func utf8() {
	begin("utf8NEON", "(b []byte) (at int)", 32,
		"utf8NEON returns the offset of the first block before whose end there is invalid UTF-8, which begins in the block or at most three",
		"bytes before it; -1 if there is none. b has 16 bytes or more.")
	p(`MOVD b_base+0(FP), R0
		MOVD b_len+8(FP), R1
		MOVD R0, R2
		ADD R0, R1
		SUB $64, R1, R4
		MOVD ZR, R6`)
	for k, t := range []struct {
		name string
		data [16]byte
	}{{"firstHigh", tables.FirstHigh}, {"firstLow", tables.FirstLow}, {"secondHigh", tables.SecondHigh}} {
		address("R7", t.name, t.data[:])
		p(fmt.Sprintf("VLD1 (R7), [V%d.B16]", 16+k))
	}
	p("VMOVI $15, V19.B16; VMOVI $0x60, V24.B16; VMOVI $0x70, V25.B16; VMOVI $0x80, V26.B16; VMOVI $0, V28.B16")
	// V27 has the 16 bytes before the block. R6 is not 0 if one of them is not ASCII.
	p("VMOVI $0, V27.B16; loop:; CMP R4, R2; BHI last")
	load()
	p("block:")
	p("VORR V1.B16, V0.B16, V4.B16; VORR V3.B16, V2.B16, V5.B16; VORR V5.B16, V4.B16, V4.B16")
	negative(4, 4)
	some(4, "R7")
	p("ORR R7, R6; CBZ R6, ascii; MOVD R7, R6")
	before := 27
	for k := range 4 {
		p(expand(fmt.Sprintf("VEXT $15, V%%.B16, V%d.B16, V4.B16; VEXT $14, V%%.B16, V%[1]d.B16, V5.B16; VEXT $13, V%%.B16, V%[1]d.B16, V6.B16", before), k))
		p("VUSHR $4, V4.B16, V7.B16; VAND V19.B16, V4.B16, V4.B16")
		p(expand("VUSHR $4, V%.B16, V21.B16", k))
		p("VTBL V7.B16, [V16.B16], V7.B16; VTBL V4.B16, [V17.B16], V4.B16; VTBL V21.B16, [V18.B16], V21.B16")
		p("VAND V4.B16, V7.B16, V7.B16; VAND V21.B16, V7.B16, V7.B16")
		// A continuation must follow two places after the lead of three or four bytes, and three places after the lead of four.
		minus(24, 5, 5)
		minus(25, 6, 6)
		p("VORR V6.B16, V5.B16, V5.B16; VAND V26.B16, V5.B16, V5.B16; VEOR V7.B16, V5.B16, V5.B16; VORR V5.B16, V28.B16, V28.B16")
		before = k
	}
	some(28, "R7")
	p("CBNZ R7, found; ascii:; VMOV V3.B16, V27.B16; ADD $64, R2; B loop")

	// The zeros after the end are not continuations. After the last block, which may be empty, R2 is beyond the end.
	p("last:; SUBS R2, R1, R5; BLT valid")
	tail()
	p(`B block
	valid:
		MOVD $-1, R2
		MOVD R2, at+24(FP)
		RET
	found:
		SUB R0, R2
		MOVD R2, at+24(FP)
		RET`)
}
