package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// takeShort reads a string that ends within 64 bytes, as most do: one block, and no loop. It writes the text to a Chunk, takes its
// memory, and returns it as a string: most strings need only this call.
//
// Short escapes are undone. That is slow with AVX2, and only done if there are some.
func takeShort(m machine) {
	begin("takeShort"+m.name(), "func(chunk *byte, src []byte, i int) (text string, next int, wide uint64)",
		"takeShort"+m.name()+" writes the text of the string at src[i] to a Chunk, if the string ends within 64 bytes and the Chunk has",
		"as many. next is the offset after its quote, -1 for other strings. wide is not 0 if it has a byte that is not ASCII: then it is not taken yet.")
	s := source("src")
	chunk, dst, left := GP64(), GP64(), GP64()
	Load(Param("chunk"), chunk)
	used := Mem{Base: chunk}.Offset(chunkUsed)
	MOVQ(Mem{Base: chunk}.Offset(chunkLen), left)
	MOVQ(used, dst)
	SUBQ(dst, left)
	CMPQ(left, U8(64))
	JL(LabelRef("none"))
	ADDQ(Mem{Base: chunk}, dst)
	m.uses(special, slashes)
	// found returns n bytes of text, whose closing quote is at i+k.
	found := func(n, k, wide reg.Register) {
		LEAQ(at(s.i, k).Offset(1), s.i)
		m.end()
		Store(dst, Return("text").Base())
		Store(n, Return("text").Len())
		give(s.i, "next")
		give(wide, "wide")
		none := GP64()
		XORQ(none, none)
		TESTQ(wide, wide)
		CMOVQNE(none, n)
		ADDQ(n, used)
		RET()
	}

	shortBlock(m, s)
	stop, slash, wide := m.mask(special), m.mask(slashes), m.mask(high)
	before := GP64() // a backslash after the first quote is not the string's, unless one before it escapes the quote
	BLSMSKQ(stop, before)
	TESTQ(slash, before)
	JNZ(LabelRef("escapes"))
	k := size(stop)
	unlessQuote(s, k)
	BZHIQ(k, wide, wide)
	if m.tight() {
		VMOVDQU64(reg.Z16, Mem{Base: dst})
	} else {
		VMOVDQU(reg.Y0, Mem{Base: dst})
		VMOVDQU(reg.Y1, Mem{Base: dst}.Offset(32))
	}
	n := GP64()
	MOVQ(k, n)
	found(n, k, wide)

	Label("escapes")
	{
		m.usesEscapes()
		p := newParity()
		escape, escaped, _ := p.find(slash)
		bad := m.unescape(escaped, wide)
		ANDNQ(stop, escaped, stop)
		ORQ(bad, stop) // a long or invalid escape ends the search
		k := size(stop)
		unlessQuote(s, k)
		n := GP64()
		XORQ(n, n)
		m.put(dst, n, escape)
		keep := lowest(k)
		ANDQ(keep, wide)
		ANDNQ(keep, escape, keep)
		POPCNTQ(keep, n)
		found(n, k, wide)
	}

	Label("none")
	m.end()
	zero, minus := GP64(), GP64()
	XORQ(zero, zero)
	MOVQ(I32(-1), minus)
	Store(zero, Return("text").Base())
	Store(zero, Return("text").Len())
	give(minus, "next")
	give(zero, "wide")
	RET()
}

// The offsets of the fields of a Chunk, after the address of its bytes.
const (
	chunkLen  = 8
	chunkUsed = 24
)

// plainShort is takeShort for a string that is not copied.
func plainShort(m machine) {
	begin("plainShort"+m.name(), "func(b []byte, i int) (end int)",
		"plainShort"+m.name()+" returns the offset of the quote that ends the string at b[i], if that is within 64 bytes and all before it",
		"is plain ASCII; else it returns -1.")
	s := source("b")
	m.uses(odd, slashes)
	shortBlock(m, s)
	stop := m.mask(odd)
	ORQ(m.mask(slashes), stop)
	k := size(stop)
	unlessQuote(s, k)
	ADDQ(k, s.i)
	m.end()
	give(s.i, "end")
	RET()

	Label("none")
	m.end()
	none := GP64()
	MOVQ(I32(-1), none)
	give(none, "end")
	RET()
}

// shortBlock loads a block that may be incomplete. A complete one is loaded without a mask, since the next instructions wait for the load.
func shortBlock(m machine, s span) {
	s.unlessBlock("cut")
	m.load(s.p, s.i)
	JMP(LabelRef("loaded"))
	Label("cut")
	m.tail(s.p, s.i, s.left())
	Label("loaded")
}

// unlessQuote jumps to none if the byte at i+k is not a quote, or is beyond the block or the text.
func unlessQuote(s span, k reg.Register) {
	CMPQ(k, U8(63))
	JG(LabelRef("none"))
	end := GP64()
	LEAQ(at(s.i, k), end)
	CMPQ(end, s.n)
	JGE(LabelRef("none"))
	CMPB(at(s.p, end), U8('"'))
	JNE(LabelRef("none"))
}
