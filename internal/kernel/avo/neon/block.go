package main

import (
	"fmt"
	"strings"
)

// constants of the loops over strings
const (
	twos    = 16 // XOR with 2 turns a quote into 0x20, and keeps bytes below 0x20 below, and all others above
	limits  = 17 // 0x21
	slashes = 18
	bits    = 19 // for each byte of a register, its bit in a byte of the mask, see mask
	wide    = 20 // the OR of all bytes so far: its top bits say whether one was not ASCII
	scratch = 21 // and the next three registers
)

func stringConstants() {
	p("VMOVI $2, V16.B16; VMOVI $0x21, V17.B16; VMOVI $0x5c, V18.B16")
}

func bitConstants() {
	p("MOVD $0x8040201008040201, R6; VDUP R6, V19.D2")
}

// load reads a block.
func load() { p("VLD1 (R2), [V0.B16, V1.B16, V2.B16, V3.B16]") }

// tail reads the bytes up to the end, which are fewer than a block, with zeros after them. R5 is their number. The text has 16 bytes
// or more.
func tail() {
	shifted("R5")
	p(strings.ReplaceAll(`VMOVI $0, V0.B16; VMOVI $0, V1.B16; VMOVI $0, V2.B16; VMOVI $0, V3.B16
		CMP $16, R5
		BLT tail0
		VLD1 (R2), [V0.B16]
		CMP $32, R5
		BLT tail1
		VLD1 (R2), [V0.B16, V1.B16]
		CMP $48, R5
		BLT tail2
		VLD1 (R2), [V0.B16, V1.B16, V2.B16]
		VMOV V21.B16, V3.B16
		B tailed
	tail0:
		VMOV V21.B16, V0.B16
		B tailed
	tail1:
		VMOV V21.B16, V1.B16
		B tailed
	tail2:
		VMOV V21.B16, V2.B16
	tailed:`, "tail", "tail"+again))
}

// again distinguishes the labels of a function's second tail.
var again string

// shifted moves the last bytes of the text, size modulo 16 of them, to the beginning of V21, with zeros after them.
func shifted(size string) {
	shift := make([]byte, 32)
	for k := range shift {
		shift[k] = byte(k)
		if k >= 16 {
			shift[k] = 0xff // finds 0
		}
	}
	p("SUB $16, R1, R8; VLD1 (R8), [V21.B16]; AND $15, " + size + ", R9")
	address("R8", "shift", shift)
	p("SUB R9, R8; ADD $16, R8; VLD1 (R8), [V22.B16]; VTBL V22.B16, [V21.B16], V21.B16")
}

// stops marks the bytes of a block that end the plain part of a string, in V4 to V7.
func stops() {
	each("VEOR V16.B16, V%.B16, W%.B16")
	for k := range 4 {
		above(4+k, limits, 4+k)
	}
	for k := range 4 {
		p(fmt.Sprintf("VCMEQ V18.B16, V%d.B16, V%d.B16", k, scratch+k))
	}
	for k := range 4 {
		p(fmt.Sprintf("VORR V%d.B16, V%d.B16, V%d.B16", scratch+k, 4+k, 4+k))
	}
}

// mask turns the marked bytes of V4 to V7 into a mask of 64 bits, the first byte lowest.
func mask(register string) {
	each("VAND V19.B16, W%.B16, W%.B16")
	p("VADDP V5.B16, V4.B16, V4.B16; VADDP V7.B16, V6.B16, V6.B16; VADDP V6.B16, V4.B16, V4.B16; VADDP V4.B16, V4.B16, V4.B16")
	p("VMOV V4.D[0], " + register)
}

// high computes the mask of the bytes of a block that are not ASCII.
func high(register string) {
	for k := range 4 {
		negative(k, 4+k)
	}
	mask(register)
}

// marked sets a register to a number that is not 0 if V4 to V7 have a marked byte. They do not change.
func marked(register string) {
	p("VORR V5.B16, V4.B16, V21.B16; VORR V7.B16, V6.B16, V22.B16; VORR V22.B16, V21.B16, V21.B16")
	some(scratch, register)
}

// some sets a register to a number that is not 0 if a vector has a marked byte. The vector changes.
func some(v int, register string) {
	greatest(v, v, v)
	p(fmt.Sprintf("VMOV V%d.D[0], %s", v, register))
}

// endOfBlock ends a loop that copies blocks from R2 to R3: it takes note of bytes that are not ASCII, and goes on to the next block unless there is
// too little text or memory for one. At the label whole, the block had nothing to stop at.
func endOfBlock() {
	p("more:")
	each("VORR V%.B16, V20.B16, V20.B16")
	p(`CMP R14, R2
		BHI few
		CMP R4, R3
		BLS loop
		B few
	whole:
		MOVD R7, R2
		ADD $64, R3
		B more`)
}

// stopInBlock leaves such a loop at R2, within the block that ends at R7: it takes note of the bytes before R2 that are not ASCII.
func stopInBlock() {
	high("R9")
	p(`SUB $64, R7
		SUB R7, R2, R8
		MOVD $1, R11
		LSL R8, R11
		SUB $1, R11
		AND R11, R9
		ORR R9, R13
		B done`)
}
