package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maxMarks is how many marks there may be, as in package kernel. The table has room for a few more.
const maxMarks = 256

// members is skip for an object, which also tells what stands in the object itself, and not in what is within it. Only of the
// blocks in which there is something of it are the brackets looked at one after the other.
//
// There are two forms, since the one for objects with spaces takes a bit longer.
func members(m machine, spaced bool) {
	name, white := "members"+m.name(), "white space or backslash between tokens."
	if spaced {
		name, white = "membersSpaced"+m.name(), "backslash between tokens, and mark without a space behind it, and other space of the object itself."
	}
	begin(name, "func(b []byte, i, depth int, marks *[260]uint32) (end, n, strings, values int, escapes uint64)",
		name+" is the offset behind the object at i, -1 if it has no end or too many marks, and at the first control character, and",
		white+" The marks are its own colons and commas, whose offsets are in marks[:n]. It has so many strings, keys included,",
		"and objects and arrays. escapes is not 0 if a string of its own has a backslash.")
	s := span{p: GP64(), i: GP64()}
	Load(Param("b").Base(), s.p)
	Load(Param("i"), s.i)
	memory := func(c gotypes.Component) Mem {
		r, err := c.Resolve()
		if err != nil {
			panic(err)
		}
		return r.Addr
	}
	length, depth := memory(Param("b").Len()), memory(Param("depth"))
	m.uses(quotes, slashes, special, opens, closes, commas, colons, spaces)
	slot := func() Mem { return AllocLocal(8) }
	level, inside := GP64(), GP64()
	p := newParity()
	XORQ(level, level)
	XORQ(inside, inside)
	n, strings, values, escapes, last, end, slash, text := slot(), slot(), slot(), slot(), slot(), slot(), slot(), slot()
	for _, s := range []Mem{n, strings, values, escapes, last, end} {
		MOVQ(level, s)
	}
	var gaps, due Mem // the spaces of the block outside of strings; whether the block begins behind a mark
	if spaced {
		gaps, due = slot(), slot()
		MOVQ(level, due)
	}
	ones := reg.X7
	VPCMPEQB(ones, ones, ones)

	Label("loop")
	{
		next := GP64()
		LEAQ(Mem{Base: s.i}.Offset(64), next)
		CMPQ(next, length)
		JG(LabelRef("tail"))
	}
	m.load(s.p, s.i)
	Label("block")
	quote, open, closed, oddHere := GP64(), GP64(), GP64(), GP64()
	{
		slashMask := m.mask(slashes)
		MOVQ(slashMask, slash)
		_, escaped, next := p.find(slashMask)
		MOVQ(next, p.carry)
		q := m.mask(quotes)
		ANDNQ(q, escaped, quote)
		ANDNQ(m.mask(special), q, oddHere)
		VMOVQ(quote, reg.X6)
		VPCLMULQDQ(U8(0), ones, reg.X6, reg.X6)
		o, c, space := m.mask(opens), m.mask(closes), m.mask(spaces)
		inText := GP64()
		VMOVQ(reg.X6, inText)
		XORQ(inside, inText)
		MOVQ(inText, text)
		ANDNQ(o, inText, open)
		ANDNQ(c, inText, closed)
		if spaced {
			ANDNQ(space, inText, space)
			MOVQ(space, gaps)
			MOVQ(slash, space)
		} else {
			ORQ(slash, space)
		}
		ANDNQ(space, inText, space)
		ORQ(space, oddHere)
		MOVQ(inText, inside)
		SARQ(U8(63), inside)
	}
	// A block that is all text of one string will have more of them behind it. This loop looks for the end of the text only.
	{
		t := GP64()
		MOVQ(text, t)
		NOTQ(t)
		ORQ(quote, t)
		ORQ(last, t)
		JNZ(LabelRef("tokens"))
		TESTQ(oddHere, oddHere)
		JNZ(LabelRef("bail"))
		seen := GP64()
		MOVQ(slash, seen)
		Label("texts")
		ADDQ(U8(64), s.i)
		after := GP64()
		LEAQ(Mem{Base: s.i}.Offset(64), after)
		CMPQ(after, length)
		JG(LabelRef("textsEnd"))
		m.load(s.p, s.i)
		stop, slashMask := m.mask(special), m.mask(slashes)
		_, escaped, next := p.find(slashMask)
		ANDNQ(stop, escaped, stop)
		JNZ(LabelRef("textsEnd"))
		ORQ(slashMask, seen)
		MOVQ(next, p.carry)
		JMP(LabelRef("texts"))
		Label("textsEnd")
		CMPQ(level, Imm(1))
		JNE(LabelRef("loop"))
		ORQ(seen, escapes)
		JMP(LabelRef("loop"))
		Label("tokens")
	}
	// Far enough within another value brackets are only counted.
	{
		more, less := GP64(), GP64()
		POPCNTQ(closed, less)
		ADDQ(Imm(2), less)
		CMPQ(less, level)
		JG(LabelRef("own"))
		POPCNTQ(open, more)
		SUBQ(less, level)
		LEAQ(Mem{Base: level, Index: more, Scale: 1}.Offset(2), level)
		SUBQ(Imm(2), less)
		ADDQ(level, less)
		CMPQ(less, depth)
		JG(LabelRef("bail")) // perhaps it is not too deep, but that is for Go
		CMPQ(last, Imm(0))
		JNE(LabelRef("bail"))
		TESTQ(oddHere, oddHere)
		JNZ(LabelRef("bail"))
		Label("next")
		ADDQ(U8(64), s.i)
		JMP(LabelRef("loop"))
	}

	Label("own")
	own, both := GP64(), GP64() // own says which bytes are of the object itself
	XORQ(own, own)
	CMPQ(level, Imm(1))
	SETEQ(own.As8())
	NEGQ(own)
	MOVQ(open, both)
	ORQ(closed, both)
	JZ(LabelRef("matched"))
	Label("bracket")
	{
		bit, t := GP64(), GP64()
		BLSIQ(both, bit)
		TESTQ(bit, closed)
		JZ(LabelRef("open"))
		DECQ(level)
		JZ(LabelRef("last"))
		JMP(LabelRef("inside"))
		Label("open")
		CMPQ(level, depth)
		JGE(LabelRef("bail"))
		XORQ(t, t)
		CMPQ(level, Imm(1))
		SETEQ(t.As8())
		ADDQ(t, values)
		INCQ(level)
		Label("inside")
		NEGQ(bit) // and all above
		XORQ(t, t)
		CMPQ(level, Imm(1))
		SETEQ(t.As8())
		NEGQ(t)
		XORQ(own, t)
		ANDQ(bit, t)
		XORQ(t, own)
		BLSRQ(both, both)
		JNZ(LabelRef("bracket"))
		JMP(LabelRef("matched"))

		Label("last")
		MOVQ(bit, t)
		BLSMSKQ(t, t)
		ANDQ(t, own)
		ANDQ(t, oddHere)
		TZCNTQ(bit, t)
		LEAQ(Mem{Base: s.i, Index: t, Scale: 1}.Offset(1), t)
		MOVQ(t, end)
	}
	Label("matched")
	{
		t := GP64()
		MOVQ(own, t)
		ANDQ(slash, t)
		ORQ(t, escapes)
		MOVQ(quote, t)
		ANDQ(text, t)
		ANDQ(own, t)
		POPCNTQ(t, t)
		ADDQ(t, strings)
		marked := m.mask(colons)
		ORQ(m.mask(commas), marked)
		ANDNQ(marked, fetch(text), marked)
		ANDQ(own, marked)
		if spaced {
			behind := fetch(due)
			LEAQ(Mem{Base: behind, Index: marked, Scale: 2}, behind)
			ANDQ(gaps, own)
			CMPQ(own, behind)
			JNE(LabelRef("bail"))
			MOVQ(marked, behind)
			SHRQ(U8(63), behind)
			MOVQ(behind, due)
			TESTQ(marked, marked)
		}
		JZ(LabelRef("marked"))
		at, marks := GP64(), GP64()
		MOVQ(n, at)
		POPCNTQ(marked, t)
		ADDQ(at, t)
		CMPQ(t, U32(maxMarks))
		JG(LabelRef("bail"))
		MOVQ(t, n)
		Load(Param("marks"), marks)
		LEAQ(Mem{Base: marks, Index: at, Scale: 4}, marks)
		Label("mark")
		for k := range 4 { // and nothing that counts, where there are fewer
			TZCNTQ(marked, t)
			ADDQ(s.i, t)
			MOVL(t.As32(), Mem{Base: marks}.Offset(4*k))
			BLSRQ(marked, marked)
		}
		JZ(LabelRef("marked"))
		ADDQ(Imm(16), marks)
		JMP(LabelRef("mark"))
		Label("marked")
	}
	TESTQ(oddHere, oddHere)
	JNZ(LabelRef("bail"))
	TESTQ(level, level)
	JZ(LabelRef("ended"))
	CMPQ(last, Imm(0))
	JNE(LabelRef("bail"))
	JMP(LabelRef("next"))

	Label("tail")
	{
		left := fetch(length)
		SUBQ(s.i, left)
		CMPQ(left, Imm(0))
		JLE(LabelRef("bail"))
		m.tail(s.p, s.i, left)
		one := GP64()
		MOVQ(U32(1), one)
		MOVQ(one, last)
		JMP(LabelRef("block"))
	}

	Label("bail")
	{
		none := GP64()
		MOVQ(I32(-1), none)
		MOVQ(none, end)
	}
	Label("ended")
	m.end()
	give(fetch(end), "end")
	give(fetch(n), "n")
	give(fetch(strings), "strings")
	give(fetch(values), "values")
	give(fetch(escapes), "escapes")
	RET()
}
