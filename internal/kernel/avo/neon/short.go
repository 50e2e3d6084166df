package main

// takeShort and plainShort read 16 bytes at a time, since most strings end within the first 32 bytes. As long as all bytes are plain ASCII, one
// comparison finds those that are not.

func takeShort() {
	begin("takeShortNEON", "(chunk *byte, src []byte, i int) (text string, next int, wide uint64)", 72,
		"takeShortNEON writes the text of the string at src[i] to a Chunk, if the string ends within 64 bytes and the Chunk has as",
		"many. next is the offset after its quote, -1 for other strings. wide is not 0 if it has a byte that is not ASCII: then it is not taken yet.",
		"src has 16 bytes or more.")
	p(`MOVD chunk+0(FP), R7
		MOVD src_base+8(FP), R0
		MOVD src_len+16(FP), R1
		MOVD i+32(FP), R2
		MOVD 8(R7), R6 // length of the chunk
		MOVD 24(R7), R5 // used bytes of the chunk
		MOVD (R7), R3
		SUB R5, R6
		CMP $64, R6
		BLT none
		ADD R5, R3
		MOVD R3, R12
		ADD R0, R1
		ADD R0, R2
		ADD $48, R2, R15 // the last position of 16 bytes
		SUB $16, R1, R14
		CMP R14, R15
		CSEL HI, R14, R15, R15`)
	stringConstants()
	p(`loop:
		CMP R15, R2
		BHI last
		VLD1 (R2), [V0.B16]
		VST1 [V0.B16], (R3)`)
	oddStops()
	p(`CBNZ R6, found
		ADD $16, R2
		ADD $16, R3
		B loop
	found:
		RBIT R6, R6
		CLZ R6, R6
		ADD R6>>2, R2
		ADD R6>>2, R3
		MOVBU (R2), R9
		CMP $0x22, R9
		BNE other
	end:
		SUB R12, R3
		ADD R3, R5
		MOVD R5, 24(R7)
		SUB R0, R2
		ADD $1, R2
		MOVD R12, text_base+40(FP)
		MOVD R3, text_len+48(FP)
		MOVD R2, next+56(FP)
		MOVD ZR, wide+64(FP)
		RET`)

	// Fewer than 16 bytes are left of the text, or of the first 64.
	p(`last:
		MOVD ZR, R13
		MOVD $·short(SB), R10
		MOVD i+32(FP), R15
		ADD R0, R15
		ADD $63, R15 // the last position of the quote
		ADD $48, R12, R4 // the last position at which 16 bytes fit
		B any`)
	// A byte that is not plain ASCII.
	p(`other:
		MOVD ZR, R13
		MOVD $·short(SB), R10
		MOVD i+32(FP), R15
		ADD R0, R15
		ADD $63, R15
		ADD $48, R12, R4
	any:
		CMP R4, R3
		BHI none
		CMP R14, R2
		BHI partial
		VLD1 (R2), [V0.B16]
	read:
		VST1 [V0.B16], (R3)`)
	fewStops()
	p("CBNZ R6, stop")
	negative(0, 5)
	some(5, "R9")
	p(`ORR R9, R13
		ADD $16, R2
		ADD $16, R3
		B any
	stop:`)
	fewWide()
	p(`ADD R8, R2
		ADD R8, R3
		CMP R1, R2
		BHS none
		CMP R15, R2
		BHI none
		MOVBU (R2), R9
		CMP $0x22, R9
		BEQ quote
		CMP $0x5c, R9
		BNE none
		ADD $1, R2
		CMP R1, R2
		BHS none
		MOVBU.P 1(R2), R9
		MOVBU (R10)(R9), R9
		CBZ R9, none
		MOVB.P R9, 1(R3)
		B any
	quote:
		CBZ R13, end
		SUB R12, R3
		SUB R0, R2
		ADD $1, R2
		MOVD R12, text_base+40(FP)
		MOVD R3, text_len+48(FP)
		MOVD R2, next+56(FP)
		MOVD R13, wide+64(FP)
		RET
	partial:
		SUBS R2, R1, R5
		BLS none`)
	shifted("R5")
	p(`MOVD 24(R7), R5
		VMOV V21.B16, V0.B16
		B read
	none:
		MOVD $-1, R2
		MOVD ZR, text_base+40(FP)
		MOVD ZR, text_len+48(FP)
		MOVD R2, next+56(FP)
		MOVD ZR, wide+64(FP)
		RET`)
}

// oddStops is fewStops, but also marks bytes that are not ASCII, which are below 0x21 as signed bytes.
func oddStops() {
	p("VEOR V16.B16, V0.B16, V4.B16")
	aboveSigned(4, limits, 4)
	p("VCMEQ V18.B16, V0.B16, V5.B16; VORR V5.B16, V4.B16, V4.B16")
	nibbles(4, 4)
	p("VMOV V4.D[0], R6")
}

func plainShort() {
	begin("plainShortNEON", "(b []byte, i int) (end int)", 40,
		"plainShortNEON returns the offset of the quote that ends the string at b[i], if that is within 64 bytes and all before it",
		"is plain ASCII, else -1. b has 16 bytes or more.")
	p(`MOVD b_base+0(FP), R0
		MOVD b_len+8(FP), R1
		MOVD i+24(FP), R2
		ADD R0, R1
		ADD R0, R2
		ADD $48, R2, R15 // the last position of 16 bytes
		SUB $16, R1, R14`)
	stringConstants()
	p(`loop:
		CMP R14, R2
		BHI partial
		VLD1 (R2), [V0.B16]
	read:`)
	oddStops()
	p(`CBNZ R6, found
		ADD $16, R2
		CMP R15, R2
		BLS loop
	none:
		MOVD $-1, R2
		MOVD R2, end+32(FP)
		RET
	found:
		RBIT R6, R6
		CLZ R6, R6
		ADD R6>>2, R2
		CMP R1, R2
		BHS none
		MOVBU (R2), R9
		CMP $0x22, R9
		BNE none
		SUB R0, R2
		MOVD R2, end+32(FP)
		RET
	partial:
		SUBS R2, R1, R5
		BLS none`)
	shifted("R5")
	p("VMOV V21.B16, V0.B16; B read")
}
