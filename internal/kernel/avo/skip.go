package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// skip counts brackets outside of strings. A byte is inside a string if the XOR of the quotes up to it is 1; a carry-less multiplication
// by all ones computes that for 64 bytes at once.
//
// If the brackets of a block can neither end the value nor exceed the depth, they are only counted; otherwise they are processed one by one.
func skip(m machine) {
	begin("skip"+m.name(), "func(b []byte, i, depth int) (end, fault int)",
		"skip"+m.name()+" returns the offset after the bracket that closes the one before i. With a fault, see Fault, end is the",
		"offset of it.")
	s := source("b")
	depth := GP64()
	Load(Param("depth"), depth)
	m.uses(quotes, slashes, opens, closes)
	ones := reg.X7
	VPCMPEQB(ones, ones, ones)
	p := newParity()
	level, inside := GP64(), GP64() // inside is all ones if the block begins within a string
	MOVQ(U32(1), level)
	XORQ(inside, inside)

	open, closed := GP64(), GP64()
	masks := func() {
		quote := m.mask(quotes)
		_, escaped, next := p.find(m.mask(slashes))
		MOVQ(next, p.carry)
		ANDNQ(quote, escaped, quote)
		VMOVQ(quote, reg.X6)
		VPCLMULQDQ(U8(0), ones, reg.X6, reg.X6)
		o, c := m.mask(opens), m.mask(closes)
		text := GP64()
		VMOVQ(reg.X6, text)
		XORQ(inside, text)
		ANDNQ(o, text, open)
		ANDNQ(c, text, closed)
		MOVQ(text, inside)
		SARQ(U8(63), inside)
	}
	Label("loop")
	s.unlessBlock("tail")
	m.load(s.p, s.i)
	masks()

	Label("count")
	more, less := GP64(), GP64()
	POPCNTQ(closed, less)
	CMPQ(less, level)
	JGE(LabelRef("walk"))
	POPCNTQ(open, more)
	ADDQ(level, more)
	CMPQ(more, depth)
	JG(LabelRef("walk"))
	SUBQ(less, more)
	MOVQ(more, level)
	Label("next")
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("walk")
	both := GP64()
	MOVQ(open, both)
	ORQ(closed, both)
	Label("bracket")
	JZ(LabelRef("next"))
	k, step := GP64(), GP64()
	TZCNTQ(both, k)
	BTQ(k, closed)
	SBBQ(step, step) // -1 for a closing bracket, else 0
	LEAQ(Mem{Base: step, Index: step, Scale: 1}.Offset(1), step)
	ADDQ(step, level)
	JZ(LabelRef("closed"))
	CMPQ(level, depth)
	JG(LabelRef("deep"))
	BLSRQ(both, both)
	JMP(LabelRef("bracket"))

	Label("tail")
	left := s.left()
	CMPQ(left, Imm(0))
	JLE(LabelRef("short"))
	m.tail(s.p, s.i, left)
	masks()
	JMP(LabelRef("count"))

	fault := GP64()
	Label("closed")
	LEAQ(Mem{Base: s.i, Index: k, Scale: 1}.Offset(1), s.i)
	XORQ(fault, fault)
	JMP(LabelRef("done"))
	Label("deep")
	ADDQ(k, s.i)
	MOVQ(U32(2), fault)
	JMP(LabelRef("done"))
	Label("short")
	MOVQ(s.n, s.i)
	MOVQ(U32(1), fault)

	Label("done")
	m.end()
	give(s.i, "end")
	give(fault, "fault")
	RET()
}
