package main

import "github.com/ndwire/ndwire/internal/kernel/avo/tables"

// escape does the opposite of unquote, in the same way.
func escape() {
	begin("escapeNEON", "(dst []byte, s string, i int) (n, next int, wide uint64)", 72,
		"escapeNEON copies the text from s[i] on to dst, with short escapes, up to a control character that needs a long one,",
		"the end of s, which has 16 bytes or more, or until dst is nearly full. next is the offset of that byte. wide is not 0 if a byte that was",
		"copied is not ASCII.")
	p(`MOVD dst_base+0(FP), R3
		MOVD dst_len+8(FP), R15
		MOVD s_base+24(FP), R0
		MOVD s_len+32(FP), R1
		MOVD i+40(FP), R2
		MOVD R3, R12
		ADD R3, R15
		ADD R0, R1
		ADD R0, R2
		SUB $128, R1, R14 // a block, and a copy from its end on
		SUB $192, R15, R4 // a block of escapes, and a copy
		MOVD ZR, R13
		VMOVI $0, V20.B16`)
	two := make([]byte, 2*256)
	for c, letter := range tables.EscapedBy {
		two[2*int(c)], two[2*int(c)+1] = '\\', letter
	}
	address("R10", "escapes", two[:2*('\\'+4)])
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
		MOVHU (R10)(R9<<1), R9
		CBZ R9, one
		MOVH.P R9, 2(R3)
		VLD1 (R2), [V24.B16, V25.B16, V26.B16, V27.B16]
		VST1 [V24.B16, V25.B16, V26.B16, V27.B16], (R3)
		LSL R8, R6
		LSL $1, R6
		CBNZ R6, stop
		SUB R2, R7, R8
		ADD R8, R3
		MOVD R7, R2`)
	endOfBlock()

	// A control character without a short escape.
	p("one:; SUB $1, R2")
	stopInBlock()

	p(`few:
		SUB $16, R1, R14
		SUB $18, R15, R4
	fewLoop:
		CMP R4, R3
		BHI done
		CMP R14, R2
		BHI partial
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
		CMP R1, R2 // within 16 bytes, zeros follow the end
		BHS done
		MOVBU (R2), R9
		MOVHU (R10)(R9<<1), R9
		CBZ R9, done
		ADD $1, R2
		MOVH.P R9, 2(R3)
		B fewLoop
	partial:
		SUBS R2, R1, R5
		BLE done`)
	shifted("R5")
	p("VMOV V21.B16, V0.B16; VST1 [V0.B16], (R3)")
	fewStops()
	p("B fewStop")

	p("done:")
	seenWide("R13")
	p(`SUB R12, R3
		SUB R0, R2
		MOVD R3, n+48(FP)
		MOVD R2, next+56(FP)
		MOVD R13, wide+64(FP)
		RET`)
}

// quoteShort reads the first and the last bytes of s, which overlap: together they are all of s.
func quoteShort() {
	begin("quoteShortNEON", "(dst []byte, s string) (n int)", 48,
		"quoteShortNEON copies s, of 8 to 64 bytes, to dst, which must be longer by 2, in quotes. n is the length of the result. It is -1, and",
		"nothing is written, if a byte of s is not ASCII or needs an escape.")
	p(`MOVD dst_base+0(FP), R3
		MOVD s_base+24(FP), R0
		MOVD s_len+32(FP), R1
		MOVD $0x22, R9
		ADD R1, R0, R2
		ADD R1, R3, R4
		ADD $1, R3, R5`)
	stringConstants()
	// markOdd marks the bytes of register k that are not plain ASCII, in register k+4.
	markOdd := func(k int) {
		p(expand("VEOR V16.B16, V%.B16, W%.B16", k))
		aboveSigned(k+4, limits, k+4)
		p(expand("VCMEQ V18.B16, V%.B16, V21.B16; VORR V21.B16, W%.B16, W%.B16", k))
	}
	quoted := `MOVB R9, (R3)
		MOVB R9, 1(R4)
		ADD $2, R1
		MOVD R1, n+40(FP)
		RET`
	p(`CMP $16, R1
		BLT eight
		SUB $16, R2
		SUB $15, R4, R6
		VLD1 (R0), [V0.B16]
		VLD1 (R2), [V3.B16]`)
	markOdd(0)
	markOdd(3)
	p("VORR V7.B16, V4.B16, V4.B16; CMP $32, R1; BGT more")
	some(4, "R8")
	p(`CBNZ R8, none
		VST1 [V0.B16], (R5)
		VST1 [V3.B16], (R6)`)
	p(quoted)
	p(`more:
		ADD $16, R0
		SUB $16, R2
		VLD1 (R0), [V1.B16]
		VLD1 (R2), [V2.B16]`)
	markOdd(1)
	markOdd(2)
	p("VORR V5.B16, V4.B16, V4.B16; VORR V6.B16, V4.B16, V4.B16")
	some(4, "R8")
	p(`CBNZ R8, none
		VST1 [V0.B16, V1.B16], (R5)
		SUB $16, R6
		VST1 [V2.B16, V3.B16], (R6)`)
	p(quoted)
	p(`eight:
		SUB $8, R2
		SUB $7, R4, R6
		VLD1 (R0), V0.D[0]
		VLD1 (R2), V0.D[1]`)
	markOdd(0)
	some(4, "R8")
	p(`CBNZ R8, none
		VST1 V0.D[0], (R5)
		VST1 V0.D[1], (R6)`)
	p(quoted)
	p(`none:
		MOVD $-1, R1
		MOVD R1, n+40(FP)
		RET`)
}
