package main

import (
	"bytes"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// walk checks the grammar of an object or array. It leaves to Go: errors, since their offsets need not be found fast, other white space
// between tokens, and brackets nested deeper than a register has bits. One form is for text without white space, and one for text with a
// space after every comma and colon, as Python writes it.
//
// Without white space, each token begins right after the one before, and most of the grammar is which token may follow which. With a mask for
// each class of tokens, that is a shift by one and an intersection. Three things need more than two neighbours:
//
//   - Brackets are matched on a stack of bits, one by one. Between two of them, all commas belong to an object, or all to an array.
//   - A string is a key if it follows an opening brace or a comma of an object. Adding the bit of its beginning to those of its text carries the
//     bit to its end.
//   - Numbers other than integers, true, false, null, and long escapes are checked one by one.
//
// In a block within one string, only escapes and control characters are checked.
func walk(m machine, spaced bool) {
	name, how := "valid"+m.name(), "has no white space between tokens."
	if spaced {
		name, how = "validSpaced"+m.name(), "has a space after each comma and colon, and no other white space between tokens."
	}
	begin(name, "func(b []byte, i, depth int) (end int)",
		name+" returns the offset after the object or array at i, -1 if it is not valid or Go has to check it. It", how)
	g := &grammar{m: m, spaced: spaced}
	g.setUp()
	Label("loop")
	{
		next := GP64()
		LEAQ(Mem{Base: g.s.i}.Offset(64), next)
		CMPQ(next, g.length.Addr)
		JG(LabelRef("tail"))
	}
	m.load(g.s.p, g.s.i)
	Label("block")
	{
		all := GP64()
		MOVQ(I32(-1), all)
		MOVQ(all, g.valid)
	}
	g.strings()
	g.brackets()
	g.classes()
	g.keys()
	g.afterValues()
	g.beforeValues()
	MOVQ(g.wrong, g.bad)
	g.scalars()
	g.escapes()
	g.endBlock()
	g.text()
	g.tail()
	g.leave()
}

// grammar is the state of walk: what it knows of the text so far, and the masks of the block. Each method emits a part of walk.
type grammar struct {
	m      machine
	spaced bool
	s      span
	length gotypes.Basic
	ones   reg.VecPhysical

	depth        Mem
	level, stack reg.GPVirtual // the lowest bit of stack is set within an object
	carry        Mem           // see parity
	inside       Mem           // all ones if the block begins within a string
	key          Mem           // 1 if that string is a key

	// Masks of the block before, for their top bits: the tokens that restrict what follows.
	openedBefore, valueDueBefore, keyDueBefore, keyEndBefore, valueEndBefore, scalarBefore Mem
	commaBefore, colonBefore                                                               Mem // spaced only

	// commaEnd and colonEnd have the last bytes of commas and colons, with their spaces: the byte after them is restricted.
	comma, colon, commaEnd, colonEnd Mem

	escaped, bad, begins, ends  Mem
	open, closed, scalar, first Mem
	valid                       Mem // the bytes of the block up to the end of the value
	end                         Mem // 0 until it is known
	last                        Mem // 1 for the last block, which may be incomplete

	quote, inText   reg.GPVirtual
	inObject, brace reg.GPVirtual // inObject is the mask of the bytes that stand in objects
	wrong           reg.GPVirtual // the bytes that break a rule
	starts          reg.GPVirtual // what begins a value, and the closing brackets of empty objects and arrays
	keyEnds         reg.GPVirtual
}

// slot returns a variable in memory.
func slot() Mem { return AllocLocal(8) }

func zero(slots ...Mem) {
	r := GP64()
	XORQ(r, r)
	for _, s := range slots {
		MOVQ(r, s)
	}
}

// behind returns the mask of the bytes that follow the marked ones.
func behind(mask reg.GPVirtual, before Mem) reg.GPVirtual {
	r := GP64()
	MOVQ(mask, r)
	BTQ(U8(63), before)
	ADCQ(r, r)
	MOVQ(mask, before)
	return r
}

// setUp loads the parameters, and makes the variables.
func (g *grammar) setUp() {
	g.s = span{p: GP64(), i: GP64()}
	Load(Param("b").Base(), g.s.p)
	Load(Param("i"), g.s.i)
	length, err := Param("b").Len().Resolve()
	if err != nil {
		panic(err)
	}
	g.length = *length
	g.m.uses(quotes, slashes, special, opens, closes, commas, colons, spaces, zeros, digits, escapes)
	g.depth = slot()
	{
		r := GP64()
		Load(Param("depth"), r)
		// The stack has a bit for each level.
		most := GP64()
		MOVQ(U32(64), most)
		CMPQ(r, most)
		CMOVQGT(most, r)
		MOVQ(r, g.depth)
	}
	g.ones = reg.X7
	VPCMPEQB(g.ones, g.ones, g.ones)
	g.level, g.stack = GP64(), GP64()
	XORQ(g.level, g.level)
	XORQ(g.stack, g.stack)
	g.carry, g.inside, g.key = slot(), slot(), slot()
	zero(g.carry, g.inside, g.key)
	g.openedBefore, g.valueDueBefore, g.keyDueBefore, g.keyEndBefore, g.valueEndBefore, g.scalarBefore = slot(), slot(), slot(), slot(), slot(), slot()
	zero(g.openedBefore, g.valueDueBefore, g.keyDueBefore, g.keyEndBefore, g.valueEndBefore, g.scalarBefore)
	g.comma, g.colon = slot(), slot()
	g.commaEnd, g.colonEnd = g.comma, g.colon
	if g.spaced {
		g.commaEnd, g.colonEnd, g.commaBefore, g.colonBefore = slot(), slot(), slot(), slot()
		zero(g.commaBefore, g.colonBefore)
	}
	g.escaped, g.bad, g.begins, g.ends = slot(), slot(), slot(), slot()
	g.open, g.closed, g.scalar, g.first = slot(), slot(), slot(), slot()
	g.valid, g.end, g.last = slot(), slot(), slot()
	zero(g.end, g.last)
}

// strings finds the strings of the block. If all of it is within one, the code goes on at the label text.
func (g *grammar) strings() {
	g.quote = GP64()
	g.inText = GP64()
	{
		slashMask := g.m.mask(slashes)
		_, escapedMask, next := parity{fetch(g.carry)}.find(slashMask)
		MOVQ(next, g.carry)
		MOVQ(escapedMask, g.escaped)
		q := g.m.mask(quotes)
		ANDNQ(q, escapedMask, g.quote)
		control := g.m.mask(special)
		ANDNQ(control, q, control)
		MOVQ(control, g.bad)
		VMOVQ(g.quote, reg.X6)
		VPCLMULQDQ(U8(0), g.ones, reg.X6, reg.X6)
		VMOVQ(reg.X6, g.inText)
		XORQ(g.inside, g.inText)
		t := GP64()
		MOVQ(g.inText, t)
		SARQ(U8(63), t)
		MOVQ(t, g.inside)
	}
	{
		t := GP64()
		MOVQ(g.inText, t)
		NOTQ(t)
		ORQ(g.quote, t)
		JZ(LabelRef("text"))
	}
	{
		t := GP64()
		MOVQ(g.quote, t)
		ANDQ(g.inText, t)
		MOVQ(t, g.begins)
		ANDNQ(g.quote, g.inText, t)
		MOVQ(t, g.ends)
	}
}

// brackets matches the brackets of the block, one by one.
func (g *grammar) brackets() {
	var both reg.GPVirtual
	g.inObject, both, g.brace = GP64(), GP64(), GP64()
	{
		o, c := g.m.mask(opens), g.m.mask(closes)
		ANDNQ(o, g.inText, o)
		ANDNQ(c, g.inText, c)
		MOVQ(o, g.open)
		MOVQ(c, g.closed)
		MOVQ(o, both)
		ORQ(c, both)
		MOVQ(g.m.mask(fives), g.brace)
		MOVQ(g.stack, g.inObject)
		ANDQ(Imm(1), g.inObject)
		NEGQ(g.inObject)
	}
	TESTQ(both, both)
	JZ(LabelRef("matched"))
	Label("bracket")
	{
		above, is, t := GP64(), GP64(), GP64()
		BLSIQ(both, above)
		XORQ(is, is)
		TESTQ(g.brace, above)
		SETNE(is.As8())
		TESTQ(above, g.closed)
		JZ(LabelRef("open"))
		XORQ(g.stack, is)
		TESTQ(U32(1), is)
		JNZ(LabelRef("bail")) // it closes a bracket of the other type
		SHRQ(U8(1), g.stack)
		DECQ(g.level)
		JZ(LabelRef("last"))
		JMP(LabelRef("inside"))
		Label("open")
		CMPQ(g.level, g.depth)
		JGE(LabelRef("bail"))
		INCQ(g.level)
		LEAQ(Mem{Base: is, Index: g.stack, Scale: 2}, g.stack)
		Label("inside")
		NEGQ(above)
		MOVQ(g.stack, t)
		ANDQ(Imm(1), t)
		NEGQ(t)
		XORQ(g.inObject, t)
		ANDQ(above, t)
		XORQ(t, g.inObject)
		BLSRQ(both, both)
		JNZ(LabelRef("bracket"))
		JMP(LabelRef("matched"))

		// The value ends here. What follows it is not checked.
		Label("last")
		MOVQ(above, t)
		BLSMSKQ(t, t)
		MOVQ(t, g.valid)
		TZCNTQ(above, t)
		LEAQ(Mem{Base: g.s.i, Index: t, Scale: 1}.Offset(1), t)
		MOVQ(t, g.end)
	}
	Label("matched")
}

// classes finds the other tokens, and the white space that may not stand where it does.
func (g *grammar) classes() {
	{
		c := g.m.mask(colons)
		ANDNQ(c, g.inText, c)
		MOVQ(c, g.colon)
	}
	{
		c := g.m.mask(commas)
		ANDNQ(c, g.inText, c)
		MOVQ(c, g.comma)
		// All other bytes must belong to numbers, true, false or null.
		x := GP64()
		MOVQ(c, x)
		ORQ(g.inText, x)
		ORQ(g.begins, x)
		ORQ(g.ends, x)
		ORQ(g.open, x)
		ORQ(g.closed, x)
		ORQ(g.colon, x)
		NOTQ(x)
		MOVQ(x, g.scalar)
	}
	g.wrong = GP64()
	MOVQ(g.bad, g.wrong)
	{
		// White space between tokens counts as scalar, unless it is a control character, which bad has.
		sp := g.m.mask(spaces)
		ANDNQ(sp, g.inText, sp)
		if g.spaced {
			MOVQ(andNot(fetch(g.scalar), sp), g.scalar)
			gap, t := behind(fetch(g.comma), g.commaBefore), behind(fetch(g.colon), g.colonBefore)
			MOVQ(gap, g.commaEnd)
			MOVQ(t, g.colonEnd)
			ORQ(t, gap)
			XORQ(gap, sp)
		}
		ORQ(sp, g.wrong)
	}
}

// keys checks that there is a key where one must be, and a colon after it.
func (g *grammar) keys() {
	// The closing brackets of empty objects and arrays.
	g.starts = behind(fetch(g.open), g.openedBefore)
	ANDQ(g.closed, g.starts)
	ORQ(g.begins, g.starts)
	g.keyEnds = GP64()
	{
		due := fetch(g.commaEnd)
		ANDQ(g.inObject, due)
		t := fetch(g.open)
		ANDQ(g.brace, t)
		ORQ(t, due)
		keys := behind(due, g.keyDueBefore)
		ANDNQ(keys, g.starts, t)
		ORQ(t, g.wrong)
		ANDQ(g.begins, keys)
		ORQ(g.key, keys)
		// The carry runs through the text of a key to its closing quote.
		MOVQ(g.inText, g.keyEnds)
		ADDQ(keys, g.keyEnds)
		SBBQ(t, t)
		NEGQ(t)
		MOVQ(t, g.key)
		ANDNQ(g.keyEnds, g.inText, g.keyEnds)
		k := behind(g.keyEnds, g.keyEndBefore)
		ANDNQ(k, fetch(g.colon), k)
		ORQ(k, g.wrong)
	}
}

// afterValues checks what follows values.
func (g *grammar) afterValues() {
	{
		// After a value, there is a comma or a closing bracket.
		due := andNot(fetch(g.ends), g.keyEnds)
		ORQ(g.closed, due)
		after := fetch(g.closed)
		ORQ(g.comma, after)
		v := behind(due, g.valueEndBefore)
		ANDNQ(v, after, v)
		ORQ(v, g.wrong)
		x := fetch(g.scalar)
		v = behind(x, g.scalarBefore)
		ORQ(x, after)
		t := andNot(v, after)
		ORQ(t, g.wrong)
		NOTQ(v)
		ANDQ(x, v)
		MOVQ(v, g.first)
	}
}

// beforeValues checks that there is a value where one must be.
func (g *grammar) beforeValues() {
	{
		// After a colon, an opening bracket of an array, or a comma of an array, there is a value.
		due := fetch(g.commaEnd)
		ANDNQ(due, g.inObject, due)
		t := GP64()
		ANDNQ(g.open, g.brace, t)
		ORQ(t, due)
		ORQ(g.colonEnd, due)
		v := behind(due, g.valueDueBefore)
		ORQ(g.open, g.starts)
		ORQ(g.scalar, g.starts)
		ANDNQ(v, g.starts, v)
		ORQ(v, g.wrong)
	}
}

// scalars checks numbers, true, false and null.
func (g *grammar) scalars() {
	// Integers only have to be digits without a leading zero. If a scalar has other bytes, or is cut by the end of the block, all scalars
	// that begin in the block are read one by one.
	{
		x := fetch(g.scalar)
		ANDQ(g.valid, x)
		JZ(LabelRef("scalars"))
		begin := fetch(g.first)
		ANDQ(x, begin)
		// A scalar that began in the block before has been read: it is the run of bits at bit 0, if that does not begin here.
		run, t := GP64(), GP64()
		MOVQ(begin, t)
		NOTQ(t)
		ANDQ(x, t)
		ANDQ(Imm(1), t)
		MOVQ(x, run)
		ADDQ(t, run)
		NOTQ(run)
		ANDQ(x, run)
		// run is empty unless t is 1
		odd := g.m.mask(digits)
		ANDNQ(x, odd, odd)
		ANDNQ(odd, run, odd)
		z := g.m.mask(zeros)
		ANDQ(begin, z)
		ADDQ(z, z)
		ANDQ(x, z)
		ORQ(z, odd)
		MOVQ(x, t)
		SHRQ(U8(63), t)
		ORQ(t, odd)
		JZ(LabelRef("scalars"))
		TESTQ(begin, begin)
		JZ(LabelRef("scalars"))
		g.readScalars(begin)
	}
	Label("scalars")
}

// readScalars reads the scalars that begin at the marked bytes, one by one.
func (g *grammar) readScalars(begin reg.GPVirtual) {
	table := GP64()
	LEAQ(numberStates(), table)
	Label("scalar")
	at, c := GP64(), GP64()
	TZCNTQ(begin, at)
	ADDQ(g.s.i, at)
	// A scalar within brackets is followed by another byte: with it, a literal has at most 6 bytes. Near the end of the text, Go
	// checks it.
	LEAQ(Mem{Base: at}.Offset(6), c)
	CMPQ(c, g.length.Addr)
	JG(LabelRef("bail"))
	MOVBQZX(Mem{Base: g.s.p, Index: at, Scale: 1}, c)
	CMPQ(c, Imm('f'))
	JEQ(LabelRef("false"))
	CMPQ(c, Imm('9'))
	JLE(LabelRef("number"))
	word := GP64()
	MOVL(Mem{Base: g.s.p, Index: at, Scale: 1}, word.As32())
	ADDQ(Imm(4), at)
	CMPL(word.As32(), U32(0x65757274)) // true
	JEQ(LabelRef("literal"))
	CMPL(word.As32(), U32(0x6c6c756e)) // null
	JNE(LabelRef("bail"))
	Label("literal")
	// The masks do not show whether letters or digits follow.
	MOVBQZX(Mem{Base: g.s.p, Index: at, Scale: 1}, c)
	CMPQ(c, Imm(','))
	JEQ(LabelRef("next"))
	ORQ(Imm(0x20), c)
	CMPQ(c, Imm('}'))
	JNE(LabelRef("bail"))
	JMP(LabelRef("next"))
	Label("false")
	MOVL(Mem{Base: g.s.p, Index: at, Scale: 1}.Offset(1), word.As32())
	ADDQ(Imm(5), at)
	CMPL(word.As32(), U32(0x65736c61)) // alse
	JEQ(LabelRef("literal"))
	JMP(LabelRef("bail"))

	Label("number")
	state := GP64()
	XORQ(state, state)
	Label("digit")
	CMPQ(at, g.length.Addr)
	JGE(LabelRef("bail"))
	MOVBQZX(Mem{Base: g.s.p, Index: at, Scale: 1}, c)
	INCQ(at)
	SHLQ(U8(8), state)
	ADDQ(c, state)
	MOVBQZX(Mem{Base: table, Index: state, Scale: 1}, state)
	CMPQ(state, Imm(numberDone))
	JLT(LabelRef("digit"))
	JNE(LabelRef("bail"))
	Label("next")
	BLSRQ(begin, begin)
	JNZ(LabelRef("scalar"))
}

// escapes checks the escapes of the block.
func (g *grammar) escapes() {
	Label("escapes")
	{
		e := fetch(g.escaped)
		ANDQ(g.valid, e)
		JZ(LabelRef("checked"))
		wide := g.m.mask(high)
		odd := g.m.unescape(e, wide)
		TESTQ(odd, odd)
		JZ(LabelRef("checked"))
		Label("long")
		at, c := GP64(), GP64()
		TZCNTQ(odd, at)
		ADDQ(g.s.i, at)
		LEAQ(Mem{Base: at}.Offset(5), c)
		CMPQ(c, g.length.Addr)
		JG(LabelRef("bail"))
		MOVBQZX(Mem{Base: g.s.p, Index: at, Scale: 1}, c)
		CMPQ(c, Imm('u'))
		JNE(LabelRef("bail"))
		table, bits := GP64(), GP64()
		LEAQ(notHex(), table)
		XORQ(bits, bits)
		for k := range 4 {
			MOVBQZX(Mem{Base: g.s.p, Index: at, Scale: 1}.Offset(1+k), c)
			ORB(Mem{Base: table, Index: c, Scale: 1}, bits.As8())
		}
		TESTQ(bits, bits)
		JNZ(LabelRef("bail"))
		BLSRQ(odd, odd)
		JNZ(LabelRef("long"))
	}
}

// endBlock goes on with the next block, unless the value has ended or is not valid.
func (g *grammar) endBlock() {
	Label("checked")
	{
		w := fetch(g.bad)
		ANDQ(g.valid, w)
		JNZ(LabelRef("bail"))
		CMPQ(g.valid, I8(-1))
		JNE(LabelRef("ended"))
		CMPQ(g.end, Imm(0))
		JNE(LabelRef("ended")) // the last bracket is the last byte of the block
		CMPQ(g.last, Imm(0))
		JNE(LabelRef("bail"))
		ADDQ(U8(64), g.s.i)
		JMP(LabelRef("loop"))
	}
}

// text is for a block within one string: only escapes and control characters are checked.
func (g *grammar) text() {
	Label("text")
	CMPQ(g.bad, Imm(0))
	JNE(LabelRef("bail"))
	CMPQ(g.last, Imm(0))
	JNE(LabelRef("bail"))
	{
		wide := g.m.mask(high)
		odd := g.m.unescape(fetch(g.escaped), wide)
		TESTQ(odd, odd)
		JZ(LabelRef("more"))
		g.m.load(g.s.p, g.s.i) // unescape has changed the block
		JMP(LabelRef("escapes"))
	}
	// A string that fills a block often fills more of them. This loop does nothing else.
	Label("more")
	p := parity{GP64()}
	MOVQ(g.carry, p.carry)
	Label("texts")
	ADDQ(U8(64), g.s.i)
	{
		after := GP64()
		LEAQ(Mem{Base: g.s.i}.Offset(64), after)
		CMPQ(after, g.length.Addr)
		JG(LabelRef("textsEnd"))
		g.m.load(g.s.p, g.s.i)
		stop, wide := g.m.mask(special), g.m.mask(high)
		_, inEscape, next := p.find(g.m.mask(slashes))
		odd := g.m.unescape(inEscape, wide)
		ANDNQ(stop, inEscape, stop)
		ORQ(odd, stop)
		JNZ(LabelRef("textsEnd"))
		MOVQ(next, p.carry)
		JMP(LabelRef("texts"))
	}
	Label("textsEnd")
	MOVQ(p.carry, g.carry)
	JMP(LabelRef("loop"))
}

// tail loads the last block.
func (g *grammar) tail() {
	Label("tail")
	{
		left := fetch(g.length.Addr)
		SUBQ(g.s.i, left)
		CMPQ(left, Imm(0))
		JLE(LabelRef("bail"))
		g.m.tail(g.s.p, g.s.i, left)
		one := GP64()
		MOVQ(U32(1), one)
		MOVQ(one, g.last)
		JMP(LabelRef("block"))
	}
}

// leave returns the result.
func (g *grammar) leave() {
	Label("bail")
	{
		none := GP64()
		MOVQ(I32(-1), none)
		MOVQ(none, g.end)
	}
	Label("ended")
	g.m.end()
	give(fetch(g.end), "end")
	RET()
}

// fetch returns a register with the value of a slot.
func fetch(slot Mem) reg.GPVirtual {
	r := GP64()
	MOVQ(slot, r)
	return r
}

// The states of a number. A byte that may follow a value ends it.
const (
	numberStart = iota
	numberMinus
	numberZero
	numberDigits
	numberPoint
	numberFraction
	numberE
	numberSign
	numberExponent
	numberDone
	numberBad
)

var numberStatesData, notHexData *Mem

// numberStates has the next state for each state and byte.
func numberStates() Mem {
	t := bytes.Repeat([]byte{numberBad}, numberDone*256)
	set := func(from int, chars string, to byte) {
		for _, c := range []byte(chars) {
			t[from*256+int(c)] = to
		}
	}
	const digits, nonzero, ends = "0123456789", "123456789", ",]}"
	set(numberStart, "-", numberMinus)
	for _, from := range []int{numberStart, numberMinus} {
		set(from, "0", numberZero)
		set(from, nonzero, numberDigits)
	}
	set(numberDigits, digits, numberDigits)
	set(numberPoint, digits, numberFraction)
	set(numberFraction, digits, numberFraction)
	set(numberE, "+-", numberSign)
	for _, from := range []int{numberE, numberSign, numberExponent} {
		set(from, digits, numberExponent)
	}
	for _, from := range []int{numberZero, numberDigits} {
		set(from, ".", numberPoint)
	}
	for _, from := range []int{numberZero, numberDigits, numberFraction} {
		set(from, "eE", numberE)
	}
	for _, from := range []int{numberZero, numberDigits, numberFraction, numberExponent} {
		set(from, ends, numberDone)
	}
	return once(&numberStatesData, "numberStates", t)
}

// notHex has 1 for each byte that is not a hexadecimal digit.
func notHex() Mem {
	t := bytes.Repeat([]byte{1}, 256)
	for _, c := range []byte("0123456789abcdefABCDEF") {
		t[c] = 0
	}
	return once(&notHexData, "notHexDigit", t)
}
