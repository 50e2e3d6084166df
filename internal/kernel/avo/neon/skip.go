package main

import "fmt"

// skip has two loops. The first one counts the brackets of a block outside of strings; a byte is inside a string if the XOR of the quotes
// up to it is 1. If the block ends in a string, the second loop searches the end of that string only. The first loop continues from there
// with a new block.
func skip() {
	begin("skipNEON", "(b []byte, i, depth int) (end, fault int)", 56,
		"skipNEON returns the offset after the bracket that closes the one before i. With a fault, see Fault, end is the",
		"offset of it. b has 16 bytes or more.")
	p(`MOVD b_base+0(FP), R0
		MOVD b_len+8(FP), R1
		MOVD i+24(FP), R2
		MOVD depth+32(FP), R3
		ADD R0, R1
		ADD R0, R2
		SUB $64, R1, R4
		MOVD $1, R12 // nesting level
		MOVD ZR, R13 // 1 if a backslash before the block begins an escape
		VMOVI $0x22, V16.B16
		VMOVI $0x20, V17.B16
		VMOVI $0x5c, V18.B16
		VMOVI $0x7b, V20.B16
		VMOVI $0x7d, V28.B16`)
	bitConstants()
	const quotes, opens, closes = 16, 20, 28
	equal := func(constant int, register string) {
		each(fmt.Sprintf("VCMEQ V%d.B16, V%%.B16, W%%.B16", constant))
		mask(register)
	}

	p("loop:; CMP R4, R2; BHI last")
	load()
	p("block:")
	equal(slashes, "R6")
	equal(quotes, "R7")
	p("ORR R6, R13, R8; CBZ R8, parted")
	escaped()
	p("BIC R8, R7; parted:")
	p(`EOR R7<<1, R7, R8
		EOR R8<<2, R8
		EOR R8<<4, R8
		EOR R8<<8, R8
		EOR R8<<16, R8
		EOR R8<<32, R8 // the bytes inside of strings`)
	each("VORR V17.B16, V%.B16, V%.B16") // 0x20 is the difference of [ and {, and of ] and }
	equal(opens, "R9")
	equal(closes, "R10")
	p(`BIC R8, R9
		BIC R8, R10
		ORR R9, R10, R11
		CBZ R11, next
		VMOV R9, V4.D[0]
		VMOV R10, V5.D[0]
		VCNT V4.B8, V4.B8
		VCNT V5.B8, V5.B8
		VUADDLV V4.B8, V4
		VUADDLV V5.B8, V5
		VMOV V4.D[0], R14
		VMOV V5.D[0], R15
		CMP R12, R15
		BGE walk
		ADD R12, R14
		CMP R3, R14
		BGT walk
		SUB R15, R14, R12
	next:
		ADD $64, R2
		TBZ $63, R8, loop`)

	// The string began before R2: its opening quote at the latest ends the search backwards.
	p(`MOVD ZR, R13
	inside:
		CMP R4, R2
		BHI insideLast
		VLD1 (R2), [V0.B16, V1.B16, V2.B16, V3.B16]
	insideBlock:`)
	each("VCMEQ V16.B16, V%.B16, W%.B16")
	marked("R6")
	p("CBNZ R6, quotes; insideNext:; ADD $64, R2; B inside; quotes:")
	mask("R6")
	p(`RBIT R6, R6
	stop:
		CLZ R6, R8
		ADD R2, R8, R9
		MOVD R9, R10`)
	p(`back:
		MOVBU -1(R10), R11
		CMP $0x5c, R11
		BNE odd
		SUB $1, R10
		B back
	odd:
		SUB R10, R9, R11
		TBZ $0, R11, quote
		MOVD $1<<63, R11
		LSR R8, R11
		BIC R11, R6
		CBNZ R6, stop
		B insideNext
	quote:
		ADD $1, R9, R2
		B loop`)

	// One bracket after the other: the value may end here, or nest too deep.
	p(`walk:
		RBIT R11, R14
		CLZ R14, R14
		LSR R14, R10, R15
		TBNZ $0, R15, closed
		ADD $1, R12
		CMP R3, R12
		BGT deep
		B walked
	closed:
		SUBS $1, R12
		BEQ ended
	walked:
		SUB $1, R11, R15
		ANDS R15, R11
		BNE walk
		B next
	ended:
		ADD R14, R2
		ADD $1, R2
		MOVD ZR, R5
		B done
	deep:
		ADD R14, R2
		MOVD $2, R5
		B done
	short:
		MOVD R1, R2
		MOVD $1, R5
	done:
		SUB R0, R2
		MOVD R2, end+40(FP)
		MOVD R5, fault+48(FP)
		RET`)

	p("last:; SUBS R2, R1, R5; BLE short")
	tail()
	p("B block")
	p("insideLast:; SUBS R2, R1, R5; BLE short")
	again = "Inside"
	tail()
	again = ""
	p("B insideBlock")
}

// escaped computes from the mask of backslashes in R6 the mask of the bytes after those that begin an escape, in R8. The method is that
// of simdjson: of a run of backslashes every other one begins an escape, from the first on. R13 is the carry.
//
// Shift the backslashes up by one, set all odd bits, and subtract the backslashes: each run borrows up to its end. The
// odd bits, removed again by XOR, turn that into every other byte of the run, and, of a run of odd length, the byte
// after it.
func escaped() {
	p(`BIC R13, R6, R9
		LSL $1, R9, R10
		MOVD $0xAAAAAAAAAAAAAAAA, R11
		ORR R11, R10
		SUB R9, R10
		EOR R11, R10
		ORR R13, R6, R8
		EOR R10, R8
		AND R6, R10
		LSR $63, R10, R13`)
}
