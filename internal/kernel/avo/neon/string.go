package main

// plainEnd tests of each block whether it has a byte that ends the plain part.
func plainEnd() {
	begin("plainEndNEON", "(b []byte, i int) (end int, wide uint64)", 48,
		"plainEndNEON returns the offset of the first quote, backslash or control character from i on, or len(b), which must be 16 or more.",
		"wide is not 0 if a byte before it is not ASCII.")
	p(`MOVD b_base+0(FP), R0
		MOVD b_len+8(FP), R1
		MOVD i+24(FP), R2
		ADD R0, R1
		ADD R0, R2
		SUB $64, R1, R4
		VMOVI $0, V20.B16`)
	stringConstants()
	p("loop:; CMP R4, R2; BHI last")
	load()
	p("block:")
	stops()
	marked("R6")
	p("CBNZ R6, found")
	each("VORR V%.B16, V20.B16, V20.B16")
	p("ADD $64, R2; B loop")

	// The zeros after the end look like control characters, the first of which is the end.
	p("last:; SUB R2, R1, R5")
	tail()
	p("B block")

	p("found:")
	bitConstants()
	mask("R6")
	p("RBIT R6, R6; CLZ R6, R8")
	high("R9")
	p("MOVD $1, R10; LSL R8, R10; SUB $1, R10; AND R10, R9")
	seenWide("R9")
	p(`ADD R8, R2
		SUB R0, R2
		MOVD R2, end+32(FP)
		MOVD R9, wide+40(FP)
		RET`)
}

// seenWide adds to a register whether a byte of V20 is not ASCII.
func seenWide(register string) {
	negative(wide, wide)
	some(wide, "R10")
	p("ORR R10, " + register)
}

// validString goes from one stop to the next.
func validString() {
	begin("validStringNEON", "(b []byte, i int) (end int)", 40,
		"validStringNEON returns the offset of the first byte from i on that ends a string, is invalid in one, or",
		"begins a long or an invalid escape; len(b), which must be 16 or more, if there is none of these.")
	p(`MOVD b_base+0(FP), R0
		MOVD b_len+8(FP), R1
		MOVD i+24(FP), R2
		ADD R0, R1
		ADD R0, R2
		SUB $65, R1, R4`) // the letter after a backslash at the end of the block exists
	p("MOVD $·short(SB), R10")
	stringConstants()
	bitConstants()
	p("loop:; CMP R4, R2; BHI last")
	load()
	stops()
	mask("R6")
	p(`ADD $64, R2, R7
		CBZ R6, whole
		RBIT R6, R6
	stop:
		CLZ R6, R8
		ADD R8, R2
		MOVBU.P 1(R2), R9
		CMP $0x5c, R9
		BNE one
		MOVBU.P 1(R2), R9
		MOVBU (R10)(R9), R9
		CBZ R9, two
		LSL R8, R6
		LSL $2, R6
		CBNZ R6, stop
		CMP R7, R2 // the last escape may extend into the next block
		CSEL HI, R2, R7, R2
		B loop
	whole:
		MOVD R7, R2
		B loop`)

	p("last:; SUB R2, R1, R5; CMP $64, R5; BLT partial")
	load()
	p("B tailStops; partial:")
	tail()
	p("tailStops:")
	stops()
	mask("R6")
	p(`MOVD $64, R8
		SUB R5, R8
		CBZ R5, none
		LSL R8, R6 // drop the zeros after the end
		RBIT R6, R6
		LSL R8, R6, R6`)
	p(`tailStop:
		CBZ R6, none
		CLZ R6, R8
		ADD R8, R2
		MOVBU.P 1(R2), R9
		CMP $0x5c, R9
		BNE one
		CMP R1, R2
		BHS one
		MOVBU.P 1(R2), R9
		MOVBU (R10)(R9), R9
		CBZ R9, two
		LSL R8, R6
		LSL $2, R6
		B tailStop
	none:
		MOVD R1, R2
		B done
	two:
		SUB $1, R2
	one:
		SUB $1, R2
	done:
		SUB R0, R2
		MOVD R2, end+32(FP)
		RET`)
}
