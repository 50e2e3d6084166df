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
	o := &ownMembers{m: m, spaced: spaced}
	o.setUp()
	Label("loop")
	CMPQ(o.s.i, o.whole)
	JG(LabelRef("tail"))
	m.load(o.s.p, o.s.i)
	Label("block")
	o.tokens()
	CMPQ(o.text, I8(-1))
	JEQ(LabelRef("text"))
	Label("tokens")
	o.countBrackets()
	Label("next")
	ADDQ(U8(64), o.s.i)
	JMP(LabelRef("loop"))

	Label("own")
	o.matchBrackets()
	Label("matched")
	putSeparators := o.separators()
	TESTQ(o.odd, o.odd)
	JZ(LabelRef("next"))
	TESTQ(o.level, o.level)
	JNZ(LabelRef("bail"))
	o.leave()
	if m.tight() {
		putSeparators()
	}
	Label("text")
	o.texts()

	// The zeros after the end of b look like control characters.
	Label("tail")
	{
		left := fetch(o.length)
		SUBQ(o.s.i, left)
		CMPQ(left, Imm(0))
		JLE(LabelRef("bail"))
		o.m.tail(o.s.p, o.s.i, left)
		JMP(LabelRef("block"))
	}

	Label("bail")
	{
		none := GP64()
		MOVQ(I32(-1), none)
		o.m.end()
		give(none, "end")
		RET()
	}
}

// ownMembers is the state of members. Each method emits a part of it.
type ownMembers struct {
	m             machine
	spaced        bool
	s             span
	length, depth Mem
	ones          reg.VecPhysical

	level, inside, free     reg.GPVirtual // free is where the next separator is written
	p                       parity
	score, escapes          Mem // of the object itself; for score, see checkMembers
	whole, full             Mem // the last offset of a whole block; the largest value of free
	asideOpens, asideCloses Mem
	gaps, due               Mem // spaced only: the spaces of the block outside of strings; whether the block begins after a separator

	quote, text, open, closed, slash reg.GPVirtual // masks of the block
	odd                              reg.GPVirtual // what ends the loop; at the end of the object, where it ends
	own                              reg.GPVirtual // the bytes of the object itself
}

// resolve returns where a part of a parameter is in memory.
func resolve(c gotypes.Component) Mem {
	r, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return r.Addr
}

// setUp loads the parameters, and makes the variables.
func (o *ownMembers) setUp() {
	o.s = span{p: GP64(), i: GP64()}
	Load(Param("b").Base(), o.s.p)
	Load(Param("i"), o.s.i)
	o.length, o.depth = resolve(Param("b").Len()), resolve(Param("depth"))
	o.m.uses(quotes, slashes, special, blanks, controls, opens, closes, separators)
	o.level, o.inside, o.free = GP64(), GP64(), GP64() // free is where the next separator is written
	o.p = newParity()
	XORQ(o.inside, o.inside)
	o.score, o.escapes = slot(), slot() // of the object itself; for score, see checkMembers
	for _, slot := range []Mem{o.score, o.escapes} {
		MOVQ(o.inside, slot)
	}
	o.whole, o.full = slot(), slot() // the last offset of a whole block; the largest value of free
	{
		t := fetch(o.length)
		SUBQ(Imm(64), t)
		MOVQ(t, o.whole)
		Load(Param("separators"), o.free)
		LEAQ(Mem{Base: o.free}.Offset(4*maxSeparators), t)
		MOVQ(t, o.full)
	}
	o.asideOpens, o.asideCloses = slot(), slot()
	if o.spaced {
		o.gaps, o.due = slot(), slot()
		MOVQ(o.inside, o.due)
	}
	o.ones = reg.X7
	VPCMPEQB(o.ones, o.ones, o.ones)
	// Begin after the object's own brace: the level is 0 at its end only.
	INCQ(o.s.i)
	MOVQ(U32(1), o.level)
}

// tokens finds the strings of the block, and the tokens outside of them.
func (o *ownMembers) tokens() {
	o.quote, o.text, o.open, o.closed, o.slash, o.odd = GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	{
		MOVQ(o.m.mask(slashes), o.slash)
		_, escaped, next := o.p.find(o.slash)
		MOVQ(next, o.p.carry)
		ANDNQ(o.m.mask(quotes), escaped, o.quote)
		VMOVQ(o.quote, reg.X6)
		VPCLMULQDQ(U8(0), o.ones, reg.X6, reg.X6)
		blank, control, opening, closing := o.m.mask(blanks), o.m.mask(controls), o.m.maskAside(opens, o.asideOpens), o.m.maskAside(closes, o.asideCloses)
		VMOVQ(reg.X6, o.text)
		XORQ(o.inside, o.text)
		MOVQ(o.text, o.inside)
		SARQ(U8(63), o.inside)
		if o.spaced {
			ANDNQ(blank, o.text, blank)
			MOVQ(blank, o.gaps)
			ANDNQ(o.slash, o.text, o.odd)
		} else {
			ORQ(o.slash, blank)
			ANDNQ(blank, o.text, o.odd)
		}
		ORQ(control, o.odd)
		ANDNQ(opening, o.text, o.open)
		ANDNQ(closing, o.text, o.closed)
	}
}

// countBrackets only counts the brackets of a block that is deep enough within another value.
func (o *ownMembers) countBrackets() {
	more, less, least := GP64(), GP64(), GP64()
	POPCNTQ(o.closed, less)
	LEAQ(Mem{Base: less}.Offset(2), least)
	CMPQ(least, o.level)
	JG(LabelRef("own"))
	POPCNTQ(o.open, more)
	ADDQ(more, o.level)
	CMPQ(o.level, o.depth)
	JG(LabelRef("bail")) // perhaps it is not too deep; Go finds out
	SUBQ(less, o.level)
	TESTQ(o.odd, o.odd)
	JNZ(LabelRef("bail"))
}

