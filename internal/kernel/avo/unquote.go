package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unquote copies a block at a time, in one pass: it replaces the letters of escapes by the bytes that the escapes stand for, and then drops the
// backslashes. There is no branch for an escape, so their number does not matter.
//
// An escape that is cut in two by the end of a block needs no extra code: the backslash is dropped with the first block, and the letter is
// replaced with the second.
func unquote(m machine) {
	begin("unquote"+m.name(), "func(dst, src []byte, i int) (n, next int, wide uint64)",
		"unquote"+m.name()+" copies the text from src[i] on to dst, with short escapes undone, up to the quote that ends it, a",
		"control character, a long or an invalid escape, the end of src, or until dst is nearly full. next is the offset of that byte. wide is not 0 if a byte that was copied is not ASCII.")
	s := source("src")
	dst, n, wide := GP64(), GP64(), GP64()
	Load(Param("dst").Base(), dst)
	capacity, err := Param("dst").Len().Resolve()
	if err != nil {
		panic(err)
	}
	XORQ(n, n)
	XORQ(wide, wide)
	m.uses(special, slashes, escapes)
	p := newParity()

	Label("loop")
	need := GP64()
	LEAQ(Mem{Base: n}.Offset(64), need)
	CMPQ(need, capacity.Addr)
	if m.tight() {
		JG(LabelRef("tail"))
	} else {
		JG(LabelRef("full"))
	}
	s.unlessBlock("tail")
	m.load(s.p, s.i)
	stop := m.mask(special)
	slash := m.mask(slashes)
	wideHere := m.mask(high)
	if !m.tight() {
		// Dropping bytes is slow with AVX2: it pays to test whether there are none.
		t := GP64()
		MOVQ(slash, t)
		ORQ(p.carry, t)
		ORQ(stop, t)
		JNZ(LabelRef("escapes"))
		VMOVDQU(reg.Y0, at(dst, n))
		VMOVDQU(reg.Y1, at(dst, n).Offset(32))
		ORQ(wideHere, wide)
		ADDQ(U8(64), n)
		ADDQ(U8(64), s.i)
		JMP(LabelRef("loop"))
		Label("escapes")
	}
	escape, escaped, next := p.find(slash)
	bad := m.unescape(escaped, wideHere)
	ANDNQ(stop, escaped, stop)
	ORQ(bad, stop)
	JNZ(LabelRef("found"))
	ORQ(wideHere, wide)
	m.put(dst, n, escape)
	MOVQ(next, p.carry)
	count := GP64()
	POPCNTQ(escape, count)
	SUBQ(count, n)
	ADDQ(U8(64), n)
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	// The string ends in this block, or Go has to go on.
	finish := func() {
		BZHIQ(size(stop), wideHere, wideHere)
		ORQ(wideHere, wide)
	}
	Label("found")
	{
		k := size(stop)
		finish()
		m.put(dst, n, escape)
		keep := lowest(k)
		ANDNQ(keep, escape, keep)
		POPCNTQ(keep, keep)
		ADDQ(keep, n)
		ADDQ(k, s.i)
		BTQ(k, bad) // a bad escape begins one byte earlier
		SBBQ(U8(0), s.i)
		JMP(LabelRef("done"))
	}

	Label("tail")
	left := s.left()
	if m.tight() {
		// It may be dst that ends, while src has a whole block.
		most := GP64()
		MOVQ(U32(64), most)
		CMPQ(left, most)
		CMOVQGT(most, left)
	}
	m.tail(s.p, s.i, left)
	{
		stop, slash, wideHere := m.mask(special), m.mask(slashes), m.mask(high)
		escape, escaped, next := p.find(slash)
		bad := m.unescape(escaped, wideHere)
		ANDNQ(stop, escaped, stop)
		// The zeros after the end are not control characters of the text. But after a backslash at the end of the text, the first one makes
		// a bad escape, which is correct.
		BZHIQ(left, stop, stop)
		ORQ(bad, stop)
		k := size(stop)
		CMPQ(k, left)
		CMOVQGT(left, k)
		keep := lowest(k)
		ANDQ(keep, wideHere)
		ANDNQ(keep, escape, keep)
		count := GP64()
		POPCNTQ(keep, count)
		if m.tight() {
			need := GP64()
			LEAQ(Mem{Base: n, Index: count, Scale: 1}, need)
			CMPQ(need, capacity.Addr)
			JG(LabelRef("full"))
			m.putTight(dst, n, keep, count)
		} else {
			m.put(dst, n, escape)
		}
		ORQ(wideHere, wide)
		ADDQ(count, n)
		ADDQ(k, s.i)
		BTQ(k, bad)
		SBBQ(U8(0), s.i)
		if m.tight() {
			MOVQ(next, p.carry)
			TESTQ(stop, stop)
			JNZ(LabelRef("done"))
			CMPQ(s.i, s.n)
			JL(LabelRef("loop"))
		}
		JMP(LabelRef("done"))
	}

	Label("full")
	SUBQ(p.carry, s.i) // an escape is left to Go with its backslash

	Label("done")
	m.end()
	give(n, "n")
	give(s.i, "next")
	give(wide, "wide")
	RET()
}

// size returns the number of bytes before the first one that is marked.
func size(mask reg.Register) reg.GPVirtual {
	k := GP64()
	TZCNTQ(mask, k)
	return k
}
