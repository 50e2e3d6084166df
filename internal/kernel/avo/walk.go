package main

import (
	"bytes"

	. "github.com/mmcloughlin/avo/build"
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
	s := span{p: GP64(), i: GP64()}
	Load(Param("b").Base(), s.p)
	Load(Param("i"), s.i)
	length, err := Param("b").Len().Resolve()
	if err != nil {
		panic(err)
	}
	m.uses(quotes, slashes, special, opens, closes, commas, colons, spaces, zeros, digits, escapes)
	// A slot is a variable in memory.
	slot := func() Mem { return AllocLocal(8) }
	zero := func(slots ...Mem) {
		r := GP64()
		XORQ(r, r)
		for _, s := range slots {
			MOVQ(r, s)
		}
	}
	depth := slot()
	{
		r := GP64()
		Load(Param("depth"), r)
		// The stack has a bit for each level.
		most := GP64()
		MOVQ(U32(64), most)
		CMPQ(r, most)
		CMOVQGT(most, r)
		MOVQ(r, depth)
	}
	ones := reg.X7
	VPCMPEQB(ones, ones, ones)
	level, stack := GP64(), GP64()
	XORQ(level, level)
	XORQ(stack, stack) // the lowest bit is set within an object
	carry := slot()    // see parity
	inside := slot()   // all ones if the block begins within a string
	key := slot()      // 1 if that string is a key
	zero(carry, inside, key)

	// Masks of the block before, for their top bits: the tokens that restrict what follows.
	openedBefore, valueDueBefore, keyDueBefore, keyEndBefore, valueEndBefore, scalarBefore := slot(), slot(), slot(), slot(), slot(), slot()
	zero(openedBefore, valueDueBefore, keyDueBefore, keyEndBefore, valueEndBefore, scalarBefore)
	// behind returns the mask of the bytes that follow the marked ones.
	behind := func(mask reg.GPVirtual, before Mem) reg.GPVirtual {
		r := GP64()
		MOVQ(mask, r)
		BTQ(U8(63), before)
		ADCQ(r, r)
		MOVQ(mask, before)
		return r
	}
	// commaEnd and colonEnd have the last bytes of commas and colons, with their spaces: the byte after them is restricted.
	comma, colon := slot(), slot()
	commaEnd, colonEnd := comma, colon
	var commaBefore, colonBefore Mem
	if spaced {
		commaEnd, colonEnd, commaBefore, colonBefore = slot(), slot(), slot(), slot()
		zero(commaBefore, colonBefore)
	}
	escaped, bad, begins, ends := slot(), slot(), slot(), slot()
	open, closed, scalar, first := slot(), slot(), slot(), slot()
	valid := slot() // the bytes of the block up to the end of the value
	end := slot()   // 0 until it is known
	last := slot()  // 1 for the last block, which may be incomplete
	zero(end, last)

	Label("loop")
	{
		next := GP64()
		LEAQ(Mem{Base: s.i}.Offset(64), next)
		CMPQ(next, length.Addr)
		JG(LabelRef("tail"))
	}
	m.load(s.p, s.i)
	Label("block")
	{
		all := GP64()
		MOVQ(I32(-1), all)
		MOVQ(all, valid)
	}
	quote := GP64()
	inText := GP64()
	{
		slashMask := m.mask(slashes)
		_, escapedMask, next := parity{fetch(carry)}.find(slashMask)
		MOVQ(next, carry)
		MOVQ(escapedMask, escaped)
		q := m.mask(quotes)
		ANDNQ(q, escapedMask, quote)
		control := m.mask(special)
		ANDNQ(control, q, control)
		MOVQ(control, bad)
		VMOVQ(quote, reg.X6)
		VPCLMULQDQ(U8(0), ones, reg.X6, reg.X6)
		VMOVQ(reg.X6, inText)
		XORQ(inside, inText)
		t := GP64()
		MOVQ(inText, t)
		SARQ(U8(63), t)
		MOVQ(t, inside)
	}
	{
		t := GP64()
		MOVQ(inText, t)
		NOTQ(t)
		ORQ(quote, t)
		JZ(LabelRef("text"))
	}
	{
		t := GP64()
		MOVQ(quote, t)
		ANDQ(inText, t)
		MOVQ(t, begins)
		ANDNQ(quote, inText, t)
		MOVQ(t, ends)
	}

	// Process brackets one by one. inObject is the mask of the bytes that stand in objects.
	inObject, both, brace := GP64(), GP64(), GP64()
	{
		o, c := m.mask(opens), m.mask(closes)
		ANDNQ(o, inText, o)
		ANDNQ(c, inText, c)
		MOVQ(o, open)
		MOVQ(c, closed)
		MOVQ(o, both)
		ORQ(c, both)
		MOVQ(m.mask(fives), brace)
		MOVQ(stack, inObject)
		ANDQ(Imm(1), inObject)
		NEGQ(inObject)
	}
	TESTQ(both, both)
	JZ(LabelRef("matched"))
	Label("bracket")
	{
		above, is, t := GP64(), GP64(), GP64()
		BLSIQ(both, above)
		XORQ(is, is)
		TESTQ(brace, above)
		SETNE(is.As8())
		TESTQ(above, closed)
		JZ(LabelRef("open"))
		XORQ(stack, is)
		TESTQ(U32(1), is)
		JNZ(LabelRef("bail")) // it closes a bracket of the other type
		SHRQ(U8(1), stack)
		DECQ(level)
		JZ(LabelRef("last"))
		JMP(LabelRef("inside"))
		Label("open")
		CMPQ(level, depth)
		JGE(LabelRef("bail"))
		INCQ(level)
		LEAQ(Mem{Base: is, Index: stack, Scale: 2}, stack)
		Label("inside")
		NEGQ(above)
		MOVQ(stack, t)
		ANDQ(Imm(1), t)
		NEGQ(t)
		XORQ(inObject, t)
		ANDQ(above, t)
		XORQ(t, inObject)
		BLSRQ(both, both)
		JNZ(LabelRef("bracket"))
		JMP(LabelRef("matched"))

		// The value ends here. What follows it is not checked.
		Label("last")
		MOVQ(above, t)
		BLSMSKQ(t, t)
		MOVQ(t, valid)
		TZCNTQ(above, t)
		LEAQ(Mem{Base: s.i, Index: t, Scale: 1}.Offset(1), t)
		MOVQ(t, end)
	}
	Label("matched")

	{
		c := m.mask(colons)
		ANDNQ(c, inText, c)
		MOVQ(c, colon)
	}
	{
		c := m.mask(commas)
		ANDNQ(c, inText, c)
		MOVQ(c, comma)
		// All other bytes must belong to numbers, true, false or null.
		x := GP64()
		MOVQ(c, x)
		ORQ(inText, x)
		ORQ(begins, x)
		ORQ(ends, x)
		ORQ(open, x)
		ORQ(closed, x)
		ORQ(colon, x)
		NOTQ(x)
		MOVQ(x, scalar)
	}
	wrong := GP64()
	MOVQ(bad, wrong)
	{
		// White space between tokens counts as scalar, unless it is a control character, which bad has.
		sp := m.mask(spaces)
		ANDNQ(sp, inText, sp)
		if spaced {
			MOVQ(andNot(fetch(scalar), sp), scalar)
			gap, t := behind(fetch(comma), commaBefore), behind(fetch(colon), colonBefore)
			MOVQ(gap, commaEnd)
			MOVQ(t, colonEnd)
			ORQ(t, gap)
			XORQ(gap, sp)
		}
		ORQ(sp, wrong)
	}
	// The closing brackets of empty objects and arrays.
	starts := behind(fetch(open), openedBefore)
	ANDQ(closed, starts)
	ORQ(begins, starts)
	keyEnds := GP64()
	{
		due := fetch(commaEnd)
		ANDQ(inObject, due)
		t := fetch(open)
		ANDQ(brace, t)
		ORQ(t, due)
		keys := behind(due, keyDueBefore)
		ANDNQ(keys, starts, t)
		ORQ(t, wrong)
		ANDQ(begins, keys)
		ORQ(key, keys)
		// The carry runs through the text of a key to its closing quote.
		MOVQ(inText, keyEnds)
		ADDQ(keys, keyEnds)
		SBBQ(t, t)
		NEGQ(t)
		MOVQ(t, key)
		ANDNQ(keyEnds, inText, keyEnds)
		k := behind(keyEnds, keyEndBefore)
		ANDNQ(k, fetch(colon), k)
		ORQ(k, wrong)
	}
	{
		// After a value, there is a comma or a closing bracket.
		due := andNot(fetch(ends), keyEnds)
		ORQ(closed, due)
		after := fetch(closed)
		ORQ(comma, after)
		v := behind(due, valueEndBefore)
		ANDNQ(v, after, v)
		ORQ(v, wrong)
		x := fetch(scalar)
		v = behind(x, scalarBefore)
		ORQ(x, after)
		t := andNot(v, after)
		ORQ(t, wrong)
		NOTQ(v)
		ANDQ(x, v)
		MOVQ(v, first)
	}
	{
		// After a colon, an opening bracket of an array, or a comma of an array, there is a value.
		due := fetch(commaEnd)
		ANDNQ(due, inObject, due)
		t := GP64()
		ANDNQ(open, brace, t)
		ORQ(t, due)
		ORQ(colonEnd, due)
		v := behind(due, valueDueBefore)
		ORQ(open, starts)
		ORQ(scalar, starts)
		ANDNQ(v, starts, v)
		ORQ(v, wrong)
	}
	MOVQ(wrong, bad)

	// Integers only have to be digits without a leading zero. If a scalar has other bytes, or is cut by the end of the block, all scalars
	// that begin in the block are read one by one.
	{
		x := fetch(scalar)
		ANDQ(valid, x)
		JZ(LabelRef("scalars"))
		begin := fetch(first)
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
		odd := m.mask(digits)
		ANDNQ(x, odd, odd)
		ANDNQ(odd, run, odd)
		z := m.mask(zeros)
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
		table := GP64()
		LEAQ(numberStates(), table)
		Label("scalar")
		at, c := GP64(), GP64()
		TZCNTQ(begin, at)
		ADDQ(s.i, at)
		// A scalar within brackets is followed by another byte: with it, a literal has at most 6 bytes. Near the end of the text, Go
		// checks it.
		LEAQ(Mem{Base: at}.Offset(6), c)
		CMPQ(c, length.Addr)
		JG(LabelRef("bail"))
		MOVBQZX(Mem{Base: s.p, Index: at, Scale: 1}, c)
		CMPQ(c, Imm('f'))
		JEQ(LabelRef("false"))
		CMPQ(c, Imm('9'))
		JLE(LabelRef("number"))
		word := GP64()
		MOVL(Mem{Base: s.p, Index: at, Scale: 1}, word.As32())
		ADDQ(Imm(4), at)
		CMPL(word.As32(), U32(0x65757274)) // true
		JEQ(LabelRef("literal"))
		CMPL(word.As32(), U32(0x6c6c756e)) // null
		JNE(LabelRef("bail"))
		Label("literal")
		// The masks do not show whether letters or digits follow.
		MOVBQZX(Mem{Base: s.p, Index: at, Scale: 1}, c)
		CMPQ(c, Imm(','))
		JEQ(LabelRef("next"))
		ORQ(Imm(0x20), c)
		CMPQ(c, Imm('}'))
		JNE(LabelRef("bail"))
		JMP(LabelRef("next"))
		Label("false")
		MOVL(Mem{Base: s.p, Index: at, Scale: 1}.Offset(1), word.As32())
		ADDQ(Imm(5), at)
		CMPL(word.As32(), U32(0x65736c61)) // alse
		JEQ(LabelRef("literal"))
		JMP(LabelRef("bail"))

		Label("number")
		state := GP64()
		XORQ(state, state)
		Label("digit")
		CMPQ(at, length.Addr)
		JGE(LabelRef("bail"))
		MOVBQZX(Mem{Base: s.p, Index: at, Scale: 1}, c)
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
	Label("scalars")

	// Escapes, and the end of the block.
	Label("escapes")
	{
		e := fetch(escaped)
		ANDQ(valid, e)
		JZ(LabelRef("checked"))
		wide := m.mask(high)
		odd := m.unescape(e, wide)
		TESTQ(odd, odd)
		JZ(LabelRef("checked"))
		Label("long")
		at, c := GP64(), GP64()
		TZCNTQ(odd, at)
		ADDQ(s.i, at)
		LEAQ(Mem{Base: at}.Offset(5), c)
		CMPQ(c, length.Addr)
		JG(LabelRef("bail"))
		MOVBQZX(Mem{Base: s.p, Index: at, Scale: 1}, c)
		CMPQ(c, Imm('u'))
		JNE(LabelRef("bail"))
		table, bits := GP64(), GP64()
		LEAQ(notHex(), table)
		XORQ(bits, bits)
		for k := range 4 {
			MOVBQZX(Mem{Base: s.p, Index: at, Scale: 1}.Offset(1+k), c)
			ORB(Mem{Base: table, Index: c, Scale: 1}, bits.As8())
		}
		TESTQ(bits, bits)
		JNZ(LabelRef("bail"))
		BLSRQ(odd, odd)
		JNZ(LabelRef("long"))
	}
	Label("checked")
	{
		w := fetch(bad)
		ANDQ(valid, w)
		JNZ(LabelRef("bail"))
		CMPQ(valid, I8(-1))
		JNE(LabelRef("ended"))
		CMPQ(end, Imm(0))
		JNE(LabelRef("ended")) // the last bracket is the last byte of the block
		CMPQ(last, Imm(0))
		JNE(LabelRef("bail"))
		ADDQ(U8(64), s.i)
		JMP(LabelRef("loop"))
	}

	Label("text")
	CMPQ(bad, Imm(0))
	JNE(LabelRef("bail"))
	CMPQ(last, Imm(0))
	JNE(LabelRef("bail"))
	{
		wide := m.mask(high)
		odd := m.unescape(fetch(escaped), wide)
		TESTQ(odd, odd)
		JZ(LabelRef("more"))
		m.load(s.p, s.i) // unescape has changed the block
		JMP(LabelRef("escapes"))
	}
	// A string that fills a block often fills more of them. This loop does nothing else.
	Label("more")
	p := parity{GP64()}
	MOVQ(carry, p.carry)
	Label("texts")
	ADDQ(U8(64), s.i)
	{
		after := GP64()
		LEAQ(Mem{Base: s.i}.Offset(64), after)
		CMPQ(after, length.Addr)
		JG(LabelRef("textsEnd"))
		m.load(s.p, s.i)
		stop, wide := m.mask(special), m.mask(high)
		_, escaped, next := p.find(m.mask(slashes))
		odd := m.unescape(escaped, wide)
		ANDNQ(stop, escaped, stop)
		ORQ(odd, stop)
		JNZ(LabelRef("textsEnd"))
		MOVQ(next, p.carry)
		JMP(LabelRef("texts"))
	}
	Label("textsEnd")
	MOVQ(p.carry, carry)
	JMP(LabelRef("loop"))

	Label("tail")
	{
		left := fetch(length.Addr)
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
