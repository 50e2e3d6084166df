package main

import (
	"bytes"
	"encoding/binary"
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maxSeparators is how many separators an object may have, and separatorsSize the size of their table, as in package kernel.
const (
	maxSeparators  = 256
	separatorsSize = maxSeparators + 8
)

// members is skip for an object, but also writes the offsets of the object's own separators. It looks at single brackets only in blocks that
// have bytes of the object itself, and not only of values in it.
//
// There are two forms, since the one for objects with spaces takes a bit longer.
//
// Most blocks of most lines have bytes of the object itself, and for these every instruction counts: rare cases are handled out of line, and
// what can be checked once at the end of the object is checked there.
func members(m machine, spaced bool) {
	name, white := "members"+m.name(), "at white space or a backslash between tokens"
	if spaced {
		name, white = "membersSpaced"+m.name(), "at a backslash between tokens, and at a separator without a space after it or other white space of the object itself"
	}
	begin(name, fmt.Sprintf("func(b []byte, i, depth int, separators *[%d]uint32) (end, n int, escapes uint64)", separatorsSize),
		name+" returns the offset after the object at i. It returns -1 at the first control character,",
		white+", if the object does not end or has too many separators,",
		"and if it is not made of keys, colons, values and commas. Of values, it checks the first and the last byte, and the balance of brackets.",
		"separators[:n] are the offsets of the object's own colons and commas. escapes is not 0 if a string of the object itself has a",
		"backslash.")
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
	m.uses(quotes, slashes, special, blanks, controls, opens, closes, separators)
	slot := func() Mem { return AllocLocal(8) }
	level, inside, free := GP64(), GP64(), GP64() // free is where the next separator is written
	p := newParity()
	XORQ(inside, inside)
	score, escapes := slot(), slot() // of the object itself; for score, see checkMembers
	for _, s := range []Mem{score, escapes} {
		MOVQ(inside, s)
	}
	whole, full := slot(), slot() // the last offset of a whole block; the largest value of free
	{
		t := fetch(length)
		SUBQ(Imm(64), t)
		MOVQ(t, whole)
		Load(Param("separators"), free)
		LEAQ(Mem{Base: free}.Offset(4*maxSeparators), t)
		MOVQ(t, full)
	}
	asideOpens, asideCloses := slot(), slot()
	var gaps, due Mem // the spaces of the block outside of strings; whether the block begins after a separator
	if spaced {
		gaps, due = slot(), slot()
		MOVQ(inside, due)
	}
	ones := reg.X7
	VPCMPEQB(ones, ones, ones)
	// Begin after the object's own brace: the level is 0 at its end only.
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
		blank, control, o, c := m.mask(blanks), m.mask(controls), m.maskAside(opens, asideOpens), m.maskAside(closes, asideCloses)
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
	// Deep enough within another value, brackets are only counted.
	{
		more, less, least := GP64(), GP64(), GP64()
		POPCNTQ(closed, less)
		LEAQ(Mem{Base: less}.Offset(2), least)
		CMPQ(least, level)
		JG(LabelRef("own"))
		POPCNTQ(open, more)
		ADDQ(more, level)
		CMPQ(level, depth)
		JG(LabelRef("bail")) // perhaps it is not too deep; Go finds out
		SUBQ(less, level)
		TESTQ(odd, odd)
		JNZ(LabelRef("bail"))
	}
	Label("next")
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("own")
	own, both := GP64(), GP64() // own is the mask of the bytes of the object itself
	LEAQ(Mem{Base: level}.Offset(-2), own)
	SARQ(U8(63), own) // all bytes, if the level is 1
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
		NEGQ(above) // the bracket and all after it
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
		ANDQ(own, closed) // after an opening bracket, bytes are not the object's own; a closing one is again
		POPCNTQ(closed, closed)
		SHLQ(U8(2), closed)
		ADDQ(closed, score)
	}
	Label("matched")
	var putSeparators func()
	{
		t, marked := GP64(), m.mask(separators)
		ANDNQ(marked, text, marked)
		ANDQ(own, marked)
		ANDQ(own, slash)
		ORQ(slash, escapes)
		ANDQ(own, quote)
		POPCNTQ(quote, t)
		ADDQ(t, score)
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
		next := GP64()
		POPCNTQ(marked, t)
		LEAQ(Mem{Base: free, Index: t, Scale: 4}, next)
		CMPQ(next, full)
		JG(LabelRef("bail"))
		// What is written after the last separator is overwritten or ignored.
		putSeparators = func() {
			Label("mark")
			for k := range 4 {
				TZCNTQ(marked, t)
				ADDQ(s.i, t)
				MOVL(t.As32(), Mem{Base: free}.Offset(4*k))
				BLSRQ(marked, marked)
			}
			JZ(LabelRef("marked"))
			ADDQ(Imm(16), free)
			JMP(LabelRef("mark"))
		}
		if m.tight() {
			CMPQ(t, U8(8))
			JG(LabelRef("mark"))
			m.putOffsets(free, s.i, marked)
		} else {
			putSeparators()
		}
		Label("marked")
		MOVQ(next, free)
	}
	TESTQ(odd, odd)
	JZ(LabelRef("next"))
	TESTQ(level, level)
	JNZ(LabelRef("bail"))
	{
		end, mark, n := GP64(), GP64(), GP64()
		TZCNTQ(odd, end)
		ADDQ(s.i, end)
		Load(Param("separators"), mark)
		MOVQ(free, n)
		SUBQ(mark, n)
		SHRQ(U8(2), n)
		JZ(LabelRef("bail")) // there is no colon
		give(n, "n")
		give(fetch(escapes), "escapes")
		MOVL(end.As32(), Mem{Base: free})
		Load(Param("i"), s.i)
		checkMembers(s, end, mark, n, score, spaced)
		JNZ(LabelRef("bail"))
		INCQ(end)
		m.end()
		give(end, "end")
		RET()
	}
	if m.tight() {
		putSeparators()
	}

	// A block within one string is often followed by more of them. This loop only searches the end of the string.
	Label("text")
	{
		TESTQ(quote, quote)
		JNZ(LabelRef("tokens")) // this block begins the string
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

	// The zeros after the end of b look like control characters.
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

// checkMembers checks the bytes around the n separators. The offset of the closing brace, end, follows them in the table. It sets the
// zero flag if colons and commas alternate, and each colon has a key before it and a value after it.
//
// Keys begin and end with a quote. Values begin and end with a quote or with brackets, or are scalars. A quote scores 1, and a pair of
// brackets 4. The score of the whole object, counted block by block, is the sum over its keys and values only if there is nothing else
// between two separators.
func checkMembers(s span, end, mark, n reg.Register, score Mem, spaced bool) {
	gap := 0
	if spaced {
		gap = 1
	}
	wrong, sum, table := GP64(), GP64(), GP64()
	is := func(i reg.Register, offset int, text string) {
		r := GP32()
		if len(text) == 2 {
			MOVWLZX(at(s.p, i).Offset(offset), r)
			XORL(U32(binary.LittleEndian.Uint16([]byte(text))), r)
		} else {
			MOVBLZX(at(s.p, i).Offset(offset), r)
			XORL(U8(text[0]), r)
		}
		ORL(r, wrong.As32())
	}
	XORQ(wrong, wrong)
	is(s.i, 1, `"`)
	is(end, 0, "}")
	// The score of the keys. If the last separator is not a colon, n is even and this is odd, but all other scores are even.
	MOVQ(n, sum)
	INCQ(sum)
	SUBQ(score, sum)
	LEAQ(valueBytes(), table)
	Label("member")
	{
		k, first, last := GP64(), GP64(), GP64()
		MOVL(Mem{Base: mark}, k.As32())
		is(k, -1, `":`)
		MOVBLZX(at(s.p, k).Offset(gap+1), first.As32())
		MOVBLZX(at(table, first), first.As32())
		ADDQ(first, sum)
		MOVL(Mem{Base: mark}.Offset(4), k.As32())
		MOVBLZX(at(s.p, k).Offset(-1), last.As32())
		MOVBLZX(at(table, last).Offset(256), last.As32())
		ANDNQ(first, last, last)
		ORQ(last, wrong)
		SUBQ(Imm(2), n)
		JLE(LabelRef("checked"))
		if spaced {
			is(k, 0, ",")
			is(k, 2, `"`)
		} else {
			is(k, 0, `,"`)
		}
		ADDQ(Imm(8), mark)
		JMP(LabelRef("member"))
		Label("checked")
	}
	ORQ(wrong, sum)
}

// valueBytes has the score of values that begin with a byte, as a bit of its own, and then the bits of the values that may end with a byte.
func valueBytes() Mem {
	const none = 0x80
	begin, end := bytes.Repeat([]byte{none}, 256), make([]byte, 256)
	for _, c := range []byte("-0123456789tfn") {
		begin[c] = 0
	}
	begin['"'], end['"'] = 2, 2
	for _, c := range []byte("[{") {
		begin[c], end[c+2] = 4, 4 // ] is two behind [, and } two behind {
	}
	return once(&valueBytesData, "valueBytes", append(begin, end...))
}
