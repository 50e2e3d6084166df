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
	m.uses(quotes, slashes, special, blanks, controls, opens, closes, marks)
	slot := func() Mem { return AllocLocal(8) }
	level, inside, free := GP64(), GP64(), GP64() // free is where the next mark is written to
	p := newParity()
	XORQ(inside, inside)
	strings, values, escapes, whole, full := slot(), slot(), slot(), slot(), slot()
	for _, s := range []Mem{strings, values, escapes} {
		MOVQ(inside, s)
	}
	{
		t := fetch(length)
		SUBQ(Imm(64), t)
		MOVQ(t, whole) // up to there, a block is whole
		Load(Param("marks"), free)
		LEAQ(Mem{Base: free}.Offset(4*maxMarks), t)
		MOVQ(t, full)
	}
	var gaps, due Mem // the spaces of the block outside of strings; whether the block begins behind a mark
	if spaced {
		gaps, due = slot(), slot()
		MOVQ(inside, due)
	}
	ones := reg.X7
	VPCMPEQB(ones, ones, ones)
	// The object's own brace has been looked at.
	INCQ(s.i)
	MOVQ(U32(1), level)

	Label("loop")
	CMPQ(s.i, whole)
	JG(LabelRef("tail"))
	m.load(s.p, s.i)
	Label("block")
	quote, text, open, closed, slash, odd := GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	{
		MOVQ(m.mask(slashes), slash)
		_, escaped, next := p.find(slash)
		MOVQ(next, p.carry)
		ANDNQ(m.mask(quotes), escaped, quote)
		VMOVQ(quote, reg.X6)
		VPCLMULQDQ(U8(0), ones, reg.X6, reg.X6)
		blank, control, o, c := m.mask(blanks), m.mask(controls), m.mask(opens), m.mask(closes)
		VMOVQ(reg.X6, text)
		XORQ(inside, text)
		MOVQ(text, inside)
		SARQ(U8(63), inside)
		if spaced {
			ANDNQ(blank, text, blank)
			MOVQ(blank, gaps)
			ANDNQ(slash, text, odd)
		} else {
			ORQ(slash, blank)
			ANDNQ(blank, text, odd)
		}
		ORQ(control, odd)
		ANDNQ(o, text, open)
		ANDNQ(c, text, closed)
	}
	CMPQ(text, I8(-1))
	JEQ(LabelRef("text"))
	Label("tokens")
	// Far enough within another value brackets are only counted.
	{
		more, less, least := GP64(), GP64(), GP64()
		POPCNTQ(closed, less)
		LEAQ(Mem{Base: less}.Offset(2), least)
		CMPQ(least, level)
		JG(LabelRef("own"))
		POPCNTQ(open, more)
		ADDQ(more, level)
		CMPQ(level, depth)
		JG(LabelRef("bail")) // perhaps it is not too deep, but that is for Go
		SUBQ(less, level)
		TESTQ(odd, odd)
		JNZ(LabelRef("bail"))
	}
	Label("next")
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("own")
	own, both := GP64(), GP64() // own says which bytes are of the object itself
	LEAQ(Mem{Base: level}.Offset(-2), own)
	SARQ(U8(63), own)
	MOVQ(open, both)
	ORQ(closed, both)
	JZ(LabelRef("matched"))
	Label("bracket")
	{
		above, none := GP64(), GP64()
		BLSIQ(both, above)
		XORQ(none, none)
		TESTQ(above, closed)
		JZ(LabelRef("open"))
		DECQ(level)
		JZ(LabelRef("last"))
		NEGQ(above) // from the bracket on, it is another value's if it was the object's, and the other way around
		CMPQ(level, Imm(1))
		CMOVQEQ(above, none)
		XORQ(none, own)
		BLSRQ(both, both)
		JNZ(LabelRef("bracket"))
		JMP(LabelRef("balanced"))
		Label("open")
		CMPQ(level, depth)
		JGE(LabelRef("bail"))
		NEGQ(above)
		CMPQ(level, Imm(1))
		CMOVQEQ(above, none)
		XORQ(none, own)
		INCQ(level)
		BLSRQ(both, both)
		JNZ(LabelRef("bracket"))
		JMP(LabelRef("balanced"))

		Label("last")
		DECQ(above)
		ANDQ(above, own)
		ANDQ(above, odd)
		JNZ(LabelRef("bail"))
		INCQ(above)
		MOVQ(above, odd) // where the object ends
		Label("balanced")
		ANDQ(own, closed)
		POPCNTQ(closed, closed)
		ADDQ(closed, values)
	}
	Label("matched")
	{
		t, marked := GP64(), m.mask(marks)
		ANDNQ(marked, text, marked)
		ANDQ(own, marked)
		ANDQ(own, slash)
		ORQ(slash, escapes)
		ANDQ(text, quote)
		ANDQ(own, quote)
		POPCNTQ(quote, t)
		ADDQ(t, strings)
		if spaced {
			behind := fetch(due)
			LEAQ(Mem{Base: behind, Index: marked, Scale: 2}, behind)
			ANDQ(gaps, own)
			CMPQ(own, behind)
			JNE(LabelRef("bail"))
			MOVQ(marked, behind)
			SHRQ(U8(63), behind)
			MOVQ(behind, due)
		}
		at, next := GP64(), GP64()
		POPCNTQ(marked, t)
		LEAQ(Mem{Base: free, Index: t, Scale: 4}, next)
		CMPQ(next, full)
		JG(LabelRef("bail"))
		Label("mark")
		for k := range 4 { // and nothing that counts, where there are fewer
			TZCNTQ(marked, at)
			ADDQ(s.i, at)
			MOVL(at.As32(), Mem{Base: free}.Offset(4*k))
			BLSRQ(marked, marked)
		}
		JZ(LabelRef("marked"))
		ADDQ(Imm(16), free)
		JMP(LabelRef("mark"))
		Label("marked")
		MOVQ(next, free)
	}
	TESTQ(odd, odd)
	JZ(LabelRef("next"))
	TESTQ(level, level)
	JNZ(LabelRef("bail"))
	{
		end, n := GP64(), GP64()
		TZCNTQ(odd, end)
		LEAQ(Mem{Base: s.i, Index: end, Scale: 1}.Offset(1), end)
		MOVQ(free, n)
		SUBQ(memory(Param("marks")), n)
		SHRQ(U8(2), n)
		m.end()
		give(end, "end")
		give(n, "n")
		give(fetch(strings), "strings")
		give(fetch(values), "values")
		give(fetch(escapes), "escapes")
		RET()
	}

	// A block that is all text of one string will have more of them behind it. This loop looks for the end of the text only.
	Label("text")
	{
		TESTQ(quote, quote)
		JNZ(LabelRef("tokens")) // which is the string's first
		TESTQ(odd, odd)
		JNZ(LabelRef("bail"))
		Label("texts")
		ADDQ(U8(64), s.i)
		CMPQ(s.i, whole)
		JG(LabelRef("textsEnd"))
		m.load(s.p, s.i)
		stop, slashMask := m.mask(special), m.mask(slashes)
		_, escaped, next := p.find(slashMask)
		ANDNQ(stop, escaped, stop)
		JNZ(LabelRef("textsEnd"))
		ORQ(slashMask, slash)
		MOVQ(next, p.carry)
		JMP(LabelRef("texts"))
		Label("textsEnd")
		CMPQ(level, Imm(1))
		JNE(LabelRef("loop"))
		ORQ(slash, escapes)
		JMP(LabelRef("loop"))
	}

	// The zeros behind the end of b look like control characters.
	Label("tail")
	{
		left := fetch(length)
		SUBQ(s.i, left)
		CMPQ(left, Imm(0))
		JLE(LabelRef("bail"))
		m.tail(s.p, s.i, left)
		JMP(LabelRef("block"))
	}

	Label("bail")
	{
		none := GP64()
		MOVQ(I32(-1), none)
		m.end()
		give(none, "end")
		RET()
	}
}