// matchBrackets goes from bracket to bracket, to find the bytes of the object itself.
func (o *ownMembers) matchBrackets() {
	var both reg.GPVirtual
	o.own, both = GP64(), GP64()
	LEAQ(Mem{Base: o.level}.Offset(-2), o.own)
	SARQ(U8(63), o.own) // all bytes, if the level is 1
	MOVQ(o.open, both)
	ORQ(o.closed, both)
	JZ(LabelRef("matched"))
	Label("bracket")
	{
		above, none := GP64(), GP64()
		BLSIQ(both, above)
		XORQ(none, none)
		TESTQ(above, o.closed)
		JZ(LabelRef("open"))
		DECQ(o.level)
		JZ(LabelRef("last"))
		NEGQ(above) // the bracket and all after it
		CMPQ(o.level, Imm(1))
		CMOVQEQ(above, none)
		XORQ(none, o.own)
		BLSRQ(both, both)
		JNZ(LabelRef("bracket"))
		JMP(LabelRef("balanced"))
		Label("open")
		CMPQ(o.level, o.depth)
		JGE(LabelRef("bail"))
		NEGQ(above)
		CMPQ(o.level, Imm(1))
		CMOVQEQ(above, none)
		XORQ(none, o.own)
		INCQ(o.level)
		BLSRQ(both, both)
		JNZ(LabelRef("bracket"))
		JMP(LabelRef("balanced"))

		Label("last")
		DECQ(above)
		ANDQ(above, o.own)
		ANDQ(above, o.odd)
		JNZ(LabelRef("bail"))
		INCQ(above)
		MOVQ(above, o.odd) // where the object ends
		Label("balanced")
		ANDQ(o.own, o.closed) // after an opening bracket, bytes are not the object's own; a closing one is again
		POPCNTQ(o.closed, o.closed)
		SHLQ(U8(2), o.closed)
		ADDQ(o.closed, o.score)
	}
}

// separators writes the separators of the block to the table. It returns what emits the loop for many of them, which may stand elsewhere.
func (o *ownMembers) separators() (putSeparators func()) {
	t, marked := GP64(), o.m.mask(separators)
	ANDNQ(marked, o.text, marked)
	ANDQ(o.own, marked)
	ANDQ(o.own, o.slash)
	ORQ(o.slash, o.escapes)
	ANDQ(o.own, o.quote)
	POPCNTQ(o.quote, t)
	ADDQ(t, o.score)
	if o.spaced {
		behind := fetch(o.due)
		LEAQ(Mem{Base: behind, Index: marked, Scale: 2}, behind)
		ANDQ(o.gaps, o.own)
		CMPQ(o.own, behind)
		JNE(LabelRef("bail"))
		MOVQ(marked, behind)
		SHRQ(U8(63), behind)
		MOVQ(behind, o.due)
	}
	next := GP64()
	POPCNTQ(marked, t)
	LEAQ(Mem{Base: o.free, Index: t, Scale: 4}, next)
	CMPQ(next, o.full)
	JG(LabelRef("bail"))
	// What is written after the last separator is overwritten or ignored.
	putSeparators = func() {
		Label("mark")
		for k := range 4 {
			TZCNTQ(marked, t)
			ADDQ(o.s.i, t)
			MOVL(t.As32(), Mem{Base: o.free}.Offset(4*k))
			BLSRQ(marked, marked)
		}
		JZ(LabelRef("marked"))
		ADDQ(Imm(16), o.free)
		JMP(LabelRef("mark"))
	}
	if o.m.tight() {
		CMPQ(t, U8(8))
		JG(LabelRef("mark"))
		o.m.putOffsets(o.free, o.s.i, marked)
	} else {
		putSeparators()
	}
	Label("marked")
	MOVQ(next, o.free)
	return putSeparators
}

// leave returns at the end of the object.
func (o *ownMembers) leave() {
	end, mark, n := GP64(), GP64(), GP64()
	TZCNTQ(o.odd, end)
	ADDQ(o.s.i, end)
	Load(Param("separators"), mark)
	MOVQ(o.free, n)
	SUBQ(mark, n)
	SHRQ(U8(2), n)
	JZ(LabelRef("bail")) // there is no colon
	give(n, "n")
	give(fetch(o.escapes), "escapes")
	MOVL(end.As32(), Mem{Base: o.free})
	Load(Param("i"), o.s.i)
	checkMembers(o.s, end, mark, n, o.score, o.spaced)
	JNZ(LabelRef("bail"))
	INCQ(end)
	o.m.end()
	give(end, "end")
	RET()
}

// texts is for a block within one string, which is often followed by more of them: it only searches the end of the string.
func (o *ownMembers) texts() {
	TESTQ(o.quote, o.quote)
	JNZ(LabelRef("tokens")) // this block begins the string
	TESTQ(o.odd, o.odd)
	JNZ(LabelRef("bail"))
	Label("texts")
	ADDQ(U8(64), o.s.i)
	CMPQ(o.s.i, o.whole)
	JG(LabelRef("textsEnd"))
	o.m.load(o.s.p, o.s.i)
	stop, slashMask := o.m.mask(special), o.m.mask(slashes)
	_, escaped, next := o.p.find(slashMask)
	ANDNQ(stop, escaped, stop)
	JNZ(LabelRef("textsEnd"))
	ORQ(slashMask, o.slash)
	MOVQ(next, o.p.carry)
	JMP(LabelRef("texts"))
	Label("textsEnd")
	CMPQ(o.level, Imm(1))
	JNE(LabelRef("loop"))
	ORQ(o.slash, o.escapes)
	JMP(LabelRef("loop"))
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
