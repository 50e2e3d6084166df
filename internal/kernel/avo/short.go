package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// short reads a string that ends within 64 bytes, as most do: one block, and no loop.
//
// Short escapes are undone, which takes AVX2 longer, so that it is done for those only that have some.
func short(m machine) {
	begin("short"+m.name(), "func(dst, src []byte, i int) (n, next int, wide uint64)",
		"short"+m.name()+" copies the text of the string at src[i] to dst, which has room for 64 bytes, if the string ends within as",
		"many. next is the offset behind its quote. wide is not 0 if it is not all ASCII. n is -1 if the string is longer, or for others.")
	s := source("src")
	dst := GP64()
	Load(Param("dst").Base(), dst)
	m.uses(special, slashes)

	shortBlock(m, s)
	stop, slash, wide := m.mask(special), m.mask(slashes), m.mask(high)
	before := GP64() // a backslash behind the first quote is not the string's, if there is none before it
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
	giveText(m, s, k, k, wide)

	Label("escapes")
	{
		m.usesEscapes()
		p := newParity()
		escape, escaped, _ := p.find(slash)
		bad := m.unescape(escaped, wide)
		ANDNQ(stop, escaped, stop)
		ORQ(bad, stop) // the letter of a long escape is no quote
		k := size(stop)
		unlessQuote(s, k)
		n := GP64()
		XORQ(n, n)
		m.put(dst, n, escape)
		keep := lowest(k)
		ANDQ(keep, wide)
		ANDNQ(keep, escape, keep)
		POPCNTQ(keep, n)
		giveText(m, s, n, k, wide)
	}

	Label("none")
	m.end()
	none := GP64()
	MOVQ(I32(-1), none)
	give(none, "n")
	give(s.i, "next")
	give(none, "wide")
	RET()
}

// giveText returns n bytes of text, whose quote is k places on.
func giveText(m machine, s span, n, k, wide reg.Register) {
	LEAQ(at(s.i, k).Offset(1), s.i)
	m.end()
	give(n, "n")
	give(s.i, "next")
	give(wide, "wide")
	RET()
}

// plainShort is short for a string that stays where it is.
func plainShort(m machine) {
	begin("plainShort"+m.name(), "func(b []byte, i int) (end int)",
		"plainShort"+m.name()+" is the offset of the quote that ends the string at b[i], if that is within 64 bytes and all before it",
		"is plain ASCII, else -1.")
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

// shortBlock loads a block that may not be whole. What comes next waits for it: a whole one has no mask to wait for.
func shortBlock(m machine, s span) {
	s.unlessBlock("cut")
	m.load(s.p, s.i)
	JMP(LabelRef("loaded"))
	Label("cut")
	m.tail(s.p, s.i, s.left())
	Label("loaded")
}

// unlessQuote goes to none if the byte k places on is no quote, or beyond the block or the text.
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
