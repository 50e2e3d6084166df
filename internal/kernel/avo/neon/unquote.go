package main

// unquote copies the text between two escapes, and writes the byte that each escape stands for. A block is copied whole before it is
// known whether it has an escape; the text after an escape is copied once more, to its final place. Near the end of src or dst, blocks
// have 16 bytes.
func unquote() {
	begin("unquoteNEON", "(dst, src []byte, i int) (n, next int, wide uint64)", 80,
		"unquoteNEON copies the text from src[i] on to dst, with short escapes undone, up to the quote that ends it, a control character, an",
		"escape that is long or invalid, or until src or dst is nearly at its end. next is the offset of that byte. wide is not 0 if a byte that was",
		"copied is not ASCII.")
	p(`MOVD dst_base+0(FP), R3
		MOVD dst_len+8(FP), R15
		MOVD src_base+24(FP), R0
		MOVD src_len+32(FP), R1
		MOVD i+48(FP), R2
		MOVD R3, R12
		ADD R3, R15
		ADD R0, R1
		ADD R0, R2
		SUB $130, R1, R14 // a block, the letter after it, and a copy from there on
		SUB $130, R15, R4
		MOVD ZR, R13
		MOVD $·short(SB), R10
		VMOVI $0, V20.B16`)
	stringConstants()
	p("CMP R14, R2; BHI few; CMP R4, R3; BHI few")
	bitConstants()

	p("loop:")
	load()
	p("VST1 [V0.B16, V1.B16, V2.B16, V3.B16], (R3)")
	stops()
	mask("R6")
	p(`ADD $64, R2, R7
		CBZ R6, whole
		RBIT R6, R6
	stop:
		CLZ R6, R8
		ADD R8, R2
		ADD R8, R3
		MOVBU.P 1(R2), R9
		CMP $0x5c, R9
		BNE one
		MOVBU.P 1(R2), R9
		MOVBU (R10)(R9), R9
		CBZ R9, two
		MOVB.P R9, 1(R3)
		VLD1 (R2), [V24.B16, V25.B16, V26.B16, V27.B16]
		VST1 [V24.B16, V25.B16, V26.B16, V27.B16], (R3)
		LSL R8, R6
		LSL $2, R6
		CBNZ R6, stop
		SUBS R2, R7, R8 // below 0 if the last escape extends into the next block
		CSEL LO, ZR, R8, R8
		ADD R8, R2
		ADD R8, R3`)
	endOfBlock()

	// The string ends in this block, or Go has to go on.
	p("two:; SUB $1, R2; one:; SUB $1, R2")
	stopInBlock()

	p(`few:
		SUB $17, R1, R14 // with the letter
		SUB $16, R15, R4
	fewLoop:
		CMP R14, R2
		BHI done
		CMP R4, R3
		BHI done
		VLD1 (R2), [V0.B16]
		VST1 [V0.B16], (R3)`)
	fewStops()
	p(`CBNZ R6, fewStop
		VORR V0.B16, V20.B16, V20.B16
		ADD $16, R2
		ADD $16, R3
		B fewLoop
	fewStop:`)
	fewWide()
	p(`ADD R8, R2
		ADD R8, R3
		MOVBU (R2), R9
		CMP $0x5c, R9
		BNE done
		MOVBU 1(R2), R9
		MOVBU (R10)(R9), R9
		CBZ R9, done
		ADD $2, R2
		MOVB.P R9, 1(R3)
		B fewLoop`)

	p("done:")
	seenWide("R13")
	p(`SUB R12, R3
		SUB R0, R2
		MOVD R3, n+56(FP)
		MOVD R2, next+64(FP)
		MOVD R13, wide+72(FP)
		RET`)
}

// fewStops is stops and mask for the 16 bytes in V0, with four bits in R6 for each.
func fewStops() {
	p("VEOR V16.B16, V0.B16, V4.B16")
	above(4, limits, 4)
	p("VCMEQ V18.B16, V0.B16, V5.B16; VORR V5.B16, V4.B16, V4.B16")
	nibbles(4, 4)
	p("VMOV V4.D[0], R6")
}

// fewWide adds to R13 whether a byte of V0 before the first one of the mask R6 is not ASCII. R8 is the number of that byte.
func fewWide() {
	negative(0, 5)
	nibbles(5, 5)
	p(`VMOV V5.D[0], R9
		SUB $1, R6, R11
		BIC R6, R11
		AND R11, R9
		ORR R9, R13
		RBIT R6, R8
		CLZ R8, R8
		LSR $2, R8`)
}
