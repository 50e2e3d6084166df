package main

import "fmt"

// This file has instructions that Go's assembler does not support: each is written as a number, with its name in a comment. Registers are
// given by their numbers, and the result comes last, as in Go.

func word(code, m, n, d int, text string) {
	p(fmt.Sprintf("WORD $%#08x // "+text, code|m<<16|n<<5|d, d, n, m))
}

// above marks the bytes of n that are greater than those of m.
func above(m, n, d int) { word(0x6e203400, m, n, d, "CMHI V%d.B16, V%d.B16, V%d.B16") }

// aboveSigned is above for signed bytes.
func aboveSigned(m, n, d int) { word(0x4e203400, m, n, d, "CMGT V%d.B16, V%d.B16, V%d.B16") }

// negative marks the bytes with the top bit.
func negative(n, d int) { word(0x4e20a800, 0, n, d, "CMLT V%d.B16, V%d.B16, #%d") }

// greatest has the greater one of each two neighboring bytes of n, followed by those of m.
func greatest(m, n, d int) { word(0x6e20a400, m, n, d, "UMAXP V%d.B16, V%d.B16, V%d.B16") }

// minus subtracts m from n, saturated at 0.
func minus(m, n, d int) { word(0x6e202c00, m, n, d, "UQSUB V%d.B16, V%d.B16, V%d.B16") }

// nibbles turns each marked byte of n into four bits, 64 in all.
func nibbles(n, d int) {
	p(fmt.Sprintf("WORD $%#08x // SHRN V%d.B8, V%d.H8, #4", 0x0f0c8400|n<<5|d, d, n))
}
